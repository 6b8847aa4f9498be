import { expect, test } from 'vitest'
import { grouped, type LiveStudent } from './groups.ts'

const students: LiveStudent[] = ['1', '2', '3', '4', '5'].map((id) => ({
  id,
  roll: id,
  name: `Student ${id}`,
  className: '7',
  sectionName: 'B',
}))
const ids = (marks: string, byHand: [string, string][] = []) =>
  Object.entries(grouped(students, new Map([...marks].map((mark, place) => [String(place + 1), mark])), new Map(byHand))).map(
    ([name, members]) => [name, members.map(({ id, mark, waiting }) => `${id}${mark}${waiting ? '…' : ''}`).join(' ')],
  )

test('small letters are active, large ones were there, A is absent', () => {
  expect(ids('plPLA')).toEqual([
    ['Active', '1P 2L'],
    ['Unactive', '3P 4L'],
    ['Absent', '5A'],
  ])
})

test('what was marked by hand counts before the server has it', () => {
  expect(
    ids('plAAA', [
      ['1', 'A'],
      ['2', 'P'],
      ['3', 'L'],
    ]),
  ).toEqual([
    ['Active', '2P…'],
    ['Unactive', '3L…'],
    ['Absent', '1A… 4A 5A'],
  ])
})

test('before there are marks everybody is absent', () => {
  expect(ids('')).toEqual([
    ['Active', ''],
    ['Unactive', ''],
    ['Absent', '1A 2A 3A 4A 5A'],
  ])
})
