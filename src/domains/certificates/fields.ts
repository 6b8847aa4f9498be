import { stripAadhaarSeparators, isAadhaar, maskAadhaar } from '#shared/aadhaar.ts'
import { type Day, writeDay } from '#shared/dates.ts'
import { dayInWords } from '#shared/dayInWords.ts'
import { t } from '#shared/texts.ts'
import { certificateStudentFields, fieldText, type StudentValues } from '#domains/students/studentFields.exports.ts'
import type { FieldGroup } from './fieldGroups.ts'

/*
 * The catalogue of fields that the product knows, with their labels and the sources of their values. A format may have
 * other fields too.
 * A student's plain fields that keep their own name and label come from the students' registry.
 */

/** The data that the values are taken from. */
export interface CertificateFacts {
  school: {
    name: string
    description: string
    adminPhone: string
    village: string
    taluka: string
    dist: string
    state: string
    email: string
    recognitionNo: string
    udise: string
    medium: string
    board: string
    affiliationNo: string
  }
  /** With the plain fields that are placeholders of their own names. */
  student: {
    name: string
    firstName: string
    surname: string
    fatherName: string
    motherName: string
    guardian: string
    gender: string
    phone: string
    registerNo: string
    birthdate: Day | null
    dobInWords: string
    birthPlace: string
    aadharLast4: string | null
    saralId: string
    penNumber: string
    aaparId: string
    admitInClass: string
    lastSchoolAttended: string
    lastClass: string
  } & StudentValues
  termName: string
  /** Start of the student's time in that class: a date, or the name of a school year; '' if unknown. */
  classSince: string
  /** The student's current or last section. */
  place: { className: string; sectionName: string; roll: string } | null
  /** Days of the term on which attendance was taken, and the student's days present; null if it was never taken. */
  attendance: { workingDays: number; daysPresent: number } | null
  serial: number | null
  today: Day
}

interface FieldDefinition {
  label: () => string
  group: FieldGroup
  /** The server writes the value; it cannot be typed. */
  fixed?: true
  /** The certificate is about this value, so it must not be a dash. */
  needed?: true
  /** A number that may look like an Aadhaar number but is another one. */
  number?: true
  /** Returns '' if the value is unknown; then the user is asked for it. */
  value: (facts: CertificateFacts) => string
}

const noValue = () => ''
const genders: Readonly<Record<string, string>> = { MALE: 'Male', FEMALE: 'Female', OTHER: 'Other' }

