import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import type { Column } from './columns.ts'
import { toExportTable, exportFile } from './exportRows.ts'

interface Row {
  name: string
  phone: string
  due: number
  fee: number
  caste: string
  on: boolean
}

const columns: Column<Row>[] = [
  { key: 'name', header: 'Name', value: (row) => row.name },
  { key: 'phone', header: 'Phone', value: (row) => row.phone },
  { key: 'due', header: 'Due', value: (row) => row.due },
  { key: 'fee', header: 'Fee', value: (row) => row.fee, money: true },
  { key: 'on', header: 'Enabled', value: (row) => row.on },
  { key: 'caste', header: 'Caste', value: (row) => row.caste, exported: false },
]
const row = { name: '=HYPERLINK("x")', phone: '0987654321', due: -5, fee: 150_050, caste: 'secret', on: true }
const table = toExportTable('Users / [2026]: *?', [row], columns)

test('a column that must not be exported is not in an export', () => {
  expect(table.columns.map(({ header }) => header)).toEqual(['Name', 'Phone', 'Due', 'Fee', 'Enabled'])
  expect(table.rows).toEqual([{ cells: ['=HYPERLINK("x")', '0987654321', -5, 150_050, 'Yes'] }])
})

test('a list with Sr.No., such as USERS, exports Sr.No.', () => {
  const numbered = toExportTable('USERS', [row, { ...row, name: 'Asha' }], columns.slice(0, 1), true)
  expect(numbered.columns.map(({ header }) => header)).toEqual(['Sr.No.', 'Name'])
  expect(numbered.rows.map(({ cells }) => cells)).toEqual([
    [1, '=HYPERLINK("x")'],
    [2, 'Asha'],
  ])
})

test('in both formats formulas are escaped, leading zeros stay, numbers are numbers, money is in rupees', async () => {
  const csv = await (await exportFile([table], 'csv')).text()
  expect(csv.replace('\uFEFF', '')).toBe('Name,Phone,Due,Fee,Enabled\r\n"\'=HYPERLINK(""x"")",0987654321,-5,1500.5,Yes\r\n')
  const book = await readXlsx(await (await exportFile([table], 'xlsx')).arrayBuffer())
  expect(book.sheets[0]?.rows).toEqual([
    ['Name', 'Phone', 'Due', 'Fee', 'Enabled'],
    ['\'=HYPERLINK("x")', '0987654321', -5, 1500.5, 'Yes'],
  ])
})
