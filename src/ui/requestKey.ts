import { useCallback, useRef } from 'react'
import { type Failure, failureOf } from './problems.ts'

/** Said when nobody knows whether a request arrived. */
export const sendAgain =
  'No answer came, so it is not known whether this was stored. Send it again as it stands: it will not be stored twice.'

/** The words for a failure of something that is done once: what was not done and why, or that nobody knows whether it was. */
export function notDone(what: string): (message: string, failure: Failure) => string {
  return (message, failure) => (failure.expected ? `${what} ${message}` : sendAgain)
}

/** Whether the server has definitely answered: only then is it known that nothing is stored under the key. */
export function answersForGood(failure: Failure): boolean {
  return failure.expected && failure.code !== 'UNAVAILABLE'
}

/**
 * Sends one thing that must be done once (platform/once.ts) under a key of its own: a new key after every definite answer,
 * success or refusal, and the same key again after a failed connection, of which nobody knows whether it arrived.
 */
export function useRequestKey(): <Answer>(send: (key: string) => Promise<Answer>) => Promise<Answer> {
  const held = useRef<string | null>(null)
  return useCallback(async (send) => {
    const key = (held.current ??= crypto.randomUUID())
    try {
      const answer = await send(key)
      held.current = null
      return answer
    } catch (error) {
      if (answersForGood(failureOf(error))) held.current = null
      throw error
    }
  }, [])
}
