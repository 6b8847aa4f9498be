import { t } from '@lingui/core/macro'
import type { FeeState, LineStatus } from '../account.rules.ts'
import type { PaymentState } from '../payments.schema.ts'

/** The states of fees, collected lines and payments, as shown on screen. */
export const stateLabels: Readonly<Record<FeeState | LineStatus | PaymentState, string>> = {
  PAID: t`Paid`,
  PART_PAID: t`Part paid`,
  PENDING: t`Pending`,
  CLEARING: t`Clearing`,
  COLLECTED: t`Collected`,
  FAILED: t({ message: 'Failed', context: 'a cheque' }),
  DISCOUNT: t`Discount`,
  CONCESSION: t`Concession`,
  WRITE_OFF: t`Written off`,
  REFUND: t`Given back`,
  OPENING: t`From before Shala`,
  LATE_FEE: t`Late fee`,
}
