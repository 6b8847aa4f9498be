import { sql } from 'kysely'
import { command, type CommandContext, type CommandResult } from '#platform/command.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { Refusal } from '#platform/refusal.ts'
import { showMoney } from '#shared/money.ts'
import { t } from '#shared/texts.ts'
import { noWriteOffOnNonFixed } from '../account.rules.ts'
import { deleteDiscountsInput, deleteWriteOffsInput, discountInput, writeOffInput } from '../payments.schema.ts'
import { type Payer } from './account.sql.ts'
import { lockUnerasedAccount } from './accountLocks.ts'
import { followAfterRemoval } from './concessionLines.ts'
import { lateFeeGivenUp, limitOfViewer, reasonForApproval } from './discountLimits.ts'
import { notifyApprovers } from './discountNotifications.ts'
import { paymentActions } from './fees.permissions.ts'
import { deleteReductions, insertReductions } from './reductionLines.ts'
import { discountShares, type FeeShare, idsOf, lockPendingFees, type SelectedFee } from './selectedFees.ts'

/** The student whose account changed, and whether the discount waits for an ADMIN's approval. */
export interface GivenDiscount {
  payer: Payer
  waits: boolean
  /** How much the limit is and how much of it is used; null where it does not wait, and for a repeated key. */
  limit: string | null
}

/**
 * Gives a discount on fixed fees: lines without a payment, split like a payment. If it brings the term's discounts and
 * waivers above the limit of the school, a FEES user asks for it instead: it waits for an ADMIN, and nothing is taken
 * off yet. A repeated key returns the first result. BAD_INPUT on `fees` for a fee that is not fixed or has nothing
 * pending, and where FEES would give up a late fee with it; on `amount` above what is pending. CONFLICT on `fees` when
 * somebody else collected on them meanwhile.
 */
export const giveDiscount = command<typeof discountInput, Payer, GivenDiscount>({
  action: paymentActions.giveDiscount,
  input: discountInput,
  load: ({ db, viewer, schoolId, input }) => lockUnerasedAccount(db, viewer, { schoolId, ...input }, idsOf(input.fees)),
  run: (running) =>
    runOncePerKey(
      running,
      paymentActions.giveDiscount.name,
      running.input,
      async (): Promise<CommandResult<GivenDiscount>> => {
        const { db, viewer, schoolId, input, row: payer } = running
        const { termId, studentId, amount, comment } = input
        const account = { schoolId, termId, studentId }
        const selected = await lockPendingFees(db, account, input.fees)
        const shares = discountShares(selected, amount)
        const limit = await reasonForApproval(db, running, account, shares)
        if (limit !== null) {
          await refuseSecondRequest(running)
          const { id } = await db
            .insertInto('discountRequests')
            .values({
              ...account,
              feeIds: selected.map((fee) => fee.id),
              amount,
              reason: comment,
              requestKey: input.key,
              createdBy: viewer.subject,
              createdByName: viewer.name,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
          await notifyApprovers(running, { id, payer, amount })
          return { result: { payer, waits: true, limit }, ids: [id], fields: ['request'] }
        }
        refuseGivenUpLateFee(running, shares, selected)
        const ids = await insertReductions(db, viewer, account, { shares, status: 'DISCOUNT', comment })
        return { result: { payer, waits: false, limit }, ids }
      },
      async () => ({ payer: running.row, waits: await isRequested(running), limit: null }),
    ),
})

/** @throws Refusal BAD_INPUT on `fees` when a limited clerk would give up a late fee without a waiver */
function refuseGivenUpLateFee(
  { school, viewer }: Pick<CommandContext<unknown, unknown>, 'school' | 'viewer'>,
  shares: readonly FeeShare[],
  selected: readonly SelectedFee[],
): void {
  if (limitOfViewer(school, viewer) === null) return
  const late = lateFeeGivenUp(shares, selected)
  if (late === 0) return
  const message = t`Nothing of these fees would be left, and they have a late fee of ${showMoney(late)}. Waive or collect it first`
  throw new Refusal('BAD_INPUT', message, [{ path: 'fees', message }])
}

/** @throws Refusal CONFLICT on `fees` when a discount on one of them waits already */
async function refuseSecondRequest({
  db,
  schoolId,
  input: { termId, studentId, fees },
}: CommandContext<ReturnType<typeof discountInput.parse>, Payer>): Promise<void> {
  const waiting = await db
    .selectFrom('discountRequests')
    .select('createdByName')
    .where('schoolId', '=', schoolId)
    .where('termId', '=', termId)
    .where('studentId', '=', studentId)
    .where('state', '=', 'WAITING')
    .where(sql<boolean>`fee_ids && ${idsOf(fees)}::bigint[]`)
    .limit(1)
    .executeTakeFirst()
  if (!waiting) return
  const message = t`A discount on these fees waits for approval already, asked for by ${waiting.createdByName}`
  throw new Refusal('CONFLICT', message, [{ path: 'fees', message }])
}

async function isRequested({ db, schoolId, input }: CommandContext<{ key: string }, unknown>): Promise<boolean> {
  const request = await db
    .selectFrom('discountRequests')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('requestKey', '=', input.key)
    .executeTakeFirst()
  return request !== undefined
}

/** Writes a due off, with a reason: the school gives it up. It is split and refused like a discount. */
export const writeOff = command<typeof writeOffInput, Payer, Payer>({
  action: paymentActions.writeOff,
  input: writeOffInput,
  load: ({ db, viewer, schoolId, input }) => lockUnerasedAccount(db, viewer, { schoolId, ...input }, idsOf(input.fees)),
  run: (running) =>
    runOncePerKey(
      running,
      paymentActions.writeOff.name,
      running.input,
      async () => {
        const { db, viewer, schoolId, input, row: payer } = running
        const account = { schoolId, termId: input.termId, studentId: input.studentId }
        const selected = await lockPendingFees(db, account, input.fees)
        const shares = discountShares(selected, input.amount, noWriteOffOnNonFixed())
        const ids = await insertReductions(db, viewer, account, { shares, status: 'WRITE_OFF', comment: input.comment })
        return { result: payer, ids }
      },
      async () => running.row,
    ),
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

function deleteOnce(
  running: CommandContext<ReturnType<typeof deleteDiscountsInput.parse>, Payer>,
  status: 'DISCOUNT' | 'WRITE_OFF',
) {
  const action = status === 'DISCOUNT' ? paymentActions.deleteDiscounts : paymentActions.deleteWriteOffs
  return runOncePerKey(
    running,
    action.name,
    running.input,
    async () => {
      const { db, viewer, schoolId, input, row: payer } = running
      const ids = [...new Set(input.ids)]
      const account = { schoolId, termId: input.termId, studentId: input.studentId }
      const feeIds = await deleteReductions(db, viewer, account, { ids, status, reason: input.reason })
      const followed = { schoolId, studentIds: [input.studentId], feeIds }
      await followAfterRemoval(db, viewer, followed, t`A discount or write-off was deleted`)
      return { result: payer, ids, fields: ['deletedAt'] }
    },
    async () => running.row,
  )
}
