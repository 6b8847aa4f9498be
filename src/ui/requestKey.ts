import { t } from '@lingui/core/macro'
import { useCallback, useState } from 'react'
import { type Failure, failureOf, genericMessage } from './problems.ts'

/** Error when nobody knows whether the request arrived. */
export const unknownOutcomeMessage = t`No answer came, so it is not known whether this was saved. Send it again as it stands: it will not be saved twice.`

/**
 * Returns an error message for a change with a request key: the consequence and the reason, or that the outcome is
 * unknown.
 */
export function failedOrUnknownMessage(consequence: string): (message: string, failure: Failure) => string {
  return (message, failure) => (failure.expected ? `${consequence} ${message}` : unknownOutcomeMessage)
}

/**
 * Returns the error message for an action without fields, such as a deletion or a settlement (specification, section
 * 8).
 */
export function actionFailedMessage(_message: string, failure: Failure): string {
  return t`Action Failed. Here’s the error: ${genericMessage(failure)}`
}

/** Like {@link actionFailedMessage} for a change with a request key: says so when the outcome is unknown. */
export function onceFailedMessage(message: string, failure: Failure): string {
  return isDefiniteAnswer(failure) ? actionFailedMessage(message, failure) : unknownOutcomeMessage
}

/** Returns whether the server has definitely answered. Only then is it certain that nothing is stored under the key. */
export function isDefiniteAnswer(failure: Failure): boolean {
  return failure.expected && failure.code !== 'UNAVAILABLE'
}

type Send = <Answer>(send: (key: string) => Promise<Answer>) => Promise<Answer>
type SendFor = <Answer>(thing: string, send: (key: string) => Promise<Answer>) => Promise<Answer>

/**
 * Sends changes that must be made once (platform/requestKeys.ts), each under its own request key. After a definite
 * answer, success or refusal, the next send gets a new key. After a failed connection the same thing gets the same key
 * again, because nobody knows whether the request arrived.
 */
export function createRequestKeys(): SendFor {
  const pendingKeys = new Map<string, string>()
  return async (thing, send) => {
    const key = pendingKeys.get(thing) ?? crypto.randomUUID()
    pendingKeys.set(thing, key)
    try {
      const answer = await send(key)
      pendingKeys.delete(thing)
      return answer
    } catch (error) {
      if (isDefiniteAnswer(failureOf(error))) pendingKeys.delete(thing)
      throw error
    }
  }
}

/** Returns a sender for several things of one kind, such as the receipts of a list, while the screen is mounted. */
export function useRequestKeys(): SendFor {
  return useState(createRequestKeys)[0]
}

/** Returns a sender for the one thing that a form or question is about. */
export function useRequestKey(): Send {
  const withKey = useRequestKeys()
  return useCallback((send) => withKey('', send), [withKey])
}
