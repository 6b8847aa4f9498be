import { useApolloClient } from '@apollo/client/react'
import { useEffect, useRef } from 'react'
import { schoolDay } from '#shared/dates.ts'
import { useShellSession } from '#ui/shell/session.ts'
import { registerRef } from '../registerRef.ts'
import { cacheRegisters } from './cachedRegisters.ts'
import { type DayRegisterRowFragment, RegisterSheetDocument, RegistersOfDayDocument } from './take.graphql.ts'

/** Longer lists are not prefetched: a teacher has few sections, and a whole school's would only use up mobile data. */
const maxPrefetched = 12

interface ListVariables {
  schoolId: string
  input: { termId: string; day: string }
}

/**
 * Prefetches the sheets of a day's registers one by one, so that they can be taken offline once the list was opened.
 * Stores those of today for the next start. Reads a sheet again when its register has a new version.
 */
export function usePrefetchedSheets(registers: readonly DayRegisterRowFragment[] | undefined, asked: ListVariables): void {
  const client = useApolloClient()
  const { claims } = useShellSession()
  const read = useRef(new Map<string, number>())
  const running = useRef(false)
  useEffect(() => {
    const mine = (registers ?? []).filter((one) => one.viewerCan.take.allowed)
    if (mine.length > maxPrefetched || running.current) return
    const missing = mine.filter((one) => read.current.get(one.id) !== (one.register?.version ?? 0))
    if (missing.length === 0) return
    const { schoolId, input } = asked
    const sheet = (one: DayRegisterRowFragment) => ({
      query: RegisterSheetDocument,
      variables: { schoolId, input: registerRef(one) },
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
          cacheRegisters(claims.sub, {
            list: { ...asked, data: list },
            sheets: mine.flatMap((one) => {
              const data = client.readQuery(sheet(one))
              return data ? [{ input: registerRef(one), data }] : []
            }),
          })
      } catch {
        // The next poll of the list tries again.
      } finally {
        running.current = false
      }
    })()
  }, [client, claims.sub, registers, asked])
}
