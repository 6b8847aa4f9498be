import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#platform/database/connect.ts'
import { inReadersOrder } from '#platform/database/nameOrder.ts'
import type { DB } from '#platform/database/schema.types.ts'
import type { Viewer } from '#platform/viewer.ts'
import { addDays, type Day, indiaOffset } from '#shared/dates.ts'
import { studentHasWord } from '#domains/students/server/students.exports.ts'
import { type SearchWord, parseEntrySearch } from '../entries.rules.ts'
import type { deletedView, entriesView, EntrySort } from '../entries.schema.ts'
import { studentIsVisible } from './account.sql.ts'
import { collectedSums, undeletedPayments } from './collected.sql.ts'
import { everyTerm } from './inTerm.sql.ts'
import { entryLines, paymentsWithLines } from './payments.sql.ts'

type EntriesFilter = z.output<typeof entriesView> & {
  /** The clerk's account, and the day on which the payments were booked or entered. */
  takenBy?: { subject: string; day: Day }
  /** Only receipts numbered after this payment's receipt. */
  afterId?: number | undefined
}
type DeletedFilter = z.output<typeof deletedView>
type PaymentsBuilder = ExpressionBuilder<DB, 'payments'>

const firstDay = '1900-01-01'
const lastDay = '2199-12-30'

/** Selects all payments of a list, before they are sorted and paged. The sums are computed over these rows. */
function matchingPayments(db: Db, schoolId: number, viewer: Viewer, view: Omit<EntriesFilter, 'sort' | 'descending'>) {
  const { termId, from, to, mode, state, clerk, sectionId, upToId, takenBy, afterId } = view
  const range = from === undefined && to === undefined ? undefined : { from: from ?? firstDay, to: to ?? lastDay }
  let query = undeletedPayments(db, schoolId, viewer, termId ?? everyTerm, range)
  if (mode !== undefined) query = query.where('payments.mode', '=', mode)
  if (state !== undefined) query = query.where('payments.state', '=', state)
  if (upToId !== undefined) query = query.where('payments.id', '<=', upToId)
  if (afterId !== undefined)
    query = query.where(
      sql<SqlBool>`(payments.receipt_year, payments.receipt_no) > (select p.receipt_year, p.receipt_no from payments p
        where p.school_id = ${schoolId} and p.id = ${afterId})`,
    )
  if (clerk !== undefined) query = query.where('payments.createdBy', '=', clerk)
  if (takenBy !== undefined)
    query = query
      .where('payments.createdBy', '=', takenBy.subject)
      .where((row) =>
        row.or([
          row('payments.collectedOn', '=', takenBy.day),
          row.and([
            row('payments.createdAt', '>=', startOfDay(takenBy.day)),
            row('payments.createdAt', '<', startOfDay(addDays(takenBy.day, 1))),
          ]),
        ]),
      )
  if (sectionId !== undefined)
    query = query.where((row) =>
      asHashedSubselect(
        row(
          'payments.studentId',
          'in',
          row
            .selectFrom('enrolments')
            .select('enrolments.studentId')
            .where('enrolments.schoolId', '=', schoolId)
            .where('enrolments.sectionId', '=', sectionId),
        ),
      ),
    )
  return query.where(matchesSearch(schoolId, view.search))
}

/**
 * Returns the search condition: every word must match the student's name, register number or phone, or a receipt,
 * cheque or transaction number.
 */
function matchesSearch(schoolId: number, search: string | undefined) {
  const words = parseEntrySearch(search ?? '')
  return (row: PaymentsBuilder): Expression<SqlBool> => row.and(words.map((word) => row.or(wordMatches(row, schoolId, word))))
}

function wordMatches(row: PaymentsBuilder, schoolId: number, { part, receipt, reference }: SearchWord): Expression<SqlBool>[] {
  // A receipt number with its year matches nothing else, and has an index.
  if (receipt?.year)
    return [row.and([row('payments.receiptNo', '=', receipt.no), row('payments.receiptYear', '=', receipt.year)])]
  const all = [row('payments.chequeNo', '=', reference), row('payments.txnId', '=', reference)] as Expression<SqlBool>[]
  if (receipt) all.push(row('payments.receiptNo', '=', receipt.no))
  if (part !== null) {
    const students = row
      .selectFrom('students')
      .select('students.id')
      .where('students.schoolId', '=', schoolId)
      .where(studentHasWord('students', schoolId, part))
    all.push(asHashedSubselect(row('payments.studentId', 'in', students)))
  }
  return all
}

/**
 * Wraps a subselect in `is true`, which keeps the planner from turning it into a join. It then runs once as a hashed
 * subplan.
 */
function asHashedSubselect(condition: Expression<SqlBool>): Expression<SqlBool> {
  return sql<SqlBool>`(${condition}) is true`
}

const sortColumns = {
  DATE: ['payments.collectedOn', 'payments.id'],
  RECEIPT: ['payments.receiptYear', 'payments.receiptNo'],
  STUDENT: ['payments.studentName', 'payments.id'],
  SECTION: ['payments.sectionName', 'payments.studentName', 'payments.id'],
  AMOUNT: ['payments.amount', 'payments.id'],
} as const satisfies Record<EntrySort, readonly string[]>

