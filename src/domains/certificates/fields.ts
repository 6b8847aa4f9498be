import { stripAadhaarSeparators, isAadhaar, maskAadhaar } from '#shared/aadhaar.ts'
import { type Day, writeDay } from '#shared/dates.ts'
import { certificateStudentFields, fieldText, type StudentValues } from '#domains/students/studentFields.exports.ts'
import { dayInWords } from './certificates.rules.ts'

/*
 * The fields that the product knows: what each is called, and where its value comes from. A format may ask for others of any name.
 * A student's plain fields that stand under their own name and label come from the students' registry.
 */

/** What the values are taken from. */
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
  /** Since when the student sits in that class: a day, or the name of a school year; '' where it is not known. */
  classSince: string
  /** Where the student sits, or sat last. */
  place: { className: string; sectionName: string; roll: string } | null
  /** Days of the term on which attendance was taken, and on how many of them the student was there; null where none was. */
  attendance: { workingDays: number; daysPresent: number } | null
  serial: number | null
  today: Day
}

interface Known {
  label: string
  group: string
  /** Whose value the server writes by itself: nobody types it. */
  fixed?: true
  /** What the paper is about: a dash never stands for it. */
  needed?: true
  /** A number of its own, which may look like an Aadhaar number and is none. */
  number?: true
  /** '' where it is not known: then it is asked. */
  value: (facts: CertificateFacts) => string
}

const asked = () => ''
const genders: Readonly<Record<string, string>> = { MALE: 'Male', FEMALE: 'Female', OTHER: 'Other' }

const catalogue = {
  serialNo: {
    label: 'Serial no.',
    group: 'Certificate',
    fixed: true,
    value: ({ serial }) => (serial === null ? '' : String(serial)),
  },
  issueDate: { label: 'Date of issue', group: 'Certificate', fixed: true, value: ({ today }) => writeDay(today) },
  applicationDate: { label: 'Date of application', group: 'Certificate', value: asked },

  schoolName: { label: 'School', group: 'School', value: ({ school }) => school.name },
  schoolAddress: { label: 'Description of the school', group: 'School', value: ({ school }) => school.description },
  schoolVillage: { label: 'Village / town', group: 'School', value: ({ school }) => school.village },
  schoolTaluka: { label: 'Taluka of the school', group: 'School', value: ({ school }) => school.taluka },
  schoolDist: { label: 'District of the school', group: 'School', value: ({ school }) => school.dist },
  schoolState: { label: 'State of the school', group: 'School', value: ({ school }) => school.state },
  schoolPhone: { label: 'Phone of the school', group: 'School', number: true, value: ({ school }) => school.adminPhone },
  schoolEmail: { label: 'E-mail of the school', group: 'School', value: ({ school }) => school.email },
  recognitionNo: { label: 'Recognition no.', group: 'School', number: true, value: ({ school }) => school.recognitionNo },
  udise: { label: 'UDISE no.', group: 'School', number: true, value: ({ school }) => school.udise },
  medium: { label: 'Medium', group: 'School', value: ({ school }) => school.medium },
  board: { label: 'Board', group: 'School', value: ({ school }) => school.board },
  affiliationNo: { label: 'Affiliation no.', group: 'School', number: true, value: ({ school }) => school.affiliationNo },

  registerNo: {
    label: 'General Register no.',
    group: 'Ids',
    needed: true,
    number: true,
    value: ({ student }) => student.registerNo,
  },
  bookNo: { label: 'Book no.', group: 'Ids', number: true, value: asked },
  saralId: { label: 'Student id (SARAL)', group: 'Ids', number: true, value: ({ student }) => student.saralId },
  aadhaar: { label: 'Aadhaar no.', group: 'Ids', value: ({ student }) => maskAadhaar(student.aadharLast4) },
  penNumber: { label: 'PEN', group: 'Ids', number: true, value: ({ student }) => student.penNumber },
  apaarId: { label: 'APAAR id', group: 'Ids', number: true, value: ({ student }) => student.aaparId },
  ...plainFields('Ids'),

  studentName: { label: 'Full name of the student', group: 'Student', needed: true, value: ({ student }) => student.name },
  firstName: { label: 'Name of the student', group: 'Student', needed: true, value: ({ student }) => partsOf(student).first },
  surname: { label: 'Surname', group: 'Student', needed: true, value: ({ student }) => partsOf(student).last },
  gender: { label: 'Gender', group: 'Student', value: ({ student }) => genders[student.gender] ?? '' },
  birthdate: { label: 'Birth date', group: 'Student', needed: true, value: ({ student }) => writeDay(student.birthdate) },
  birthdateInWords: {
    label: 'Birth date in words',
    group: 'Student',
    needed: true,
    value: ({ student }) => (student.birthdate ? dayInWords(student.birthdate) : student.dobInWords),
  },
  birthPlace: { label: 'Birthplace', group: 'Student', value: ({ student }) => student.birthPlace },
  birthTaluka: { label: 'Taluka of the birthplace', group: 'Student', value: asked },
  birthDist: { label: 'District of the birthplace', group: 'Student', value: asked },
  birthState: { label: 'State of the birthplace', group: 'Student', value: asked },
  birthCountry: { label: 'Country of the birthplace', group: 'Student', value: asked },
  nationality: { label: 'Nationality', group: 'Student', value: asked },
  ...plainFields('Student'),
  category: { label: 'Whether SC / ST / OBC', group: 'Student', value: asked },

  fatherName: { label: "Father's name", group: 'Family', value: ({ student }) => student.fatherName || partsOf(student).middle },
  motherName: { label: "Mother's name", group: 'Family', value: ({ student }) => student.motherName },
  guardian: {
    label: "Father's / guardian's name",
    group: 'Family',
    value: ({ student }) => student.fatherName || student.guardian || partsOf(student).middle,
  },
  phone: { label: 'Phone', group: 'Family', number: true, value: ({ student }) => student.phone },
  ...plainFields('Family'),

  ...plainFields('Admission'),
  admitInClass: { label: 'Standard at admission', group: 'Admission', value: ({ student }) => student.admitInClass },
  lastSchoolAttended: { label: 'Previous school', group: 'Admission', value: ({ student }) => student.lastSchoolAttended },
  lastClass: { label: 'Standard in the previous school', group: 'Admission', value: ({ student }) => student.lastClass },

  className: { label: 'Standard', group: 'Class', value: ({ place }) => place?.className ?? '' },
  sectionName: {
    label: 'Standard and section',
    group: 'Class',
    value: ({ place }) => (place ? `${place.className}-${place.sectionName}` : ''),
  },
  roll: { label: 'Roll no.', group: 'Class', value: ({ place }) => place?.roll ?? '' },
  termName: { label: 'School year', group: 'Class', value: ({ termName }) => termName },
  workingDays: { label: 'Working days', group: 'Class', value: ({ attendance }) => count(attendance?.workingDays) },
  daysPresent: { label: 'Days present', group: 'Class', value: ({ attendance }) => count(attendance?.daysPresent) },
  studyingSince: {
    label: 'Standard studying, and since when',
    group: 'Class',
    value: ({ place, classSince }) => (place && classSince ? `${place.className}, since ${classSince}` : ''),
  },
  subjects: { label: 'Subjects studied', group: 'Class', value: asked },
  lastExam: { label: 'Last examination, with result', group: 'Class', value: asked },
  failed: { label: 'Whether failed, once or twice', group: 'Class', value: asked },
  promoted: { label: 'Qualified for promotion, to which class', group: 'Class', value: asked },

  leavingDate: { label: 'Date of leaving', group: 'Leaving', needed: true, value: asked },
  reason: { label: 'Reason for leaving', group: 'Leaving', needed: true, value: asked },
  progress: { label: 'Progress', group: 'Leaving', value: asked },
  conduct: { label: 'Conduct', group: 'Leaving', value: asked },
  remarks: { label: 'Remarks', group: 'Leaving', value: asked },
  duesPaidUpTo: { label: 'Dues paid up to', group: 'Leaving', value: asked },
  concession: { label: 'Fee concession', group: 'Leaving', value: asked },
  cadet: { label: 'NCC cadet / Scout / Guide', group: 'Leaving', value: asked },
  games: { label: 'Games and activities', group: 'Leaving', value: asked },
} as const satisfies Record<string, Known>

