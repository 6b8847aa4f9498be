import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { useMemo } from 'react'
import { usePoll } from '#ui/polling/usePoll.ts'
import { useCachedRegisters } from './cachedRegisters.ts'
import { RegistersOfDayDocument } from './take.graphql.ts'
import { usePrefetchedSheets } from './usePrefetchedSheets.ts'

/** Poll interval of the teacher's day (specification, section 9). */
const everyMs = 5000

/**
 * Returns the registers of a day, polled every five seconds. Prefetches their sheets, so that they can be taken
 * offline. Reads nothing without a term.
 */
export function useRegistersOfDay(schoolId: string, termId: string | null, day: string) {
  const client = useDataClient()
  const variables = useMemo(() => ({ schoolId, input: { termId: termId ?? '0', day } }), [schoolId, termId, day])
  useCachedRegisters()
  const { data, error, refetch } = useQuery(RegistersOfDayDocument, {
    variables,
    fetchPolicy: 'cache-first',
    skip: termId === null,
  })
  const failing = usePoll(everyMs, (signal) => client.fetch(RegistersOfDayDocument, variables, { signal }), {
    on: termId !== null,
  })
  const registers = data?.registersOfDay.registers
  usePrefetchedSheets(registers, variables)
  return { data, registers, error, refetch, failing }
}
