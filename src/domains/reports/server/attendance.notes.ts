import { lowPercent } from './attendance.rules.ts'

/* Notes on the reports about how attendance was counted. */

export const lateNote = 'Late counts as present. % is of the registers taken.'
export const notTakenNote =
  'Not taken is not absent. Days before a student’s admission do not count. A student marked (left) is in another section now.'
export const shadedNote = `Shaded: under ${lowPercent} %.`
export const halfDayNote = 'P, A and L count half days: a morning and an afternoon.'
export const lettersNote =
  'P present, A absent, L late, H holiday, · not taken. Blank: before the admission, or a day in the future.'
export const lecturesNote = 'Lectures of a subject on the same day share a column; in the totals each counts separately.'
