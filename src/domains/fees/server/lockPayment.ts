import type { CommandContext } from '#platform/command.ts'
import { lockAccount } from './accountLocks.ts'
import { type Payment, paymentById } from './payments.sql.ts'

/**
 * Locks a payment's accounts, that of its term and those of earlier fees, and returns the payment, to change its state.
 * The payment is read first to find them, because they never change. It is read again after the lock, to get its
 * current state.
 */
export async function lockPayment({
  db,
  viewer,
  schoolId,
  input,
}: Omit<CommandContext<{ id: number }, unknown>, 'row'>): Promise<Payment | undefined> {
  const unlocked = await paymentById(db, schoolId, viewer, input.id).executeTakeFirst()
  if (!unlocked) return undefined
  const feeIds = unlocked.lines.map((line) => line.feeId)
  if (!(await lockAccount(db, viewer, unlocked, feeIds))) return undefined
  return paymentById(db, schoolId, viewer, input.id).executeTakeFirst()
}
