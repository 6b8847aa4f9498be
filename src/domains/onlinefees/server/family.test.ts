import Fastify, { type FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { aPayment } from '#tests/world/fees.ts'
import { addOnlinePayments, anOrder, beginOrder, onlineGateway, type OnlineSchool } from '#tests/world/onlinePayments.ts'
import { addFees, setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { refusal } from '#tests/refusals.ts'
import type { Call } from '#platform/command.ts'
import type { GatewayStandIn } from '#development/standIns/gateway.ts'
import { viewFeeAccount } from '#domains/fees/server/account.queries.ts'
import { collectPayment, deletePayment } from '#domains/fees/server/payments.commands.ts'
import { receiptDocument } from '#domains/fees/server/receiptDocument.ts'
import { updateSchool } from '#domains/schools/server/schools.commands.ts'
import { previewPayLink } from './sendLink.commands.ts'
import { viewFamily } from './family.queries.ts'
import { chooseFamilyLanguage } from './familyLanguage.ts'
import { makeGuardianLinks, reissueGuardianLink } from './links.commands.ts'
import { checkOrder, createOrder, familyEmail, giveUpOrder, viewOrder } from './orders.commands.ts'
import { markNoticeSeen } from './notices.commands.ts'
import { findNoticeOrderJob, noticeIn } from './notices.ts'
import { listOrderEvents, listOrdersToSettle, viewOnlineActions } from './orders.queries.ts'
import { registerOnlineFees } from './publicRoutes.ts'
import { orderOfTxnid, settleOrder } from './settle.ts'
import { settleSurplus } from './surplus.commands.ts'

let world: TestWorld
let own: OnlineSchool
let standIn: GatewayStandIn
let call: Call
let app: FastifyInstance

beforeAll(async () => {
  world = await testWorld()
  ;({ standIn, call } = await onlineGateway(world))
  const { secretKey } = call.services.config
  own = await addOnlinePayments(world, world.own, secretKey)
  await addOnlinePayments(world, world.other, secretKey)
  app = Fastify()
  await registerOnlineFees(app, {
    database: world.database,
    services: call.services,
    log: { error: () => undefined } as never,
    receipt: receiptDocument,
    render: async ({ body }) => Buffer.from(body),
  })
})
afterAll(async () => {
  await app.close()
  await standIn.stop()
  await world.close()
})

const silently = <Row extends object>(statement: string, ...values: unknown[]) => asOwner<Row>(world.ownerUrl, statement, values)
const staff = async (who: 'admin' | 'fees' | 'superadmin' = 'admin') => ({ ...(await world.call(who)), services: call.services })
const feeOf = async (studentId: number, feeId: number, token = own.token) =>
  (await viewFamily(call, token)).children.find((one) => one.id === studentId)?.fees.find((fee) => fee.id === feeId)
const settled = async (txnid: string) => {
  const order = await orderOfTxnid(call, txnid)
  if (!order) throw new Error('The order is gone.')
  return settleOrder(call, order, 'CHECK')
}
const form = (fields: Record<string, string>) => ({
  method: 'POST' as const,
  url: '/onlinefees/verifyPayment',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: new URLSearchParams(fields).toString(),
})

describe('the language of a family', () => {
  const languages = async () =>
    (
      await silently<{ language: string }>(
        "select distinct language from students where phone = '9876543210' and school_id = $1",
        world.own.id,
      )
    ).map(({ language }) => language)
  const open = async (headers: Record<string, string>) => {
    const { headers: answer, statusCode } = await app.inject({ method: 'GET', url: `/${own.code}`, headers })
    return [statusCode, String(answer['set-cookie'] ?? '').split(';')[0]]
  }

  test('is chosen on its page, for all its children, and opens the short link in it on another phone', async () => {
    expect(await open({ 'accept-language': 'en-IN' })).toEqual([302, ''])
    expect(await open({ 'accept-language': 'ta' })).toEqual([302, 'language=en'])
    expect(await chooseFamilyLanguage(call, own.token, { language: 'mr' })).toBe(true)
    expect(await languages()).toEqual(['mr'])
    expect(await open({ 'accept-language': 'en-IN' })).toEqual([302, 'language=mr'])
    expect(await open({ 'accept-language': 'en-IN', cookie: 'language=hi' })).toEqual([302, ''])
    expect((await refusal(chooseFamilyLanguage(call, own.token, { language: 'xx' }))).problems).toMatchObject([
      { path: 'language' },
    ])
    const otherToken = own.token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    expect((await refusal(chooseFamilyLanguage(call, otherToken, { language: 'hi' }))).code).toBe('NOT_FOUND')
    expect(await languages()).toEqual(['mr'])
    const [row] = await silently<{ role: string; row_ids: string[] }>(
      "select role, row_ids from audit_log where action = 'student.chooseLanguage'",
    )
    expect([row?.role, row?.row_ids.length]).toEqual(['GUARDIAN', 2])
    await silently("update students set language = ''")
  })
})

describe('doubtful money: the amount differs', () => {
  test('is shown on the page and blocks its fees for every link until the office has settled it', async () => {
    const { student7A } = world.own
    const { library, tuitionApr } = own.fees
    const sums = async () => {
      const child = (await viewFamily(call, own.token)).children.find((one) => one.id === student7A)
      return { due: child?.due, pending: child?.pending, held: child?.held }
    }
    const linkAmount = async () => (await previewPayLink(await staff(), world.own.id, { id: own.linkId })).amount
    const [before, amountBefore] = [await sums(), await linkAmount()]
    const { txnid, ref } = await beginOrder(call, own.token, { [student7A]: [library] })
    await standIn.press(txnid, 'otherAmount')
    expect((await settled(txnid)).state).toBe('MISMATCH')

    const family = await viewFamily(call, own.token)
    expect(family.underWay.map(({ state, needsSchool, children }) => [state, needsSchool, children])).toEqual([
      ['MISMATCH', true, ['Asha Patil']],
    ])
    expect(await feeOf(student7A, library)).toMatchObject({ notPayable: 'The school is looking at a payment for it' })
    expect(await feeOf(student7A, tuitionApr)).toMatchObject({ notPayable: null })
    // What nobody is to pay now is not called due.
    expect(before).toMatchObject({ held: 0 })
    expect(await sums()).toEqual({ due: Number(before.due) - 30_000, pending: Number(before.pending) - 30_000, held: 30_000 })
    expect(await linkAmount()).toBe(amountBefore - 30_000)
    expect(await viewOrder(call, ref)).toMatchObject({ needsSchool: true })
    const order = async (token = own.token) => createOrder(call, token, await anOrder(call, token, { [student7A]: [library] }))
    expect((await refusal(order())).message).toContain('The school is looking at it: please do not pay again.')
    // Two who try at once are both refused, and so is the link that takes this one's place.
    const both = await Promise.allSettled([order(), order()])
    expect(both.map((one) => one.status)).toEqual(['rejected', 'rejected'])
    const reissued = await reissueGuardianLink(await staff(), world.own.id, { id: own.linkId })
    own = { ...own, linkId: reissued.id, token: reissued.url.split('/').at(-1) ?? '' }
    expect(await feeOf(student7A, library)).toMatchObject({ notPayable: 'The school is looking at a payment for it' })
    expect((await refusal(order())).code).toBe('CONFLICT')

    const { surplus } = await listOrdersToSettle(await staff(), world.own.id, {})
    const settle = { key: randomUUID(), id: surplus[0]?.id, how: 'REFUNDED', reference: 'UTR 1' }
    await settleSurplus(await staff(), world.own.id, settle)
    expect(await feeOf(student7A, library)).toMatchObject({ notPayable: null })
    expect(await viewOrder(call, ref)).toMatchObject({ state: 'MISMATCH', needsSchool: false })
    await giveUpOrder(call, own.token, (await order()).ref)
  })
})

describe('doubtful money: a tampered callback', () => {
  test('blocks its fees, also after 24 hours, until the gateway or the office has decided, and the office sees it at once', async () => {
    const { student8A } = world.own
    const { library } = own.fees
    const { txnid, ref } = await beginOrder(call, own.token, { [student8A]: [library] })
    const forged = await app.inject(form({ txnid, status: 'success', key: `key${world.own.id}`, hash: 'x' }))
    expect([forged.statusCode, forged.headers.location]).toEqual([303, '/verifyonlinefees?result=mismatch'])
    expect((await viewFamily(call, own.token)).underWay.map((order) => order.needsSchool)).toEqual([true])
    expect((await listOrdersToSettle(await staff('fees'), world.own.id, {})).stuck.map((order) => order.txnid)).toContain(txnid)
    expect((await refusal(giveUpOrder(call, own.token, ref))).message).toBe(
      'The school is looking at this payment. Please ask the school.',
    )
    await silently("update online_orders set created_at = now() - interval '2 days' where txnid = $1", txnid)
    expect(await feeOf(student8A, library)).toMatchObject({ notPayable: 'The school is looking at a payment for it' })
    const order = async () => createOrder(call, own.token, await anOrder(call, own.token, { [student8A]: [library] }))
    expect((await refusal(order())).code).toBe('CONFLICT')
    // The office asks the gateway: it has seen it, and the gateway's word counts.
    const { id } = (await orderOfTxnid(call, txnid)) ?? { id: 0 }
    const now = await checkOrder(await staff('fees'), world.own.id, { id })
    expect(now.needsSchool).toBe(false)
    expect(await feeOf(student8A, library)).toMatchObject({ notPayable: null })
    await giveUpOrder(call, own.token, ref)
  })

  test('ends as soon as the gateway reports the money', async () => {
    const { student8A } = world.own
    const { txnid } = await beginOrder(call, own.token, { [student8A]: [own.fees.tuitionMay] })
    await app.inject(form({ txnid, status: 'success', hash: 'x' }))
    standIn.settle(txnid, 'captured')
    expect(await settled(txnid)).toMatchObject({ state: 'SUCCESS', suspectAt: null })
    expect((await viewFamily(call, own.token)).underWay).toEqual([])
    // A forged call for money that is booked changes nothing.
    await app.inject(form({ txnid, status: 'failure', hash: 'x' }))
    expect(await orderOfTxnid(call, txnid)).toMatchObject({ state: 'SUCCESS', suspectAt: null })
  })

  test('for an unknown order blocks nothing', async () => {
    await app.inject(form({ txnid: '1Z0000000000000000', status: 'success', hash: 'x' }))
    expect((await viewFamily(call, own.token)).underWay).toEqual([])
  })
})

describe('a refund or chargeback that the gateway tells of', () => {
  const tell = (fields: Record<string, unknown>) =>
    app.inject({
      method: 'POST',
      url: '/onlinefees/webhook',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(fields),
    })
  const notices = async (txnid: string) =>
    (await listOrdersToSettle(await staff(), world.own.id, {})).notices.filter((notice) => notice.txnid === txnid)
  const paidOrder = async () => {
    const [fee = 0] = await addFees(world, world.own, own.fees.category, [{ name: `Trip ${randomUUID()}`, amount: 10_000 }])
    const { txnid } = await beginOrder(call, own.token, { [world.own.student7A]: [fee] })
    standIn.settle(txnid, 'captured')
    return settled(txnid)
  }
  const callbackOf = (txnid: string, more: object = {}) => ({
    action: 'refund',
    key: `key${world.own.id}`,
    merchantTxnId: txnid,
    amt: '102.36',
    status: 'success',
    request_id: '11865427756',
    bank_arn: null,
    ...more,
  })

  test('needs a look, once for each word, and leaves the order, its receipt and its fees as they are', async () => {
    const order = await paidOrder()
    const before = await orderOfTxnid(call, order.txnid)
    for (const more of [{}, {}, { status: 'failure' }]) {
      const answer = await tell(callbackOf(order.txnid, more))
      expect([answer.statusCode, answer.json()]).toEqual([200, { ok: true }])
    }
    expect((await notices(order.txnid)).map(({ kind, status, amount }) => [kind, status, amount])).toEqual([
      ['REFUND', 'failure', 10_236],
      ['REFUND', 'success', 10_236],
    ])
    expect(await orderOfTxnid(call, order.txnid)).toEqual(before)
    const events = await listOrderEvents(await staff(), world.own.id, { id: order.id })
    expect(events.filter(({ text }) => text.includes('signature'))).toEqual([])
    expect(events.filter(({ text }) => text.startsWith('The gateway tells of a refund'))).toHaveLength(2)
  })

  test('of an open order suspects nobody, and does not count as its failure', async () => {
    const { txnid, ref } = await beginOrder(call, own.token, { [world.own.student7A]: [own.fees.library] })
    await tell(callbackOf(txnid, { status: 'failure' }))
    expect(await orderOfTxnid(call, txnid)).toMatchObject({ state: 'CREATED', suspectAt: null })
    expect(await notices(txnid)).toHaveLength(1)
    await giveUpOrder(call, own.token, ref)
  })

  test('is found by the gateway’s own number too, and is not taken for another merchant', async () => {
    const order = await paidOrder()
    const dispute = { type: 'payments', event: 'dispute', cb_id: 1761758, cb_amount: '102.36', cb_status: 'Bank Comm Sent' }
    const other = await tell({ ...callbackOf(order.txnid), key: 'another' })
    expect(other.statusCode).toBe(200)
    expect(await notices(order.txnid)).toEqual([])
    await tell({ ...dispute, txn_id: order.txnid })
    const notice = noticeIn({
      event: 'dispute',
      txn_id: order.gatewayReference,
      cb_id: '2',
      cb_amount: '1.00',
      cb_status: 'Open',
    })!
    await findNoticeOrderJob(call).run({ notice }, new AbortController().signal)
    expect((await notices(order.txnid)).map(({ kind, reference, amount }) => [kind, reference, amount])).toEqual([
      ['CHARGEBACK', '2', 100],
      ['CHARGEBACK', '1761758', 10_236],
    ])
    expect((await tell({ ...dispute, txn_id: '999000000000468' })).statusCode).toBe(200)
  })

  test('leaves the list when the office has seen it, and a flood is not stored', async () => {
    const order = await paidOrder()
    for (let turn = 0; turn < 25; turn++) await tell(callbackOf(order.txnid, { request_id: String(turn) }))
    const stored = await notices(order.txnid)
    expect(stored).toHaveLength(20)
    const { id } = stored[0]!
    expect((await refusal(markNoticeSeen(await staff('fees'), world.own.id, { id }))).code).toBe('FORBIDDEN')
    const seen = await Promise.all([1, 2].map(async () => markNoticeSeen(await staff(), world.own.id, { id })))
    expect(seen.map(({ seenByName }) => seenByName)).toEqual(['admin of Own School', 'admin of Own School'])
    expect(await notices(order.txnid)).toHaveLength(19)
  })
})

describe('a return to the school by GET', () => {
  const open = (fields: Record<string, string>) => app.inject(`/onlinefees/verifyPayment?${new URLSearchParams(fields)}`)

  test('with the gateway’s signed fields settles the order and shows its result', async () => {
    const { txnid, ref } = await beginOrder(call, own.token, { [world.own.student8A]: [own.fees.tuitionApr] })
    await standIn.press(txnid, 'fail')
    const answer = await open(await standIn.callback(txnid))
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      expect.stringMatching(/^\/verifyonlinefees\?result=failure&order=/),
    ])
    expect((await viewOrder(call, ref)).state).toBe('FAILURE')
  })

  test('without them, as by a reload, asks the page to look for its order, and suspects nobody', async () => {
    const { txnid, ref } = await beginOrder(call, own.token, { [world.own.student8A]: [own.fees.tuitionApr] })
    for (const fields of [
      [],
      [['txnid', txnid]],
      [
        ['txnid', txnid],
        ['status', 'success'],
      ],
    ]) {
      const answer = await open(Object.fromEntries(fields))
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/verifyonlinefees?result=checking'])
    }
    expect((await orderOfTxnid(call, txnid))?.suspectAt).toBeNull()
    await giveUpOrder(call, own.token, ref)
  })

  test('with a wrong signature is treated as any forged return', async () => {
    const { txnid } = await beginOrder(call, own.token, { [world.own.student8A]: [own.fees.tuitionApr] })
    const answer = await open({ txnid, status: 'success', hash: 'x' })
    expect(answer.headers.location).toBe('/verifyonlinefees?result=mismatch')
    expect((await orderOfTxnid(call, txnid))?.suspectAt).not.toBeNull()
    await standIn.press(txnid, 'fail')
    expect(await settled(txnid)).toMatchObject({ state: 'FAILURE', suspectAt: null })
  })
})

