import { createHmac, hkdfSync } from 'node:crypto'
import { type Secrets, isSignedByKnownKey } from '../secretKeys.ts'
import type { DocumentKind } from './makers.ts'

/** How long the link of a mail is valid: 24 hours. */
export const linkSeconds = 86_400

/** The screens that open a link. */
const screens: Record<DocumentKind, string> = {
  REPORT: '/reports',
  ID_CARDS: '/lcidcard',
  STUDENT_DATA: '/student-data',
  ACCOUNTING: '/accounting',
  HALL_TICKETS: '/exams',
  REPORT_CARDS: '/exams',
}

function sign(secretKey: string, body: string): string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, 'shala documents v1', 'link', 32))
  return createHmac('sha256', key).update(body).digest('base64url')
}

/** Signs a token that names a job: `{school}-{job}-{expiry in seconds since 1970}.{signature}`. */
export function linkToken(secretKey: string, { schoolId, id }: { schoolId: number; id: number }, now = Date.now()): string {
  const body = `${schoolId}-${id}-${Math.floor(now / 1000) + linkSeconds}`
  return `${body}.${sign(secretKey, body)}`
}

/** Returns the job of a token; null when it is not ours, was changed, or has expired. */
export function parseLinkToken(
  secrets: string | Secrets,
  token: string,
  now = Date.now(),
): { schoolId: number; id: number } | null {
  const [, body = '', signature = ''] = /^(\d{1,15}-\d{1,15}-\d{1,15})\.([\w-]{43})$/.exec(token) ?? []
  if (!isSignedByKnownKey(secrets, signature, (key) => sign(key, body))) return null
  const [schoolId = 0, id = 0, expires = 0] = body.split('-').map(Number)
  return expires * 1000 > now ? { schoolId, id } : null
}

/** Returns the URL in a mail. */
export function linkUrl(
  { appUrl, secretKey }: { appUrl: string; secretKey: string },
  job: { kind: DocumentKind; schoolId: number; id: number },
): string {
  return `${appUrl}${screens[job.kind]}?link=${encodeURIComponent(linkToken(secretKey, job))}`
}
