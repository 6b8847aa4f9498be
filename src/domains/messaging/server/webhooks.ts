import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/connect.ts'
import { asRefusal } from '#platform/database/failures.ts'
import { stranger } from '#platform/http/bodyLimits.ts'
import { dataHeaders } from '#platform/http/headers.ts'
import { sharedLimit } from '#platform/http/sharedLimit.ts'
import type { Log } from '#platform/logging.ts'
import type { ProviderStatus } from '#platform/providers/status.ts'
import { Refusal, statusOf } from '#platform/refusal.ts'
import { isSecret, reportsIn } from '#platform/sms/webhook.ts'
import { isSigned, statusesIn } from '#platform/whatsapp/webhook.ts'
import type { Providers } from './channels.ts'
import { type ProviderWord, settleMessage } from './settle.ts'

interface Dependencies {
  database: Database
  providers: Pick<Providers, 'whatsapp' | 'sms'>
  log: Log
  config: Config
}

/** A provider has a few addresses for everything that it tells: three words on each of 80 messages in a second, one by one. */
const perMinute = 30_000
/** Bytes of a call: a provider tells of many messages at once. */
const largestCall = 1024 * 1024

/**
 * Where providers tell what became of messages: `/messages/whatsapp`, whose calls are signed, and `/messages/sms`, whose address
 * or header holds a secret. 401 for who proves nothing, 400 for what is no word of theirs; 503 asks them to say it again.
 */
export async function registerMessageWebhooks(app: FastifyInstance, given: Dependencies): Promise<void> {
  const { whatsapp, sms } = given.providers
  const headers = { ...dataHeaders(given.config), 'cache-control': 'no-store' }
  await app.register(async (scope) => {
    await scope.register(rateLimit, { ...sharedLimit(given.database, 'messages'), max: perMinute, timeWindow: 60_000 })
    // Said again later: what could not be counted.
    scope.setErrorHandler((error, _request, reply) => {
      const refusal = asRefusal(error)
      if (!(refusal instanceof Refusal)) throw error
      return reply.code(statusOf[refusal.code]).headers(headers).send({ ok: false })
    })
    // A signature is of the very bytes, whatever they call themselves.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

    scope.get<{ Querystring: Record<string, unknown> }>('/messages/whatsapp', { helmet: false }, async ({ query }, reply) => {
      const { 'hub.mode': mode, 'hub.verify_token': word, 'hub.challenge': challenge } = query
      const known = whatsapp !== null && mode === 'subscribe' && typeof word === 'string' && isSecret(word, whatsapp.verifyToken)
      if (!known || typeof challenge !== 'string') return reply.code(403).headers(headers).send({ ok: false })
      return reply.headers(headers).type('text/plain; charset=utf-8').send(challenge)
    })

    const callOf = (isKnown: (request: FastifyRequest) => boolean) => ({
      helmet: false as const,
      bodyLimit: largestCall,
      config: {
        // Whoever proves nothing is refused before a large body is read.
        senderOf: (request: FastifyRequest) => {
          if (!isKnown(request)) throw new Refusal('SIGNED_OUT', 'This call proves nothing.')
          return stranger(request, largestCall)
        },
      },
    })
    const knowsSecret = ({ headers, query }: FastifyRequest) => {
      const secret = headers['x-webhook-secret'] ?? (query as { secret?: unknown }).secret
      return sms !== null && typeof secret === 'string' && isSecret(secret, sms.webhookSecret)
    }
    const hasSignature = ({ headers }: FastifyRequest) => whatsapp !== null && headers['x-hub-signature-256'] !== undefined

    scope.post('/messages/whatsapp', callOf(hasSignature), async (request, reply) => {
      const body = bytesOf(request)
      const signature = request.headers['x-hub-signature-256']
      const proven =
        whatsapp !== null && isSigned(body, typeof signature === 'string' ? signature : undefined, whatsapp.appSecret)
      return answer(request, reply, 'WHATSAPP', proven ? statusesIn(body) : 'unproven')
    })

    scope.post('/messages/sms', callOf(knowsSecret), async (request, reply) =>
      answer(request, reply, 'SMS', knowsSecret(request) ? reportsIn(bytesOf(request)) : 'unproven'),
    )
  })

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    provider: ProviderWord['provider'],
    words: ProviderStatus[] | 'unproven' | null,
  ): Promise<FastifyReply> {
    request.graphql = { operation: `messages.${provider.toLowerCase()}` }
    void reply.headers(headers)
    if (words === 'unproven') return reply.code(401).send({ ok: false })
    if (words === null) return reply.code(400).send({ ok: false })
    try {
      for (const word of words) await settleMessage(given.database, { provider, ...word })
    } catch (error) {
      given.log.error({ requestId: request.id, err: error }, 'A word of a provider was not stored')
      return reply.code(503).send({ ok: false })
    }
    return reply.send({ ok: true })
  }
}

function bytesOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}
