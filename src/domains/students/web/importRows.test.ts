import { describe, expect, test } from 'vitest'
import { editMoves, editRowChecker, checkEditRows, newMoves } from './importRows.ts'
import { checkNewRows } from './fileColumns.ts'

const terms = [
  { name: '2025-26', sections: [{ name: 'A', class: { name: '6' } }] },
  { name: '2026-27', sections: [{ name: 'A', class: { name: '7' } }] },
]
const row = { action: 'U', id: '4', term: '2025-26', roll: '1', class: '6', section: 'a', name: 'Asha', phone: '9876543210' }

describe('checkEdit looks up class and section in the row’s own term', () => {
  const check = editRowChecker(terms)

  test('independent of the term on screen', () => {
    expect(check(row)).toEqual([])
    expect(check({ ...row, term: '2026-27', class: '7' })).toEqual([])
  })

  test('a class of another term is refused at its cell', () => {
    expect(check({ ...row, class: '7' })).toEqual([{ key: 'section', message: 'does not have a valid class section' }])
    expect(check({ ...row, term: '2026-27' })).toEqual([{ key: 'section', message: 'does not have a valid class section' }])
    expect(check({ ...row, term: '2024-25' })).toEqual([{ key: 'term', message: 'does not have a term' }])
  })
})

describe('two rows with one roll in one section are refused at the cell', () => {
  const twice = (index: number, roll: string, place: string) => ({
    index,
    key: 'roll',
    message: `Roll ${roll} is in ${place} twice in this file`,
  })

  test('in Bulk Add, ignoring case', () => {
    const added = { roll: '1', class: '7', section: 'A' }
    const rows = [added, { ...added, section: 'a' }, { ...added, roll: '2' }, { ...added, class: '8' }, { ...added, roll: '' }]
    expect(checkNewRows(rows)).toEqual([twice(1, '1', '7-a')])
    expect(
      checkNewRows([
        { ...added, roll: '1a' },
        { ...added, roll: '1A' },
      ]),
    ).toEqual([twice(1, '1A', '7-A')])
  })

  test('in Bulk Edit, except for rows of another term and of deleted students', () => {
    const other = { ...row, id: '5' }
    expect(checkEditRows([row, other])).toEqual([twice(1, '1', '6-a')])
    expect(checkEditRows([row, { ...other, term: '2026-27' }])).toEqual([])
    expect(checkEditRows([{ ...row, action: 'D' }, other])).toEqual([])
  })
})

describe('the roll of another enrolled student is refused at the cell', () => {
  const seated = [
    { studentId: '4', name: 'Asha Patil', roll: '1', className: '6', sectionName: 'A' },
    { studentId: '9', name: 'Rohan Shah', roll: '2B', className: '6', sectionName: 'A' },
  ]
  const taken = (index: number, roll: string, name: string) => ({
    index,
    key: 'roll',
    message: `Roll ${roll} in 6-a belongs to ${name}`,
  })

  test('in Bulk Add, ignoring case', () => {
    const added = { class: '6', section: 'a' }
    const rows = ['1', '2b', '3'].map((roll) => ({ ...added, roll }))
    expect(checkNewRows(rows, seated, '2025-26')).toEqual([taken(0, '1', 'Asha Patil'), taken(1, '2b', 'Rohan Shah')])
  })

  test('in Bulk Edit, except the own roll, a roll of another term, and that of a student whom the file moves or deletes', () => {
    const other = { ...row, id: '5' }
    expect(checkEditRows([other], seated, '2025-26')).toEqual([taken(0, '1', 'Asha Patil')])
    expect(checkEditRows([row], seated, '2025-26')).toEqual([])
    expect(checkEditRows([{ ...other, term: '2026-27' }], seated, '2025-26')).toEqual([])
    expect(checkEditRows([other, { ...row, roll: '7' }], seated, '2025-26')).toEqual([])
    expect(checkEditRows([other, { ...row, action: 'D' }], seated, '2025-26')).toEqual([])
  })

  test('in Bulk Edit, ignoring leading zeros of an id and the id of an A', () => {
    expect(checkEditRows([{ ...row, id: '004' }], seated, '2025-26')).toEqual([])
    expect(checkEditRows([{ ...row, action: 'A', id: '4' }], seated, '2025-26')).toEqual([taken(0, '1', 'Asha Patil')])
  })
})

test('the places that a file gives are those of its class, section and term; a deleted student gets none', () => {
  const sections = [
    { id: '11', name: 'A', class: { name: '7' } },
    { id: '12', name: 'A', class: { name: '8' } },
  ]
  expect(
    newMoves(
      [
        { class: '8', section: ' a ' },
        { class: '9', section: 'A' },
      ],
      sections,
    ),
  ).toEqual([{ sectionId: '12' }])
  const years = [
    { id: '1', name: '2025-26', sections: [{ id: '10', name: 'A', class: { name: '6' } }] },
    { id: '2', name: '2026-27', sections },
  ]
  const rows = [
    row,
    { ...row, id: '5', action: 'D' },
    { ...row, id: '6', term: '2026-27', class: '7' },
    { ...row, id: '', action: 'A', term: '2026-27', class: '8' },
  ]
  expect(editMoves(rows, years)).toEqual([
    { termId: '1', moves: [{ studentId: '4', sectionId: '10' }] },
    { termId: '2', moves: [{ studentId: '6', sectionId: '11' }, { sectionId: '12' }] },
  ])
})
