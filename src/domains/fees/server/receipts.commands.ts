import { type Call, command, query } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { fileUrl } from '#platform/files/files.ts'
import { notFound } from '#platform/refusal.ts'
import type { School } from '#platform/school.ts'
import { subtractMoney, sumMoney } from '#shared/money.ts'
import type { PaymentMode, TransferKind } from '#shared/paymentModes.ts'
import { amountInWords } from '#shared/amountInWords.ts'
import { languagesOf, type ReceiptLanguages } from '#shared/receiptLanguages.ts'
import { type AssignedFee, feeBalance, type UndeletedLine } from '../account.rules.ts'
import type { PaymentState } from '../payments.schema.ts'
import { formatReceiptNumber } from '../receipts.rules.ts'
import { maxReceiptsPerPart, receiptChoice, receiptIssue, receiptsView } from '../receipts.schema.ts'
import type { Receipt } from '../receiptSheet.ts'
import { owedStatements } from './account.sql.ts'
import { entryIds } from './entries.sql.ts'
import { paymentActions } from './fees.permissions.ts'
import { type ReceiptRow, receiptRows, receiptRowsByIds } from './receipts.sql.ts'

/** Returns a receipt, marked as its next print would be. NOT_FOUND for an unknown payment. */
export const viewReceipt = query({
  action: paymentActions.viewReceipt,
  input: receiptChoice,
  run: async ({ db, read, call, viewer, school, schoolId, input }): Promise<Receipt> => {
    const [[row]] = await read(receiptRows(db, schoolId, viewer).where('payments.id', '=', input.paymentId))
    if (!row) throw notFound()
    const [fees, lines, dues] = await read(...owedStatements(db, row))
    return buildReceipt(call, school, row, {
      duplicate: row.issuedUnder !== null,
      balance: { pending: totalPending(fees, lines, dues), concessions: concededByKind(lines) },
      languages: input.languages,
    })
  },
})

/**
 * Issues a receipt, on paper or as a PDF. The first issue is the original, every later one a DUPLICATE. A repeated key
 * gets the same paper again. Deleted payments and failed cheques have no original. NOT_FOUND for an unknown payment.
 */
export const issueReceipt = command<typeof receiptIssue, ReceiptRow, Receipt>({
  action: paymentActions.issueReceipt,
  input: receiptIssue,
  load: ({ db, viewer, schoolId, input }) =>
    receiptRows(db, schoolId, viewer).where('payments.id', '=', input.paymentId).executeTakeFirst(),
  run: async ({ db, call, viewer, school, schoolId, input: { key, paymentId, languages }, row }) => {
    const duplicate =
      isVoid(row) ||
      (await claimOriginal(db, { schoolId, paymentId, key, issuedBy: viewer.subject, issuedByName: viewer.name })) !== key
    const [fees, lines, dues] = owedStatements(db, row)
    const ofTerm = await lines.execute()
    const pending = totalPending(await fees.execute(), ofTerm, await dues.execute())
    const balance = { pending, concessions: concededByKind(ofTerm) }
    const result = buildReceipt(call, school, row, { duplicate, balance, languages })
    return { result, ids: [paymentId], fields: [duplicate ? 'duplicate' : 'original'] }
  },
})

/**
 * Returns one part of the receipts of an entries list by number, at most 500, to be printed together. They are copies
 * for the books: all are marked DUPLICATE and no original is used up. Request the next part with the last payment of
 * this one.
 */
export const viewReceipts = query({
  action: paymentActions.list,
  input: receiptsView,
  run: async ({ db, read, call, viewer, school, schoolId, input }): Promise<Receipt[]> => {
    const view = {
      ...input,
      sort: 'RECEIPT' as const,
      descending: false,
      page: 0,
      pageSize: input.pageSize ?? maxReceiptsPerPart,
    }
    const [entries] = await read(entryIds(db, schoolId, viewer, view))
    const [rows] = await read(
      receiptRowsByIds(
        db,
        schoolId,
        viewer,
        entries.map((row) => row.id),
      ),
    )
    return rows.map((row) => buildReceipt(call, school, row, { duplicate: true, balance: null }))
  },
})

/** Claims the original of a receipt for a key. Returns the key that has the original: this one, or an earlier one. */
async function claimOriginal(
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

function isVoid({ deletedAt, state }: Pick<ReceiptRow, 'deletedAt' | 'state'>): boolean {
  return deletedAt !== null || (state as PaymentState) === 'FAILED'
}

type Line = Pick<UndeletedLine, 'feeId' | 'amount'> & { status: string }

/** Sums what is pending of the term and of earlier ones. */
function totalPending(
  fees: readonly AssignedFee[],
  lines: readonly Line[],
  dues: readonly (AssignedFee & { lines: readonly Line[] })[],
): number {
  const all = [...lines, ...dues.flatMap((due) => due.lines)] as readonly UndeletedLine[]
  return sumMoney([...fees, ...dues].map((fee) => feeBalance(fee, all).pending))
}

/** Sums what concessions take off, by the kind's name. */
function concededByKind(lines: readonly { concessionName: string | null; amount: number }[]) {
  const byName = Map.groupBy(lines, (line) => line.concessionName)
  return [...byName].flatMap(([name, ofKind]) =>
    name === null ? [] : [{ name, amount: sumMoney(ofKind.map((line) => line.amount)) }],
  )
}

function buildReceipt(
  call: Call,
  school: School,
  row: ReceiptRow,
  issue: {
    duplicate: boolean
    balance: Omit<NonNullable<Receipt['balance']>, 'at'> | null
    languages?: ReceiptLanguages | undefined
  },
): Receipt {
  const { deletedAt } = row
  const languages = issue.languages ?? (school.receiptLanguages as ReceiptLanguages)
  return {
    id: String(row.id),
    receiptNumber: formatReceiptNumber(row),
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
    lines: row.lines.map(({ id, feeName, month, amount, lateFee, earlierTerm }) => ({
      id: String(id),
      feeName,
      month,
      amount: subtractMoney(amount, lateFee),
      earlierTerm,
    })),
    lateFee: sumMoney(row.lines.map((line) => line.lateFee)),
    amount: row.amount,
    languages,
    amountInWords: languagesOf(languages)
      .map((language) => amountInWords(row.amount, language))
      .join('\n'),
    mode: row.mode as PaymentMode,
    chequeNo: row.chequeNo,
    txnId: row.txnId,
    onlineRef: row.onlineRef,
    transferKind: row.transferKind as TransferKind | null,
    cardLast4: row.cardLast4,
    bankName: row.bankName,
    instrumentOn: row.instrumentOn,
    state: row.state as PaymentState,
    settledOn: row.settledOn,
    deleted: deletedAt && {
      at: deletedAt.toISOString(),
      byName: row.deletedByName ?? '',
      reason: row.deleteReason ?? '',
      refundRef: row.refundRef,
    },
    insteadOf: row.insteadOf && formatReceiptNumber(row.insteadOf),
    balance: issue.balance === null || isVoid(row) ? null : { ...issue.balance, at: new Date().toISOString() },
    duplicate: issue.duplicate || isVoid(row),
  }
}
