import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { DiscountsToApproveDocument } from './concessions/openingApprovals.graphql.ts'

/** The address of the discounts that wait for an ADMIN. */
const approvalsAddress = '/fees?tab=approvals'

/**
 * Counts the discounts that wait for approval. Undefined while loading; null if the school has no fees module or the
 * question is refused.
 */
export function useDiscountsToApprove(): { count: number; to: string } | null | undefined {
  const { schoolId, school } = useActiveSchool()
  const skip = !school.flags.feesModule
  const { data, error } = useQuery(DiscountsToApproveDocument, { variables: { schoolId }, skip })
  if (!data) return skip || error ? null : undefined
  return { count: data.discountRequests.length, to: approvalsAddress }
}
