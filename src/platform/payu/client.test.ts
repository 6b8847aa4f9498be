import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { GatewayUnavailable, payuClient } from './client.ts'
import { gatewayAmount, requestHash } from './hashes.ts'
import { type GatewayStandIn, startGatewayStandIn } from '#development/standIns/gateway.ts'

const merchant = { key: 'KEY', salt: 'SALT' }
let gateway: GatewayStandIn
let other: Server
let otherUrl = ''
/** What the other server answers: a status and a body. */
let says: [number, string] = [200, '']

beforeAll(async () => {
  gateway = await startGatewayStandIn({ saltOf: async (key) => (key === merchant.key ? merchant.salt : undefined) })
  other = createServer((_, reply) => void reply.writeHead(says[0], { location: gateway.url }).end(says[1])).listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
})

afterEach(() => gateway.setFault('none'))

afterAll(async () => {
  await gateway.stop()
  other.close()
})

async function begin(txnid: string, paise = 102_360): Promise<void> {
  const fields = {
    key: merchant.key,
    txnid,
    amount: gatewayAmount(paise),
    productinfo: 'Tuition',
    firstname: 'Sunita',
    email: 'sunita@shala.test',
    udf1: '',
    udf2: '',
    udf3: '',
    udf4: '',
    udf5: '',
  }
  const places = { surl: 'http://localhost:1/', furl: 'http://localhost:1/', phone: '9876543210' }
  const body = new URLSearchParams({ ...fields, ...places, hash: requestHash(fields, merchant.salt) })
  const response = await fetch(payuClient(gateway.url).paymentUrl, { method: 'POST', body, redirect: 'manual' })
  expect(response.status).toBe(303)
}

async function ask(txnid: string) {
  return (await payuClient(gateway.url).verify(merchant, [txnid])).get(txnid)
}

test('a successful payment', async () => {
  await begin('paid')
  await gateway.press('paid', 'upi')
  const { mihpayid, bankRef } = gateway.transactions().find(({ form }) => form.txnid === 'paid')!
  expect(await ask('paid')).toEqual({
    status: 'success',
    amount: 102_360,
    reference: mihpayid,
    bankRef,
    mode: 'UPI',
    userCancelled: false,
    message: 'Transaction Completed Successfully',
    unmapped: 'captured',
    at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:/),
  })
})

test('the amount excludes the gateway’s additional charges', async () => {
  await begin('charged')
  await gateway.press('charged', 'card', { charges: true })
  expect(await ask('charged')).toMatchObject({ status: 'success', amount: 102_360, mode: 'CC' })
})

test('a failed, a cancelled, an undecided and an untouched payment', async () => {
  for (const txnid of ['failed', 'cancelled', 'pending', 'open', 'less']) await begin(txnid)
  await gateway.press('failed', 'fail')
  await gateway.press('cancelled', 'cancel')
  await gateway.press('pending', 'pending')
  await gateway.press('less', 'otherAmount')
  const said = await payuClient(gateway.url).verify(merchant, ['failed', 'cancelled', 'pending', 'open', 'less', 'never'])
  expect(said.get('failed')).toMatchObject({
    status: 'failure',
    userCancelled: false,
    message: expect.stringContaining('Bank failed'),
  })
  expect(said.get('cancelled')).toMatchObject({ status: 'failure', userCancelled: true, message: 'Cancelled by user' })
  expect(said.get('pending')).toMatchObject({ status: 'pending', unmapped: 'pending' })
  expect(said.get('open')).toMatchObject({ status: 'pending', unmapped: 'initiated', bankRef: '' })
  expect(said.get('less')).toMatchObject({ status: 'success', amount: 102_260 })
  expect(said.get('never')).toMatchObject({ status: 'notFound', amount: null, reference: '' })
})

test('an unknown transaction is notFound, which is a valid answer', async () => {
  expect(await ask('nothing')).toMatchObject({ status: 'notFound', reference: '' })
})

