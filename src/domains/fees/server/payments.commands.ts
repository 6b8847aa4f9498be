import { command, query } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { t } from '#shared/texts.ts'
import { mustNotBeErased } from '#domains/students/server/erased.exports.ts'
import { requireAllowedMoneyDay } from '#platform/moneyDay.ts'
import { endOncePerKey, runOncePerKey } from '#platform/requestKeys.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Day } from '#shared/dates.ts'
import { counterModes, type PaymentMode } from '#shared/paymentModes.ts'
import type { Share } from '../account.rules.ts'
import { collectInput, deletePaymentInput, type PreviewKind, previewInput, refundMissing } from '../payments.schema.ts'
import { type AccountLine, type FeeRow, feesWithLines, type StudentFee } from './account.queries.ts'
import { lockUnerasedAccount, studentIsVisible, payers, type Payer } from './account.sql.ts'
import { followAfterRemoval } from './concessionLines.ts'
import { drawerLocks, requireOpenDay } from './drawers.ts'
import { paymentActions } from './fees.permissions.ts'
import { undoLateFees } from './lateFees.ts'
import { lockPayment } from './lockPayment.ts'
import { type Payment, paymentById } from './payments.sql.ts'
import { cancelReceiptMessages, receiptKinds } from './receiptMessages.ts'
import { preparePayment, type StoredPayment } from './recordPayment.ts'
import { requireNotRefunded } from './requireNotRefunded.ts'
import {
  checkSelectedFees,
  discountShares,
  type FeeShare,
  idsOf,
  paymentShares,
  type SelectedFee,
  selectedFeesLocks,
  selectedFeesStatements,
  waiverShares,
} from './selectedFees.ts'

/** A line of a split in the payment dialog's preview. Nothing is stored yet. */
export interface PreviewLine extends Share {
  feeName: string
  month: string | null
  categoryName: string
  termName: string
  /** The part of it that pays the fee's late fee. */
  lateFee: number
}

export interface Preview {
  lines: PreviewLine[]
  /** Receipts with the same transaction ID. This is allowed, because one transfer may pay for two children. */
  usedBy: { receiptPrefix: string; receiptYear: string; receiptNo: number; studentName: string; collectedOn: Day }[]
}

const sharesOf: Readonly<Record<PreviewKind, (selected: readonly SelectedFee[], amount: number) => FeeShare[]>> = {
  PAYMENT: paymentShares,
  REDUCTION: discountShares,
  WAIVER: waiverShares,
}

/**
 * Returns how an amount would be split over the selected fees. Errors as in collecting: BAD_INPUT on `amount` above
 * what the fees can take, CONFLICT on `fees` when they changed since the clerk saw them, NOT_FOUND for an unknown
 * student.
 */
export const previewPayment = query({
  action: paymentActions.preview,
  input: previewInput,
  run: async ({ db, read, viewer, schoolId, input }): Promise<Preview> => {
    const account = { schoolId, termId: input.termId, studentId: input.studentId }
    const [[payer], fees, lines, usedBy] = await read(
      payers(db, schoolId, viewer, input.termId).where('enrolments.studentId', '=', input.studentId),
      ...selectedFeesStatements(db, account, input.fees),
      db
        .selectFrom('payments')
        .select(['receiptPrefix', 'receiptYear', 'receiptNo', 'studentName', 'collectedOn'])
        .where('schoolId', '=', schoolId)
        .where('txnId', '=', input.txnId || null)
        .where('deletedAt', 'is', null)
        .where(studentIsVisible(viewer, 'payments'))
        .limit(3),
    )
    if (!payer) throw notFound()
    const selected = checkSelectedFees(fees, lines, input.fees, input.collectedOn)
    const shares = sharesOf[input.kind](selected, input.amount)
    return {
      lines: shares.map(({ fee, ...share }) => ({
        ...share,
        feeName: fee.name,
        month: fee.month,
        categoryName: fee.categoryName,
        termName: fee.termName,
      })),
      usedBy,
    }
  },
})

/** A payment of the counter with what it has changed. */
export interface CollectedPayment extends Payment {
  /** The fees that it is on as they are afterwards, by id. */
  fees: StudentFee[]
}

/**
 * Collects a payment: allocates it over the selected fees and their late fees on the day of the payment, takes the next
 * receipt number and stores all of it, in one transaction. Fees of earlier terms are on the same receipt, which is of
 * the account's term. A repeated key with the same input returns the first payment. BAD_INPUT on `amount`,
 * `collectedOn`, `fees`, and on what the mode asks for: `chequeNo`, `txnId`, `transferKind`, `cardLast4`, `bankName`,
 * `instrumentOn`. CONFLICT on `fees` when somebody else collected on them or their late fees changed meanwhile.
 * NOT_FOUND for an unknown student.
 */
