import type {
  ApolloCache,
  InternalRefetchQueriesInclude,
  MutationUpdaterFunction,
  OperationVariables,
  TypedDocumentNode,
} from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { failureOf, genericText, isSignedOut } from './problems.ts'
import { sayError, saySuccess } from './snackbars.tsx'

export interface CommandOptions<Data, Variables extends OperationVariables> {
  success?: string | ((data: Data) => string)
  /** The words for a failure; gets the server's sentence. The generic sentence without it. */
  failure?: (message: string) => string
  update?: MutationUpdaterFunction<Data, Variables, ApolloCache>
  refetch?: InternalRefetchQueriesInclude
}

/**
 * Runs a command that has no form: a toggle, a deletion. Says what came of it; answers the data, or null when it was refused.
 * A second call while one runs does nothing.
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
      if (options.success) saySuccess(typeof options.success === 'string' ? options.success : options.success(done))
      return done
    } catch (error) {
      const failure = failureOf(error)
      if (!isSignedOut(failure)) sayError(options.failure ? options.failure(failure.message) : genericText(failure))
      return null
    } finally {
      busy.current = false
      setRunning(false)
    }
  }

  return [run, running]
}
