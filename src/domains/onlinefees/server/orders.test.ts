import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { fromNow } from '#tests/moments.ts'
import { aPayment } from '#tests/world/fees.ts'
import {
  addMerchant,
  addOnlinePayments,
  anOrder,
  beginOrder,
  merchantKey,
  onlineGateway,
  type OnlineSchool,
} from '#tests/world/onlinePayments.ts'
import { addFeeCategory, addFees, assignFees, enrol } from '#tests/world/rows.ts'
import { addTermWithSection } from '#tests/world/yearEnd.ts'
import { somebodyWaits } from '#tests/lockWaiters.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { refusal } from '#tests/refusals.ts'
import type { Call } from '#platform/command.ts'
import { checkData } from '#platform/dataChecks.ts'
import { GatewayUnavailable } from '#platform/payu/client.ts'
import type { GatewayStandIn } from '#development/standIns/gateway.ts'
import { schoolById } from '#platform/school.ts'
import { viewFeeAccount } from '#domains/fees/server/account.queries.ts'
import { collectPayment, deletePayment } from '#domains/fees/server/payments.commands.ts'
import { calculatePrice } from '../onlinefees.rules.ts'
import { viewFamily } from './family.queries.ts'
import {
  listGuardianLinks,
  makeGuardianLinks,
  openGuardianLink,
  reissueGuardianLink,
  revokeGuardianLink,
} from './links.commands.ts'
import { checkOrderJob, reconcileOrders } from './orderJobs.ts'
import { checkOrder, createOrder, giveUpOrder, viewOrder } from './orders.commands.ts'
import { listOrderEvents, listOrders, listOrdersToSettle } from './orders.queries.ts'
import { publicOrder } from './publicOrder.ts'
import { createOrderRef } from './secrets.ts'
import { orderOfTxnid, settleOrder } from './settle.ts'
import { settleSurplus } from './surplus.commands.ts'

let world: TestWorld
let own: OnlineSchool
let other: OnlineSchool
let standIn: GatewayStandIn
/** Of somebody who is not signed in. */
let call: Call

beforeAll(async () => {
  world = await testWorld()
  ;({ standIn, call } = await onlineGateway(world))
  const { secretKey } = call.services.config
  own = await addOnlinePayments(world, world.own, secretKey)
  other = await addOnlinePayments(world, world.other, secretKey)
})

afterAll(async () => {
  await standIn.stop()
  await world.close()
})

const child = async (studentId: number, token = own.token) =>
  (await viewFamily(call, token)).children.find((one) => one.id === studentId)!
const pending = async (studentId: number, feeId: number) =>
  (await child(studentId)).fees.find((fee) => fee.id === feeId)?.balance.pending ?? 0
const staff = async (who: 'admin' | 'fees' | 'superadmin' = 'admin') => ({ ...(await world.call(who)), services: call.services })
const settled = async (txnid: string) => {
  const order = (await orderOfTxnid(call, txnid))!
  return settleOrder(call, order, 'CHECK')
}
const freshFee = async (amount: number, bankAccountId = own.account) => {
  const { own: school } = world
  const category = await addFeeCategory(world, school, { name: `Category ${randomUUID()}`, bankAccountId })
  const [fee = 0] = await addFees(world, school, category, [{ name: 'Trip', amount }])
  await assignFees(world, school, category, [school.student7A, school.student8A])
  return fee
}

