import { schoolYearMonths } from '../../months.ts'

/** Said where a term has no fee categories, and where a category has no fees (specification, section 2). */
export const noCategories = 'No data found for this term'
export const noFees = 'Looks like there are no fees assigned to this class'

/** The months in the order of the school's year. */
export const monthOptions = schoolYearMonths.map((month) => ({ value: month, label: month }))
