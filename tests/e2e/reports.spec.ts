import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import PostalMime from 'postal-mime'
import { addDays, type Day, monthStart, schoolDay, showDay } from '#shared/dates.ts'
import { accessible, chooseSchool, chooseTyped, fitsPhone, signIn, superadmin } from './ownSchool.ts'

test.describe.configure({ mode: 'serial' })

const today = schoolDay(new Date())
const lastOfMonth = addDays(monthStart(today), -1)
const month = { start: monthStart(lastOfMonth), end: lastOfMonth }
const days = `${showDay(month.start)} – ${showDay(month.end)}`
let head: Page

test.beforeAll(async ({ browser }) => {
  head = await person(browser, 'admin@shala.test')
})
test.afterAll(() => head.context().close())

/** A page of its own with somebody of the demo schools signed in. */
async function person(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  const page = await context.newPage()
  await signIn(page, email, '9876543210')
  await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible()
  return page
}

const may = { allowed: true, reason: null }
const mayNot = { allowed: false, reason: null }

const make = (page: Page) => page.getByRole('button', { name: 'Make Report' })
const sheet = (page: Page, name: string) => page.getByRole('article', { name })

async function typeDay(page: Page, label: string, day: Day) {
  await page.getByRole('group', { name: label }).getByRole('spinbutton', { name: 'Day' }).click()
  await page.keyboard.type(`${day.slice(8)}${day.slice(5, 7)}${day.slice(0, 4)}`)
}

async function download(page: Page, name: string): Promise<{ name: string; bytes: Buffer }> {
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name, exact: true }).click()
  const file = await waiting
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('the form says what it needs; the month of a section is three clicks, and its figures are those of the month grid', async () => {
  await head.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Reports' }).click()
  await expect(head.getByRole('tab')).toHaveText(['QR Reports', 'Attendance Reports', 'Fees Reports'])
  const types = head.getByRole('group', { name: 'Report', exact: true }).getByRole('button')
  await expect(types).toHaveText(['Condensed', 'Detailed', 'Weekly Progressive', 'Attention Analysis'])
  await typeDay(head, 'Start Date', today)
  await typeDay(head, 'End Date', addDays(today, -1))
  await head.getByRole('switch', { name: 'Send the link by e-mail' }).check()
  await head.getByRole('textbox', { name: 'Email' }).fill('not an address')
  await head.getByRole('combobox', { name: 'Section' }).fill('')
  await make(head).click()
  await expect(head.getByText('End Date is before the start')).toBeVisible()
  await expect(head.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription('Email Is Required')
  await expect(head.getByRole('combobox', { name: 'Section' })).toHaveAccessibleDescription('Section Is Required')
  await head.getByRole('switch', { name: 'Send the link by e-mail' }).uncheck()
  await accessible(head)
  await fitsPhone(head)

  await chooseTyped(head.getByRole('combobox', { name: 'Section' }), '1-A')
  await head.getByRole('group', { name: 'Days' }).getByRole('button', { name: 'Last month' }).click()
  await types.nth(1).click()
  await types.nth(0).click()
  await make(head).click()
  await expect(head).toHaveURL(/tab=attendance&type=condensed&.*&job=\d+/)
  const report = sheet(head, 'Condensed Attendance')
  await expect(report).toBeVisible({ timeout: 30_000 })
  await accessible(head)
  await fitsPhone(head)

  const counted = await figures(report)
  expect(counted.size).toBeGreaterThan(20)
  await head.goto(`/attendance?tab=view&month=${month.start.slice(0, 7)}`)
  const grid = head.getByRole('grid', { name: 'Attendance of 1-A' })
  await expect(grid).toBeVisible()
  const shown = await grid
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [row.querySelector('.roll'), ...row.querySelectorAll('td.total')].map((cell) => cell?.textContent ?? '')),
    )
  expect(new Map(shown.map(([roll = '', ...sums]) => [roll, sums.slice(0, 3)]))).toEqual(counted)
})

