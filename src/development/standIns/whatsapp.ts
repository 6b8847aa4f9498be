import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { WhatsappConfig } from '#platform/messageConfig.ts'
import { type Options, serveProvider, type ProviderControl, type StatusReport } from './acceptedMessages.ts'
import { signatureOf } from '#platform/whatsapp/webhook.ts'

// The real API refuses other values with code 100, too.
const value = z.string().regex(/^(?!.*( {4}|[\n\t])).+$/s)
const parameter = z.object({ type: z.literal('text'), text: value })

const asked = z.object({
  messaging_product: z.literal('whatsapp'),
  to: z.string().regex(/^\d{10,15}$/),
  type: z.literal('template'),
  biz_opaque_callback_data: z.string().default(''),
  template: z.object({
    name: z.string().min(1),
    language: z.object({ code: z.string().min(2) }),
    components: z
      .array(
        z.discriminatedUnion('type', [
          z.object({ type: z.literal('body'), parameters: z.array(parameter).min(1) }),
          // The button of an authentication template, which copies the code.
          z.object({
            type: z.literal('button'),
            sub_type: z.literal('url'),
            index: z.literal('0'),
            parameters: z.tuple([parameter.extend({ text: value.max(15) })]),
          }),
        ]),
      )
      .default([]),
  }),
})

const fault = (status: number, code: number, message: string) => ({
  status,
  json: {
    error: {
      message: `(#${code}) ${message}`,
      type: 'OAuthException',
      code,
      fbtrace_id: randomBytes(8).toString('hex'),
      error_data: { messaging_product: 'whatsapp', details: message },
    },
  },
})

/** Serves WhatsApp's Cloud API at `/whatsapp`, and signs its calls of `webhookUrl`. */
export function serveWhatsapp(
  app: FastifyInstance,
  { phoneNumberId, token, appSecret }: Omit<WhatsappConfig, 'url'>,
  webhookUrl: string,
  options: Options,
): ProviderControl {
  return serveProvider(
    app,
    `/whatsapp/${phoneNumberId}/messages`,
    {
      read: ({ headers, body }) => {
        if (headers.authorization !== `Bearer ${token}`) return fault(401, 190, 'Invalid OAuth access token.')
        const parsed = asked.safeParse(body)
        if (!parsed.success) return fault(400, 100, `Invalid parameter: ${parsed.error.issues[0]?.path.join('.')}`)
        const { to, template, biz_opaque_callback_data: reference } = parsed.data
        const textsOf = (wanted: 'body' | 'button') =>
          template.components.flatMap(({ type, parameters }) => (type === wanted ? parameters.map(({ text }) => text) : []))
        const [copyCode] = textsOf('button')
        return {
          reference,
          to,
          template: `${template.name} (${template.language.code})`,
          values: textsOf('body'),
          ...(copyCode !== undefined && { copyCode }),
        }
      },
      newRef: () => `wamid.${randomBytes(24).toString('base64url')}`,
      accepted: (id) => ({ messaging_product: 'whatsapp', contacts: [], messages: [{ id, message_status: 'accepted' }] }),
      says: {
        down: fault(503, 131_016, 'Service unavailable'),
        limited: fault(429, 130_429, 'Rate limit hit'),
        refused: fault(400, 131_026, 'Message undeliverable'),
      },
      steps: ['SENT', 'DELIVERED', 'READ'],
      maxReports: 100,
      notice: (reports) => {
        const body = JSON.stringify(webhookBody(reports, phoneNumberId))
        const headers = {
          'content-type': 'application/json',
          'x-hub-signature-256': signatureOf(Buffer.from(body), appSecret),
        }
        return { url: webhookUrl, headers, body }
      },
    },
    options,
  )
}

/** Returns the body of a webhook call that reports these statuses. */
export function webhookBody(reports: readonly StatusReport[], phoneNumberId: string) {
  const statuses = reports.map(({ message, status, at }) => ({
    id: message.ref,
    status: status.toLowerCase(),
    timestamp: String(Math.floor(at / 1000)),
    recipient_id: message.to,
    biz_opaque_callback_data: message.reference,
    ...(status === 'FAILED'
      ? { errors: [{ code: 131_026, title: 'Message undeliverable', error_data: { details: 'Message Undeliverable.' } }] }
      : {}),
  }))
  const metadata = { display_phone_number: '919999999999', phone_number_id: phoneNumberId }
  const value = { messaging_product: 'whatsapp', metadata, statuses }
  return { object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{ value, field: 'messages' }] }] }
}
