import { expect, test } from 'vitest'
import { readTableQuery } from '#ui/DataTable/tableQuery.ts'
import { monthChoices, toPendingFilter, toPendingView } from './pendingQuery.ts'

const parse = (address: string) => readTableQuery(new URLSearchParams(address))

test.each([
  ['', { termId: '1', search: '' }],
  ['f.due=OCT', { termId: '1', search: '', month: 'OCT', upTo: false }],
  ['f.due=to-OCT', { termId: '1', search: '', month: 'OCT', upTo: true }],
  ['f.terms=earlier', { termId: '1', search: '', terms: 'EARLIER' }],
  ['f.terms=all&f.due=OCT', { termId: '1', search: '', terms: 'ALL', month: 'OCT', upTo: false }],
  ['f.terms=none', { termId: '1', search: '' }],
  ['f.due=once', { termId: '1', search: '', oneTime: true }],
  ['f.due=XYZ&f.disabled=no', { termId: '1', search: '' }],
  [
    'q=asha&f.class=3&f.section=7&f.disabled=too',
    { termId: '1', search: 'asha', classId: '3', sectionId: '7', disabledToo: true },
  ],
])('the address %j asks about %j', (address, filter) => {
  expect(toPendingFilter('1', parse(address))).toEqual(filter)
})

test('includes page and order; a column the server cannot sort by is ignored', () => {
  expect(toPendingView(parse('page=3&size=50&sort=-pending'), '1')).toEqual({
    termId: '1',
    search: '',
    page: 2,
    pageSize: 50,
    sort: 'PENDING',
    descending: true,
  })
  expect(toPendingView(parse('sort=months'), '1')).toEqual({ termId: '1', search: '', page: 0, pageSize: 20 })
})

test('every month choice has its own value', () => {
  expect(new Set(monthChoices.map(({ value }) => value)).size).toBe(24)
})
