/** The question before a payment, discount or cheque is booked or changed (specification, section 4). */
import { t } from '@lingui/core/macro'
export const confirmTitle = t`Are You Sure You Want To Continue With This Action?`
