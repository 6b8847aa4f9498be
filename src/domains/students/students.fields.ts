/*
 * The plain fields of a student. The form, the student page, the import templates, the GraphQL types, the browser's
 * fragments, the list, ID cards, certificates, exports and erasures are made from this list, so that a new field is an
 * entry here and a column in a migration. Name, phone, roll, section, gender, login, Aadhaar and files have rules of
 * their own, in students.schema.ts.
 */

import { t } from '#shared/texts.ts'

export type FieldKind = 'text' | 'name' | 'day' | 'flag' | 'email' | 'phones' | 'apaar'

/** The titles of the groups of the form and of the student page, in their order, after the essential fields. */
const groupTitles = {
  get Identity() {
    return t`Identity`
  },
  get Contact() {
    return t`Contact`
  },
  get Family() {
    return t`Family`
  },
  get 'Government ids'() {
    return t`Government ids`
  },
  get Admission() {
    return t`Admission`
  },
  get 'Community and health'() {
    return t`Community and health`
  },
}
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
  /** The stored name by which ID cards may show it, its label there in English, and what the sample card says. */
  card?: { name: string; label: string; sample: string }
  /** The group under which certificates have it as a placeholder of its own name. */
  certificate?: CertificateGroup
}

export const studentFields = {
  firstName: {
    get label() {
      return t`First name`
    },
    kind: 'name',
    max: 100,
    group: 'Identity',
  },
  surname: {
    get label() {
      return t`Surname`
    },
    kind: 'name',
    max: 100,
    group: 'Identity',
  },
  registerNo: {
    get label() {
      return t`Register no.`
    },
    kind: 'text',
    max: 30,
    group: 'Identity',
    card: { name: 'REGISTER_NO', label: 'Register no.', sample: 'G0412' },
  },
  phones: {
    get label() {
      return t`Other phones`
    },
    kind: 'phones',
    group: 'Contact',
  },
  email: {
    get label() {
      return t`Email`
    },
    kind: 'email',
    group: 'Contact',
  },
  birthdate: {
    get label() {
      return t`Birthdate`
    },
    kind: 'day',
    group: 'Identity',
    inList: true,
    card: { name: 'BIRTHDATE', label: 'Birth date', sample: '03 Jun 2014' },
  },
  dobInWords: {
    get label() {
      return t`Birthdate in words`
    },
    kind: 'text',
    max: 120,
    group: 'Identity',
  },
  birthPlace: {
    get label() {
      return t`Birth place`
    },
    kind: 'text',
    max: 100,
    group: 'Identity',
  },
  motherTongue: {
    get label() {
      return t`Mother tongue`
    },
    kind: 'text',
    max: 50,
    group: 'Identity',
    certificate: 'Student',
  },
  religion: {
    get label() {
      return t`Religion`
    },
    kind: 'text',
    max: 50,
    sensitive: true,
    group: 'Community and health',
    certificate: 'Student',
  },
  caste: {
    get label() {
      return t`Caste`
    },
    kind: 'text',
    max: 50,
    sensitive: true,
    group: 'Community and health',
    certificate: 'Student',
  },
  subCaste: {
    get label() {
      return t`Sub-caste`
    },
    kind: 'text',
    max: 50,
    sensitive: true,
    group: 'Community and health',
    certificate: 'Student',
  },
  fatherName: {
    get label() {
      return t`Father's name`
    },
    kind: 'name',
    max: 100,
    group: 'Family',
  },
  fatherOccupation: {
    get label() {
      return t`Father's occupation`
    },
    kind: 'text',
    max: 100,
    group: 'Family',
  },
  fatherQualification: {
    get label() {
      return t`Father's qualification`
    },
    kind: 'text',
    max: 100,
    group: 'Family',
  },
  motherName: {
    get label() {
      return t`Mother's name`
    },
    kind: 'name',
    max: 100,
    group: 'Family',
  },
  motherOccupation: {
    get label() {
      return t`Mother's occupation`
    },
    kind: 'text',
    max: 100,
    group: 'Family',
  },
  motherQualification: {
    get label() {
      return t`Mother's qualification`
    },
    kind: 'text',
    max: 100,
    group: 'Family',
  },
  guardian: {
    get label() {
      return t`Guardian`
    },
    kind: 'name',
    max: 100,
    group: 'Family',
  },
  sibling: {
    get label() {
      return t`Sibling`
    },
    kind: 'text',
    max: 200,
    group: 'Family',
  },
  singleParent: {
    get label() {
      return t`Single parent`
    },
    kind: 'flag',
    group: 'Family',
  },
  orphan: {
    get label() {
      return t`Orphan`
    },
    kind: 'flag',
    group: 'Family',
  },
  address: {
    get label() {
      return t`Address`
    },
    kind: 'text',
    max: 500,
    group: 'Contact',
    certificate: 'Family',
  },
  colony: {
    get label() {
      return t`Colony`
    },
    kind: 'text',
    max: 100,
    group: 'Contact',
  },
  taluka: {
    get label() {
      return t`Taluka`
    },
    kind: 'text',
    max: 100,
    group: 'Contact',
    certificate: 'Family',
  },
  dist: {
    get label() {
      return t`District`
    },
    kind: 'text',
    max: 100,
    group: 'Contact',
    certificate: 'Family',
  },
  state: {
    get label() {
      return t`State`
    },
    kind: 'text',
    max: 100,
    group: 'Contact',
    certificate: 'Family',
  },
  country: {
    get label() {
      return t`Country`
    },
    kind: 'text',
    max: 100,
    group: 'Contact',
    certificate: 'Family',
  },
  distance: {
    get label() {
      return t`Distance to school`
    },
    kind: 'text',
    max: 30,
    group: 'Contact',
  },
  admitInClass: {
    get label() {
      return t`Admitted in class`
    },
    kind: 'text',
    max: 50,
    group: 'Admission',
  },
  dateOfAdmission: {
    get label() {
      return t`Date of admission`
    },
    kind: 'day',
    group: 'Admission',
    certificate: 'Admission',
  },
  lastClass: {
    get label() {
      return t`Last class`
    },
    kind: 'text',
    max: 50,
    group: 'Admission',
  },
  lastSchoolAttended: {
    get label() {
      return t`Last school attended`
    },
    kind: 'text',
    max: 200,
    group: 'Admission',
  },
  aapar: {
    get label() {
      return t`APAAR given`
    },
    kind: 'flag',
    group: 'Government ids',
  },
  aaparId: {
    get label() {
      return t`APAAR id`
    },
    kind: 'apaar',
    group: 'Government ids',
  },
  penNumber: {
    get label() {
      return t`PEN`
    },
    kind: 'text',
    max: 30,
    group: 'Government ids',
  },
  saralId: {
    get label() {
      return t`SARAL id`
    },
    kind: 'text',
    max: 30,
    group: 'Government ids',
  },
  uidNo: {
    get label() {
      return t`UID no.`
    },
    kind: 'text',
    max: 30,
    group: 'Government ids',
    certificate: 'Ids',
  },
  rfid: {
    get label() {
      return t`RFID`
    },
    kind: 'text',
    max: 50,
    group: 'Government ids',
  },
  bloodgroup: {
    get label() {
      return t`Blood group`
    },
    kind: 'text',
    max: 10,
    sensitive: true,
    group: 'Community and health',
    card: { name: 'BLOOD_GROUP', label: 'Blood group', sample: 'B+' },
  },
  height: {
    get label() {
      return t`Height`
    },
    kind: 'text',
    max: 20,
    sensitive: true,
    group: 'Community and health',
  },
  weight: {
    get label() {
      return t`Weight`
    },
    kind: 'text',
    max: 20,
    sensitive: true,
    group: 'Community and health',
  },
  handicap: {
    get label() {
      return t`Handicap`
    },
    kind: 'text',
    max: 100,
    sensitive: true,
    group: 'Community and health',
  },
  muman: {
    get label() {
      return t`Muman`
    },
    kind: 'text',
    max: 50,
    group: 'Community and health',
  },
} as const satisfies Record<string, Field>

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
