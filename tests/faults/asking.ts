import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { Refused } from './publicCalls.ts'

const answer = z.object({
  data: z.unknown(),
  errors: z.array(z.object({ message: z.string(), extensions: z.object({ code: z.string() }).optional() })).optional(),
})

/** Error codes with a message for people; any other code is a bug. */
const inWords: ReadonlySet<string> = new Set([
  'BAD_INPUT',
  'NOT_FOUND',
  'FORBIDDEN',
  'CONFLICT',
  'SIGNED_OUT',
  'DISABLED_MODULE',
  'RATE_LIMITED',
])

/** Requests sent and their results. */
export interface Asked {
  /** Requests repeated because the connection broke or the server was unavailable. */
  again: number
  /** Responses by message that the server cannot work just now. */
  unavailable: Map<string, number>
  /** Violations found. */
  wrong: string[]
}

export const nothingAsked = (): Asked => ({ again: 0, unavailable: new Map(), wrong: [] })

/** Time after which a request counts as never answered, in milliseconds. */
const giveUpMs = 300_000

/** A person who repeats a request until it is answered definitely. */
export interface Person {
  /**
   * Repeats a request until it is answered.
   * @throws Refused with the server's code
   */
  ask(query: string, input: object): Promise<unknown>
  /** Sends a request once; undefined without an answer, or when the server cannot work just now. */
  once(query: string, input: object): Promise<{ data: unknown } | undefined>
  /** Uploads bytes to a URL of `requestUpload`; false without an answer or when refused. */
  put(url: string, type: string, bytes: string): Promise<boolean>
}

/**
 * Returns a person of a school by their token, whose page repeats unanswered requests.
 * @param server its URL
 */
export function personOf(server: string, schoolId: number, token: string, asked: Asked): Person {
  async function once(query: string, input: object): Promise<{ data: unknown } | undefined> {
    const response = await fetch(`${server}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables: { s: String(schoolId), i: input } }),
      signal: AbortSignal.timeout(20_000),
    }).catch(() => undefined)
    // The server was killed in the middle of its response.
    const body: unknown = await response?.json().catch(() => undefined)
    const parsed = answer.safeParse(body)
    if (!parsed.success) return undefined
    const [error] = parsed.data.errors ?? []
    if (!error) return { data: parsed.data.data }
    const code = error.extensions?.code ?? 'NONE'
    if (code === 'UNAVAILABLE') {
      asked.unavailable.set(error.message, (asked.unavailable.get(error.message) ?? 0) + 1)
      return undefined
    }
    if (!inWords.has(code)) asked.wrong.push(`An answer was ${code}: ${error.message}`)
    throw new Refused(code, error.message)
  }

  return {
    once,
    ask: async (query, input) => {
      const end = AbortSignal.timeout(giveUpMs)
      for (let turn = 0; !end.aborted; turn++) {
        const found = await once(query, input)
        if (found) return found.data
        asked.again += 1
        await sleep(Math.min(500, 50 * 2 ** turn))
      }
      throw new Error('The server did not answer any more.')
    },
    put: async (url, type, bytes) => {
      const sent = await fetch(`${server}${url}`, {
        method: 'PUT',
        headers: { 'content-type': type },
        body: bytes,
        signal: AbortSignal.timeout(20_000),
      }).catch(() => undefined)
      await sent?.body?.cancel()
      return sent?.ok === true
    },
  }
}
