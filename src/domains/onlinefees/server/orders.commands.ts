import { createHash } from 'node:crypto'
import { type Call, command } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { asRefusal } from '#platform/database/failures.ts'
import { GatewayUnavailable } from '#platform/payu/client.ts'
import { gatewayAmount, requestHash } from '#platform/payu/hashes.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { showMoney, sumMoney } from '#shared/money.ts'
import {
  type Child,
  childrenByPhone,
  lockChildWithFees,
  lockFeesShared,
  lockChildAccounts,
} from '#domains/fees/server/online.exports.ts'
import { checkMinutes, priceOf } from '../onlinefees.rules.ts'
import { createOrderInput, longestEmail, orderChoice } from '../onlinefees.schema.ts'
import { whyOff } from './family.queries.ts'
import { auditWithoutPerson, changeAsGuardian, type Guardian, guardianOf, noLink } from './guardian.ts'
import { onlineActions } from './onlinefees.permissions.ts'
import { checkOrderQueue } from './orderJobs.ts'
import { blockedFees, noteEvent, type Order, orderById, type OrderRow } from './orders.sql.ts'
import { newTxnid, orderOfRef, orderRef } from './secrets.ts'
import { merchantOf, settleOrder } from './settle.ts'

/** The form that the browser posts to the gateway. */
export interface GatewayForm {
  action: string
  fields: { name: string; value: string }[]
  ref: string
}

type Input = ReturnType<typeof createOrderInput.parse>

/** Orders of one link in an hour: more is no family. */
const mostOrders = 30

/** A link's family page may ask the gateway about an order this often. */
const askAgainAfter = 10_000

/**
 * Stores an order for fees of a guardian's children, priced by the server, and answers the form for the gateway. The same key
 * with the same input answers the same order again. NOT_FOUND for a link that does not work or a child that is not the
 * guardian's, BAD_INPUT by field, CONFLICT on `fees` when they changed, are paid already or are being paid, on `payable` when
 * the price is another.
 */
export async function createOrder(call: Call, token: string, rawInput: unknown): Promise<GatewayForm> {
  const guardian = await guardianOf(call, token)
  const off = whyOff(call, guardian)
  if (off !== null) throw new Refusal('UNAVAILABLE', off)
  const order = await changeAsGuardian(
    call,
    guardian,
    { action: 'onlineOrder.create', input: createOrderInput },
    rawInput,
    async (db, input) => {
      const result = await storedOnce(db, call, guardian, input)
      return { result, ids: [result.id] }
    },
  )
  return gatewayForm(call, order)
}

