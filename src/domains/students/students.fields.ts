/*
 * The plain fields of a student. The form, the student page, the import templates, the GraphQL types, the browser's
 * fragments, the list, ID cards, certificates, exports and erasures are made from this list, so that a new field is an
 * entry here and a column in a migration. Name, phone, roll, section, gender, login, Aadhaar and files have rules of
 * their own, in students.schema.ts.
 */

import { showDay } from '#shared/dates.ts'
import { saidWhenRead } from '#shared/saidWhenRead.ts'
import { t } from '#shared/texts.ts'

export type FieldKind = 'text' | 'name' | 'day' | 'flag' | 'email' | 'phones' | 'apaar' | 'language'

/** The titles of the groups of the form and of the student page, in their order, after the essential fields. */
const groupTitles = saidWhenRead({
  Identity: () => t`Identity`,
  Contact: () => t`Contact`,
  Family: () => t`Family`,
  'Government ids': () => t`Government ids`,
  Admission: () => t`Admission`,
  'Community and health': () => t`Community and health`,
})
type Group = keyof typeof groupTitles

/** The groups of a certificate's placeholders to which plain fields can belong. */
export type CertificateGroup = 'Ids' | 'Student' | 'Family' | 'Admission'

interface Field {
  label: string
  kind: FieldKind
  group: Group
  /** Maximum length of the text. */
  max?: number
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
}) satisfies Record<string, Field>

export type StudentField = keyof typeof studentFields
export const studentFieldNames = Object.keys(studentFields) as StudentField[]

/** The plain fields that an exported file may contain. */
export const exportableFields = studentFieldNames.filter((field) => !('sensitive' in studentFields[field]))

/** The groups with their fields, in the order of the list. */
export const fieldGroups = (Object.keys(groupTitles) as Group[]).map((group) => ({
  get title() {
    return groupTitles[group]
  },
  fields: studentFieldNames.filter((field) => studentFields[field].group === group),
}))

/** The plain fields that are hidden columns of the list of students. */
export const listedFields = studentFieldNames.filter((field) => 'inList' in studentFields[field])

export const genders = ['MALE', 'FEMALE', 'OTHER', 'BLANK'] as const
export type Gender = (typeof genders)[number]
