import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Column, TableFilter } from './columns.ts'
import { findByWords } from '#shared/nameSearch.ts'
import { compareValues, selectRows } from './selectRows.ts'
import { pageSizes, clampPage, readTableQuery, type TableQuery, writeTableQuery } from './tableQuery.ts'

const standard: TableQuery = { page: 0, pageSize: 20, sort: null, descending: false, search: '', filters: {} }

describe('the view in the URL', () => {
  test('default values are left out, and other parameters stay', () => {
    const address = new URLSearchParams('tab=view&page=3&f.role=ADMIN')
    expect(writeTableQuery(address, standard).toString()).toBe('tab=view')
  })

  test('invalid values are read as the defaults', () => {
    const address = new URLSearchParams('page=-1&size=7&sort=&q=&f.x=')
    expect(readTableQuery(address)).toEqual(standard)
    expect(readTableQuery(new URLSearchParams('page=1e9999'))).toEqual(standard)
  })

  test('two tables on a page have their own parameters', () => {
    const address = writeTableQuery(new URLSearchParams('q=one'), { ...standard, search: 'two' }, { name: 'books' })
    expect(address.toString()).toBe('q=one&books.q=two')
    expect(readTableQuery(address).search).toBe('one')
  })

  test('a written view is read back unchanged, with and without defaults', () => {
    const key = fc.stringMatching(/^[a-zA-Z]{1,8}$/)
    const view = fc.record({
      page: fc.nat(10_000),
      pageSize: fc.constantFrom(...pageSizes),
      sort: key,
      descending: fc.boolean(),
      search: fc.string(),
      filters: fc.dictionary(key, fc.string({ minLength: 1 }), { noNullPrototype: true }),
    })
    fc.assert(
      fc.property(
        view,
        fc.constantFrom({}, { sort: 'name' }, { sort: 'due', descending: true, pageSize: 50 as const, name: 't' }),
        (query, defaults) => {
          expect(readTableQuery(writeTableQuery(new URLSearchParams('tab=x'), query, defaults), defaults)).toEqual(query)
        },
      ),
    )
  })
})

describe('rows in client mode', () => {
  interface Person {
    name: string
    section: string
    due: number | null
  }
  const people: Person[] = [
    { name: 'Rohan', section: '10-A', due: 5 },
    { name: 'आशा पाटील', section: '7-B', due: null },
    { name: 'asha Patil', section: '7-B', due: -3 },
  ]
  const columns: Column<Person>[] = [
    { key: 'name', header: 'Name', value: (row) => row.name },
    { key: 'section', header: 'Section', value: (row) => row.section },
    { key: 'due', header: 'Due', value: (row) => row.due, searchable: false },
  ]
  const filters: TableFilter<Person>[] = [
    { key: 'section', label: 'Section', options: [], matches: (row, value) => row.section === value },
  ]
  const names = (query: Partial<TableQuery>) =>
    selectRows(people, columns, filters, { ...standard, ...query }, findByWords).map((row) => row.name)

  test('every word of the search must occur in some column, in any case and script', () => {
    expect(names({ search: '7-b ATIL' })).toEqual(['asha Patil'])
    expect(names({ search: '7-b PAT' })).toEqual(['आशा पाटील', 'asha Patil'])
    expect(names({ search: 'पाटील' })).toEqual(['आशा पाटील', 'asha Patil'])
    expect(names({ search: 'Rohen 10' })).toEqual(['Rohan'])
    expect(names({ search: '-3' })).toEqual([])
  })

  test('numbers inside texts sort by size, and empty values come last in both directions', () => {
    expect(names({ sort: 'section' })).toEqual(['आशा पाटील', 'asha Patil', 'Rohan'])
    expect(names({ sort: 'due' })).toEqual(['asha Patil', 'Rohan', 'आशा पाटील'])
    expect(names({ sort: 'due', descending: true })).toEqual(['Rohan', 'asha Patil', 'आशा पाटील'])
    expect(names({ sort: 'nothing' })).toEqual(['Rohan', 'आशा पाटील', 'asha Patil'])
  })

  test('a filter keeps the matching rows', () => {
    expect(names({ filters: { section: '7-B', unknown: 'x' } })).toHaveLength(2)
  })

  test('comparing values is antisymmetric', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.constant(undefined))
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(Math.sign(compareValues(a, b)) + Math.sign(compareValues(b, a))).toBe(0)
      }),
    )
  })
})

test.each([
  [0, 0, 0],
  [5, 100, 4],
  [2, 41, 2],
  [9, 41, 2],
])('page %i of %i rows is page %i', (page, total, shown) => {
  expect(clampPage({ ...standard, page }, total)).toBe(shown)
})
