import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import type { Column } from './columns.ts'
import { exportCells, exportFile } from './exportRows.ts'

interface Row {
  name: string
  phone: string
  due: number
  caste: string
  on: boolean
}

const columns: Column<Row>[] = [
  { key: 'name', header: 'Name', value: (row) => row.name },
  { key: 'phone', header: 'Phone', value: (row) => row.phone },
  { key: 'due', header: 'Due', value: (row) => row.due },
  { key: 'on', header: 'Enabled', value: (row) => row.on },
  { key: 'caste', header: 'Caste', value: (row) => row.caste, exported: false },
]
const cells = exportCells([{ name: '=HYPERLINK("x")', phone: '0987654321', due: -5, caste: 'secret', on: true }], columns)

test('a column that may not leave the product is not in an export', () => {
  expect(cells).toEqual([
    ['Name', 'Phone', 'Due', 'Enabled'],
    ['=HYPERLINK("x")', '0987654321', -5, 'Yes'],
  ])
})

test('in both formats formulas are inert, leading zeros stay, numbers are numbers', async () => {
  const csv = await (await exportFile([{ name: 'USERS', cells }], 'csv')).text()
  expect(csv.replace('\uFEFF', '')).toBe('Name,Phone,Due,Enabled\r\n"\'=HYPERLINK(""x"")",0987654321,-5,Yes\r\n')
  const book = await readXlsx(await (await exportFile([{ name: 'Users / [2026]: *?', cells }], 'xlsx')).arrayBuffer())
  expect(book.sheets[0]?.rows).toEqual([
    ['Name', 'Phone', 'Due', 'Enabled'],
    ['\'=HYPERLINK("x")', '0987654321', -5, 'Yes'],
  ])
})

test('several tables are a sheet each, and stand below each other in a CSV file', async () => {
  const tables = [
    { name: 'Fees', cells: [['Fee'], ['Tuition']] },
    { name: 'Receipts', cells: [['Receipt no.'], ['GV/1']] },
  ]
  const csv = await (await exportFile(tables, 'csv')).text()
  expect(csv.replace('\uFEFF', '')).toBe('Fees\r\nFee\r\nTuition\r\n\r\nReceipts\r\nReceipt no.\r\nGV/1\r\n')
  const book = await readXlsx(await (await exportFile(tables, 'xlsx')).arrayBuffer())
  expect(book.sheets.map(({ name, rows }) => [name, rows])).toEqual(tables.map(({ name, cells }) => [name, cells]))
})