describe('an order that stays undecided', () => {
  test('blocks its fees for a day; then they are offered with a warning, and the counter sees it all the time', async () => {
    const { student7A: studentId } = world.own
    const [fee = 0] = await addFees(world, world.own, own.fees.category, [{ name: 'Camp', amount: 10_000 }])
    const { txnid, ref } = await beginOrder(call, own.token, { [studentId]: [fee] })
    standIn.settle(txnid, 'pending')
    const atCounter = async () =>
      (await viewFeeAccount(await staff('fees'), world.own.id, { termId: world.own.termId, studentId })).undecidedOrders
    const order = { payable: 10_236, payerName: 'Suresh Patil', feeIds: [String(fee)] }
    expect(await feeOf(studentId, fee)).toMatchObject({ notPayable: 'Being paid now', undecided: true })
    expect(await atCounter()).toMatchObject([order])
    await silently("update online_orders set created_at = now() - interval '2 days' where txnid = $1", txnid)
    expect(await feeOf(studentId, fee)).toMatchObject({ notPayable: null, undecided: true })
    expect((await viewFamily(call, own.token)).underWay.map((open) => [open.state, open.payable])).toEqual([['CREATED', 10_236]])
    expect(await atCounter()).toMatchObject([order])
    expect((await refusal(giveUpOrder(call, own.token, ref))).code).toBe('CONFLICT')
    const second = await beginOrder(call, own.token, { [studentId]: [fee] })
    expect(await atCounter()).toHaveLength(2)
    for (const open of [txnid, second.txnid]) {
      standIn.settle(open, 'captured')
      await settled(open)
    }
    expect(await atCounter()).toEqual([])
    const { surplus } = await listOrdersToSettle(await staff(), world.own.id, {})
    expect(surplus.filter((one) => one.txnid === second.txnid)).toMatchObject([{ amount: 10_000, charge: 236, outcome: null }])
  })
})

