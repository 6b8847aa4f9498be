import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useState } from 'react'
import type { DataClient } from '#ui/data/dataClient.ts'
import type { RegisterSheetView, RegistersOfDayView } from '#ui/generated/schema.types.ts'
import { cachedShellPrefix, storedRememberMe, tokenStorage } from '#ui/session/storage.ts'
import { useShellSession } from '#ui/shell/shellSession.ts'
import {
  RegisterSheetDocument,
  RegistersOfDayDocument,
  type RegisterSheetQuery,
  type RegistersOfDayQuery,
} from './take.graphql.ts'

/** The registers of one day with their sheets, as last read. */
interface CachedRegisters {
  list: { schoolId: string; input: RegistersOfDayView; data: RegistersOfDayQuery }
  sheets: { input: RegisterSheetView; data: RegisterSheetQuery }[]
}

/** Storage key with the shell's prefix, so that sign-out deletes it with the shell's data. */
const storageKey = (subject: string) => `${cachedShellPrefix}${subject}:registers`

/**
 * Stores today's registers for as long as the session, so that a phone can open the page again offline. Stores only the
 * names and marks of a sheet. A sheet with notes is left out, because saving it without its notes would delete them.
 */
export function cacheRegisters(subject: string, kept: CachedRegisters): void {
  try {
    tokenStorage(storedRememberMe() === true).setItem(
      storageKey(subject),
      JSON.stringify({ ...kept, sheets: kept.sheets.flatMap(sheetWithoutDetails) }),
    )
  } catch (error) {
    // Without storage only the offline start is lost.
    console.warn(error)
  }
}

function sheetWithoutDetails({ input, data }: CachedRegisters['sheets'][number]): CachedRegisters['sheets'] {
  const { registerSheet } = data
  if (registerSheet.rows.some(({ note }) => note !== '')) return []
  const rows = registerSheet.rows.map((row) => ({ ...row, gateIn: null, changes: 0, leaveReason: null, leaveToldAt: null }))
  return [{ input, data: { ...data, registerSheet: { ...registerSheet, rows } } }]
}

function restoreRegisters(client: DataClient, subject: string): void {
  try {
    const text = tokenStorage(storedRememberMe() === true).getItem(storageKey(subject))
    if (text === null) return
    const { list, sheets } = JSON.parse(text) as CachedRegisters
    const { schoolId } = list
    // What the page knows already is as new or newer.
    const day = { schoolId, input: list.input }
    if (!client.known(RegistersOfDayDocument, day)) client.remember(RegistersOfDayDocument, day, list.data)
    for (const { input, data } of sheets) {
      const sheet = { schoolId, input }
      if (!client.known(RegisterSheetDocument, sheet)) client.remember(RegisterSheetDocument, sheet, data)
    }
  } catch (error) {
    console.warn(error)
  }
}

const restoredClients = new WeakSet<DataClient>()

/** Restores the registers of the last visit into the cache, until the server's answer replaces them. */
export function useCachedRegisters(): void {
  const client = useDataClient()
  const { claims } = useShellSession()
  useState(() => {
    if (!restoredClients.has(client)) restoreRegisters(client, claims.sub)
    restoredClients.add(client)
  })
}
