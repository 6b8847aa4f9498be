import { useQuery } from '#ui/data/useQuery.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { OpenDaysDocument, type OpenDaysQuery } from './cashier/openingCashier.graphql.ts'
import { cashiersAddress } from './fees.exports.tsx'

/** The days of cashiers that are not closed, and the page that lists them. */
export interface OpenDays {
  days: OpenDaysQuery['openDays']
  to: string
}

/** Returns the days before today that are not closed; undefined while loading, null if the viewer does not see them. */
export function useOpenDays(): OpenDays | null | undefined {
  const { schoolId, school, viewer } = useActiveSchool()
  const skip = !school.flags.feesModule || viewer.classIds !== null
  const { data, error } = useQuery(OpenDaysDocument, { variables: { schoolId }, skip })
  if (!data) return skip || error ? null : undefined
  return { days: data.openDays, to: cashiersAddress }
}
