import { describe, expect, test } from 'vitest'
import { checkEdit, checkEdits } from './studentFile.ts'
import { checkTogether } from './fileColumns.ts'

const terms = [
  { name: '2025-26', sections: [{ name: 'A', class: { name: '6' } }] },
  { name: '2026-27', sections: [{ name: 'A', class: { name: '7' } }] },
]
const row = { action: 'U', id: '4', term: '2025-26', roll: '1', class: '6', section: 'a', name: 'Asha', phone: '9876543210' }

describe('Bulk Edit checks a class and section against the row’s own term', () => {
  const check = checkEdit(terms)

  test('whichever term is shown', () => {
    expect(check(row)).toEqual([])
    expect(check({ ...row, term: '2026-27', class: '7' })).toEqual([])
  })

  test('a class that only another term has is refused at its cell', () => {
    expect(check({ ...row, class: '7' })).toEqual([{ key: 'section', message: 'does not have a valid class section' }])
    expect(check({ ...row, term: '2026-27' })).toEqual([{ key: 'section', message: 'does not have a valid class section' }])
    expect(check({ ...row, term: '2024-25' })).toEqual([{ key: 'term', message: 'does not have a term' }])
  })
})

describe('two rows with one roll in one section are named at the cell', () => {
  const twice = (index: number, roll: string, place: string) => ({
    index,
    key: 'roll',
    message: `Roll ${roll} stands twice in ${place} in this file`,
  })

  test('in Bulk Add, whatever the case of letters', () => {
    const added = { roll: '1', class: '7', section: 'A' }
    const rows = [added, { ...added, section: 'a' }, { ...added, roll: '2' }, { ...added, class: '8' }, { ...added, roll: '' }]
    expect(checkTogether(rows)).toEqual([twice(1, '1', '7-a')])
    expect(
      checkTogether([
        { ...added, roll: '1a' },
        { ...added, roll: '1A' },
      ]),
    ).toEqual([twice(1, '1A', '7-A')])
  })

  test('in Bulk Edit, but not of another term nor of a student who is deleted', () => {
    const other = { ...row, id: '5' }
    expect(checkEdits([row, other])).toEqual([twice(1, '1', '6-a')])
    expect(checkEdits([row, { ...other, term: '2026-27' }])).toEqual([])
    expect(checkEdits([{ ...row, action: 'D' }, other])).toEqual([])
  })
})

describe('a roll that a student who is there has is named at the cell', () => {
  const seated = [
    { studentId: '4', name: 'Asha Patil', roll: '1', className: '6', sectionName: 'A' },
    { studentId: '9', name: 'Rohan Shah', roll: '2B', className: '6', sectionName: 'A' },
  ]
  const taken = (index: number, roll: string, name: string) => ({
    index,
    key: 'roll',
    message: `Roll ${roll} in 6-a is the roll of ${name}`,
  })

  test('in Bulk Add, whatever the case of letters', () => {
    const added = { class: '6', section: 'a' }
    const rows = ['1', '2b', '3'].map((roll) => ({ ...added, roll }))
    expect(checkTogether(rows, seated, '2025-26')).toEqual([taken(0, '1', 'Asha Patil'), taken(1, '2b', 'Rohan Shah')])
  })

  test('in Bulk Edit, but not the own, not of another term, and not of one who moves or is deleted by the same file', () => {
    const other = { ...row, id: '5' }
    expect(checkEdits([other], seated, '2025-26')).toEqual([taken(0, '1', 'Asha Patil')])
    expect(checkEdits([row], seated, '2025-26')).toEqual([])
    expect(checkEdits([{ ...other, term: '2026-27' }], seated, '2025-26')).toEqual([])
    expect(checkEdits([other, { ...row, roll: '7' }], seated, '2025-26')).toEqual([])
    expect(checkEdits([other, { ...row, action: 'D' }], seated, '2025-26')).toEqual([])
  })

  test('in Bulk Edit also where the own id is written with zeros before it, and an id beside A names nobody', () => {
    expect(checkEdits([{ ...row, id: '004' }], seated, '2025-26')).toEqual([])
    expect(checkEdits([{ ...row, action: 'A', id: '4' }], seated, '2025-26')).toEqual([taken(0, '1', 'Asha Patil')])
  })
})
