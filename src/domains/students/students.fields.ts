/*
 * The plain fields of a student. The form, the student page, the import templates, the GraphQL types, the browser's
 * fragments, the list, ID cards, certificates, exports and erasures are made from this list, so that a new field is an
 * entry here and a column in a migration. Name, phone, roll, section, gender, login, Aadhaar and files have rules of
 * their own, in students.schema.ts.
 */

export type FieldKind = 'text' | 'name' | 'day' | 'flag' | 'email' | 'phones' | 'apaar'

/** The groups of the form and of the student page, after the essential fields. */
const groupTitles = ['Identity', 'Contact', 'Family', 'Government ids', 'Admission', 'Community and health'] as const

/** The groups of a certificate's placeholders to which plain fields can belong. */
export type CertificateGroup = 'Ids' | 'Student' | 'Family' | 'Admission'

interface Field {
  label: string
  kind: FieldKind
  group: (typeof groupTitles)[number]
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

export const studentFields = {
  firstName: { label: 'First name', kind: 'name', max: 100, group: 'Identity' },
  surname: { label: 'Surname', kind: 'name', max: 100, group: 'Identity' },
  registerNo: {
    label: 'Register no.',
    kind: 'text',
    max: 30,
    group: 'Identity',
    card: { name: 'REGISTER_NO', label: 'Register no.', sample: 'G0412' },
  },
  phones: { label: 'Other phones', kind: 'phones', group: 'Contact' },
  email: { label: 'Email', kind: 'email', group: 'Contact' },
  birthdate: {
    label: 'Birthdate',
    kind: 'day',
    group: 'Identity',
    inList: true,
    card: { name: 'BIRTHDATE', label: 'Birth date', sample: '03 Jun 2014' },
  },
  dobInWords: { label: 'Birthdate in words', kind: 'text', max: 120, group: 'Identity' },
  birthPlace: { label: 'Birth place', kind: 'text', max: 100, group: 'Identity' },
  motherTongue: { label: 'Mother tongue', kind: 'text', max: 50, group: 'Identity', certificate: 'Student' },
  religion: { label: 'Religion', kind: 'text', max: 50, sensitive: true, group: 'Community and health', certificate: 'Student' },
  caste: { label: 'Caste', kind: 'text', max: 50, sensitive: true, group: 'Community and health', certificate: 'Student' },
  subCaste: { label: 'Sub-caste', kind: 'text', max: 50, sensitive: true, group: 'Community and health', certificate: 'Student' },
  fatherName: { label: "Father's name", kind: 'name', max: 100, group: 'Family' },
  fatherOccupation: { label: "Father's occupation", kind: 'text', max: 100, group: 'Family' },
  fatherQualification: { label: "Father's qualification", kind: 'text', max: 100, group: 'Family' },
  motherName: { label: "Mother's name", kind: 'name', max: 100, group: 'Family' },
  motherOccupation: { label: "Mother's occupation", kind: 'text', max: 100, group: 'Family' },
  motherQualification: { label: "Mother's qualification", kind: 'text', max: 100, group: 'Family' },
  guardian: { label: 'Guardian', kind: 'name', max: 100, group: 'Family' },
  sibling: { label: 'Sibling', kind: 'text', max: 200, group: 'Family' },
  singleParent: { label: 'Single parent', kind: 'flag', group: 'Family' },
  orphan: { label: 'Orphan', kind: 'flag', group: 'Family' },
  address: { label: 'Address', kind: 'text', max: 500, group: 'Contact', certificate: 'Family' },
  colony: { label: 'Colony', kind: 'text', max: 100, group: 'Contact' },
  taluka: { label: 'Taluka', kind: 'text', max: 100, group: 'Contact', certificate: 'Family' },
  dist: { label: 'District', kind: 'text', max: 100, group: 'Contact', certificate: 'Family' },
  state: { label: 'State', kind: 'text', max: 100, group: 'Contact', certificate: 'Family' },
  country: { label: 'Country', kind: 'text', max: 100, group: 'Contact', certificate: 'Family' },
  distance: { label: 'Distance to school', kind: 'text', max: 30, group: 'Contact' },
  admitInClass: { label: 'Admitted in class', kind: 'text', max: 50, group: 'Admission' },
  dateOfAdmission: { label: 'Date of admission', kind: 'day', group: 'Admission', certificate: 'Admission' },
  lastClass: { label: 'Last class', kind: 'text', max: 50, group: 'Admission' },
  lastSchoolAttended: { label: 'Last school attended', kind: 'text', max: 200, group: 'Admission' },
  aapar: { label: 'APAAR given', kind: 'flag', group: 'Government ids' },
  aaparId: { label: 'APAAR id', kind: 'apaar', group: 'Government ids' },
  penNumber: { label: 'PEN', kind: 'text', max: 30, group: 'Government ids' },
  saralId: { label: 'SARAL id', kind: 'text', max: 30, group: 'Government ids' },
  uidNo: { label: 'UID no.', kind: 'text', max: 30, group: 'Government ids', certificate: 'Ids' },
  rfid: { label: 'RFID', kind: 'text', max: 50, group: 'Government ids' },
  bloodgroup: {
    label: 'Blood group',
    kind: 'text',
    max: 10,
    sensitive: true,
    group: 'Community and health',
    card: { name: 'BLOOD_GROUP', label: 'Blood group', sample: 'B+' },
  },
  height: { label: 'Height', kind: 'text', max: 20, sensitive: true, group: 'Community and health' },
  weight: { label: 'Weight', kind: 'text', max: 20, sensitive: true, group: 'Community and health' },
  handicap: { label: 'Handicap', kind: 'text', max: 100, sensitive: true, group: 'Community and health' },
  muman: { label: 'Muman', kind: 'text', max: 50, group: 'Community and health' },
} as const satisfies Record<string, Field>

export type StudentField = keyof typeof studentFields
export const studentFieldNames = Object.keys(studentFields) as StudentField[]

/** The plain fields that an exported file may contain. */
export const exportableFields = studentFieldNames.filter((field) => !('sensitive' in studentFields[field]))

/** The groups with their fields, in the order of the list. */
export const fieldGroups = groupTitles.map((title) => ({
  title,
  fields: studentFieldNames.filter((field) => studentFields[field].group === title),
}))

/** The plain fields that are hidden columns of the list of students. */
export const listedFields = studentFieldNames.filter((field) => 'inList' in studentFields[field])

export const genders = ['MALE', 'FEMALE', 'OTHER', 'BLANK'] as const
export type Gender = (typeof genders)[number]
