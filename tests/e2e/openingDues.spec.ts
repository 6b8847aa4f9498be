import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { addStaffUser } from './createSchool.ts'
import { addFeeSchool, type FeeSchool } from './feeSchool.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { signIn } from './signIn.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

let school: FeeSchool
let page: Page

test.beforeAll(async ({ browser }) => {
  const tag = uniqueTag()
  school = await addFeeSchool(`Opening ${tag}`, [
    { name: 'Asha Patil', phone: '9800000001' },
    { name: 'Usha Kale', phone: '9800000002' },
  ])
  const email = `head.${tag}@fees.test`
  await addStaffUser(school, { name: 'Head Office', email, phone: school.password, role: 'ADMIN' })
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  page = await context.newPage()
  await signIn(page, email, school.password)
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
})

test.afterAll(() => page.context().close())

async function chooseFile(lines: readonly string[]) {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'dues.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
}

async function openImport() {
  await page.goto('/fees?tab=categories')
  await page.getByRole('button', { name: 'Import dues from before Shala' }).click()
  await expect(page.getByText('Students of 2020-21, and what they owe of earlier terms')).toBeVisible()
}

async function openAccount(name: string) {
  await page.goto(`/fees?student=${school.studentIds.get(name)}&term=${school.termId}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
}

const feeRow = (name: string) => page.getByRole('table', { name: 'Fees' }).getByRole('row').filter({ hasText: name })

test('an ADMIN imports dues of earlier years: each wrong row says why, and the due is paid first', async () => {
  await openImport()
  await expectAccessible(page)
  const header = 'Register No,Name,Amount,Term,Note'
  await chooseFile([header, 'R-1,Asha Patil,0,2019-20,', 'R-2,Usha Kale,12.345,2019,'])
  for (const message of ['More than zero', 'An amount such as 1,234.50, with two decimals at most', 'A term such as 2024-25'])
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Choose another file' }).click()

  // What only the server knows is said at the cell too, and is corrected there.
  await chooseFile([header, 'R-1,Asha Patil,4500,2019-20,Term fees', 'R-2,Asha Patil,80,2018-19,'])
  await page.getByRole('button', { name: 'Import dues' }).click()
  await expect(page.getByText('The student of this row has another name', { exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: /^Name, row 3/i }).fill('Usha Kale')
  await page.keyboard.press('Enter')
  await expect(page.getByText('File looks good. Please click submit to import.')).toBeVisible()
  await expectFitsPhone(page)
  await page.getByRole('button', { name: 'Import dues' }).click()
  await expect(page.getByText('Dues imported. 2 rows were imported.')).toBeVisible()

  await openAccount('Asha Patil')
  await expect(feeRow('Dues of 2019-20')).toContainText('₹4,500.00')
  await expect(feeRow('Dues of 2019-20')).toContainText('Overdue')
  await expect(feeRow('Dues of 2018-19')).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Fees' }).getByRole('row').nth(1)).toContainText('Dues of 2019-20')
  await feeRow('Dues of 2019-20').getByRole('button', { name: 'Show the lines of Dues of 2019-20' }).click()
  await expect(page.getByRole('table', { name: 'Lines of Dues of 2019-20' })).toContainText('From before Shala')
  await expect(feeRow('Dues of 2019-20').getByRole('checkbox')).toBeChecked()
  await expectFitsPhone(page)
})

test('an import is undone', async () => {
  await openImport()
  await chooseFile(['Register No,Amount,Year', 'R-1,20,2017-18'])
  await page.getByRole('button', { name: 'Import dues' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo Import' }).click()
  await expect(page.getByText('1 due taken back. The import was undone.')).toBeVisible()
  await openAccount('Asha Patil')
  await expect(feeRow('Dues of 2019-20')).toBeVisible()
  await expect(feeRow('Dues of 2017-18')).toHaveCount(0)
})
