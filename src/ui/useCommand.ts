import { useRef, useState } from 'react'
import { type Failure, failureOf, genericMessage, endsSession } from './problems.ts'
import type { MutationDocument } from '#shared/graphqlDocuments.ts'
import { useRequestKey } from './requestKey.ts'
import { showError, showSuccess } from './snackbars.ts'
import { type DataChanges, useSendCommand } from './useSendCommand.ts'

export interface CommandOptions<Data> extends DataChanges {
  success?: string | ((data: Data) => string)
  /** Error message of the screen; receives the server's message. By default the generic one. */
  failure?: (message: string, failure: Failure) => string
}

/**
 * Runs a command without a form, such as a toggle or a deletion, and shows the result. Returns the data, or null when
 * refused. Calls during a run are ignored. For a change that must be made once, give the variables as a function of
 * the request key (requestKey.ts).
 */
export function useCommand<Data, Variables extends object>(
  mutation: MutationDocument<Data, Variables>,
  options: CommandOptions<Data> = {},
): [run: (variables: Variables | ((key: string) => Variables)) => Promise<Data | null>, running: boolean] {
  const sendCommand = useSendCommand()
  const withKey = useRequestKey()
  const [running, setRunning] = useState(false)
  const busy = useRef(false)

  async function run(variables: Variables | ((key: string) => Variables)): Promise<Data | null> {
    if (busy.current) return null
    busy.current = true
    setRunning(true)
    try {
      const send = (sent: Variables) => sendCommand(mutation, sent, { alsoChanges: options.alsoChanges })
      const data = await (typeof variables === 'function' ? withKey((key) => send(variables(key))) : send(variables))
      if (options.success) showSuccess(typeof options.success === 'string' ? options.success : options.success(data))
      return data
    } catch (error) {
      const failure = failureOf(error)
      if (!endsSession(failure)) showError(options.failure ? options.failure(failure.message, failure) : genericMessage(failure))
      return null
    } finally {
      busy.current = false
      setRunning(false)
    }
  }

  return [run, running]
}
