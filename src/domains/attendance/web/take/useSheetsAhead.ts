import { useApolloClient } from '@apollo/client/react'
import { useEffect, useRef } from 'react'
import { schoolDay } from '#shared/dates.ts'
import { useShellSession } from '#ui/shell/session.ts'
import { placeOf } from '../registerPlace.ts'
import { keepRegisters } from './keptRegisters.ts'
import { type DayRegisterRowFragment, RegisterSheetDocument, RegistersOfDayDocument } from './take.graphql.ts'

/** A teacher has a few sections; of a whole school's, the first ones would only cost the phone its data. */
const mostAhead = 12

interface ListAsked {
  schoolId: string
  input: { termId: string; day: string }
}

/**
 * Reads the sheets of a day's registers before they are opened, so that who has opened the list can take attendance without a
 * connection; those of today are kept, also for the next start. One after the other; a register that was stored again is read again.
 */
export function useSheetsAhead(registers: readonly DayRegisterRowFragment[] | undefined, asked: ListAsked): void {
  const client = useApolloClient()
  const { claims } = useShellSession()
  const read = useRef(new Map<string, number>())
  const running = useRef(false)
  useEffect(() => {
    const mine = (registers ?? []).filter((one) => one.viewerCan.take.allowed)
    if (mine.length > mostAhead || running.current) return
    const missing = mine.filter((one) => read.current.get(one.id) !== (one.register?.version ?? 0))
    if (missing.length === 0) return
    const { schoolId, input } = asked
    const sheet = (one: DayRegisterRowFragment) => ({
      query: RegisterSheetDocument,
      variables: { schoolId, input: placeOf(one) },
    })
    running.current = true
    void (async () => {
      try {
        for (const one of missing) {
          await client.query({ ...sheet(one), fetchPolicy: 'network-only' })
          read.current.set(one.id, one.register?.version ?? 0)
        }
        const list = client.readQuery({ query: RegistersOfDayDocument, variables: asked })
        if (list && input.day === schoolDay(new Date()))
          keepRegisters(claims.sub, {
            list: { ...asked, data: list },
            sheets: mine.flatMap((one) => {
              const data = client.readQuery(sheet(one))
              return data ? [{ input: placeOf(one), data }] : []
            }),
          })
      } catch {
        // Tried again with the next answer of the list.
      } finally {
        running.current = false
      }
    })()
  }, [client, claims.sub, registers, asked])
}
