import { command } from '#platform/command.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { undoWaiversInput, waiveLateFeeInput } from '../payments.schema.ts'
import { type Payer } from './account.sql.ts'
import { lockUnerasedAccount } from './accountLocks.ts'
import { paymentActions } from './fees.permissions.ts'
import { deleteReductions, insertReductions } from './reductionLines.ts'
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
        const ids = await insertReductions(db, viewer, account, { shares, status: 'LATE_FEE', comment: input.comment })
        return { result: payer, ids }
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
        const account = { schoolId, termId: input.termId, studentId: input.studentId }
        await deleteReductions(db, viewer, account, { ids, status: 'LATE_FEE', reason: input.reason })
        return { result: payer, ids, fields: ['deletedAt'] }
      },
      async () => running.row,
    ),
})
