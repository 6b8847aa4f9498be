import type { FeeState, LineStatus } from '../account.rules.ts'
import type { PaymentState } from '../payments.schema.ts'

/** The states of fees, collected lines and payments, as shown on screen. */
export const stateLabels: Readonly<Record<FeeState | LineStatus | PaymentState, string>> = {
  PAID: 'Paid',
  PART_PAID: 'Part paid',
  PENDING: 'Pending',
  CLEARING: 'Clearing',
  COLLECTED: 'Collected',
  FAILED: 'Failed',
  DISCOUNT: 'Discount',
}
