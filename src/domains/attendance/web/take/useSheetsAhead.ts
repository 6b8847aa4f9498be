import { useApolloClient } from '@apollo/client/react'
import { useEffect, useRef } from 'react'
import { useActiveSchool } from '../../../../ui/activeSchool.ts'
import { placeOf } from '../registerPlace.ts'
import { type DayRegisterRowFragment, RegisterSheetDocument } from './take.graphql.ts'

/** A teacher has a few sections; of a whole school's, the first ones would only cost the phone its data. */
const mostAhead = 12

/**
 * Reads the sheets of the day's registers before they are opened, so that who has opened the list can take attendance without a
 * connection. One after the other; a register that was stored again is read again.
 */
export function useSheetsAhead(registers: readonly DayRegisterRowFragment[] | undefined): void {
  const client = useApolloClient()
  const { schoolId } = useActiveSchool()
  const read = useRef(new Map<string, number>())
  const running = useRef(false)
  useEffect(() => {
    const mine = (registers ?? []).filter((one) => one.viewerCan.take.allowed && one.session !== 'LECTURE')
    if (mine.length > mostAhead || running.current) return
    const missing = mine.filter((one) => read.current.get(one.id) !== (one.register?.version ?? 0))
    if (missing.length === 0) return
    running.current = true
    void (async () => {
      try {
        for (const one of missing) {
          await client.query({
            query: RegisterSheetDocument,
            variables: { schoolId, input: placeOf(one) },
            fetchPolicy: 'network-only',
          })
          read.current.set(one.id, one.register?.version ?? 0)
        }
      } catch {
        // Tried again with the next answer of the list.
      } finally {
        running.current = false
      }
    })()
  }, [client, schoolId, registers])
}
