import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeFormula } from '#shared/csv.ts'
import { matchHeaders } from '#shared/importColumns.ts'
import { editRow, importRow } from '../studentFiles.schema.ts'
import { editColumns, importColumns } from '../studentColumns.ts'
import { typedRow, findDuplicates } from './fileColumns.ts'

describe('the columns of files', () => {
  test('are exactly the cells that the server parses', () => {
    expect(importColumns.map((column) => column.key).sort()).toEqual(Object.keys(importRow.shape).sort())
    expect(editColumns.map((column) => column.key).sort()).toEqual(Object.keys(editRow.shape).sort())
  })

  test('match their keys, their labels and the headers of schools', () => {
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

  test('a cell that an export made inert is restored', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('-', '=1+1', '+91', "'quoted", "O'Brien")), (cell) => {
        fc.pre(!(cell.startsWith("'") && escapeFormula(cell.slice(1)) === cell))
        expect(typedRow({ cell: escapeFormula(cell) })).toEqual({ cell })
      }),
    )
  })

  test('duplicate login e-mails and RFIDs are reported at the later row', () => {
    const rows = [
      { loginEmail: 'a@x.in', rfid: '' },
      { loginEmail: 'A@x.in', rfid: '' },
      { loginEmail: '', rfid: '' },
    ]
    expect(findDuplicates(rows)).toEqual([{ index: 1, key: 'loginEmail', message: 'The email A@x.in is here twice.' }])
  })
})
