import type { z } from 'zod'
import { command, type CommandContext, query } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { t } from '#shared/texts.ts'
import { mustNotBeErased } from '#domains/students/server/erased.exports.ts'
import { requireAllowedMoneyDay } from '#platform/moneyDay.ts'
import { endOncePerKey, runOncePerKey, takeKey } from '#platform/requestKeys.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import type { Viewer } from '#platform/viewer.ts'
import { type Day, showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { counterModes, type PaymentMode } from '#shared/paymentModes.ts'
import type { Share } from '../account.rules.ts'
import { collectInput, deletePaymentInput, type PreviewKind, previewInput, refundMissing } from '../payments.schema.ts'
import type { AccountLine, FeeRow } from './account.queries.ts'
import { type Payer, payers, studentIsVisible } from './account.sql.ts'
import { unerasedAccountLock, unerasedPayer } from './accountLocks.ts'
import { followAfterRemoval } from './concessionLines.ts'
import { lateFeeGivenUp, limitOfViewer } from './discountLimits.ts'
import { drawerLock, requireOpenDay } from './drawers.ts'
import { paymentActions } from './fees.permissions.ts'
import { undoLateFees } from './lateFees.ts'
import { lockPayment } from './lockPayment.ts'
import { type Payment, paymentById } from './payments.sql.ts'
import { cancelReceiptMessages, receiptKinds } from './receiptMessages.ts'
import { preparePayment } from './recordPayment.ts'
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
  run: async ({ db, read, viewer, school, schoolId, input }): Promise<Preview> => {
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
    if (input.kind === 'PAYMENT' && input.collectedOn !== undefined)
      refuseGivenUpLateFee({ school, viewer }, shares, () => checkSelectedFees(fees, lines, input.fees), input.collectedOn)
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

/**
 * Collects a payment: allocates it over the selected fees and their late fees on the day of the payment, takes the next
 * receipt number and stores all of it, in one transaction. Fees of earlier terms are on the same receipt, which is of
 * the account's term. A repeated key with the same input returns the first payment. BAD_INPUT on `amount`,
 * `collectedOn`, `fees`, and on what the mode asks for: `chequeNo`, `txnId`, `transferKind`, `cardLast4`, `bankName`,
 * `instrumentOn`; on `collectedOn` where FEES would give up a late fee by an earlier day. CONFLICT on `fees` when
 * somebody else collected on them or their late fees changed meanwhile. NOT_FOUND for an unknown student.
 */
export const collectPayment = command<typeof collectInput, LockedAccount, Payment>({
  action: paymentActions.collect,
  input: collectInput,
  load: lockForPayment,
  run: (running) => {
    const { db, viewer, schoolId, input, row } = running
    const { payer, fees, lines, kinds, drawer } = row
    const by = { subject: viewer.subject, name: viewer.name }
    return endOncePerKey(running, paymentActions.collect.name, input, {
      taken: row.key,
      first: async (id) => {
        const { school } = running
        const { mode, amount, collectedOn } = input
        requireAllowedMoneyDay(viewer, { day: collectedOn, termName: payer.termName, path: 'collectedOn' })
        const shares = paymentShares(checkSelectedFees(fees, lines, input.fees, collectedOn), amount)
        refuseGivenUpLateFee(running, shares, () => checkSelectedFees(fees, lines, input.fees), collectedOn)
        await requireOpenDay(db, drawer, { schoolId, clerk: by, day: collectedOn, path: 'collectedOn', role: viewer.role })
        const payment = { payer, shares, amount, mode, collectedOn, school, by, ...askedByMode(input) }
        return { last: await preparePayment(db, id, payment, kinds), ids: [id] }
      },
      again: (id) => paymentById(db, schoolId, viewer, id).executeTakeFirstOrThrow(),
    })
  },
})

/** @throws Refusal BAD_INPUT on `collectedOn` when a limited clerk would give up a late fee by an earlier day */
function refuseGivenUpLateFee(
  { school, viewer }: Pick<CommandContext<unknown, unknown>, 'school' | 'viewer'>,
  shares: readonly FeeShare[],
  today: () => readonly SelectedFee[],
  collectedOn: Day,
): void {
  if (limitOfViewer(school, viewer) === null) return
  const less = lateFeeGivenUp(shares, today())
  if (less === 0) return
  const day = showDay(collectedOn)
  const message = t`The late fee of ${day} is ${showMoney(less)} less than that of today. Enter today and waive it, or ask an admin to enter this day.`
  throw new Refusal('BAD_INPUT', message, [{ path: 'collectedOn', message }])
}

/** A locked account with everything that a payment of it is decided by. */
interface LockedAccount {
  /** The school of the row, for permissions. */
  schoolId: number
  payer: Payer
  /** The rows of the request's key. */
  key: { rowIds: number[] }[]
  fees: FeeRow[]
  lines: AccountLine[]
  kinds: Parameters<typeof preparePayment>[3]
  drawer: Parameters<typeof requireOpenDay>[1]
}

/**
 * Locks an account, the request's key, the selected fees and the clerk's drawer, in this order, and reads what a
 * payment needs, in one round trip. Undefined when the viewer may not see the student: the transaction is rolled back.
 */
async function lockForPayment({
  db,
  read,
  viewer,
  schoolId,
  input,
}: Omit<CommandContext<z.output<typeof collectInput>, unknown>, 'row'>): Promise<LockedAccount | undefined> {
  const account = { schoolId, termId: input.termId, studentId: input.studentId }
  const clerk = { subject: viewer.subject, name: viewer.name }
  const [accounts, key, fees, lines, kinds, drawer] = await read(
    unerasedAccountLock(db, viewer, account, idsOf(input.fees)),
    takeKey(db, { schoolId, viewer }, paymentActions.collect.name, input, 'payment_ids'),
    ...selectedFeesLocks(db, account, input.fees),
    receiptKinds(db, schoolId),
    drawerLock(db, { schoolId, clerk, day: input.collectedOn }),
  )
  const payer = unerasedPayer(accounts)
  return payer && { schoolId, payer, key, fees, lines, kinds, drawer }
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