/** A student's plain fields that the registry puts into a group. */
function plainFields(group: string): Record<string, Known> {
  const own = certificateStudentFields.filter((one) => one.group === group)
  return Object.fromEntries(
    own.map(({ field, label }) => [field, { label, group, value: ({ student }) => fieldText(student, field, writeDay) }]),
  )
}

function count(days: number | undefined): string {
  return days === undefined ? '' : String(days)
}

/**
 * The parts of a name, where the record has them in one: its first word, its last, and what stands between the two, which is the
 * father's name. What the record has of its own is not guessed, and not found a second time.
 */
function partsOf({ name, firstName, surname }: CertificateFacts['student']): { first: string; middle: string; last: string } {
  const rest = name.split(/\s+/).filter(Boolean)
  for (const word of `${firstName} ${surname}`.toLowerCase().split(/\s+/)) {
    const at = rest.findIndex((each) => each.toLowerCase() === word)
    if (at >= 0) rest.splice(at, 1)
  }
  const first = firstName || (rest.shift() ?? '')
  const last = surname || (rest.pop() ?? '')
  return { first, middle: rest.join(' '), last }
}

const known = new Map<string, Known>(Object.entries(catalogue))

/** The fields the product knows, as the editor offers them. */
export const fieldCatalogue: readonly { name: string; label: string; group: string }[] = [...known].map(
  ([name, { label, group }]) => ({ name, label, group }),
)

/** What a field is called: of one that only the format knows, its own name. */
export function fieldLabel(name: string): string {
  return known.get(name)?.label ?? name
}

/** Whether the server writes a field by itself, whatever is sent. */
export function isFixed(name: string): boolean {
  return known.get(name)?.fixed === true
}

/** Whether a dash never stands for a field's value: whose certificate it is, from when and why. */
export function isNeeded(name: string): boolean {
  return known.get(name)?.needed === true
}

/**
 * A value as it is kept and printed: whole Aadhaar numbers are nowhere in clear, in no field of a certificate as little as elsewhere.
 * A field of the catalogue that is another number stays as it is.
 */
export function keptValue(name: string, value: string): string {
  if (known.get(name)?.number) return value
  const masked = (found: string) => {
    const bare = stripAadhaarSeparators(found)
    return isAadhaar(bare) ? maskAadhaar(bare.slice(-4)) : found
  }
  return masked(value).replace(/(?<!\d)\d{4}[\s-]?\d{4}[\s-]?\d{4}(?!\d)/g, masked)
}

/** What is known of a field of a student; '' has to be asked. */
export function knownValue(name: string, facts: CertificateFacts): string {
  return known.get(name)?.value(facts) ?? ''
}
