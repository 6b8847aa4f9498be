import { type Day, schoolDay } from '#shared/dates.ts'
import { clerkDayProblem, firstClerkDay } from '#shared/moneyDays.ts'
import { useActiveSchool } from './activeSchool.ts'

export interface MoneyDays {
  /** The earliest day that the viewer may choose; none where every day is allowed. */
  min?: Day
  /** Says why the server would refuse a day, or null. */
  problemOf: (day: Day) => string | null
}

/** The days on which the viewer may date money of a term, by the rule that the server checks for FEES. */
export function useMoneyDays(termId: string): MoneyDays {
  const { viewer, terms } = useActiveSchool()
  const term = terms.find((one) => one.id === termId)
  if (viewer.role !== 'FEES' || !term) return { problemOf: () => null }
  const today = schoolDay(new Date())
  return {
    min: firstClerkDay(term.name, today),
    problemOf: (day) => (day === '' || day === 'invalid' ? null : clerkDayProblem(day, term.name, today)),
  }
}
