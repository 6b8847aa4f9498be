import { createHmac, hkdfSync } from 'node:crypto'
import { type Secrets, isSignedByKnownKey } from '../secretKeys.ts'
import type { FilePurpose, UploadPurpose } from '#shared/uploads.ts'

const keys = new Map<string, Buffer>()

/** Each use has its own key, so that a signature for one is never valid for the other. */
function sign(secretKey: string, use: 'read' | 'upload', text: string): string {
  const name = `${use}\n${secretKey}`
  let key = keys.get(name)
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', secretKey, 'shala files v1', use, 32))
    keys.set(name, key)
  }
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** The right of an upload URL: this file, of this type and size, for this school, until it expires. */
export interface UploadGrant {
  schoolId: number
  fileId: string
  purpose: UploadPurpose
  contentType: string
  size: number
  /** The account that requested the upload. */
  subject: string
  /** Seconds since 1970. */
  expires: number
}

/** Validity of an upload URL: five minutes, because an upload starts at once. */
export const uploadSeconds = 300

export function uploadToken(secretKey: string, grant: UploadGrant): string {
  const body = Buffer.from(JSON.stringify(grant)).toString('base64url')
  return `${body}.${sign(secretKey, 'upload', body)}`
}

/** Returns the grant of an upload token; null when it is not ours, was changed, or has expired. */
export function parseUploadToken(secrets: string | Secrets, token: string, now = Date.now()): UploadGrant | null {
  const [body = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0 || !isSignedByKnownKey(secrets, signature, (key) => sign(key, 'upload', body))) return null
  const grant = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as UploadGrant
  return grant.expires * 1000 > now ? grant : null
}

/** Minimum validity of a read URL in seconds; the maximum is twice that. A logo is on every page and no secret. */
const readSeconds: Record<FilePurpose, number> = {
  'school-logo': 86_400,
  'school-signature': 900,
  'student-photo': 900,
  'student-aadhar': 300,
  'concession-document': 300,
  'user-photo': 900,
  'certificate-picture': 900,
  'chat-attachment': 900,
  'legacy-import': 60,
  document: 300,
}

/**
 * Returns a URL at which a file can be read for a short time. It stays the same within its window, so that a browser
 * does not fetch a cached picture again.
 */
export function signedReadUrl(
  secretKey: string,
  schoolId: number,
  fileId: string,
  purpose: FilePurpose,
  now = Date.now(),
): string {
  const window = readSeconds[purpose]
  const expires = (Math.floor(now / 1000 / window) + 2) * window
  return `/files/${schoolId}/${fileId}?expires=${expires}&signature=${sign(secretKey, 'read', `${schoolId}/${fileId}/${expires}`)}`
}

/** Returns whether a read URL is ours and has not expired. */
export function isValidReadUrl(
  secrets: string | Secrets,
  url: { schoolId: string; fileId: string; expires: string; signature: string },
  now = Date.now(),
): boolean {
  const { schoolId, fileId, expires, signature } = url
  const text = `${schoolId}/${fileId}/${expires}`
  return isSignedByKnownKey(secrets, signature, (key) => sign(key, 'read', text)) && Number(expires) * 1000 > now
}
