import { useApolloClient, useQuery } from '@apollo/client/react'
import { useMemo } from 'react'
import { usePoll } from '#ui/polling/usePoll.ts'
import { useKeptRegisters } from './keptRegisters.ts'
import { RegistersOfDayDocument } from './take.graphql.ts'
import { useSheetsAhead } from './useSheetsAhead.ts'

/** Specification, section 9: teacher day attendance poll. */
const everyMs = 5000

/**
 * The registers of a day, asked for every five seconds; their sheets are read ahead, so that they are taken without a connection
 * too. Without a term nothing is asked.
 */
export function useRegistersOfDay(schoolId: string, termId: string | null, day: string) {
  const client = useApolloClient()
  const variables = useMemo(() => ({ schoolId, input: { termId: termId ?? '0', day } }), [schoolId, termId, day])
  useKeptRegisters()
  const { data, error, refetch } = useQuery(RegistersOfDayDocument, {
    variables,
    fetchPolicy: 'cache-first',
    skip: termId === null,
  })
  const failing = usePoll(
    everyMs,
    (signal) =>
      client.query({
        query: RegistersOfDayDocument,
        variables,
        fetchPolicy: 'network-only',
        context: { fetchOptions: { signal } },
      }),
    { on: termId !== null },
  )
  const registers = data?.registersOfDay.registers
  useSheetsAhead(registers, variables)
  return { data, registers, error, refetch, failing }
}
