import { describe, expect, test } from 'vitest'
import type { TableQuery } from '#ui/DataTable/tableQuery.ts'
import { toAddress, withDefaultDay } from './entriesQuery.ts'

const today = '2026-11-21'
const query = (more: Partial<TableQuery> = {}): TableQuery => ({
  page: 0,
  pageSize: 20,
  sort: null,
  descending: false,
  search: '',
  filters: {},
  ...more,
})
/** Returns the view shown after a change of the view of an address. */
const after = (asked: Partial<TableQuery>, change: Partial<TableQuery>) => {
  const before = query(asked)
  return withDefaultDay({ ...before, ...toAddress(withDefaultDay(before, today), change) }, today)
}

describe('the days of the entries', () => {
  test('an empty address shows today', () => {
    expect(withDefaultDay(query(), today).filters).toEqual({ from: today, to: today })
    expect(withDefaultDay(query({ filters: { state: 'CLEARING' } }), today).filters).toEqual({ state: 'CLEARING' })
    expect(withDefaultDay(query({ search: 'asha' }), today).filters).toEqual({})
  })

  test('a change of another filter keeps the shown days', () => {
    expect(after({}, { search: 'asha' })).toMatchObject({ search: 'asha', filters: { from: today, to: today } })
    expect(after({}, { page: 2 })).toMatchObject({ page: 2, filters: { from: today, to: today } })
    expect(after({ filters: { from: '2026-11-01' } }, { filters: { from: '2026-11-01', mode: 'UPI' } }).filters).toEqual({
      from: '2026-11-01',
      mode: 'UPI',
    })
  })

  test('removing the last filter shows the whole term, not today', () => {
    expect(after({ filters: { state: 'CLEARING' } }, { filters: { state: '' } }).filters).toEqual({})
    expect(after({ filters: { days: 'term' } }, { page: 1 })).toMatchObject({ page: 1, filters: {} })
    expect(after({ search: 'asha' }, { search: '' })).toMatchObject({ search: '', filters: {} })
  })
})
