import { type Call, command, query } from '#platform/command.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import { fileUrl } from '#platform/files/files.ts'
import { notFound } from '#platform/refusal.ts'
import type { School } from '#platform/school.ts'
import { sumMoney } from '#shared/money.ts'
import { amountInWords } from '#shared/words.ts'
import { type AskedFee, balance, type StandingLine } from '../account.rules.ts'
import type { PaymentMode, PaymentState } from '../payments.schema.ts'
import { receiptNumber } from '../receipts.rules.ts'
import { mostReceipts, receiptChoice, receiptIssue, receiptsView } from '../receipts.schema.ts'
import type { Receipt } from '../receiptSheet.ts'
import { askedFees, standingLines } from './account.sql.ts'
import { entryPage } from './entries.sql.ts'
import { paymentActions } from './fees.permissions.ts'
import { type ReceiptRow, receiptRows, receiptRowsOf } from './receipts.sql.ts'

/** A receipt to look at, marked as its next print would be. NOT_FOUND for an unknown payment. */
export const viewReceipt = query({
  action: paymentActions.viewReceipt,
  input: receiptChoice,
  run: async ({ db, read, call, viewer, school, schoolId, input }): Promise<Receipt> => {
    const [[row]] = await read(receiptRows(db, schoolId, viewer).where('payments.id', '=', input.paymentId))
    if (!row) throw notFound()
    const [fees, lines] = await read(...accountReads(db, row))
    return receiptOf(call, school, row, { duplicate: row.issuedUnder !== null, pending: pendingOf(fees, lines) })
  },
})

/**
 * Gives a receipt out, on paper or as a PDF: the first time it is the original, from then on a DUPLICATE; the same key gets
 * the same again. Deleted payments and failed cheques have no original. NOT_FOUND for an unknown payment.
 */
export const issueReceipt = command<typeof receiptIssue, ReceiptRow, Receipt>({
  action: paymentActions.issueReceipt,
  input: receiptIssue,
  load: ({ db, viewer, schoolId, input }) =>
    receiptRows(db, schoolId, viewer).where('payments.id', '=', input.paymentId).executeTakeFirst(),
  run: async ({ db, call, viewer, school, schoolId, input: { key, paymentId }, row }) => {
    const duplicate =
      isWorthless(row) ||
      (await firstKey(db, { schoolId, paymentId, key, issuedBy: viewer.subject, issuedByName: viewer.name })) !== key
    const [fees, lines] = accountReads(db, row)
    const pending = pendingOf(await fees.execute(), await lines.execute())
    const result = receiptOf(call, school, row, { duplicate, pending })
    return { result, ids: [paymentId], fields: [duplicate ? 'duplicate' : 'original'] }
  },
})

/**
 * One part of the receipts of a view of the entries, by their numbers, to be printed together: copies for the books, all DUPLICATE,
 * and no original is used up by it. At most 500; the next part is asked for with the last payment of this one.
 */
export const viewReceipts = query({
  action: paymentActions.list,
  input: receiptsView,
  run: async ({ db, read, call, viewer, school, schoolId, input }): Promise<Receipt[]> => {
    const view = { ...input, sort: 'RECEIPT' as const, descending: false, page: 0, pageSize: input.pageSize ?? mostReceipts }
    const [found] = await read(entryPage(db, schoolId, viewer, view).clearSelect().select('payments.id'))
    const [rows] = await read(
      receiptRowsOf(
        db,
        schoolId,
        viewer,
        found.map((row) => row.id),
      ),
    )
    return rows.map((row) => receiptOf(call, school, row, { duplicate: true, pending: null }))
  },
})

/** The key under which the original is given out: ours, or that of whoever came first. */
async function firstKey(
  db: Tx,
  issue: { schoolId: number; paymentId: number; key: string; issuedBy: string; issuedByName: string },
): Promise<string> {
  await db
    .insertInto('receiptIssues')
    .values(issue)
    .onConflict((conflict) => conflict.columns(['schoolId', 'paymentId']).doNothing())
    .execute()
  const { key } = await db
    .selectFrom('receiptIssues')
    .select('key')
    .where('schoolId', '=', issue.schoolId)
    .where('paymentId', '=', issue.paymentId)
    .executeTakeFirstOrThrow()
  return key
}

function isWorthless({ deletedAt, state }: Pick<ReceiptRow, 'deletedAt' | 'state'>): boolean {
  return deletedAt !== null || (state as PaymentState) === 'FAILED'
}

function accountReads(db: Db | Tx, { schoolId, termId, studentId }: ReceiptRow) {
  const account = { schoolId, termId, studentId }
  return [askedFees(db, account), standingLines(db, account)] as const
}

function pendingOf(fees: readonly AskedFee[], lines: readonly { feeId: number; amount: number; status: string }[]): number {
  return sumMoney(fees.map((fee) => balance(fee, lines as readonly StandingLine[]).pending))
}

function receiptOf(call: Call, school: School, row: ReceiptRow, issue: { duplicate: boolean; pending: number | null }): Receipt {
  const { deletedAt } = row
  return {
    id: String(row.id),
    receiptNumber: receiptNumber(row),
    school: {
      name: school.name,
      description: school.description,
      logoUrl: fileUrl(call, school.id, school.logoFile, 'school-logo'),
    },
    termName: row.termName,
    collectedOn: row.collectedOn,
    createdAt: row.createdAt.toISOString(),
    createdByName: row.createdByName,
    studentName: row.studentName,
    sectionName: row.sectionName,
    roll: row.roll,
    registerNo: row.registerNo,
    lines: row.lines.map(({ id, feeName, month, amount }) => ({ id: String(id), feeName, month, amount })),
    amount: row.amount,
    amountInWords: amountInWords(row.amount),
    mode: row.mode as PaymentMode,
    chequeNo: row.chequeNo,
    txnId: row.txnId,
    onlineRef: row.onlineRef,
    state: row.state as PaymentState,
    settledOn: row.settledOn,
    deleted: deletedAt && {
      at: deletedAt.toISOString(),
      byName: row.deletedByName ?? '',
      reason: row.deleteReason ?? '',
      refundRef: row.refundRef,
    },
    balance: issue.pending === null || isWorthless(row) ? null : { pending: issue.pending, at: new Date().toISOString() },
    duplicate: issue.duplicate || isWorthless(row),
  }
}
