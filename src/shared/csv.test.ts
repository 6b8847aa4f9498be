import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headerKey, escapeFormula, writeCsv } from './csv.ts'

test.each(['=1+1', '+91', '-1', '@SUM(A1)', '\t=1', '\rx', '\nx', '＝1', '＋1', '－1', '＠x', '  =cmd|', '\u0000=1'])(
  'a quote is put before the cell %j',
  (cell) => {
    expect(escapeFormula(cell)).toBe(`'${cell}`)
  },
)

test.each(['Asha', '9876543210', 'a=b', '', ' Asha', 'आशा'])('the cell %j stays as it is', (cell) => {
  expect(escapeFormula(cell)).toBe(cell)
})

test('no cell of any file starts a formula', () => {
  fc.assert(fc.property(fc.string(), (cell) => void expect(escapeFormula(cell)).not.toMatch(/^[\s\u0000]*[=+\-@]/)))
})

test('a file has a byte order mark, CRLF, and quotes where they are needed', () => {
  expect(
    writeCsv([
      ['name', 'phone', 'due'],
      ['Patil, "Asha"', '0987654321', -5],
      ['two\nlines', null, true],
    ]),
  ).toBe('\uFEFFname,phone,due\r\n"Patil, ""Asha""",0987654321,-5\r\n"two\nlines",,true\r\n')
})

test.each([
  ['Name', 'name'],
  ['﻿Roll No.', 'roll_no_'],
  ['notificationTime', 'notificationtime'],
  [' E-mail ', 'e_mail'],
  ['नाव', 'नाव'],
  ['__proto__', '__proto__'],
])('the header %j has the key %j', (header, key) => {
  expect(headerKey(header)).toBe(key)
})
