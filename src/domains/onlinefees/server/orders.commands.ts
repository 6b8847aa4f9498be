import { createHash } from 'node:crypto'
import { auditWithoutPerson } from '#platform/auditWithoutPerson.ts'
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
  onlineClerk,
  lockChildWithFees,
  lockFeesShared,
  lockAccounts,
} from '#domains/fees/server/online.exports.ts'
import { familyChargePercent } from '#shared/serviceCharge.ts'
import { msg, t } from '#shared/texts.ts'
import { checkMinutes, calculatePrice, mayStillBePaid } from '../onlinefees.rules.ts'
import { createOrderInput, maxEmailLength, orderChoice } from '../onlinefees.schema.ts'
import { unavailableReason } from './family.queries.ts'
import { changeAsGuardian, type Guardian, guardianOf, invalidLinkMessage } from './guardian.ts'
import { onlineActions } from './onlinefees.permissions.ts'
import { checkOrderQueue } from './orderJobs.ts'
import { undecidedFees, addOrderEvent, type Order, orderById, type OrderRow } from './orders.sql.ts'
import { createTxnid, verifyOrderRef, createOrderRef } from './secrets.ts'
import { ensureLinks } from './links.ts'
import { merchantOf, settleOrder } from './settle.ts'

/** The form that the browser posts to the gateway. */
export interface GatewayForm {
  action: string
  fields: { name: string; value: string }[]
  ref: string
}

type Input = ReturnType<typeof createOrderInput.parse>

/** Maximum number of orders per link and hour. A family does not need more. */
const maxOrdersPerHour = 30

/** Milliseconds between two gateway checks of one order from family pages. */
const recheckIntervalMs = 10_000

/**
 * Stores an order for fees of a guardian's children, priced by the server, and returns the form for the gateway.
 * Idempotent: the same key with the same input returns the same order.
 * @throws Refusal NOT_FOUND for a link that does not work or a child of another family
 * @throws Refusal BAD_INPUT by field
 * @throws Refusal CONFLICT on `fees` when they changed, are paid or are being paid; on `payable` when the price differs
 */
export async function createOrder(call: Call, token: string, rawInput: unknown): Promise<GatewayForm> {
  const guardian = await guardianOf(call, token)
  const off = unavailableReason(call, guardian)
  if (off !== null) throw new Refusal('UNAVAILABLE', off)
  const order = await changeAsGuardian(
    call,
    guardian,
    { action: 'onlineOrder.create', input: createOrderInput },
    rawInput,
    async (db, input) => {
      const result = await storeOnce(db, call, await withLink(db, call, guardian), input)
      return { result, ids: [result.id] }
    },
  )
  return gatewayForm(call, order)
}

/**
 * Gives a guardian who is signed in a link of the own phone, because orders are stored with one. Nobody is told its
 * token, and it has expired from the start: it opens nothing until the school makes it a pay link.
 */
async function withLink(db: Tx, { services }: Call, guardian: Guardian): Promise<Guardian> {
  if (guardian.linkId !== 0) return guardian
  const { schoolId, phone } = guardian
  const { subject, name } = onlineClerk(schoolId)
  const [link] = await ensureLinks(db, services.config, {
    schoolId,
    phones: [phone],
    expiresAt: new Date(),
    by: { subject, name },
  })
  if (!link) throw notFound()
  return { ...guardian, linkId: link.id }
}