describe('the service charge', () => {
  const asked = async (school: { feePercent?: number; chargeBearer?: 'FAMILY' | 'SCHOOL' }) => {
    await updateSchool(await staff('superadmin'), world.own.id, school)
    return (await viewFamily(call, own.token)).school
  }

  test('is the school’s Fee Percent, the specification’s 2 where that is empty, and nothing where the school bears it', async () => {
    expect(await asked({})).toMatchObject({ chargePercent: 2, chargeBearer: 'FAMILY' })
    for (const [school, percent, payable] of [
      [{ feePercent: 1.5 }, 1.5, 30_531],
      [{ chargeBearer: 'SCHOOL' }, 0, 30_000],
      [{ feePercent: '', chargeBearer: 'FAMILY' }, 2, 30_708],
    ] as const) {
      expect(await asked(school as never)).toMatchObject({ chargePercent: percent })
      const { txnid, ref } = await beginOrder(call, own.token, { [world.own.student8A]: [own.fees.library] })
      expect(await viewOrder(call, ref)).toMatchObject({ payable, chargePercent: percent, feesAmount: 30_000 })
      await standIn.press(txnid, 'fail')
      await settled(txnid)
    }
  })

  test('that changes after the family has looked is refused with the new amount, and an order keeps its own', async () => {
    const wanted = await anOrder(call, own.token, { [world.own.student8A]: [own.fees.library] })
    const [fee = 0] = await addFees(world, world.own, own.fees.category, [{ name: 'Trip', amount: 150_000 }])
    const open = await beginOrder(call, own.token, { [world.own.student7A]: [fee] })
    await asked({ feePercent: 3 })
    expect(await refusal(createOrder(call, own.token, wanted))).toMatchObject({
      code: 'CONFLICT',
      problems: [{ path: 'payable', message: 'The amount is ₹310.62 now. Nothing was paid. Please look at it again.' }],
    })
    await standIn.press(open.txnid, 'upi')
    expect(await settled(open.txnid)).toMatchObject({ state: 'SUCCESS', chargePercent: 2, payable: 153_540 })
    await asked({ feePercent: 2 })
  })
})

