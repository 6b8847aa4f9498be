import type { InternalRefetchQueriesInclude, OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { failureOf } from '#ui/problems.ts'
import { onceFailed, useRequestKey } from '#ui/requestKey.ts'
import { sayError } from '#ui/snackbars.tsx'

/**
 * A change of the books that is one question and its answer; the key lives as long as the question, so that answering it again
 * after a broken connection changes nothing twice. Where somebody else was here first, says so and reads the account anew.
 * @returns whether it was done; rejects where asking again may help
 */
export function useBookChange<Data, Variables extends OperationVariables>(
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
      sayError(onceFailed(failure.message, failure))
      await reload().catch(() => undefined)
      return false
    }
  }
}
