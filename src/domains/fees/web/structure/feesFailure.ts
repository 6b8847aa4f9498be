/** Returns the message of a failed change of fees or categories (specification, section 8). */
import { t } from '@lingui/core/macro'
export const feesFailure = (message: string) => t`Something Went Wrong. Here’s the error ${message}`
