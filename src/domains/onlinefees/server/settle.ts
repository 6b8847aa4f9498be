import { auditWithoutPerson } from './guardian.ts'
import { bankAccountContext } from '#domains/schools/server/schools.exports.ts'
import type { Database, Tx } from '#platform/database/connect.ts'
import type { Services } from '#platform/services.ts'
import { type School, schoolById } from '#platform/school.ts'
import { GatewayUnavailable, type Merchant, type VerifiedTransaction } from '#platform/payu/client.ts'
import { unseal } from '#platform/sealed.ts'
import { showMoney, sumMoney } from '#shared/money.ts'
import { bookOnlineMoney, lockChildAccounts, formatReceiptNumber } from '#domains/fees/server/online.exports.ts'
import { decide, type GatewayWord, type OrderState, schoolOf, txnidShape } from '../onlinefees.rules.ts'
import { type EventSource, noteEvent, type Order, orderById, type OrderRow } from './orders.sql.ts'

/** What settling needs: no viewer, since the gateway's word decides. */
export interface Parts {
  database: Database
  services: Pick<Services, 'config' | 'payu'>
}

/** The order of a transaction, or undefined for one that is not ours. */
export async function orderOfTxnid({ database }: Parts, txnid: string): Promise<OrderRow | undefined> {
  const schoolId = txnidShape.test(txnid) ? schoolOf(txnid, 'Z') : null
  if (schoolId === null) return undefined
  const [[order]] = await database.read(schoolId, [
    database.kysely.selectFrom('onlineOrders').selectAll().where('schoolId', '=', schoolId).where('txnid', '=', txnid),
  ] as const)
  return order as OrderRow | undefined
}

/** The name and secret at the gateway under which an order was sent there. */
export function merchantOf({ services }: Pick<Parts, 'services'>, order: OrderRow): Merchant {
  const context = bankAccountContext('key_secret', order.schoolId)
  return { key: order.merchantKey, salt: unseal(order.merchantSaltSealed, services.config.secrets, context) }
}

/**
 * Finds out at the gateway what became of an order and books it, however often and by whomever it is called: the return of the
 * payer's browser, the webhook, the timed checks, a person. An order whose money is there is answered as it is.
 *
 * The gateway is asked before the transaction, which then decides under the order's lock by what the order is by then.
 * @param told what an authentic callback said, for where the gateway does not answer: that no money moved may be believed,
 *   that it did may not
 * @returns the order as it is now
 */
export async function settleOrder(parts: Parts, given: OrderRow, source: EventSource, told?: GatewayWord): Promise<OrderRow> {
  const { txnid } = given
  if (given.state === 'SUCCESS' || given.state === 'MISMATCH' || !parts.services.payu) return given
  let verified: VerifiedTransaction | undefined
  try {
    verified = (await parts.services.payu.verify(merchantOf(parts, given), [txnid])).get(txnid)
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error
  }
  if (!verified) return believe(parts, given, source, told)
  return applyWord(parts, given, source, verified)
}