describe('the family page', () => {
  test('shows the children of its phone with their pending fees, but no whole phone and no other school', async () => {
    const family = await viewFamily(call, own.token)
    expect(family.children.map((one) => [one.name, one.sectionName])).toEqual([
      ['Asha Patil', '7-A'],
      ['Rohan Patil', '8-A'],
    ])
    expect(family.phone).toBe('98xxxxxx10')
    // What is not fixed has no amount to pay here.
    expect(family.children[0]!.fees.map((fee) => [fee.name, fee.month, fee.balance.pending, fee.notPayable])).toEqual([
      ['Tuition', 'APR', 150_000, null],
      ['Tuition', 'MAY', 150_000, null],
      ['Library', null, 30_000, null],
    ])
    const elsewhere = await viewFamily(call, other.token)
    expect(elsewhere.school.name).toBe('Other School')
    expect(elsewhere.children.map((one) => one.id)).toEqual([world.other.student7A, world.other.student8A])
  })

  test('answers all invalid links alike', async () => {
    const school = own.token.split('-')[0]!
    const guesses = [
      '',
      'x',
      school,
      `${school}-${'A'.repeat(24)}`,
      `zzzz-${'A'.repeat(24)}`,
      `${own.token}x`,
      other.token.replace(/^\w+/, school),
    ]
    const said = await Promise.all(guesses.map((guess) => refusal(viewFamily({ ...call, address: '10.0.0.1' }, guess))))
    expect(new Set(said.map(({ code, message }) => `${code} ${message}`))).toEqual(
      new Set(['NOT_FOUND This link is no longer valid. Please ask the school for a new one.']),
    )
  })

  test('limits a network address that tries many links, and nobody else', async () => {
    const guesser = { ...call, address: '10.0.0.2' }
    const codes = []
    for (let turn = 0; turn < 62; turn++) codes.push((await refusal(viewFamily(guesser, 'none'))).code)
    expect(codes.slice(0, 60).every((code) => code === 'NOT_FOUND')).toBe(true)
    expect(codes.slice(60)).toEqual(['RATE_LIMITED', 'RATE_LIMITED'])
    expect((await viewFamily(call, own.token)).children).toHaveLength(2)
  })

  test('says so when the school takes no online payments, or no gateway is set up', async () => {
    const off = await viewFamily({ ...call, services: { ...call.services, payu: null } }, own.token)
    expect(off.payingOff).toBe('Paying online is not set up here. Please pay at the school.')
    const wanted = await anOrder(call, own.token, { [world.own.student7A]: [own.fees.library] })
    const said = await refusal(createOrder({ ...call, services: { ...call.services, payu: null } }, own.token, wanted))
    expect(said.code).toBe('UNAVAILABLE')
  })
})

describe('an order', () => {
  test('is priced by the server, for several children, and stored once however often it is sent', async () => {
    const fee = await freshFee(123_456)
    const wanted = await anOrder(call, own.token, { [world.own.student7A]: [fee], [world.own.student8A]: [fee] })
    const forms = await Promise.all([1, 2, 3].map(() => createOrder(call, own.token, wanted)))
    const value = (name: string) => forms.map((form) => form.fields.find((field) => field.name === name)?.value)
    expect(new Set(value('txnid')).size).toBe(1)
    // 1.0236 × ₹2,469.12, half-up.
    expect(value('amount')[0]).toBe('2527.39')
    expect(value('udf1')[0]).toBe(String(world.own.id))
    const again = await refusal(createOrder(call, own.token, { ...wanted, payer: { ...wanted.payer, name: 'Another' } }))
    expect(again).toMatchObject({ code: 'CONFLICT', message: 'This order was sent already, with other fees.' })
  })

  test('is refused with a wrong price, another family’s child or fee, a | in a name, and no fees', async () => {
    const fee = await freshFee(50_000)
    const wanted = await anOrder(call, own.token, { [world.own.student7A]: [fee] })
    const order = (more: object) => refusal(createOrder(call, own.token, { ...wanted, key: randomUUID(), ...more }))
    expect(await order({ payable: 100 })).toMatchObject({ code: 'CONFLICT', problems: [{ path: 'payable' }] })
    const strangers = { students: [{ studentId: world.other.student7A, fees: wanted.students[0]!.fees }] }
    expect((await order(strangers)).code).toBe('NOT_FOUND')
    const foreignFee = {
      students: [{ studentId: world.own.student7A, fees: [{ feeId: other.fees.library, version: '30000:0:0:0' }] }],
    }
    expect((await order(foreignFee)).code).toBe('CONFLICT')
    const payer = (more: object) => order({ payer: { ...wanted.payer, ...more } })
    expect(await payer({ name: 'A|B' })).toMatchObject({
      problems: [{ path: 'payer.name', message: 'The character | cannot be used here' }],
    })
    expect(await payer({ phone: '12345' })).toMatchObject({
      problems: [{ path: 'payer.phone', message: 'Phone should have exactly 10 digits.' }],
    })
    expect(await payer({ email: 'nobody' })).toMatchObject({ problems: [{ path: 'payer.email' }] })
    expect(await order({ students: [] })).toMatchObject({ problems: [{ path: 'students', message: 'No Fees Selected' }] })
  })

  test('blocks its fees for every phone while it is open', async () => {
    const fee = await freshFee(10_000)
    const both = await Promise.allSettled(
      [1, 2].map(async () => createOrder(call, own.token, await anOrder(call, own.token, { [world.own.student7A]: [fee] }))),
    )
    expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await child(world.own.student7A)).fees.find((one) => one.id === fee)?.notPayable).toBe('Being paid now')
  })

  test('takes fees of only one bank account', async () => {
    const second = await addMerchant(world, world.own, call.services.config.secretKey, { name: 'Second' })
    const fees = [await freshFee(1000), await freshFee(1000, second)]
    const said = await refusal(createOrder(call, own.token, await anOrder(call, own.token, { [world.own.student7A]: fees })))
    expect(said.message).toBe('These fees go to different bank accounts. Please pay them one after the other.')
  })
})

