import { expect, test } from 'vitest'
import { groupStudents, type LiveStudent } from './groups.ts'

const students: LiveStudent[] = ['1', '2', '3', '4', '5'].map((id) => ({
  id,
  roll: id,
  name: `Student ${id}`,
  className: '7',
  sectionName: 'B',
}))
const ids = (marks: string, byHand: [string, string][] = []) =>
  Object.entries(
    groupStudents(students, new Map([...marks].map((mark, place) => [String(place + 1), mark])), new Map(byHand)),
  ).map(([name, members]) => [name, members.map(({ id, mark, waiting }) => `${id}${mark}${waiting ? '…' : ''}`).join(' ')])

test('small letters are active, capitals inactive, A is absent', () => {
  expect(ids('plPLA')).toEqual([
    ['active', '1P 2L'],
    ['inactive', '3P 4L'],
    ['absent', '5A'],
  ])
})

test('a mark set by hand counts before the server acknowledges it', () => {
  expect(
    ids('plAAA', [
      ['1', 'A'],
      ['2', 'P'],
      ['3', 'L'],
    ]),
  ).toEqual([
    ['active', '2P…'],
    ['inactive', '3L…'],
    ['absent', '1A… 4A 5A'],
  ])
})

test('everybody is absent before there are marks', () => {
  expect(ids('')).toEqual([
    ['active', ''],
    ['inactive', ''],
    ['absent', '1A 2A 3A 4A 5A'],
  ])
})
