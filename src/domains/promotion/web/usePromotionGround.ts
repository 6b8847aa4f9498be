import { useQuery } from '@apollo/client/react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { PromotionGroundDocument, type PromotionGroundQuery } from './promotion.graphql.ts'

/** Both terms, their sections, and the fees categories that may come along. */
export type Ground = PromotionGroundQuery['promotionGround']
export type FromSection = Ground['sections'][number]

/** What promotion from a previous term starts from, as it is now. */
export function usePromotionGround(termId: string): { ground: Ground | undefined; error: unknown; retry: () => void } {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(PromotionGroundDocument, {
    variables: { schoolId, input: { termId } },
    // Batches change it behind the page.
    fetchPolicy: 'cache-and-network',
  })
  return { ground: data?.promotionGround, error: data ? undefined : error, retry: () => void refetch().catch(() => undefined) }
}

/** How a section of either term is called: "7-A". */
export function titleOf(section: { className: string; name: string }): string {
  return `${section.className}-${section.name}`
}
