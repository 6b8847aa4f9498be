import { type AliasedExpression, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Day } from '#shared/dates.ts'
import { bookedExpenseRows, deletedExpenseRows } from '#domains/expenses/server/expenses.exports.ts'
import {
  bookedReceiptRows,
  bookedReductionRows,
  bookedRefundRows,
  cancelledRefundRows,
  deletedReceiptRows,
  deletedReductionRows,
} from '#domains/fees/server/accounting.exports.ts'
import { chosenKinds, exportOf } from './accounting.sql.ts'
import {
  expenseHead,
  deletedReceipt,
  cancelledRefund,
  deletedReduction,
  expenseVoucher,
  type Ledgers,
  receiptVoucher,
  type ReductionRow,
  reductionVoucher,
  refundVoucher,
  type Voucher,
  type VoucherHead,
  type VoucherSource,
} from './vouchers.rules.ts'

/** Whose vouchers are read, and of which days, both ends included. */
export interface SourceContext {
  db: Db | Tx
  schoolId: number
  viewer: Viewer
  start: Day
  end: Day
}

/** A row with the earlier export that has its voucher. */
export type Marked<Row> = Row & { exportId: number | null }

/** A statement that selects rows of a type. */
interface Rows<Row> {
  execute(): Promise<Row[]>
  as(alias: 'row'): AliasedExpression<Row, 'row'>
}

interface Source<Row, Deleted> {
  /** Selects the rows in the books. */
  booked(context: SourceContext): Rows<Marked<Row>>
  /** Selects the rows that are not in the books any more: their vouchers have to be cancelled if an export has them. */
  deleted(context: SourceContext): Rows<Marked<Deleted>>
  voucher(row: Row, ledgers: Ledgers): Voucher
  deletedVoucher(row: Deleted): VoucherHead
}

/**
 * What becomes a voucher, and how. A new source is an entry here, a name in `voucherSources` with its type, and a
 * migration of the constraint of `accounting_vouchers`.
 */
export const sourceReaders = {
  RECEIPT: reader({
    booked: ({ db, schoolId, viewer, start, end }) =>
      bookedReceiptRows(db, schoolId, viewer, { from: start, to: end }).select(mark(schoolId, 'RECEIPT', 'payments.id')),
    deleted: ({ db, schoolId, start, end }) =>
      deletedReceiptRows(db, schoolId, { from: start, to: end }).select(mark(schoolId, 'RECEIPT', 'payments.id')),
    voucher: receiptVoucher,
    deletedVoucher: deletedReceipt,
  }),
  EXPENSE: reader({
    booked: ({ db, schoolId, start, end }) =>
      bookedExpenseRows(db, schoolId, { start, end }).select(mark(schoolId, 'EXPENSE', 'expenses.id')),
    deleted: ({ db, schoolId, start, end }) =>
      deletedExpenseRows(db, schoolId, { start, end }).select(mark(schoolId, 'EXPENSE', 'expenses.id')),
    voucher: expenseVoucher,
    deletedVoucher: expenseHead,
  }),
  // Lines that ask for less money are in the vouchers when the school has chosen their ledger.
  REDUCTION: reader({
    booked: ({ db, schoolId, start, end }) =>
      bookedReductionRows(db, schoolId, { from: start, to: end })
        .where('line.status', 'in', chosenKinds(db, schoolId))
        .select(mark(schoolId, 'REDUCTION', 'line.id')),
    deleted: ({ db, schoolId, start, end }) =>
      deletedReductionRows(db, schoolId, { from: start, to: end })
        .where('line.status', 'in', chosenKinds(db, schoolId))
        .select(mark(schoolId, 'REDUCTION', 'line.id')),
    voucher: reductionVoucher,
    deletedVoucher: deletedReduction,
  }),
  REFUND: reader({
    booked: ({ db, schoolId, viewer, start, end }) =>
      bookedRefundRows(db, schoolId, viewer, { from: start, to: end }).select(mark(schoolId, 'REFUND', 'refunds.id')),
    deleted: ({ db, schoolId, start, end }) =>
      cancelledRefundRows(db, schoolId, { from: start, to: end }).select(mark(schoolId, 'REFUND', 'refunds.id')),
    voucher: refundVoucher,
    deletedVoucher: cancelledRefund,
  }),
} as const satisfies Readonly<Record<VoucherSource, unknown>>

/** Reads the lines that ask for less money and are in no voucher, because the school has chosen no ledger for them. */
export function readMemo({ db, schoolId, start, end }: SourceContext): Promise<ReductionRow[]> {
  return bookedReductionRows(db, schoolId, { from: start, to: end })
    .where('line.status', 'not in', chosenKinds(db, schoolId))
    .execute()
}

function mark(schoolId: number, source: VoucherSource, id: string) {
  return exportOf(schoolId, source, id).as('exportId')
}

/** Returns the three ways in which a source is read. */
function reader<Row, Deleted>({ booked, deleted, voucher, deletedVoucher }: Source<Row, Deleted>) {
  return {
    vouchers: async (context: SourceContext, ledgers: Ledgers): Promise<Marked<Voucher>[]> =>
      (await booked(context).execute()).map((row) => ({ ...voucher(row, ledgers), exportId: row.exportId })),
    deleted: async (context: SourceContext): Promise<Marked<VoucherHead>[]> =>
      (await deleted(context).execute()).map((row) => ({ ...deletedVoucher(row), exportId: row.exportId })),
    /** Selects the number of vouchers, how many of them an export has, and the last of these exports: one row. */
    bookedCounts: (context: SourceContext) =>
      context.db
        .selectFrom(booked(context).as('row'))
        .select([
          sql<number>`count(*)::int`.as('vouchers'),
          sql<number>`count(export_id)::int`.as('exported'),
          sql<number | null>`max(export_id)`.as('lastExport'),
        ]),
    /** Selects the number of vouchers that an export has and that have to be cancelled: one row. */
    deletedCounts: (context: SourceContext) =>
      context.db.selectFrom(deleted(context).as('row')).select(sql<number>`count(export_id)::int`.as('toCancel')),
  }
}
