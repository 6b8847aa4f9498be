import { sql } from 'kysely'
import { command, type CommandContext } from '#platform/command.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { notFound } from '#platform/refusal.ts'
import { schoolDay } from '#shared/dates.ts'
import { noDiscountOnNonFixed, noWriteOffOnNonFixed } from '../account.rules.ts'
import { deleteDiscountsInput, deleteWriteOffsInput, discountInput, writeOffInput } from '../payments.schema.ts'
import { lockUnerasedAccount, type Payer } from './account.sql.ts'
import { paymentActions } from './fees.permissions.ts'
import { discountShares, idsOf, lockSelectedFees } from './selectedFees.ts'

/** The statuses of lines without a payment. */
type Reduction = 'DISCOUNT' | 'WRITE_OFF'

/**
 * Gives a discount on fixed fees: lines without a payment, split like a payment. A repeated key returns the first
 * result. BAD_INPUT on `fees` for a fee that is not fixed, on `amount` above what is pending. CONFLICT on `fees` when
 * somebody else collected on them meanwhile. Returns the student whose account changed.
 */
export const giveDiscount = command<typeof discountInput, Payer, Payer>({
  action: paymentActions.giveDiscount,
  input: discountInput,
  load: ({ db, viewer, schoolId, input }) => lockUnerasedAccount(db, viewer, { schoolId, ...input }, idsOf(input.fees)),
  run: (running) => storeOnce(running, 'DISCOUNT'),
})

/** Writes a due off, with a reason: the school gives it up. It is split and refused like a discount. */
export const writeOff = command<typeof writeOffInput, Payer, Payer>({
  action: paymentActions.writeOff,
  input: writeOffInput,
  load: ({ db, viewer, schoolId, input }) => lockUnerasedAccount(db, viewer, { schoolId, ...input }, idsOf(input.fees)),
  run: (running) => storeOnce(running, 'WRITE_OFF'),
})

/**
 * Soft-deletes discounts of one account; their amount is pending again. NOT_FOUND when an id is no discount of this
 * account or is deleted already; then none is deleted.
 */
export const deleteDiscounts = command<typeof deleteDiscountsInput, Payer, Payer>({
  action: paymentActions.deleteDiscounts,
  input: deleteDiscountsInput,
  load: ({ db, viewer, schoolId, input }) => lockUnerasedAccount(db, viewer, { schoolId, ...input }),
  run: (running) => deleteOnce(running, 'DISCOUNT'),
})

/** Undoes write-offs like {@link deleteDiscounts}: they are marked, and the due is pending again. */
export const deleteWriteOffs = command<typeof deleteWriteOffsInput, Payer, Payer>({
  action: paymentActions.deleteWriteOffs,
  input: deleteWriteOffsInput,
  load: ({ db, viewer, schoolId, input }) => lockUnerasedAccount(db, viewer, { schoolId, ...input }),
  run: (running) => deleteOnce(running, 'WRITE_OFF'),
})

function storeOnce(running: CommandContext<ReturnType<typeof discountInput.parse>, Payer>, status: Reduction) {
  const [action, message] =
    status === 'DISCOUNT'
      ? [paymentActions.giveDiscount, noDiscountOnNonFixed()]
      : [paymentActions.writeOff, noWriteOffOnNonFixed()]
  return runOncePerKey(
    running,
    action.name,
    running.input,
    async () => {
      const { db, viewer, schoolId, input, row: payer } = running
      const { termId, studentId, amount, comment = '' } = input
      const selected = await lockSelectedFees(db, { schoolId, termId, studentId }, input.fees)
      const lines = await db
        .insertInto('collectedLines')
        .values(
          discountShares(selected, amount, message).map(({ fee, amount: share }) => ({
            schoolId,
            termId: fee.termId,
            studentId,
            feeId: fee.id,
            feeName: fee.name,
            month: fee.month,
            amount: share,
            status,
            comment,
            collectedOn: schoolDay(new Date()),
            createdBy: viewer.subject,
            createdByName: viewer.name,
          })),
        )
        .returning('id')
        .execute()
      return { result: payer, ids: lines.map((line) => line.id) }
    },
    async () => running.row,
  )
}

function deleteOnce(running: CommandContext<ReturnType<typeof deleteDiscountsInput.parse>, Payer>, status: Reduction) {
  const action = status === 'DISCOUNT' ? paymentActions.deleteDiscounts : paymentActions.deleteWriteOffs
  return runOncePerKey(
    running,
    action.name,
    running.input,
    async () => {
      const { db, viewer, schoolId, input, row: payer } = running
      const ids = [...new Set(input.ids)]
      const deleted = await db
        .updateTable('collectedLines')
        .set({ deletedAt: new Date(), deletedBy: viewer.subject, deletedByName: viewer.name, deleteReason: input.reason })
        .where('schoolId', '=', schoolId)
        .where('termId', '=', input.termId)
        .where('studentId', '=', input.studentId)
        .where('status', '=', status)
        .where('deletedAt', 'is', null)
        .where(sql<boolean>`id = any(${ids}::bigint[])`)
        .returning('id')
        .execute()
      if (deleted.length < ids.length) throw notFound()
      return { result: payer, ids, fields: ['deletedAt'] }
    },
    async () => running.row,
  )
}
