import type { ApolloClient } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import type { RegisterSheetView, RegistersOfDayView } from '#ui/generated/schema.types.ts'
import { keptShell, remembered, tokenStorage } from '#ui/session/storage.ts'
import { useShellSession } from '#ui/shell/session.ts'
import {
  RegisterSheetDocument,
  RegistersOfDayDocument,
  type RegisterSheetQuery,
  type RegistersOfDayQuery,
} from './take.graphql.ts'

/** The registers of one day with their sheets, as they were last read. */
interface KeptRegisters {
  list: { schoolId: string; input: RegistersOfDayView; data: RegistersOfDayQuery }
  sheets: { input: RegisterSheetView; data: RegisterSheetQuery }[]
}

/** Begins as what the shell keeps does, and so it goes with that at sign-out. */
const place = (subject: string) => `${keptShell}${subject}:registers`

/**
 * Keeps today's registers as long as the session is kept: a phone that has closed the page opens it without a connection. Of each
 * sheet only what taking it needs: names and marks. One with notes is not kept at all, as without them it would be saved without.
 */
export function keepRegisters(subject: string, kept: KeptRegisters): void {
  try {
    tokenStorage(remembered() === true).setItem(
      place(subject),
      JSON.stringify({ ...kept, sheets: kept.sheets.flatMap(bareSheet) }),
    )
  } catch (error) {
    // A full storage costs the start without a connection, not the page.
    console.warn(error)
  }
}

function bareSheet({ input, data }: KeptRegisters['sheets'][number]): KeptRegisters['sheets'] {
  const { registerSheet } = data
  if (registerSheet.rows.some(({ note }) => note !== '')) return []
  const rows = registerSheet.rows.map((row) => ({ ...row, gateIn: null, changes: 0 }))
  return [{ input, data: { ...data, registerSheet: { ...registerSheet, rows } } }]
}

function restore(client: ApolloClient, subject: string): void {
  try {
    const text = tokenStorage(remembered() === true).getItem(place(subject))
    if (text === null) return
    const { list, sheets } = JSON.parse(text) as KeptRegisters
    const { schoolId } = list
    const of = { query: RegistersOfDayDocument, variables: { schoolId, input: list.input } }
    // What this visit has read is newer.
    if (client.readQuery(of)) return
    client.writeQuery({ ...of, data: list.data })
    for (const { input, data } of sheets)
      client.writeQuery({ query: RegisterSheetDocument, variables: { schoolId, input }, data })
  } catch (error) {
    console.warn(error)
  }
}

const restored = new WeakSet<ApolloClient>()

/** Has the registers of the last visit at hand before the first answer comes; the server's comes over them. */
export function useKeptRegisters(): void {
  const client = useApolloClient()
  const { claims } = useShellSession()
  useState(() => {
    if (!restored.has(client)) restore(client, claims.sub)
    restored.add(client)
  })
}
