import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { importJWK, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Device } from '#platform/push/client.ts'
import { decryptPush, type DeviceKeys } from './decryptPush.ts'

/** A notification as the subscribed device reads it. */
export interface Received {
  endpoint: string
  /** The decrypted JSON. */
  payload: string
  ttl: number
  topic: string | null
  at: number
}

/** Controls the stand-in of the push services in tests. */
export interface PushControl {
  /** Subscribes a device; only the server with this public key may notify it. */
  subscribe(applicationServerKey?: string): Device
  /** Ends a subscription: its address answers 410 from now on. */
  unsubscribe(endpoint: string): void
  received(): readonly Received[]
  /** Sets the status of all later answers, or no answer at all; null restores the normal behaviour. */
  setFault(fault: number | 'silent' | 'reset' | null): void
}

interface Subscription extends DeviceKeys {
  serverKey: string | undefined
  gone: boolean
}

const largest = 4096

/** Serves a push service at `/push` and plays the devices behind it. */
export function servePush(app: FastifyInstance, originOf: () => string): PushControl {
  const subscriptions = new Map<string, Subscription>()
  const received: Received[] = []
  let fault: Parameters<PushControl['setFault']>[0] = null

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post<{ Params: { id: string }; Body: Buffer }>('/push/:id', async (request, reply) => {
      const endpoint = `${originOf()}/push/${request.params.id}`
      const device = subscriptions.get(endpoint)
      if (typeof fault === 'number') return reply.code(fault).send()
      if (fault !== null) {
        reply.hijack()
        if (fault === 'reset') request.raw.socket.destroy()
        return reply
      }
      if (!device) return reply.code(404).send()
      if (device.gone) return reply.code(410).send()
      if (request.body.length > largest) return reply.code(413).send()
      if (!/^\d+$/.test(header(request, 'ttl'))) return reply.code(400).send('no TTL')
      const refusal = await refusalOf(header(request, 'authorization'), device, originOf())
      if (refusal !== null) return reply.code(refusal).send()
      if (header(request, 'content-encoding') !== 'aes128gcm') return reply.code(400).send('not encrypted')
      const topic = header(request, 'topic')
      received.push({
        endpoint,
        payload: decryptPush(request.body, device),
        ttl: Number(header(request, 'ttl')),
        topic: topic === '' ? null : topic,
        at: Date.now(),
      })
      return reply.code(201).header('location', `${originOf()}/push/message/${randomUUID()}`).send()
    })
  })

  const taking: PushControl = {
    subscribe: (serverKey) => {
      const curve = createECDH('prime256v1')
      const publicKey = curve.generateKeys()
      const auth = randomBytes(16)
      const endpoint = `${originOf()}/push/${randomUUID()}`
      subscriptions.set(endpoint, { publicKey, privateKey: curve.getPrivateKey(), auth, serverKey, gone: false })
      return { endpoint, p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') }
    },
    unsubscribe: (endpoint) => {
      const device = subscriptions.get(endpoint)
      if (device) device.gone = true
    },
    received: () => received,
    setFault: (chosen) => {
      fault = chosen
    },
  }
  app.post('/_control/push/subscribe', async (request) => {
    const body = z.object({ applicationServerKey: z.string().optional() }).parse(request.body)
    return taking.subscribe(body.applicationServerKey)
  })
  app.post('/_control/push/unsubscribe', async (request) => {
    taking.unsubscribe(z.object({ endpoint: z.string() }).parse(request.body).endpoint)
    return { ok: true }
  })
  app.get('/_control/push/received', async () => received)
  return taking
}

function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

/** Returns the status for a sender that does not prove who it is (RFC 8292), or null if it does. */
async function refusalOf(authorization: string, { serverKey }: Subscription, origin: string): Promise<401 | 403 | null> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65) return 401
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  try {
    const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256')
    const { payload } = await jwtVerify(token, publicKey, {
      audience: origin,
      algorithms: ['ES256'],
      requiredClaims: ['exp', 'sub'],
    })
    const hours = ((payload.exp ?? 0) - Date.now() / 1000) / 3600
    if (hours > 24 || !/^(mailto:|https:)/.test(String(payload.sub))) return 403
  } catch {
    return 403
  }
  return serverKey === undefined || serverKey === key ? null : 403
}
