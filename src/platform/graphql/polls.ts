import type { GraphQLSchema } from 'graphql'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Call } from '../command.ts'
import { type PlainDocument, plainDocument } from './plainDocument.ts'

/** An operation that thousands of pages ask every few seconds. */
export interface Poll {
  /**
   * Asks the operation's query, which makes all of its checks. Returns null if the answer has nothing new for the page.
   * Lists in an answer are not changed afterwards.
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
  operationName: z.string().nullish(),
  variables: z.object({ schoolId: z.string(), input: z.unknown() }),
})

const unchangedBody = JSON.stringify({ data: null, extensions: { unchanged: true } })

/** Our pages have one document for each poll; others are from other versions of them. */
const mostDocuments = 100

/**
 * Returns a function that answers polls ahead of GraphQL: with a constant if nothing is new, else with the fields that
 * the document asks for. It returns null for a request that is no poll, for a document that is not plain, and for a
 * refusal; GraphQL answers those.
 *
 * @param isFree tells whether a document was asked before, and so was paid for, or is one of the screens
 */
export function pollAnswers(schema: GraphQLSchema, polls: Polls, isFree: (document: string) => boolean) {
  const documents = new LRUCache<string, { plain: PlainDocument | null }>({ max: mostDocuments })

  function documentOf(name: string, source: string): PlainDocument | null {
    const key = `${name} ${source}`
    let known = documents.get(key)
    if (!known) documents.set(key, (known = { plain: plainDocument(schema, name, source) }))
    return known.plain
  }

  return async (name: unknown, body: unknown, call: Call): Promise<PollAnswer | null> => {
    if (typeof name !== 'string' || !Object.hasOwn(polls, name)) return null
    const parsed = pollBody.safeParse(body)
    if (!parsed.success) return null
    const { query, operationName, variables } = parsed.data
    if (!isFree(query)) return null
    try {
      const answer = await polls[name]?.(call, variables.schoolId, variables.input)
      if (answer === null) return { body: unchangedBody, operation: `${name} unchanged` }
      const document = documentOf(name, query)
      if (!answer || !document || (operationName ?? document.operationName) !== document.operationName) return null
      return { body: document.write(answer), operation: name }
    } catch {
      return null
    }
  }
}
