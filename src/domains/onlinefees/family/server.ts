import type { TypedDocumentString } from './family.graphql.ts'

/** Longer than a slow line needs for one answer; then it is taken for lost. */
const patience = 30_000

interface Answer {
  data?: unknown
  errors?: { message?: string; extensions?: { code?: string; problems?: { path: string; message: string }[] } }[]
}

/**
 * Why there is no answer, in a sentence for a guardian. The server's own codes, and OFFLINE (nothing came back) and SERVER
 * (something that is no answer).
 */
export class Failure extends Error {
  readonly code: string
  readonly problems: readonly { path: string; message: string }[]

  constructor(code: string, message: string, problems: readonly { path: string; message: string }[] = []) {
    super(message)
    this.code = code
    this.problems = problems
  }

  /** Whether the server has decided: asking again gives the same answer, and nothing was stored. */
  get isFinal(): boolean {
    return !['OFFLINE', 'SERVER', 'UNAVAILABLE', 'UNEXPECTED'].includes(this.code)
  }
}

/** Asks the server. @throws Failure */
export async function ask<Data, Variables>(document: TypedDocumentString<Data, Variables>, variables: Variables): Promise<Data> {
  const giveUp = new AbortController()
  const timer = setTimeout(() => giveUp.abort(), patience)
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: document.toString(), variables }),
      signal: giveUp.signal,
    }).catch(() => {
      throw new Failure('OFFLINE', 'No answer came. Please check that your phone is online, and try again.')
    })
    const { data, errors } = await read(response)
    const first = errors?.[0]
    if (first) {
      const { code = 'UNEXPECTED', problems } = first.extensions ?? {}
      throw new Failure(code, first.message ?? 'Something went wrong on our side. Please try again.', problems)
    }
    return data as Data
  } finally {
    clearTimeout(timer)
  }
}

async function read(response: Response): Promise<Answer> {
  const answer = (await response.json().catch(() => null)) as Answer | null
  if (answer && (answer.data || answer.errors)) return answer
  throw new Failure('SERVER', 'The payment service cannot be reached now. Please try again in a few minutes.')
}

export function failureOf(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure('UNEXPECTED', 'Something went wrong on this page. Please load it again.')
}
