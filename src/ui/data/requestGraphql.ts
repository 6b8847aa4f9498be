import { t } from '@lingui/core/macro'
import { operationHeader } from '#shared/operationHeader.ts'
import type { MutationDocument, QueryDocument } from '#shared/graphqlDocuments.ts'

/** One of the errors in a GraphQL answer. */
export interface GraphqlProblem {
  message: string
  extensions?: Readonly<Record<string, unknown>>
}

/** The server has refused an operation, or failed at it. */
export class GraphqlError extends Error {
  readonly errors: readonly GraphqlProblem[]

  constructor(errors: readonly GraphqlProblem[]) {
    super(errors[0]?.message ?? '')
    this.name = 'GraphqlError'
    this.errors = errors
  }
}

/** The answer is not one of the GraphQL endpoint, but of something on the way to it. */
export class ServerError extends Error {
  readonly status: number

  constructor(status: number) {
    super(t`The server answered ${status}.`)
    this.name = 'ServerError'
    this.status = status
  }
}

export interface RequestOptions {
  signal?: AbortSignal | undefined
  headers?: Readonly<Record<string, string>> | undefined
}

/** Sends an operation to the server and returns its data. */
export type RequestGraphql = <Data, Variables>(
  document: QueryDocument<Data, Variables> | MutationDocument<Data, Variables>,
  variables: Variables,
  options?: RequestOptions,
) => Promise<Data>

/**
 * Sends an operation to the GraphQL endpoint and returns its data.
 * @throws GraphqlError for a refusal; ServerError for an answer that is none; TypeError without a connection
 */
export const requestGraphql: RequestGraphql = async (document, variables, { signal, headers } = {}) => {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      ...operationHeaders(document),
      ...headers,
    },
    body: JSON.stringify({ operationName: document.name, query: document.text, variables }),
    signal: signal ?? null,
  })
  const answer = await readAnswer(response)
  if (answer.errors?.length) throw new GraphqlError(answer.errors)
  return answer.data as never
}

interface Answer {
  data?: unknown
  errors?: GraphqlProblem[]
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  try {
    const answer = JSON.parse(text) as Answer | null
    if (answer && (answer.data !== undefined || answer.errors)) return answer
  } catch {
    // A proxy's own page.
  }
  throw new ServerError(response.status)
}

/** Returns the header that names a mutation; none for a query. */
export function operationHeaders(
  document: QueryDocument<unknown, never> | MutationDocument<unknown, never>,
): Record<string, string> {
  return document.kind === 'mutation' ? { [operationHeader]: document.field } : {}
}
