import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { wholePayments } from './payments.sql.ts'

/** Payments with what their receipts say besides: the term's name, and under which key the original was given out. */
export function receiptRows(db: Db | Tx, schoolId: number, viewer: Viewer) {
  return wholePayments(db, schoolId, viewer)
    .innerJoin('terms', (on) => on.onRef('terms.schoolId', '=', 'payments.schoolId').onRef('terms.id', '=', 'payments.termId'))
    .leftJoin('receiptIssues as issue', (on) =>
      on.onRef('issue.schoolId', '=', 'payments.schoolId').onRef('issue.paymentId', '=', 'payments.id'),
    )
    .select(['terms.name as termName', 'issue.key as issuedUnder'])
}

/** The same for these payments, in the order of their receipts. */
export function receiptRowsOf(db: Db, schoolId: number, viewer: Viewer, ids: readonly number[]) {
  return receiptRows(db, schoolId, viewer)
    .where(sql<boolean>`payments.id = any(${ids}::bigint[])`)
    .orderBy('payments.receiptYear')
    .orderBy('payments.receiptNo')
}

export type ReceiptRow = Awaited<ReturnType<ReturnType<typeof receiptRows>['executeTakeFirstOrThrow']>>