describe('the receipts of a returning family', () => {
  const receipt = (token: string, id: number, query = '') => app.inject(`/onlinefees/${token}/receipts/${id}${query}`)
  const pay = async (studentId: number, feeId: number, amount: number) => {
    const clerk = await staff('fees')
    const account = await viewFeeAccount(clerk, world.own.id, { termId: world.own.termId, studentId })
    const seen = [{ feeId, version: account.fees.find((fee) => fee.id === feeId)?.version ?? '' }]
    const payment = await collectPayment(clerk, world.own.id, aPayment(world.own, seen, amount, { studentId }))
    return payment.id
  }

  test('are those of its own children, to download or print, without deleted ones', async () => {
    const { student7A } = world.own
    const [kept, deleted] = [await pay(student7A, own.fees.tuitionApr, 1000), await pay(student7A, own.fees.tuitionApr, 2000)]
    const { receipts } = await viewFamily(call, own.token)
    expect(receipts.slice(0, 2).map(({ id, amount, studentName }) => [id, amount, studentName])).toEqual([
      [deleted, 2000, 'Asha Patil'],
      [kept, 1000, 'Asha Patil'],
    ])
    const saved = await receipt(own.token, kept)
    expect([saved.statusCode, saved.headers['content-disposition']]).toEqual([200, expect.stringContaining('attachment')])
    expect(saved.body).toContain('Asha Patil')
    expect((await receipt(own.token, kept, '?show')).headers['content-disposition']).toContain('inline')
    // The same paper again, and no DUPLICATE of it.
    expect((await receipt(own.token, kept)).body).toBe(saved.body)

    await deletePayment(await staff(), world.own.id, { id: deleted, reason: 'Taken twice', key: randomUUID() })
    expect((await viewFamily(call, own.token)).receipts.map((one) => one.id)).not.toContain(deleted)
    const gone = await receipt(own.token, deleted)
    expect([gone.statusCode, gone.body]).toEqual([
      404,
      'There is no such receipt. It may have been cancelled: please ask the school.',
    ])
  })

  test('are not available to another family', async () => {
    const { student7A, student8A } = world.own
    const [mine] = await silently<{ id: number }>('select max(id)::int as id from payments where student_id = $1', student7A)
    await silently("update students set phone = '9811111111' where id = $1", student8A)
    await silently('insert into student_phones select school_id, id, phone from students where id = $1', student8A)
    const { links } = await makeGuardianLinks(await staff(), world.own.id, { termId: world.own.termId, studentId: student8A })
    const token = links[0]?.url.split('/').at(-1) ?? ''
    expect((await viewFamily(call, token)).receipts.map((one) => one.studentName)).not.toContain('Asha Patil')
    expect((await receipt(token, mine?.id ?? 0)).statusCode).toBe(404)
    expect((await receipt(own.token.replace(/.$/, '_'), mine?.id ?? 0)).statusCode).toBe(404)
    await silently("update students set phone = '9876543210' where id = $1", student8A)
  })
})