describe('settling', () => {
  test('books one payment with a receipt per child, once, whoever calls it and however often', async () => {
    const fee = await freshFee(70_000)
    const { txnid, ref } = await beginOrder(call, own.token, { [world.own.student7A]: [fee], [world.own.student8A]: [fee] })
    await standIn.press(txnid, 'upi')
    const states = await Promise.all(Array.from({ length: 8 }, () => settled(txnid).then((order) => order.state)))
    expect(new Set(states)).toEqual(new Set(['SUCCESS']))
    const order = await viewOrder(call, ref)
    expect(order.payments.map((payment) => [payment.studentName, payment.amount])).toEqual([
      ['Asha Patil', 70_000],
      ['Rohan Patil', 70_000],
    ])
    expect([await pending(world.own.student7A, fee), await pending(world.own.student8A, fee)]).toEqual([0, 0])
  })

  test('leaves an order that failed or was cancelled unpaid, and its fees can be paid again', async () => {
    const fee = await freshFee(20_000)
    for (const [button, state] of [
      ['fail', 'FAILURE'],
      ['cancel', 'CANCEL'],
    ] as const) {
      const { txnid } = await beginOrder(call, own.token, { [world.own.student7A]: [fee] })
      await standIn.press(txnid, button)
      expect((await settled(txnid)).state).toBe(state)
    }
    expect(await pending(world.own.student7A, fee)).toBe(20_000)
  })

  test('books at night an order that failed first and was paid later', async () => {
    const fee = await freshFee(21_000)
    const { txnid } = await beginOrder(call, own.token, { [world.own.student7A]: [fee] })
    await standIn.press(txnid, 'cancel')
    expect((await settled(txnid)).state).toBe('CANCEL')
    standIn.settle(txnid, 'captured')
    expect((await reconcileOrders(call)).changed).toBe(1)
    expect((await settled(txnid)).state).toBe('SUCCESS')
    expect(await pending(world.own.student7A, fee)).toBe(0)
  })

  test('asks about a failed order at its timed checks too, and on its result page', async () => {
    const fee = await freshFee(21_500)
    for (const again of ['check', 'page'] as const) {
      const student = again === 'check' ? world.own.student7A : world.own.student8A
      const { txnid, ref } = await beginOrder(call, own.token, { [student]: [fee] })
      await standIn.press(txnid, 'fail')
      expect((await settled(txnid)).state).toBe('FAILURE')
      standIn.settle(txnid, 'captured')
      await asOwner(world.ownerUrl, 'update online_orders set checked_at = $1 where txnid = $2', [fromNow(-60_000), txnid])
      if (again === 'check') await checkOrderJob(call).run({ txnid }, new AbortController().signal)
      else expect((await viewOrder(call, ref)).state).toBe('SUCCESS')
      expect((await orderOfTxnid(call, txnid))!.state).toBe('SUCCESS')
    }
  })

  test('asks at night about a failed order for seven days after the failure, however old the order is', async () => {
    const fee = await freshFee(21_700)
    const day = 86_400_000
    for (const [student, failedAgo, state] of [
      [world.own.student7A, 6 * day, 'SUCCESS'],
      [world.own.student8A, 8 * day, 'FAILURE'],
    ] as const) {
      const { txnid } = await beginOrder(call, own.token, { [student]: [fee] })
      await standIn.press(txnid, 'fail')
      await settled(txnid)
      standIn.settle(txnid, 'captured')
      await asOwner(world.ownerUrl, 'update online_orders set created_at = $1, settled_at = $2 where txnid = $3', [
        fromNow(-9 * day),
        fromNow(-failedAgo),
        txnid,
      ])
      await reconcileOrders(call)
      expect((await orderOfTxnid(call, txnid))!.state).toBe(state)
    }
  })

  test('decides nothing while the gateway is down, except that it believes an authentic failure', async () => {
    const fee = await freshFee(22_000)
    const { txnid, ref } = await beginOrder(call, own.token, { [world.own.student7A]: [fee] })
    await standIn.press(txnid, 'upi')
    standIn.setFault('down')
    const order = (await orderOfTxnid(call, txnid))!
    const told = { amount: null, reference: '', unmapped: '', userCancelled: false }
    expect((await settleOrder(call, order, 'RETURN', { ...told, status: 'success' })).state).toBe('CREATED')
    expect((await refusal(giveUpOrder(call, own.token, ref))).code).toBe('UNAVAILABLE')
    expect((await settleOrder(call, order, 'RETURN', { ...told, status: 'failure' })).state).toBe('FAILURE')
    standIn.setFault('none')
    expect((await settled(txnid)).state).toBe('SUCCESS')
  })

  test.each(['auth', 'bounced', 'autoRefund'] as const)(
    'leaves an order undecided while the gateway says success with the state %s, and keeps that word once',
    async (word) => {
      const fee = await freshFee(22_500)
      const { txnid, ref } = await beginOrder(call, own.token, { [world.own.student7A]: [fee] })
      standIn.settle(txnid, word)
      expect([(await settled(txnid)).state, (await settled(txnid)).state]).toEqual(['CREATED', 'CREATED'])
      const order = await viewOrder(call, ref)
      expect(order).toMatchObject({ state: 'CREATED', message: `success (${word})`, payments: [] })
      const events = await listOrderEvents(await staff(), world.own.id, { id: order.id })
      expect(events.filter(({ text }) => text.includes(word))).toHaveLength(1)
      expect((await giveUpOrder(call, own.token, ref)).state).toBe('CREATED')
      expect(await pending(world.own.student7A, fee)).toBe(22_500)
      standIn.settle(txnid, 'captured')
      expect(await settled(txnid)).toMatchObject({ state: 'SUCCESS', message: '' })
    },
  )

  test('books nothing when the amount differs: the money waits for the office', async () => {
    const fee = await freshFee(23_000)
    const { txnid } = await beginOrder(call, own.token, { [world.own.student7A]: [fee] })
    await standIn.press(txnid, 'otherAmount')
    const order = await settled(txnid)
    expect(order.state).toBe('MISMATCH')
    expect(await pending(world.own.student7A, fee)).toBe(23_000)
    const { surplus, stuck } = await listOrdersToSettle(await staff(), world.own.id, {})
    expect(stuck.map((one) => one.txnid)).toContain(txnid)
    expect(surplus.find((one) => one.txnid === txnid)).toMatchObject({ amount: order.received, outcome: null })
  })

  test('stores money for a fee that a clerk took meanwhile as surplus, which the office refunds or uses once', async () => {
    const [fee, spare] = [await freshFee(30_000), await freshFee(30_000)]
    const { txnid } = await beginOrder(call, own.token, { [world.own.student7A]: [fee], [world.own.student8A]: [fee] })
    const clerk = await world.call('fees')
    await collectPayment(clerk, world.own.id, aPayment(world.own, [{ feeId: fee, version: '30000:0:0:0' }], 30_000))
    await standIn.press(txnid, 'card')
    expect((await settled(txnid)).state).toBe('SUCCESS')
    const open = async () =>
      (await listOrdersToSettle(await staff(), world.own.id, {})).surplus.filter(
        (one) => one.txnid === txnid && one.outcome === null,
      )
    const [surplus] = await open()
    // Half of the charge of ₹14.16 was paid on it.
    expect(surplus).toMatchObject({ studentId: world.own.student7A, amount: 30_000, charge: 708 })
    const use = { key: randomUUID(), id: surplus!.id, how: 'COLLECTED', fees: [{ feeId: spare, version: '30000:0:0:0' }] }
    expect((await refusal(settleSurplus(await staff('fees'), world.own.id, use))).code).toBe('FORBIDDEN')
    expect((await refusal(settleSurplus(await staff(), world.own.id, { ...use, how: 'REFUNDED' }))).problems).toEqual([
      { path: 'reference', message: "The refund's reference is required" },
    ])
    const admin = await staff()
    const done = await Promise.all([1, 2].map(() => settleSurplus(admin, world.own.id, use)))
    expect(new Set(done.map((one) => one.paymentId)).size).toBe(1)
    expect(await open()).toEqual([])
    expect(await pending(world.own.student7A, spare)).toBe(0)
    const late = await refusal(
      settleSurplus(admin, world.own.id, { ...use, key: randomUUID(), how: 'REFUNDED', reference: 'R1' }),
    )
    expect(late).toMatchObject({ code: 'CONFLICT', message: 'This was settled by admin of Own School already.' })
  })

  test('books both payments when the payer gave up an order, paid again, and the first one arrives', async () => {
    const fee = await freshFee(24_000)
    const first = await beginOrder(call, own.token, { [world.own.student7A]: [fee] })
    expect((await giveUpOrder(call, own.token, first.ref)).state).toBe('CANCEL')
    const second = await beginOrder(call, own.token, { [world.own.student7A]: [fee] })
    await standIn.press(second.txnid, 'upi')
    expect((await settled(second.txnid)).state).toBe('SUCCESS')
    standIn.settle(first.txnid, 'captured')
    expect((await settled(first.txnid)).state).toBe('SUCCESS')
    const { surplus } = await listOrdersToSettle(await staff(), world.own.id, {})
    const waiting = surplus.filter((one) => one.txnid === first.txnid)
    expect(waiting.map(({ amount, charge }) => [amount, charge])).toEqual([[24_000, 566]])
    // The second payer reads on the result page what will be given back, and after the refund that it was.
    const school = (await schoolById(world.database, world.own.id))!
    const read = async () => publicOrder(call, school, await viewOrder(call, first.ref), first.ref)
    const told = { studentName: 'Asha Patil', amount: 24_000, charge: 566 }
    expect(await read()).toMatchObject({ state: 'SUCCESS', receipts: [], surplus: [{ ...told, settled: null }] })
    const refund = { key: randomUUID(), id: waiting[0]!.id, how: 'REFUNDED', reference: 'UTR 24' }
    await settleSurplus(await staff(), world.own.id, refund)
    expect((await read()).surplus).toEqual([{ ...told, settled: 'REFUNDED' }])
    const events = await listOrderEvents(await staff(), world.own.id, { id: waiting[0]!.orderId })
    expect(events.at(-1)!.text).toContain('₹245.66 for Asha Patil given back (UTR 24)')
  })

  test('refuses to give up an order while a bank is deciding', async () => {
    const fee = await freshFee(24_500)
    const { txnid, ref } = await beginOrder(call, own.token, { [world.own.student7A]: [fee] })
    await standIn.press(txnid, 'pending')
    expect(await refusal(giveUpOrder(call, own.token, ref))).toMatchObject({ code: 'CONFLICT' })
    expect((await settled(txnid)).state).toBe('CREATED')
    standIn.settle(txnid, 'captured')
    expect((await giveUpOrder(call, own.token, ref)).state).toBe('SUCCESS')
  })

  test('refuses a reference that was changed, has expired, or belongs to another link', async () => {
    const fee = await freshFee(25_000)
    const { txnid, ref } = await beginOrder(call, own.token, { [world.own.student7A]: [fee] })
    const order = (await orderOfTxnid(call, txnid))!
    const { secretKey } = call.services.config
    const old = createOrderRef(secretKey, order.schoolId, order.id, fromNow(-2 * 86_400_000).getTime())
    for (const wrong of ['', 'a.b.c.d', `${ref}x`, ref.replace(/^\w+/, '9'), old])
      expect((await refusal(viewOrder(call, wrong))).code).toBe('NOT_FOUND')
    expect((await refusal(giveUpOrder(call, other.token, ref))).code).toBe('NOT_FOUND')
  })
})

