import { auditWithoutPerson } from '#platform/auditWithoutPerson.ts'
import { msg } from '#shared/texts.ts'
import { bankAccountContext } from '#domains/schools/server/schools.exports.ts'
import type { Database, Tx } from '#platform/database/connect.ts'
import type { Services } from '#platform/services.ts'
import { type School, schoolById } from '#platform/school.ts'
import { GatewayUnavailable, type Merchant, type VerifiedTransaction } from '#platform/payu/client.ts'
import { unseal } from '#platform/sealed.ts'
import { type Day, schoolDay, writeDay } from '#shared/dates.ts'
import { type Paise, showMoney, subtractMoney, sumMoney } from '#shared/money.ts'
import { bookOnlineMoney, formatReceiptNumber, lockAccounts } from '#domains/fees/server/online.exports.ts'
import {
  isUncapturedSuccess,
  nextState,
  paymentDay,
  type GatewayReport,
  type OrderState,
  schoolIdIn,
  surplusCharge,
  txnidPattern,
} from '../onlinefees.rules.ts'
import { type EventSource, addOrderEvent, type Order, orderById, type OrderRow } from './orders.sql.ts'

/** The services that settling needs. There is no viewer, because the gateway's report decides. */
export interface SettleDependencies {
  database: Database
  services: Pick<Services, 'config' | 'payu'>
}

/** Returns the order of a txnid, or undefined for an unknown one. */
export async function orderOfTxnid({ database }: SettleDependencies, txnid: string): Promise<OrderRow | undefined> {
  const schoolId = txnidPattern.test(txnid) ? schoolIdIn(txnid, 'Z') : null
  if (schoolId === null) return undefined
  const [[order]] = await database.read(schoolId, [
    database.kysely.selectFrom('onlineOrders').selectAll().where('schoolId', '=', schoolId).where('txnid', '=', txnid),
  ] as const)
  return order as OrderRow | undefined
}

/** Returns the gateway key and salt with which an order was created. */
export function merchantOf({ services }: Pick<SettleDependencies, 'services'>, order: OrderRow): Merchant {
  const context = bankAccountContext('key_secret', order.schoolId)
  return { key: order.merchantKey, salt: unseal(order.merchantSaltSealed, services.config.secrets, context) }
}

/**
 * Checks an order with the gateway and books its money. Idempotent: it is called by the payer's return, the webhook,
 * the timed checks and staff. An order in a final state is returned unchanged.
 *
 * The gateway is asked before the transaction. The transaction then decides under the order's lock, by the order's
 * state at that time.
 * @param callback the report of an authentic callback, used when the gateway does not answer. Only a failure in it is
 *   believed
 * @returns the order with its new state
 */
export async function settleOrder(
  parts: SettleDependencies,
  order: OrderRow,
  source: EventSource,
  callback?: GatewayReport,
): Promise<OrderRow> {
  const { txnid } = order
  if (order.state === 'SUCCESS' || order.state === 'MISMATCH' || !parts.services.payu) return order
  let report: VerifiedTransaction | undefined
  try {
    report = (await parts.services.payu.verify(merchantOf(parts, order), [txnid])).get(txnid)
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error
  }
  if (!report) return applyCallback(parts, order, source, callback)
  return applyReport(parts, order, source, report)
}

