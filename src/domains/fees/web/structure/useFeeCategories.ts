import { useQuery } from '#ui/data/useQuery.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { FeeCategoriesDocument, type FeeCategoryWithLateFeeFragment } from './feeCategories.graphql.ts'

/** Loads the fee categories of the shown term by name; undefined while they load, and when `skip` says not to. */
export function useFeeCategories({ skip = false } = {}): {
  categories: readonly FeeCategoryWithLateFeeFragment[] | undefined
  error: unknown
  retry: () => void
} {
  const { schoolId, termId } = useActiveSchool()
  const { data, error, refetch } = useQuery(FeeCategoriesDocument, {
    variables: { schoolId, termId },
    skip: skip || termId === '0',
  })
  const categories = termId === '0' ? [] : data?.feeCategories
  return { categories, error: categories ? undefined : error, retry: () => void refetch() }
}
