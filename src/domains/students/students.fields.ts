/*
 * The plain fields of a student. The form, the student page, the import templates, the GraphQL types, the browser's
 * fragments, the list, ID cards, certificates, exports and erasures are made from this list, so that a new field is an
 * entry here and a column in a migration. Name, phone, roll, section, gender, login, Aadhaar and files have rules of
 * their own, in students.schema.ts.
 */

import { showDay } from '#shared/dates.ts'
import { saidWhenRead } from '#shared/saidWhenRead.ts'
import { t } from '#shared/texts.ts'
import type { ChoiceList } from './studentChoices.ts'

export type FieldKind =
  | 'text'
  | 'name'
  | 'day'
  | 'flag'
  | 'email'
  | 'phones'
  | 'apaar'
  | 'language'
  | 'choice'
  | 'choices'
  | 'number'

/** The titles of the groups of the form and of the student page, in their order, after the essential fields. */
const groupTitles = saidWhenRead({
  Identity: () => t`Identity`,
  Contact: () => t`Contact`,
  Family: () => t`Family`,
  'Government ids': () => t`Government ids`,
  Admission: () => t`Admission`,
  'Community and health': () => t`Community and health`,
  Reporting: () => t`Government reporting (UDISE+)`,
})
export type Group = keyof typeof groupTitles

/** The groups of a certificate's placeholders to which plain fields can belong. */
export type CertificateGroup = 'Ids' | 'Student' | 'Family' | 'Admission'

interface Field {
  label: string
  kind: FieldKind
  group: Group
  /** Maximum length of the text. */
  max?: number
  /** The values of a `choice` or of `choices` (studentChoices.ts). */
  list?: ChoiceList
  /** The smallest and the largest whole number of a `number`, and the message about another. */
  from?: number
  to?: number
  problem?: string
  /** A day that cannot lie in the future. */
  past?: true
  /** Of the school year before the term in which it was entered: in the next term it is asked for again. */
  ofYearBefore?: true
  /** Caste, religion and health: visible to ADMIN and SUPERADMIN only, and excluded from exports by default. */
  sensitive?: true
  /** A hidden column of the list of students. */
  inList?: true
  /** The stored name by which ID cards may show it, its label there, and what the sample card says. */
  card?: { name: string; label: string; sample: string }
  /** The group under which certificates have it as a placeholder of its own name. */
  certificate?: CertificateGroup
}

