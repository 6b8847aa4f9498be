import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Readable, Transform } from 'node:stream'
import { setImmediate as restOfPacket } from 'node:timers/promises'
import { plural, t } from '#shared/texts.ts'
import { shapeProblem } from './jsonShape.ts'
import { closeAfterUnreadBodies, hasBody } from './unreadBody.ts'

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** Maximum body size of a request in bytes. */
export const bodyLimits = {
  /** Anybody, anywhere. Bodies of this size do not count as bytes in flight: a connection's own buffers are larger. */
  small: 32 * kilobyte,
  /** A student's GraphQL request. */
  student: 64 * kilobyte,
  /** Everybody else who is signed in. The largest is a certificate's format: 400,000 characters of JSON inside JSON. */
  staff: 2 * megabyte,
  /** An import of 50,000 rows, announced by a person who may import. */
  import: 24 * megabyte,
}

/** Maximum bytes in flight at once, from their arrival until the answer: per sender, and per process. */
export const inFlightLimits = {
  address: 4 * megabyte,
  /** A photo of 5 MB is sent by one request. */
  student: 6 * megabyte,
  staff: 24 * megabyte,
  /** Anonymous senders have their own part, so that they cannot displace those who signed in. */
  process: { signedIn: 96 * megabyte, anonymous: 32 * megabyte },
}

/** Maximum duration of a body: `least` seconds, plus one for each 64 kB announced: half a megabit a second. */
export const bodySeconds = { least: 30, bytesPerSecond: 64 * kilobyte }

/**
 * Node's own timeouts for requests whose body nobody reads: headers, whole request, and check interval, in
 * milliseconds.
 */
export const requestLimits = { headersMs: 30_000, requestMs: 600_000, lookMs: 5_000 }

/** Refused bodies per minute from one address without sign-in. */
const refusalsPerMinute = 300

/** The sender of a body, with the maximum size of this one and of all that are in flight. */
export interface Sender {
  /** A person's subject, or a network address. */
  key: string
  signedIn: boolean
  bytes: number
  inFlight: number
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Returns the sender of a body of more than {@link bodyLimits.small} before it is read; null for an anonymous one.
     * Throws when the request is refused whatever its body.
     */
    senderOf?: (request: FastifyRequest) => Sender | null | Promise<Sender | null>
  }
}

/** Error for a body that was refused before it was parsed. */
export class RefusedBody extends Error {
  readonly statusCode: number
  readonly code: string
  /** Whether the sender was signed in. */
  readonly signedIn: boolean
  readonly retryAfterSeconds: number | null

  constructor(
    statusCode: number,
    code: string,
    message: string,
    { signedIn = false, retryAfterSeconds = null }: { signedIn?: boolean; retryAfterSeconds?: number | null } = {},
  ) {
    super(message)
    this.statusCode = statusCode
    this.code = code
    this.signedIn = signedIn
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Returns an anonymous sender for a route that expects so many bytes. */
export function anonymousSender(request: FastifyRequest, bytes: number = bodyLimits.small): Sender {
  return { key: addressOf(request), signedIn: false, bytes, inFlight: inFlightLimits.address }
}

/**
 * Decides the maximum size of a body before it is read, and refuses it when it is too large, too slow, too deeply
 * nested, or too much at once. A route without a body reads none. Register it before the routes. A route that parses
 * JSON by itself asks {@link shapeRefusal} before.
 *
 * @param seconds time limit of a body, shorter in tests
 */
export function registerBodyLimits(app: FastifyInstance, seconds: typeof bodySeconds = bodySeconds): void {
  const hold = bytesInFlight()
  const refusals = new LRUCache<string, number>({ max: 50_000, ttl: 60_000, noUpdateTTL: true })

  /** Counts refusals of an anonymous address; over the limit further ones are refused with RATE_LIMITED. */
  function counted(request: FastifyRequest, refusal: RefusedBody): RefusedBody {
    if (refusal.signedIn) return refusal
    const key = addressOf(request)
    const count = (refusals.get(key) ?? 0) + 1
    refusals.set(key, count)
    return count > refusalsPerMinute ? busyRefusal('RATE_LIMITED', refusals.getRemainingTTL(key) / 1000) : refusal
  }

  closeAfterUnreadBodies(app)
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    const refusal = shapeRefusal(body)
    if (refusal) done(refusal)
    else void parseJson(request, body, done)
  })
  app.addHook('preParsing', async (request, reply, payload) => {
    const { raw, headers, method, routeOptions } = request
    if (!hasBody(raw) || method === 'GET' || method === 'HEAD') return payload
    if (request.is404) throw counted(request, new RefusedBody(404, 'NOT_FOUND', 'Not found'))
    if ((headers['content-encoding'] ?? 'identity') !== 'identity')
      throw counted(request, new RefusedBody(415, 'BAD_INPUT', 'Send the body as it is, without a content-encoding.'))
    const announced = headers['content-length'] === undefined ? null : Number(headers['content-length'])
    const isLarge = announced !== null && announced > bodyLimits.small
    const isSmall = announced !== null && !isLarge
    const sender = (isSmall ? null : await routeOptions.config.senderOf?.(request)) ?? anonymousSender(request)
    // A body that does not say how long it is has to be small.
    const bytes = Math.min(announced === null ? bodyLimits.small : sender.bytes, routeOptions.bodyLimit)
    if (announced !== null && announced > bytes) throw counted(request, tooLarge(bytes, sender))
    if (isLarge) {
      const full = hold(sender, announced, reply)
      if (full !== null)
        throw counted(request, busyRefusal(full === 'sender' ? 'RATE_LIMITED' : 'UNAVAILABLE', 5, sender.signedIn))
    }
    // Of a packet Node has parsed only the headers until now. A body that has come as a whole is not too long or slow.
    await restOfPacket()
    if (raw.complete && announced !== null) return payload
    const body = arriving(payload, bytes, (announced ?? bytes) / seconds.bytesPerSecond + seconds.least, sender)
    // Also heard here, because a route that answers without reading leaves nobody who hears it.
    body.once('error', (error) => error instanceof RefusedBody && counted(request, error))
    reply.raw.once('close', () => body.destroy())
    return body
  })
}

