import { randomBytes, randomUUID } from 'node:crypto'
import { hashKey } from '#domains/gate/server/gate.commands.ts'
import { signatureOf } from '#platform/whatsapp/webhook.ts'
import { people } from '../../world/testWorld.ts'
import type { Ground, MatrixSchool } from '../ground.ts'
import { type Answer, type Ask, type Door, json, tampered } from './door.ts'

/** Gives a school's gate device a key, as the office does. */
async function reader({ owner }: Ground, { id, extra }: MatrixSchool): Promise<string> {
  const key = `${id.toString(36)}-${randomBytes(18).toString('base64url')}`
  await owner.query('update gate_devices set key_hash = $3 where school_id = $1 and id = $2', [
    id,
    extra.gateDevice,
    hashKey(key),
  ])
  return key
}

const scans: Door = async ({ send, tokens, ground }) => {
  const { own, other, owner } = ground
  const [key, foreign] = [await reader(ground, own), await reader(ground, other)]
  const { rows } = await owner.query<{ code: string }>('select qrcode as code from students where school_id = $1 and id = $2', [
    own.id,
    own.student7A,
  ])
  const scan = (bearer: string | undefined) => {
    const at = new Date().toISOString()
    return send('/gate/scans', {
      ...json({ sentAt: at, scans: [{ id: randomUUID(), at, code: rows[0]?.code, means: 'QR' }] }),
      bearer,
    })
  }
  const result = ({ status, bytes }: Answer) =>
    `${status} ${(JSON.parse(bytes.toString()) as { results?: { result: string }[] }).results?.[0]?.result}`
  const moved = foreign.replace(/^[^-]+/, own.id.toString(36))
  const closed = (as: string, bearer: string | undefined): Ask => ({ as, expected: '401 SIGNED_OUT', send: () => scan(bearer) })
  const revoke = (revoked: boolean) =>
    owner.query(`update gate_devices set revoked_at = ${revoked ? 'now()' : 'null'} where school_id = $1 and id = $2`, [
      own.id,
      own.extra.gateDevice,
    ])
  return [
    { as: 'the school’s reader', expected: '200 IN', send: () => scan(key), read: result },
    {
      as: 'the other school’s reader, which knows no card of this one',
      expected: '200 UNKNOWN',
      send: () => scan(foreign),
      read: result,
    },
    closed('the other school’s key under the own school', moved),
    closed('a changed key', tampered(key)),
    closed('no key', undefined),
    {
      ...closed('a revoked key', key),
      send: async () => {
        await revoke(true)
        const answer = await scan(key)
        await revoke(false)
        return answer
      },
    },
    ...people.map((who) => closed(`${who}, with a person’s token`, tokens[who])),
  ]
}

const word = JSON.stringify({
  entry: [
    {
      changes: [
        { value: { statuses: [{ id: 'wamid.nobody', status: 'delivered', timestamp: '1', biz_opaque_callback_data: '1.1' }] } },
      ],
    },
  ],
})

const whatsapp: Door = ({ send, providers, tokens }) => {
  const told = (signature: string | undefined, bearer?: string) =>
    send('/messages/whatsapp', {
      method: 'POST',
      body: word,
      bearer,
      headers: { 'content-type': 'application/json', ...(signature === undefined ? {} : { 'x-hub-signature-256': signature }) },
    })
  const signed = signatureOf(Buffer.from(word), providers.appSecret)
  return [
    { as: 'WhatsApp', expected: '200', send: () => told(signed) },
    { as: 'nobody', expected: '401', send: () => told(undefined) },
    { as: 'signed with another secret', expected: '401', send: () => told(signatureOf(Buffer.from(word), 'another')) },
    { as: 'signed for another body', expected: '401', send: () => told(signatureOf(Buffer.from('{}'), providers.appSecret)) },
    { as: 'superadmin, with a person’s token', expected: '401', send: () => told(undefined, tokens.superadmin) },
  ]
}

const verified: Door = ({ send, providers }) => {
  const asked = (as: string, token: string, expected: string, mode = 'subscribe'): Ask => ({
    as,
    expected,
    send: () =>
      send(`/messages/whatsapp?${new URLSearchParams({ 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': '42' })}`),
  })
  return [
    asked('WhatsApp', providers.verifyToken, '200'),
    asked('another word', 'another', '403'),
    asked('no word', '', '403'),
    asked('another mode', providers.verifyToken, '403', 'unsubscribe'),
  ]
}

const sms: Door = ({ send, providers, tokens }) => {
  const body = JSON.stringify({ data: [{ requestId: 'nobody', report: [{ status: '1', number: '919876543210' }] }] })
  const told = (path: string, headers: Record<string, string>, bearer?: string) =>
    send(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body, bearer })
  const secret = providers.webhookSecret
  return [
    { as: 'MSG91, by header', expected: '200', send: () => told('/messages/sms', { 'x-webhook-secret': secret }) },
    { as: 'MSG91, by address', expected: '200', send: () => told(`/messages/sms?secret=${encodeURIComponent(secret)}`, {}) },
    { as: 'nobody', expected: '401', send: () => told('/messages/sms', {}) },
    { as: 'another secret', expected: '401', send: () => told('/messages/sms', { 'x-webhook-secret': tampered(secret) }) },
    {
      as: 'the secret of WhatsApp',
      expected: '401',
      send: () => told('/messages/sms', { 'x-webhook-secret': providers.appSecret }),
    },
    { as: 'two secrets', expected: '401', send: () => told(`/messages/sms?secret=${encodeURIComponent(secret)}&secret=x`, {}) },
    { as: 'superadmin, with a person’s token', expected: '401', send: () => told('/messages/sms', {}, tokens.superadmin) },
  ]
}

/** The public page to which the code of a paper leads. `paper` is the name of the paper in the schools' extras. */
function paperPage(path: string, table: 'certificates' | 'report_cards', paper: 'certificate7' | 'card7'): Door {
  return async ({ send, ground: { own, other, owner } }) => {
    const tokenOf = async ({ id, extra }: MatrixSchool) => {
      const { rows } = await owner.query<{ token: string }>(`select token from ${table} where school_id = $1 and id = $2`, [
        id,
        extra[paper],
      ])
      return rows[0]?.token ?? ''
    }
    const [token, foreign] = [await tokenOf(own), await tokenOf(other)]
    const asked = (as: string, code: string, expected: string): Ask => ({
      as,
      expected,
      // Whoever has the paper has read the name on it.
      holds: ['student.name'],
      send: () => send(`/${path}/${code}`),
    })
    return [
      asked('who has the paper', token, '200'),
      asked('the other school’s paper', foreign, '200'),
      asked('the other school’s code under the own school', foreign.replace(/^[^-]+/, own.id.toString(36)), '404'),
      asked('the own code under school 0', token.replace(/^[^-]+/, '0'), '404'),
      asked('a changed code', tampered(token), '404'),
      asked('the id in place of the code', String(own.extra[paper]), '404'),
    ]
  }
}

export const deviceDoors: Readonly<Record<string, Door>> = {
  'POST /gate/scans': scans,
  'POST /messages/whatsapp': whatsapp,
  'GET /messages/whatsapp': verified,
  'POST /messages/sms': sms,
  'GET /certificate/*': paperPage('certificate', 'certificates', 'certificate7'),
  'GET /report-card/*': paperPage('report-card', 'report_cards', 'card7'),
}
