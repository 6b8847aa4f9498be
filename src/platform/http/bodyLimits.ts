import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { LRUCache } from 'lru-cache'
import { AsyncLocalStorage } from 'node:async_hooks'
import { Transform, type TransformCallback } from 'node:stream'
import { setImmediate as restOfPacket } from 'node:timers/promises'
import { plural, t } from '#shared/texts.ts'
import { BytesInFlight, type InFlightSender } from './bytesInFlight.ts'
import { JsonScan } from './jsonScan.ts'
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

/** Maximum bytes in flight at once: per sender, and per process. */
export const inFlightLimits = {
  address: 4 * megabyte,
  /** A photo of 5 MB is sent by one request. */
  student: 6 * megabyte,
  staff: 24 * megabyte,
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

/** The sender of a body and its maximum size. */
export interface Sender extends InFlightSender {
  bytes: number
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

/** The sender of a small body, which is not counted, so the sender need not be known. */
const smallBodySender: Sender = { key: '', signedIn: false, bytes: bodyLimits.small, inFlight: 0 }

/** Returns an anonymous sender for a route that expects so many bytes. */
export function anonymousSender(request: FastifyRequest, bytes: number = bodyLimits.small): Sender {
  return { key: addressOf(request), signedIn: false, bytes, inFlight: inFlightLimits.address }
}

/**
 * Decides the maximum size of a body before it is read, and refuses it while it arrives if it is too large, too deeply
 * nested, too slow, or too many at once. A route without a body reads none. Register it before the routes.
 *
 * @param seconds time limit of a body, shorter in tests
 */
export function registerBodyLimits(app: FastifyInstance, seconds: typeof bodySeconds = bodySeconds): void {
  const inFlight = new BytesInFlight(inFlightLimits.process)
  const refusals = new LRUCache<string, number>({ max: 50_000, ttl: 60_000, noUpdateTTL: true })

  /** Counts refusals of an anonymous address; over the limit further ones are refused with RATE_LIMITED. */
  function countRefusal(request: FastifyRequest, refusal: RefusedBody): RefusedBody {
    if (refusal.signedIn) return refusal
    const key = addressOf(request)
    const count = (refusals.get(key) ?? 0) + 1
    refusals.set(key, count)
    return count > refusalsPerMinute ? busyRefusal('RATE_LIMITED', refusals.getRemainingTTL(key) / 1000) : refusal
  }

  closeAfterUnreadBodies(app)
  app.addHook('preParsing', async (request, reply, payload) => {
    if (!hasBody(request.raw) || request.method === 'GET' || request.method === 'HEAD') return payload
    // Of a packet Node has parsed only the headers until now.
    await restOfPacket()
    if (hasArrivedWithinLimits(request)) return payload
    if (request.is404) throw countRefusal(request, new RefusedBody(404, 'NOT_FOUND', 'Not found'))
    const encoding = request.headers['content-encoding'] ?? 'identity'
    if (encoding !== 'identity')
      throw countRefusal(request, new RefusedBody(415, 'BAD_INPUT', 'Send the body as it is, without a content-encoding.'))
    const length = request.headers['content-length']
    const announced = length === undefined ? null : Number(length)
    const isSmall = announced !== null && announced <= bodyLimits.small
    const sender = isSmall
      ? smallBodySender
      : ((await request.routeOptions.config.senderOf?.(request)) ?? anonymousSender(request))
    const bytes = Math.min(sender.bytes, request.routeOptions.bodyLimit)
    if (announced !== null && announced > bytes) throw countRefusal(request, tooLarge(bytes, sender))

    const body = new ArrivingBody(request, { sender, bytes, announced, inFlight, seconds })
    if (body.refusal) throw countRefusal(request, body.refusal)
    reply.raw.once('close', () => body.forget())
    body.once('error', (error) => {
      if (error instanceof RefusedBody) countRefusal(request, error)
    })
    return body.of(payload)
  })
}

/** One for all, because each has memory of its own outside of the heap. */
const wholeBodies = new JsonScan()

/**
 * Returns whether a small body has arrived with its headers and breaks no limit, so that nothing of it needs watching.
 * Most bodies are of this kind, and a stream and a timer for each would cost a third of a short request.
 */
function hasArrivedWithinLimits({ raw, headers, routeOptions, is404 }: FastifyRequest): boolean {
  const bytes = Number(headers['content-length'] ?? Number.NaN)
  const isSmall = bytes <= Math.min(bodyLimits.small, routeOptions.bodyLimit ?? 0)
  if (is404 || !isSmall || !raw.complete || (headers['content-encoding'] ?? 'identity') !== 'identity') return false
  // Exactly its bytes are taken and put back, which leaves the end to whoever parses it.
  const body: Buffer | null = raw.readableLength === bytes ? raw.read(bytes) : null
  if (body === null) return false
  raw.unshift(body)
  return !isJson(headers) || wholeBodies.problemOfWhole(body) === null
}

function isJson(headers: FastifyRequest['headers']): boolean {
  return /json/i.test(headers['content-type'] ?? '')
}

interface Bounds {
  sender: Sender
  /** Bytes that it may have. */
  bytes: number
  announced: number | null
  inFlight: BytesInFlight
  seconds: typeof bodySeconds
}

/** Counts the bytes of a body as they pass, and ends it when they break a limit. */
class ArrivingBody extends Transform {
  /** Why the body is refused before it starts. */
  readonly refusal: RefusedBody | null = null
  readonly #bounds: Bounds
  readonly #scan: JsonScan | null
  readonly #timer: NodeJS.Timeout | undefined
  /** Runs a function in what the request runs: the bytes arrive outside of it, and a refusal speaks its language. */
  readonly #inRequest = AsyncLocalStorage.snapshot()
  #received = 0
  /** Bytes counted as in flight for this body. */
  #held = 0

  constructor({ headers }: FastifyRequest, bounds: Bounds) {
    super()
    this.#bounds = bounds
    this.#scan = isJson(headers) ? new JsonScan() : null
    this.refusal = this.#hold(bounds.announced ?? 0)
    if (this.refusal) return
    const { least, bytesPerSecond } = bounds.seconds
    const seconds = least + (bounds.announced ?? bounds.bytes) / bytesPerSecond
    this.#timer = setTimeout(() => this.destroy(tooSlow(bounds.sender)), seconds * 1000)
  }

  of(payload: RequestPayload): RequestPayload {
    // The client has gone: this is not an error of ours.
    payload.once('error', () =>
      this.destroy(new RefusedBody(400, 'BAD_INPUT', 'The connection ended in the middle of the body.')),
    )
    return payload.pipe(this)
  }

  /** The request is answered: its bytes are no longer in flight. */
  forget(): void {
    this.#bounds.inFlight.remove(this.#bounds.sender, this.#held)
    this.#held = 0
    this.destroy()
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const { bytes, sender } = this.#bounds
    this.#received += chunk.length
    const nesting = this.#scan?.problem(chunk) ?? null
    if (this.#received > bytes) done(this.#inRequest(() => tooLarge(bytes, sender)))
    else if (nesting !== null) done(tooDeep(nesting, sender))
    else {
      const refusal = this.#inRequest(() => this.#hold(this.#received))
      if (refusal) done(refusal)
      else done(null, chunk)
    }
  }

  override _flush(done: TransformCallback): void {
    clearTimeout(this.#timer)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#timer)
    done(error)
  }

  /** Counts so many bytes of this body as in flight. */
  #hold(bytes: number): RefusedBody | null {
    const more = bytes - this.#held
    if (bytes <= bodyLimits.small || more <= 0) return null
    const { inFlight, sender } = this.#bounds
    const full = inFlight.add(sender, more)
    if (full !== null) return busyRefusal(full === 'sender' ? 'RATE_LIMITED' : 'UNAVAILABLE', 5, sender.signedIn)
    this.#held = bytes
    return null
  }
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

function tooDeep(why: string, { signedIn }: Sender): RefusedBody {
  return new RefusedBody(400, 'BAD_DOCUMENT', `This request cannot be read: ${why}.`, { signedIn })
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
