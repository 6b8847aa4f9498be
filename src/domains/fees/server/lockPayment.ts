import type { Running } from '#platform/command.ts'
import { lockAccount } from './account.sql.ts'
import { type Payment, paymentById } from './payments.sql.ts'

/**
 * Loads a payment for a change of its state. Whose it is never changes and is read first; then the account's lock is taken, as
 * everywhere, and only then the payment as it is now.
 */
export async function lockPayment({
  db,
  viewer,
  schoolId,
  input,
}: Omit<Running<{ id: number }, unknown>, 'row'>): Promise<Payment | undefined> {
  const found = await paymentById(db, schoolId, viewer, input.id).executeTakeFirst()
  if (!found || !(await lockAccount(db, viewer, found))) return undefined
  return paymentById(db, schoolId, viewer, input.id).executeTakeFirst()
}
