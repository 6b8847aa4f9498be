import type { studentChoices } from '#domains/students/reporting.exports.ts'

type Codes<List extends keyof typeof studentChoices> = Readonly<Partial<Record<(typeof studentChoices)[List][number], string>>>

/**
 * What a column of the portal's sheet holds: a field of the student, or one of these. `guardianOrFather` is the
 * guardian, else the father; `latinName` the name, or the name as in Aadhaar where the name is in another script.
 */
export type PortalValue =
  | 'udiseCode'
  | 'saralId'
  | 'class'
  | 'section'
  | 'roll'
  | 'latinName'
  | 'gender'
  | 'birthdate'
  | 'motherName'
  | 'fatherName'
  | 'guardianOrFather'
  | 'aadhaar'
  | 'nameAsAadhaar'
  | 'address'
  | 'pincode'
  | 'phone'
  | 'otherPhone'
  | 'email'
  | 'motherTongueCode'
  | 'socialCategory'
  | 'minorityGroup'
  | 'bpl'
  | 'aay'
  | 'ews'
  | 'cwsn'
  | 'impairments'
  | 'indianNational'
  | 'outOfSchool'
  | 'registerNo'
  | 'dateOfAdmission'
  | 'stream'
  | 'previousStatus'
  | 'previousClass'
  | 'examAppeared'
  | 'previousResult'
  | 'previousMarks'
  | 'previousDays'
  | 'unknown'

/** The sheet and the codes of a portal in a school year. Next year's is another file with a value of this type. */
export interface UdiseFormat {
  /** The first school year that it is used for, as a term is called: `2025-26`. */
  year: string
  /** Where the columns and codes come from, with the day on which they were read. */
  sources: readonly { gives: string; address: string; asOf: string }[]
  columns: readonly { header: string; value: PortalValue }[]
  codes: {
    yesNo: Codes<'yesNo'>
    gender: Readonly<Record<'MALE' | 'FEMALE' | 'OTHER', string>>
    socialCategory: Codes<'socialCategory'>
    minorityGroup: Codes<'minorityGroup'>
    impairment: Codes<'impairment'>
    stream: Codes<'stream'>
    previousStatus: Codes<'previousStatus'>
    previousResult: Codes<'previousResult'>
  }
  /** Names of the mother tongues whose code has a source. Other codes are taken as they are typed. */
  motherTongues: Readonly<Record<string, string>>
  /** What stands in the column of Aadhaar for a child without one. */
  noAadhaar: string
  /** Regular expressions that PostgreSQL and JavaScript read alike. */
  patterns: { name: string; address: string; phone: string }
  addressLength: { min: number; max: number }
  nameLength: { min: number; max: number }
}