describe('the dues of an earlier term', () => {
  /** A fee of ₹500.00 of last year for Asha, in a term that is before the school's own. */
  let due: number

  beforeAll(async () => {
    const school = world.own
    const earlier = await addTermWithSection(world, school, { name: '2025-26', past: true }, '6')
    await enrol(world, earlier, earlier.sectionId, [{ studentId: school.student7A }])
    const category = await addFeeCategory(world, earlier, { name: 'Last year', bankAccountId: own.account })
    ;[due = 0] = await addFees(world, earlier, category, [{ name: 'Trip', month: 'MAR', amount: 50_000 }])
    await assignFees(world, earlier, category, [school.student7A])
  })

  test('stand first on the family page, are due, and are only of the child who owes them', async () => {
    const asha = await child(world.own.student7A)
    expect(asha.fees[0]).toMatchObject({ id: due, earlierTerm: '2025-26', due: true, notPayable: null })
    expect(asha.fees.slice(1).every((fee) => fee.earlierTerm === null)).toBe(true)
    expect((await child(world.own.student8A)).fees.every((fee) => fee.id !== due)).toBe(true)
  })

  test('are paid with this term’s fees in one order, and booked on one receipt', async () => {
    const fee = await freshFee(20_000)
    const { txnid } = await beginOrder(call, own.token, { [world.own.student7A]: [due, fee], [world.own.student8A]: [fee] })
    expect((await child(world.own.student7A)).fees.find((one) => one.id === due)?.notPayable).toBe('Being paid now')
    await standIn.press(txnid, 'card')
    const order = await settled(txnid)
    expect(order.state).toBe('SUCCESS')
    const { payments } = await viewFeeAccount(await world.call('fees'), world.own.id, {
      termId: world.own.termId,
      studentId: world.own.student7A,
    })
    expect(payments[0]).toMatchObject({ orderId: order.id, amount: 70_000 })
    const deleted = await deletePayment(await staff(), world.own.id, {
      key: randomUUID(),
      id: payments[0]!.id,
      reason: 'given back',
      refundRef: 'R-1',
    })
    expect(deleted.lines).toMatchObject([
      { feeId: due, amount: 50_000, earlierTerm: '2025-26' },
      { feeId: fee, amount: 20_000, earlierTerm: null },
    ])
    expect(await pending(world.own.student7A, due)).toBe(50_000)
  })

  test('are booked once when a clerk takes one while the order holds it: the money waits as surplus', async () => {
    const { txnid } = await beginOrder(call, own.token, { [world.own.student7A]: [due] })
    await standIn.press(txnid, 'card')
    const { version } = (await child(world.own.student7A)).fees.find((fee) => fee.id === due)!
    const clerk = await world.call('fees')
    const [taken, order] = await Promise.allSettled([
      collectPayment(clerk, world.own.id, aPayment(world.own, [{ feeId: due, version }], 50_000)),
      settled(txnid),
    ])
    expect(order).toMatchObject({ status: 'fulfilled', value: { state: 'SUCCESS' } })
    const surplus = (await listOrdersToSettle(await staff(), world.own.id, {})).surplus.filter((one) => one.txnid === txnid)
    // Whoever came second got nothing of the due.
    if (taken.status === 'fulfilled') expect(surplus).toMatchObject([{ amount: 50_000, outcome: null }])
    else expect([taken.reason.code, surplus.length]).toEqual(['CONFLICT', 0])
    expect((await child(world.own.student7A)).fees.every((fee) => fee.id !== due)).toBe(true)
  })
})

