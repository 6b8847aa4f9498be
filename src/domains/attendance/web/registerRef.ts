import { type Day, isDay } from '#shared/dates.ts'
import type { RegisterSession } from '../attendance.rules.ts'
import { sessions } from '../attendance.rules.ts'

/** Identifies a register by section, day and session. SUBJECT also has the subject and the start of its slot. */
export interface RegisterRef {
  sectionId: string
  day: Day
  session: RegisterSession
  subjectId: string | null
  starts: string | null
}

/** Returns only the identifying fields of an object that has them. */
export function registerRef({ sectionId, day, session, subjectId, starts }: RegisterRefLike): RegisterRef {
  return { sectionId, day, session, subjectId: subjectId ?? null, starts: starts ?? null }
}

type RegisterRefLike = Pick<RegisterRef, 'sectionId' | 'day' | 'session'> & {
  subjectId?: string | null | undefined
  starts?: string | null | undefined
}

/** Returns a key of a register, equal to the server's `DayRegister.id`. */
export function registerKey(place: RegisterRefLike): string {
  const { sectionId, day, session, subjectId, starts } = registerRef(place)
  return [sectionId, day, session, ...(subjectId === null ? [] : [subjectId, starts])].join(' ')
}

/** Returns the address of the screen that takes a register. */
export function registerAddress(place: RegisterRefLike): string {
  return `/attendance?${new URLSearchParams({ tab: 'take', day: place.day, register: addressPart(place) }).toString()}`
}

function addressPart(place: RegisterRefLike): string {
  const { sectionId, session, subjectId, starts } = registerRef(place)
  return [sectionId, session, ...(subjectId === null ? [] : [subjectId, starts])].join('.')
}

/** Parses the register from an address; null if it has none. */
export function registerInAddress(address: URLSearchParams, today: Day): RegisterRef | null {
  const [sectionId = '', session = '', subjectId = null, starts = null] = (address.get('register') ?? '').split('.')
  const validSession = sessions.find((value) => value === session)
  if (!validSession || !/^\d{1,15}$/.test(sectionId)) return null
  return { sectionId, day: dayInAddress(address, today), session: validSession, subjectId, starts }
}

/** Parses the day from an address; today if it has none or a future one. */
export function dayInAddress(address: URLSearchParams, today: Day): Day {
  const day = address.get('day') ?? ''
  return isDay(day) && day <= today ? day : today
}
