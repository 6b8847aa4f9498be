import { t } from '@lingui/core/macro'
import { schoolYearMonths, showMonth } from '../../months.ts'

/** Empty states: a term without fee categories, and a category without fees (specification, section 2). */
export const noCategories = t`No data found for this term`
export const noFees = t`Looks like there are no fees assigned to this class`

/** The months as form options, in the order of the school year. */
export const monthOptions = schoolYearMonths.map((month) => ({ value: month, label: showMonth(month) }))