describe('changes while an order is open', () => {
  test('the merchant and the account of its category: the money is found, and is booked on the account it was paid into', async () => {
    const { id: schoolId } = world.own
    const fee = await freshFee(27_000)
    const { txnid, ref } = await beginOrder(call, own.token, { [world.own.student7A]: [fee] })
    await standIn.press(txnid, 'upi')
    await world.database.transaction(schoolId, async (db) => {
      const other = await addMerchant(db, world.own, call.services.config.secretKey, { name: 'Later' })
      const of = db.selectFrom('fees').select('feeCategoryId').where('schoolId', '=', schoolId).where('id', '=', fee)
      await db
        .updateTable('feeCategories')
        .set({ bankAccountId: other })
        .where('schoolId', '=', schoolId)
        .where('id', '=', of)
        .execute()
      await db
        .updateTable('bankAccounts')
        .set({ keyId: 'keyNew' })
        .where('schoolId', '=', schoolId)
        .where('id', '=', own.account)
        .execute()
    })
    expect((await settled(txnid)).state).toBe('SUCCESS')
    const { payments } = await viewOrder(call, ref)
    const [lines] = await world.database.read(schoolId, [
      world.database.kysely
        .selectFrom('collectedLines')
        .select('bankAccountId')
        .where('schoolId', '=', schoolId)
        .where('paymentId', '=', payments[0]!.id),
    ] as const)
    expect(lines).toEqual([{ bankAccountId: own.account }])
    await world.database.transaction(schoolId, (db) =>
      db
        .updateTable('bankAccounts')
        .set({ keyId: merchantKey(world.own) })
        .where('schoolId', '=', schoolId)
        .where('id', '=', own.account)
        .execute(),
    )
  })

  test('the link: an order created while the link is revoked is not stored', async () => {
    const fee = await freshFee(28_000)
    const wanted = await anOrder(call, own.token, { [world.own.student7A]: [fee] })
    let stored: Promise<unknown> = Promise.resolve()
    const { id: schoolId } = world.own
    await world.database.transaction(schoolId, async (db) => {
      await db
        .updateTable('guardianLinks')
        .set({ revokedAt: new Date(), revokedBy: randomUUID(), revokedByName: 'Office' })
        .where('schoolId', '=', schoolId)
        .where('revokedAt', 'is', null)
        .execute()
      stored = createOrder(call, own.token, wanted)
      stored.catch(() => undefined)
      await somebodyWaits(world.ownerUrl)
    })
    expect((await refusal(stored)).code).toBe('NOT_FOUND')
    const admin = await staff()
    const again = await makeGuardianLinks(admin, schoolId, { termId: world.own.termId, sectionId: world.own.section7A })
    own.token = again.links[0]!.url.split('/').at(-1)!
    own.code = again.links[0]!.shortUrl.split('/').at(-1)!
  })

  test('an order that cannot be booked does not stop the others at night', async () => {
    const [first, second] = [await freshFee(29_000), await freshFee(29_500)]
    const broken = await beginOrder(call, own.token, { [world.own.student7A]: [first] })
    const sound = await beginOrder(call, own.token, { [world.own.student8A]: [second] })
    for (const { txnid } of [broken, sound]) standIn.settle(txnid, 'captured')
    const payu = call.services.payu!
    const colliding: typeof payu = {
      ...payu,
      verify: async (...asked) => {
        const words = await payu.verify(...asked)
        const word = words.get(broken.txnid)
        // A number that is another order's already: the database refuses it.
        return word ? words.set(broken.txnid, { ...word, reference: taken }) : words
      },
    }
    const [[{ gatewayReference: taken }]] = (await world.database.read(world.own.id, [
      world.database.kysely
        .selectFrom('onlineOrders')
        .select('gatewayReference')
        .where('schoolId', '=', world.own.id)
        .where('state', '=', 'SUCCESS')
        .limit(1),
    ] as const)) as unknown as [[{ gatewayReference: string }]]
    await expect(reconcileOrders({ ...call, services: { ...call.services, payu: colliding } })).rejects.toThrow(
      '1 order could not be reconciled.',
    )
    expect((await orderOfTxnid(call, sound.txnid))!.state).toBe('SUCCESS')
    expect((await settled(broken.txnid)).state).toBe('SUCCESS')
  })

  test('a merchant that the gateway refuses does not stop other schools at night', async () => {
    const mine = await beginOrder(call, own.token, { [world.own.student7A]: [await freshFee(29_700)] })
    const theirs = await beginOrder(call, other.token, { [world.other.student7A]: [other.fees.library] })
    for (const { txnid } of [mine, theirs]) standIn.settle(txnid, 'captured')
    const payu = call.services.payu!
    const refusing: typeof payu = {
      ...payu,
      verify: async (merchant, txnids) => {
        if (merchant.key === merchantKey(world.own)) throw new GatewayUnavailable('The hash is wrong.')
        return payu.verify(merchant, txnids)
      },
    }
    await expect(reconcileOrders({ ...call, services: { ...call.services, payu: refusing } })).rejects.toThrow(AggregateError)
    expect((await orderOfTxnid(call, theirs.txnid))!.state).toBe('SUCCESS')
    expect((await settled(mine.txnid)).state).toBe('SUCCESS')
  })

  test('a reference shows its order and is not prolonged by reading', async () => {
    const fee = await freshFee(29_900)
    const { ref } = await beginOrder(call, own.token, { [world.own.student7A]: [fee] })
    const school = (await schoolById(world.database, world.own.id))!
    expect(publicOrder(call, school, await viewOrder(call, ref), ref).ref).toBe(ref)
  })
})

