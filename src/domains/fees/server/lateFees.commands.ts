import { command, type CommandContext } from '#platform/command.ts'
import { Refusal } from '#platform/refusal.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { t } from '#shared/texts.ts'
import { undoWaiversInput, waiveLateFeeInput } from '../payments.schema.ts'
import { type Payer } from './account.sql.ts'
import { lockUnerasedAccount } from './accountLocks.ts'
import { reasonForApproval } from './discountLimits.ts'
import { paymentActions } from './fees.permissions.ts'
import { deleteReductions, insertReductions } from './reductionLines.ts'
import { type FeeShare, idsOf, lockSelectedFees, waiverShares } from './selectedFees.ts'

/**
 * Waives late fees up to today, or a part of them, with a reason: one line of 0 for each fee, the earliest due date
 * first. What is pending stays. A late fee by day goes on from tomorrow. A repeated key returns the first result.
 * BAD_INPUT on `amount` above the late fees, and where FEES would bring the term's discounts and waivers above the
 * limit of the school. CONFLICT on `fees` when they or their late fees changed meanwhile.
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
        await refuseAboveLimit(running, shares)
        const ids = await insertReductions(db, viewer, account, { shares, status: 'LATE_FEE', comment: input.comment })
        return { result: payer, ids }
      },
      async () => running.row,
    ),
})

/** @throws Refusal BAD_INPUT on `amount` when an ADMIN has to waive this */
async function refuseAboveLimit(
  running: CommandContext<ReturnType<typeof waiveLateFeeInput.parse>, Payer>,
  shares: readonly FeeShare[],
): Promise<void> {
  const { db, schoolId, input } = running
  const limit = await reasonForApproval(db, running, { schoolId, termId: input.termId, studentId: input.studentId }, shares)
  if (limit === null) return
  const message = t`${limit} Ask an admin to waive this late fee.`
  throw new Refusal('BAD_INPUT', message, [{ path: 'amount', message }])
}

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
