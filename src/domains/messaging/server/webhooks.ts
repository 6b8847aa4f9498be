import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/connect.ts'
import { asRefusal } from '#platform/database/failures.ts'
import { anonymousSender } from '#platform/http/bodyLimits.ts'
import { dataHeaders } from '#platform/http/headers.ts'
import { sharedLimit } from '#platform/http/sharedLimit.ts'
import type { Log } from '#platform/logging.ts'
import type { ProviderStatus } from '#platform/providers/providerStatus.ts'
import { Refusal, httpStatus } from '#platform/refusal.ts'
import { isWebhookSecret, parseReports } from '#platform/sms/webhook.ts'
import { isSigned, parseStatuses } from '#platform/whatsapp/webhook.ts'
import type { Providers } from './channels.ts'
import { type ProviderReport, applyProviderReport } from './providerReports.ts'

interface Dependencies {
  database: Database
  providers: Pick<Providers, 'whatsapp' | 'sms'>
  log: Log
  config: Config
}

/** Providers call from a few addresses: three reports for each of 80 messages a second, one per call, need 14,400. */
const callsPerMinute = 30_000
/** Maximum body size in bytes. One call may carry many reports. */
const maxBodyBytes = 1024 * 1024

/**
 * Registers the webhooks for delivery reports. Calls to `/messages/whatsapp` are signed; calls to `/messages/sms` have
 * a secret in the address or a header. 401 for an unauthenticated call and 400 for an unreadable one. 503 asks the
 * provider to call again.
 */
export async function registerMessageWebhooks(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  const { whatsapp, sms } = dependencies.providers
  const headers = { ...dataHeaders(dependencies.config), 'cache-control': 'no-store' }
  await app.register(async (scope) => {
    await scope.register(rateLimit, {
      ...sharedLimit(dependencies.database, 'messages'),
      max: callsPerMinute,
      timeWindow: 60_000,
    })
    // When the rate limit cannot be counted, the provider calls again later.
    scope.setErrorHandler((error, _request, reply) => {
      const refusal = asRefusal(error)
      if (!(refusal instanceof Refusal)) throw error
      return reply.code(httpStatus[refusal.code]).headers(headers).send({ ok: false })
    })
    // The signature covers the raw bytes, so bodies of every content type are kept as buffers.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

    scope.get<{ Querystring: Record<string, unknown> }>('/messages/whatsapp', { helmet: false }, async ({ query }, reply) => {
      const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query
      const isVerified =
        whatsapp !== null && mode === 'subscribe' && typeof token === 'string' && isWebhookSecret(token, whatsapp.verifyToken)
      if (!isVerified || typeof challenge !== 'string') return reply.code(403).headers(headers).send({ ok: false })
      return reply.headers(headers).type('text/plain; charset=utf-8').send(challenge)
    })

    const webhookOptions = (isKnown: (request: FastifyRequest) => boolean) => ({
      helmet: false as const,
      bodyLimit: maxBodyBytes,
      config: {
        // Refuses unauthenticated calls before a large body is read.
        senderOf: (request: FastifyRequest) => {
          if (!isKnown(request)) throw new Refusal('SIGNED_OUT', 'This call is not authenticated.')
          return anonymousSender(request, maxBodyBytes)
        },
      },
    })
    const hasSecret = ({ headers, query }: FastifyRequest) => {
      const secret = headers['x-webhook-secret'] ?? (query as { secret?: unknown }).secret
      return sms !== null && typeof secret === 'string' && isWebhookSecret(secret, sms.webhookSecret)
    }
    const hasSignature = ({ headers }: FastifyRequest) => whatsapp !== null && headers['x-hub-signature-256'] !== undefined

    scope.post('/messages/whatsapp', webhookOptions(hasSignature), async (request, reply) => {
      const body = bytesOf(request)
      const signature = request.headers['x-hub-signature-256']
      const isAuthentic =
        whatsapp !== null && isSigned(body, typeof signature === 'string' ? signature : undefined, whatsapp.appSecret)
      return answer(request, reply, 'WHATSAPP', isAuthentic ? parseStatuses(body) : 'unauthenticated')
    })

    scope.post('/messages/sms', webhookOptions(hasSecret), async (request, reply) =>
      answer(request, reply, 'SMS', hasSecret(request) ? parseReports(bytesOf(request)) : 'unauthenticated'),
    )
  })

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    provider: ProviderReport['provider'],
    reports: ProviderStatus[] | 'unauthenticated' | null,
  ): Promise<FastifyReply> {
    request.graphql = { operation: `messages.${provider.toLowerCase()}` }
    void reply.headers(headers)
    if (reports === 'unauthenticated') return reply.code(401).send({ ok: false })
    if (reports === null) return reply.code(400).send({ ok: false })
    try {
      for (const report of reports) await applyProviderReport(dependencies.database, { provider, ...report })
    } catch (error) {
      dependencies.log.error({ requestId: request.id, err: error }, 'A delivery report could not be stored')
      return reply.code(503).send({ ok: false })
    }
    return reply.send({ ok: true })
  }
}

function bytesOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}
