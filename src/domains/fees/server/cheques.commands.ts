import { command } from '../../../platform/command.ts'
import { once } from '../../../platform/once.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { schoolDay } from '../../../shared/dates.ts'
import { balance, type LineStatus, paidStatus } from '../account.rules.ts'
import { settleChequeInput } from '../payments.schema.ts'
import { standingLines } from './account.sql.ts'
import { paymentActions } from './fees.permissions.ts'
import { lockPayment } from './lockPayment.ts'
import { type Payment, paymentById } from './payments.sql.ts'

/**
 * Writes what the bank said about a clearing cheque. CLEARED: the payment counts as collected on its receipt's day, and each
 * line is PAID when nothing is left pending on its fee, otherwise PART_PAID; what is left is worked out here, not taken from
 * the client. FAILED: the lines fail, and what they reserved is pending again. CONFLICT for a payment that is not clearing.
 */
export const settleCheque = command<typeof settleChequeInput, Payment, Payment>({
  action: paymentActions.settleCheque,
  input: settleChequeInput,
  load: lockPayment,
  run: (running) => {
    const { db, viewer, schoolId, input, row } = running
    const stored = () => paymentById(db, schoolId, viewer, row.id).executeTakeFirstOrThrow()
    return once(
      running,
      paymentActions.settleCheque.name,
      input,
      async () => {
        if (row.deletedAt) throw new Refusal('CONFLICT', `This payment was deleted by ${row.deletedByName}.`)
        if (row.state !== 'CLEARING')
          throw new Refusal(
            'CONFLICT',
            `This cheque was marked ${said(row.state)} by ${row.settledByName ?? 'somebody'} already.`,
          )
        const cleared = input.outcome === 'CLEARED'
        const status = cleared ? await clearedStatuses(running) : new Map<number, LineStatus>()
        for (const wanted of ['PAID', 'PART_PAID', 'FAILED'] as const) {
          const ids = row.lines.filter((line) => (status.get(line.id) ?? 'FAILED') === wanted).map((line) => line.id)
          if (ids.length === 0) continue
          await db
            .updateTable('collectedLines')
            .set({ status: wanted })
            .where('schoolId', '=', schoolId)
            .where('id', 'in', ids)
            .execute()
        }
        await db
          .updateTable('payments')
          .set({
            state: cleared ? 'COLLECTED' : 'FAILED',
            ...{ settledOn: schoolDay(new Date()), settledBy: viewer.subject, settledByName: viewer.name },
          })
          .where('schoolId', '=', schoolId)
          .where('id', '=', row.id)
          .execute()
        return { result: await stored(), ids: [row.id], fields: ['state'] }
      },
      stored,
    )
  },
})

/** The state of each line of a cheque that has cleared, by what is pending on its fee with the cheque counted. */
async function clearedStatuses({
  db,
  schoolId,
  row,
}: Pick<Parameters<typeof lockPayment>[0], 'db' | 'schoolId'> & { row: Payment }): Promise<Map<number, LineStatus>> {
  const fees = await db
    .selectFrom('fees')
    .select(['id', 'sr', 'amount', 'fixedAmount'])
    .where('schoolId', '=', schoolId)
    .where(
      'id',
      'in',
      row.lines.map((line) => line.feeId),
    )
    .forShare()
    .execute()
  const lines = (await standingLines(db, { ...row, schoolId }).execute()).map((line) => ({
    ...line,
    status: line.status as LineStatus,
  }))
  const pending = new Map(fees.map((fee) => [fee.id, balance(fee, lines).pending]))
  return new Map(row.lines.map((line) => [line.id, paidStatus(pending.get(line.feeId) ?? 0)]))
}

function said(state: string): string {
  return state === 'FAILED' ? 'failed' : 'cleared'
}
