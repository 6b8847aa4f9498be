import { z } from 'zod'
import type { Call } from '../command.ts'

/** An operation that thousands of pages ask every few seconds. */
export interface Poll {
  /**
   * Asks the operation's query, which makes all of its checks. Returns null if the answer has nothing new for the page;
   * else all fields of the operation's type, as its JSON has them.
   *
   * @throws Refusal
   */
  (call: Call, schoolId: string, input: unknown): Promise<object | null>
}

/** Polls by operation name, which a page sends in the header `x-poll`. */
export type Polls = Readonly<Record<string, Poll>>

/** A poll's answer as it is sent. */
export interface PollAnswer {
  body: string
  /** For the access log and the metrics. */
  operation: string
}

const pollBody = z.object({
  query: z.string(),
  variables: z.object({ schoolId: z.string(), input: z.unknown() }),
})

const unchangedBody = JSON.stringify({ data: null, extensions: { unchanged: true } })

/**
 * Returns a function that answers polls ahead of GraphQL: with a constant if nothing is new, else with every field of
 * the operation. It returns null for a request that is no poll, and for a refusal; GraphQL answers those.
 *
 * @param isFree tells whether a document was asked before, and so was paid for, or is one of the screens
 */
export function pollAnswers(polls: Polls, isFree: (document: string) => boolean) {
  return async (name: unknown, body: unknown, call: Call): Promise<PollAnswer | null> => {
    if (typeof name !== 'string' || !Object.hasOwn(polls, name)) return null
    const parsed = pollBody.safeParse(body)
    if (!parsed.success || !isFree(parsed.data.query)) return null
    const { schoolId, input } = parsed.data.variables
    try {
      const answer = await polls[name]?.(call, schoolId, input)
      return answer
        ? { body: JSON.stringify({ data: { [name]: answer } }), operation: name }
        : { body: unchangedBody, operation: `${name} unchanged` }
    } catch {
      return null
    }
  }
}
