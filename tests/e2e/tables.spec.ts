import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { accountButton, signIn } from './signIn.ts'
import { test } from './test.ts'

/** Tests the tables with the list of users, because every list is the same component. */
async function openUsers(page: Page, address = '/users') {
  await signIn(page)
  await expect(accountButton(page)).toBeVisible()
  await page.goto(address)
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
}

const dataRows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('gridcell') })
const readNames = (page: Page) => dataRows(page).locator('td:nth-child(2)').allTextContents()

async function exportAs(page: Page, item: RegExp): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: 'Export' }).click()
  const pendingDownload = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: item }).click()
  const download = await pendingDownload
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test('a table has 20, 50 or 100 rows a page; the address stores page, sort and search, and a link restores them', async ({
  page,
}) => {
  await openUsers(page)
  await expect(dataRows(page)).toHaveCount(20)
  await expect(page.getByRole('combobox', { name: 'Rows per page' }).locator('option')).toHaveText(['20', '50', '100'])
  await page.getByRole('button', { name: 'Go to next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(dataRows(page).first()).toContainText(/^21/)

  await page.getByRole('columnheader', { name: 'Name' }).click()
  await expect(page).toHaveURL(/sort=name/)
  await expect(page).not.toHaveURL(/page=2/)
  const ascending = await readNames(page)
  expect(ascending).toEqual([...ascending].sort(new Intl.Collator('en-IN', { numeric: true, sensitivity: 'base' }).compare))
  await page.getByRole('columnheader', { name: 'Name' }).click()
  await expect(page).toHaveURL(/sort=-name/)

  await page.getByRole('searchbox', { name: 'Search' }).fill('fees@')
  await expect(page).toHaveURL(/q=fees%40/)
  await expect(dataRows(page)).toHaveCount(1)
  const link = page.url()
  await page.goto('/dashboard')
  await page.goto(link)
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('fees@')
  await expect(dataRows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(dataRows(page)).toHaveCount(20)
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody is called so')
  await expect(page.getByText('Nothing found')).toBeVisible()
})

test('an export has the rows of all pages, as CSV and as a spreadsheet', async ({ page }) => {
  await openUsers(page)
  const total = Number((await page.getByText(/^1–20 of \d+$/).textContent())?.split(' ').at(-1))
  const csv = await exportAs(page, /^All \d+ rows as CSV$/)
  expect(csv.name).toMatch(/^users-\d{4}-\d{2}-\d{2}\.csv$/)
  const lines = csv.bytes.toString('utf8').trimEnd().split('\r\n')
  expect(lines).toHaveLength(total + 1)
  expect(lines[0]).toBe('\uFEFFSr.No.,Name,Phone,Email,Permissions,Enabled')

  const book = await readXlsx((await exportAs(page, /^All \d+ rows as a spreadsheet$/)).bytes)
  expect(book.sheets[0]?.rows).toHaveLength(total + 1)
  expect(book.sheets[0]?.rows[1]?.[2]).toMatch(/^\d{10}$/)

  await page.getByRole('searchbox', { name: 'Search' }).fill('fees@')
  await expect(dataRows(page)).toHaveCount(1)
  const foundRows = await exportAs(page, /^The row found as CSV$/)
  expect(foundRows.bytes.toString('utf8').trimEnd().split('\r\n')).toHaveLength(2)
  const allRows = await exportAs(page, /^All rows as CSV$/)
  expect(allRows.bytes.toString('utf8').trimEnd().split('\r\n')).toHaveLength(total + 1)
})

test('the choice of columns survives a reload', async ({ page }) => {
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

test('on a phone a list replaces the table and has the same actions', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openUsers(page, '/users?q=fees%40')
  await expect(page.getByRole('grid')).toBeHidden()
  await expect(page.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText([/^Edit User/, /^Enable\/Disable User/, /^Permanently Delete User/])
})

test('the month of attendance is exported with its letters, and the day book with its sums', async ({ page }) => {
  await openUsers(page, '/attendance?tab=view')
  const name = await page.getByRole('rowheader').first().getByRole('button').getAttribute('title')
  const csv = await exportAs(page, /^The month as CSV$/)
  expect(csv.name).toMatch(/^attendance-1-A-\d{4}-\d{2}-\d{4}-\d{2}-\d{2}\.csv$/)
  const [head = '', first = ''] = csv.bytes.toString('utf8').replace('\uFEFF', '').split('\r\n')
  expect(head).toMatch(/^Roll,Name,"\w{3}, 01 .*,P,A,L,%$/)
  expect(first).toContain(`,${name},`)

  await page.goto('/daybook')
  const closing = (await page.getByRole('region', { name: 'The day' }).getByRole('definition').last().textContent()) ?? ''
  const book = await readXlsx((await exportAs(page, /^The day as a spreadsheet$/)).bytes)
  expect(book.sheets.length).toBeGreaterThan(3)
  expect(book.sheets[0]?.rows.find(([label]) => label === 'Closing')?.[1]).toBe(Number(closing.replace(/[₹,]/g, '')))
})
