import { type Selectable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { compareMonths } from '#domains/fees/server/online.exports.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { OnlineOrders } from '#platform/database/schema.types.ts'
import { containsPattern } from '#platform/database/likePattern.ts'
import type { OrderState } from '../onlinefees.rules.ts'

/** One fee of an order with what it was priced with. */
export interface OrderLine {
  studentId: number
  feeId: number
  amount: number
  studentName: string
  sectionName: string
  feeName: string
  month: string | null
}

export type OrderRow = Omit<Selectable<OnlineOrders>, 'state'> & { state: OrderState }

/** An order with what belongs to it, for its people and for staff. */
export type Order = OrderRow & {
  lines: OrderLine[]
  /** The school has to look at it: money may have arrived that stands on no fee. */
  needsSchool: boolean
  payments: { id: number; receiptPrefix: string; receiptYear: string; receiptNo: number; amount: number; studentName: string }[]
  accountName: string
}

/** Who tells of something that happened to an order. */
export type EventSource = 'GUARDIAN' | 'RETURN' | 'WEBHOOK' | 'CHECK' | 'STAFF'

/** How long an order without an answer keeps its fees from being paid again. */
const underWayHours = 24

/**
 * Money of the order may have arrived and stands on no fee: another amount came, or a callback with a wrong signature. True until the
 * gateway has decided or the office has settled it. For statements over `online_orders`.
 */
const needsSchool = sql<boolean>`(
  online_orders.suspect_at is not null and online_orders.state in ('CREATED', 'FAILURE', 'CANCEL')
  or online_orders.state = 'MISMATCH' and exists (
    select from online_surplus open
    where open.school_id = online_orders.school_id and open.order_id = online_orders.id and open.outcome is null
  )
)`

/** The fees of the order are not sold again: it is under way, or the school has to look at it. */
function blocksFees(now: Date) {
  const since = new Date(now.getTime() - underWayHours * 3_600_000)
  return sql<boolean>`(online_orders.state = 'CREATED' and online_orders.created_at > ${since} or ${needsSchool})`
}

/** Sorts the lines of an order by student, and then by the months of the school year. */
export function sortedLines<Line extends { studentId: number; feeId: number; month: string | null }>(
  lines: readonly Line[],
): Line[] {
  return lines.toSorted(
    (one, other) => one.studentId - other.studentId || compareMonths(one.month, other.month) || one.feeId - other.feeId,
  )
}

/** Orders with their lines, receipts and account. Receipts that were deleted are left out. */
export function orders(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('onlineOrders')
    .innerJoin('bankAccounts', (on) =>
      on.onRef('bankAccounts.schoolId', '=', 'onlineOrders.schoolId').onRef('bankAccounts.id', '=', 'onlineOrders.bankAccountId'),
    )
    .selectAll('onlineOrders')
    .select((row) => [
      'bankAccounts.name as accountName',
      needsSchool.as('needsSchool'),
      jsonArrayFrom(
        row
          .selectFrom('onlineOrderLines as line')
          .select([
            'line.studentId',
            'line.feeId',
            'line.amount',
            'line.studentName',
            'line.sectionName',
            'line.feeName',
            'line.month',
          ])
          .whereRef('line.schoolId', '=', 'onlineOrders.schoolId')
          .whereRef('line.orderId', '=', 'onlineOrders.id')
          .orderBy('line.studentId')
          .orderBy('line.feeId'),
      ).as('lines'),
      jsonArrayFrom(
        row
          .selectFrom('payments')
          .select(['payments.id', 'payments.receiptPrefix', 'payments.receiptYear', 'payments.receiptNo'])
          .select(['payments.amount', 'payments.studentName'])
          .whereRef('payments.schoolId', '=', 'onlineOrders.schoolId')
          .whereRef('payments.orderId', '=', 'onlineOrders.id')
          .where('payments.deletedAt', 'is', null)
          .orderBy('payments.id'),
      ).as('payments'),
    ])
    .where('onlineOrders.schoolId', '=', schoolId)
    .$narrowType<{ state: OrderState }>()
}

/** One order. */
export function orderById(db: Db | Tx, schoolId: number, id: number) {
  return orders(db, schoolId).where('onlineOrders.id', '=', id)
}

/** The orders of a link whose fees are not sold again, oldest first. */
export function blockingOrders(db: Db | Tx, schoolId: number, linkId: number) {
  return orders(db, schoolId)
    .where('onlineOrders.guardianLinkId', '=', linkId)
    .where(blocksFees(new Date()))
    .orderBy('onlineOrders.id')
}

/** The fees of some students that are not sold again, by whichever link they were ordered. */
export function blockedFees(db: Db | Tx, schoolId: number, studentIds: readonly number[]) {
  return db
    .selectFrom('onlineOrderLines as line')
    .innerJoin('onlineOrders', (on) =>
      on.onRef('onlineOrders.schoolId', '=', 'line.schoolId').onRef('onlineOrders.id', '=', 'line.orderId'),
    )
    .select(['line.studentId', 'line.feeId', 'line.feeName', needsSchool.as('needsSchool')])
    .where('line.schoolId', '=', schoolId)
    .where(sql<boolean>`line.student_id = any(${studentIds}::bigint[])`)
    .where(blocksFees(new Date()))
}

/** Notes something on an order's timeline, in words for people. */
export async function noteEvent(
  db: Tx,
  order: { schoolId: number; id: number },
  source: EventSource,
  text: string,
): Promise<void> {
  await db.insertInto('onlineOrderEvents').values({ schoolId: order.schoolId, orderId: order.id, source, text }).execute()
}

interface View {
  termId: number
  from?: string | undefined
  to?: string | undefined
  state?: OrderState | null | undefined
  search?: string | undefined
  page?: number | undefined
  pageSize?: number | undefined
}

function inView(db: Db, schoolId: number, { termId, from, to, state, search = '' }: View) {
  const pattern = containsPattern(search)
  let rows = db.selectFrom('onlineOrders').where('onlineOrders.schoolId', '=', schoolId).where('onlineOrders.termId', '=', termId)
  // The school's days, whatever the database's own zone.
  if (from !== undefined)
    rows = rows.where('onlineOrders.createdAt', '>=', sql<Date>`${from}::timestamp at time zone 'Asia/Kolkata'`)
  if (to !== undefined)
    rows = rows.where('onlineOrders.createdAt', '<', sql<Date>`(${to}::date + 1)::timestamp at time zone 'Asia/Kolkata'`)
  if (state) rows = rows.where('onlineOrders.state', '=', state)
  if (search === '') return rows
  return rows.where((row) =>
    row.or([
      row('onlineOrders.payerName', 'ilike', pattern),
      row('onlineOrders.payerPhone', 'like', pattern),
      row('onlineOrders.txnid', 'like', pattern),
      row('onlineOrders.gatewayReference', 'like', pattern),
      row.exists(
        row
          .selectFrom('onlineOrderLines as line')
          .select('line.feeId')
          .whereRef('line.schoolId', '=', 'onlineOrders.schoolId')
          .whereRef('line.orderId', '=', 'onlineOrders.id')
          .where('line.studentName', 'ilike', pattern),
      ),
    ]),
  )
}

/** A page of a view, the last order first. */
export function orderPage(db: Db, schoolId: number, view: View) {
  const { page = 0, pageSize = 20 } = view
  return orders(db, schoolId)
    .where(
      'onlineOrders.id',
      'in',
      inView(db, schoolId, view)
        .select('onlineOrders.id')
        .orderBy('onlineOrders.id', 'desc')
        .limit(pageSize)
        .offset(page * pageSize),
    )
    .orderBy('onlineOrders.id', 'desc')
}

/** How many orders a view has, what they ask for, and what of it has come in for fees: one row. */
export function orderSums(db: Db, schoolId: number, view: View) {
  return inView(db, schoolId, view).select([
    sql<number>`count(*)::int`.as('total'),
    sql<number>`coalesce(sum(payable), 0)::bigint`.as('payable'),
    sql<number>`coalesce(sum(fees_amount) filter (where state = 'SUCCESS'), 0)::bigint`.as('collected'),
  ])
}

/** Orders that somebody should look at: nobody knows yet what became of them, another amount came, or a callback was forged. */
export function stuckOrders(db: Db, schoolId: number, since: Date) {
  return orders(db, schoolId)
    .where((row) =>
      row.or([row.and([row('onlineOrders.state', '=', 'CREATED'), row('onlineOrders.createdAt', '<', since)]), needsSchool]),
    )
    .orderBy('onlineOrders.id')
    .limit(500)
}

/** What happened to an order, oldest first. */
export function eventsOf(db: Db | Tx, schoolId: number, orderId: number) {
  return db
    .selectFrom('onlineOrderEvents')
    .select(['id', 'at', 'source', 'text'])
    .where('schoolId', '=', schoolId)
    .where('orderId', '=', orderId)
    .orderBy('id')
    .limit(200)
}
