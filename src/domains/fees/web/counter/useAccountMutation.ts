import type { MutationDocument } from '#shared/graphqlDocuments.ts'
import { failureOf } from '#ui/problems.ts'
import { onceFailedMessage, useRequestKey } from '#ui/requestKey.ts'
import { showError } from '#ui/snackbars.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'

/**
 * Returns a function that sends a change of an account under a request key. The key lives as long as the dialog, so
 * sending it again after a broken connection changes nothing twice. On a conflict it shows the message and reloads the
 * account.
 * @returns whether the change was made; rejects when trying again may help
 */
export function useAccountMutation<Data, Variables>(
  mutation: MutationDocument<Data, Variables>,
  reload: () => Promise<unknown>,
): (variables: (key: string) => Variables) => Promise<boolean> {
  const sendCommand = useSendCommand()
  const withKey = useRequestKey()
  return async (variables) => {
    try {
      await withKey((key) => sendCommand(mutation, variables(key)))
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