const catalogue = {
  serialNo: {
    label: () => t`Serial no.`,
    group: 'Certificate',
    fixed: true,
    value: ({ serial }) => (serial === null ? '' : String(serial)),
  },
  issueDate: { label: () => t`Date of issue`, group: 'Certificate', fixed: true, value: ({ today }) => writeDay(today) },
  applicationDate: { label: () => t`Date of application`, group: 'Certificate', value: noValue },

  schoolName: { label: () => t`School`, group: 'School', value: ({ school }) => school.name },
  schoolAddress: { label: () => t`Description of the school`, group: 'School', value: ({ school }) => school.description },
  schoolVillage: { label: () => t`Village / town`, group: 'School', value: ({ school }) => school.village },
  schoolTaluka: { label: () => t`Taluka of the school`, group: 'School', value: ({ school }) => school.taluka },
  schoolDist: { label: () => t`District of the school`, group: 'School', value: ({ school }) => school.dist },
  schoolState: { label: () => t`State of the school`, group: 'School', value: ({ school }) => school.state },
  schoolPhone: { label: () => t`Phone of the school`, group: 'School', number: true, value: ({ school }) => school.adminPhone },
  schoolEmail: { label: () => t`E-mail of the school`, group: 'School', value: ({ school }) => school.email },
  recognitionNo: { label: () => t`Recognition no.`, group: 'School', number: true, value: ({ school }) => school.recognitionNo },
  udise: { label: () => t`UDISE no.`, group: 'School', number: true, value: ({ school }) => school.udise },
  medium: { label: () => t`Medium`, group: 'School', value: ({ school }) => school.medium },
  board: { label: () => t`Board`, group: 'School', value: ({ school }) => school.board },
  affiliationNo: { label: () => t`Affiliation no.`, group: 'School', number: true, value: ({ school }) => school.affiliationNo },

  registerNo: {
    label: () => t`General Register no.`,
    group: 'Ids',
    needed: true,
    number: true,
    value: ({ student }) => student.registerNo,
  },
  bookNo: { label: () => t`Book no.`, group: 'Ids', number: true, value: noValue },
  saralId: { label: () => t`Student id (SARAL)`, group: 'Ids', number: true, value: ({ student }) => student.saralId },
  aadhaar: { label: () => t`Aadhaar no.`, group: 'Ids', value: ({ student }) => maskAadhaar(student.aadharLast4) },
  penNumber: { label: () => t`PEN`, group: 'Ids', number: true, value: ({ student }) => student.penNumber },
  apaarId: { label: () => t`APAAR id`, group: 'Ids', number: true, value: ({ student }) => student.aaparId },
  ...plainFields('Ids'),

  studentName: { label: () => t`Full name of the student`, group: 'Student', needed: true, value: ({ student }) => student.name },
  firstName: {
    label: () => t`Name of the student`,
    group: 'Student',
    needed: true,
    value: ({ student }) => splitName(student).first,
  },
  surname: { label: () => t`Surname`, group: 'Student', needed: true, value: ({ student }) => splitName(student).last },
  gender: { label: () => t`Gender`, group: 'Student', value: ({ student }) => genders[student.gender] ?? '' },
  birthdate: { label: () => t`Birth date`, group: 'Student', needed: true, value: ({ student }) => writeDay(student.birthdate) },
  birthdateInWords: {
    label: () => t`Birth date in words`,
    group: 'Student',
    needed: true,
    value: ({ student }) => (student.birthdate ? dayInWords(student.birthdate) : student.dobInWords),
  },
  birthdateInMarathi: {
    label: () => t`Birth date in words, in Marathi`,
    group: 'Student',
    needed: true,
    value: ({ student }) => dayInWords(student.birthdate ?? '', 'mr'),
  },
  birthdateInHindi: {
    label: () => t`Birth date in words, in Hindi`,
    group: 'Student',
    needed: true,
    value: ({ student }) => dayInWords(student.birthdate ?? '', 'hi'),
  },
  birthPlace: { label: () => t`Birthplace`, group: 'Student', value: ({ student }) => student.birthPlace },
  birthTaluka: { label: () => t`Taluka of the birthplace`, group: 'Student', value: noValue },
  birthDist: { label: () => t`District of the birthplace`, group: 'Student', value: noValue },
  birthState: { label: () => t`State of the birthplace`, group: 'Student', value: noValue },
  birthCountry: { label: () => t`Country of the birthplace`, group: 'Student', value: noValue },
  nationality: { label: () => t`Nationality`, group: 'Student', value: noValue },
  ...plainFields('Student'),
  category: { label: () => t`Whether SC / ST / OBC`, group: 'Student', value: noValue },

  fatherName: {
    label: () => t`Father's name`,
    group: 'Family',
    value: ({ student }) => student.fatherName || splitName(student).middle,
  },
  motherName: { label: () => t`Mother's name`, group: 'Family', value: ({ student }) => student.motherName },
  guardian: {
    label: () => t`Father's / guardian's name`,
    group: 'Family',
    value: ({ student }) => student.fatherName || student.guardian || splitName(student).middle,
  },
  phone: { label: () => t`Phone`, group: 'Family', number: true, value: ({ student }) => student.phone },
  ...plainFields('Family'),

  ...plainFields('Admission'),
  admitInClass: { label: () => t`Standard at admission`, group: 'Admission', value: ({ student }) => student.admitInClass },
  lastSchoolAttended: { label: () => t`Previous school`, group: 'Admission', value: ({ student }) => student.lastSchoolAttended },
  lastClass: { label: () => t`Standard in the previous school`, group: 'Admission', value: ({ student }) => student.lastClass },

  className: { label: () => t`Standard`, group: 'Class', value: ({ place }) => place?.className ?? '' },
  sectionName: {
    label: () => t`Standard and section`,
    group: 'Class',
    value: ({ place }) => (place ? `${place.className}-${place.sectionName}` : ''),
  },
  roll: { label: () => t`Roll no.`, group: 'Class', value: ({ place }) => place?.roll ?? '' },
  termName: { label: () => t`School year`, group: 'Class', value: ({ termName }) => termName },
  workingDays: { label: () => t`Working days`, group: 'Class', value: ({ attendance }) => count(attendance?.workingDays) },
  daysPresent: { label: () => t`Days present`, group: 'Class', value: ({ attendance }) => count(attendance?.daysPresent) },
  studyingSince: {
    label: () => t`Standard studying, and since when`,
    group: 'Class',
    value: ({ place, classSince }) => (place && classSince ? `${place.className}, since ${classSince}` : ''),
  },
  classSince: { label: () => t`In this standard since`, group: 'Class', value: ({ classSince }) => classSince },
  subjects: { label: () => t`Subjects studied`, group: 'Class', value: noValue },
  lastExam: { label: () => t`Last examination, with result`, group: 'Class', value: noValue },
  failed: { label: () => t`Whether failed, once or twice`, group: 'Class', value: noValue },
  promoted: { label: () => t`Qualified for promotion, to which class`, group: 'Class', value: noValue },

  leavingDate: { label: () => t`Date of leaving`, group: 'Leaving', needed: true, value: noValue },
  reason: { label: () => t`Reason for leaving`, group: 'Leaving', needed: true, value: noValue },
  progress: { label: () => t`Progress`, group: 'Leaving', value: noValue },
  conduct: { label: () => t`Conduct`, group: 'Leaving', value: noValue },
  remarks: { label: () => t`Remarks`, group: 'Leaving', value: noValue },
  duesPaidUpTo: { label: () => t`Dues paid up to`, group: 'Leaving', value: noValue },
  concession: { label: () => t`Fee concession`, group: 'Leaving', value: noValue },
  cadet: { label: () => t`NCC cadet / Scout / Guide`, group: 'Leaving', value: noValue },
  games: { label: () => t`Games and activities`, group: 'Leaving', value: noValue },
} as const satisfies Record<string, FieldDefinition>

