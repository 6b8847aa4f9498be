import { command, query, type Running } from '#platform/command.ts'
import { mustNotBeErased } from '#platform/erased.ts'
import { mustDateMoney } from '#platform/moneyDay.ts'
import { once } from '#platform/once.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import type { Day } from '#shared/dates.ts'
import type { Share } from '../account.rules.ts'
import { collectInput, deletePaymentInput, type PaymentMode, previewInput, refundMissing } from '../payments.schema.ts'
import { lockOpenAccount, ofVisibleStudent, payers, type Payer } from './account.sql.ts'
import { paymentActions } from './fees.permissions.ts'
import { lockPayment } from './lockPayment.ts'
import { type Payment, paymentById } from './payments.sql.ts'
import { cancelReceipt } from './receiptMessages.ts'
import { recordPayment } from './recordPayment.ts'
import { asSeen, discountShares, holdSelectedFees, paymentShares, selectedFeesReads } from './selectedFees.ts'

/** A line of a split as the payment dialog shows it, before anything is stored. */
export interface PreviewLine extends Share {
  feeName: string
  month: string | null
  categoryName: string
}

export interface Preview {
  lines: PreviewLine[]
  /** Receipts that name the transaction ID already: nothing forbids it, one transfer may pay for two children. */
  usedBy: { receiptPrefix: string; receiptYear: string; receiptNo: number; studentName: string; collectedOn: Day }[]
}

/**
 * How an amount would be split over the selected fees. Refused as collecting is: BAD_INPUT on `amount` for more than the fees
 * can take, CONFLICT on `fees` when they are not as they were seen, NOT_FOUND for an unknown student.
 */
export const previewPayment = query({
  action: paymentActions.preview,
  input: previewInput,
  run: async ({ db, read, viewer, schoolId, input }): Promise<Preview> => {
    const account = { schoolId, termId: input.termId, studentId: input.studentId }
    const [[payer], fees, lines, usedBy] = await read(
      payers(db, schoolId, viewer, input.termId).where('enrolments.studentId', '=', input.studentId),
      ...selectedFeesReads(db, account, input.fees),
      db
        .selectFrom('payments')
        .select(['receiptPrefix', 'receiptYear', 'receiptNo', 'studentName', 'collectedOn'])
        .where('schoolId', '=', schoolId)
        .where('txnId', '=', input.txnId || null)
        .where('deletedAt', 'is', null)
        .where(ofVisibleStudent(viewer, 'payments'))
        .limit(3),
    )
    if (!payer) throw notFound()
    const selected = asSeen(fees, lines, input.fees)
    const shares = input.discount ? discountShares(selected, input.amount) : paymentShares(selected, input.amount)
    return {
      lines: shares.map(({ fee, ...share }) => ({
        ...share,
        feeName: fee.name,
        month: fee.month,
        categoryName: fee.categoryName,
      })),
      usedBy,
    }
  },
})

/**
 * Takes a payment: allocates it over the selected fees, gives it the next receipt number and stores it with its lines, all in
 * one transaction. The same key with the same input answers the first payment again. BAD_INPUT on `amount`, `chequeNo`,
 * `txnId`, `collectedOn`, `fees`; CONFLICT on `fees` when somebody else collected on them meanwhile; NOT_FOUND for an unknown
 * student.
 */
export const collectPayment = command<typeof collectInput, Payer, Payment>({
  action: paymentActions.collect,
  input: collectInput,
  load: ({ db, viewer, schoolId, input }) => lockOpenAccount(db, viewer, { schoolId, ...input }),
  run: (running) =>
    once(
      running,
      paymentActions.collect.name,
      running.input,
      () => storePayment(running),
      ([id = 0]) => paymentById(running.db, running.schoolId, running.viewer, id).executeTakeFirstOrThrow(),
    ),
})

async function storePayment(running: Running<ReturnType<typeof collectInput.parse>, Payer>) {
  const { db, viewer, school, schoolId, input, row: payer } = running
  const { termId, studentId, mode, amount, collectedOn } = input
  mustDateMoney(viewer, { day: collectedOn, termName: payer.termName, path: 'collectedOn' })
  const shares = paymentShares(await holdSelectedFees(db, { schoolId, termId, studentId }, input.fees), amount)
  const payment = await recordPayment(db, {
    payer,
    shares,
    amount,
    mode,
    collectedOn,
    school,
    ...(mode === 'CHEQUE' ? { chequeNo: input.chequeNo ?? '' } : {}),
    ...(mode === 'UPI' ? { txnId: input.txnId ?? '' } : {}),
    by: { subject: viewer.subject, name: viewer.name },
  })
  return { result: payment, ids: [payment.id] }
}

/**
 * Deletes a payment softly: it keeps its rows and its receipt number and is marked with who, when and why; what it paid is
 * pending again. BAD_INPUT on `refundRef` for online money without the refund's reference, CONFLICT when it is deleted already.
 */
export const deletePayment = command<typeof deletePaymentInput, Payment, Payment>({
  action: paymentActions.delete,
  input: deletePaymentInput,
  load: async (loading) => {
    const payment = await lockPayment(loading)
    if (payment) await mustNotBeErased(loading.db, loading.schoolId, [payment.studentId])
    return payment
  },
  run: (running) =>
    once(
      running,
      paymentActions.delete.name,
      running.input,
      async () => {
        const { db, viewer, schoolId, input, row } = running
        if (row.deletedAt) throw new Refusal('CONFLICT', `This payment was deleted by ${row.deletedByName} already.`)
        if ((row.mode as PaymentMode) === 'ONLINE' && !input.refundRef)
          throw new Refusal('BAD_INPUT', refundMissing, [{ path: 'refundRef', message: refundMissing }])
        const deletion = {
          deletedAt: new Date(),
          deletedBy: viewer.subject,
          deletedByName: viewer.name,
          deleteReason: input.reason,
        }
        await db
          .updateTable('collectedLines')
          .set(deletion)
          .where('schoolId', '=', schoolId)
          .where('paymentId', '=', row.id)
          .execute()
        await db
          .updateTable('payments')
          .set({ ...deletion, refundRef: input.refundRef || null })
          .where('schoolId', '=', schoolId)
          .where('id', '=', row.id)
          .execute()
        await cancelReceipt(db, schoolId, row.id)
        const result = await paymentById(db, schoolId, viewer, row.id).executeTakeFirstOrThrow()
        return { result, ids: [row.id], fields: ['deletedAt'] }
      },
      ([id = 0]) => paymentById(running.db, running.schoolId, running.viewer, id).executeTakeFirstOrThrow(),
    ),
})
