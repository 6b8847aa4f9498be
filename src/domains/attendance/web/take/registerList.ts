import type { DayRegisterRowFragment } from './take.graphql.ts'

/** What of a day's registers is listed; the dashboard's figures lead to the last two. */
export type Shown = 'all' | 'notTaken' | 'absent'

export const shownWords: Readonly<Record<Shown, string>> = { all: 'All', notTaken: 'Not taken', absent: 'With absent' }

/** Missed as long as nobody has taken it. */
export function isMissing(one: DayRegisterRowFragment): boolean {
  return one.expected && one.register === null
}

export function filtered(registers: readonly DayRegisterRowFragment[], shown: Shown): DayRegisterRowFragment[] {
  if (shown === 'notTaken') return registers.filter(isMissing)
  if (shown === 'absent') return registers.filter((one) => (one.register?.absent ?? 0) > 0)
  return [...registers]
}

/** The registers under the headings of their half day or of the slot's start; one group without a heading for whole days. */
export function grouped(
  registers: readonly DayRegisterRowFragment[],
): { heading: string; registers: DayRegisterRowFragment[] }[] {
  const groups = new Map<string, DayRegisterRowFragment[]>()
  for (const one of registers) {
    const heading =
      one.session === 'MORNING'
        ? 'Morning'
        : one.session === 'AFTERNOON'
          ? 'Afternoon'
          : one.session === 'LECTURE'
            ? 'Lectures'
            : one.session === 'SUBJECT' && one.starts
              ? [one.starts, one.ends].flatMap((time) => (time ? [time.slice(0, 5)] : [])).join(' – ')
              : ''
    groups.set(heading, [...(groups.get(heading) ?? []), one])
  }
  return [...groups].map(([heading, members]) => ({ heading, registers: members }))
}

/** '12 of 14 taken'. */
export function takenWords(registers: readonly DayRegisterRowFragment[]): string {
  const expected = registers.filter((one) => one.expected)
  const taken = expected.filter((one) => one.register).length
  if (expected.length > 0) return `${taken} of ${expected.length} taken`
  return `${registers.filter((one) => one.register).length} taken`
}
