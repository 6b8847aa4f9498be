import { sql } from 'kysely'
import { command } from '#platform/command.ts'
import { notFound } from '#platform/refusal.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { schoolDay } from '#shared/dates.ts'
import { undoWaiversInput, waiveLateFeeInput } from '../payments.schema.ts'
import { lockUnerasedAccount, type Payer } from './account.sql.ts'
import { paymentActions } from './fees.permissions.ts'
import { idsOf, lockSelectedFees, waiverShares } from './selectedFees.ts'

/**
 * Waives late fees up to today, or a part of them, with a reason: one line of 0 for each fee, the earliest due date
 * first. What is pending stays. A late fee by day goes on from tomorrow. A repeated key returns the first result.
 * BAD_INPUT on `amount` above the late fees. CONFLICT on `fees` when they or their late fees changed meanwhile.
 */
export const waiveLateFee = command<typeof waiveLateFeeInput, Payer, Payer>({
  action: paymentActions.waiveLateFee,
  input: waiveLateFeeInput,
  load: ({ db, viewer, schoolId, input }) => lockUnerasedAccount(db, viewer, { schoolId, ...input }, idsOf(input.fees)),
  run: (running) =>
    runOncePerKey(
      running,
      paymentActions.waiveLateFee.name,
      running.input,
      async () => {
        const { db, viewer, schoolId, input, row: payer } = running
        const account = { schoolId, termId: input.termId, studentId: input.studentId }
        const shares = waiverShares(await lockSelectedFees(db, account, input.fees), input.amount)
        const lines = await db
          .insertInto('collectedLines')
          .values(
            shares.map(({ fee, amount }) => ({
              schoolId,
              termId: fee.termId,
              studentId: input.studentId,
              feeId: fee.id,
              feeName: fee.name,
              month: fee.month,
              amount: 0,
              waived: amount,
              status: 'LATE_FEE',
              comment: input.comment,
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
    ),
})

/**
 * Undoes waivers of one account: they are marked, and the late fee is asked again. NOT_FOUND when an id is no waiver of
 * this account or is undone already; then none is undone.
 */
export const undoWaivers = command<typeof undoWaiversInput, Payer, Payer>({
  action: paymentActions.undoWaivers,
  input: undoWaiversInput,
  load: ({ db, viewer, schoolId, input }) => lockUnerasedAccount(db, viewer, { schoolId, ...input }),
  run: (running) =>
    runOncePerKey(
      running,
      paymentActions.undoWaivers.name,
      running.input,
      async () => {
        const { db, viewer, schoolId, input, row: payer } = running
        const ids = [...new Set(input.ids)]
        const undone = await db
          .updateTable('collectedLines')
          .set({ deletedAt: new Date(), deletedBy: viewer.subject, deletedByName: viewer.name, deleteReason: input.reason })
          .where('schoolId', '=', schoolId)
          .where('termId', '=', input.termId)
          .where('studentId', '=', input.studentId)
          .where('waived', 'is not', null)
          .where('deletedAt', 'is', null)
          .where(sql<boolean>`id = any(${ids}::bigint[])`)
          .returning('id')
          .execute()
        if (undone.length < ids.length) throw notFound()
        return { result: payer, ids, fields: ['deletedAt'] }
      },
      async () => running.row,
    ),
})
