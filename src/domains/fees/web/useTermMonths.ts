import { useMemo } from 'react'
import { schoolDay, schoolYearStart } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { type Month, monthsOfTerm } from '../months.ts'

/** Returns the months in the order of the chosen term. */
export function useTermMonths(): readonly Month[] {
  const { term } = useActiveSchool()
  // A school without terms has no fees either, and what the last visit of an earlier version stored has no first day.
  const startsOn = term?.startsOn ?? schoolYearStart(schoolDay(new Date()))
  return useMemo(() => monthsOfTerm(startsOn), [startsOn])
}
