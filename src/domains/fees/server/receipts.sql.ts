import { sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { paymentsWithLines } from './payments.sql.ts'

/** Selects payments with the term's name, and the key under which the original receipt was issued. */
export function receiptRows(db: Db | Tx, schoolId: number, viewer: Viewer) {
  return paymentsWithLines(db, schoolId, viewer)
    .innerJoin('terms', (on) => onSameSchool(on, 'terms.id', 'payments.termId'))
    .leftJoin('receiptIssues as issue', (on) => onSameSchool(on, 'issue.paymentId', 'payments.id'))
    .select(['terms.name as termName', 'issue.key as issuedUnder'])
}

/** Selects the receipt rows of these payments by receipt number. */
export function receiptRowsByIds(db: Db, schoolId: number, viewer: Viewer, ids: readonly number[]) {
  return receiptRows(db, schoolId, viewer)
    .where(sql<boolean>`payments.id = any(${ids}::bigint[])`)
    .orderBy('payments.receiptYear')
    .orderBy('payments.receiptNo')
}

export type ReceiptRow = Awaited<ReturnType<ReturnType<typeof receiptRows>['executeTakeFirstOrThrow']>>
