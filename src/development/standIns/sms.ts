import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { SmsConfig } from '#platform/messageConfig.ts'
import { type Options, serveProvider, type ProviderControl, type StatusReport } from './acceptedMessages.ts'

const recipient = z.object({ mobiles: z.string().regex(/^91\d{10}$/), CRQID: z.string().default('') }).catchall(z.string())
const asked = z.object({ template_id: z.string().default(''), sender: z.string(), recipients: z.tuple([recipient]) })

const error = (status: number, code: string, message: string) => ({ status, json: { type: 'error', message, code } })

/**
 * Serves MSG91's flow API at `/sms` and reports to `webhookUrl`, which contains the webhook's secret.
 */
export function serveSms(
  app: FastifyInstance,
  { authKey }: Pick<SmsConfig, 'authKey'>,
  webhookUrl: string,
  options: Options,
): ProviderControl {
  return serveProvider(
    app,
    '/sms/api/v5/flow',
    {
      read: ({ headers, body }) => {
        if (headers.authkey !== authKey) return error(401, '207', 'Invalid authkey')
        const parsed = asked.safeParse(body)
        if (!parsed.success) return error(400, '202', `Invalid ${parsed.error.issues[0]?.path.join('.')}`)
        const { sender, template_id: template, recipients } = parsed.data
        // Refuses other ids, such as those of the operators (DLT), as MSG91 does.
        if (!/^[0-9a-f]{24}$/i.test(template)) return error(400, '400', 'Flow ID Missing or Invalid Flow')
        if (!/^[A-Za-z]{6}$/.test(sender)) return error(400, '203', 'Invalid sender ID or DLT Entity ID Missing')
        const [{ mobiles, CRQID, ...variables }] = recipients
        return { reference: CRQID, to: mobiles, template: `${sender} ${template}`, values: Object.values(variables) }
      },
      newRef: () => randomBytes(12).toString('hex'),
      accepted: (message) => ({ type: 'success', message }),
      says: {
        down: error(503, '503', 'Service temporarily unavailable'),
        limited: error(429, '429', 'Too many requests'),
        refused: error(400, '202', 'Invalid mobile number'),
      },
      steps: ['DELIVERED'],
      maxReports: 1,
      notice: (reports) => ({
        url: webhookUrl,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(reports.map(reportOf)[0]),
      }),
    },
    options,
  )
}

/** Returns a status report in version 3 of the webhook's format. */
export function reportOf({ message, status, at }: StatusReport): Record<string, string> {
  const delivered = status !== 'FAILED'
  return {
    date: new Date(at + 19_800_000).toISOString().slice(0, 19).replace('T', ' '),
    number: message.to,
    amount: '0.01',
    senderId: message.template.slice(0, 6),
    requestId: message.ref,
    CRQID: message.reference,
    credit: '1',
    userId: '1',
    campaignName: 'API',
    status: delivered ? '1' : '2',
    desc: delivered ? 'DELIVERED' : 'FAILED',
  }
}
