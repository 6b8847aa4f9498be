import { createHmac, hkdfSync } from 'node:crypto'
import { type Secrets, signedByOne } from '../secretKeys.ts'
import type { FilePurpose, UploadPurpose } from '#shared/uploads.ts'

const keys = new Map<string, Buffer>()

/** Each use has a key of its own, so that what was signed for one can never pass for the other. */
function sign(secretKey: string, use: 'read' | 'upload', text: string): string {
  const name = `${use}\n${secretKey}`
  let key = keys.get(name)
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', secretKey, 'shala files v1', use, 32))
    keys.set(name, key)
  }
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** What one upload address lets its holder send: this very file, of this type and size, for this school, until then. */
export interface UploadGrant {
  schoolId: number
  fileId: string
  purpose: UploadPurpose
  contentType: string
  size: number
  /** The account that asked. */
  subject: string
  /** Seconds since 1970. */
  expires: number
}

/** Five minutes: an upload begins at once. */
export const uploadSeconds = 300

export function uploadToken(secretKey: string, grant: UploadGrant): string {
  const body = Buffer.from(JSON.stringify(grant)).toString('base64url')
  return `${body}.${sign(secretKey, 'upload', body)}`
}

/** The grant of an upload token; null when it is not ours, was changed, or has expired. */
export function uploadGrant(secrets: string | Secrets, token: string, now = Date.now()): UploadGrant | null {
  const [body = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0 || !signedByOne(secrets, signature, (key) => sign(key, 'upload', body))) return null
  const grant = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as UploadGrant
  return grant.expires * 1000 > now ? grant : null
}

/** How long a reading address holds at least, in seconds; at most twice as long. A logo is on every page and no secret. */
const readSeconds: Record<FilePurpose, number> = {
  'school-logo': 86_400,
  'school-signature': 900,
  'student-photo': 900,
  'student-aadhar': 300,
  'user-photo': 900,
  'certificate-picture': 900,
  'chat-attachment': 900,
  'legacy-import': 60,
  document: 300,
}

/**
 * The address a file can be read at for a short while. It stays the same within its window, so that a browser that has the
 * picture already does not fetch it again.
 */
export function readAddress(secretKey: string, schoolId: number, fileId: string, purpose: FilePurpose, now = Date.now()): string {
  const window = readSeconds[purpose]
  const expires = (Math.floor(now / 1000 / window) + 2) * window
  return `/files/${schoolId}/${fileId}?expires=${expires}&signature=${sign(secretKey, 'read', `${schoolId}/${fileId}/${expires}`)}`
}

/** Whether a reading address is ours and still holds. */
export function mayRead(
  secrets: string | Secrets,
  asked: { schoolId: string; fileId: string; expires: string; signature: string },
  now = Date.now(),
): boolean {
  const { schoolId, fileId, expires, signature } = asked
  const text = `${schoolId}/${fileId}/${expires}`
  return signedByOne(secrets, signature, (key) => sign(key, 'read', text)) && Number(expires) * 1000 > now
}
