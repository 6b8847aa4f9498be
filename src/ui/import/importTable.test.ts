import { describe, expect, test } from 'vitest'
import {
  toTableRows,
  checkTableRow,
  checkAcrossRows,
  type ImportRules,
  isRefused,
  assignServerProblems,
  problemsOfRow,
  refusedCells,
  repairTexts,
  summarize,
} from './importTable.ts'
import { normalizePhone } from '#shared/phones.ts'
import { matchHeaders } from '#shared/importColumns.ts'
import type { ParsedFile } from '#shared/parseFile.ts'

const rules: ImportRules = {
  columns: [
    { key: 'name', label: 'Name', required: true },
    { key: 'phone', label: 'Phone', required: true, aliases: ['Mobile No.'] },
    { key: 'notificationTime', label: 'Notification time' },
  ],
  checkRow: (row) =>
    /^(\d{10})?$/.test(row['phone'] ?? '') ? [] : [{ key: 'phone', message: 'Phone should have exactly 10 digits.' }],
  checkAll: (rows) =>
    rows.flatMap((row, index) =>
      rows.findIndex((other) => other['phone'] === row['phone']) < index ? [{ index, key: 'phone', message: 'Twice' }] : [],
    ),
  kindOf: (row) => (row['name']?.startsWith('A') ? 'changed' : 'new'),
}

function table(rows: string[][], headers = ['name', 'phone']) {
  const file: ParsedFile = { headers, rows: rows.map((cells, index) => ({ number: index + 2, cells })), format: 'UTF-8' }
  const arranged = toTableRows(file, rules.columns, matchHeaders(headers, rules.columns))
  for (const row of arranged) row.problems = checkTableRow(row, rules)
  checkAcrossRows(arranged, rules)
  return arranged
}

describe('phones are corrected as a file is read', () => {
  const columns = rules.columns.map((column) => (column.key === 'phone' ? { ...column, repair: normalizePhone } : column))

  test('every correction is listed, and an invalid phone stays for validation', () => {
    const cells = [
      ['Asha', '+91 98765-43210'],
      ['Meera', '098765 43211'],
      ['Rohan', '9876543212'],
      ['Ravi', '12345'],
      ['Usha', ''],
    ]
    const file: ParsedFile = {
      headers: ['name', 'phone'],
      rows: cells.map((row, index) => ({ number: index + 2, cells: row })),
      format: 'UTF-8',
    }
    const rows = toTableRows(file, columns, matchHeaders(file.headers, columns))
    expect(rows.map((row) => row.values[1])).toEqual(['9876543210', '9876543211', '9876543212', '12345', ''])
    expect(repairTexts(rows, columns)).toEqual([
      'Row 2, Phone: +91 98765-43210 is 9876543210',
      'Row 3, Phone: 098765 43211 is 9876543211',
    ])
  })
})

describe('headers', () => {
  test.each([
    [['NAME', ' Phone '], { name: 0, phone: 1 }],
    [['mobile_no_', 'Name'], { name: 1, phone: 0 }],
    [['notification time', 'name'], { name: 1, notificationTime: 0 }],
    [['NotificationTime', '__proto__', 'constructor'], { notificationTime: 0 }],
    [['name', 'name'], { name: 0 }],
    [['', '__'], {}],
  ])('%j are matched as %j', (headers, expected) => {
    expect(Object.fromEntries(matchHeaders(headers, rules.columns))).toEqual(expected)
  })
})

describe('rows', () => {
  test('each invalid cell has a problem, and so has a blank required one', () => {
    const [good, blank, bad, surplus, huge] = table([
      [' Asha ', '9876543210'],
      ['Rohan', ''],
      ['Meera', '12'],
      ['Patil', '9876543211', 'Asha'],
      ['x'.repeat(10_001), '9876543212'],
    ])
    expect(good?.values).toEqual(['Asha', '9876543210', ''])
    expect(good && isRefused(good)).toBe(false)
    expect(blank?.problems).toEqual([{ key: 'phone', message: 'Required' }])
    expect(bad?.problems).toEqual([{ key: 'phone', message: 'Phone should have exactly 10 digits.' }])
    expect(surplus?.problems[0]?.key).toBeNull()
    expect(huge?.problems).toEqual([{ key: 'name', message: 'This cell is longer than 10000 characters.' }])
  })

  test('the preview counts rows by kind, and rows left out separately', () => {
    const rows = table([
      ['Asha', '9876543210'],
      ['Rohan', '9876543211'],
      ['Rohan', '9876543211'],
      ['Meera', ''],
    ])
    expect(summarize(rows, rules)).toEqual({
      refused: 2,
      asked: false,
      blank: true,
      leftOut: 0,
      kinds: new Map([
        ['changed', 1],
        ['new', 1],
      ]),
    })
    for (const row of rows) if (isRefused(row)) row.leftOut = true
    checkAcrossRows(rows, rules)
    expect(summarize(rows, rules)).toMatchObject({ refused: 0, blank: false, leftOut: 2 })
  })

  test('rows that the server only asks about may be sent anyway, until one of them has another problem', () => {
    const rows = table([
      ['Asha', '9876543210'],
      ['Rohan', '9876543211'],
    ])
    assignServerProblems(rows, rules.columns, [{ path: 'rows.1.addAnyway', message: 'Rohan is a student already' }])
    expect(rows[1] && problemsOfRow(rows[1])).toEqual([{ key: null, message: 'Rohan is a student already', asks: true }])
    expect(summarize(rows, rules)).toMatchObject({ refused: 1, asked: true })
    assignServerProblems(rows, rules.columns, [{ path: 'rows.1.phone', message: 'Taken' }])
    expect(summarize(rows, rules)).toMatchObject({ refused: 1, asked: false })
  })

  test("the server's problems are assigned to the rows and columns that were sent", () => {
    const rows = table([
      ['Asha', '9876543210'],
      ['Rohan', '9876543211'],
    ])
    const loose = assignServerProblems(rows.slice(1), rules.columns, [
      { path: 'rows.0.phone', message: 'Taken' },
      { path: 'rows.0.section', message: 'Odd' },
      { path: 'rows.7.phone', message: 'Nowhere' },
      { path: '', message: 'All' },
    ])
    expect(loose).toEqual(['Nowhere', 'All'])
    expect(rows.map(problemsOfRow)).toEqual([
      [],
      [
        { key: 'phone', message: 'Taken' },
        { key: null, message: 'Odd' },
      ],
    ])
    expect(refusedCells(rows, rules.columns)).toEqual([
      ['name', 'phone', 'notificationTime', 'row', 'reason'],
      ['Rohan', '9876543211', '', '3', 'Phone: Taken | Odd'],
    ])
  })
})