describe('staff', () => {
  test('see the orders of their school with sums and timeline, and check with the gateway', async () => {
    const fee = await freshFee(26_000)
    const { txnid } = await beginOrder(call, own.token, { [world.own.student7A]: [fee] })
    const view = { termId: world.own.termId, search: txnid }
    const before = await listOrders(await staff('fees'), world.own.id, view)
    expect(before.rows.map((order) => order.state)).toEqual(['CREATED'])
    standIn.settle(txnid, 'captured')
    const found = await listOrders(await staff('fees'), world.own.id, { ...view, search: 'आशा पाटील' })
    expect(found.rows.map(({ id }) => id)).toContain(before.rows[0]!.id)
    const [row] = before.rows
    expect((await checkOrder(await staff('fees'), world.own.id, { id: row!.id })).state).toBe('SUCCESS')
    expect(await listOrders(await staff('fees'), world.own.id, view)).toMatchObject({ total: 1, collected: 26_000 })
    const events = await listOrderEvents(await staff(), world.own.id, { id: row!.id })
    expect(events.map((event) => event.source)).toEqual(['GUARDIAN', 'STAFF', 'STAFF', 'STAFF'])
    expect(events.at(-1)!.text).toMatch(/^Receipt .* for Asha Patil: ₹260\.00\.$/)
    expect((await refusal(checkOrder(await staff(), world.other.id, { id: row!.id }))).code).toBe('NOT_FOUND')
    expect(
      (await listOrders(await staff('superadmin'), world.other.id, { termId: world.other.termId, search: txnid })).total,
    ).toBe(0)
  })

  test('make one link for a phone, extend it, open it, re-issue it, and revoke it', async () => {
    const admin = await staff()
    const made = await makeGuardianLinks(admin, world.own.id, { termId: world.own.termId, days: 60 })
    expect(made.links.map((link) => [link.made, link.children.map((one) => one.name)])).toEqual([
      [false, ['Asha Patil', 'Rohan Patil']],
    ])
    expect(made.links[0]!.url.endsWith(`/onlinefees/${own.token}`)).toBe(true)
    expect(made.links[0]!.shortUrl.endsWith(`/${own.code}`)).toBe(true)
    expect(made.links[0]!.expiresAt.getTime()).toBeGreaterThan(fromNow(59 * 86_400_000).getTime())
    const { id } = made.links[0]!
    for (const [search, total] of [
      ['रोहन', 1],
      ['rohan patel', 1],
      ['987654', 1],
      ['nobody', 0],
    ] as const)
      expect((await listGuardianLinks(admin, world.own.id, { termId: world.own.termId, search })).total).toBe(total)
    expect((await openGuardianLink(admin, world.own.id, { id })).url).toBe(made.links[0]!.url)
    const fresh = await reissueGuardianLink(admin, world.own.id, { id })
    expect((await refusal(viewFamily(call, own.token))).code).toBe('NOT_FOUND')
    own.token = fresh.url.split('/').at(-1)!
    expect((await viewFamily(call, own.token)).children).toHaveLength(2)
    expect((await refusal(reissueGuardianLink(admin, world.own.id, { id }))).code).toBe('NOT_FOUND')
    expect((await refusal(revokeGuardianLink(await staff('superadmin'), world.other.id, { id: fresh.id }))).code).toBe(
      'NOT_FOUND',
    )
    await revokeGuardianLink(admin, world.own.id, { id: fresh.id })
    expect((await refusal(viewFamily(call, own.token))).code).toBe('NOT_FOUND')
    const again = await makeGuardianLinks(admin, world.own.id, {
      termId: world.own.termId,
      sectionId: world.own.section7A,
      days: 1,
    })
    expect(again.links.map((link) => link.made)).toEqual([true])
    own.token = again.links[0]!.url.split('/').at(-1)!
  })

  test('make no link for the default phone, and an expired one shows nothing', async () => {
    const { id: schoolId, student8A, termId } = world.own
    const phone = (next: string) =>
      world.database.transaction(schoolId, (db) =>
        db.updateTable('students').set({ phone: next }).where('schoolId', '=', schoolId).where('id', '=', student8A).execute(),
      )
    await phone('1234567890')
    const made = await makeGuardianLinks(await staff(), schoolId, { termId, studentId: student8A })
    expect([made.links, made.withoutPhone]).toEqual([[], [{ name: 'Rohan Patil', sectionName: '8-A' }]])
    // Whoever has another phone now is reached by the old one no more.
    expect((await viewFamily(call, own.token)).children.map((one) => one.name)).toEqual(['Asha Patil'])
    await phone('9876543210')
    await world.database.transaction(schoolId, (db) =>
      db
        .updateTable('guardianLinks')
        .set({ expiresAt: fromNow(-1000) })
        .where('schoolId', '=', schoolId)
        .where('revokedAt', 'is', null)
        .execute(),
    )
    expect((await refusal(viewFamily(call, own.token))).code).toBe('NOT_FOUND')
  })
})

test('the database checks pass after all of this', async () => {
  expect(calculatePrice(100_000)).toEqual({ fees: 100_000, charge: 2000, gst: 360, payable: 102_360 })
  expect((await checkData(world.database)).findings).toEqual([])
})
