import { command, type CommandContext } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { requireAllowedMoneyDay } from '#platform/moneyDay.ts'
import { Refusal } from '#platform/refusal.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { mustNotBeErased } from '#domains/students/server/erased.exports.ts'
import { type Day, showDay } from '#shared/dates.ts'
import { t } from '#shared/texts.ts'
import { feeBalance, type LineStatus } from '../account.rules.ts'
import { feeTitle } from '../fees.rules.ts'
import { receiptYear } from '../receipts.rules.ts'
import { aboveCollected, refundableFees, splitRefund, totalRefundable } from '../refunds.rules.ts'
import { cancelRefundInput, refundInput } from '../refunds.schema.ts'
import { feesWithIds, type Payer, undeletedLinesOn } from './account.sql.ts'
import { lockAccount, lockUnerasedAccount } from './accountLocks.ts'
import { followAfterRemoval } from './concessionLines.ts'
import { openDrawer } from './drawers.ts'
import { refundActions } from './fees.permissions.ts'
import { type Refund, refundById, takeRefundNo } from './refunds.sql.ts'
import { checkSelectedFees, idsOf, selectedFeesStatements, type SelectedFee } from './selectedFees.ts'

type Refunding = CommandContext<ReturnType<typeof refundInput.parse>, Payer>

/**
 * Gives money back that was paid on fees of one account: a voucher with the next number, and a REFUND line for each
 * fee, from the last paid one backwards. Unless the fees are asked for again, the same amounts are written off with it.
 * A repeated key returns the first refund. BAD_INPUT on `amount` above what was paid on the fees, on `mode` ONLINE
 * without online money, on `reference`, on `refundedOn` before the money came, on `fees` of another term. CONFLICT on
 * `fees` when they changed since they were shown.
 */
export const giveBack = command<typeof refundInput, Payer, Refund>({
  action: refundActions.give,
  input: refundInput,
  load: ({ db, viewer, schoolId, input }) => lockUnerasedAccount(db, viewer, { schoolId, ...input }, idsOf(input.fees)),
  run: (running) =>
    runOncePerKey(
      running,
      refundActions.give.name,
      running.input,
      () => storeRefund(running),
      ([id = 0]) => refundById(running.db, running.schoolId, running.viewer, id).executeTakeFirstOrThrow(),
    ),
})

