import { lowPercent } from './attendance.rules.ts'

/* What the papers say of how attendance was counted. */

export const lateIsPresent = 'Late counts as present. % is of the registers that were taken.'
export const notTakenNote =
  'Not taken is not absent. Days before a student’s admission do not count. A student marked (left) sits in another section now.'
export const shadedNote = `Shaded: under ${lowPercent} %.`
export const halfDayNote = 'P, A and L count half days: a morning and an afternoon.'
export const lettersNote =
  'P present, A absent, L late, H holiday, · not taken. Blank: before the admission, or a day that is still to come.'
export const lecturesNote = 'Lectures of a subject on one day share a column; in the totals each counts by itself.'
