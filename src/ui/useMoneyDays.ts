import { type Day, schoolDay } from '#shared/dates.ts'
import { clerkDayProblem, firstClerkDay } from '#shared/moneyDays.ts'
import { useActiveSchool } from './activeSchool.ts'

export interface MoneyDays {
  /** Earliest day that the viewer may choose; absent when every day is allowed. */
  min?: Day
  /** Returns why the server would refuse a day, or null. */
  problemOf: (day: Day) => string | null
}

/** Returns the days on which the viewer may date money of a term. The server checks the same rule for FEES. */
export function useMoneyDays(termId: string): MoneyDays {
  const { viewer, terms } = useActiveSchool()
  const term = terms.find(({ id }) => id === termId)
  if (viewer.role !== 'FEES' || !term) return { problemOf: () => null }
  const today = schoolDay(new Date())
  return {
    min: firstClerkDay(term.name, today),
    problemOf: (day) => (day === '' || day === 'invalid' ? null : clerkDayProblem(day, term.name, today)),
  }
}
