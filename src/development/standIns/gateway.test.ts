import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { gatewayAmount, isAuthentic, requestHash } from '#platform/payu/hashes.ts'
import { type GatewayStandIn, startGatewayStandIn } from './gateway.ts'

const [key, salt] = ['KEY', 'SALT']
const folder = temporaryFolder('gateway')
const stateFile = join(folder, 'gateway.json')
let shop: Server
let shopUrl = ''
let gateway: GatewayStandIn
/** Forms that were posted to the shop, with their paths. */
const called: { to: string; fields: Record<string, string> }[] = []

/** Returns the forms that were posted for a transaction. */
const told = (txnid: string) => called.filter(({ fields }) => fields.txnid === txnid)

const saltOf = async (asked: string) => (asked === key ? salt : undefined)
const open = () => startGatewayStandIn({ saltOf, stateFile, webhookUrl: `${shopUrl}/webhook`, late: 50, pendingFor: 100 })

beforeAll(async () => {
  shop = createServer((request, reply) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      called.push({ to: request.url ?? '', fields: Object.fromEntries(new URLSearchParams(body)) })
      reply.end('{"ok":true}')
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => shop.once('listening', resolve))
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
  gateway = await open()
})

afterAll(async () => {
  await gateway.stop()
  shop.close()
  rmSync(folder, { recursive: true })
})

function form(txnid: string, changed: Record<string, string> = {}): Record<string, string> {
  const fields = {
    key,
    txnid,
    amount: gatewayAmount(102_360),
    productinfo: 'Tuition',
    firstname: 'Sunita <b>',
    email: 'sunita@shala.test',
    udf1: '1',
    udf2: '2',
    udf3: '3',
    udf4: '4-5',
    udf5: '',
  }
  const back = { surl: `${shopUrl}/success`, furl: `${shopUrl}/failure`, phone: '9876543210', service_provider: 'payu_paisa' }
  return { ...fields, ...back, hash: requestHash(fields, salt), ...changed }
}

const begin = (fields: Record<string, string>) =>
  fetch(`${gateway.url}/_payment`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

async function page(txnid: string): Promise<string> {
  const response = await begin(form(txnid))
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location') ?? '', gateway.url).href
}

async function press(at: string, button: string, more: Record<string, string> = {}): Promise<string> {
  const response = await fetch(at, { method: 'POST', body: new URLSearchParams({ button, ...more }) })
  return response.text()
}

/** Returns the action and the fields of a page's form. */
function returned(html: string): { action: string; fields: Record<string, string> } {
  const plain = (text = '') => text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
  const inputs = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
  return {
    action: plain(/<form method="post" action="([^"]*)">/.exec(html)?.[1]),
    fields: Object.fromEntries(inputs.map(([, name = '', value]) => [name, plain(value)])),
  }
}

test.each([
  ['a wrong hash', { hash: 'x' }, 'The hash is wrong'],
  ['another amount than the hash is of', { amount: '1.00' }, 'The hash is wrong'],
  ['a | in a field', { firstname: 'Sunita|Patil' }, 'The hash is wrong'],
  ['a merchant nobody knows', { key: 'other' }, 'There is no merchant with the key other.'],
  ['a number of 26 characters', { txnid: 'x'.repeat(26) }, 'The field txnid'],
  ['an amount with three decimals', { amount: '1.000' }, 'The field amount'],
  ['a return address that is a script', { surl: 'javascript:alert(1)' }, 'The field surl'],
])('refuses %s, on a page that says so', async (_, changed, text) => {
  const response = await begin(form('refused', changed))
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(text)])
})

test('a number is good for one payment', async () => {
  await page('once')
  const again = await begin(form('once'))
  expect([again.status, await again.text()]).toEqual([400, expect.stringContaining('was used before')])
})

test('the page shows what is paid, escaped, and may load nothing and post to itself alone', async () => {
  const response = await fetch(await page('shown'))
  const html = await response.text()
  for (const text of ['₹1,023.60', 'Tuition', 'Sunita &#60;b&#62;', 'KEY', 'Trouble']) expect(html).toContain(text)
  const policy = response.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("form-action 'self'")
})

test.each([
  ['upi', '/success', { status: 'success', unmappedstatus: 'captured', mode: 'UPI' }],
  ['card', '/success', { status: 'success', mode: 'CC' }],
  ['fail', '/failure', { status: 'failure', unmappedstatus: 'failed' }],
  ['cancel', '/failure', { status: 'failure', unmappedstatus: 'userCancelled', error_Message: 'Cancelled by user' }],
])('%s sends the payer back with a signed form, and tells the webhook the same', async (button, to, fields) => {
  const html = await press(await page(`back-${button}`), button)
  const back = returned(html)
  expect(back.action).toBe(shopUrl + to)
  expect(back.fields).toMatchObject({
    ...fields,
    txnid: `back-${button}`,
    amount: '1023.60',
    udf4: '4-5',
    firstname: 'Sunita <b>',
  })
  expect(isAuthentic(back.fields, salt)).toBe(true)
  await eventually(() => expect(told(`back-${button}`)).toEqual([{ to: '/webhook', fields: back.fields }]))
})

