import type {
  ApolloCache,
  MutationUpdaterFunction,
  OperationVariables,
  RefetchQueriesInclude,
  TypedDocumentNode,
} from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useCallback } from 'react'

/** What changes on the screen after a command, besides the rows that its answer holds. */
export interface CacheChanges<Data, Variables extends OperationVariables> {
  /** Adds or removes cached rows. */
  update?: MutationUpdaterFunction<Data, Variables, ApolloCache> | undefined
  /** Queries to repeat, by document or name. The command counts as running until they are answered. */
  refetch?: RefetchQueriesInclude | undefined
}

interface SendOptions<Data, Variables extends OperationVariables> extends CacheChanges<Data, Variables> {
  /** Ends the request; its outcome is unknown then. */
  signal?: AbortSignal
  headers?: Readonly<Record<string, string>>
  /** For an answer that must not change what other parts of the screen show. */
  fetchPolicy?: 'no-cache'
}

/** Sends a command and returns its data. Throws what `failureOf` (problems.ts) explains. */
export type SendCommand = <Data, Variables extends OperationVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  options?: SendOptions<Data, Variables>,
) => Promise<Data>

/**
 * Returns the function by which screens send commands. A button uses `useCommand`, a form `useCommandForm`; both are
 * built on it. It is for a dialog, an import or a screen that shows a refusal in a place of its own.
 */
export function useSendCommand(): SendCommand {
  const client = useApolloClient()
  return useCallback(
    async <Data, Variables extends OperationVariables>(
      mutation: TypedDocumentNode<Data, Variables>,
      variables: Variables,
      { update, refetch, signal, headers, fetchPolicy }: SendOptions<Data, Variables> = {},
    ) => {
      const { data } = await client.mutate<Data, Variables>({
        mutation,
        variables,
        context: { ...(signal ? { fetchOptions: { signal } } : {}), ...(headers ? { headers } : {}) },
        ...(update ? { update } : {}),
        ...(fetchPolicy ? { fetchPolicy } : {}),
      })
      // The command has succeeded: a list that cannot be read again says so itself.
      if (refetch) await client.refetchQueries({ include: refetch }).catch(() => undefined)
      // Without data the client throws.
      return data as Data
    },
    [client],
  )
}
