import type { ApolloCache } from '@apollo/client'

/**
 * Evicts categories, fees and assignments from the cache, so that queries on screen load them again. The old data stays
 * visible until then.
 */
export function evictFees(cache: ApolloCache): void {
  evictStudentFees(cache)
  for (const fieldName of ['feeCategories', 'fees', 'feeCategoryPlaces', 'feeCategoryStudents'])
    cache.evict({ id: 'ROOT_QUERY', fieldName })
}

/** Evicts what depends on who pays a category, except the lists in which that is edited. */
export function evictStudentFees(cache: ApolloCache): void {
  for (const fieldName of ['studentFeeCategories', 'feeAccount', 'pendingFees', 'pendingBySection'])
    cache.evict({ id: 'ROOT_QUERY', fieldName })
}
