import { type Selectable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Refunds } from '#platform/database/schema.types.ts'
import type { Viewer } from '#platform/viewer.ts'
import { studentHasWord } from '#domains/students/server/students.exports.ts'
import { parseEntrySearch } from '../entries.rules.ts'
import type { refundsView } from '../refunds.schema.ts'
import { type FeeAccountKey, studentIsVisible } from './account.sql.ts'

/** The part of a refund on one fee. The amount is what was given back, above zero. */
export interface RefundLine {
  id: number
  feeId: number
  feeName: string
  month: string | null
  amount: number
}

/** A refund with its lines in the order in which the money was given back. */
export type Refund = Selectable<Refunds> & {
  termName: string
  lines: RefundLine[]
  /** What was written off with it, so that the fees are not asked for again. */
  writtenOff: number
}

/** Selects refunds with their lines, cancelled ones included, for the viewer's students. */
export function refundsWithLines(db: Db | Tx, schoolId: number, viewer: Viewer) {
  return db
    .selectFrom('refunds')
    .innerJoin('terms', (on) => onSameSchool(on, 'terms.id', 'refunds.termId'))
    .selectAll('refunds')
    .select((row) => [
      'terms.name as termName',
      jsonArrayFrom(
        // Through the index of a student's lines.
        row
          .selectFrom('collectedLines as line')
          .select(['line.id', 'line.feeId', 'line.feeName', 'line.month', sql<number>`-line.amount`.as('amount')])
          .where('line.schoolId', '=', schoolId)
          .whereRef('line.termId', '=', 'refunds.termId')
          .whereRef('line.studentId', '=', 'refunds.studentId')
          .whereRef('line.refundId', '=', 'refunds.id')
          .where('line.status', '=', 'REFUND')
          .orderBy('line.id'),
      ).as('lines'),
      sql<number>`(select coalesce(sum(line.amount), 0) from collected_lines line
        where line.school_id = ${schoolId} and line.term_id = refunds.term_id and line.student_id = refunds.student_id
          and line.refund_id = refunds.id and line.status = 'WRITE_OFF')::bigint`.as('writtenOff'),
    ])
    .where('refunds.schoolId', '=', schoolId)
    .where(studentIsVisible(viewer, 'refunds'))
}

/** Selects one refund that the viewer may see. */
export function refundById(db: Db | Tx, schoolId: number, viewer: Viewer, id: number) {
  return refundsWithLines(db, schoolId, viewer).where('refunds.id', '=', id)
}

/**
 * Selects the refunds of an account, newest first; cancelled ones are among them, because their papers were given out.
 */
export function refundsOfAccount(db: Db, viewer: Viewer, { schoolId, termId, studentId }: FeeAccountKey) {
  return refundsWithLines(db, schoolId, viewer)
    .where('refunds.termId', '=', termId)
    .where('refunds.studentId', '=', studentId)
    .orderBy('refunds.id', 'desc')
}

type RefundsFilter = z.output<typeof refundsView>

/** Selects the ids of all refunds of a list, with the condition that each word matches the student or the number. */
function matchingRefunds(db: Db, schoolId: number, { termId, from, to, search }: RefundsFilter) {
  let query = db
    .selectFrom('refunds as listed')
    .select('listed.id')
    .where('listed.schoolId', '=', schoolId)
    .where('listed.termId', '=', termId)
  if (from !== undefined) query = query.where('listed.refundedOn', '>=', from)
  if (to !== undefined) query = query.where('listed.refundedOn', '<=', to)
  for (const { part, receipt, reference } of parseEntrySearch(search ?? ''))
    query = query.where((row) =>
      row.or([
        row('listed.reference', '=', reference),
        ...(receipt
          ? [
              row.and([
                row('listed.refundNo', '=', receipt.no),
                ...(receipt.year === null ? [] : [row('listed.refundYear', '=', receipt.year)]),
              ]),
            ]
          : []),
        ...(part === null
          ? []
          : [
              row(
                'listed.studentId',
                'in',
                row
                  .selectFrom('students')
                  .select('students.id')
                  .where('students.schoolId', '=', schoolId)
                  .where(studentHasWord('students', schoolId, part)),
              ),
            ]),
      ]),
    )
  return query
}

/** Selects one page of the refunds of a term, the last first unless `descending` is false. */
export function refundPage(db: Db, schoolId: number, viewer: Viewer, view: RefundsFilter) {
  const direction = (view.descending ?? true) ? 'desc' : 'asc'
  const size = view.pageSize ?? 20
  return refundsWithLines(db, schoolId, viewer)
    .where('refunds.id', 'in', matchingRefunds(db, schoolId, view))
    .orderBy('refunds.refundedOn', direction)
    .orderBy('refunds.id', direction)
    .limit(size)
    .offset((view.page ?? 0) * size)
}

/** Counts the refunds of all pages, and sums those that are not cancelled. */
export function refundPageSums(db: Db, schoolId: number, viewer: Viewer, view: RefundsFilter) {
  return db
    .selectFrom('refunds')
    .where('refunds.schoolId', '=', schoolId)
    .where(studentIsVisible(viewer, 'refunds'))
    .where('refunds.id', 'in', matchingRefunds(db, schoolId, view))
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`coalesce(sum(refunds.amount) filter (where refunds.cancelled_at is null), 0)::bigint`.as('amount'),
    ])
}

/**
 * Takes the next refund number of a school's year, in the refund's transaction. Call it after every other lock, as
 * `takeReceiptNo`.
 */
export async function takeRefundNo(db: Tx, schoolId: number, year: string): Promise<number> {
  const { last } = await db
    .insertInto('refundCounters')
    .values({ schoolId, year, last: 1 })
    .onConflict((conflict) => conflict.columns(['schoolId', 'year']).doUpdateSet({ last: sql<number>`refund_counters.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}
