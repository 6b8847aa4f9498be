import { describe, expect, test } from 'vitest'
import { editColumns, importColumns } from './studentColumns.ts'

describe.each([
  ['Bulk Add', importColumns],
  ['Bulk Edit', editColumns],
])('%s repairs phones as a file is read', (_, columns) => {
  const repaired = (key: string, cell: string) => columns.find((column) => column.key === key)?.repair?.(cell)

  test.each(['+91 98765-43210', '098765 43210', '91 9876543210', '9876543210'])('the phone %s', (cell) => {
    expect(repaired('phone', cell)).toBe('9876543210')
  })

  test.each([
    ['+91 98765 43210', '9876543210'],
    ['09876543210 / 98765-43211', '9876543210, 9876543211'],
    ['+91 98765-43210; 9876543211', '9876543210, 9876543211'],
    // A changed separator is not reported as a repair.
    ['9876543210;9876543211', '9876543210;9876543211'],
    ['9876543210 9876543211', '9876543210 9876543211'],
    // Text that is no phone is kept, so that the check reports it.
    ['+91 98765 43210, home', '+91 98765 43210, home'],
    ['12345', '12345'],
  ])('the other phones %s', (cell, expected) => {
    expect(repaired('phones', cell)).toBe(expected)
  })
})
