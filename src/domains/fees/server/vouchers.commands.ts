import { type Call, command, query } from '#platform/command.ts'
import { fileUrl } from '#platform/files/files.ts'
import { notFound } from '#platform/refusal.ts'
import type { School } from '#platform/school.ts'
import { amountInWords } from '#shared/amountInWords.ts'
import { languagesOf, type ReceiptLanguages } from '#shared/receiptLanguages.ts'
import { formatRefundNumber } from '../refunds.rules.ts'
import { type RefundMode, voucherChoice, voucherIssue } from '../refunds.schema.ts'
import type { Voucher } from '../refundSheet.ts'
import { refundActions } from './fees.permissions.ts'
import { type Refund, refundById } from './refunds.sql.ts'

/** Returns a voucher, marked as its next print would be. NOT_FOUND for an unknown refund. */
export const viewVoucher = query({
  action: refundActions.viewVoucher,
  input: voucherChoice,
  run: async ({ db, read, call, viewer, school, schoolId, input }): Promise<Voucher> => {
    const [[row]] = await read(refundById(db, schoolId, viewer, input.refundId))
    if (!row) throw notFound()
    return buildVoucher(call, school, row, { duplicate: row.originalKey !== null, languages: input.languages })
  },
})

/**
 * Issues a voucher, on paper or as a PDF. The first issue is the original, every later one a DUPLICATE. A repeated key
 * gets the same paper again. A cancelled refund has no original. NOT_FOUND for an unknown refund.
 */
export const issueVoucher = command<typeof voucherIssue, Refund, Voucher>({
  action: refundActions.issueVoucher,
  input: voucherIssue,
  load: ({ db, viewer, schoolId, input }) => refundById(db, schoolId, viewer, input.refundId).executeTakeFirst(),
  run: async ({ db, call, viewer, school, schoolId, input: { key, refundId, languages }, row }) => {
    // One of two prints at once waits here for the other, and then finds the original taken.
    await db
      .updateTable('refunds')
      .set({ originalKey: key })
      .where('schoolId', '=', schoolId)
      .where('id', '=', refundId)
      .where('originalKey', 'is', null)
      .where('cancelledAt', 'is', null)
      .execute()
    const { originalKey } = await refundById(db, schoolId, viewer, row.id).executeTakeFirstOrThrow()
    const duplicate = originalKey !== key
    const result = buildVoucher(call, school, row, { duplicate, languages })
    return { result, ids: [refundId], fields: [duplicate ? 'duplicate' : 'original'] }
  },
})

function buildVoucher(
  call: Call,
  school: School,
  row: Refund,
  issue: { duplicate: boolean; languages: ReceiptLanguages | undefined },
): Voucher {
  const { cancelledAt } = row
  const languages = issue.languages ?? (school.receiptLanguages as ReceiptLanguages)
  return {
    id: String(row.id),
    refundNumber: formatRefundNumber(row),
    school: {
      name: school.name,
      description: school.description,
      logoUrl: fileUrl(call, school.id, school.logoFile, 'school-logo'),
    },
    termName: row.termName,
    refundedOn: row.refundedOn,
    createdAt: row.createdAt.toISOString(),
    createdByName: row.createdByName,
    studentName: row.studentName,
    sectionName: row.sectionName,
    roll: row.roll,
    registerNo: row.registerNo,
    lines: row.lines.map(({ id, feeName, month, amount }) => ({ id: String(id), feeName, month, amount })),
    amount: row.amount,
    languages,
    amountInWords: languagesOf(languages)
      .map((language) => amountInWords(row.amount, language))
      .join('\n'),
    mode: row.mode as RefundMode,
    reference: row.reference,
    reason: row.reason,
    writtenOff: row.writtenOff > 0,
    cancelled: cancelledAt && {
      at: cancelledAt.toISOString(),
      byName: row.cancelledByName ?? '',
      reason: row.cancelReason ?? '',
    },
    duplicate: issue.duplicate || cancelledAt !== null,
  }
}
