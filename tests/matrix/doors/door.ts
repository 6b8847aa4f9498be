import { randomInt } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import type { Ground } from '../ground.ts'
import type { Who } from '../../world.ts'

/** What came back: headers in lower case, the body as bytes and as text. */
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

/** The product as it is reached from outside, on the ground of the matrix. */
export interface Outside {
  ground: Ground
  url: string
  /** The address of the metrics, on a port of their own. */
  metricsUrl: string
  /** Access tokens of a real sign-in, of the own school; nobody's for `anonymous`. */
  tokens: Readonly<Record<Who, string | undefined>>
  /** Access tokens of the other school's people. */
  otherAdmin: string
  /** The token of somebody who has no password of their own yet. */
  newcomer: string
  /** The cookie of the SUPERADMIN's session at the sign-in service. */
  cookie: string
  refreshTokens: { admin: string; disabled: string }
  idToken: string
  providers: { appSecret: string; verifyToken: string; webhookSecret: string }
  /** A file of each school as it was uploaded: its id, and the address it can be read at. */
  files: Readonly<Record<'own' | 'other', { id: string; url: string }>>
  /** Sends a path exactly as it is given, each time from another network address. */
  send(path: string, sending?: Sending): Promise<Answer>
}

/** One thing tried at a door. */
export interface Ask {
  /** Who tries what, in a few words. */
  as: string
  /** The status, and the code or the place to go where there is one: `404 NOT_FOUND`, `302 /onlinefees/…`. */
  expected: string
  send(): Promise<Answer>
  /** Kinds of canaries that the answer may hold. */
  holds?: readonly string[]
  /** Looks closer than status and code do; what it answers is compared with `expected`. */
  read?: (answer: Answer) => string | Promise<string>
}

/** What is tried at a route of the server. */
export type Door = (outside: Outside) => Ask[] | Promise<Ask[]>

/** A request to a server of this machine, with its path as it is given: nothing is tidied up on the way. */
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
            // Limits per network address stay out of the way; the server is told to believe its proxy.
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

/** The status with the code of a refusal, or the place one is sent to. */
export function outcome({ status, headers, bytes }: Answer): string {
  if (headers.location !== undefined) return `${status} ${String(headers.location)}`
  if (!String(headers['content-type']).startsWith('application/json')) return String(status)
  const body = JSON.parse(bytes.toString() || '{}') as { code?: unknown; errors?: { extensions?: { code?: unknown } }[] }
  const code = body.errors?.[0]?.extensions?.code ?? body.code
  return typeof code === 'string' ? `${status} ${code}` : String(status)
}

/** A text with one character changed in its middle, and as long as before. */
export function tampered(text: string): string {
  const at = Math.floor(text.length / 2)
  return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
}