export const studentFields = saidWhenRead({
  firstName: { label: () => t`First name`, kind: 'name', max: 100, group: 'Identity' },
  surname: { label: () => t`Surname`, kind: 'name', max: 100, group: 'Identity' },
  registerNo: {
    label: () => t`Register no.`,
    kind: 'text',
    max: 30,
    group: 'Identity',
    card: { name: 'REGISTER_NO', label: () => t`Register no.`, sample: 'G0412' },
  },
  phones: { label: () => t`Other phones`, kind: 'phones', group: 'Contact' },
  email: { label: () => t`Email`, kind: 'email', group: 'Contact' },
  birthdate: {
    label: () => t`Birthdate`,
    kind: 'day',
    past: true,
    group: 'Identity',
    inList: true,
    card: { name: 'BIRTHDATE', label: () => t`Birth date`, sample: () => showDay('2014-06-03') },
  },
  dobInWords: { label: () => t`Birthdate in words`, kind: 'text', max: 120, group: 'Identity' },
  birthPlace: { label: () => t`Birth place`, kind: 'text', max: 100, group: 'Identity' },
  motherTongue: { label: () => t`Mother tongue`, kind: 'text', max: 50, group: 'Identity', certificate: 'Student' },
  religion: {
    label: () => t`Religion`,
    kind: 'text',
    max: 50,
    sensitive: true,
    group: 'Community and health',
    certificate: 'Student',
  },
  caste: { label: () => t`Caste`, kind: 'text', max: 50, sensitive: true, group: 'Community and health', certificate: 'Student' },
  subCaste: {
    label: () => t`Sub-caste`,
    kind: 'text',
    max: 50,
    sensitive: true,
    group: 'Community and health',
    certificate: 'Student',
  },
  fatherName: { label: () => t`Father's name`, kind: 'name', max: 100, group: 'Family' },
  fatherOccupation: { label: () => t`Father's occupation`, kind: 'text', max: 100, group: 'Family' },
  fatherQualification: { label: () => t`Father's qualification`, kind: 'text', max: 100, group: 'Family' },
  motherName: { label: () => t`Mother's name`, kind: 'name', max: 100, group: 'Family' },
  motherOccupation: { label: () => t`Mother's occupation`, kind: 'text', max: 100, group: 'Family' },
  motherQualification: { label: () => t`Mother's qualification`, kind: 'text', max: 100, group: 'Family' },
  guardian: { label: () => t`Guardian`, kind: 'name', max: 100, group: 'Family' },
  sibling: { label: () => t`Sibling`, kind: 'text', max: 200, group: 'Family' },
  /** In which the family gets messages; '' is the school's. */
  language: { label: () => t`Family's language`, kind: 'language', group: 'Family' },
  singleParent: { label: () => t`Single parent`, kind: 'flag', group: 'Family' },
  orphan: { label: () => t`Orphan`, kind: 'flag', group: 'Family' },
  address: { label: () => t`Address`, kind: 'text', max: 500, group: 'Contact', certificate: 'Family' },
  colony: { label: () => t`Colony`, kind: 'text', max: 100, group: 'Contact' },
  taluka: { label: () => t`Taluka`, kind: 'text', max: 100, group: 'Contact', certificate: 'Family' },
  dist: { label: () => t`District`, kind: 'text', max: 100, group: 'Contact', certificate: 'Family' },
  state: {
    label: () => t({ message: 'State', context: 'of India' }),
    kind: 'text',
    max: 100,
    group: 'Contact',
    certificate: 'Family',
  },
  country: { label: () => t`Country`, kind: 'text', max: 100, group: 'Contact', certificate: 'Family' },
  distance: { label: () => t`Distance to school`, kind: 'text', max: 30, group: 'Contact' },
  admitInClass: { label: () => t`Admitted in class`, kind: 'text', max: 50, group: 'Admission' },
  dateOfAdmission: { label: () => t`Date of admission`, kind: 'day', group: 'Admission', certificate: 'Admission' },
  lastClass: { label: () => t`Last class`, kind: 'text', max: 50, group: 'Admission' },
  lastSchoolAttended: { label: () => t`Last school attended`, kind: 'text', max: 200, group: 'Admission' },
  aapar: { label: () => t`APAAR given`, kind: 'flag', group: 'Government ids' },
  aaparId: { label: () => t`APAAR id`, kind: 'apaar', group: 'Government ids' },
  penNumber: { label: () => t`PEN`, kind: 'text', max: 30, group: 'Government ids' },
  saralId: { label: () => t`SARAL id`, kind: 'text', max: 30, group: 'Government ids' },
  uidNo: { label: () => t`UID no.`, kind: 'text', max: 30, group: 'Government ids', certificate: 'Ids' },
  rfid: { label: () => t`RFID`, kind: 'text', max: 50, group: 'Government ids' },
  bloodgroup: {
    label: () => t`Blood group`,
    kind: 'text',
    max: 10,
    sensitive: true,
    group: 'Community and health',
    card: { name: 'BLOOD_GROUP', label: () => t`Blood group`, sample: 'B+' },
  },
  height: { label: () => t`Height`, kind: 'text', max: 20, sensitive: true, group: 'Community and health' },
  weight: { label: () => t`Weight`, kind: 'text', max: 20, sensitive: true, group: 'Community and health' },
  handicap: { label: () => t`Handicap`, kind: 'text', max: 100, sensitive: true, group: 'Community and health' },
  muman: { label: () => t`Muman`, kind: 'text', max: 50, group: 'Community and health' },
  nameAsAadhaar: { label: () => t`Name as in Aadhaar`, kind: 'text', max: 100, group: 'Reporting' },
  apaarConsent: { label: () => t`Consent to APAAR`, kind: 'choice', list: 'yesNo', group: 'Reporting' },
  pincode: {
    label: () => t`PIN code`,
    kind: 'number',
    from: 100_000,
    to: 999_999,
    problem: () => t`A PIN code has 6 digits, the first not 0`,
    group: 'Reporting',
  },
  motherTongueCode: {
    label: () => t`Mother tongue code`,
    kind: 'number',
    from: 1,
    to: 999,
    problem: () => t`The number that UDISE+ shows before the language, such as 42`,
    group: 'Reporting',
  },
  socialCategory: {
    label: () => t`Social category`,
    kind: 'choice',
    list: 'socialCategory',
    sensitive: true,
    group: 'Reporting',
  },
  minorityGroup: { label: () => t`Minority group`, kind: 'choice', list: 'minorityGroup', sensitive: true, group: 'Reporting' },
  bpl: { label: () => t`Below poverty line (BPL)`, kind: 'choice', list: 'yesNo', sensitive: true, group: 'Reporting' },
  aay: { label: () => t`Antyodaya (AAY)`, kind: 'choice', list: 'yesNo', sensitive: true, group: 'Reporting' },
  ews: { label: () => t`EWS or disadvantaged group`, kind: 'choice', list: 'yesNo', sensitive: true, group: 'Reporting' },
  cwsn: { label: () => t`Special needs (CWSN)`, kind: 'choice', list: 'yesNo', sensitive: true, group: 'Reporting' },
  impairments: { label: () => t`Kind of impairment`, kind: 'choices', list: 'impairment', sensitive: true, group: 'Reporting' },
  indianNational: { label: () => t`Indian national`, kind: 'choice', list: 'yesNo', group: 'Reporting' },
  outOfSchool: { label: () => t`Was out of school`, kind: 'choice', list: 'yesNo', group: 'Reporting' },
  stream: { label: () => t`Stream`, kind: 'choice', list: 'stream', group: 'Reporting' },
  previousStatus: {
    label: () => t`Last year: where the student studied`,
    kind: 'choice',
    list: 'previousStatus',
    ofYearBefore: true,
    group: 'Reporting',
  },
  previousClass: {
    label: () => t`Last year: class`,
    kind: 'choice',
    list: 'portalClass',
    ofYearBefore: true,
    group: 'Reporting',
  },
  examAppeared: {
    label: () => t`Last year: took the examination`,
    kind: 'choice',
    list: 'yesNo',
    ofYearBefore: true,
    group: 'Reporting',
  },
  previousResult: {
    label: () => t`Last year: result`,
    kind: 'choice',
    list: 'previousResult',
    ofYearBefore: true,
    group: 'Reporting',
  },
  previousMarks: {
    label: () => t`Last year: marks in per cent`,
    kind: 'number',
    from: 0,
    to: 100,
    problem: () => t`A whole number from 0 to 100`,
    ofYearBefore: true,
    group: 'Reporting',
  },
  previousDays: {
    label: () => t`Last year: days attended`,
    kind: 'number',
    from: 0,
    to: 365,
    problem: () => t`A whole number from 0 to 365`,
    ofYearBefore: true,
    group: 'Reporting',
  },
}) satisfies Record<string, Field>

