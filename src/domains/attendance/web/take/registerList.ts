import { schoolDay, schoolTime } from '#shared/dates.ts'
import { sessionWords } from '../words.ts'
import type { DayRegisterRowFragment } from './take.graphql.ts'

/** What of a day's registers is listed; the dashboard's figures lead to the last two. */
export type Shown = 'all' | 'notTaken' | 'absent'

export const shownWords: Readonly<Record<Shown, string>> = { all: 'All', notTaken: 'Not taken', absent: 'With absent' }

/** When a register is due on its day, in the school's own time: a slot when it starts, an afternoon at noon. */
function dueAt(one: DayRegisterRowFragment): string {
  return one.starts ?? (one.session === 'AFTERNOON' ? '12:00:00' : '00:00:00')
}

/** Due, expected, and nobody has taken it. */
export function isMissing(one: DayRegisterRowFragment, now: Date): boolean {
  return one.expected && !one.register && (one.day < schoolDay(now) || dueAt(one) <= schoolTime(now))
}

export function filtered(registers: readonly DayRegisterRowFragment[], shown: Shown, now: Date): DayRegisterRowFragment[] {
  if (shown === 'notTaken') return registers.filter((one) => isMissing(one, now))
  if (shown === 'absent') return registers.filter((one) => (one.register?.absent ?? 0) > 0)
  return [...registers]
}

function headingOf({ session, starts, ends }: DayRegisterRowFragment): string {
  if (session === 'SUBJECT') return [starts, ends].flatMap((time) => (time ? [time.slice(0, 5)] : [])).join(' – ')
  return sessionWords({ session })
}

/** The registers under the headings of their half day or of the slot's start; one group without a heading for whole days. */
export function grouped(
  registers: readonly DayRegisterRowFragment[],
): { heading: string; registers: DayRegisterRowFragment[] }[] {
  const groups = new Map<string, DayRegisterRowFragment[]>()
  for (const one of registers) {
    const heading = headingOf(one)
    groups.set(heading, [...(groups.get(heading) ?? []), one])
  }
  return [...groups].map(([heading, members]) => ({ heading, registers: members }))
}

/** Says that no register is missing, and why: all that are due are taken, or the day is free of them. */
export function nothingMissing(holiday: string | null | undefined): string {
  return holiday ? `No register is expected: ${holiday}` : 'Every register that is due is taken'
}

/** '12 of 14 taken'; on a Sunday or a holiday that none is expected, with the number of those taken all the same. */
export function takenWords(registers: readonly DayRegisterRowFragment[], holiday: string | null | undefined): string {
  const expected = registers.filter((one) => one.expected)
  if (expected.length > 0) return `${expected.filter((one) => one.register).length} of ${expected.length} taken`
  const taken = registers.filter((one) => one.register).length
  const none = holiday ? nothingMissing(holiday) : 'No register is expected'
  return taken === 0 ? none : `${none} · ${taken} taken`
}

/** The registers by which a section's absent students are counted today: of each section the last one that was taken. */
export function lastTaken(registers: readonly DayRegisterRowFragment[]): DayRegisterRowFragment[] {
  const bySection = new Map<string, DayRegisterRowFragment>()
  for (const one of registers) {
    const before = bySection.get(one.sectionId)
    if (one.register && (!before || dueAt(before) <= dueAt(one))) bySection.set(one.sectionId, one)
  }
  return [...bySection.values()]
}
