import { expect, test } from 'vitest'
import { readTableQuery } from '#ui/DataTable/tableQuery.ts'
import { monthsOfTerm } from '../../months.ts'
import { dueOptions, toPendingFilter, toPendingView } from './pendingQuery.ts'

const parse = (address: string) => readTableQuery(new URLSearchParams(address))

const all = { termId: '1', search: '', terms: 'ALL' }

test.each([
  ['', { ...all, due: 'OVERDUE' }],
  ['f.due=to-60', { ...all, due: 'OVERDUE_TO_60' }],
  ['f.due=over-90', { ...all, due: 'OVERDUE_OVER_90' }],
  ['f.due=now', { ...all, due: 'NOW' }],
  ['f.due=any', all],
  ['f.due=OCT', { ...all, month: 'OCT', upTo: false }],
  ['f.due=to-OCT', { ...all, month: 'OCT', upTo: true }],
  ['f.terms=earlier', { ...all, terms: 'EARLIER', due: 'OVERDUE' }],
  ['f.terms=this&f.due=OCT', { ...all, terms: 'TERM', month: 'OCT', upTo: false }],
  ['f.terms=none', { ...all, due: 'OVERDUE' }],
  ['f.due=once', { ...all, oneTime: true }],
  ['f.due=XYZ&f.disabled=no', { ...all, due: 'OVERDUE' }],
  [
    'q=asha&f.class=3&f.section=7&f.disabled=too',
    { ...all, search: 'asha', classId: '3', sectionId: '7', disabledToo: true, due: 'OVERDUE' },
  ],
])('the address %j asks about %j', (address, filter) => {
  expect(toPendingFilter('1', parse(address))).toEqual(filter)
})

test('includes page and order; a column the server cannot sort by is ignored', () => {
  expect(toPendingView(parse('page=3&size=50&sort=-pending&f.due=any'), '1')).toEqual({
    ...all,
    page: 2,
    pageSize: 50,
    sort: 'PENDING',
    descending: true,
  })
  expect(toPendingView(parse('sort=months&f.due=any'), '1')).toEqual({ ...all, page: 0, pageSize: 20 })
})

test('every choice of due dates has its own value', () => {
  const options = dueOptions(monthsOfTerm('2028-06-15'))
  expect(new Set(options.map(({ value }) => value)).size).toBe(options.length)
  // June is the first month of such a term, so nothing lies before its end but June itself.
  expect(options.map(({ value }) => value)).not.toContain('to-JUN')
})
