import type { ApolloCache } from '@apollo/client'

/** What a failure of a change of categories and fees is called (specification, section 8). */
export const feesFailure = (message: string) => `Something Went Wrong. Heres the error ${message}`

/**
 * Makes whatever shows categories, fees or who pays them be asked for again, on screen at once. What is shown stays until the
 * answer is there.
 */
export function forgetFees(cache: ApolloCache): void {
  forgetWhoPays(cache)
  for (const fieldName of ['feeCategories', 'fees', 'feeCategoryPlaces', 'feeCategoryStudents'])
    cache.evict({ id: 'ROOT_QUERY', fieldName })
}

/** The same for what follows from who pays a category, other than the lists in which that is changed. */
export function forgetWhoPays(cache: ApolloCache): void {
  for (const fieldName of ['studentFeeCategories', 'feeAccount', 'pendingFees', 'pendingBySection'])
    cache.evict({ id: 'ROOT_QUERY', fieldName })
}
