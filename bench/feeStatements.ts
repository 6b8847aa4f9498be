import { type CompiledQuery, CompiledQuery as Raw } from 'kysely'
import type { z } from 'zod'
import { rangeOfCards } from '#domains/dashboard/dashboard.rules.ts'
import { entriesView } from '#domains/fees/entries.schema.ts'
import { pendingView } from '#domains/fees/pending.schema.ts'
import { accountStatements } from '#domains/fees/server/account.queries.ts'
import { chequesToClear, collectedByDay, everyTerm } from '#domains/fees/server/collected.exports.ts'
import { entryPage, entrySums } from '#domains/fees/server/entries.sql.ts'
import { pendingRows } from '#domains/fees/server/pending.sql.ts'
import { readStamp } from '#platform/database/stampedRead.ts'
import type { Db } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { schoolDay } from '#shared/dates.ts'
import type { GraphqlRequest } from './http.ts'

interface Input {
  termId: string
  studentId?: string
  amount?: number
  collectedOn?: string
  fees?: { feeId: string }[]
}

/**
 * Returns the statements that the product runs for an ADMIN's request. For a payment only the indispensable ones, for a
 * page of the pending list those of every page: its students are in the request, because the list's order is shared.
 */
export function statements(db: Db, { query, variables }: GraphqlRequest): readonly CompiledQuery[] {
  const {
    input,
    account: shown,
    ofPage = [],
  } = variables as {
    input: Input
    account?: Input
    ofPage?: number[]
  }
  const schoolId = Number(variables.schoolId)
  const viewer = { role: 'ADMIN', classIds: null, schoolId } as unknown as Viewer
  const { termId, studentId } = shown ?? input ?? {}
  const account = { schoolId, termId: Number(termId), studentId: Number(studentId) }
  if (query.includes('collectPayment')) return payment(account, input)
  const asked = query.includes('feeAccount')
    ? accountStatements(db, viewer, account)
    : query.includes('feeEntries')
      ? entries(db, schoolId, viewer, entriesView.parse(input))
      : query.includes('pendingFees')
        ? [
            pendingRows(db, schoolId, viewer, { ...pendingView.parse(input), today: schoolDay(new Date()) }, ofPage),
            readStamp(schoolId),
          ]
        : [
            collectedByDay(db, schoolId, viewer, rangeOfCards(schoolDay(new Date()))),
            chequesToClear(db, schoolId, viewer, everyTerm),
          ]
  return asked.map((one) => one.compile())
}

function entries(db: Db, schoolId: number, viewer: Viewer, view: z.output<typeof entriesView>) {
  return [entryPage(db, schoolId, viewer, view), entrySums(db, schoolId, viewer, view)]
}

/**
 * Returns the indispensable statements of a payment: the lock, the receipt number, the payment, its line, the audit
 * row, the commit.
 */
function payment(
  { schoolId, termId, studentId }: { schoolId: number; termId: number; studentId: number },
  { amount = 0, collectedOn = '', fees = [] }: Input,
): CompiledQuery[] {
  const of = [schoolId, termId, studentId]
  return [
    Raw.raw('begin'),
    Raw.raw('select id from enrolments where school_id = $1 and term_id = $2 and student_id = $3 for no key update', of),
    Raw.raw(
      `insert into receipt_counters as counter (school_id, year, last) values ($1, '2026-27', 1)
       on conflict (school_id, year) do update set last = counter.last + 1`,
      [schoolId],
    ),
    Raw.raw(
      `insert into payments (school_id, term_id, student_id, amount, mode, state, collected_on, created_by, created_by_name,
         receipt_year, receipt_prefix, receipt_no, student_name, section_name, roll, register_no)
       select $1::bigint, $2, $3, $4, 'CASH', 'COLLECTED', $5, '00000000-0000-0000-0000-000000000001', 'Clerk', year, '', last, 'A', 'B', '1', ''
       from receipt_counters where school_id = $1 and year = '2026-27'`,
      [...of, amount, collectedOn],
    ),
    Raw.raw(
      `insert into collected_lines (school_id, term_id, student_id, fee_id, payment_id, amount, status, fee_name, collected_on, created_by, created_by_name)
       values ($1, $2, $3, $4, currval('payment_ids'), $5, 'PAID', 'Donation', $6, '00000000-0000-0000-0000-000000000001', 'Clerk')`,
      [...of, Number(fees[0]?.feeId), amount, collectedOn],
    ),
    Raw.raw("insert into audit_log (school_id, role, action) values ($1, 'FEES', 'payment.collect')", [schoolId]),
    Raw.raw('commit'),
  ]
}