async function storedOnce(db: Tx, call: Call, guardian: Guardian, { key, ...input }: Input): Promise<OrderRow> {
  const { schoolId, linkId } = guardian
  const inputHash = createHash('sha256').update(JSON.stringify(input)).digest()
  // One order of a link at a time: whoever taps twice, or on two phones, waits here; and so does who comes while it is revoked.
  const link = await db
    .selectFrom('guardianLinks')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('id', '=', linkId)
    .where('revokedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!link) throw new Refusal('NOT_FOUND', noLink)
  const again = await db
    .selectFrom('onlineOrders')
    .selectAll()
    .where('schoolId', '=', schoolId)
    .where('guardianLinkId', '=', linkId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (again) {
    if (!again.inputHash.equals(inputHash)) throw new Refusal('CONFLICT', 'This order was sent already, with other fees.')
    if (again.state !== 'CREATED') throw new Refusal('CONFLICT', 'This order was decided already. Please look at what is due.')
    return again as OrderRow
  }
  return store(db, call, guardian, { key, ...input }, inputHash)
}

async function store(db: Tx, call: Call, guardian: Guardian, input: Input, inputHash: Buffer): Promise<OrderRow> {
  const { schoolId, linkId, phone } = guardian
  await refuseTooMany(db, guardian)
  const term = await db
    .selectFrom('terms')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('current', '=', true)
    .executeTakeFirst()
  if (!term) throw notFound()
  const own = await childrenByPhone(db, schoolId, term.id, phone).execute()
  const fees = await heldFees(db, guardian, term.id, own, input)
  const accounts = new Set(fees.map((fee) => fee.bankAccountId))
  const [bankAccountId] = accounts
  if (bankAccountId === undefined || bankAccountId === null || accounts.has(null))
    throw conflict('Some of these fees are paid at the school.')
  if (accounts.size > 1) throw conflict('These fees go to different bank accounts. Please pay them one after the other.')
  const account = await db
    .selectFrom('bankAccounts')
    .select(['keyId', 'keySecretSealed'])
    .where('schoolId', '=', schoolId)
    .where('id', '=', bankAccountId)
    .executeTakeFirstOrThrow()
  const price = priceOf(sumMoney(fees.map(({ line }) => line.amount)))
  if (price.payable !== input.payable) {
    const message = `The amount is ${showMoney(price.payable)} now. Nothing was paid. Please look at it again.`
    throw new Refusal('CONFLICT', message, [{ path: 'payable', message }])
  }
  const order = await db
    .insertInto('onlineOrders')
    .values({
      schoolId,
      termId: term.id,
      guardianLinkId: linkId,
      key: input.key,
      inputHash,
      txnid: newTxnid(schoolId),
      bankAccountId,
      merchantKey: account.keyId,
      merchantSaltSealed: account.keySecretSealed,
      feesAmount: price.fees,
      charge: price.charge,
      gst: price.gst,
      payable: price.payable,
      payerName: input.payer.name,
      payerPhone: input.payer.phone,
      payerEmail: input.payer.email,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await db
    .insertInto('onlineOrderLines')
    .values(fees.map(({ line }) => ({ schoolId, orderId: order.id, ...line })))
    .execute()
  await noteEvent(db, order, 'GUARDIAN', `${showMoney(price.payable)} to be paid by ${input.payer.name}. Sent to the gateway.`)
  for (const minutes of checkMinutes)
    await call.services.jobs.send({ name: checkOrderQueue }, { txnid: order.txnid }, { startAfter: minutes * 60, tx: db })
  return order as OrderRow
}

async function refuseTooMany(db: Tx, { schoolId, linkId }: Guardian): Promise<void> {
  const { count } = await db
    .selectFrom('onlineOrders')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('schoolId', '=', schoolId)
    .where('guardianLinkId', '=', linkId)
    .where('createdAt', '>', new Date(Date.now() - 3_600_000))
    .executeTakeFirstOrThrow()
  if (count >= mostOrders)
    throw new Refusal('RATE_LIMITED', 'Too many payments were begun with this link. Please try again in an hour.')
}

/** The fees of an order, held under the accounts' locks in the order of the students' ids, each with all that is pending on it. */
async function heldFees(db: Tx, guardian: Guardian, termId: number, own: readonly Child[], input: Input) {
  const { schoolId } = guardian
  const asked = [...input.students].sort((a, b) => a.studentId - b.studentId)
  const unknown = asked.some(({ studentId }) => own.every((child) => child.id !== studentId))
  if (unknown || new Set(asked.map((one) => one.studentId)).size < asked.length) throw notFound()
  const studentIds = asked.map((one) => one.studentId)
  await lockChildAccounts(db, schoolId, termId, studentIds)
  await lockFeesShared(
    db,
    schoolId,
    asked.flatMap((one) => one.fees.map((fee) => fee.feeId)),
  )
  const lines = []
  for (const { studentId, fees: seen } of asked) {
    const held = await lockChildWithFees(db, { schoolId, termId, studentId }, seen)
    if (!held) throw notFound()
    for (const fee of held.fees) {
      if (!fee.fixedAmount || fee.balance.pending <= 0) throw conflict(`${fee.name} has nothing to pay here.`)
      const { id: feeId, name: feeName, month, bankAccountId, balance } = fee
      const { name: studentName, sectionName } = held.child
      lines.push({ bankAccountId, line: { studentId, feeId, amount: balance.pending, studentName, sectionName, feeName, month } })
    }
  }
  await refuseBlocked(
    db,
    schoolId,
    lines.map(({ line }) => line),
  )
  return lines
}

/**
 * Refuses fees that another order blocks, by whichever link it came. Whoever has opened the gateway's page may still pay there, and
 * money that the school has to look at may be for these fees.
 */
async function refuseBlocked(db: Tx, schoolId: number, lines: readonly { studentId: number; feeId: number }[]): Promise<void> {
  const studentIds = [...new Set(lines.map((line) => line.studentId))]
  const blocked = await blockedFees(db, schoolId, studentIds).execute()
  const twice = blocked.filter((one) => lines.some((line) => line.studentId === one.studentId && line.feeId === one.feeId))
  const atSchool = twice.find((one) => one.needsSchool)
  if (atSchool)
    throw conflict(`Money may have arrived for ${atSchool.feeName}. The school is looking at it: please do not pay again.`)
  const [first] = twice
  if (first) throw conflict(`${first.feeName} is being paid now. We are checking that payment: please do not pay again.`)
}

function conflict(message: string): Refusal {
  return new Refusal('CONFLICT', message, [{ path: 'fees', message }])
}

/** The hosted checkout's form: every field that is hashed is posted as it was hashed. */
async function gatewayForm(call: Call, order: OrderRow): Promise<GatewayForm> {
  const { services } = call
  if (!services.payu) throw new Refusal('UNAVAILABLE', 'Paying online is not set up here.')
  const merchant = merchantOf(call, order)
  const [[whole]] = await call.database.read(order.schoolId, [orderById(call.database.kysely, order.schoolId, order.id)] as const)
  const students = [...new Set((whole?.lines ?? []).map((line) => line.studentId))].join('-')
  const hashed = {
    key: merchant.key,
    txnid: order.txnid,
    amount: gatewayAmount(order.payable),
    productinfo: 'School fees',
    firstname: order.payerName,
    email: order.payerEmail || familyEmail(services.config.appUrl, order),
    udf1: String(order.schoolId),
    udf2: String(order.termId),
    udf3: String(order.id),
    udf4: students,
    udf5: '',
  }
  const back = `${services.config.appUrl}/onlinefees/verifyPayment`
  const { udf5: _, ...posted } = hashed
  const fields = {
    ...posted,
    phone: order.payerPhone,
    surl: back,
    furl: back,
    service_provider: 'payu_paisa',
    hash: requestHash(hashed, merchant.salt),
  }
  return {
    action: services.payu.paymentUrl,
    fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
    ref: orderRef(services.config.secretKey, order.schoolId, order.id),
  }
}

/**
 * The e-mail that the gateway is given for a family that has named none: its documentation demands one. The address belongs to the
 * installation's own host and has no mailbox. It is the same for each payment of a family, because the gateway counts payments by it.
 */
export function familyEmail(appUrl: string, { schoolId, guardianLinkId }: Pick<OrderRow, 'schoolId' | 'guardianLinkId'>): string {
  const { hostname } = new URL(appUrl)
  const isPublic = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/.test(hostname)
  const address = `family-${schoolId.toString(36)}-${guardianLinkId.toString(36)}@${isPublic ? hostname : 'no-mail.invalid'}`
  return address.length <= longestEmail ? address : address.replace(/@.*/, '@no-mail.invalid')
}

/**
 * An order by its reference, as it is now: one that is under way is asked about at the gateway again, every few seconds at most.
 * NOT_FOUND for a reference that is not ours or too old.
 */
export async function lookAtOrder(call: Call, ref: string): Promise<Order> {
  const order = await orderByRef(call, ref)
  if (order.state !== 'CREATED' || !(await mayAskNow(call, order))) return order
  await settleOrder(call, order, 'CHECK')
  return orderByRef(call, ref)
}

/**
 * The guardian says that an order was not paid. If the gateway knows of no money and of none to come, it is CANCEL and its fees
 * can be paid again; money that comes all the same is booked then. CONFLICT while the gateway has not decided, UNAVAILABLE while
 * it does not answer.
 */
export async function giveUpOrder(call: Call, token: string, ref: string): Promise<Order> {
  const guardian = await guardianOf(call, token)
  const order = await orderByRef(call, ref)
  if (order.schoolId !== guardian.schoolId || order.guardianLinkId !== guardian.linkId) throw notFound()
  if (order.state !== 'CREATED') return order
  if (order.needsSchool) throw new Refusal('CONFLICT', 'The school is looking at this payment. Please ask the school.')
  const { payu } = call.services
  const word = await payu?.verify(merchantOf(call, order), [order.txnid]).then(
    (words) => words.get(order.txnid),
    (error: unknown) => {
      if (error instanceof GatewayUnavailable) return undefined
      throw error
    },
  )
  if (!word) throw new Refusal('UNAVAILABLE', 'The bank does not answer now. Please wait a little: we go on checking.')
  // `initiated`: the page was opened and nothing chosen on it, so that no bank is asked.
  const untouched = word.status === 'notFound' || (word.status === 'pending' && word.unmapped === 'initiated')
  if (word.status === 'pending' && !untouched)
    throw new Refusal('CONFLICT', 'The bank has not decided about this payment yet. Please wait a little: we go on checking.')
  if (!untouched) await settleOrder(call, order, 'GUARDIAN')
  else await cancel(call, order)
  return orderByRef(call, ref)
}

async function cancel(call: Call, { schoolId, id }: OrderRow): Promise<void> {
  await call.database.transaction(schoolId, async (db) => {
    const changed = await db
      .updateTable('onlineOrders')
      .set({ state: 'CANCEL', message: 'The payer says that it was not paid.', checkedAt: new Date(), settledAt: new Date() })
      .where('schoolId', '=', schoolId)
      .where('id', '=', id)
      .where('state', '=', 'CREATED')
      .returning('id')
      .executeTakeFirst()
    if (!changed) return
    const text = 'The payer says that it was not paid, and the gateway knows of no payment.'
    await noteEvent(db, { schoolId, id }, 'GUARDIAN', text)
    const { requestId } = call
    await auditWithoutPerson(db, schoolId, { role: 'GUARDIAN', action: 'onlineOrder.cancel', ids: [id], requestId })
  })
}

/** The order of a reference. @throws Refusal NOT_FOUND for one that is not ours or too old */
export async function orderByRef(call: Call, ref: string): Promise<Order> {
  const found = orderOfRef(call.services.config.secrets, ref)
  if (!found) throw notFound()
  const { database } = call
  try {
    const [[order]] = await database.read(found.schoolId, [orderById(database.kysely, found.schoolId, found.orderId)] as const)
    if (order) return order as unknown as Order
  } catch (error) {
    throw asRefusal(error)
  }
  throw notFound()
}

/** Of all who look at an order at the same time, one asks the gateway. */
async function mayAskNow({ database }: Call, { schoolId, id }: OrderRow): Promise<boolean> {
  return database.transaction(schoolId, async (db) => {
    const mine = await db
      .updateTable('onlineOrders')
      .set({ checkedAt: new Date() })
      .where('schoolId', '=', schoolId)
      .where('id', '=', id)
      .where((row) => row.or([row('checkedAt', 'is', null), row('checkedAt', '<', new Date(Date.now() - askAgainAfter))]))
      .returning('id')
      .executeTakeFirst()
    return mine !== undefined
  })
}

/** Staff ask the gateway now. Answers the order as it is then; NOT_FOUND for another school's. */
export async function checkOrder(call: Call, schoolId: number | string, input: unknown): Promise<Order> {
  const order = await noteCheck(call, schoolId, input)
  // Outside any transaction: the gateway may take seconds.
  await settleOrder(call, order, 'STAFF')
  const [[now]] = await call.database.read(order.schoolId, [orderById(call.database.kysely, order.schoolId, order.id)] as const)
  return (now as Order | undefined) ?? order
}

const noteCheck = command<typeof orderChoice, Order, Order>({
  action: onlineActions.check,
  input: orderChoice,
  load: ({ db, schoolId, input }) => orderById(db, schoolId, input.id).executeTakeFirst() as Promise<Order | undefined>,
  run: async ({ db, viewer, row }) => {
    await noteEvent(db, row, 'STAFF', `${viewer.name} asked the gateway.`)
    return { result: row, ids: [row.id] }
  },
})
