import { rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import type { SendResult } from '../sendResult.ts'
import { smsClient } from '../sms/client.ts'
import { parseReports } from '../sms/webhook.ts'
import { whatsappClient } from '../whatsapp/client.ts'
import { isSigned, parseStatuses } from '../whatsapp/webhook.ts'
import { type ProvidersStandIn, startProvidersStandIn } from '#development/standIns/messageProviders.ts'
import type { Fault, ProviderControl } from '#development/standIns/acceptedMessages.ts'
import { secondsFromNow } from '#tests/moments.ts'

const folder = temporaryFolder('providers')
const smsTemplate = '64f0c2a91b7e3d5f60a81c24'
const never = new AbortController().signal
/** For what never answers, and for what does. */
const [impatience, patience] = [250, 10_000]
/** What the product was told: the path, the signature and the body. */
const told: { path: string; signature: string | undefined; body: Buffer }[] = []
/** How many calls of a webhook are answered with 503 before one is taken. */
let unwell = 0
let product: Server
let appUrl = ''
let providers: ProvidersStandIn

const start = () => startProvidersStandIn({ appUrl, folder, pace: 0, late: 80 })

beforeAll(async () => {
  product = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const taken = unwell === 0
      if (!taken) unwell--
      const body = Buffer.concat(parts)
      if (taken) told.push({ path: request.url ?? '', signature: request.headers['x-hub-signature-256'] as string, body })
      reply.writeHead(taken ? 200 : 503).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => product.once('listening', resolve))
  appUrl = `http://127.0.0.1:${(product.address() as AddressInfo).port}`
  providers = await start()
})

afterEach(() => {
  for (const taking of [providers.whatsapp, providers.sms]) {
    taking.setFault('none')
    taking.setReportMode('prompt')
  }
})

afterAll(async () => {
  await providers.stop()
  product.close()
  rmSync(folder, { recursive: true })
})

type Way = 'whatsapp' | 'sms'
const ways = ['whatsapp', 'sms'] as const

function send(way: Way, reference: string, changed: Record<string, unknown> = {}, wait = patience): Promise<SendResult> {
  const { whatsapp, sms } = providers.config
  if (way === 'sms')
    return smsClient(sms, wait).send(
      { to: '919822012345', sender: 'SHALAA', template: smsTemplate, values: ['Asha', '7-A'], reference, ...changed },
      never,
    )
  return whatsappClient(whatsapp, wait).send(
    { to: '919822012345', template: 'absent', language: 'en', parameters: ['Asha', '7-A'], reference, ...changed },
    never,
  )
}

const takenOf = (taking: ProviderControl, reference: string) => taking.messages().filter((one) => one.reference === reference)
const toldOf = (reference: string) =>
  told.flatMap(({ path, body }) =>
    ((path.startsWith('/messages/sms') ? parseReports(body) : parseStatuses(body)) ?? []).filter(
      (one) => one.reference === reference,
    ),
  )
const allTold = (taking: ProviderControl) => vi.waitUntil(() => taking.waiting() === 0, { timeout: 50_000, interval: 10 })

test.each(ways)('%s accepts a message once, returns its id and reports its status', async (way) => {
  const [reference, before] = [`1-${way}`, secondsFromNow(0)]
  const sent = await send(way, reference)
  const [taken, ...others] = takenOf(providers[way], reference)
  expect(others).toEqual([])
  expect(sent).toEqual({ outcome: 'ACCEPTED', ref: taken?.ref })
  expect(taken).toMatchObject({ to: '919822012345', values: ['Asha', '7-A'] })
  await allTold(providers[way])
  const words = toldOf(reference).map(({ ref, status, detail }) => ({ ref, status, detail }))
  const steps = way === 'sms' ? ['DELIVERED'] : ['SENT', 'DELIVERED', 'READ']
  expect(words).toEqual(steps.map((status) => ({ ref: taken?.ref, status, detail: '' })))
  const at = toldOf(reference)[0]!.at.getTime() / 1000
  expect(at).toBeGreaterThanOrEqual(before)
  expect(at).toBeLessThan(secondsFromNow(1))
})

const outcomes: Record<Fault, [SendResult['outcome'], number]> = {
  none: ['ACCEPTED', 1],
  down: ['LATER', 0],
  limited: ['LATER', 0],
  refused: ['REFUSED', 0],
  garbage: ['UNCLEAR', 0],
  reset: ['UNCLEAR', 0],
  ignored: ['UNCLEAR', 0],
  silent: ['UNCLEAR', 1],
  lost: ['UNCLEAR', 1],
  unreadable: ['UNCLEAR', 1],
}

