import fc from 'fast-check'
import { signatureOf } from '#platform/whatsapp/webhook.ts'
import { uploadToken } from '#platform/files/signedUrls.ts'
import { responseHash } from '#platform/payu/hashes.ts'
import { uploadPurposes, uploads } from '#shared/uploads.ts'
import type { Chance } from '../faults/random.ts'
import { secondsFromNow } from '../moments.ts'
import { pdfShape } from './pdfShapes.ts'
import { anyJson, anyText } from './values.ts'

/** Credentials for requests that are let in. */
export interface Scene {
  schoolId: number
  otherId: number
  secretKey: string
  subject: string
  email: string
  password: string
  /** Token of an admin of the school. */
  bearer: string
  /** Token of a student of the school. */
  studentBearer: string
  gateKey: string
  appSecret: string
  smsSecret: string
  messageId: number
  txnid: string
  merchant: { key: string; salt: string }
  certificate: string
  shortCode: string
}

export interface DoorAsk {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
  /** Tables that the request may write without authentication; `all` when it is authenticated. */
  leaves: 'all' | readonly string[]
}

type Make = (chance: Chance) => DoorAsk

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const picture = Uint8Array.from(
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
)
const prototypes = ['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"a":1}}}', '{"a":{"__proto__":[]}}']
const broken = ['', '{', 'null', '[]', '1', '"x"', '\u0000', '[[[[', '{"a":1}}', '\ufeff{}', '{"a":1e999}', '['.repeat(50_000)]
const escapes = ['%', '%00', '%E0%A4%A', '%ff%fe', '%u0041', '+', '&&&', '=', '%25%32%35', '..%2f..%2fetc%2fpasswd', ';']
const types = [
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/xml',
  'x',
  'application/json; charset=\u00ff',
]

