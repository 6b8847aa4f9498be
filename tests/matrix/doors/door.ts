import { randomInt } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import type { Ground } from '../ground.ts'
import type { Who } from '../../world/testWorld.ts'

/** A response: headers in lower case, the body as bytes and as text. */
export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  bytes: Buffer
  text: string
}

export interface Sending {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  bearer?: string | undefined
}

/** The product as seen from outside, on the matrix's data. */
export interface Outside {
  ground: Ground
  url: string
  /** URL of the metrics, on their own port. */
  metricsUrl: string
  /** Access tokens of a real sign-in in the own school; undefined for `anonymous`. */
  tokens: Readonly<Record<Who, string | undefined>>
  /** Access token of the other school's ADMIN. */
  otherAdmin: string
  /** Token of a person without an own password. */
  newcomer: string
  /** Cookie of the SUPERADMIN's session at the sign-in service. */
  cookie: string
  refreshTokens: { admin: string; disabled: string }
  idToken: string
  providers: { appSecret: string; verifyToken: string; webhookSecret: string }
  /** An uploaded file of each school: its id and its temporary URL. */
  files: Readonly<Record<'own' | 'other', { id: string; url: string }>>
  /** Sends a path exactly as given, each time from another network address. */
  send(path: string, sending?: Sending): Promise<Answer>
}

/** A request to a route. */
export interface Ask {
  /** Short description of who tries what. */
  as: string
  /** The status, and the code or the redirect target if any: `404 NOT_FOUND`, `302 /onlinefees/…`. */
  expected: string
  send(): Promise<Answer>
  /** Kinds of canaries that the response may contain. */
  holds?: readonly string[]
  /** Returns a more specific result than status and code, to be compared with `expected`. */
  read?: (answer: Answer) => string | Promise<string>
}

/** Returns the requests to try at a route. */
export type Door = (outside: Outside) => Ask[] | Promise<Ask[]>

/** Sends requests to a local server with the path exactly as given, without normalization. */
export function sendTo(base: string): Outside['send'] {
  return (path, { method = 'GET', headers = {}, body, bearer } = {}) =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(base)
      const request = httpRequest(
        {
          hostname,
          port,
          path,
          method,
          headers: {
            // Avoids the limits per network address; the server trusts its proxy.
            'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
            ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
            ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            const bytes = Buffer.concat(chunks)
            const { statusCode: status = 0, headers: given } = response
            resolve({ status, headers: given, bytes, text: `${JSON.stringify(given)}${bytes.toString()}` })
          })
        },
      )
      request.on('error', reject)
      request.end(body)
    })
}

export const json = (body: unknown): Pick<Sending, 'method' | 'headers' | 'body'> => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

export const form = (fields: Record<string, string>): Pick<Sending, 'method' | 'headers' | 'body'> => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

/** Returns the status with the refusal's code or the redirect target. */
export function outcome({ status, headers, bytes }: Answer): string {
  if (headers.location !== undefined) return `${status} ${String(headers.location)}`
  if (!String(headers['content-type']).startsWith('application/json')) return String(status)
  const body = JSON.parse(bytes.toString() || '{}') as { code?: unknown; errors?: { extensions?: { code?: unknown } }[] }
  const code = body.errors?.[0]?.extensions?.code ?? body.code
  return typeof code === 'string' ? `${status} ${code}` : String(status)
}

/** Returns a text of the same length with one character changed in its middle. */
export function tampered(text: string): string {
  const at = Math.floor(text.length / 2)
  return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
}
