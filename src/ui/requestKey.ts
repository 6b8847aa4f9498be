import { useCallback, useState } from 'react'
import { type Failure, failureOf, genericText } from './problems.ts'

/** Said when nobody knows whether a request arrived. */
export const sendAgain =
  'No answer came, so it is not known whether this was stored. Send it again as it stands: it will not be stored twice.'

/** The words for a failure of something that is done once: what was not done and why, or that nobody knows whether it was. */
export function notDone(what: string): (message: string, failure: Failure) => string {
  return (message, failure) => (failure.expected ? `${what} ${message}` : sendAgain)
}

/** What a failure of something without a field to blame is called: a deletion, a settlement (specification, section 8). */
export function actionFailed(_message: string, failure: Failure): string {
  return `Action Failed. Heres the error: ${genericText(failure)}`
}

/** The same for something that is done once: where the server has not answered for good, that nobody knows whether it was. */
export function onceFailed(message: string, failure: Failure): string {
  return answersForGood(failure) ? actionFailed(message, failure) : sendAgain
}

/** Whether the server has definitely answered: only then is it known that nothing is stored under the key. */
export function answersForGood(failure: Failure): boolean {
  return failure.expected && failure.code !== 'UNAVAILABLE'
}

type Send = <Answer>(send: (key: string) => Promise<Answer>) => Promise<Answer>
type SendFor = <Answer>(thing: string, send: (key: string) => Promise<Answer>) => Promise<Answer>

/**
 * Sends things that must be done once (platform/once.ts), each under a key of its own: a new key after every definite answer,
 * success or refusal, and the same key again for the same thing after a failed connection, of which nobody knows whether it arrived.
 */
export function requestKeys(): SendFor {
  const held = new Map<string, string>()
  return async (thing, send) => {
    const key = held.get(thing) ?? crypto.randomUUID()
    held.set(thing, key)
    try {
      const answer = await send(key)
      held.delete(thing)
      return answer
    } catch (error) {
      if (answersForGood(failureOf(error))) held.delete(thing)
      throw error
    }
  }
}

/** The keys of several things of one kind, such as the receipts of a list, as long as the screen stands. */
export function useRequestKeys(): SendFor {
  return useState(requestKeys)[0]
}

/** The key of the one thing a form or a question is about. */
export function useRequestKey(): Send {
  const withKey = useRequestKeys()
  return useCallback((send) => withKey('', send), [withKey])
}
