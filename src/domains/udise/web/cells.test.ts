import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { studentChoices } from '#domains/students/reporting.exports.ts'
import { formatOf } from '../formats.ts'
import { fillItems } from '../udise.items.ts'
import { listOf, readCell, shownCell, suggestions } from './cells.ts'
import { draftKey, draftRows, withProblems } from './drafts.ts'

const format = formatOf('2026-27')

describe('a cell of the grid', () => {
  test.each([
    ['socialCategory', '4', 'OBC'],
    ['socialCategory', 'obc', 'OBC'],
    ['socialCategory', ' General ', 'GENERAL'],
    ['bpl', '2', 'NO'],
    ['gender', '1', 'MALE'],
    ['gender', 'female', 'FEMALE'],
    ['impairments', '2, 9', 'LOW_VISION,AUTISM'],
    ['impairments', 'Low vision; Autism spectrum disorder', 'LOW_VISION,AUTISM'],
    ['previousClass', '5', '5'],
    ['previousResult', 'Passed', 'PASSED'],
    ['previousDays', '२०१', '201'],
    ['pincode', '411038', '411038'],
    ['pincode', '', ''],
  ] as const)('of %s reads %j as %j', (item, typed, value) => {
    expect(readCell(item, typed, format)).toEqual({ value })
  })

  test.each([
    ['socialCategory', '9'],
    ['pincode', '011038'],
    ['aadharNumber', '234567890123'],
    ['previousMarks', '101'],
    ['previousDays', '12.5'],
    ['birthdate', 'yesterday'],
  ] as const)('of %s says what is wrong with %j', (item, typed) => {
    const read = readCell(item, typed, format)
    expect('message' in read && read.message).toMatch(/\w+ \w+/)
  })

  test('reads what it shows, for every value of every list', () => {
    for (const item of fillItems) {
      const list = listOf(item)
      if (list === undefined) continue
      const values = list === 'gender' ? ['MALE', 'FEMALE', 'OTHER'] : studentChoices[list]
      expect(suggestions(item)).toHaveLength(values.length)
      for (const value of values) expect(readCell(item, shownCell(item, value), format)).toEqual({ value })
    }
  })

  test('reads every code of the portal', () => {
    for (const item of fillItems) {
      const list = listOf(item)
      if (list === undefined || list === 'portalClass') continue
      for (const [value, code] of Object.entries(format.codes[list]))
        expect(readCell(item, String(code), format)).toEqual({ value })
    }
  })

  test('reads any text without an exception, and a read value once more as itself', () => {
    fc.assert(
      fc.property(fc.constantFrom(...fillItems), fc.string(), (item, typed) => {
        const read = readCell(item, typed, format)
        if ('value' in read) expect(readCell(item, read.value, format)).toEqual(read)
      }),
    )
  })
})

describe('the changed cells', () => {
  const drafts = new Map([
    [draftKey('5', 'pincode'), { typed: '411038', value: '411038' }],
    [draftKey('7', 'bpl'), { typed: 'perhaps', message: 'Yes or No' }],
    [draftKey('5', 'bpl'), { typed: 'Yes', value: 'YES' }],
  ])

  test('become a row for each student, without the wrong ones', () => {
    expect(draftRows(drafts)).toEqual([{ id: '5', pincode: '411038', bpl: 'YES' }])
  })

  test('get what the server says of them, and keep what was typed', () => {
    const { drafts: marked, others } = withProblems(drafts, draftRows(drafts), [
      { path: 'rows.0.pincode', message: 'No such place' },
      { path: 'rows.0.id', message: 'Not in this term' },
    ])
    expect(marked.get('5 pincode')).toEqual({ typed: '411038', value: '411038', message: 'No such place' })
    expect(marked.size).toBe(3)
    expect(others).toEqual(['Not in this term'])
  })
})
