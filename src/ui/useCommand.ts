import type {
  ApolloCache,
  InternalRefetchQueriesInclude,
  MutationUpdaterFunction,
  OperationVariables,
  TypedDocumentNode,
} from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { failureOf, genericMessage, endsSession } from './problems.ts'
import { showError, showSuccess } from './snackbars.tsx'

export interface CommandOptions<Data, Variables extends OperationVariables> {
  success?: string | ((data: Data) => string)
  /** Error message of the screen; receives the server's message. By default the generic one. */
  failure?: (message: string) => string
  update?: MutationUpdaterFunction<Data, Variables, ApolloCache>
  refetch?: InternalRefetchQueriesInclude
}

/**
 * Runs a command without a form, such as a toggle or a deletion, and shows the result. Returns the data, or null when
 * refused. Calls during a run are ignored.
 */
export function useCommand<Data, Variables extends OperationVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  options: CommandOptions<Data, Variables> = {},
): [run: (variables: Variables) => Promise<Data | null>, running: boolean] {
  const client = useApolloClient()
  const [running, setRunning] = useState(false)
  const busy = useRef(false)

  async function run(variables: Variables): Promise<Data | null> {
    if (busy.current) return null
    busy.current = true
    setRunning(true)
    try {
      const { data } = await client.mutate<Data, Variables>({
        mutation,
        variables,
        ...(options.update ? { update: options.update } : {}),
        ...(options.refetch ? { refetchQueries: options.refetch, awaitRefetchQueries: true } : {}),
      })
      const done = data as Data
      if (options.success) showSuccess(typeof options.success === 'string' ? options.success : options.success(done))
      return done
    } catch (error) {
      const failure = failureOf(error)
      if (!endsSession(failure)) showError(options.failure ? options.failure(failure.message) : genericMessage(failure))
      return null
    } finally {
      busy.current = false
      setRunning(false)
    }
  }

  return [run, running]
}