export const collectPayment = command<typeof collectInput, Payer, CollectedPayment>({
  action: paymentActions.collect,
  input: collectInput,
  load: ({ db, viewer, schoolId, input }) => lockUnerasedAccount(db, viewer, { schoolId, ...input }, idsOf(input.fees)),
  run: (running) => {
    const { db, viewer, schoolId, input } = running
    const account = { schoolId, termId: input.termId, studentId: input.studentId }
    const by = { subject: viewer.subject, name: viewer.name }
    const drawerMoney = { schoolId, clerk: by, day: input.collectedOn }
    return endOncePerKey(running, paymentActions.collect.name, input, {
      sequence: 'payment_ids',
      reads: [
        ...selectedFeesLocks(db, account, input.fees),
        receiptKinds(db, schoolId),
        ...drawerLocks(db, drawerMoney),
      ] as const,
      first: async (id, [fees, lines, kinds, drawer]) => {
        const { row: payer, school } = running
        const { mode, amount, collectedOn } = input
        requireAllowedMoneyDay(viewer, { day: collectedOn, termName: payer.termName, path: 'collectedOn' })
        const shares = paymentShares(checkSelectedFees(fees, lines, input.fees, collectedOn), amount)
        await requireOpenDay(db, drawer, { ...drawerMoney, path: 'collectedOn' })
        const payment = { payer, shares, amount, mode, collectedOn, school, by, ...askedByMode(input) }
        const { queries, resultOf } = await preparePayment(db, id, payment, kinds)
        const collected = (answers: readonly unknown[][]) => withFees(resultOf(answers), fees, lines)
        return { last: { queries, resultOf: collected }, ids: [id] }
      },
      again: async (id) => {
        const payment = await paymentById(db, schoolId, viewer, id).executeTakeFirstOrThrow()
        const [fees, lines] = await running.read(...selectedFeesStatements(db, account, payment.lines))
        return { ...payment, fees: feesWithLines(fees, lines) }
      },
    })
  },
})

/**
 * Adds to a payment the fees that it is on, as `viewFeesOfAccount` would read them now: by the same rules, from the
 * lines that were read under the account's lock and those that were stored since.
 */
function withFees(
  { payment, accountLines }: StoredPayment,
  fees: readonly FeeRow[],
  linesBefore: readonly AccountLine[],
): CollectedPayment {
  const paid = new Set(idsOf(payment.lines))
  const lines = [...linesBefore, ...accountLines].toSorted((a, b) => a.id - b.id)
  return {
    ...payment,
    fees: feesWithLines(
      fees.filter((fee) => paid.has(fee.id)),
      lines,
    ),
  }
}

/** Returns only what the mode asks for: what was typed for another one is not part of this payment. */
function askedByMode(input: ReturnType<typeof collectInput.parse>) {
  const { reference, details } = counterModes[input.mode]
  const asked = [...(reference ? [reference.field] : []), ...details.map(({ field }) => field)]
  const given = Object.fromEntries(asked.flatMap((field) => (input[field] ? [[field, input[field]]] : [])))
  return { ...given, ...(input.mode === 'UPI' && input.upiRef ? { upiRef: input.upiRef } : {}) }
}

/**
 * Soft-deletes a payment: its rows and receipt number stay, marked with who, when and why. What it paid is pending
 * again. BAD_INPUT on `refundRef` for online money without the refund's reference, CONFLICT when it is deleted already
 * or its money was given back.
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
    runOncePerKey(
      running,
      paymentActions.delete.name,
      running.input,
      async () => {
        const { db, viewer, schoolId, input, row } = running
        if (row.deletedAt) throw new Refusal('CONFLICT', t`This payment was deleted by ${row.deletedByName ?? ''} already.`)
        if ((row.mode as PaymentMode) === 'ONLINE' && !input.refundRef)
          throw new Refusal('BAD_INPUT', refundMissing(), [{ path: 'refundRef', message: refundMissing() }])
        await requireNotRefunded(db, row)
        await markPaymentDeleted(db, viewer, row, input)
        const followed = { schoolId, studentIds: [row.studentId], feeIds: idsOf(row.lines) }
        await followAfterRemoval(db, viewer, followed, t`A payment was deleted`)
        const result = await paymentById(db, schoolId, viewer, row.id).executeTakeFirstOrThrow()
        return { result, ids: [row.id], fields: ['deletedAt'] }
      },
      ([id = 0]) => paymentById(running.db, running.schoolId, running.viewer, id).executeTakeFirstOrThrow(),
    ),
})

/** Marks a payment and its lines as deleted, and cancels the unsent messages about it. */
export async function markPaymentDeleted(
  db: Tx,
  viewer: Viewer,
  payment: Payment,
  { reason, refundRef }: { reason: string; refundRef?: string | undefined },
): Promise<void> {
  const { schoolId, id } = payment
  const deletion = {
    deletedAt: new Date(),
    deletedBy: viewer.subject,
    deletedByName: viewer.name,
    deleteReason: reason,
  }
  await db.updateTable('collectedLines').set(deletion).where('schoolId', '=', schoolId).where('paymentId', '=', id).execute()
  await undoLateFees(db, viewer, payment, reason)
  await db
    .updateTable('payments')
    .set({ ...deletion, refundRef: refundRef || null })
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .execute()
  await cancelReceiptMessages(db, schoolId, payment)
}
