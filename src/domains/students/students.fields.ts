/*
 * The fields of a student that are plain values: what each is called, how long it may be, and to which group of the form it
 * belongs. The form, the student page, the templates of imports and the columns written by the commands are made from this
 * one list. Name, phone, roll, section, gender, login, Aadhaar and files have rules of their own and stand in the schema.
 */

export type FieldKind = 'text' | 'name' | 'day' | 'flag' | 'email' | 'phones' | 'apaar'

interface Field {
  label: string
  kind: FieldKind
  /** Longest text. */
  max?: number
  /** Caste, religion and health: for ADMIN and SUPERADMIN only, and in no default export. */
  sensitive?: true
}

export const studentFields = {
  firstName: { label: 'First name', kind: 'name', max: 100 },
  surname: { label: 'Surname', kind: 'name', max: 100 },
  registerNo: { label: 'Register no.', kind: 'text', max: 30 },
  phones: { label: 'Other phones', kind: 'phones' },
  email: { label: 'Email', kind: 'email' },
  birthdate: { label: 'Birthdate', kind: 'day' },
  dobInWords: { label: 'Birthdate in words', kind: 'text', max: 120 },
  birthPlace: { label: 'Birth place', kind: 'text', max: 100 },
  motherTongue: { label: 'Mother tongue', kind: 'text', max: 50 },
  religion: { label: 'Religion', kind: 'text', max: 50, sensitive: true },
  caste: { label: 'Caste', kind: 'text', max: 50, sensitive: true },
  subCaste: { label: 'Sub-caste', kind: 'text', max: 50, sensitive: true },
  fatherName: { label: "Father's name", kind: 'name', max: 100 },
  fatherOccupation: { label: "Father's occupation", kind: 'text', max: 100 },
  fatherQualification: { label: "Father's qualification", kind: 'text', max: 100 },
  motherName: { label: "Mother's name", kind: 'name', max: 100 },
  motherOccupation: { label: "Mother's occupation", kind: 'text', max: 100 },
  motherQualification: { label: "Mother's qualification", kind: 'text', max: 100 },
  guardian: { label: 'Guardian', kind: 'name', max: 100 },
  sibling: { label: 'Sibling', kind: 'text', max: 200 },
  singleParent: { label: 'Single parent', kind: 'flag' },
  orphan: { label: 'Orphan', kind: 'flag' },
  address: { label: 'Address', kind: 'text', max: 500 },
  colony: { label: 'Colony', kind: 'text', max: 100 },
  taluka: { label: 'Taluka', kind: 'text', max: 100 },
  dist: { label: 'District', kind: 'text', max: 100 },
  state: { label: 'State', kind: 'text', max: 100 },
  country: { label: 'Country', kind: 'text', max: 100 },
  distance: { label: 'Distance to school', kind: 'text', max: 30 },
  admitInClass: { label: 'Admitted in class', kind: 'text', max: 50 },
  dateOfAdmission: { label: 'Date of admission', kind: 'day' },
  lastClass: { label: 'Last class', kind: 'text', max: 50 },
  lastSchoolAttended: { label: 'Last school attended', kind: 'text', max: 200 },
  aapar: { label: 'APAAR given', kind: 'flag' },
  aaparId: { label: 'APAAR id', kind: 'apaar' },
  penNumber: { label: 'PEN', kind: 'text', max: 30 },
  saralId: { label: 'SARAL id', kind: 'text', max: 30 },
  uidNo: { label: 'UID no.', kind: 'text', max: 30 },
  rfid: { label: 'RFID', kind: 'text', max: 50 },
  bloodgroup: { label: 'Blood group', kind: 'text', max: 10, sensitive: true },
  height: { label: 'Height', kind: 'text', max: 20, sensitive: true },
  weight: { label: 'Weight', kind: 'text', max: 20, sensitive: true },
  handicap: { label: 'Handicap', kind: 'text', max: 100, sensitive: true },
  muman: { label: 'Muman', kind: 'text', max: 50 },
} as const satisfies Record<string, Field>

export type StudentField = keyof typeof studentFields
export const studentFieldNames = Object.keys(studentFields) as StudentField[]

/** The plain fields that may stand in a file that leaves the product. */
export const openFields = studentFieldNames.filter((field) => !('sensitive' in studentFields[field]))

/** The groups of the form and of the student page, after the essential fields. */
export const fieldGroups = [
  { title: 'Identity', fields: ['firstName', 'surname', 'registerNo', 'birthdate', 'dobInWords', 'birthPlace', 'motherTongue'] },
  { title: 'Contact', fields: ['phones', 'email', 'address', 'colony', 'taluka', 'dist', 'state', 'country', 'distance'] },
  {
    title: 'Family',
    fields: [
      'fatherName',
      'fatherOccupation',
      'fatherQualification',
      'motherName',
      'motherOccupation',
      'motherQualification',
      'guardian',
      'sibling',
      'singleParent',
      'orphan',
    ],
  },
  { title: 'Government ids', fields: ['aapar', 'aaparId', 'penNumber', 'saralId', 'uidNo', 'rfid'] },
  { title: 'Admission', fields: ['admitInClass', 'dateOfAdmission', 'lastClass', 'lastSchoolAttended'] },
  {
    title: 'Community and health',
    fields: ['religion', 'caste', 'subCaste', 'bloodgroup', 'height', 'weight', 'handicap', 'muman'],
  },
] as const satisfies readonly { title: string; fields: readonly StudentField[] }[]

export const genders = ['MALE', 'FEMALE', 'OTHER', 'BLANK'] as const
export type Gender = (typeof genders)[number]
