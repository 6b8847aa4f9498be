import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { studentChoices } from '#domains/students/reporting.exports.ts'
import { formatOf, udiseFormats } from './formats.ts'
import { fillItems, itemLabel, items } from './udise.items.ts'
import { classNames, portalCell, portalClass, type PortalStudent } from './udise.rules.ts'

const [format] = udiseFormats

describe('a class’s name', () => {
  test.each([
    ['5', '5'],
    ['5th', '5'],
    ['Std. 5', '5'],
    ['Class V', '5'],
    ['STANDARD-10', '10'],
    ['X', '10'],
    ['११', '11'],
    ['FYJC', '11'],
    ['XI Science', '11'],
    ['F.Y.J.C. (Arts)', '11'],
    ['LKG', 'PP2'],
    ['Sr. KG', 'PP1'],
    ['Nursery', 'PP3'],
  ])('%s is %s', (name, expected) => {
    expect(portalClass(name)).toBe(expected)
  })

  test.each(['', 'Toppers', '13', '5 and 6'])('%j is none', (name) => {
    expect(portalClass(name)).toBeUndefined()
  })

  test('stands for one class of the portal', () => {
    const all = Object.values(classNames).flat()
    expect(new Set(all).size).toBe(all.length)
    expect(Object.keys(classNames).sort()).toEqual([...studentChoices.portalClass].sort())
  })
})

describe.each(udiseFormats)('the format of $year', (one) => {
  test('has a code for every value, no two alike', () => {
    const lists = Object.entries(studentChoices).filter(([list]) => list !== 'portalClass')
    for (const [list, values] of lists) {
      const codes = (one.codes as Record<string, Record<string, string>>)[list]
      expect(Object.keys(codes ?? {}).sort(), list).toEqual([...values].sort())
      expect(new Set(Object.values(codes ?? {})).size, list).toBe(values.length)
    }
  })

  test('names its sources with their day, and no column twice', () => {
    expect(one.year).toMatch(/^20\d\d-\d\d$/)
    for (const { address, asOf } of one.sources) {
      expect(address).toMatch(/^https:\/\//)
      expect(asOf).toMatch(/^20\d\d-\d\d-\d\d$/)
    }
    expect(new Set(one.columns.map(({ header }) => header)).size).toBe(one.columns.length)
  })
})

describe('the format of a term', () => {
  const later = { ...format, year: '2027-28' }
  test.each([
    ['2026-27', '2025-26'],
    ['2025-26', '2025-26'],
    ['2019-20', '2025-26'],
    ['2027-28', '2027-28'],
    ['Year 2030', '2027-28'],
    ['First', '2027-28'],
  ])('%s is that of %s', (name, year) => {
    expect(formatOf(name, [format, later]).year).toBe(year)
  })
})

const student: PortalStudent = {
  name: 'Asha Patil',
  phone: '9822012345',
  phones: ['9822012346'],
  email: '',
  gender: 'FEMALE',
  birthdate: '2014-06-03',
  motherName: 'Sunita Patil',
  fatherName: 'Rajesh Patil',
  guardian: '',
  nameAsAadhaar: 'Asha Rajesh Patil',
  aadhaar: '',
  address: 'Pune',
  pincode: '411038',
  motherTongueCode: '42',
  socialCategory: 'SC',
  minorityGroup: 'NONE',
  bpl: 'NO',
  aay: 'YES',
  ews: 'NO',
  cwsn: 'NO',
  impairments: 'HEARING',
  indianNational: 'YES',
  outOfSchool: 'NO',
  registerNo: 'G1',
  saralId: '',
  dateOfAdmission: null,
  stream: 'ARTS',
  previousStatus: 'NOT_STUDYING',
  previousClass: '6',
  examAppeared: 'YES',
  previousResult: 'PASSED',
  previousMarks: '70',
  previousDays: '200',
  className: '7',
  sectionName: 'A',
  roll: '1',
  udiseCode: '27251234567',
}
const cell = (value: Parameters<typeof portalCell>[0], given: Partial<PortalStudent> = {}) =>
  portalCell(value, { ...student, ...given }, format)

describe('a cell of the sheet', () => {
  test('is blank for what is not asked of the student', () => {
    for (const value of [
      'aay',
      'impairments',
      'stream',
      'previousClass',
      'examAppeared',
      'previousResult',
      'previousDays',
    ] as const)
      expect(cell(value), value).toBe('')
    expect(cell('aay', { bpl: 'YES' })).toBe('1')
    expect(cell('stream', { className: 'XI' })).toBe('1')
    expect(cell('previousResult', { previousStatus: 'SAME_SCHOOL', previousResult: 'NOT_PASSED' })).toBe('3')
  })

  test('has the name as in Aadhaar where the name is in another script, and the father where no guardian is known', () => {
    expect(cell('latinName')).toBe('Asha Patil')
    expect(cell('latinName', { name: 'आशा पाटील' })).toBe('Asha Rajesh Patil')
    expect(cell('guardianOrFather')).toBe('Rajesh Patil')
    expect(cell('otherPhone')).toBe('9822012346')
  })

  test('is a text for any student', () => {
    const some = fc.record(
      Object.fromEntries(
        Object.entries(student).map(([key, value]) => [key, Array.isArray(value) ? fc.array(fc.string()) : fc.string()]),
      ),
    )
    fc.assert(
      fc.property(some, (made) => {
        for (const { value } of format.columns)
          expect(typeof portalCell(value, made as unknown as PortalStudent, format)).toBe('string')
      }),
      { numRuns: 50 },
    )
  })
})

test('every item has a name', () => {
  for (const item of items) expect(itemLabel(item)).toMatch(/\S/)
  expect(items).toHaveLength(fillItems.length + 1)
})
