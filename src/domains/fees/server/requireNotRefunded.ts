import type { Tx } from '#platform/database/connect.ts'
import { Refusal } from '#platform/refusal.ts'
import { t } from '#shared/texts.ts'
import type { LineStatus } from '../account.rules.ts'
import { feeTitle } from '../fees.rules.ts'
import { refundedFee } from '../refunds.rules.ts'
import { undeletedLinesOn } from './account.sql.ts'
import type { Payment } from './payments.sql.ts'

/**
 * Throws when money of a payment was given back, so that it cannot be taken away: what others paid on each of its fees
 * must cover the refunds. Call it under the account's lock.
 * @throws Refusal CONFLICT
 */
export async function requireNotRefunded(db: Tx, payment: Payment): Promise<void> {
  if (payment.state !== 'COLLECTED') return
  const lines = await undeletedLinesOn(
    db,
    payment,
    payment.lines.map((line) => line.feeId),
  ).execute()
  const refunded = refundedFee(
    // Only what was collected counts here, which does not depend on the fee's amount.
    payment.lines.map(({ feeId: id, feeName: name, month, amount }) => ({
      fee: { id, name, month, sr: 0, amount: 0, fixedAmount: false },
      amount,
    })),
    lines.map((line) => ({ ...line, status: line.status as LineStatus })),
  )
  if (refunded)
    throw new Refusal(
      'CONFLICT',
      t`Money that was paid on ${feeTitle(refunded)} was given back. Cancel that refund first. Nothing was saved.`,
    )
}
