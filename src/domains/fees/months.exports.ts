export { schoolYearMonths, showMonth } from './months.ts'
