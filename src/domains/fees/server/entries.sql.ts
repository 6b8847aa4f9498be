import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#platform/database/connect.ts'
import type { DB } from '#platform/database/schema.types.ts'
import { containsPattern } from '#platform/database/likePattern.ts'
import type { Viewer } from '#platform/viewer.ts'
import { addDays, type Day, indiaOffset } from '#shared/dates.ts'
import { type EntryWord, entryWords } from '../entries.rules.ts'
import type { deletedView, entriesView, EntrySort } from '../entries.schema.ts'
import { collectedSums, everyTerm, standingPayments } from './collected.sql.ts'
import { wholePayments } from './payments.sql.ts'

type Entries = z.output<typeof entriesView> & {
  /** The account of who took the money, on a day that the payment is booked on or was entered on. */
  takenBy?: { subject: string; day: Day }
  /** The receipts after the one of this payment alone. */
  afterId?: number | undefined
}
type Deleted = z.output<typeof deletedView>
type OfPayments = ExpressionBuilder<DB, 'payments'>

const firstDay = '1900-01-01'
const lastDay = '2199-12-30'

/** The rows of a view before they are ordered and cut: what its sums are about. */
function matching(db: Db, schoolId: number, viewer: Viewer, view: Entries) {
  const { termId, from, to, mode, state, clerk, sectionId, upToId, takenBy, afterId } = view
  const range = from === undefined && to === undefined ? undefined : { from: from ?? firstDay, to: to ?? lastDay }
  let query = standingPayments(db, schoolId, viewer, termId ?? everyTerm, range)
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
            row('payments.createdAt', '>=', midnight(takenBy.day)),
            row('payments.createdAt', '<', midnight(addDays(takenBy.day, 1))),
          ]),
        ]),
      )
  if (sectionId !== undefined)
    query = query.where((row) =>
      hashed(
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
  return query.where(found(schoolId, view.search))
}

/** Every word must be found: in the student's name, register number or phone, or as a receipt's number, a cheque's or a transfer's. */
function found(schoolId: number, search: string | undefined) {
  const words = entryWords(search ?? '')
  return (row: OfPayments): Expression<SqlBool> => row.and(words.map((word) => row.or(places(row, schoolId, word))))
}

function places(row: OfPayments, schoolId: number, { part, receipt, reference }: EntryWord): Expression<SqlBool>[] {
  // With its year it can be nothing else, and is found by its index.
  if (receipt?.year)
    return [row.and([row('payments.receiptNo', '=', receipt.no), row('payments.receiptYear', '=', receipt.year)])]
  const all = [row('payments.chequeNo', '=', reference), row('payments.txnId', '=', reference)] as Expression<SqlBool>[]
  if (receipt) all.push(row('payments.receiptNo', '=', receipt.no))
  if (part !== null) {
    const students = row
      .selectFrom('students')
      .select('students.id')
      .where('students.schoolId', '=', schoolId)
      .where('students.searchText', 'like', containsPattern(part))
    all.push(hashed(row('payments.studentId', 'in', students)))
  }
  return all
}

/** `is true` keeps a subselect from being turned into a join: it is run once and looked into. */
function hashed(condition: Expression<SqlBool>): Expression<SqlBool> {
  return sql<SqlBool>`(${condition}) is true`
}

const orders = {
  DATE: ['payments.collectedOn', 'payments.id'],
  RECEIPT: ['payments.receiptYear', 'payments.receiptNo'],
  STUDENT: ['payments.studentName', 'payments.id'],
  SECTION: ['payments.sectionName', 'payments.studentName', 'payments.id'],
  AMOUNT: ['payments.amount', 'payments.id'],
} as const satisfies Record<EntrySort, readonly string[]>

/**
 * One page of a view, newest first unless it says otherwise. Its ids come first, as an array: joined, the planner, who does not
 * know the page's size, would read all payments of the school (18 ms of 100,000 in place of 1).
 */
export function entryPage(db: Db, schoolId: number, viewer: Viewer, view: Entries) {
  const direction = (view.descending ?? view.sort === undefined) ? 'desc' : 'asc'
  const size = view.pageSize ?? 20
  const keys = orders[view.sort ?? 'DATE']
  let page = matching(db, schoolId, viewer, view).select('payments.id')
  for (const key of keys) page = page.orderBy(key, direction)
  const ids = page.limit(size).offset((view.page ?? 0) * size)
  let rows = wholePayments(db, schoolId, viewer).where(sql<SqlBool>`payments.id = any(array(${ids}))`)
  for (const key of keys) rows = rows.orderBy(key, direction)
  return rows
}

/** How many rows the view has on all pages, and what they sum to: the sums of every other screen. */
export function entrySums(db: Db, schoolId: number, viewer: Viewer, view: Entries) {
  return matching(db, schoolId, viewer, view)
    .select(collectedSums)
    .select((row) => [row.fn.countAll<number>().as('total'), row.fn.max<number | null>('payments.id').as('lastId')])
}

/** The moment a day of the school begins. */
const midnight = (day: Day) => new Date(`${day}T00:00:00${indiaOffset}`)

function deletedPayments(db: Db, schoolId: number, { termId, from, to, search }: Deleted) {
  let query = db
    .selectFrom('payments')
    .where('payments.schoolId', '=', schoolId)
    .where('payments.termId', '=', termId)
    .where('payments.deletedAt', 'is not', null)
  if (from !== undefined) query = query.where('payments.deletedAt', '>=', midnight(from))
  if (to !== undefined) query = query.where('payments.deletedAt', '<', midnight(addDays(to, 1)))
  return query.where(found(schoolId, search))
}

/** One page of the deleted payments, the last deleted first unless `descending` is false. */
export function deletedPage(db: Db, schoolId: number, viewer: Viewer, view: Deleted) {
  const direction = (view.descending ?? true) ? 'desc' : 'asc'
  const size = view.pageSize ?? 20
  return wholePayments(db, schoolId, viewer)
    .where('payments.id', 'in', deletedPayments(db, schoolId, view).select('payments.id'))
    .orderBy('payments.deletedAt', direction)
    .orderBy('payments.id', direction)
    .limit(size)
    .offset((view.page ?? 0) * size)
}

export function deletedSums(db: Db, schoolId: number, viewer: Viewer, view: Deleted) {
  return wholePayments(db, schoolId, viewer)
    .clearSelect()
    .where('payments.id', 'in', deletedPayments(db, schoolId, view).select('payments.id'))
    .select((row) => [row.fn.countAll<number>().as('total'), sql<number>`coalesce(sum(payments.amount), 0)::bigint`.as('amount')])
}

/** Who took money in a term, or in every term, by the name on the receipts. */
export function clerks(db: Db, schoolId: number, viewer: Viewer, termId: number | undefined) {
  return standingPayments(db, schoolId, viewer, termId ?? everyTerm)
    .select((row) => ['payments.createdBy as id', row.fn.max('payments.createdByName').as('name')])
    .groupBy('payments.createdBy')
    .orderBy('name')
}

/** The receipts with a number, of every year unless one is said; the latest first. */
export function receiptsByNumber(db: Db, schoolId: number, viewer: Viewer, number: { no: number; year: string | null }) {
  let query = wholePayments(db, schoolId, viewer).where('payments.receiptNo', '=', number.no)
  if (number.year !== null) query = query.where('payments.receiptYear', '=', number.year)
  return query.orderBy('payments.receiptYear', 'desc').limit(10)
}

/** The names of the enabled ADMINs of the whole school: who may correct a payment whatever class it is of. */
export function correctors(db: Db, schoolId: number) {
  return db
    .selectFrom('users')
    .select('users.name')
    .where('users.schoolId', '=', schoolId)
    .where('users.role', '=', 'ADMIN')
    .where('users.disabled', '=', false)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('classAdmins')
            .select('classAdmins.classId')
            .where('classAdmins.schoolId', '=', schoolId)
            .whereRef('classAdmins.userId', '=', 'users.id'),
        ),
      ),
    )
    .orderBy('users.name')
    .orderBy('users.id')
}
