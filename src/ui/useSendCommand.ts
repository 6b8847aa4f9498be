import { useCallback } from 'react'
import { useDataClient } from './data/DataProvider.tsx'
import type { MutationDocument } from '#shared/graphqlDocuments.ts'
import type { RequestOptions } from './data/requestGraphql.ts'
import type { DataDomain } from './generated/dataDomains.ts'

/** What a command changes besides the data of its own domain. */
export interface DataChanges {
  /** Other domains whose screens show what the command has changed. */
  alsoChanges?: readonly DataDomain[] | undefined
}

interface SendOptions extends DataChanges, RequestOptions {
  /** Reads nothing again, because nothing on a screen has changed or the caller does it later. */
  changesNothing?: boolean
}

/** Sends a command and returns its data. Throws what `failureOf` (problems.ts) explains. */
export type SendCommand = <Data, Variables>(
  mutation: MutationDocument<Data, Variables>,
  variables: Variables,
  options?: SendOptions,
) => Promise<Data>

/**
 * Returns the function by which screens send commands. A button uses `useCommand`, a form `useCommandForm`; both are
 * built on it. It is for a dialog, an import or a screen that shows a refusal in a place of its own.
 *
 * After a command, the queries of its domain and of those that it also changes are forgotten. Those on the screen are
 * read again, and the command counts as running until then, so that nobody acts on what they show from before.
 */
export function useSendCommand(): SendCommand {
  const client = useDataClient()
  return useCallback(
    async (mutation, variables, { alsoChanges = [], changesNothing = false, ...request } = {}) => {
      const data = await client.request(mutation, variables, request)
      if (!changesNothing) await client.forget([mutation.domain, ...alsoChanges])
      return data
    },
    [client],
  )
}