/** Present, absent and late of each roll of a condensed report. */
async function figures(report: ReturnType<typeof sheet>): Promise<Map<string, string[]>> {
  const heads = (await report.getByRole('columnheader').allTextContents()).map((text) => text.trim())
  const table = await report
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent?.trim() ?? '')))
  const columns = heads.slice(-(table[0]?.length ?? 0))
  const at = (name: string) => columns.indexOf(name)
  const rolled = table.filter((row) => /^\d/.test(row[at('Roll')] ?? ''))
  return new Map(rolled.map((row) => [row[at('Roll')] ?? '', ['P', 'A', 'L'].map((name) => row[at(name)] ?? '')]))
}

test('it is found again in the list, taken along as a PDF and a spreadsheet, and made again from what was asked then', async () => {
  await head.goto('/reports')
  const earlier = head
    .getByRole('row')
    .filter({ hasText: `1-A · ${days}` })
    .first()
  await expect(earlier).toContainText('Ready')
  await earlier.getByText('Condensed Attendance').click()
  await expect(sheet(head, 'Condensed Attendance')).toBeVisible()

  const pdf = await download(head, 'PDF')
  expect(pdf.name).toMatch(/\.pdf$/)
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const spreadsheet = await download(head, 'Spreadsheet')
  expect(spreadsheet.name).toMatch(/\.xlsx$/)
  const book = await readXlsx(spreadsheet.bytes)
  const cells = book.sheets.flatMap(({ rows }) => rows).flat()
  expect(cells).toContain('Roll')
  expect(cells.filter((cell) => typeof cell === 'number').length).toBeGreaterThan(20)

  await head.getByRole('button', { name: 'Make again' }).click()
  await expect(head.getByRole('combobox', { name: 'Section' })).toHaveValue('1-A')
  await expect(head.getByRole('button', { name: 'Last month', pressed: true })).toBeVisible()
})

test('while it is made there is a bar with counts and a way out; what was left is in the list', async () => {
  const slow = { state: 'RUNNING', done: 400, total: 2000, files: [], viewerCan: { read: may, cancel: may, mail: mayNot } }
  let job = {}
  await head.route('**/graphql', async (route) => {
    const asked = route.request().postData() ?? ''
    if (asked.includes('mutation CancelDocument('))
      return route.fulfill({ json: { data: { cancelDocument: { ...job, ...slow, state: 'CANCELLED' } } } })
    if (!asked.includes('query DocumentJob(')) return route.continue()
    const { data } = (await (await route.fetch()).json()) as { data: { documentJob: object } }
    job = data.documentJob
    return route.fulfill({ json: { data: { documentJob: { ...job, ...slow } } } })
  })
  await make(head).click()
  await expect(head.getByText('Being made, 400 of 2,000')).toBeVisible()
  await expect(head.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '20')
  await accessible(head)
  await fitsPhone(head)
  await head.getByRole('button', { name: 'Cancel' }).click()
  await expect(head.getByText('It was cancelled, and nothing was made.')).toBeVisible()
  await head.unrouteAll({ behavior: 'ignoreErrors' })
  await head.reload()
  await expect(sheet(head, 'Condensed Attendance')).toBeVisible({ timeout: 30_000 })
  await head.getByRole('link', { name: 'All reports' }).click()
  await expect(
    head
      .getByRole('row')
      .filter({ hasText: `1-A · ${days}` })
      .nth(1),
  ).toContainText('Ready')
})

test('money: the receipts of a day with their sum, and what it says on the day book', async () => {
  await head.goto('/daybook')
  const collected = head.getByRole('region', { name: 'The day' }).getByRole('definition').nth(1)
  const sum = await collected.textContent()
  await head.goto('/reports?tab=fees&type=dailyCollected')
  await head.getByRole('group', { name: 'Days' }).getByRole('button', { name: 'Today' }).click()
  await make(head).click()
  const report = sheet(head, 'Daily Collection')
  await expect(report).toBeVisible({ timeout: 30_000 })
  await expect(report).toContainText(sum ?? 'no sum')
  await accessible(head)
  await fitsPhone(head)
})

