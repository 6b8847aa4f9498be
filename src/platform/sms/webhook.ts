import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { isStorableRef, withoutNul, type ProviderStatus } from '../providers/providerStatus.ts'

/** Returns whether a webhook call has the right secret. MSG91 does not sign. */
export function isWebhookSecret(received: string | undefined, secret: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return received !== undefined && timingSafeEqual(hash(received), hash(secret))
}

const report = z.object({
  date: z.string().default(''),
  status: z.coerce.string(),
  desc: z.string().default(''),
  failedReason: z.string().default(''),
  CRQID: z.coerce.string().default(''),
  requestId: z.coerce.string().optional(),
})
const batch = z.object({ requestId: z.coerce.string(), report: z.array(z.unknown()) })

const failed: Readonly<Record<string, string>> = {
  2: 'The SMS was not delivered.',
  9: 'The number is registered as not to be disturbed.',
  16: 'The SMS was rejected by the operator.',
  17: 'The number is blocked at the SMS provider.',
  25: 'The SMS was rejected by the operator.',
}

/**
 * Parses the reports in a body of MSG91's webhook: one report as JSON (its version 3), or a list of requests with their
 * reports, as the form field `data` (version 2) or as JSON. Skips statuses that are not final; returns null for
 * anything else.
 */
export function parseReports(body: Buffer): ProviderStatus[] | null {
  const text = body.toString()
  const form = text.startsWith('data=') ? new URLSearchParams(text).get('data') : null
  const content = json(form ?? text)
  const data = typeof content === 'object' && content !== null && 'data' in content ? content.data : content
  const rows = typeof data === 'string' ? json(data) : data
  if (typeof rows !== 'object' || rows === null) return null
  const found = (Array.isArray(rows) ? rows : [rows]).flatMap((row) => {
    const several = batch.safeParse(row)
    const reports = several.success ? several.data.report : [row]
    return reports.flatMap((item) => parseReport(item, several.success ? several.data.requestId : undefined))
  })
  return found
}

function parseReport(item: unknown, requestId: string | undefined): ProviderStatus[] {
  const parsed = report.safeParse(item)
  if (!parsed.success) return []
  const { date, status, desc, failedReason, CRQID } = parsed.data
  const ref = requestId ?? parsed.data.requestId
  const delivered = status === '1'
  if (ref === undefined || !isStorableRef(ref) || (!delivered && failed[status] === undefined)) return []
  const why = [failed[status], failedReason || desc].filter((text) => text).join(' ')
  return [
    {
      ref,
      status: delivered ? 'DELIVERED' : 'FAILED',
      at: parseIndianTime(date),
      detail: delivered ? '' : withoutNul(why),
      ...(CRQID === '' || CRQID === '0' ? {} : { reference: CRQID }),
    },
  ]
}

/** Parses `2024-05-22 09:58:16` in India's time; returns now for an invalid or future time. */
function parseIndianTime(date: string): Date {
  const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(date) ? Date.parse(`${date.replace(' ', 'T')}+05:30`) : Number.NaN
  return new Date(Number.isNaN(time) ? Date.now() : Math.min(time, Date.now()))
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
