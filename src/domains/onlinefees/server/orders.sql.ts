import { type Selectable, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { compareMonths } from '#domains/fees/server/online.exports.ts'
import { currentSchool } from '#platform/database/currentSchool.ts'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { OnlineOrders } from '#platform/database/schema.types.ts'
import { containsPattern } from '#platform/database/likePattern.ts'
import { keyPart } from '#shared/nameSearch.ts'
import { studentsWithWords } from '#domains/students/server/students.exports.ts'
import type { OrderState } from '../onlinefees.rules.ts'
import { linksOfPhones } from './links.sql.ts'

/** One fee of an order with the amount it was priced at. */
export interface OrderLine {
  studentId: number
  feeId: number
  amount: number
  /** The part of the amount that is the fee's late fee. It stays, however late the money comes. */
  lateFee: number
  /** The late fee that was paid or waived on the fee before. */
  lateFeeBefore: number
  studentName: string
  sectionName: string
  feeName: string
  month: string | null
}

export type OrderRow = Omit<Selectable<OnlineOrders>, 'state'> & { state: OrderState }

/** An order with its lines, payments and bank account. */
export type Order = OrderRow & {
  lines: OrderLine[]
  /** Money may have arrived that is not booked on a fee, so the school has to look into it. */
  needsSchool: boolean
  payments: { id: number; receiptPrefix: string; receiptYear: string; receiptNo: number; amount: number; studentName: string }[]
  accountName: string
  /** Money of the order that is booked on no fee, with the service charge that goes back with it. */
  surplus: { studentId: number; amount: number; charge: number; outcome: string | null }[]
}

/** The source of an order's event. */
export type EventSource = 'GUARDIAN' | 'RETURN' | 'WEBHOOK' | 'CHECK' | 'STAFF'

/** Hours for which an open order blocks its fees. */
const blockHours = 24

/**
 * SQL condition on `online_orders`: money may have arrived that is not booked on a fee. Either the amount differs, or a
 * callback had a wrong signature. True until the gateway has decided or the office has settled it.
 */
const needsSchool = sql<boolean>`(
  online_orders.suspect_at is not null and online_orders.state in ('CREATED', 'FAILURE', 'CANCEL')
  or online_orders.state = 'MISMATCH' and exists (
    select from online_surplus open
    where open.school_id = current_school() and open.order_id = online_orders.id and open.outcome is null
  )
)`

/**
 * SQL condition: the order is undecided. Its fees are blocked for a day and as long as it needs the school; after the
 * day they are offered with a warning.
 */
const isUndecided = sql<boolean>`(online_orders.state = 'CREATED' or ${needsSchool})`

/** SQL condition: the order blocks its fees, because it is open or needs the school. */
function blocksFees(now: Date) {
  const since = new Date(now.getTime() - blockHours * 3_600_000)
  return sql<boolean>`(online_orders.state = 'CREATED' and online_orders.created_at > ${since} or ${needsSchool})`
}

/** Sorts the lines of an order by student, and then by the months of the school year. */
export function sortedLines<Line extends { studentId: number; feeId: number; month: string | null }>(
  lines: readonly Line[],
): Line[] {
  return lines.toSorted((a, b) => a.studentId - b.studentId || compareMonths(a.month, b.month) || a.feeId - b.feeId)
}

/** Selects orders with their lines, payments and bank account. Deleted payments are left out. */
export function orders(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('onlineOrders')
    .innerJoin('bankAccounts', (on) => onSameSchool(on, 'bankAccounts.id', 'onlineOrders.bankAccountId'))
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
            'line.lateFee',
            'line.lateFeeBefore',
            'line.studentName',
            'line.sectionName',
            'line.feeName',
            'line.month',
          ])
          .where('line.schoolId', '=', currentSchool)
          .whereRef('line.orderId', '=', 'onlineOrders.id')
          .orderBy('line.studentId')
          .orderBy('line.feeId'),
      ).as('lines'),
      jsonArrayFrom(
        row
          .selectFrom('payments')
          .select(['payments.id', 'payments.receiptPrefix', 'payments.receiptYear', 'payments.receiptNo'])
          .select(['payments.amount', 'payments.studentName'])
          .where('payments.schoolId', '=', currentSchool)
          .whereRef('payments.orderId', '=', 'onlineOrders.id')
          .where('payments.deletedAt', 'is', null)
          .orderBy('payments.id'),
      ).as('payments'),
      jsonArrayFrom(
        row
          .selectFrom('onlineSurplus as surplus')
          .select(['surplus.studentId', 'surplus.amount', 'surplus.charge', 'surplus.outcome'])
          .where('surplus.schoolId', '=', currentSchool)
          .whereRef('surplus.orderId', '=', 'onlineOrders.id')
          .orderBy('surplus.id'),
      ).as('surplus'),
    ])
    .where('onlineOrders.schoolId', '=', schoolId)
    .$narrowType<{ state: OrderState }>()
}

