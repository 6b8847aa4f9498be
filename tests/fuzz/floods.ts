import { randomBytes, randomUUID } from 'node:crypto'
import { schema } from '#app/schema.ts'
import { uploadToken } from '#platform/files/signedUrls.ts'
import { guardianCookie } from '#platform/guardians/sessions.ts'
import { crc32, deflateSync } from 'node:zlib'
import type { UploadPurpose } from '#shared/uploads.ts'
import { documentFor } from '../matrix/documents.ts'
import { secondsFromNow } from '../moments.ts'
import { pdf } from '../pdfParts.ts'
import type { StormBody } from './storm.ts'

/** What one attacker sends at once. */
export interface Flood {
  name: string
  requests: readonly StormBody[]
}

/** Whom the floods come from. */
export interface FloodScene {
  origin: string
  secretKey: string
  schoolId: number
  termId: number
  /** Tokens and subjects by role. */
  tokens: Readonly<Record<'admin' | 'teacher' | 'student', string>>
  studentSubject: string
  /** Token of a guardian's device that has proved its phone. */
  guardianToken: string
  email: string
  /** Cookies of devices on which the account of `email` has signed in, each of another device. */
  deviceCookies: readonly string[]
}

/** Root fields that read a whole school, or much. */
const expensive = [
  'familyHome',
  'refusedCommands',
  'resultAnalysis',
  'resultStandings',
  'money',
  'today',
  'pendingFees',
  'attendanceSummary',
]

/** Returns every flood: small documents, expensive ones, pictures, PDFs and sign-ins. */
export function floodsOf(scene: FloodScene): Flood[] {
  const { tokens } = scene
  const roles = [
    ...Object.entries(tokens).map(([role, token]) => [role, { authorization: `Bearer ${token}` }] as const),
    ['guardian', { cookie: `${guardianCookie}=${scene.guardianToken}` }] as const,
    ['made-up guardian', { cookie: `${guardianCookie}=${randomBytes(32).toString('base64url')}` }] as const,
    ['stranger', {}] as const,
  ]
  const floods: Flood[] = [
    ...roles.flatMap(([role, headers]): Flood[] => [
      { name: `${role}: 20 aliases of one field, 200 at once`, requests: times(200, (nth) => aliases(headers, scene, nth)) },
      { name: `${role}: expensive fields, 100 at once`, requests: times(100, (nth) => expensiveField(headers, scene, nth)) },
    ]),
    { name: 'stranger: 300 documents that nobody has sent before', requests: times(300, (nth) => unknownDocument({}, nth)) },
    {
      name: 'stranger with 300 networks: as many documents',
      requests: times(300, (nth) => unknownDocument({ 'x-forwarded-for': `2001:db8:66:${nth.toString(16)}::1` }, nth)),
    },
    {
      name: 'student: 300 documents that nobody has sent before',
      requests: times(300, (nth) => unknownDocument({ authorization: `Bearer ${tokens.student}` }, nth)),
    },
    { name: 'student: 28 pictures of 8000 × 7999', requests: times(28, () => upload(scene, 'image/png', picture(8000, 7999))) },
    { name: 'student: 28 pictures of 5000 × 5000', requests: times(28, () => upload(scene, 'image/png', picture(5000, 5000))) },
    { name: 'student: 58 PDFs', requests: times(58, (nth) => upload(scene, 'application/pdf', largePdf(nth))) },
    {
      name: 'sign-ins with the cookies of 12 known devices, 60 at once',
      requests: times(60, (nth) => signIn(scene, scene.deviceCookies[nth % Math.max(1, scene.deviceCookies.length)])),
    },
    { name: 'sign-ins without a device, 60 at once', requests: times(60, () => signIn(scene, undefined)) },
  ]
  // Each comes from a network of its own, because strangers of one network share a budget.
  return floods.map(({ name, requests }, nth) => ({
    name,
    requests: requests.map((request) => ({
      ...request,
      headers: { 'x-forwarded-for': `10.66.0.${nth + 1}`, ...request.headers },
    })),
  }))
}

function times<One>(length: number, make: (nth: number) => One): One[] {
  return Array.from({ length }, (_, nth) => make(nth))
}

const json = { 'content-type': 'application/json' }

function graphql(headers: Record<string, string>, query: string, variables: object): StormBody {
  return whole('POST', '/graphql', { ...json, ...headers }, JSON.stringify({ query, variables }))
}

function whole(method: string, path: string, headers: Record<string, string>, start: StormBody['start']): StormBody {
  return { method, path, headers, start, megabytes: 0, pace: 'whole' }
}

function aliases(headers: Record<string, string>, { schoolId }: FloodScene, nth: number): StormBody {
  const [field, declared] =
    nth % 2 === 0
      ? ['refusedCommands(schoolId: $schoolId) { name reason }', '($schoolId: ID!)']
      : ['terms(schoolId: $schoolId) { id name }', '($schoolId: ID!)']
  const query = `query Aliases${declared} { ${times(20, (place) => `a${place}: ${field}`).join(' ')} }`
  return graphql(headers, query, { schoolId: String(schoolId) })
}

function expensiveField(headers: Record<string, string>, { schoolId, termId }: FloodScene, nth: number): StormBody {
  const name = expensive[nth % expensive.length] ?? ''
  const input = { termId: String(termId), page: 1, pageSize: 100 }
  return graphql(headers, documentFor(schema, 'query', name), { schoolId: String(schoolId), termId: String(termId), input })
}

/** Nearly as long as a document may be, so that checking it takes as long as it can. */
function unknownDocument(headers: Record<string, string>, nth: number): StormBody {
  const fields = times(900, (place) => (place % 18 === 0 ? `...{ id name x${nth}_${place} }` : 'id')).join(' ')
  return graphql(headers, `{ school(id: "1") { ${fields} } }`, {})
}

function upload({ secretKey, schoolId, studentSubject }: FloodScene, contentType: string, bytes: Uint8Array): StormBody {
  const token = uploadToken(secretKey, {
    schoolId,
    fileId: randomUUID(),
    purpose: 'chat-attachment' satisfies UploadPurpose,
    contentType,
    size: bytes.length,
    subject: studentSubject,
    expires: secondsFromNow(300),
  })
  return whole('PUT', `/files/upload/${token}`, { 'content-type': contentType }, bytes)
}

/** Returns a PNG of one grey, small as a file and large when it is decoded. */
function picture(width: number, height: number): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const pixels = deflateSync(Buffer.alloc((width + 1) * height))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

/** Returns a PDF of many objects; every third one has an action that must be refused. */
function largePdf(nth: number): Uint8Array {
  const catalog = nth % 3 === 0 ? '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' : ''
  return pdf({ catalog, objects: times(20_000, (place) => `<< /Nth ${place} /List [1 2 3] >>`) })
}

function signIn({ email, origin }: FloodScene, cookie: string | undefined): StormBody {
  const headers = { ...json, origin, ...(cookie === undefined ? {} : { cookie }) }
  return whole('POST', '/auth/sign-in/email', headers, JSON.stringify({ email, password: `wrong ${randomUUID()}` }))
}