test('the link comes by mail once, and opens for those of the school who may see it', async ({ browser }) => {
  const address = `head.${Date.now()}@reports.test`
  await head.goto('/reports?tab=attendance&type=attention')
  await chooseTyped(head.getByRole('combobox', { name: 'Section' }), '1-A')
  await head.getByRole('switch', { name: 'Send the link by e-mail' }).check()
  await head.getByRole('textbox', { name: 'Email' }).fill(address)
  await make(head).click()
  await expect(head.getByText(`The link was sent to ${address}; it holds for 24 hours.`)).toBeVisible({ timeout: 30_000 })
  const link = new URL(await linkMailedTo(address))
  expect(link.pathname).toBe('/reports')

  await head.goto(`${link.pathname}${link.search}`)
  await expect(sheet(head, 'Attention Analysis')).toBeVisible()
  // Put together from two addresses, it is refused with the way to its own page.
  await head.goto(`/lcidcard${link.search}`)
  await expect(head.getByText('This link leads to a report')).toBeVisible()
  await head.getByRole('link', { name: 'Open a report' }).click()
  await expect(sheet(head, 'Attention Analysis')).toBeVisible()
  const clerk = await person(browser, 'fees@shala.test')
  await clerk.goto(`${link.pathname}${link.search}`)
  await expect(clerk.getByText('Looks Like You Are Not Authorized To View This Area')).toBeVisible()
  await clerk.context().close()
  await head.goto('/reports?link=1-1-1.forged')
  await expect(head.getByRole('alert')).toBeVisible()
  await expect(head.getByRole('article')).toHaveCount(0)
})

test('a link chooses the school of its document, where a super administrator has chosen none or another', async ({ browser }) => {
  const address = `office.${Date.now()}@reports.test`
  const office = await superadmin(browser)
  await chooseSchool(office, 'Gurukul Vidyalaya')
  await office.goto('/reports?tab=attendance&type=attention')
  await chooseTyped(office.getByRole('combobox', { name: 'Section' }), '1-A')
  await office.getByRole('switch', { name: 'Send the link by e-mail' }).check()
  await office.getByRole('textbox', { name: 'Email' }).fill(address)
  await make(office).click()
  await expect(office.getByText(`The link was sent to ${address}; it holds for 24 hours.`)).toBeVisible({ timeout: 30_000 })
  const { pathname, search } = new URL(await linkMailedTo(address))
  await chooseSchool(office, 'Sahyadri Junior College')
  await office.goto(`${pathname}${search}`)
  await expect(sheet(office, 'Attention Analysis')).toBeVisible()
  await expect(office.getByText('This document is of Gurukul Vidyalaya, which is the active school now.')).toBeVisible()
  await expect(office.getByRole('banner')).toContainText('Gurukul Vidyalaya')
  await accessible(office)
  await fitsPhone(office)
  const again = `again.${address}`
  await office.getByRole('button', { name: 'Send by e-mail' }).click()
  await office.getByRole('dialog').getByRole('textbox', { name: 'Email' }).fill(again)
  await office.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await expect(office.getByText(`The link was sent to ${again}; it holds for 24 hours.`)).toBeVisible({ timeout: 30_000 })
  await office.context().close()

  // As on a device where no school was ever chosen.
  const elsewhere = await superadmin(browser)
  await elsewhere.goto(`${pathname}${search}`)
  await expect(sheet(elsewhere, 'Attention Analysis')).toBeVisible()
  await elsewhere.getByRole('button', { name: 'Make again' }).click()
  await expect(elsewhere.getByRole('combobox', { name: 'Section' })).toHaveValue('1-A')
  await elsewhere.context().close()
})

/** The link in the one mail to an address. */
async function linkMailedTo(address: string): Promise<string> {
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'mail')
  let names: string[] = []
  await expect(() => {
    names = readdirSync(folder).filter((file) => file.includes(address))
    expect(names).toHaveLength(1)
  }).toPass({ timeout: 10_000 })
  const { text = '' } = await PostalMime.parse(readFileSync(join(folder, names[0] ?? '')))
  return /https?:\/\/\S+\/reports\?link=\S+/.exec(text)?.[0] ?? ''
}