async function storeRefund(running: Refunding) {
  const { db, viewer, school, schoolId, input, row: payer } = running
  const { termId, studentId, amount, mode, reason, refundedOn, askAgain } = input
  requireAllowedMoneyDay(viewer, { day: refundedOn, termName: payer.termName, path: 'refundedOn' })
  const shares = await refundShares(running)
  if (mode === 'CASH') await openDrawer(db, { schoolId, clerk: viewer, day: refundedOn, path: 'refundedOn' })
  const year = receiptYear(refundedOn)
  const entered = { schoolId, termId, studentId, createdBy: viewer.subject, createdByName: viewer.name }
  const { id } = await db
    .insertInto('refunds')
    .values({
      ...entered,
      amount,
      mode,
      // What was typed for another mode is not part of this refund.
      reference: mode === 'CASH' ? '' : (input.reference ?? ''),
      reason,
      refundedOn,
      refundYear: year,
      refundPrefix: school.receiptPrefix,
      refundNo: await takeRefundNo(db, schoolId, year),
      studentName: payer.name,
      sectionName: payer.sectionName,
      roll: payer.roll,
      registerNo: payer.registerNo,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const lineOf = ({ fee }: { fee: SelectedFee }) => ({
    ...entered,
    collectedOn: refundedOn,
    refundId: id,
    feeId: fee.id,
    feeName: fee.name,
    month: fee.month,
    comment: reason,
  })
  await db
    .insertInto('collectedLines')
    .values(shares.map((share) => ({ ...lineOf(share), amount: -share.amount, status: 'REFUND' })))
    .execute()
  // A fee that is not fixed is never asked for.
  const givenUp = askAgain ? [] : shares.filter(({ fee }) => fee.fixedAmount)
  if (givenUp.length > 0)
    await db
      .insertInto('collectedLines')
      .values(givenUp.map((share) => ({ ...lineOf(share), amount: share.amount, status: 'WRITE_OFF' })))
      .execute()
  // A concession that found a fee paid takes its share off now.
  const followed = { schoolId, studentIds: [studentId], feeIds: shares.map(({ fee }) => fee.id) }
  await followAfterRemoval(db, viewer, followed, t`Money was given back`)
  return { result: await refundById(db, schoolId, viewer, id).executeTakeFirstOrThrow(), ids: [id] }
}

/** Locks the fees, checks the refund against what was paid on them, and splits it. */
async function refundShares({ db, schoolId, input }: Refunding): Promise<{ fee: SelectedFee; amount: number }[]> {
  const { termId, studentId, amount, mode, refundedOn } = input
  const [fees, allLines] = selectedFeesStatements(db, { schoolId, termId, studentId }, input.fees)
  const locked = await fees.forShare('fees').execute()
  const lines = (await allLines.execute()).map((line) => ({ ...line, status: line.status as LineStatus }))
  const selected = checkSelectedFees(locked, lines, input.fees)
  const earlier = selected.find((fee) => fee.termId !== termId)
  if (earlier) throw badInput('fees', t`Choose ${earlier.termName} at the top to give its money back.`)
  const refundable = refundableFees(selected, lines)
  const shares = splitRefund(refundable, amount)
  if (!shares) throw badInput('amount', aboveCollected(totalRefundable(refundable)))
  const refunded = new Set(shares.map(({ fee }) => fee.id))
  const money = lines.filter(({ feeId, status }) => refunded.has(feeId) && (status === 'PAID' || status === 'PART_PAID'))
  if (mode === 'ONLINE' && !money.some((line) => line.mode === 'ONLINE'))
    throw badInput('mode', t`These fees were not paid online. Choose how the money goes back.`)
  const lastDay = money.reduce<Day>((last, line) => (line.collectedOn > last ? line.collectedOn : last), '')
  if (refundedOn < lastDay)
    throw badInput('refundedOn', t`This money was paid on ${showDay(lastDay)}: choose that day or a later one.`)
  return shares
}

function badInput(path: string, message: string): Refusal {
  return new Refusal('BAD_INPUT', message, [{ path, message }])
}

/**
 * Cancels a refund: its number and rows stay, marked with who, when and why, and its lines and write-offs are undone.
 * CONFLICT when it is cancelled already, or when its fees cannot take the money again because they were paid or lowered
 * since.
 */
export const cancelRefund = command<typeof cancelRefundInput, Refund, Refund>({
  action: refundActions.cancel,
  input: cancelRefundInput,
  load: async ({ db, viewer, schoolId, input }) => {
    const unlocked = await refundById(db, schoolId, viewer, input.id).executeTakeFirst()
    if (!unlocked || !(await lockAccount(db, viewer, unlocked))) return undefined
    await mustNotBeErased(db, schoolId, [unlocked.studentId])
    return refundById(db, schoolId, viewer, input.id).executeTakeFirst()
  },
  run: (running) => {
    const { db, viewer, schoolId, input, row } = running
    const again = () => refundById(db, schoolId, viewer, row.id).executeTakeFirstOrThrow()
    return runOncePerKey(
      running,
      refundActions.cancel.name,
      input,
      async () => {
        if (row.cancelledAt) throw new Refusal('CONFLICT', t`This refund was cancelled by ${row.cancelledByName ?? ''} already.`)
        await requireRoomOnFees(db, row)
        const marked = { by: viewer.subject, byName: viewer.name, at: new Date() }
        await db
          .updateTable('collectedLines')
          .set({
            deletedAt: marked.at,
            deletedBy: marked.by,
            deletedByName: marked.byName,
            deleteReason: input.reason,
          })
          .where('schoolId', '=', schoolId)
          .where('termId', '=', row.termId)
          .where('studentId', '=', row.studentId)
          .where('refundId', '=', row.id)
          .where('deletedAt', 'is', null)
          .execute()
        await db
          .updateTable('refunds')
          .set({
            cancelledAt: marked.at,
            cancelledBy: marked.by,
            cancelledByName: marked.byName,
            cancelReason: input.reason,
          })
          .where('schoolId', '=', schoolId)
          .where('id', '=', row.id)
          .execute()
        return { result: await again(), ids: [row.id], fields: ['cancelledAt'] }
      },
      again,
    )
  },
})

/** Locks a refund's fees and throws when one of them cannot take the refunded money again. */
async function requireRoomOnFees(db: Tx, refund: Refund): Promise<void> {
  const feeIds = refund.lines.map((line) => line.feeId)
  const fees = await feesWithIds(db, refund, feeIds).forShare('fees').execute()
  const lines = (await undeletedLinesOn(db, refund, feeIds).execute())
    .filter((line) => line.refundId !== refund.id)
    .map((line) => ({ ...line, status: line.status as LineStatus }))
  const full = fees.find((fee) => feeBalance(fee, lines).pending < 0)
  if (full)
    throw new Refusal(
      'CONFLICT',
      t`${feeTitle(full)} was paid again or lowered since, so this money does not fit on it any more. Nothing was saved.`,
    )
}