/** Returns the fields of a group that come from the students' registry. */
function plainFields(group: FieldGroup): Record<string, FieldDefinition> {
  const groupFields = certificateStudentFields.filter((field) => field.group === group)
  return Object.fromEntries(
    groupFields.map((plain): [string, FieldDefinition] => [
      plain.field,
      { label: () => plain.label, group, value: ({ student }) => fieldText(student, plain.field, writeDay) },
    ]),
  )
}

function count(days: number | undefined): string {
  return days === undefined ? '' : String(days)
}

/**
 * Splits a full name into its first word, its last word and the words between, which are the father's name. A first
 * name or surname that the record has separately is used as it is and removed from the full name first.
 */
function splitName({ name, firstName, surname }: CertificateFacts['student']): { first: string; middle: string; last: string } {
  const rest = name.split(/\s+/).filter(Boolean)
  for (const word of `${firstName} ${surname}`.toLowerCase().split(/\s+/)) {
    const index = rest.findIndex((part) => part.toLowerCase() === word)
    if (index >= 0) rest.splice(index, 1)
  }
  const first = firstName || (rest.shift() ?? '')
  const last = surname || (rest.pop() ?? '')
  return { first, middle: rest.join(' '), last }
}

const definitions = new Map<string, FieldDefinition>(Object.entries(catalogue))

/** The fields that the product knows, for the editor. */
export const fieldCatalogue: readonly { name: string; label: string; group: FieldGroup }[] = [...definitions].map(
  ([name, { label, group }]) => ({
    name,
    get label() {
      return label()
    },
    group,
  }),
)

/** Returns a field's label; for a field outside the catalogue, its name. */
export function fieldLabel(name: string): string {
  return definitions.get(name)?.label() ?? name
}

/** Tells whether the server writes a field itself and ignores what is sent. */
export function isFixed(name: string): boolean {
  return definitions.get(name)?.fixed === true
}

/** Tells whether a field must not be a dash, because it says whose certificate it is, from when, and why. */
export function isNeeded(name: string): boolean {
  return definitions.get(name)?.needed === true
}

/**
 * Masks whole Aadhaar numbers in a value before it is stored or printed, because they are stored nowhere in plain text.
 * Values of fields that are known to be other numbers stay unchanged.
 */
export function maskValue(name: string, value: string): string {
  if (definitions.get(name)?.number) return value
  const masked = (text: string) => {
    const digits = stripAadhaarSeparators(text)
    return isAadhaar(digits) ? maskAadhaar(digits.slice(-4)) : text
  }
  return masked(value).replace(/(?<!\d)\d{4}[\s-]?\d{4}[\s-]?\d{4}(?!\d)/g, masked)
}

/** Returns a field's value from the student's data; '' if the user has to be asked for it. */
export function prefilledValue(name: string, facts: CertificateFacts): string {
  return definitions.get(name)?.value(facts) ?? ''
}