/** Applies the gateway's report to an order. */
export async function applyReport(
  parts: SettleDependencies,
  unlocked: OrderRow,
  source: EventSource,
  report: VerifiedTransaction,
): Promise<OrderRow> {
  const { schoolId } = unlocked
  const school = await schoolById(parts.database, schoolId)
  if (!school) throw new Error('The school of an order is gone.')
  return parts.database.transaction(schoolId, async (db) => {
    const order = await lockOrder(db, unlocked)
    const state = nextState(order.state, order.payable, report, Date.now() - order.createdAt.getTime())
    if (state === null) return recordCheck(db, order, source, report)
    const paid = state === 'SUCCESS' || state === 'MISMATCH'
    await addOrderEvent(db, order, source, describeReport(report))
    const settled = await db
      .updateTable('onlineOrders')
      .set({
        state,
        checkedAt: new Date(),
        settledAt: new Date(),
        message: paid ? '' : orderMessage(report),
        suspectAt: null,
        gatewayReference: report.reference,
        gatewayMode: report.mode,
        bankReference: report.bankRef,
        ...(paid ? { received: report.amount ?? 0 } : {}),
      })
      .where('schoolId', '=', schoolId)
      .where('id', '=', order.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const booked = { ...order, ...settled, state }
    const paidOn = paymentDay(report.at, order.createdAt, new Date())
    if (state === 'SUCCESS') await bookPayments(db, booked, { school, source, paidOn })
    if (state === 'MISMATCH') await storeAsSurplus(db, booked, report.amount ?? 0, source)
    await auditWithoutPerson(db, schoolId, {
      role: 'GATEWAY',
      action: `onlineOrder.${state.toLowerCase()}`,
      ids: [order.id],
      requestId: '',
    })
    return booked
  })
}

async function lockOrder(db: Tx, { schoolId, id }: Pick<OrderRow, 'schoolId' | 'id'>): Promise<Order> {
  await db.selectFrom('onlineOrders').select('id').where('schoolId', '=', schoolId).where('id', '=', id).forUpdate().execute()
  return orderById(db, schoolId, id).executeTakeFirstOrThrow()
}

/** Records a check that did not change the state. Orders in a final state stay untouched. */
async function recordCheck(db: Tx, order: OrderRow, source: EventSource, report: VerifiedTransaction): Promise<OrderRow> {
  if (order.state === 'SUCCESS' || order.state === 'MISMATCH') return order
  // A report without money, or a check by staff, clears the suspicion of a forged callback.
  const cleared = source === 'STAFF' || report.status === 'failure' || report.status === 'notFound'
  const suspectAt = cleared ? null : order.suspectAt
  const undecided = isUncapturedSuccess(report)
  const message = undecided ? gatewayWords(report) : order.message
  await db
    .updateTable('onlineOrders')
    .set({ checkedAt: new Date(), suspectAt, message })
    .where('schoolId', '=', order.schoolId)
    .where('id', '=', order.id)
    .execute()
  // The family page checks every few seconds, so only a person's check and a new word get an event.
  const isNews = source === 'STAFF' || source === 'GUARDIAN' || (undecided && message !== order.message)
  if (isNews) await addOrderEvent(db, order, source, describeReport(report))
  return { ...order, checkedAt: new Date(), suspectAt, message }
}

/**
 * Applies a callback while the gateway does not answer. An authentic failure is enough to let the payer start again.
 */
async function applyCallback(
  parts: SettleDependencies,
  unlocked: OrderRow,
  source: EventSource,
  callback: GatewayReport | undefined,
): Promise<OrderRow> {
  if (callback?.status !== 'failure') {
    if (source !== 'CHECK' && source !== 'GUARDIAN')
      await parts.database.transaction(unlocked.schoolId, (db) =>
        addOrderEvent(db, unlocked, source, msg`The gateway did not answer. It is asked again.`),
      )
    return unlocked
  }
  return parts.database.transaction(unlocked.schoolId, async (db) => {
    const order = await lockOrder(db, unlocked)
    const state: OrderState = callback.userCancelled ? 'CANCEL' : 'FAILURE'
    if (order.state !== 'CREATED') return order
    await addOrderEvent(
      db,
      order,
      source,
      callback.userCancelled ? msg`The gateway's callback says: cancelled.` : msg`The gateway's callback says: failed.`,
    )
    await db
      .updateTable('onlineOrders')
      .set({ state, settledAt: new Date() })
      .where('schoolId', '=', order.schoolId)
      .where('id', '=', order.id)
      .execute()
    const action = `onlineOrder.${state.toLowerCase()}`
    await auditWithoutPerson(db, order.schoolId, { role: 'GATEWAY', action, ids: [order.id], requestId: '' })
    return { ...order, state }
  })
}

/**
 * Books the money of an order: one payment with a receipt per child, in the order of their ids. Money whose fee is paid
 * already becomes surplus, which staff settle. The receipts are of the day on which the family paid.
 */
async function bookPayments(
  db: Tx,
  order: Order,
  { school, source, paidOn }: { school: School; source: EventSource; paidOn: Day },
): Promise<void> {
  const { schoolId, termId } = order
  const studentIds = [...new Set(order.lines.map((line) => line.studentId))].toSorted((a, b) => a - b)
  await lockAccounts(db, { schoolId, termId, studentIds, feeIds: order.lines.map((line) => line.feeId) })
  let keptFees: Paise = order.feesAmount
  for (const [index, studentId] of studentIds.entries()) {
    const lines = order.lines.filter((line) => line.studentId === studentId)
    const { payment, left } = await bookOnlineMoney(db, {
      account: { schoolId, termId, studentId },
      priced: lines,
      // Must be unique in the school, and one gateway transaction becomes several payments when it pays for several
      // children.
      reference: index === 0 ? order.gatewayReference : `${order.gatewayReference}/${index + 1}`,
      orderId: order.id,
      bankAccountId: order.bankAccountId,
      school,
      paidOn,
    })
    const name = lines[0]?.studentName ?? ''
    if (payment)
      await addOrderEvent(
        db,
        order,
        source,
        paidOn === schoolDay(new Date())
          ? msg`Receipt ${formatReceiptNumber(payment)} for ${name}: ${showMoney(payment.amount)}.`
          : msg`Receipt ${formatReceiptNumber(payment)} for ${name}: ${showMoney(payment.amount)}, paid on ${writeDay(paidOn)}.`,
      )
    if (left === 0) continue
    const charge = surplusCharge(keptFees, left, order.chargePercent)
    keptFees = subtractMoney(keptFees, left)
    await db.insertInto('onlineSurplus').values({ schoolId, orderId: order.id, studentId, amount: left, charge }).execute()
    await addOrderEvent(
      db,
      order,
      source,
      msg`${showMoney(left)} for ${name} found its fees paid already. The office settles it.`,
    )
  }
}

/** Stores all money of a mismatched order as surplus, which staff settle. Nothing is booked. */
async function storeAsSurplus(db: Tx, order: Order, received: number, source: EventSource): Promise<void> {
  const studentId = order.lines[0]?.studentId
  if (studentId === undefined || received === 0) return
  await db
    .insertInto('onlineSurplus')
    .values({ schoolId: order.schoolId, orderId: order.id, studentId, amount: received })
    .execute()
  const fees = showMoney(sumMoney(order.lines.map((line) => line.amount)))
  await addOrderEvent(
    db,
    order,
    source,
    msg`${showMoney(received)} came for fees of ${fees}, ${showMoney(order.payable)} in all. The office settles it.`,
  )
}

function describeReport(report: VerifiedTransaction): string {
  const { status, amount, reference, userCancelled, message } = report
  if (isUncapturedSuccess(report))
    return msg`The gateway says: ${gatewayWords(report)}. The money is not captured, so nothing is booked yet.`
  if (status === 'success') {
    const proof = [report.mode, reference].filter(Boolean).join(', ')
    return amount === null
      ? msg`The gateway says: paid (${proof}).`
      : msg`The gateway says: ${showMoney(amount)} paid (${proof}).`
  }
  if (status === 'failure') {
    if (userCancelled) return msg`The gateway says: cancelled.`
    return message === '' ? msg`The gateway says: failed.` : msg`The gateway says: failed, ${message}.`
  }
  return status === 'pending' ? msg`The gateway says: not decided yet.` : msg`The gateway knows of no payment.`
}

/** Returns the status of a success that is not captured in the gateway's own words: `success (auth)`. */
function gatewayWords({ status, unmapped }: VerifiedTransaction): string {
  return unmapped === '' ? status : `${status} (${unmapped.slice(0, 40)})`
}

/** Returns the message that stays on an order whose money did not arrive. */
function orderMessage(report: VerifiedTransaction): string {
  return report.status === 'notFound' ? msg`The gateway knows of no payment.` : report.message.slice(0, 300)
}