/**
 * Selects one page of a list, newest first by default. The lines are looked up for the rows of the page alone, which is
 * a subselect of its own: in a join the planner does not know its size, and would read all payments of the school (18
 * ms instead of 1 with 100,000).
 */
export function entryPage(db: Db, schoolId: number, viewer: Viewer, view: EntriesFilter) {
  return inOrder(db.selectFrom(pageOf(db, schoolId, viewer, view).selectAll('payments').as('payments')), view)
    .selectAll('payments')
    .select((row) => entryLines(row, schoolId))
}

/** Selects the ids of one page of a list, in its order. */
export function entryIds(db: Db, schoolId: number, viewer: Viewer, view: EntriesFilter) {
  return pageOf(db, schoolId, viewer, view).select('payments.id')
}

function pageOf(db: Db, schoolId: number, viewer: Viewer, view: EntriesFilter) {
  const { page = 0, pageSize = 20 } = view
  return inOrder(matchingPayments(db, schoolId, viewer, view), view)
    .limit(pageSize)
    .offset(page * pageSize)
}

function inOrder<Query extends SelectQueryBuilder<DB, 'payments', unknown>>(
  payments: Query,
  { sort, descending }: EntriesFilter,
): Query {
  const direction = (descending ?? sort === undefined) ? 'desc' : 'asc'
  let sorted: SelectQueryBuilder<DB, 'payments', unknown> = payments
  for (const key of sortColumns[sort ?? 'DATE']) sorted = sorted.orderBy(sortKey(key), direction)
  return sorted as Query
}

const sortKey = (key: string) => (key === 'payments.studentName' ? inReadersOrder(key) : sql.ref(key))

/** Counts and sums the payments of all pages, with the same sums as every other screen. */
export function entrySums(db: Db, schoolId: number, viewer: Viewer, view: EntriesFilter) {
  return matchingPayments(db, schoolId, viewer, view)
    .select(collectedSums)
    .select((row) => [row.fn.countAll<number>().as('total'), row.fn.max<number | null>('payments.id').as('lastId')])
}

/** Returns the moment a day begins in the school's time zone. */
const startOfDay = (day: Day) => new Date(`${day}T00:00:00${indiaOffset}`)

function deletedPayments(db: Db, schoolId: number, viewer: Viewer, { termId, from, to, search }: DeletedFilter) {
  let query = db
    .selectFrom('payments')
    .where('payments.schoolId', '=', schoolId)
    .where('payments.termId', '=', termId)
    .where('payments.deletedAt', 'is not', null)
    .where(studentIsVisible(viewer, 'payments'))
  if (from !== undefined) query = query.where('payments.deletedAt', '>=', startOfDay(from))
  if (to !== undefined) query = query.where('payments.deletedAt', '<', startOfDay(addDays(to, 1)))
  return query.where(matchesSearch(schoolId, search))
}

/** Selects one page of the deleted payments, the last deleted first unless `descending` is false. */
export function deletedPage(db: Db, schoolId: number, viewer: Viewer, view: DeletedFilter) {
  const direction = (view.descending ?? true) ? 'desc' : 'asc'
  const size = view.pageSize ?? 20
  return deletedPayments(db, schoolId, viewer, view)
    .selectAll('payments')
    .select((row) => entryLines(row, schoolId))
    .orderBy('payments.deletedAt', direction)
    .orderBy('payments.id', direction)
    .limit(size)
    .offset((view.page ?? 0) * size)
}

export function deletedSums(db: Db, schoolId: number, viewer: Viewer, view: DeletedFilter) {
  return deletedPayments(db, schoolId, viewer, view).select((row) => [
    row.fn.countAll<number>().as('total'),
    sql<number>`coalesce(sum(payments.amount), 0)::bigint`.as('amount'),
  ])
}

/** Selects who took money in a term, or in all terms, by the name on the receipts. */
export function clerks(db: Db, schoolId: number, viewer: Viewer, termId: number | undefined) {
  return undeletedPayments(db, schoolId, viewer, termId ?? everyTerm)
    .select((row) => ['payments.createdBy as id', row.fn.max('payments.createdByName').as('name')])
    .groupBy('payments.createdBy')
    .orderBy(inReadersOrder(sql`max(payments.created_by_name)`))
}

/** Selects the receipts with a number, of all years unless one is given; the latest first. */
export function receiptsByNumber(db: Db, schoolId: number, viewer: Viewer, number: { no: number; year: string | null }) {
  let query = paymentsWithLines(db, schoolId, viewer).where('payments.receiptNo', '=', number.no)
  if (number.year !== null) query = query.where('payments.receiptYear', '=', number.year)
  return query.orderBy('payments.receiptYear', 'desc').limit(10)
}

/** Selects the enabled ADMINs who are not limited to classes: they may correct any payment of the school. */
export function correctors(db: Db, schoolId: number) {
  return db
    .selectFrom('users')
    .select('users.name')
    .where('users.schoolId', '=', schoolId)
    .where('users.role', '=', 'ADMIN')
    .where('users.disabled', '=', false)
    .where('users.limitedToClasses', '=', false)
    .orderBy(inReadersOrder('users.name'))
    .orderBy('users.id')
}
