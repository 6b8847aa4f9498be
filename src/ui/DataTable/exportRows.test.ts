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
  const csv = await (await exportFile(cells, 'csv', 'USERS')).text()
  expect(csv.replace('\uFEFF', '')).toBe('Name,Phone,Due,Enabled\r\n"\'=HYPERLINK(""x"")",0987654321,-5,Yes\r\n')
  const book = await readXlsx(await (await exportFile(cells, 'xlsx', 'Users / [2026]: *?')).arrayBuffer())
  expect(book.sheets[0]?.rows).toEqual([
    ['Name', 'Phone', 'Due', 'Enabled'],
    ['\'=HYPERLINK("x")', '0987654321', -5, 'Yes'],
  ])
})
