import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { keepable, kept, type ProviderStatus } from '../providers/status.ts'
import { reasonOf } from './client.ts'

/** Whether the body's very bytes were signed with the app's secret: the header `X-Hub-Signature-256`. */
export function isSigned(body: Buffer, header: string | undefined, appSecret: string): boolean {
  const given = /^sha256=([0-9a-f]{64})$/.exec(header ?? '')?.[1]
  if (given === undefined) return false
  return timingSafeEqual(Buffer.from(given, 'hex'), createHmac('sha256', appSecret).update(body).digest())
}

/** The header for a body, as WhatsApp makes it. */
export function signatureOf(body: Buffer, appSecret: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`
}

const states = { sent: 'SENT', delivered: 'DELIVERED', read: 'READ', played: 'READ', failed: 'FAILED' } as const

const status = z.object({
  id: z.string().refine(keepable),
  status: z.enum(Object.keys(states) as (keyof typeof states)[]),
  timestamp: z.coerce.number().int().positive(),
  biz_opaque_callback_data: z.string().optional(),
  errors: z
    .array(
      z.object({
        code: z.number(),
        title: z.string().default(''),
        error_data: z.object({ details: z.string().default('') }).optional(),
      }),
    )
    .default([]),
})
const notice = z.object({
  entry: z.array(z.object({ changes: z.array(z.object({ value: z.object({ statuses: z.array(z.unknown()).default([]) }) })) })),
})

/**
 * The statuses of our messages in a body whose signature is right. What WhatsApp tells besides, such as answers of people, and what
 * is no status is left out; null for a body that is no notice at all.
 */
export function statusesIn(body: Buffer): ProviderStatus[] | null {
  const parsed = notice.safeParse(json(body))
  if (!parsed.success) return null
  const found = parsed.data.entry.flatMap((entry) => entry.changes.flatMap(({ value }) => value.statuses))
  return found.flatMap((one) => {
    const known = status.safeParse(one)
    if (!known.success) return []
    const { id, timestamp, biz_opaque_callback_data: reference, errors } = known.data
    const [error] = errors
    return {
      ref: id,
      status: states[known.data.status],
      at: new Date(Math.min(timestamp * 1000, Date.now())),
      detail: error ? kept(reasonOf(error.code, error.error_data?.details || error.title)) : '',
      ...(reference === undefined ? {} : { reference }),
    }
  })
}

function json(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
