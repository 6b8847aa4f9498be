import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { isStorableRef, withoutNul, type ProviderStatus } from '../providers/providerStatus.ts'
import { reasonOf } from './client.ts'

/** Returns whether the raw body was signed with the app's secret, by the header `X-Hub-Signature-256`. */
export function isSigned(body: Buffer, header: string | undefined, appSecret: string): boolean {
  const signature = /^sha256=([0-9a-f]{64})$/.exec(header ?? '')?.[1]
  if (signature === undefined) return false
  return timingSafeEqual(Buffer.from(signature, 'hex'), createHmac('sha256', appSecret).update(body).digest())
}

/** Returns the signature header of a body, as WhatsApp makes it. */
export function signatureOf(body: Buffer, appSecret: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`
}

const states = { sent: 'SENT', delivered: 'DELIVERED', read: 'READ', played: 'READ', failed: 'FAILED' } as const

const status = z.object({
  id: z.string().refine(isStorableRef),
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
 * Parses the statuses of our messages in a body with a valid signature. Skips other notifications, such as people's
 * replies; returns null for a body that is no notification.
 */
export function parseStatuses(body: Buffer): ProviderStatus[] | null {
  const parsed = notice.safeParse(json(body))
  if (!parsed.success) return null
  const items = parsed.data.entry.flatMap((entry) => entry.changes.flatMap(({ value }) => value.statuses))
  return items.flatMap((item) => {
    const parsedStatus = status.safeParse(item)
    if (!parsedStatus.success) return []
    const { id, timestamp, biz_opaque_callback_data: reference, errors } = parsedStatus.data
    const [error] = errors
    return {
      ref: id,
      status: states[parsedStatus.data.status],
      at: new Date(Math.min(timestamp * 1000, Date.now())),
      detail: error ? withoutNul(reasonOf(error.code, error.error_data?.details || error.title)) : '',
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
