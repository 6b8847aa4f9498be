import { command } from '#platform/command.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { Refusal } from '#platform/refusal.ts'
import { schoolDay } from '#shared/dates.ts'
import { t } from '#shared/texts.ts'
import { type LineStatus, settledStatus } from '../account.rules.ts'
import { clearedByMistake, clearingProblem, failedByMistake } from '../instruments.rules.ts'
import { settleChequeInput } from '../payments.schema.ts'
import { feesWithIds, undeletedLinesOn } from './account.sql.ts'
import { followAfterRemoval } from './concessionLines.ts'
import { paymentActions } from './fees.permissions.ts'
import { undoLateFees } from './lateFees.ts'
import { lockPayment } from './lockPayment.ts'
import { type Payment, paymentById } from './payments.sql.ts'
import { cancelReceiptMessages } from './receiptMessages.ts'

/**
 * Records the bank's answer on a clearing cheque or demand draft. CLEARED: the payment counts as collected on its
 * receipt's day. Each line becomes PAID when nothing is left pending on its fee, otherwise PART_PAID; the server
 * computes this, not the client. FAILED: the lines fail, and the amount is pending again. CONFLICT for a payment that
 * is not clearing, and for a post-dated cheque marked as cleared before its date.
 */
export const settleCheque = command<typeof settleChequeInput, Payment, Payment>({
  action: paymentActions.settleCheque,
  input: settleChequeInput,
  load: lockPayment,
  run: (running) => {
    const { db, viewer, schoolId, input, row } = running
    const readPayment = () => paymentById(db, schoolId, viewer, row.id).executeTakeFirstOrThrow()
    return runOncePerKey(
      running,
      paymentActions.settleCheque.name,
      input,
      async () => {
        if (row.deletedAt) throw new Refusal('CONFLICT', t`This payment was deleted by ${row.deletedByName ?? ''}.`)
        if (row.state !== 'CLEARING') throw new Refusal('CONFLICT', settledMessage(row))
        const tooEarly = input.outcome === 'CLEARED' ? clearingProblem(row.instrumentOn, schoolDay(new Date())) : null
        if (tooEarly !== null) throw new Refusal('CONFLICT', tooEarly)
        const statuses = await settledStatuses(running)
        for (const status of new Set(statuses.values())) {
          const ids = [...statuses].filter(([, wanted]) => wanted === status).map(([id]) => id)
          await db.updateTable('collectedLines').set({ status }).where('schoolId', '=', schoolId).where('id', 'in', ids).execute()
        }
        await db
          .updateTable('payments')
          .set({
            state: input.outcome === 'CLEARED' ? 'COLLECTED' : 'FAILED',
            settledOn: schoolDay(new Date()),
            settledBy: viewer.subject,
            settledByName: viewer.name,
          })
          .where('schoolId', '=', schoolId)
          .where('id', '=', row.id)
          .execute()
        if (input.outcome === 'FAILED') {
          await undoLateFees(db, viewer, row, t`A cheque failed`)
          const followed = { schoolId, studentIds: [row.studentId], feeIds: row.lines.map((line) => line.feeId) }
          await followAfterRemoval(db, viewer, followed, t`A cheque failed`)
          await cancelReceiptMessages(db, schoolId, row)
        }
        return { result: await readPayment(), ids: [row.id], fields: ['state'] }
      },
      readPayment,
    )
  },
})

/** Returns the new status of each line by its id. Pending is computed again under the account's lock. */
async function settledStatuses({
  db,
  schoolId,
  input,
  row,
}: Pick<Parameters<typeof lockPayment>[0], 'db' | 'schoolId'> & {
  input: { outcome: 'CLEARED' | 'FAILED' }
  row: Payment
}): Promise<Map<number, LineStatus>> {
  const feeIds = row.lines.map((line) => line.feeId)
  const fees = await feesWithIds(db, { schoolId, studentId: row.studentId }, feeIds).forShare('fees').execute()
  const lines = (await undeletedLinesOn(db, { ...row, schoolId }, feeIds).execute()).map((line) => ({
    ...line,
    status: line.status as LineStatus,
  }))
  const byFee = new Map(fees.map((fee) => [fee.id, settledStatus(input.outcome === 'CLEARED', fee, lines)]))
  return new Map(row.lines.map((line) => [line.id, byFee.get(line.feeId) ?? 'FAILED']))
}

/** Says who has recorded which answer, and how a wrong one is put right. */
function settledMessage({ mode, state, settledByName: name }: Payment): string {
  return `${settledText(mode, state, name)} ${state === 'FAILED' ? failedByMistake() : clearedByMistake()}`
}

function settledText(mode: string, state: string, name: string | null): string {
  if (mode === 'DD')
    return state === 'FAILED'
      ? t`This demand draft was marked failed by ${name ?? ''} already.`
      : t`This demand draft was marked cleared by ${name ?? ''} already.`
  if (state === 'FAILED')
    return name === null
      ? t`This cheque was marked failed by somebody already.`
      : t`This cheque was marked failed by ${name} already.`
  return name === null
    ? t`This cheque was marked cleared by somebody already.`
    : t`This cheque was marked cleared by ${name} already.`
}
