import { schoolYearMonths } from '../../months.ts'

/** Said where a term has no fee categories, and where a category has no fees (specification, section 2). */
export const noCategories = 'No data found for this term'
export const noFees = 'Looks like there are no fees assigned to this class'

/** The months in the order of the school's year. */
export const monthOptions = schoolYearMonths.map((month) => ({ value: month, label: month }))

/** `1 fee`, `1,200 students`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en-IN')} ${number === 1 ? one : many}`
}
