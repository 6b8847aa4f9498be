import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { tableFromCells, type SheetTable, writeCsvTables, writeSpreadsheet } from './sheet.ts'

const hostile = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1', '\t=1', '\r=1', '  =1', '=HYPERLINK("http://x","y")', 'DDE', '\u0000=1']

const table: SheetTable = {
  name: "'Fees [7-B]: *?'",
  above: [['School', '=Own "School"'], []],
  columns: [
    { header: '=Name' },
    { header: 'Amount', kind: 'money' },
    { header: '%', kind: 'percent' },
    { header: 'Day', kind: 'day' },
    { header: 'At', kind: 'moment' },
    { header: 'Roll', kind: 'number' },
  ],
  rows: [
    { cells: ['आशा पाटील', 12_345_678_905, 66.7, '2026-11-21', '2026-11-21T20:00:00Z', 7], struck: true },
    { cells: ['0987654321', -5, null, 'no day', 'no moment', '12A'], shaded: true },
    { cells: ['Total', 0, 0, null, '', undefined], strong: true },
  ],
  below: [['=Deleted rows are in no sum.']],
}

test('numbers, days and money in rupees have their cell types; unexpected values are written unchanged', async () => {
  const { sheets } = await readXlsx(await writeSpreadsheet([table]))
  expect(sheets[0]?.name).toBe('Fees  7-B')
  const rows = sheets[0]?.rows ?? []
  expect(rows[0]?.slice(0, 2)).toEqual(['School', '\'=Own "School"'])
  expect(rows[2]).toEqual(["'=Name", 'Amount', '%', 'Day', 'At', 'Roll'])
  expect(rows[3]?.slice(0, 3)).toEqual(['आशा पाटील', 123_456_789.05, 66.7])
  // The moment in Indian time.
  expect(rows[3]?.slice(3, 5).map((day) => (day as Date).toISOString())).toEqual([
    '2026-11-21T00:00:00.000Z',
    '2026-11-22T01:30:00.000Z',
  ])
  expect(rows[4]).toEqual(['0987654321', -0.05, null, 'no day', 'no moment', '12A'])
  expect(rows[5]?.slice(0, 3)).toEqual(['Total', 0, 0])
  expect(rows.at(-1)?.[0]).toBe("'=Deleted rows are in no sum.")
  const csv = writeCsvTables([table])
  expect(csv).toContain('आशा पाटील,123456789.05,66.7,2026-11-21,2026-11-22 01:30,7')
})

test.each(hostile)('%j is text in both formats, in every part of the table', async (text) => {
  const everywhere: SheetTable = {
    name: text,
    above: [[text]],
    below: [[text]],
    columns: [{ header: text }, { header: 'Amount', kind: 'money' }],
    rows: [{ cells: [text, text] }],
  }
  const book = await readXlsx(await writeSpreadsheet([everywhere]))
  const cells = book.sheets
    .flatMap((sheet) => sheet.rows)
    .flat()
    .filter((cell) => cell !== null)
  for (const cell of cells) expect(String(cell)).not.toMatch(/^[\s\u0000]*[=+\-@＝]/)
  expect(book.sheets.flatMap((sheet) => [...(sheet.cells?.values() ?? [])].filter((cell) => cell.formula))).toEqual([])
  for (const cell of writeCsvTables([everywhere]).replace('\uFEFF', '').split(/\r\n/))
    expect(cell).not.toMatch(/^"?[\s\u0000]*[=+\-@＝]/)
})

test('whatever a text begins with, it is no formula in the CSV and a text in the spreadsheet', async () => {
  const start = fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    '＝',
    '＋',
    '－',
    '＠',
    '\t',
    '\r',
    '\n',
    ' ',
    '"',
    "'",
    ';',
    ',',
    '\u00a0',
    '\u0000',
  )
  const cell = fc
    .tuple(fc.array(start, { maxLength: 4 }), fc.string({ maxLength: 12 }))
    .map(([begin, rest]) => begin.join('') + rest)
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 5 }), async (cells) => {
      const tables = [tableFromCells('Rows', [['Head'], cells])]
      const read: string[][] = parse(writeCsvTables(tables), { bom: true, relax_column_count: true })
      for (const one of read.flat()) expect(one).not.toMatch(/^[\s\u0000]*[=+\-@＝＋－＠]|^[\t\r\n]/u)
      const [sheet] = (await readXlsx(await writeSpreadsheet(tables))).sheets
      expect([...(sheet?.cells?.values() ?? [])].filter(({ formula }) => formula)).toEqual([])
      for (const one of sheet?.rows.flat() ?? []) expect(one === null || typeof one === 'string').toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('sheet names are valid and unique, and cells are cut to the maximum length', async () => {
  const long = `${'न'.repeat(30)}😀`
  const names = ['A', 'a', '', 'History', long, `${long}2`, 'x/y', '\u0001']
  const book = await readXlsx(
    await writeSpreadsheet(names.map((name) => tableFromCells(name, [['Text'], [`\u0001\ud800${'x'.repeat(40_000)}`]]))),
  )
  const given = book.sheets.map((sheet) => sheet.name)
  expect(new Set(given.map((name) => name.toLowerCase())).size).toBe(names.length)
  expect(given.slice(0, 4)).toEqual(['A', 'a (2)', 'Sheet3', 'Sheet4'])
  for (const name of given) expect(name).toMatch(/^(?!')[^[\]:*?/\\]{1,31}(?<!')$/)
  expect(String(book.sheets[0]?.rows[1]?.[0])).toHaveLength(32_767)
  // Excel reports the whole file as damaged when such a name is not quoted.
  const titles = await readXlsx(await writeSpreadsheet([tableFromCells("Ram's 7-B", [['Text'], ['x']])]))
  expect(titles.sheets[0]?.pageSetup?.printTitlesRow ?? titles.namedRanges?.[0]?.range).toMatch(/^('Ram''s 7-B'!)?\$1:\$1$/)
})

test('several tables of a CSV stand below each other under their names', () => {
  const csv = writeCsvTables([
    tableFromCells('One', [['A'], [1]]),
    tableFromCells('Two', [
      ['B', 'C'],
      ['x', null],
    ]),
  ])
  expect(csv).toBe('\uFEFFOne\r\nA\r\n1\r\n\r\nTwo\r\nB,C\r\nx,\r\n')
})
