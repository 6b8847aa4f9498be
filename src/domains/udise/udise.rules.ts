import { splitChoices } from '#domains/students/reporting.exports.ts'
import { isDay } from '#shared/dates.ts'
import { withLatinDigits } from '#shared/digits.ts'
import { splitPhones } from '#shared/phones.ts'
import type { PortalValue, UdiseFormat } from './udise.format.ts'

/** The names of the portal's classes in schools' own words, after {@link plainClass}. PP1 comes before class 1. */
export const classNames: Readonly<Record<string, readonly string[]>> = {
  PP3: ['pp3', 'nursery', 'nur', 'playgroup', 'prekg'],
  PP2: ['pp2', 'lkg', 'jrkg', 'juniorkg', 'kg1'],
  PP1: ['pp1', 'ukg', 'srkg', 'seniorkg', 'kg2'],
  '1': ['1', 'i'],
  '2': ['2', 'ii'],
  '3': ['3', 'iii'],
  '4': ['4', 'iv'],
  '5': ['5', 'v'],
  '6': ['6', 'vi'],
  '7': ['7', 'vii'],
  '8': ['8', 'viii'],
  '9': ['9', 'ix'],
  '10': ['10', 'x', 'ssc'],
  '11': ['11', 'xi', 'fyjc'],
  '12': ['12', 'xii', 'syjc', 'hsc'],
}

const plainClass = (name: string) =>
  withLatinDigits(name)
    .toLowerCase()
    .replaceAll(/class|standard|std|grade|science|commerce|arts|th|st|nd|rd|[^a-z0-9]/g, '')

/** Returns the portal's class of a class's name: PP3 to PP1 or 1 to 12; undefined for a name that is none. */
export function portalClass(name: string): string | undefined {
  const plain = plainClass(name)
  return Object.entries(classNames).find(([, names]) => names.includes(plain))?.[0]
}

/** What the sheet needs to know of a student, in the term. */
export interface PortalStudent {
  name: string
  phone: string
  phones: readonly string[]
  email: string
  gender: string
  birthdate: string | null
  motherName: string
  fatherName: string
  guardian: string
  nameAsAadhaar: string
  /** The whole number or its masked form; '' for none. */
  aadhaar: string
  address: string
  pincode: string
  motherTongueCode: string
  socialCategory: string
  minorityGroup: string
  bpl: string
  aay: string
  ews: string
  cwsn: string
  impairments: string
  indianNational: string
  outOfSchool: string
  registerNo: string
  saralId: string
  dateOfAdmission: string | null
  stream: string
  previousStatus: string
  previousClass: string
  examAppeared: string
  previousResult: string
  previousMarks: string
  previousDays: string
  className: string
  sectionName: string
  roll: string
  udiseCode: string
}

const writtenDay = (day: string | null) => (isDay(day ?? '') ? String(day).split('-').toReversed().join('-') : '')

type Codes = Readonly<Partial<Record<string, string>>>
const code = (codes: Codes, value: string) => (Object.hasOwn(codes, value) && codes[value]) || ''

/** Returns the cell of a column of the portal's sheet; '' for what is not known or not asked of the student. */
export function portalCell(value: PortalValue, student: PortalStudent, { codes, patterns, noAadhaar }: UdiseFormat): string {
  const yesNo = (answer: string) => code(codes.yesNo, answer)
  const studied = ['SAME_SCHOOL', 'OTHER_SCHOOL'].includes(student.previousStatus)
  const sat = studied && student.examAppeared === 'YES'
  switch (value) {
    case 'class':
      return portalClass(student.className) ?? ''
    case 'section':
      return student.sectionName
    case 'latinName':
      return new RegExp(patterns.name).test(student.name) ? student.name : student.nameAsAadhaar || student.name
    case 'gender':
      return code(codes.gender, student.gender)
    case 'birthdate':
    case 'dateOfAdmission':
      return writtenDay(student[value])
    case 'guardianOrFather':
      return student.guardian || student.fatherName
    case 'aadhaar':
      return student.aadhaar || noAadhaar
    case 'nameAsAadhaar':
      return student.aadhaar && student.nameAsAadhaar
    case 'otherPhone':
      return splitPhones(student.phones.join(','))[0] ?? ''
    case 'bpl':
    case 'ews':
    case 'cwsn':
    case 'indianNational':
    case 'outOfSchool':
      return yesNo(student[value])
    case 'aay':
      return student.bpl === 'YES' ? yesNo(student.aay) : ''
    case 'impairments':
      return student.cwsn === 'YES'
        ? splitChoices(student.impairments)
            .map((kind) => code(codes.impairment, kind))
            .filter(Boolean)
            .join(',')
        : ''
    case 'socialCategory':
    case 'minorityGroup':
    case 'previousStatus':
      return code(codes[value], student[value])
    case 'stream':
      return ['11', '12'].includes(portalClass(student.className) ?? '') ? code(codes.stream, student.stream) : ''
    case 'previousClass':
      return studied ? (portalClass(student.previousClass) ?? '') : ''
    case 'examAppeared':
      return studied ? yesNo(student.examAppeared) : ''
    case 'previousResult':
      return sat ? code(codes.previousResult, student.previousResult) : ''
    case 'previousMarks':
      return sat ? student.previousMarks : ''
    case 'previousDays':
      return studied ? student.previousDays : ''
    case 'unknown':
      return ''
    case 'address':
    case 'email':
    case 'fatherName':
    case 'motherName':
    case 'motherTongueCode':
    case 'phone':
    case 'pincode':
    case 'registerNo':
    case 'roll':
    case 'saralId':
    case 'udiseCode':
      return student[value]
  }
}
