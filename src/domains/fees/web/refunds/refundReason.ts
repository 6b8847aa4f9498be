import { t } from '@lingui/core/macro'
import type { RefundFactsFragment } from './refunds.graphql.ts'

/** Returns why money was given back, or who cancelled that and why. */
export function refundReason({ reason, cancelledByName, cancelReason }: RefundFactsFragment): string {
  return cancelledByName === null ? reason : t`Cancelled by ${cancelledByName}: ${cancelReason ?? ''}`
}