test('nothing is concluded from a wrong secret', async () => {
  const wrong = { ...merchant, salt: 'other' }
  await expect(payuClient(gateway.url).verify(wrong, ['paid'])).rejects.toThrow(GatewayUnavailable)
})

test.each(['down', 'garbage', 'reset', 'noDetails', 'silent'] as const)(
  'nothing is concluded when the gateway is %s',
  async (fault) => {
    gateway.setFault(fault)
    await expect(payuClient(gateway.url, 300).verify(merchant, ['paid'])).rejects.toThrow(GatewayUnavailable)
  },
)

test('nothing is concluded when the gateway is unreachable', async () => {
  await expect(payuClient('http://127.0.0.1:9').verify(merchant, ['paid'])).rejects.toThrow(GatewayUnavailable)
})

const details = (detail: unknown) => JSON.stringify({ status: 1, msg: 'fetched', transaction_details: detail })

test.each<[string, number, string]>([
  ['an error of the server', 500, details({ paid: { status: 'success', amt: '1.00' } })],
  ['a redirect', 302, ''],
  ['no JSON', 200, '<html>'],
  ['nothing', 200, ''],
  ['null', 200, 'null'],
  ['no details, whatever the outer status', 200, '{"status":1}'],
  ['details that are a list', 200, details([])],
  ['details that are a text', 200, details('success')],
  ['another transaction', 200, details({ another: { status: 'success', amt: '1.00' } })],
  ['a detail that is null', 200, details({ paid: null })],
  ['a detail that is a text', 200, details({ paid: 'success' })],
  ['a status that is a number', 200, details({ paid: { status: 1, amt: '1.00' } })],
  ['no status', 200, details({ paid: { amt: '1.00', unmappedstatus: 'captured' } })],
  ['an amount that is an object', 200, details({ paid: { status: 'success', amt: {} } })],
])('nothing is concluded from %s', async (_, status, body) => {
  says = [status, body]
  await expect(payuClient(otherUrl).verify(merchant, ['paid'])).rejects.toThrow(GatewayUnavailable)
})

test.each([
  [{ status: 'success', transaction_amount: '10.5', amt: '11.00' }, 1050],
  [{ status: 'success', transaction_amount: '', amt: '11.00' }, 1100],
  [{ status: 'success', transaction_amount: null, amt: 11 }, 1100],
  [{ status: 'success', amt: '11.005' }, null],
  [{ status: 'success', amt: 'NaN' }, null],
  [{ status: 'success' }, null],
])('the amount of %j is %s', async (detail, amount) => {
  says = [200, details({ paid: detail })]
  expect((await payuClient(otherUrl).verify(merchant, ['paid'])).get('paid')).toMatchObject({ status: 'success', amount })
})

test.each([
  ['SUCCESS', 'success'],
  ['failed', 'failure'],
  ['Not Found', 'notFound'],
  ['in progress', 'pending'],
  ['a word of next year', 'pending'],
])('the status %s is %s', async (word, status) => {
  says = [200, details({ paid: { status: word } })]
  expect((await payuClient(otherUrl).verify(merchant, ['paid'])).get('paid')?.status).toBe(status)
})

test('an unreadable detail does not affect the others', async () => {
  says = [200, details({ broken: [], paid: { status: 'success', amt: '1.00' } })]
  const said = await payuClient(otherUrl).verify(merchant, ['broken', 'paid'])
  expect([said.has('broken'), said.get('paid')?.amount]).toEqual([false, 100])
})

test('no request is made for no transaction, nor for more than 50', async () => {
  expect(await payuClient('http://127.0.0.1:9').verify(merchant, [])).toEqual(new Map())
  const many = Array.from({ length: 51 }, (_, place) => `t${place}`)
  await expect(payuClient(gateway.url).verify(merchant, many)).rejects.toThrow(RangeError)
})

test('the form goes to the configured URL', () => {
  expect(payuClient('https://secure.payu.in/').paymentUrl).toBe('https://secure.payu.in/_payment')
})
