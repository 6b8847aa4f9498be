import { describe, expect, test } from 'vitest'
import { isBlock, pastedBlock, placeBlock } from './pastedBlock.ts'

describe('a block from a spreadsheet', () => {
  test.each([
    [
      '17\t4\r\n18\t5\r\n',
      [
        ['17', '4'],
        ['18', '5'],
      ],
    ],
    ['17\n\n19', [['17'], [''], ['19']]],
    ['17', [['17']]],
    ['"17"\t" AB "', [['17', 'AB']]],
    ['"a ""b"""', [['a "b"']]],
    ['17\t\t4', [['17', '', '4']]],
    ['', []],
  ])('%j', (text, rows) => {
    expect(pastedBlock(text)).toEqual(rows)
  })

  test('one value is none, also with the end of its line', () => {
    expect(['17', '17\n', '17\r\n', '1\t2', '1\n2'].map(isBlock)).toEqual([false, false, false, true, true])
  })

  test('begins at the cell that has the focus, and what does not fit is counted', () => {
    const block = [
      ['1', '2'],
      ['3', '4'],
      ['5', ''],
    ]
    expect(placeBlock(block, { row: 1, column: 1 }, { rows: 3, columns: 2 })).toEqual({
      cells: [
        { row: 1, column: 1, value: '1' },
        { row: 2, column: 1, value: '3' },
      ],
      left: 3,
    })
    expect(placeBlock(block, { row: 0, column: 0 }, { rows: 3, columns: 2 })).toMatchObject({ left: 0 })
  })
})
