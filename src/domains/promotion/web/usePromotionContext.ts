import { useQuery } from '#ui/data/useQuery.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { PromotionGroundDocument, type PromotionGroundQuery } from './promotion.graphql.ts'

/** Both terms with their sections, and the fees categories that can be copied. */
export type PromotionContext = PromotionGroundQuery['promotionGround']
export type FromSection = PromotionContext['sections'][number]

/** Loads the current state of both terms for a promotion. */
export function usePromotionContext(termId: string): {
  context: PromotionContext | undefined
  error: unknown
  retry: () => void
} {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(PromotionGroundDocument, {
    variables: { schoolId, input: { termId } },
    // Batches change it in the background.
  })
  return { context: data?.promotionGround, error: data ? undefined : error, retry: () => void refetch().catch(() => undefined) }
}

/** Returns the name of a section: "7-A". */
export function sectionLabel(section: { className: string; name: string }): string {
  return `${section.className}-${section.name}`
}
