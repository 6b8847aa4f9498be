import type { ApolloCache } from '@apollo/client'

/**
 * Evicts all lists of classes, sections, students and fees from the cache after a batch has finished or was reversed.
 * Lists on screen refetch at once and show their old rows meanwhile.
 */
export function evictTermLists(cache: ApolloCache): void {
  for (const fieldName of [
    'classes',
    'sections',
    'mySections',
    'curriculum',
    'subjects',
    'students',
    'qrSheet',
    'registersOfDay',
    'idCardHolders',
    'feeCategories',
    'fees',
    'feeCategoryPlaces',
    'feeCategoryStudents',
    'studentFeeCategories',
    'feeAccount',
    'pendingFees',
    'pendingBySection',
    'promotionGround',
    'promotionStudents',
    'previewPromotion',
  ])
    cache.evict({ id: 'ROOT_QUERY', fieldName })
}