export type StudentField = keyof typeof studentFields
/** The fields of which the list says this. */
type FieldWith<Fact extends keyof Field> = {
  [Name in StudentField]: Fact extends keyof (typeof studentFields)[Name] ? Name : never
}[StudentField]
export const studentFieldNames = Object.keys(studentFields) as StudentField[]

/** What the list says of a field. */
export function factsOf(field: StudentField): Readonly<Field> {
  return studentFields[field]
}

/** The fields of the school year before. */
export const yearBeforeFields = studentFieldNames.filter((field) => factsOf(field).ofYearBefore)

/** The plain fields that an exported file may contain. */
export const exportableFields = studentFieldNames.filter(
  (field): field is Exclude<StudentField, FieldWith<'sensitive'>> => !('sensitive' in studentFields[field]),
)

/** The groups with their fields, in the order of the list. */
export const fieldGroups = (Object.keys(groupTitles) as Group[]).map((group) => ({
  group,
  get title() {
    return groupTitles[group]
  },
  fields: studentFieldNames.filter((field) => studentFields[field].group === group),
}))

/** The plain fields that are hidden columns of the list of students. */
export const listedFields = studentFieldNames.filter((field): field is FieldWith<'inList'> => 'inList' in studentFields[field])

export const genders = ['MALE', 'FEMALE', 'OTHER', 'BLANK'] as const
export type Gender = (typeof genders)[number]