describe('the payer', () => {
  test('has the phone of the link filled in', async () => {
    expect(await viewFamily(call, own.token)).toMatchObject({ phone: '98xxxxxx10', payerPhone: '9876543210' })
  })

  test('needs no e-mail address: the gateway, which demands one, gets an address of the installation', async () => {
    const { student7A } = world.own
    const input = await anOrder(call, own.token, { [student7A]: [own.fees.tuitionMay] })
    const form = await createOrder(call, own.token, { ...input, payer: { name: 'Sunita', phone: '9876543210' } })
    expect(form.fields.find(({ name }) => name === 'email')?.value).toMatch(/^family-[0-9a-z]+-[0-9a-z]+@no-mail\.invalid$/)
    const answer = await fetch(form.action, {
      method: 'POST',
      body: new URLSearchParams(form.fields.map(({ name, value }) => [name, value])),
    })
    expect(answer.status).toBe(200)
    const [order] = await silently<{ email: string }>('select payer_email as email from online_orders order by id desc limit 1')
    expect(order?.email).toBe('')
    await giveUpOrder(call, own.token, form.ref)
    const bad = { ...input, key: randomUUID(), payer: { name: 'Sunita', phone: '9876543210', email: 'nobody' } }
    expect(await refusal(createOrder(call, own.token, bad))).toMatchObject({ problems: [{ path: 'payer.email' }] })
  })

  test('the address has the installation’s host if that is public, and is never longer than the gateway accepts', () => {
    const link = { schoolId: 46, guardianLinkId: 1295 }
    expect(familyEmail('https://app.school.in', link)).toBe('family-1a-zz@app.school.in')
    for (const appUrl of ['http://localhost:4000', 'http://127.0.0.1', 'http://[::1]:80', `https://${'a'.repeat(60)}.in`])
      expect(familyEmail(appUrl, link)).toBe('family-1a-zz@no-mail.invalid')
  })
})

