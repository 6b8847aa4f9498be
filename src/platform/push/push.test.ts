import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ProvidersStandIn, startProvidersStandIn } from '#development/standIns/messageProviders.ts'
import { type Device, type Notification, type PushClient, pushClient } from './client.ts'
import { decryptPush } from '#development/standIns/decryptPush.ts'
import { isPushUrl } from './hosts.ts'
import { pushKeysOf } from './keys.ts'

const keys = pushKeysOf('the secret of this installation')
const config = { ...keys, subject: 'mailto:head@school.test', hosts: ['push.school.test', '*.push.test:8443'] }
const never = new AbortController().signal
const note: Notification = { title: 'Absent today', body: 'आशा was absent today.', link: '/chat?thread=7', tag: 'chat-7' }
let providers: ProvidersStandIn
let push: PushClient
let device: Device

beforeAll(async () => {
  providers = await startProvidersStandIn({ appUrl: 'http://127.0.0.1:9' })
  push = pushClient(config, { standIn: providers.url })
  device = providers.push.subscribe(push.publicKey)
})

afterEach(() => providers.push.setFault(null))

afterAll(() => providers.stop())

const arrived = (endpoint: string) => providers.push.received().filter((one) => one.endpoint === endpoint)

test('the example of RFC 8291 is decrypted', () => {
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  const body = bytes(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
  const receiver = {
    privateKey: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
    publicKey: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  }
  expect(decryptPush(body, receiver)).toBe('When I grow up, I want to be a watermelon')
  body[body.length - 1]! ^= 1
  expect(() => decryptPush(body, receiver)).toThrow()
})

test('only the device can decrypt its notification', async () => {
  expect(await push.send(device, note, never)).toEqual({ outcome: 'ACCEPTED' })
  const [received] = arrived(device.endpoint)
  expect(JSON.parse(received?.payload ?? '')).toEqual(note)
  expect(received).toMatchObject({ ttl: 86_400, topic: expect.stringMatching(/^[\w-]{32}$/) as string })
  expect(await push.send(device, { ...note, tag: null }, never)).toEqual({ outcome: 'ACCEPTED' })
  expect(arrived(device.endpoint)[1]?.topic).toBeNull()
})

test('a long text is cut so that every push service accepts it', async () => {
  const other = providers.push.subscribe()
  for (const body of ['अ'.repeat(5000), '😀'.repeat(5000), 'x'.repeat(9000)]) {
    expect(await push.send(other, { ...note, body }, never)).toEqual({ outcome: 'ACCEPTED' })
    const shown = JSON.parse(arrived(other.endpoint).at(-1)?.payload ?? '') as Notification
    expect(shown.body).toMatch(/^(अ{500,}|(😀){400,}|x{2000,})…$/u)
  }
})

test('another sender’s key is refused, and the device stays', async () => {
  const stranger = pushClient({ ...config, ...pushKeysOf('another installation') }, { standIn: providers.url })
  expect(await stranger.send(device, note, never)).toMatchObject({ outcome: 'REFUSED', code: '403' })
  const nobody = pushClient({ ...config, subject: 'https://school.test' }, { standIn: providers.url })
  expect(await nobody.send(device, note, never)).toEqual({ outcome: 'ACCEPTED' })
})

test('a device that is gone is distinguished from a failing service', async () => {
  const other = providers.push.subscribe(push.publicKey)
  for (const [fault, outcome] of [
    [404, 'GONE'],
    [410, 'GONE'],
    [413, 'REFUSED'],
    [400, 'REFUSED'],
    [429, 'LATER'],
    [503, 'LATER'],
    [500, 'UNCLEAR'],
    ['silent', 'UNCLEAR'],
    ['reset', 'UNCLEAR'],
  ] as const) {
    providers.push.setFault(fault)
    const client = fault === 'silent' ? pushClient(config, { standIn: providers.url, timeoutMs: 250 }) : push
    expect([fault, (await client.send(other, note, never)).outcome]).toEqual([fault, outcome])
  }
  providers.push.setFault(null)
  providers.push.unsubscribe(other.endpoint)
  expect(await push.send(other, note, never)).toEqual({ outcome: 'GONE' })
  expect(await push.send({ ...other, p256dh: 'AAAA' }, note, never)).toMatchObject({ outcome: 'REFUSED' })
})

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://wns2-pn1p.notify.windows.com/w/?token=a', true],
  ['https://web.push.apple.com/Q', true],
  ['https://push.school.test/a', true],
  ['https://eu.push.test:8443/a', true],
  ['https://eu.push.test/a', false],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/fcm/send/abc', false],
  ['https://fcm.googleapis.com.evil.test/', false],
  ['https://fcm.googleapis.com@evil.test/', false],
  ['https://user:word@fcm.googleapis.com/', false],
  ['https://push.services.mozilla.com/', false],
  ['https://evilpush.apple.com/', false],
  ['https://127.0.0.1/', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['http://localhost:4000/graphql', false],
  ['file:///etc/passwd', false],
  [`https://fcm.googleapis.com/${'a'.repeat(2000)}`, false],
  ['not an address', false],
])('%s is posted to: %s', async (address, allowed) => {
  expect(isPushUrl(address, config.hosts)).toBe(allowed)
  expect(push.allows(address)).toBe(allowed)
  if (!allowed) expect(await push.send({ ...device, endpoint: address }, note, never)).toEqual({ outcome: 'GONE' })
})

test('the stand-in of an installation is allowed by its whole origin, and to it alone', () => {
  expect(push.allows(device.endpoint)).toBe(true)
  expect(isPushUrl(device.endpoint, config.hosts)).toBe(false)
  expect(push.allows(`${providers.url.replace(/\d+$/, '1')}/push/a`)).toBe(false)
})