/** Selects one order. */
export function orderById(db: Db | Tx, schoolId: number, id: number) {
  return orders(db, schoolId).where('onlineOrders.id', '=', id)
}

/**
 * Selects the undecided orders of a guardian's link, oldest first; of the phone's link if it is not known.
 * Those of the guardian's own children alone: a link may have orders of children who were listed with the phone later.
 */
export function undecidedOrders(
  db: Db | Tx,
  schoolId: number,
  { linkId, phone }: { linkId?: number; phone: string },
  studentIds: readonly number[],
) {
  const link = linkId ?? linksOfPhones(db, schoolId, [phone]).clearSelect().select('id')
  return orders(db, schoolId)
    .where('onlineOrders.guardianLinkId', typeof link === 'number' ? '=' : 'in', link)
    .where(isUndecided)
    .where(
      sql<boolean>`not exists (select from online_order_lines line where line.school_id = ${schoolId}
        and line.order_id = online_orders.id and line.student_id <> all(${studentIds}::bigint[]))`,
    )
    .orderBy('onlineOrders.id')
}

/**
 * Selects the fees of students in undecided orders, whichever link they were ordered with. Those that are not blocked
 * are offered with a warning.
 */
export function undecidedFees(db: Db | Tx, schoolId: number, studentIds: readonly number[]) {
  return db
    .selectFrom('onlineOrderLines as line')
    .innerJoin('onlineOrders', (on) => onSameSchool(on, 'onlineOrders.id', 'line.orderId'))
    .select(['line.studentId', 'line.feeId', 'line.feeName', needsSchool.as('needsSchool')])
    .select(blocksFees(new Date()).as('blocked'))
    .where('line.schoolId', '=', schoolId)
    .where(sql<boolean>`line.student_id = any(${studentIds}::bigint[])`)
    .where(isUndecided)
}

/** Adds an event to an order's timeline, with a text for people. */
export async function addOrderEvent(
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

function matchingOrders(db: Db, schoolId: number, { termId, from, to, state, search = '' }: View) {
  const pattern = containsPattern(search)
  let rows = db.selectFrom('onlineOrders').where('onlineOrders.schoolId', '=', schoolId).where('onlineOrders.termId', '=', termId)
  // The view's days are in the schools' time zone, whatever the database's own zone.
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
          .where('line.schoolId', '=', currentSchool)
          .whereRef('line.orderId', '=', 'onlineOrders.id')
          .where((line) =>
            line.or([
              line('line.studentName', 'ilike', pattern),
              // A number is that of a payment, not of a student.
              ...(keyPart(search) === null ? [] : [sql<SqlBool>`line.student_id in (${studentsWithWords(schoolId, search)})`]),
            ]),
          ),
      ),
    ]),
  )
}

/** Selects a page of a view, newest first. */
export function orderPage(db: Db, schoolId: number, view: View) {
  const { page = 0, pageSize = 20 } = view
  return orders(db, schoolId)
    .where(
      'onlineOrders.id',
      'in',
      matchingOrders(db, schoolId, view)
        .select('onlineOrders.id')
        .orderBy('onlineOrders.id', 'desc')
        .limit(pageSize)
        .offset(page * pageSize),
    )
    .orderBy('onlineOrders.id', 'desc')
}

/** Selects one row with a view's number of orders, their payable amounts, and the fees of its successful orders. */
export function orderSums(db: Db, schoolId: number, view: View) {
  return matchingOrders(db, schoolId, view).select([
    sql<number>`count(*)::int`.as('total'),
    sql<number>`coalesce(sum(payable), 0)::bigint`.as('payable'),
    sql<number>`coalesce(sum(fees_amount) filter (where state = 'SUCCESS'), 0)::bigint`.as('collected'),
  ])
}

/** Age at which an open order counts as stuck; the second timed check has passed by then. */
const stuckAfterMs = 10 * 60_000

/** SQL condition on `online_orders`: open for too long, with a differing amount, or with a forged callback. */
export function needsPerson(now: Date) {
  const since = new Date(now.getTime() - stuckAfterMs)
  return sql<boolean>`(online_orders.state = 'CREATED' and online_orders.created_at < ${since} or ${needsSchool})`
}

/** Selects orders that need a person. */
export function stuckOrders(db: Db, schoolId: number, now: Date) {
  return orders(db, schoolId).where(needsPerson(now)).orderBy('onlineOrders.id').limit(500)
}

/** Selects the events of an order, oldest first. */
export function eventsOf(db: Db | Tx, schoolId: number, orderId: number) {
  return db
    .selectFrom('onlineOrderEvents')
    .select(['id', 'at', 'source', 'text'])
    .where('schoolId', '=', schoolId)
    .where('orderId', '=', orderId)
    .orderBy('id')
    .limit(200)
}
