import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { Refused } from './publicCalls.ts'

const answer = z.object({
  data: z.unknown(),
  errors: z.array(z.object({ message: z.string(), extensions: z.object({ code: z.string() }).optional() })).optional(),
})

/** Codes that say what a person can do about it; anything else is a mistake of the program. */
const inWords: ReadonlySet<string> = new Set([
  'BAD_INPUT',
  'NOT_FOUND',
  'FORBIDDEN',
  'CONFLICT',
  'SIGNED_OUT',
  'DISABLED_MODULE',
  'RATE_LIMITED',
])

/** What was asked, and what became of it. */
export interface Asked {
  /** Answers that were not told as such, because the connection broke or the server was away, and were asked for again. */
  again: number
  /** Answers that said in words that the server cannot work just now. */
  unavailable: Map<string, number>
  /** Whatever must not be. */
  wrong: string[]
}

export const nothingAsked = (): Asked => ({ again: 0, unavailable: new Map(), wrong: [] })

/** So long somebody goes on with one thing before the run is given up. */
const statementTimeoutMs = 90_000

/** Asks until there is an answer for good. */
export interface Person {
  /**
   * Sends the same again until it is answered.
   * @throws Refused with the server's code
   */
  ask(query: string, input: object): Promise<unknown>
  /** Asks once; undefined where no answer came, or the server said that it cannot work just now. */
  once(query: string, input: object): Promise<{ data: unknown } | undefined>
  /** Sends bytes to an address of `requestUpload`; false where no answer came, or one that says no. */
  put(url: string, type: string, bytes: string): Promise<boolean>
}

/**
 * Somebody of a school, by their token, whose page sends again what was not answered.
 * @param server where it listens
 */
export function personOf(server: string, schoolId: number, token: string, asked: Asked): Person {
  async function once(query: string, input: object): Promise<{ data: unknown } | undefined> {
    const response = await fetch(`${server}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables: { s: String(schoolId), i: input } }),
      signal: AbortSignal.timeout(20_000),
    }).catch(() => undefined)
    // A server that is killed in the middle of its answer.
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
      const end = Date.now() + statementTimeoutMs
      for (let turn = 0; Date.now() < end; turn++) {
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