test.each(ways)('%s: certain and uncertain outcomes are distinguished for every fault', async (way) => {
  for (const [fault, [outcome, times]] of Object.entries(outcomes) as [Fault, [SendResult['outcome'], number]][]) {
    providers[way].setFault((asked) => (asked.reference === `2-${fault}` ? fault : 'down'))
    const wait = fault === 'silent' || fault === 'ignored' ? impatience : patience
    expect([fault, (await send(way, `2-${fault}`, {}, wait)).outcome]).toEqual([fault, outcome])
    expect([fault, takenOf(providers[way], `2-${fault}`).length]).toEqual([fault, times])
  }
  // A message that was taken without an answer is told of all the same: by its reference it is found.
  await allTold(providers[way])
  expect(toldOf('2-silent').at(-1)?.ref).toBe(takenOf(providers[way], '2-silent')[0]?.ref)
})

test.each([
  ['whatsapp', 401, { error: { code: 190, message: 'Session has expired' } }, 'LATER', 'Session has expired'],
  ['whatsapp', 400, { error: { code: 131_056, message: '' } }, 'LATER', 'Error 131056', 6000],
  ['whatsapp', 403, { error: { code: 250, message: 'Permission' } }, 'LATER', 'Permission'],
  ['whatsapp', 404, { error: { code: 132_001, message: '?' } }, 'REFUSED', 'WhatsApp has no such template in this language'],
  ['whatsapp', 400, { error: { code: 131_099, message: 'New rule' } }, 'REFUSED', 'WhatsApp refused it: New rule (131099)'],
  ['whatsapp', 500, { error: { code: 1, message: 'Unknown' } }, 'UNCLEAR', 'Unknown'],
  ['whatsapp', 200, { messages: [] }, 'UNCLEAR', 'The provider answered 200'],
  ['whatsapp', 302, 'elsewhere', 'LATER', 'The provider’s address answered 302'],
  ['whatsapp', 404, '<html>', 'LATER', 'please check the settings'],
  ['whatsapp', 429, '<html>', 'LATER', 'takes no more', 7000],
  ['whatsapp', 408, '<html>', 'UNCLEAR', 'answered 408'],
  ['sms', 401, { type: 'error', message: 'Invalid authkey', code: '207' }, 'LATER', 'The key of the SMS account is wrong.'],
  ['sms', 200, { type: 'error', message: 'x', code: 301 }, 'LATER', 'has run out of credit'],
  ['sms', 200, { type: 'error', message: 'twice', code: '311' }, 'UNCLEAR', 'the same text'],
  ['sms', 200, { type: 'error', message: 'template not found' }, 'REFUSED', 'MSG91 refused it: template not found'],
  ['sms', 400, { type: 'error', message: 'No recipients' }, 'REFUSED', 'MSG91 refused it: No recipients (400)'],
  ['sms', 200, { type: 'success', message: '' }, 'UNCLEAR', 'answered 200'],
  ['sms', 502, { type: 'error', message: 'later' }, 'UNCLEAR', 'later'],
] as const)('%s %i %o is %s', async (way, status, said, outcome, reason, afterMs?: number) => {
  const odd = createServer((request, reply) => {
    request.resume()
    const headers = { ...(afterMs === 7000 ? { 'retry-after': '7' } : {}), ...(status === 302 ? { location: '/' } : {}) }
    reply.writeHead(status, headers).end(typeof said === 'string' ? said : JSON.stringify(said))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => odd.once('listening', resolve))
  const url = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`
  const message = {
    to: '919822012345',
    template: 't',
    language: 'en',
    parameters: [],
    reference: 'r',
    sender: 'SHALAA',
    values: [],
  }
  const client =
    way === 'sms' ? smsClient({ url, authKey: 'k' }, patience) : whatsappClient({ url, phoneNumberId: '1', token: 't' }, patience)
  const sent = await client.send(message, never)
  odd.close()
  expect(sent.outcome).toBe(outcome)
  expect(sent).toMatchObject({ reason: expect.stringContaining(reason.replace('’', "'")) as string })
  expect('afterMs' in sent ? sent.afterMs : undefined).toBe(afterMs)
})

test('nothing was sent when nobody listens, or while stopping; an aborted wait is UNCLEAR', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => closed.once('listening', resolve))
  const { port } = closed.address() as AddressInfo
  await new Promise((resolve) => closed.close(resolve))
  const deaf = whatsappClient({ url: `http://127.0.0.1:${port}`, phoneNumberId: '1', token: 't' }, patience)
  const message = { to: '919822012345', template: 't', language: 'en', parameters: [], reference: '3' }
  expect((await deaf.send(message, never)).outcome).toBe('LATER')
  expect((await deaf.send(message, AbortSignal.abort())).outcome).toBe('LATER')
  const leaving = new AbortController()
  providers.whatsapp.setFault(() => {
    leaving.abort()
    return 'ignored'
  })
  expect((await whatsappClient(providers.config.whatsapp).send(message, leaving.signal)).outcome).toBe('UNCLEAR')
})

test('a value is reduced to what WhatsApp accepts, and an invalid request is refused like at the real providers', async () => {
  await send('whatsapp', '4', { parameters: ['two\nlines and     room', ' '] })
  expect(takenOf(providers.whatsapp, '4')[0]?.values).toEqual(['two lines and room', '-'])
  expect(await send('whatsapp', '4', { to: 'nobody' })).toMatchObject({ outcome: 'REFUSED', code: '100' })
  expect(await send('sms', '4', { sender: 'SHORT' })).toMatchObject({ outcome: 'REFUSED', code: '203' })
  // The operators' id of the template is not MSG91's.
  for (const template of ['', '64f0', '1107161234567890123'])
    expect(await send('sms', '4', { template })).toMatchObject({
      outcome: 'REFUSED',
      code: '400',
      reason: expect.stringContaining('MSG91 Template ID'),
    })
  expect(await send('sms', '4', { to: '9822012345' })).toMatchObject({ outcome: 'REFUSED', code: '202' })
})

test('statuses arrive late, twice, in reverse order or never, and are repeated until the webhook accepts them', async () => {
  const all = async (reportMode: Parameters<ProviderControl['setReportMode']>[0]) => {
    providers.whatsapp.setReportMode(reportMode)
    await send('whatsapp', `5-${reportMode}`)
    await allTold(providers.whatsapp)
    return toldOf(`5-${reportMode}`).map(({ status }) => status)
  }
  expect((await all('twice')).toSorted()).toEqual(['DELIVERED', 'DELIVERED', 'READ', 'READ', 'SENT', 'SENT'])
  expect((await all('reversed')).toSorted()).toEqual(['DELIVERED', 'READ', 'SENT'])
  expect(await all('none')).toEqual([])
  expect(await all('late')).toHaveLength(3)
  unwell = 1
  expect(await all('failed')).toEqual(['FAILED'])
  expect(toldOf('5-failed')[0]?.detail).toBe('WhatsApp cannot deliver to this number: it may not be on WhatsApp.')
  const { appSecret } = providers.config.whatsapp
  for (const { path, signature, body } of told)
    if (path === '/messages/whatsapp') expect(isSigned(body, signature, appSecret)).toBe(true)
})

test('accepted messages and the port survive a restart, and are shown', async () => {
  const { url } = providers
  const before = providers.whatsapp.messages().length
  await providers.stop()
  providers = await start()
  expect(providers.url).toBe(url)
  expect(providers.whatsapp.messages()).toHaveLength(before)
  await send('whatsapp', '6', { parameters: ['<b>Asha</b>'] })
  const page = await (await fetch(url)).text()
  expect(page).toContain('&#60;b&#62;Asha')
  expect(page).toContain('919822012345')
  const controlled = await fetch(`${url}/_control/sms`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"fault":"refused"}',
  })
  expect(controlled.ok).toBe(true)
  expect((await send('sms', '6')).outcome).toBe('REFUSED')
  expect(await (await fetch(`${url}/_control/whatsapp/messages`)).text()).toContain('"reference":"6"')
  expect(statSync(join(folder, 'whatsapp.jsonl')).mode & 0o077).toBe(0)
})

