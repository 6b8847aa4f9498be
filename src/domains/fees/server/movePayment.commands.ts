import { command, type CommandContext } from '#platform/command.ts'
import { Refusal } from '#platform/refusal.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { mustNotBeErased } from '#domains/students/server/erased.exports.ts'
import type { PaymentMode, TransferKind } from '#shared/paymentModes.ts'
import { t } from '#shared/texts.ts'
import { formatReceiptNumber } from '../receipts.rules.ts'
import { movePaymentInput } from '../refunds.schema.ts'
import { schoolDay, showDay } from '#shared/dates.ts'
import { isDayClosed } from '../cashier.rules.ts'
import { lockDrawer } from './drawers.ts'
import { type Payer, payers } from './account.sql.ts'
import { lockAccounts } from './accountLocks.ts'
import { paymentActions } from './fees.permissions.ts'
import { type Payment, paymentById } from './payments.sql.ts'
import { markPaymentDeleted } from './payments.commands.ts'
import { followAfterRemoval } from './concessionLines.ts'
import { recordPayment } from './recordPayment.ts'
import { requireNotRefunded } from './requireNotRefunded.ts'
import { idsOf, lockSelectedFees, paymentShares } from './selectedFees.ts'

interface Move {
  schoolId: number
  payment: Payment
  /** The right student. */
  payer: Payer
}

type Moving = CommandContext<ReturnType<typeof movePaymentInput.parse>, Move>

/**
 * Moves a payment that was taken for the wrong student to the right one of the same term. A new payment with the same
 * money, references, day and state takes the next receipt number and names the first, which is marked as deleted with a
 * reason that names the new one. A repeated key returns the new payment. BAD_INPUT on `studentId` for the same student,
 * on `fees` when they cannot take the amount. CONFLICT on `fees` when they changed since they were shown, and for a
 * payment that is deleted, has failed, was made online or was given back, or whose clerk has closed today too.
 */
export const movePayment = command<typeof movePaymentInput, Move, Payment>({
  action: paymentActions.move,
  input: movePaymentInput,
  load: async ({ db, viewer, schoolId, input }) => {
    const unlocked = await paymentById(db, schoolId, viewer, input.id).executeTakeFirst()
    if (!unlocked) return undefined
    const { termId, studentId } = unlocked
    const studentIds = [studentId, input.studentId]
    const feeIds = [...unlocked.lines.map((line) => line.feeId), ...idsOf(input.fees)]
    await lockAccounts(db, { schoolId, termId, studentIds, feeIds })
    await mustNotBeErased(db, schoolId, studentIds)
    const payment = await paymentById(db, schoolId, viewer, input.id).executeTakeFirst()
    const payer = await payers(db, schoolId, viewer, termId)
      .where('enrolments.studentId', '=', input.studentId)
      .executeTakeFirst()
    return payment && payer && { schoolId, payment, payer }
  },
  run: (running) =>
    runOncePerKey(
      running,
      paymentActions.move.name,
      running.input,
      () => storeMove(running),
      ([id = 0]) => paymentById(running.db, running.schoolId, running.viewer, id).executeTakeFirstOrThrow(),
    ),
})

async function storeMove({ db, viewer, school, schoolId, input, row: { payment: first, payer } }: Moving) {
  requireMovable(first, payer)
  await requireNotRefunded(db, first)
  const account = { schoolId, termId: first.termId, studentId: payer.id }
  // Late fees are those of the day on which the family paid.
  const shares = paymentShares(await lockSelectedFees(db, account, input.fees, first.collectedOn), first.amount, 'fees')
  // Of a closed day the money is booked today: in the next closing the first receipt is gone and the new one has come.
  const drawer = await lockDrawer(db, schoolId, first.createdBy, 'share')
  const collectedOn = isDayClosed(first.collectedOn, drawer) ? schoolDay(new Date()) : first.collectedOn
  if (isDayClosed(collectedOn, drawer))
    throw new Refusal(
      'CONFLICT',
      t`This money is in the drawer of ${first.createdByName}, whose ${showDay(collectedOn)} is closed too. Open that day again, or move the payment to the other student tomorrow. Nothing was saved.`,
    )
  const moved = await recordPayment(db, {
    payer,
    shares,
    amount: first.amount,
    mode: first.mode as PaymentMode,
    chequeNo: first.chequeNo,
    txnId: first.txnId,
    bankName: first.bankName,
    ...(first.upiRef === null ? {} : { upiRef: first.upiRef }),
    ...(first.transferKind === null ? {} : { transferKind: first.transferKind as TransferKind }),
    ...(first.cardLast4 === null ? {} : { cardLast4: first.cardLast4 }),
    ...(first.instrumentOn === null ? {} : { instrumentOn: first.instrumentOn }),
    collectedOn,
    insteadOf: first,
    school,
    // Whoever took the money has it in the drawer, so the receipt names that person. The deletion names who moved it.
    by: { subject: first.createdBy, name: first.createdByName },
  })
  const reason = t`Moved to receipt ${formatReceiptNumber(moved)}: ${input.reason}`
  await markPaymentDeleted(db, viewer, first, { reason })
  const followed = { schoolId, studentIds: [first.studentId], feeIds: idsOf(first.lines) }
  await followAfterRemoval(db, viewer, followed, t`A payment was moved`)
  return { result: moved, ids: [moved.id, first.id] }
}

/** Throws when a payment cannot be moved to a student. */
function requireMovable(payment: Payment, payer: Payer): void {
  if (payment.deletedAt) throw new Refusal('CONFLICT', t`This payment was deleted by ${payment.deletedByName ?? ''} already.`)
  if (payment.state === 'FAILED') throw new Refusal('CONFLICT', t`The bank has returned this payment: there is no money to move.`)
  if ((payment.mode as PaymentMode) === 'ONLINE')
    throw new Refusal('CONFLICT', t`This was paid online for the student whom the family chose. Give the money back instead.`)
  if (payer.id === payment.studentId) {
    const message = t`This is the student of the receipt. Choose another one.`
    throw new Refusal('BAD_INPUT', message, [{ path: 'studentId', message }])
  }
}
