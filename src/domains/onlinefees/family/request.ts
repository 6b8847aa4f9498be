import { t } from '@lingui/core/macro'
import type { MutationDocument, QueryDocument } from '#shared/graphqlDocuments.ts'

/** Request timeout; longer than a slow line needs for one answer. */
const timeoutMs = 30_000

interface Answer {
  data?: unknown
  errors?: { message?: string; extensions?: { code?: string; problems?: { path: string; message: string }[] } }[]
}

/**
 * A failed request with a message for the guardian. The code is the server's, OFFLINE (no response) or SERVER (an
 * invalid response).
 */
export class Failure extends Error {
  readonly code: string
  readonly problems: readonly { path: string; message: string }[]

  constructor(code: string, message: string, problems: readonly { path: string; message: string }[] = []) {
    super(message)
    this.code = code
    this.problems = problems
  }

  /** Tells whether the server has refused: nothing was stored, and the same request would be refused again. */
  get isFinal(): boolean {
    return !['OFFLINE', 'SERVER', 'UNAVAILABLE', 'UNEXPECTED'].includes(this.code)
  }
}

/**
 * Sends a GraphQL operation to the server and returns its data.
 * @throws Failure
 */
export async function request<Data, Variables>(
  document: QueryDocument<Data, Variables> | MutationDocument<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), timeoutMs)
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: document.text, variables }),
      signal: abort.signal,
    }).catch(() => {
      throw new Failure('OFFLINE', t`No answer came. Please check that your phone is online, and try again.`)
    })
    const { data, errors } = await read(response)
    const first = errors?.[0]
    if (first) {
      const { code = 'UNEXPECTED', problems } = first.extensions ?? {}
      throw new Failure(code, first.message ?? t`Something went wrong on our side. Please try again.`, problems)
    }
    return data as Data
  } finally {
    clearTimeout(timer)
  }
}

async function read(response: Response): Promise<Answer> {
  const answer = (await response.json().catch(() => null)) as Answer | null
  if (answer && (answer.data || answer.errors)) return answer
  throw new Failure('SERVER', t`The payment service cannot be reached now. Please try again in a few minutes.`)
}

export function failureOf(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure('UNEXPECTED', t`Something went wrong on this page. Please load it again.`)
}