/** Applies what the gateway has answered about an order. */
export async function applyWord(
  parts: Parts,
  given: OrderRow,
  source: EventSource,
  word: VerifiedTransaction,
): Promise<OrderRow> {
  const { schoolId } = given
  const school = await schoolById(parts.database, schoolId)
  if (!school) throw new Error('The school of an order is gone.')
  return parts.database.transaction(schoolId, async (db) => {
    const order = await lockOrder(db, given)
    const state = decide(order.state, order.payable, word, Date.now() - order.createdAt.getTime())
    if (state === null) return seen(db, order, source, word)
    const money = state === 'SUCCESS' || state === 'MISMATCH'
    await noteEvent(db, order, source, wordsOf(word))
    const settled = await db
      .updateTable('onlineOrders')
      .set({
        state,
        checkedAt: new Date(),
        settledAt: new Date(),
        message: money ? '' : messageOf(word),
        suspectAt: null,
        gatewayReference: word.reference,
        gatewayMode: word.mode,
        bankReference: word.bankRef,
        ...(money ? { received: word.amount ?? 0 } : {}),
      })
      .where('schoolId', '=', schoolId)
      .where('id', '=', order.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const booked = { ...order, ...settled, state }
    if (state === 'SUCCESS') await book(db, booked, school, source)
    if (state === 'MISMATCH') await park(db, booked, word.amount ?? 0, source)
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

/** Nothing new: that it was asked is kept, but where the money is there already. */
async function seen(db: Tx, order: OrderRow, source: EventSource, word: VerifiedTransaction): Promise<OrderRow> {
  if (order.state === 'SUCCESS' || order.state === 'MISMATCH') return order
  // The gateway's word that no money came, or the office's question, ends the suspicion of a forged callback.
  const cleared = source === 'STAFF' || word.status === 'failure' || word.status === 'notFound'
  const suspectAt = cleared ? null : order.suspectAt
  await db
    .updateTable('onlineOrders')
    .set({ checkedAt: new Date(), suspectAt })
    .where('schoolId', '=', order.schoolId)
    .where('id', '=', order.id)
    .execute()
  // The page asks every few seconds: only a person's question and the first answers are worth a line.
  if (source === 'STAFF' || source === 'GUARDIAN') await noteEvent(db, order, source, wordsOf(word))
  return { ...order, checkedAt: new Date(), suspectAt }
}

/** The gateway does not answer: an authentic callback that says that no money moved is enough to let the payer start again. */
async function believe(parts: Parts, given: OrderRow, source: EventSource, told: GatewayWord | undefined): Promise<OrderRow> {
  if (told?.status !== 'failure') {
    if (source !== 'CHECK' && source !== 'GUARDIAN')
      await parts.database.transaction(given.schoolId, (db) =>
        noteEvent(db, given, source, 'The gateway did not answer. It is asked again.'),
      )
    return given
  }
  return parts.database.transaction(given.schoolId, async (db) => {
    const order = await lockOrder(db, given)
    const state: OrderState = told.userCancelled ? 'CANCEL' : 'FAILURE'
    if (order.state !== 'CREATED') return order
    await noteEvent(db, order, source, `The gateway's callback says: ${told.userCancelled ? 'cancelled' : 'failed'}.`)
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
 * Books the money of an order: a payment with its receipt for each child, in the order of their ids. What finds its fee paid
 * already waits for staff.
 */
async function book(db: Tx, order: Order, school: School, source: EventSource): Promise<void> {
  const { schoolId, termId } = order
  const studentIds = [...new Set(order.lines.map((line) => line.studentId))].toSorted((a, b) => a - b)
  await lockChildAccounts(db, schoolId, termId, studentIds)
  for (const [index, studentId] of studentIds.entries()) {
    const lines = order.lines.filter((line) => line.studentId === studentId)
    const { payment, left } = await bookOnlineMoney(db, {
      account: { schoolId, termId, studentId },
      priced: lines.map(({ feeId, amount }) => ({ feeId, amount })),
      // Unique in the school: one transaction of the gateway is several payments when it pays for several children.
      reference: index === 0 ? order.gatewayReference : `${order.gatewayReference}/${index + 1}`,
      orderId: order.id,
      bankAccountId: order.bankAccountId,
      school,
    })
    const name = lines[0]?.studentName ?? ''
    if (payment)
      await noteEvent(db, order, source, `Receipt ${formatReceiptNumber(payment)} for ${name}: ${showMoney(payment.amount)}.`)
    if (left === 0) continue
    await db.insertInto('onlineSurplus').values({ schoolId, orderId: order.id, studentId, amount: left }).execute()
    await noteEvent(db, order, source, `${showMoney(left)} for ${name} found its fees paid already. The office settles it.`)
  }
}

/** Money of another amount than was asked for is not booked: all of it waits for staff. */
async function park(db: Tx, order: Order, received: number, source: EventSource): Promise<void> {
  const studentId = order.lines[0]?.studentId
  if (studentId === undefined || received === 0) return
  await db
    .insertInto('onlineSurplus')
    .values({ schoolId: order.schoolId, orderId: order.id, studentId, amount: received })
    .execute()
  const fees = showMoney(sumMoney(order.lines.map((line) => line.amount)))
  await noteEvent(
    db,
    order,
    source,
    `${showMoney(received)} came for fees of ${fees}, ${showMoney(order.payable)} in all. The office settles it.`,
  )
}

function wordsOf(word: VerifiedTransaction): string {
  const by = word.mode === '' ? '' : ` by ${word.mode}`
  if (word.status === 'success')
    return `The gateway says: ${word.amount === null ? 'paid' : `${showMoney(word.amount)} paid`}${by} (${word.reference}).`
  if (word.status === 'failure')
    return `The gateway says: ${word.userCancelled ? 'cancelled' : `failed${word.message === '' ? '' : `, ${word.message}`}`}.`
  return word.status === 'pending' ? 'The gateway says: not decided yet.' : 'The gateway knows of no payment.'
}

/** What stays on the order of money that did not come. */
function messageOf(word: VerifiedTransaction): string {
  return word.status === 'notFound' ? 'The gateway knows of no payment.' : word.message.slice(0, 300)
}
