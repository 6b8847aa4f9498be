import { factsOf, type StudentField } from '#domains/students/reporting.exports.ts'
import { saidWhenRead } from '#shared/saidWhenRead.ts'
import { t } from '#shared/texts.ts'

/*
 * What the portal asks of a student. An item that is missing is blank, or not in the form that the portal takes. The
 * conditions are SQL (server/udise.sql.ts), so that the board, the grid and the sheet count alike.
 */

/** Items that the grid fills in, by the key of the student's field, in the order of the portal's two profiles. */
export const fillItems = [
  'penNumber',
  'apaarConsent',
  'aaparId',
  'aadharNumber',
  'nameAsAadhaar',
  'gender',
  'birthdate',
  'motherName',
  'fatherName',
  'address',
  'pincode',
  'phone',
  'motherTongueCode',
  'socialCategory',
  'minorityGroup',
  'bpl',
  'aay',
  'ews',
  'cwsn',
  'impairments',
  'indianNational',
  'outOfSchool',
  'registerNo',
  'dateOfAdmission',
  'stream',
  'previousStatus',
  'previousClass',
  'examAppeared',
  'previousResult',
  'previousMarks',
  'previousDays',
] as const
export type FillItem = (typeof fillItems)[number]

/** Every item: `class` is a class whose name is none of the portal's, which is corrected under Classes. */
export const items = ['class', ...fillItems] as const
export type Item = (typeof items)[number]

/**
 * Items without which the portal takes the student all the same: it gives the PEN itself, the APAAR id comes later, and
 * a child may have no Aadhaar number.
 */
export const wantedItems: readonly Item[] = ['penNumber', 'apaarConsent', 'aaparId', 'aadharNumber']

/** Items without which a student is not ready. */
export const requiredItems = items.filter((item) => !wantedItems.includes(item))

const otherLabels = saidWhenRead({
  class: () => t`Class as in UDISE+`,
  aadharNumber: () => t`Aadhaar number`,
  gender: () => t`Gender`,
  phone: () => t`Phone`,
})

/** Returns what an item is called. */
export function itemLabel(item: Item): string {
  return item in otherLabels ? otherLabels[item as keyof typeof otherLabels] : factsOf(item as StudentField).label
}