/** Returns generators of requests to the routes without sign-in or with their own tokens, by route. */
export function doorAsks(scene: Scene, seed: number): Readonly<Record<string, Make>> {
  const texts = fc.sample(anyText, { numRuns: 400, seed })
  const values = fc.sample(anyJson, { numRuns: 400, seed })
  const text = (chance: Chance) => chance.pick(texts)
  /** Encodes a text as in a URL or form, correctly or not. */
  const encoded = (chance: Chance) =>
    chance.of100(20) ? chance.pick(escapes) : encodeURIComponent(text(chance).toWellFormed().slice(0, 1500))
  const value = (chance: Chance) => chance.pick(values)
  const key = (chance: Chance) => chance.pick(['__proto__', 'constructor', 'hasOwnProperty', 'length', '0', '', 'hash'])

  /** Returns an object with some properties changed, removed or added. */
  function bent(chance: Chance, good: Record<string, unknown>): Record<string, unknown> {
    const result = { ...good }
    for (let changes = chance.whole(0, 2); changes > 0; changes -= 1) {
      const name = chance.pick(Object.keys(good))
      if (chance.of100(25)) delete result[name]
      else result[name] = chance.of100(60) ? text(chance) : value(chance)
    }
    if (chance.of100(10)) Object.defineProperty(result, key(chance), { value: value(chance), enumerable: true })
    return result
  }
  const jsonOf = (chance: Chance, good: Record<string, unknown>) =>
    chance.of100(15)
      ? chance.pick([...prototypes, ...broken])
      : JSON.stringify(chance.of100(10) ? value(chance) : bent(chance, good))

  function formOf(chance: Chance, good: Record<string, string>): string {
    const parts = Object.entries(good).map(([name, one]) => `${name}=${encodeURIComponent(one.toWellFormed())}`)
    for (let changes = chance.whole(0, 3); changes > 0; changes -= 1)
      parts.splice(
        chance.whole(0, parts.length),
        chance.whole(0, 1),
        `${chance.of100(50) ? chance.pick(Object.keys(good)) : key(chance)}${chance.pick(['', '[]', '[__proto__]', '.a'])}=${encoded(chance)}`,
      )
    return parts.join('&')
  }

  /** Returns nested lists and objects, or an object with many names: up to 3 MB, closed or not. */
  function nestedBody(chance: Chance): string {
    const times = chance.pick([100, 1000, 8000, 60_000, 500_000])
    return chance.pick([
      () => '['.repeat(times * 6),
      () => `${'['.repeat(times)}${']'.repeat(times)}`,
      () => '{"a":'.repeat(times),
      () => `{"email":${'{"a":'.repeat(times)}1${'}'.repeat(times + 1)}`,
      () => `{${Array.from({ length: Math.min(times, 100_000) }, (_, nth) => `"k${nth}":1`).join()}}`,
      () => `[${'[],'.repeat(times)}[]]`,
    ])()
  }

  const post = (
    path: string,
    headers: Record<string, string>,
    body: DoorAsk['body'],
    leaves: DoorAsk['leaves'] = [],
  ): DoorAsk => ({
    method: 'POST',
    path,
    leaves,
    headers,
    ...(body === undefined ? {} : { body }),
  })
  const get = (path: string, headers: Record<string, string> = {}): DoorAsk => ({ method: 'GET', path, headers, leaves: [] })

  function payment(chance: Chance, path: string): DoorAsk {
    const fields: Record<string, string> = {
      key: scene.merchant.key,
      txnid: scene.txnid,
      amount: '10.24',
      productinfo: 'Fees',
      firstname: 'A',
      email: 'a@b.test',
      status: chance.pick(['success', 'failure', 'pending', text(chance)]),
      unmappedstatus: text(chance),
      mihpayid: text(chance),
    }
    const proven = chance.of100(40)
    for (const name of ['udf1', 'amount', 'firstname']) if (chance.of100(20)) fields[name] = text(chance).toWellFormed()
    fields.hash = proven ? responseHash(fields, scene.merchant.salt) : chance.pick(['', 'x', '0'.repeat(128), text(chance)])
    // A limited number of forged calls is recorded on the order; the first marks it as suspect (decision 0033).
    const leaves = proven ? 'all' : ['online_order_events', 'online_orders']
    if (proven && chance.of100(70)) return post(path, form, new URLSearchParams(fields).toString(), leaves)
    if (chance.of100(30)) return post(path, json, jsonOf(chance, fields), leaves)
    return post(path, chance.of100(90) ? form : { 'content-type': chance.pick(types) }, formOf(chance, fields), leaves)
  }

  function whatsapp(chance: Chance): DoorAsk {
    const status = bent(chance, {
      id: 'wamid.1',
      status: chance.pick(['sent', 'delivered', 'read', 'failed']),
      timestamp: '1790000000',
      biz_opaque_callback_data: `${chance.pick([scene.schoolId, scene.otherId, 0])}-${scene.messageId}-${chance.whole(0, 3)}`,
      errors: [{ code: 131_000, title: text(chance) }],
    })
    const body = new TextEncoder().encode(
      chance.of100(80)
        ? JSON.stringify({ entry: [{ changes: [{ value: bent(chance, { statuses: [status] }) }] }] })
        : jsonOf(chance, { entry: [] }),
    )
    if (chance.of100(10))
      return get(`/messages/whatsapp?hub.mode=subscribe&hub.verify_token=${encoded(chance)}&hub.challenge=${encoded(chance)}`)
    const proven = chance.of100(70)
    const signature = proven
      ? signatureOf(Buffer.from(body), scene.appSecret)
      : chance.pick(['', 'sha256=', `sha256=${'0'.repeat(64)}`, 'x'])
    return post('/messages/whatsapp', { ...json, 'x-hub-signature-256': signature }, body, proven ? 'all' : [])
  }

  function sms(chance: Chance): DoorAsk {
    const report = bent(chance, {
      date: '2026-06-10 10:00:00',
      status: chance.pick(['1', '2', '9', '16']),
      desc: text(chance),
      requestId: 'r1',
      CRQID: `${chance.pick([scene.schoolId, scene.otherId])}-${scene.messageId}-1`,
    })
    const body = chance.pick([
      () => JSON.stringify(report),
      () => JSON.stringify([{ requestId: text(chance), report: [report, value(chance)] }]),
      () => `data=${encodeURIComponent(JSON.stringify([{ requestId: 'r1', report: [report] }]).toWellFormed())}`,
      () => `data=${encoded(chance)}`,
      () => jsonOf(chance, { data: '[]' }),
    ])()
    const proven = chance.of100(70)
    if (chance.of100(20)) return post(`/messages/sms?secret=${encoded(chance)}&secret=x`, json, body)
    return post('/messages/sms', { ...json, 'x-webhook-secret': proven ? scene.smsSecret : 'x' }, body, proven ? 'all' : [])
  }

  function uploadPdf(bytes: Buffer): DoorAsk {
    const contentType = 'application/pdf'
    const token = uploadToken(scene.secretKey, {
      schoolId: scene.schoolId,
      fileId: crypto.randomUUID(),
      purpose: 'chat-attachment',
      contentType,
      size: bytes.length,
      subject: scene.subject,
      expires: secondsFromNow(300),
    })
    const headers = { 'content-type': contentType }
    return { method: 'PUT', path: `/files/upload/${token}`, headers, body: new Uint8Array(bytes), leaves: 'all' }
  }

  function upload(chance: Chance): DoorAsk {
    const purpose = chance.pick(uploadPurposes)
    const right = chance.of100(20)
    const contentType = right ? 'image/png' : chance.pick([...uploads[purpose].types, 'text/html', 'image/svg+xml'])
    const told = chance.pick<Uint8Array<ArrayBuffer>>([
      picture,
      ...(right ? [picture, picture] : []),
      picture.slice(0, chance.whole(1, 60)),
      new TextEncoder().encode(`%PDF-1.7\n${text(chance)}`),
      new TextEncoder().encode(`<svg onload="alert(1)">${text(chance)}`),
      new Uint8Array(0),
    ])
    const size = right || chance.of100(70) ? told.length : chance.pick([0, 1, 20_000_000, -1, 5_000_001])
    const grant = { schoolId: scene.schoolId, fileId: crypto.randomUUID(), purpose, contentType, size, subject: scene.subject }
    const token = uploadToken(scene.secretKey, {
      ...grant,
      expires: secondsFromNow(chance.of100(90) ? 300 : -1),
    })
    const shown =
      right || chance.of100(75) ? token : chance.pick([`${token}x`, `x.${token}`, encoded(chance), token.split('.')[0] ?? ''])
    const type = right || chance.of100(75) ? contentType : chance.pick(types)
    return { method: 'PUT', path: `/files/upload/${shown}`, headers: { 'content-type': type }, body: told, leaves: [] }
  }

  function question(chance: Chance, variables: Record<string, unknown>): string {
    const query =
      'mutation ($schoolId: ID!, $input: UploadRequest!) { requestUpload(schoolId: $schoolId, input: $input) { fileId url } }'
    return JSON.stringify({ query, variables: chance.of100(95) ? variables : value(chance) })
  }

  const signedIn = (chance: Chance) =>
    chance.of100(75)
      ? { ...json, authorization: `Bearer ${scene.bearer}` }
      : { ...json, authorization: chance.pick(['Bearer ', 'Bearer x.y.z', 'Basic eDp5']) }

  function oauth(chance: Chance): DoorAsk {
    const fields = {
      client_id: 'shala',
      grant_type: chance.pick(['authorization_code', 'refresh_token', 'password']),
      code: 'x',
      refresh_token: 'x',
      redirect_uri: 'http://127.0.0.1/',
      code_verifier: 'x'.repeat(50),
      response_type: 'code',
      scope: 'openid',
      state: 'x',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
      token: scene.bearer,
      id_token_hint: scene.bearer,
    }
    const path = `/auth/oauth2/${chance.pick(['authorize', 'token', 'revoke', 'userinfo', 'end-session', 'end-session/confirm'])}`
    if (chance.of100(50)) return get(`${path}?${formOf(chance, fields)}`, chance.of100(30) ? signedIn(chance) : {})
    return chance.of100(70) ? post(path, form, formOf(chance, fields)) : post(path, json, jsonOf(chance, fields))
  }

  return {
    '/gate/scans': (chance) => {
      const known = chance.of100(75)
      const scan = { id: crypto.randomUUID(), code: 'a card', at: new Date().toISOString(), means: chance.pick(['RFID', 'QR']) }
      const body = chance.of100(70)
        ? JSON.stringify(bent(chance, { sentAt: new Date().toISOString(), scans: [bent(chance, scan)] }))
        : jsonOf(chance, { sentAt: '', scans: [] })
      const wrong = chance.pick(['', 'x', `${scene.otherId.toString(36)}-x`, scene.gateKey.slice(0, -1), '1e9-x'])
      return post('/gate/scans', { ...json, authorization: `Bearer ${known ? scene.gateKey : wrong}` }, body, known ? 'all' : [])
    },
    '/messages/whatsapp': whatsapp,
    '/messages/sms': sms,
    '/onlinefees/verifyPayment': (chance) => payment(chance, '/onlinefees/verifyPayment'),
    '/onlinefees/webhook': (chance) => payment(chance, '/onlinefees/webhook'),
    '/onlinefees/receipts': (chance) =>
      get(`/onlinefees/receipts/${encoded(chance)}?order=${encoded(chance)}&order=${encoded(chance)}`),
    '/family/code': (chance) => post('/family/code', json, jsonOf(chance, { phone: '9000000099' })),
    '/family/sign-in': (chance) => {
      const path = chance.pick(['sign-in', 'sign-out'])
      return post(`/family/${path}`, json, jsonOf(chance, { phone: '9000000099', code: '123456', everywhere: false }))
    },
    requestUpload: (chance) => {
      const input = bent(chance, {
        purpose: chance.pick(uploadPurposes),
        contentType: 'image/png',
        size: chance.pick([1, 0, -1, 1e9, 5_000_001]),
      })
      const schoolId = chance.pick<unknown>([scene.schoolId, scene.otherId, text(chance), value(chance)])
      return post('/graphql', signedIn(chance), question(chance, { schoolId, input }), 'all')
    },
    '/files/upload': (chance) => ({ ...upload(chance), leaves: 'all' }),
    '/files/upload, a PDF': (chance) => uploadPdf(pdfShape(chance)),
    '/files': (chance) =>
      get(
        `/files/${chance.of100(50) ? scene.schoolId : encoded(chance)}/${encoded(chance)}?expires=${encoded(chance)}&signature=${encoded(chance)}`,
      ),
    '/files/generatePdf': (chance) => {
      const good = {
        document: chance.pick(['receipt', 'certificate', 'certificatePreview', '__proto__']),
        schoolId: String(scene.schoolId),
      }
      const more = { key: crypto.randomUUID(), paymentId: '1', id: '1', certificateId: '1', html: '<script>1</script>' }
      return post('/files/generatePdf', signedIn(chance), jsonOf(chance, { ...good, ...more }), 'all')
    },
    '/certificate': (chance) => get(`/certificate/${chance.of100(30) ? scene.certificate : ''}${encoded(chance)}`),
    'short links': (chance) =>
      get(`/${chance.of100(30) ? scene.shortCode : encoded(chance)}${chance.pick(['', '/', '?a[__proto__]=1', '%00'])}`),
    '/auth/sign-in/email': (chance) => {
      const good = { email: scene.email, password: scene.password, rememberMe: false }
      return post(
        '/auth/sign-in/email',
        json,
        chance.of100(5) ? JSON.stringify(good) : jsonOf(chance, { ...good, password: text(chance) }),
      )
    },
    '/auth/reset-password': (chance) => {
      const path = chance.pick(['request-password-reset', 'reset-password', 'choose-password', 'sign-out', 'end-sessions'])
      return post(
        `/auth/${path}`,
        json,
        jsonOf(chance, {
          email: `nobody${chance.whole(1, 9)}@x.test`,
          token: 'x',
          newPassword: text(chance),
          sessions: [text(chance)],
        }),
      )
    },
    '/auth/oauth2': oauth,
    'unknown addresses': (chance) => ({
      method: chance.pick(['POST', 'PUT', 'PATCH', 'DELETE']),
      path: chance.pick([
        `/unknown/${encoded(chance)}`,
        `/auth/${encoded(chance)}`,
        '/graphql/x',
        '/health/live',
        '/files/upload',
      ]),
      headers: chance.of100(80) ? json : { 'content-type': chance.pick(types) },
      body: nestedBody(chance),
      leaves: [],
    }),
    'nested bodies': (chance) => {
      const bearer = { authorization: `Bearer ${scene.bearer}` }
      const [path, headers] = chance.pick<[string, Record<string, string>]>([
        ['/graphql', {}],
        ['/graphql', bearer],
        ['/graphql', { ...bearer, 'x-operation': 'importStudents' }],
        ['/files/generatePdf', bearer],
        ['/gate/scans', { authorization: `Bearer ${scene.gateKey}` }],
        ['/messages/sms', { 'x-webhook-secret': scene.smsSecret }],
        ['/messages/whatsapp', { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }],
        ['/onlinefees/verifyPayment', {}],
        ['/onlinefees/webhook', {}],
        ['/family/code', {}],
        ['/family/sign-in', {}],
        ['/auth/sign-in/email', {}],
        ['/auth/reset-password', {}],
        ['/auth/oauth2/token', {}],
      ])
      const encoding: Record<string, string> = chance.of100(10)
        ? { 'content-encoding': chance.pick(['gzip', 'br', 'deflate', 'x']) }
        : {}
      const type: Record<string, string> = chance.of100(85)
        ? json
        : chance.pick([form, { 'content-type': 'multipart/form-data; boundary=x' }])
      return post(path, { ...type, ...headers, ...encoding }, nestedBody(chance))
    },
  }
}

/** Headers that none of our programs sends. */
export const hostileHeaders: readonly Readonly<Record<string, string>>[] = [
  { 'x-forwarded-for': 'nobody, ::1, 1.2.3.4' },
  { 'x-forwarded-for': '' },
  { 'x-forwarded-for': '999.1.1.1' },
  { cookie: '__proto__=1; shala.session_token=%E0%A4%A' },
  { cookie: `a=${'x'.repeat(6000)}` },
  { cookie: ';;=;' },
  { origin: 'null' },
  { origin: 'http://evil.test' },
  { referer: '\u00ff' },
  { 'if-modified-since': 'x', 'if-none-match': '"' },
  { range: 'bytes=9-1' },
  { accept: ';;;,' },
  { 'accept-encoding': '*;q=0' },
  { 'accept-encoding': 'gzip;q=x, br;;' },
  { 'content-encoding': 'gzip' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-proto': 'x', 'x-forwarded-host': 'evil.test' },
  ...types.map((type) => ({ 'content-type': type })),
  { traceparent: '00-x-y-z' },
  { authorization: 'Bearer \u00ff' },
  { authorization: `Bearer ${'a.'.repeat(3000)}` },
]