describe('the family page', () => {
  test('sorts the fees of a child by due date, and those of an order by the months of the school year', async () => {
    const { student7A } = world.own
    const fees = ['MAR', 'JAN', 'JUN'].map((month) => ({ name: 'Bus', amount: 1000, month, sr: 1 }))
    const ids = await addFees(world, world.own, own.fees.category, fees)
    const wanted = [...ids, own.fees.library]
    const offered = (await viewFamily(call, own.token)).children.find((one) => one.id === student7A)?.fees ?? []
    expect(offered.map((fee) => fee.dueOn)).toEqual(offered.map((fee) => fee.dueOn).toSorted())
    expect(offered.map((fee) => fee.month)).toEqual(expect.arrayContaining([null, 'JUN', 'JAN', 'MAR']))
    const { ref } = await beginOrder(call, own.token, { [student7A]: wanted })
    const { underWay } = await viewFamily(call, own.token)
    expect(underWay.find((order) => order.children.includes('Asha Patil'))?.fees.map((fee) => fee.month)).toEqual([
      null,
      'JUN',
      'JAN',
      'MAR',
    ])
    await giveUpOrder(call, own.token, ref)
  })
})

describe('screens of online payments follow feesModule', () => {
  test('off: staff are refused, the family is told, and open orders are settled all the same', async () => {
    const { student7A } = world.own
    const { txnid } = await beginOrder(call, own.token, { [student7A]: [own.fees.tuitionMay] })
    const input = await anOrder(call, own.token, { [student7A]: [own.fees.library] })
    await setSchool(world, world.own, { feesModule: false, onlineFees: true })
    const who = await staff('fees')
    for (const ask of [viewOnlineActions, listOrdersToSettle, makeGuardianLinks])
      expect(await refusal(ask(who, world.own.id, { termId: world.own.termId }))).toMatchObject({ code: 'DISABLED_MODULE' })
    expect(await refusal(createOrder(call, own.token, input))).toMatchObject({ code: 'UNAVAILABLE' })
    const family = await viewFamily(call, own.token)
    expect(family.payingOff).toBe('Own School does not take fees online now. Please pay at the school.')
    expect(family.children.map(({ fees, due }) => [fees.length, due])).toEqual([
      [0, 0],
      [0, 0],
    ])
    // What was paid before stays theirs.
    expect(family.receipts.length).toBeGreaterThan(0)

    standIn.settle(txnid, 'captured')
    const back = await app.inject(form(await standIn.callback(txnid)))
    expect(back.headers.location).toContain('result=success')
    expect((await orderOfTxnid(call, txnid))?.state).toBe('SUCCESS')
    await setSchool(world, world.own, { feesModule: true })
  })
})
