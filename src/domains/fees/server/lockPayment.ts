import type { CommandContext } from '#platform/command.ts'
import { lockAccount } from './account.sql.ts'
import { type Payment, paymentById } from './payments.sql.ts'

/**
 * Locks a payment's account and returns the payment, to change its state. The payment is read first to find its
 * account, which never changes. It is read again after the lock, to get its current state.
 */
export async function lockPayment({
  db,
  viewer,
  schoolId,
  input,
}: Omit<CommandContext<{ id: number }, unknown>, 'row'>): Promise<Payment | undefined> {
  const unlocked = await paymentById(db, schoolId, viewer, input.id).executeTakeFirst()
  if (!unlocked || !(await lockAccount(db, viewer, unlocked))) return undefined
  return paymentById(db, schoolId, viewer, input.id).executeTakeFirst()
}