test('with charges of the gateway the hash has them in front', async () => {
  const back = returned(await press(await page('charges'), 'upi', { charges: '10.00' }))
  expect(back.fields).toMatchObject({ additionalCharges: '10.00', amount: '1023.60', net_amount_debit: '1033.60' })
  expect(isAuthentic(back.fields, salt)).toBe(true)
  expect(isAuthentic({ ...back.fields, additionalCharges: '' }, salt)).toBe(false)
})

test.each(['close', 'lost'])('%s calls nobody', async (button) => {
  const html = await press(await page(button), button)
  expect(returned(html)).toEqual({ action: '', fields: {} })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(told(button)).toEqual([])
  expect(gateway.transactions().at(-1)?.state).toBe(button === 'lost' ? 'captured' : 'open')
})

test('late comes later, by the browser and by the webhook', async () => {
  const html = await press(await page('late'), 'late')
  expect(html).toContain('submit() }, 50)')
  await eventually(() => expect(told('late').map(({ to }) => to)).toEqual(['/webhook']))
})

test('twice comes before the browser does, too', async () => {
  const html = await press(await page('twice'), 'twice')
  await expect
    .poll(() =>
      told('twice')
        .map(({ to }) => to)
        .toSorted(),
    )
    .toEqual(['/success', '/webhook', '/webhook'])
  expect(told('twice').find(({ to }) => to === '/success')?.fields).toEqual(returned(html).fields)
})

test('a tampered callback is not authentic, though the money was taken', async () => {
  const back = returned(await press(await page('tampered'), 'tampered'))
  expect([isAuthentic(back.fields, salt), isAuthentic(await gateway.callback('tampered'), salt)]).toEqual([false, true])
  expect(gateway.transactions().at(-1)).toMatchObject({ state: 'captured', amount: '1023.60' })
})

test('another amount is signed', async () => {
  const back = returned(await press(await page('other'), 'otherAmount'))
  expect([back.fields.amount, isAuthentic(back.fields, salt)]).toEqual(['1022.60', true])
})

test('pending goes through by itself after a while, without reportMode anybody', async () => {
  const back = returned(await press(await page('pending'), 'pending'))
  expect([back.action, back.fields.status]).toEqual([`${shopUrl}/failure`, 'pending'])
  await eventually(() => expect(gateway.transactions().at(-1)?.state).toBe('captured'))
  expect(told('pending')).toEqual([])
})

test('what is decided stays so, whatever is pressed again', async () => {
  const at = await page('decided')
  await press(at, 'fail')
  expect(returned(await press(at, 'upi')).fields.status).toBe('failure')
  expect(await (await fetch(at)).text()).toContain('cannot be made any more')
})

test('it is governed by JSON from another process', async () => {
  await page('governed')
  const control = (path: string, body: unknown) =>
    fetch(`${gateway.url}/_control/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  expect(await (await control('press', { txnid: 'governed', button: 'fail' })).json()).toMatchObject({
    back: { action: `${shopUrl}/failure`, fields: { status: 'failure' } },
  })
  await control('settle', { txnid: 'governed', outcome: 'captured' })
  expect((await gateway.callback('governed')).status).toBe('success')
  await control('fault', { fault: 'down' })
  expect((await begin(form('during'))).status).toBe(503)
  await control('fault', { fault: 'none' })
  expect((await control('press', { txnid: 'unheard', button: 'upi' })).status).toBe(400)
})

test('a restart keeps the transactions', async () => {
  await page('kept')
  const before = gateway.transactions()
  await gateway.stop()
  gateway = await open()
  expect(gateway.transactions()).toEqual(before)
  expect((await begin(form('kept'))).status).toBe(400)
  expect((await gateway.press('kept', 'upi'))?.fields.status).toBe('success')
})

test('a payment nobody finishes is dropped in the end', async () => {
  const hasty = await startGatewayStandIn({ saltOf, dropAfter: 0 })
  await fetch(`${hasty.url}/_payment`, { method: 'POST', body: new URLSearchParams(form('dropped')), redirect: 'manual' })
  expect((await hasty.callback('dropped')).unmappedstatus).toBe('dropped')
  await hasty.stop()
})
