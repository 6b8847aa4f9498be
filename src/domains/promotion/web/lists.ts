import type { ApolloCache } from '@apollo/client'

/**
 * Makes whatever shows classes, sections, students or who pays which fees be asked for again, those on screen at once: a batch has
 * come to its end, or was reversed. What is shown stays until the answer is there.
 */
export function forgetYear(cache: ApolloCache): void {
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
