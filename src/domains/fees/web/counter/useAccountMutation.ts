import type { InternalRefetchQueriesInclude, OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { failureOf } from '#ui/problems.ts'
import { onceFailedMessage, useRequestKey } from '#ui/requestKey.ts'
import { showError } from '#ui/snackbars.tsx'

/**
 * Returns a function that sends a change of an account under a request key. The key lives as long as the dialog, so
 * sending it again after a broken connection changes nothing twice. On a conflict it shows the message and reloads the
 * account.
 * @returns whether the change was made; rejects when trying again may help
 */
export function useAccountMutation<Data, Variables extends OperationVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  reload: () => Promise<unknown>,
  refetch?: InternalRefetchQueriesInclude,
): (variables: (key: string) => Variables) => Promise<boolean> {
  const client = useApolloClient()
  const withKey = useRequestKey()
  return async (variables) => {
    try {
      await withKey((key) =>
        client.mutate<Data, Variables>({
          mutation,
          variables: variables(key),
          ...(refetch ? { refetchQueries: refetch, awaitRefetchQueries: true } : {}),
        }),
      )
      return true
    } catch (error) {
      const failure = failureOf(error)
      if (failure.code !== 'CONFLICT' && failure.code !== 'NOT_FOUND') throw error
      showError(onceFailedMessage(failure.message, failure))
      await reload().catch(() => undefined)
      return false
    }
  }
}
