import { type Day, isDay } from '#shared/dates.ts'
import type { RegisterSession } from '../attendance.rules.ts'
import { sessions } from '../attendance.rules.ts'

/** Which register: of a section, a day and a session; SUBJECT also has the subject and when its slot starts. */
export interface RegisterPlace {
  sectionId: string
  day: Day
  session: RegisterSession
  subjectId: string | null
  starts: string | null
}

/** The place alone, of whatever has one. */
export function placeOf({ sectionId, day, session, subjectId, starts }: PlaceLike): RegisterPlace {
  return { sectionId, day, session, subjectId: subjectId ?? null, starts: starts ?? null }
}

type PlaceLike = Pick<RegisterPlace, 'sectionId' | 'day' | 'session'> & {
  subjectId?: string | null | undefined
  starts?: string | null | undefined
}

/** The same text for the same register; the server's `DayRegister.id`. */
export function placeKey(place: PlaceLike): string {
  const { sectionId, day, session, subjectId, starts } = placeOf(place)
  return [sectionId, day, session, ...(subjectId === null ? [] : [subjectId, starts])].join(' ')
}

/** Where a register is taken: an address of the product. */
export function registerAddress(place: PlaceLike): string {
  return `/attendance?${new URLSearchParams({ tab: 'take', day: place.day, register: inAddress(place) }).toString()}`
}

function inAddress(place: PlaceLike): string {
  const { sectionId, session, subjectId, starts } = placeOf(place)
  return [sectionId, session, ...(subjectId === null ? [] : [subjectId, starts])].join('.')
}

/** The register an address asks for; null where it asks for none. */
export function placeInAddress(address: URLSearchParams, today: Day): RegisterPlace | null {
  const [sectionId = '', session = '', subjectId = null, starts = null] = (address.get('register') ?? '').split('.')
  const known = sessions.find((one) => one === session)
  if (!known || !/^\d{1,15}$/.test(sectionId)) return null
  return { sectionId, day: dayInAddress(address, today), session: known, subjectId, starts }
}

/** The day an address asks for, today without one. */
export function dayInAddress(address: URLSearchParams, today: Day): Day {
  const asked = address.get('day') ?? ''
  return isDay(asked) && asked <= today ? asked : today
}
