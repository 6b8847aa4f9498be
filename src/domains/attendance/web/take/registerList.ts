import { t } from '@lingui/core/macro'
import { schoolDay, schoolTime } from '#shared/dates.ts'
import { dueAt } from '../../attendance.rules.ts'
import { sessionLabel } from '../labels.ts'
import type { DayRegisterRowFragment } from './take.graphql.ts'

/** Filter of a day's registers. The dashboard's figures link to the last two. */
export type RegisterFilter = 'all' | 'notTaken' | 'absent'

export const filterLabels: Readonly<Record<RegisterFilter, string>> = {
  all: t`All`,
  notTaken: t`Not taken`,
  absent: t`With absent`,
}

/** Whether a register is expected and due, and was not taken. */
export function isMissing(register: DayRegisterRowFragment, now: Date): boolean {
  return register.expected && !register.register && (register.day < schoolDay(now) || dueAt(register) <= schoolTime(now))
}

export function filterRegisters(
  registers: readonly DayRegisterRowFragment[],
  shown: RegisterFilter,
  now: Date,
): DayRegisterRowFragment[] {
  if (shown === 'notTaken') return registers.filter((register) => isMissing(register, now))
  if (shown === 'absent') return registers.filter((register) => (register.register?.absent ?? 0) > 0)
  return [...registers]
}

function headingOf({ session, starts, ends }: DayRegisterRowFragment): string {
  if (session === 'SUBJECT') return [starts, ends].flatMap((time) => (time ? [time.slice(0, 5)] : [])).join(' – ')
  return sessionLabel({ session })
}

/** Groups registers under headings: the half day or the slot's times. Whole days form one group without a heading. */
export function groupRegisters(
  registers: readonly DayRegisterRowFragment[],
): { heading: string; registers: DayRegisterRowFragment[] }[] {
  const groups = new Map<string, DayRegisterRowFragment[]>()
  for (const register of registers) {
    const heading = headingOf(register)
    groups.set(heading, [...(groups.get(heading) ?? []), register])
  }
  return [...groups].map(([heading, members]) => ({ heading, registers: members }))
}

/** Returns the text for no missing registers: all due ones are taken, or the day is a holiday. */
export function nothingMissingText(holiday: string | null | undefined): string {
  return holiday ? t`No register is expected: ${holiday}` : t`Every register that is due is taken`
}

/** Formats '12 of 14 taken'. On a Sunday or holiday it says that none is expected, with the number taken anyway. */
export function takenText(registers: readonly DayRegisterRowFragment[], holiday: string | null | undefined): string {
  const expected = registers.filter((register) => register.expected)
  const total = expected.length
  const taken = (total > 0 ? expected : registers).filter((register) => register.register).length
  if (total > 0) return t`${taken} of ${total} taken`
  if (taken === 0) return holiday ? nothingMissingText(holiday) : t`No register is expected`
  return holiday ? t`No register is expected: ${holiday} · ${taken} taken` : t`No register is expected · ${taken} taken`
}

/** Returns the last taken register of each section, from which its absent students are counted. */
export function lastTakenRegisters(registers: readonly DayRegisterRowFragment[]): DayRegisterRowFragment[] {
  const bySection = new Map<string, DayRegisterRowFragment>()
  for (const register of registers) {
    const before = bySection.get(register.sectionId)
    if (register.register && (!before || dueAt(before) <= dueAt(register))) bySection.set(register.sectionId, register)
  }
  return [...bySection.values()]
}