/** Returns a body that is refused when it has more bytes, or takes longer. */
function arriving(payload: RequestPayload, bytes: number, seconds: number, sender: Sender): Readable {
  // They are made here, because bytes arrive outside of the request, and a refusal speaks its language.
  const [large, slow] = [tooLarge(bytes, sender), tooSlow(sender)]
  let received = 0
  const body = payload.pipe(
    new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        received += chunk.length
        if (received > bytes) done(large)
        else done(null, chunk)
      },
    }),
  )
  // The client has gone: this is not an error of ours.
  payload.once('error', () => body.destroy(new RefusedBody(400, 'BAD_INPUT', 'The connection ended in the middle of the body.')))
  const timer = setTimeout(() => body.destroy(slow), seconds * 1000)
  body.once('close', () => clearTimeout(timer))
  return body
}

/**
 * Returns a function that counts the bytes of a body until its request is answered. It returns whose limit forbids
 * them; then nothing is counted.
 */
function bytesInFlight() {
  const held = new Map<string, number>()
  const add = (key: string, bytes: number) => held.set(key, (held.get(key) ?? 0) + bytes)
  return ({ key, signedIn, inFlight }: Sender, bytes: number, { raw }: FastifyReply): 'sender' | 'process' | null => {
    const part = signedIn ? 'signedIn' : 'anonymous'
    if ((held.get(`of ${key}`) ?? 0) + bytes > inFlight) return 'sender'
    if ((held.get(part) ?? 0) + bytes > inFlightLimits.process[part]) return 'process'
    for (const name of [`of ${key}`, part]) add(name, bytes)
    raw.once('close', () => {
      for (const name of [`of ${key}`, part]) if (add(name, -bytes).get(name) === 0) held.delete(name)
    })
    return null
  }
}

/** Returns why JSON is refused before it is parsed; null when it may be. */
export function shapeRefusal(json: string): RefusedBody | null {
  const problem = shapeProblem(json)
  return problem === null ? null : new RefusedBody(400, 'BAD_DOCUMENT', `This request cannot be read: ${problem}.`)
}

/** Sends the answer to a refused body outside GraphQL. */
export function answerRefusedBody(refusal: RefusedBody, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.graphql = { ...request.graphql, code: refusal.code }
  const { statusCode, code, message, retryAfterSeconds } = refusal
  if (retryAfterSeconds !== null) reply.header('retry-after', String(retryAfterSeconds))
  return reply.code(statusCode).send({ message, code })
}

/** An IPv6 network of one household or company counts as one address. */
function addressOf({ ip }: FastifyRequest): string {
  return normalizeIP(ip, 64)
}

function tooLarge(bytes: number, { signedIn }: Sender): RefusedBody {
  const most = bytes >= megabyte ? `${Math.floor(bytes / megabyte)} MB` : `${Math.floor(bytes / kilobyte)} kB`
  return new RefusedBody(413, 'TOO_LARGE', t`This is too large: at most ${most} can be sent here at once.`, { signedIn })
}

function tooSlow({ signedIn }: Sender): RefusedBody {
  const words = t`The request did not arrive in time. Please check the connection and send it again.`
  return new RefusedBody(408, 'UNAVAILABLE', words, { signedIn })
}

/** @param code RATE_LIMITED when the sender has sent too much, UNAVAILABLE when all senders together have */
function busyRefusal(code: 'RATE_LIMITED' | 'UNAVAILABLE', seconds: number, signedIn = false): RefusedBody {
  const retryAfterSeconds = Math.max(1, Math.ceil(seconds))
  const words =
    code === 'RATE_LIMITED'
      ? t`That is a lot at once. Please try again in ${plural(retryAfterSeconds, { one: 'a second', other: '# seconds' })}.`
      : t`The server is receiving a lot at once. Please try again in ${plural(retryAfterSeconds, { one: 'a second', other: '# seconds' })}.`
  return new RefusedBody(code === 'RATE_LIMITED' ? 429 : 503, code, words, { signedIn, retryAfterSeconds })
}
