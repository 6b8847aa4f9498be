import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inertText } from '#shared/csv.ts'
import { matchHeaders } from '#shared/importColumns.ts'
import { editRow, importRow } from '../studentFiles.schema.ts'
import { editColumns, importColumns } from '../studentColumns.ts'
import { ownRow, standTwice } from './fileColumns.ts'

describe('the columns of files', () => {
  test('are the cells the server reads, and no other', () => {
    expect(importColumns.map((column) => column.key).sort()).toEqual(Object.keys(importRow.shape).sort())
    expect(editColumns.map((column) => column.key).sort()).toEqual(Object.keys(editRow.shape).sort())
  })

  test('are found under their own keys, their labels and the headers of schools', () => {
    for (const columns of [importColumns, editColumns]) {
      expect(
        matchHeaders(
          columns.map((column) => column.key),
          columns,
        ).size,
      ).toBe(columns.length)
      expect(
        matchHeaders(
          columns.map((column) => column.label),
          columns,
        ).size,
      ).toBe(columns.length)
    }
    const matched = matchHeaders(['Roll No', 'Std', 'Div', 'Student Name', 'Mobile No', 'DOB', 'GR No'], importColumns)
    expect([...matched.keys()]).toEqual(
      ['roll', 'class', 'section', 'name', 'phone', 'birthdate', 'registerNo'].sort(
        (a, b) => importColumns.findIndex((column) => column.key === a) - importColumns.findIndex((column) => column.key === b),
      ),
    )
  })

  test('a cell an export made inert is what it was', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('-', '=1+1', '+91', "'quoted", "O'Brien")), (cell) => {
        fc.pre(!(cell.startsWith("'") && inertText(cell.slice(1)) === cell))
        expect(ownRow({ cell: inertText(cell) })).toEqual({ cell })
      }),
    )
  })

  test('login e-mails and RFIDs that stand twice are named on their later rows', () => {
    const rows = [
      { loginEmail: 'a@x.in', rfid: '' },
      { loginEmail: 'A@x.in', rfid: '' },
      { loginEmail: '', rfid: '' },
    ]
    expect(standTwice(rows)).toEqual([{ index: 1, key: 'loginEmail', message: 'The email A@x.in stands here twice.' }])
  })
})