async function storeOnce(db: Tx, call: Call, guardian: Guardian, { key, ...input }: Input): Promise<OrderRow> {
  const { schoolId, linkId } = guardian
  const inputHash = createHash('sha256').update(JSON.stringify(input)).digest()
  // The lock serializes the orders of a link (double taps, two phones) and waits for a revocation that is running.
  const link = await db
    .selectFrom('guardianLinks')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('id', '=', linkId)
    .where('revokedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!link) throw new Refusal('NOT_FOUND', invalidLinkMessage())
  const existing = await db
    .selectFrom('onlineOrders')
    .selectAll()
    .where('schoolId', '=', schoolId)
    .where('guardianLinkId', '=', linkId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (existing) {
    if (!existing.inputHash.equals(inputHash)) throw new Refusal('CONFLICT', t`This order was sent already, with other fees.`)
    if (existing.state !== 'CREATED')
      throw new Refusal('CONFLICT', t`This order was decided already. Please look at what is due.`)
    return existing as OrderRow
  }
  return store(db, call, guardian, { key, ...input }, inputHash)
}

async function store(db: Tx, call: Call, guardian: Guardian, input: Input, inputHash: Buffer): Promise<OrderRow> {
  const { schoolId, linkId } = guardian
  await refuseTooMany(db, guardian)
  const term = await db
    .selectFrom('terms')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('current', '=', true)
    .executeTakeFirst()
  if (!term) throw notFound()
  const children = await childrenByPhone(db, schoolId, term.id, guardian).execute()
  const fees = await holdOrderedFees(db, guardian, term.id, children, input)
  const accounts = new Set(fees.map((fee) => fee.bankAccountId))
  const [bankAccountId] = accounts
  if (bankAccountId === undefined || bankAccountId === null || accounts.has(null))
    throw feesConflict(t`Some of these fees are paid at the school.`)
  if (accounts.size > 1) throw feesConflict(t`These fees go to different bank accounts. Please pay them one after the other.`)
  const account = await db
    .selectFrom('bankAccounts')
    .select(['keyId', 'keySecretSealed'])
    .where('schoolId', '=', schoolId)
    .where('id', '=', bankAccountId)
    .executeTakeFirstOrThrow()
  const chargePercent = familyChargePercent(guardian.school)
  const price = calculatePrice(sumMoney(fees.map(({ line }) => line.amount)), chargePercent)
  if (price.payable !== input.payable) {
    const message = t`The amount is ${showMoney(price.payable)} now. Nothing was paid. Please look at it again.`
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
      txnid: createTxnid(schoolId),
      bankAccountId,
      merchantKey: account.keyId,
      merchantSaltSealed: account.keySecretSealed,
      feesAmount: price.fees,
      charge: price.charge,
      gst: price.gst,
      chargePercent,
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
  await addOrderEvent(
    db,
    order,
    'GUARDIAN',
    msg`${showMoney(price.payable)} to be paid by ${input.payer.name}. Sent to the gateway.`,
  )
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
  if (count >= maxOrdersPerHour)
    throw new Refusal('RATE_LIMITED', t`Too many payments were begun with this link. Please try again in an hour.`)
}

/**
 * Locks the accounts in the order of the students' ids, then the ordered fees. Returns each fee with the whole amount
 * pending on it and its late fee of today, which the order freezes.
 * @param children the guardian's own children
 */
async function holdOrderedFees(db: Tx, guardian: Guardian, termId: number, children: readonly Child[], input: Input) {
  const { schoolId } = guardian
  const students = [...input.students].sort((a, b) => a.studentId - b.studentId)
  const studentIds = students.map((student) => student.studentId)
  const unknown = studentIds.some((studentId) => children.every((child) => child.id !== studentId))
  if (unknown || new Set(studentIds).size < studentIds.length) throw notFound()
  const feeIds = students.flatMap((student) => student.fees.map((fee) => fee.feeId))
  await lockAccounts(db, { schoolId, termId, studentIds, feeIds })
  await lockFeesShared(db, schoolId, feeIds)
  const lines = []
  for (const { studentId, fees: seenFees } of students) {
    const held = await lockChildWithFees(db, { schoolId, termId, studentId }, seenFees)
    if (!held) throw notFound()
    for (const fee of held.fees) {
      if (!fee.fixedAmount || fee.balance.pending <= 0) throw feesConflict(t`${fee.name} has nothing to pay here.`)
      const { id: feeId, name: feeName, month, bankAccountId, balance, lateFeeDue: lateFee, lateFeeBefore } = fee
      const amount = sumMoney([balance.pending, lateFee])
      const { name: studentName, sectionName } = held.child
      const line = { studentId, feeId, amount, lateFee, lateFeeBefore, studentName, sectionName, feeName, month }
      lines.push({ bankAccountId, line })
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
 * Refuses fees that another order blocks, whichever link it was made with. An open gateway page may still be paid, and
 * doubtful money may be for these fees.
 */
async function refuseBlocked(db: Tx, schoolId: number, lines: readonly { studentId: number; feeId: number }[]): Promise<void> {
  const studentIds = [...new Set(lines.map((line) => line.studentId))]
  const undecided = await undecidedFees(db, schoolId, studentIds).execute()
  const conflicts = undecided.filter(
    (fee) => fee.blocked && lines.some((line) => line.studentId === fee.studentId && line.feeId === fee.feeId),
  )
  const atSchool = conflicts.find((fee) => fee.needsSchool)
  if (atSchool)
    throw feesConflict(t`Money may have arrived for ${atSchool.feeName}. The school is looking at it: please do not pay again.`)
  const [first] = conflicts
  if (first) throw feesConflict(t`${first.feeName} is being paid now. We are checking that payment: please do not pay again.`)
}

function feesConflict(message: string): Refusal {
  return new Refusal('CONFLICT', message, [{ path: 'fees', message }])
}

/** Builds the form for the hosted checkout. Every hashed field is posted exactly as it was hashed. */
async function gatewayForm(call: Call, order: OrderRow): Promise<GatewayForm> {
  const { services } = call
  if (!services.payu) throw new Refusal('UNAVAILABLE', t`Paying online is not set up here.`)
  const merchant = merchantOf(call, order)
  const [[orderWithLines]] = await call.database.read(order.schoolId, [
    orderById(call.database.kysely, order.schoolId, order.id),
  ] as const)
  const students = [...new Set((orderWithLines?.lines ?? []).map((line) => line.studentId))].join('-')
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
  const returnUrl = `${services.config.appUrl}/onlinefees/verifyPayment`
  const { udf5: _, ...posted } = hashed
  const fields = {
    ...posted,
    phone: order.payerPhone,
    surl: returnUrl,
    furl: returnUrl,
    service_provider: 'payu_paisa',
    hash: requestHash(hashed, merchant.salt),
  }
  return {
    action: services.payu.paymentUrl,
    fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
    ref: createOrderRef(services.config.secretKey, order.schoolId, order.id),
  }
}

/**
 * Returns the e-mail address for a payer who gave none, because the gateway's documentation demands one. The address
 * belongs to the installation's own host and has no mailbox. All payments of a family share it, because the gateway
 * counts payments by e-mail.
 */
export function familyEmail(appUrl: string, { schoolId, guardianLinkId }: Pick<OrderRow, 'schoolId' | 'guardianLinkId'>): string {
  const { hostname } = new URL(appUrl)
  const isPublic = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/.test(hostname)
  const address = `family-${schoolId.toString(36)}-${guardianLinkId.toString(36)}@${isPublic ? hostname : 'no-mail.invalid'}`
  return address.length <= maxEmailLength ? address : address.replace(/@.*/, '@no-mail.invalid')
}

/**
 * Returns an order by its reference with its current state. An order whose money may still arrive is first checked with
 * the gateway, at most every ten seconds.
 * @throws Refusal NOT_FOUND for a reference that is forged or too old
 */
export async function viewOrder(call: Call, ref: string): Promise<Order> {
  const order = await orderByRef(call, ref)
  if (!mayStillBePaid(order, new Date()) || !(await claimCheck(call, order))) return order
  await settleOrder(call, order, 'CHECK')
  return orderByRef(call, ref)
}

/**
 * Cancels an order that the guardian says was not paid, so that its fees can be paid again. The gateway must know of no
 * payment, done or pending. Money that arrives later is still booked.
 * @throws Refusal CONFLICT while the gateway has not decided
 * @throws Refusal UNAVAILABLE while the gateway does not answer
 */
export async function giveUpOrder(call: Call, token: string, ref: string): Promise<Order> {
  const guardian = await guardianOf(call, token)
  const order = await orderByRef(call, ref)
  if (order.schoolId !== guardian.schoolId || order.guardianLinkId !== guardian.linkId) throw notFound()
  if (order.state !== 'CREATED') return order
  if (order.needsSchool) throw new Refusal('CONFLICT', t`The school is looking at this payment. Please ask the school.`)
  const { payu } = call.services
  const report = await payu?.verify(merchantOf(call, order), [order.txnid]).then(
    (reports) => reports.get(order.txnid),
    (error: unknown) => {
      if (error instanceof GatewayUnavailable) return undefined
      throw error
    },
  )
  if (!report) throw new Refusal('UNAVAILABLE', t`The bank does not answer now. Please wait a little: we go on checking.`)
  // `initiated` means that the page was opened and nothing was chosen, so no bank was asked.
  const untouched = report.status === 'notFound' || (report.status === 'pending' && report.unmapped === 'initiated')
  if (report.status === 'pending' && !untouched)
    throw new Refusal('CONFLICT', t`The bank has not decided about this payment yet. Please wait a little: we go on checking.`)
  if (!untouched) await settleOrder(call, order, 'GUARDIAN')
  else await cancelOrder(call, order)
  return orderByRef(call, ref)
}

async function cancelOrder(call: Call, { schoolId, id }: OrderRow): Promise<void> {
  await call.database.transaction(schoolId, async (db) => {
    const changed = await db
      .updateTable('onlineOrders')
      .set({ state: 'CANCEL', message: msg`The payer says that it was not paid.`, checkedAt: new Date(), settledAt: new Date() })
      .where('schoolId', '=', schoolId)
      .where('id', '=', id)
      .where('state', '=', 'CREATED')
      .returning('id')
      .executeTakeFirst()
    if (!changed) return
    const text = msg`The payer says that it was not paid, and the gateway knows of no payment.`
    await addOrderEvent(db, { schoolId, id }, 'GUARDIAN', text)
    const { requestId } = call
    await auditWithoutPerson(db, schoolId, { role: 'GUARDIAN', action: 'onlineOrder.cancel', ids: [id], requestId })
  })
}

/**
 * Returns the order of a reference.
 * @throws Refusal NOT_FOUND for a reference that is forged or too old
 */
export async function orderByRef(call: Call, ref: string): Promise<Order> {
  const ids = verifyOrderRef(call.services.config.secrets, ref)
  if (!ids) throw notFound()
  const { database } = call
  try {
    const [[order]] = await database.read(ids.schoolId, [orderById(database.kysely, ids.schoolId, ids.orderId)] as const)
    if (order) return order as unknown as Order
  } catch (error) {
    throw asRefusal(error)
  }
  throw notFound()
}

/** Claims the next gateway check. Of several callers at the same time, only one gets true. */
async function claimCheck({ database }: Call, { schoolId, id }: OrderRow): Promise<boolean> {
  return database.transaction(schoolId, async (db) => {
    const claimed = await db
      .updateTable('onlineOrders')
      .set({ checkedAt: new Date() })
      .where('schoolId', '=', schoolId)
      .where('id', '=', id)
      .where((row) => row.or([row('checkedAt', 'is', null), row('checkedAt', '<', new Date(Date.now() - recheckIntervalMs))]))
      .returning('id')
      .executeTakeFirst()
    return claimed !== undefined
  })
}

/**
 * Checks an order with the gateway for a staff member and returns its new state.
 * @throws Refusal NOT_FOUND for another school's order
 */
export async function checkOrder(call: Call, schoolId: number | string, input: unknown): Promise<Order> {
  const order = await noteStaffCheck(call, schoolId, input)
  // Outside a transaction, because the gateway may take seconds.
  await settleOrder(call, order, 'STAFF')
  const [[updated]] = await call.database.read(order.schoolId, [
    orderById(call.database.kysely, order.schoolId, order.id),
  ] as const)
  return (updated as Order | undefined) ?? order
}

const noteStaffCheck = command<typeof orderChoice, Order, Order>({
  action: onlineActions.check,
  input: orderChoice,
  load: ({ db, schoolId, input }) => orderById(db, schoolId, input.id).executeTakeFirst() as Promise<Order | undefined>,
  run: async ({ db, viewer, row }) => {
    await addOrderEvent(db, row, 'STAFF', msg`${viewer.name} asked the gateway.`)
    return { result: row, ids: [row.id] }
  },
})
