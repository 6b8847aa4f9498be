import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useEffect, useRef } from 'react'
import { schoolDay } from '#shared/dates.ts'
import { useShellSession } from '#ui/shell/shellSession.ts'
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
export function usePrefetchedSheets(registers: readonly DayRegisterRowFragment[] | undefined, list: ListVariables): void {
  const client = useDataClient()
  const { claims } = useShellSession()
  const readVersions = useRef(new Map<string, number>())
  const running = useRef(false)
  useEffect(() => {
    const ownRegisters = (registers ?? []).filter((register) => register.viewerCan.take.allowed)
    if (ownRegisters.length > maxPrefetched || running.current) return
    const missing = ownRegisters.filter((register) => readVersions.current.get(register.id) !== (register.register?.version ?? 0))
    if (missing.length === 0) return
    const { schoolId, input } = list
    const variablesOf = (register: DayRegisterRowFragment) => ({ schoolId, input: registerRef(register) })
    running.current = true
    void (async () => {
      try {
        for (const register of missing) {
          await client.fetch(RegisterSheetDocument, variablesOf(register))
          readVersions.current.set(register.id, register.register?.version ?? 0)
        }
        const cachedList = client.known(RegistersOfDayDocument, list)
        if (cachedList && input.day === schoolDay(new Date()))
          cacheRegisters(claims.sub, {
            list: { ...list, data: cachedList },
            sheets: ownRegisters.flatMap((register) => {
              const data = client.known(RegisterSheetDocument, variablesOf(register))
              return data ? [{ input: registerRef(register), data }] : []
            }),
          })
      } catch {
        // The next poll of the list tries again.
      } finally {
        running.current = false
      }
    })()
  }, [client, claims.sub, registers, list])
}
