import { expect, test } from 'vitest'
import { parseStudentSearch } from './parseStudentSearch.ts'

const sections = [
  { id: '11', title: '7-A' },
  { id: '12', title: '7-B' },
  { id: '13', title: 'Nursery-Rose' },
]

test.each([
  ['asha', { search: 'asha', sectionId: null }],
  [' asha  patil ', { search: 'asha patil', sectionId: null }],
  ['7', { search: '7', sectionId: null }],
  ['98220', { search: '98220', sectionId: null }],
  ['7-B', { search: '', sectionId: '12' }],
  ['7b 12', { search: '12', sectionId: '12' }],
  ['12 7B', { search: '12', sectionId: '12' }],
  ['as 7a', { search: 'as', sectionId: '11' }],
  ['nursery-rose 3', { search: '3', sectionId: '13' }],
])('%j is parsed as %j', (typed, search) => {
  expect(parseStudentSearch(typed, sections)).toEqual(search)
})

test.each(['', '  ', 'a', 'as', '9b'])('%j is too short', (typed) => {
  expect(parseStudentSearch(typed, sections)).toBeNull()
})
