import { t } from '#shared/texts.ts'
import { lowPercent } from './attendance.rules.ts'

/* Notes on the reports about how attendance was counted. */

export const lateNote = () => t`Late counts as present. % is of the registers taken.`
export const notTakenNote = () =>
  t`Not taken is not absent. Days before a student’s admission do not count. A student marked (left) is in another section now.`
export const shadedNote = () => t`Shaded: under ${lowPercent} %.`
export const halfDayNote = () => t`P, A and L count half days: a morning and an afternoon.`
export const lettersNote = () =>
  t`P present, A absent, L late, H holiday, · not taken. Blank: not in the section that day, or a day in the future.`
export const lecturesNote = () => t`Lectures of a subject on the same day share a column; in the totals each counts separately.`
