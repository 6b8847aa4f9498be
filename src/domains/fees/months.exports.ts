export { monthsOfTerm, schoolYearMonths, showMonth } from './months.ts'
