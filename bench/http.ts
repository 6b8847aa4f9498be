import autocannon from 'autocannon'
import type { Measured } from './report.ts'

/** A GraphQL request over HTTP. */
export interface GraphqlRequest {
  query: string
  variables: Record<string, unknown>
}

/**
 * Measures requests through the whole product: HTTP, token, GraphQL, row-level security.
 * @param signedInBy returns the headers that carry the token
 * @throws when any response is not 200, or has errors
 */
export async function overHttp(
  url: string,
  token: string,
  next: () => GraphqlRequest,
  load: { clients: number; seconds: number },
  signedInBy: (token: string) => Record<string, string> = (bearer) => ({ authorization: `Bearer ${bearer}` }),
): Promise<Measured> {
  const headers = { 'content-type': 'application/json', ...signedInBy(token) }
  let failed = ''
  const result = await autocannon({
    url: `${url}/graphql`,
    connections: load.clients,
    duration: load.seconds,
    requests: [
      {
        method: 'POST',
        headers,
        setupRequest: (request) => ({ ...request, headers, body: JSON.stringify(next()) }),
        onResponse: (status, body) => {
          if (status !== 200 || body.startsWith('{"errors"')) failed ||= `${status} ${body.slice(0, 300)}`
        },
      },
    ],
  })
  if (failed) throw new Error(`The server answered ${failed}`)
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

/** Returns the data of a request. @throws when the server refuses */
export async function graphql(url: string, token: string, query: string, variables: object): Promise<unknown> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown }
  if (errors) throw new Error(`The server answered ${JSON.stringify(errors).slice(0, 500)}`)
  return data
}