test("MSG91's reports are parsed in all formats, with India's times", () => {
  const one = { date: '2024-05-22 10:06:20', requestId: '346', CRQID: '1-5', status: '16', desc: 'REJECTED' }
  const report = { date: one.date, number: '91', CRQID: '0', status: '1', desc: 'DELIVERED', failedReason: '' }
  const several = JSON.stringify([{ senderId: 'x', requestId: '347', report: [report, { ...report, status: '8' }] }])
  const at = new Date('2024-05-22T04:36:20Z')
  const delivered = { ref: '347', status: 'DELIVERED', at, detail: '' }
  expect(parseReports(Buffer.from(JSON.stringify(one)))).toEqual([
    { ref: '346', reference: '1-5', status: 'FAILED', at, detail: 'The SMS was rejected by the operator. REJECTED' },
  ])
  expect(parseReports(Buffer.from(new URLSearchParams({ data: several }).toString()))).toEqual([delivered])
  expect(parseReports(Buffer.from(JSON.stringify({ data: several })))).toEqual([delivered])
  for (const nothing of ['', '{', 'null', '7', 'data=x']) expect(parseReports(Buffer.from(nothing))).toBeNull()
})

test('a status with text that the database cannot store is skipped, and not requested again', () => {
  const status = { id: 'wamid.1', status: 'failed', timestamp: 1, errors: [{ code: 1, title: 'a\0b' }] }
  const whatsapp = (one: object) =>
    parseStatuses(Buffer.from(JSON.stringify({ entry: [{ changes: [{ value: { statuses: [one] } }] }] })))
  const sms = (one: object) => parseReports(Buffer.from(JSON.stringify({ status: '2', requestId: '1', desc: 'a\0b', ...one })))
  expect(whatsapp(status)?.[0]?.detail).not.toContain('\0')
  expect(sms({})?.[0]?.detail).toContain('ab')
  for (const name of ['', 'a\0b', 'x'.repeat(5000)]) {
    expect(whatsapp({ ...status, id: name })).toEqual([])
    expect(sms({ requestId: name })).toEqual([])
  }
})
