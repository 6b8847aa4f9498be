import { useCallback } from 'react'
import { useDataClient } from './data/DataProvider.tsx'
import type { DataClient } from './data/dataClient.ts'
import type { MutationDocument, QueryDocument } from '#shared/graphqlDocuments.ts'
import type { RequestOptions } from './data/requestGraphql.ts'
import type { DataDomain } from './generated/dataDomains.ts'

/** What a command changes besides the data of its own domain. */
export interface DataChanges {
  /** Other domains whose screens show what the command has changed. */
  alsoChanges?: readonly DataDomain[] | undefined
}

interface SendOptions<Data> extends DataChanges, RequestOptions {
  /**
   * Puts what the answer says into the answers on the screen, and returns their queries, which are not read again.
   */
  remember?: (data: Data, client: DataClient) => readonly QueryDocument<unknown, never>[]
  /** Reads nothing again, because nothing on a screen has changed or the caller does it later. */
  changesNothing?: boolean
}

/** Sends a command and returns its data. Throws what `failureOf` (problems.ts) explains. */
export type SendCommand = <Data, Variables>(
  mutation: MutationDocument<Data, Variables>,
  variables: Variables,
  options?: SendOptions<Data>,
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
    async (mutation, variables, { alsoChanges = [], changesNothing = false, remember, ...request } = {}) => {
      const data = await client.request(mutation, variables, request)
      const upToDate = remember?.(data, client)
      if (!changesNothing) await client.forget([mutation.domain, ...alsoChanges], upToDate)
      return data
    },
    [client],
  )
}
