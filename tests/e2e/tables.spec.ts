import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'

/** The list of users stands for every list: all are the same table. */
async function openUsers(page: Page, address = '/users') {
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email' }).fill('admin@shala.test')
  await page.getByLabel('Password', { exact: true }).fill('9876543210')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible()
  await page.goto(address)
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
}

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('gridcell') })
const names = (page: Page) => page.locator('[role=gridcell][data-field=name]').allTextContents()

async function exported(page: Page, item: RegExp): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: 'Export' }).click()
  const waiting = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: item }).click()
  const download = await waiting
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test('20, 50 or 100 rows a page; page, sort and search are in the address, and a link brings them back', async ({ page }) => {
  await openUsers(page)
  await expect(rows(page)).toHaveCount(20)
  await page.getByRole('combobox', { name: 'Rows per page' }).click()
  await expect(page.getByRole('option')).toHaveText(['20', '50', '100'])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Go to next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(rows(page).first()).toContainText(/^21/)

  await page.getByRole('columnheader', { name: 'Name' }).click()
  await expect(page).toHaveURL(/sort=name/)
  await expect(page).not.toHaveURL(/page=2/)
  const ascending = await names(page)
  expect(ascending).toEqual([...ascending].sort(new Intl.Collator('en-IN', { numeric: true, sensitivity: 'base' }).compare))
  await page.getByRole('columnheader', { name: 'Name' }).click()
  await expect(page).toHaveURL(/sort=-name/)

  await page.getByRole('searchbox', { name: 'Search' }).fill('fees@')
  await expect(page).toHaveURL(/q=fees%40/)
  await expect(rows(page)).toHaveCount(1)
  const link = page.url()
  await page.goto('/dashboard')
  await page.goto(link)
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('fees@')
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(rows(page)).toHaveCount(20)
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody is called so')
  await expect(page.getByText('Nothing found')).toBeVisible()
})

test('all rows are exported, not those of the page, as CSV and as a spreadsheet', async ({ page }) => {
  await openUsers(page)
  const total = Number((await page.getByText(/^1–20 of \d+$/).textContent())?.split(' ').at(-1))
  const csv = await exported(page, /^All \d+ rows as CSV$/)
  expect(csv.name).toMatch(/^users-\d{4}-\d{2}-\d{2}\.csv$/)
  const lines = csv.bytes.toString('utf8').trimEnd().split('\r\n')
  expect(lines).toHaveLength(total + 1)
  expect(lines[0]).toBe('\uFEFFSr.No.,Name,Phone,Email,Permissions,Enabled')

  const book = await readXlsx((await exported(page, /^All \d+ rows as a spreadsheet$/)).bytes)
  expect(book.sheets[0]?.rows).toHaveLength(total + 1)
  expect(book.sheets[0]?.rows[1]?.[2]).toMatch(/^\d{10}$/)

  await page.getByRole('searchbox', { name: 'Search' }).fill('fees@')
  await expect(rows(page)).toHaveCount(1)
  const found = await exported(page, /^The row found as CSV$/)
  expect(found.bytes.toString('utf8').trimEnd().split('\r\n')).toHaveLength(2)
  const all = await exported(page, /^All rows as CSV$/)
  expect(all.bytes.toString('utf8').trimEnd().split('\r\n')).toHaveLength(total + 1)
})

test('columns can be chosen, and stay chosen', async ({ page }) => {
  await openUsers(page)
  await expect(page.getByRole('columnheader', { name: 'Phone' })).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Phone' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Phone' })).toBeHidden()
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Name' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Phone' })).toBeHidden()
})

test('on a phone a row has two lines and the same actions', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openUsers(page, '/users?q=fees%40')
  await expect(page.getByRole('grid')).toBeHidden()
  await expect(page.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText([/^Edit User/, /^Enable\/Disable User/, /^Permanently Delete User/])
})

test('tables of other forms are taken along too: a month of attendance with its letters, a page of the day book with its sums', async ({
  page,
}) => {
  await openUsers(page, '/attendance?tab=view')
  const name = await page.getByRole('rowheader').first().getByRole('button').getAttribute('title')
  const csv = await exported(page, /^The month as CSV$/)
  expect(csv.name).toMatch(/^attendance-1-A-\d{4}-\d{2}-\d{4}-\d{2}-\d{2}\.csv$/)
  const [head = '', first = ''] = csv.bytes.toString('utf8').replace('\uFEFF', '').split('\r\n')
  expect(head).toMatch(/^Roll,Name,"\w{3}, 01 .*,P,A,L,%$/)
  expect(first).toContain(`,${name},`)

  await page.goto('/daybook')
  const closing = (await page.getByRole('region', { name: 'The day' }).getByRole('definition').last().textContent()) ?? ''
  const book = await readXlsx((await exported(page, /^The day as a spreadsheet$/)).bytes)
  expect(book.sheets.length).toBeGreaterThan(3)
  expect(book.sheets[0]?.rows.find(([label]) => label === 'Closing')?.[1]).toBe(Number(closing.replace(/[₹,]/g, '')))
})
