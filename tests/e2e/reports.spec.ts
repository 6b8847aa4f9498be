import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import PostalMime from 'postal-mime'
import { addDays, monthStart, schoolDay, showDay } from '#shared/dates.ts'
import { expectAccessible } from './accessibility.ts'
import { demoPassword } from './demoPassword.ts'
import { typeAndChoose, typeDay } from './fields.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { chooseSchool, openSuperadminPage } from './schoolScreens.ts'
import { accountButton, openSignedInPage } from './signIn.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

const today = schoolDay(new Date())
const lastOfMonth = addDays(monthStart(today), -1)
const lastMonth = { start: monthStart(lastOfMonth), end: lastOfMonth }
const lastMonthText = `${showDay(lastMonth.start)} – ${showDay(lastMonth.end)}`
let head: Page

test.beforeAll(async ({ browser }) => {
  head = await openDemoPage(browser, 'admin@shala.test')
})
test.afterAll(() => head.context().close())

/** Signs a person of the demo schools in on a page in a new context. */
async function openDemoPage(browser: Browser, email: string): Promise<Page> {
  const page = await openSignedInPage(browser, email, demoPassword)
  await expect(accountButton(page)).toBeVisible()
  return page
}

const allowed = { allowed: true, reason: null }
const notAllowed = { allowed: false, reason: null }

const makeButton = (page: Page) => page.getByRole('button', { name: 'Make Report' })
const reportSheet = (page: Page, name: string) => page.getByRole('article', { name })

async function downloadAs(page: Page, name: string): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name, exact: true }).click()
  const file = await download
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('the form marks its problems, and a section’s month has the figures of the month grid @main @reports', async () => {
  await head.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Reports' }).click()
  await expect(head.getByRole('tab')).toHaveText(['QR Reports', 'Attendance Reports', 'Fees Reports'])
  const types = head.getByRole('group', { name: 'Report', exact: true }).getByRole('button')
  await expect(types).toHaveText(['Condensed', 'Detailed', 'Weekly Progressive', 'Attention Analysis'])
  await typeDay(head, 'Start Date', today)
  await typeDay(head, 'End Date', addDays(today, -1))
  await head.getByRole('switch', { name: 'Send the link by e-mail' }).check()
  await head.getByRole('textbox', { name: 'Email' }).fill('not an address')
  await head.getByRole('combobox', { name: 'Section' }).fill('')
  await makeButton(head).click()
  await expect(head.getByText('End Date is before the start')).toBeVisible()
  await expect(head.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription('Email Is Required')
  await expect(head.getByRole('combobox', { name: 'Section' })).toHaveAccessibleDescription('Section Is Required')
  await head.getByRole('switch', { name: 'Send the link by e-mail' }).uncheck()
  await expectAccessible(head)
  await expectFitsPhone(head)

  await typeAndChoose(head.getByRole('combobox', { name: 'Section' }), '1-A')
  await head.getByRole('group', { name: 'Days' }).getByRole('button', { name: 'Last month' }).click()
  await types.nth(1).click()
  await types.nth(0).click()
  await makeButton(head).click()
  await expect(head).toHaveURL(/tab=attendance&type=condensed&.*&job=\d+/)
  const report = reportSheet(head, 'Condensed Attendance')
  await expect(report).toBeVisible()
  await expectAccessible(head)
  await expectFitsPhone(head)

  const reportFigures = await readFigures(report)
  expect(reportFigures.size).toBeGreaterThan(20)
  await head.goto(`/attendance?tab=view&month=${lastMonth.start.slice(0, 7)}`)
  const grid = head.getByRole('grid', { name: 'Attendance of 1-A' })
  await expect(grid).toBeVisible()
  const gridRows = await grid
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [row.querySelector('th span'), ...row.querySelectorAll('td:not([data-row])')].map((cell) => cell?.textContent ?? ''),
      ),
    )
  expect(new Map(gridRows.map(([roll = '', ...sums]) => [roll, sums.slice(0, 3)]))).toEqual(reportFigures)
})

/** Returns the present, absent and late counts of a condensed report by roll. */
async function readFigures(report: ReturnType<typeof reportSheet>): Promise<Map<string, string[]>> {
  const columnHeaders = (await report.getByRole('columnheader').allTextContents()).map((text) => text.trim())
  const tableCells = await report
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent?.trim() ?? '')))
  const columns = columnHeaders.slice(-(tableCells[0]?.length ?? 0))
  const columnIndex = (name: string) => columns.indexOf(name)
  const studentRows = tableCells.filter((row) => /^\d/.test(row[columnIndex('Roll')] ?? ''))
  return new Map(
    studentRows.map((row) => [row[columnIndex('Roll')] ?? '', ['P', 'A', 'L'].map((name) => row[columnIndex(name)] ?? '')]),
  )
}

test('an earlier report is listed, downloaded as a PDF and a spreadsheet, and made again from its choices', async () => {
  await head.goto('/reports')
  const earlierReport = head
    .getByRole('row')
    .filter({ hasText: `1-A · ${lastMonthText}` })
    .first()
  await expect(earlierReport).toContainText('Ready')
  await earlierReport.getByText('Condensed Attendance').click()
  await expect(reportSheet(head, 'Condensed Attendance')).toBeVisible()

  const pdf = await downloadAs(head, 'PDF')
  expect(pdf.name).toMatch(/\.pdf$/)
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const spreadsheet = await downloadAs(head, 'Spreadsheet')
  expect(spreadsheet.name).toMatch(/\.xlsx$/)
  const book = await readXlsx(spreadsheet.bytes)
  const cells = book.sheets.flatMap(({ rows }) => rows).flat()
  expect(cells).toContain('Roll')
  expect(cells.filter((cell) => typeof cell === 'number').length).toBeGreaterThan(20)

  await head.getByRole('button', { name: 'Make again' }).click()
  await expect(head.getByRole('combobox', { name: 'Section' })).toHaveValue('1-A')
  await expect(head.getByRole('button', { name: 'Last month', pressed: true })).toBeVisible()
})

test('a report under way shows its progress and can be cancelled; one that was left is in the list', async () => {
  const runningJob = {
    done: 400,
    total: 2000,
    files: [],
    viewerCan: { read: allowed, cancel: allowed, mail: notAllowed },
  }
  let job = {}
  let state = 'RUNNING'
  await head.route('**/graphql', async (route) => {
    const requestBody = route.request().postData() ?? ''
    if (requestBody.includes('mutation CancelDocument(')) {
      state = 'CANCELLED'
      return route.fulfill({ json: { data: { cancelDocument: { ...job, ...runningJob, state } } } })
    }
    if (!requestBody.includes('query DocumentJob(')) return route.continue()
    const { data } = (await (await route.fetch()).json()) as { data: { documentJob: object } }
    job = data.documentJob
    return route.fulfill({ json: { data: { documentJob: { ...job, ...runningJob, state } } } })
  })
  await makeButton(head).click()
  await expect(head.getByText('Being made, 400 of 2,000')).toBeVisible()
  await expect(head.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '20')
  await expectAccessible(head)
  await expectFitsPhone(head)
  await head.getByRole('button', { name: 'Cancel' }).click()
  await expect(head.getByText('It was cancelled, and nothing was made.')).toBeVisible()
  await head.unrouteAll({ behavior: 'ignoreErrors' })
  await head.reload()
  await expect(reportSheet(head, 'Condensed Attendance')).toBeVisible()
  await head.getByRole('link', { name: 'All reports' }).click()
  await expect(
    head
      .getByRole('row')
      .filter({ hasText: `1-A · ${lastMonthText}` })
      .nth(1),
  ).toContainText('Ready')
})

test('the Daily Collection report has the sum of the day book', async () => {
  await head.goto('/daybook')
  const collected = head.getByRole('region', { name: 'The day' }).getByRole('definition').nth(1)
  const sum = await collected.textContent()
  await head.goto('/reports?tab=fees&type=dailyCollected')
  await head.getByRole('group', { name: 'Days' }).getByRole('button', { name: 'Today' }).click()
  await makeButton(head).click()
  const report = reportSheet(head, 'Daily Collection')
  await expect(report).toBeVisible()
  await expect(report).toContainText(sum ?? 'no sum')
  await expectAccessible(head)
  await expectFitsPhone(head)
})

test('the mailed link opens the report for those who may see it', async ({ browser }) => {
  const address = `head.${uniqueTag()}@reports.test`
  await head.goto('/reports?tab=attendance&type=attention')
  await typeAndChoose(head.getByRole('combobox', { name: 'Section' }), '1-A')
  await head.getByRole('switch', { name: 'Send the link by e-mail' }).check()
  await head.getByRole('textbox', { name: 'Email' }).fill(address)
  await makeButton(head).click()
  await expect(head.getByText(`The link was sent to ${address}; it holds for 24 hours.`)).toBeVisible()
  const link = new URL(await waitForMailedLink(address))
  expect(link.pathname).toBe('/reports')

  await head.goto(`${link.pathname}${link.search}`)
  await expect(reportSheet(head, 'Attention Analysis')).toBeVisible()
  // The link's query with another path is refused, with a link to the right page.
  await head.goto(`/lcidcard${link.search}`)
  await expect(head.getByText('This link leads to a report')).toBeVisible()
  await head.getByRole('link', { name: 'Open a report' }).click()
  await expect(reportSheet(head, 'Attention Analysis')).toBeVisible()
  const clerk = await openDemoPage(browser, 'fees@shala.test')
  await clerk.goto(`${link.pathname}${link.search}`)
  await expect(clerk.getByText('Looks Like You Are Not Authorized To View This Area')).toBeVisible()
  await clerk.context().close()
  await head.goto('/reports?link=1-1-1.forged')
  await expect(head.getByRole('alert')).toBeVisible()
  await expect(head.getByRole('article')).toHaveCount(0)
})

test('a link makes its report’s school a super administrator’s active one', async ({ browser }) => {
  const address = `office.${uniqueTag()}@reports.test`
  const office = await openSuperadminPage(browser)
  await chooseSchool(office, 'Gurukul Vidyalaya')
  await office.goto('/reports?tab=attendance&type=attention')
  await typeAndChoose(office.getByRole('combobox', { name: 'Section' }), '1-A')
  await office.getByRole('switch', { name: 'Send the link by e-mail' }).check()
  await office.getByRole('textbox', { name: 'Email' }).fill(address)
  await makeButton(office).click()
  await expect(office.getByText(`The link was sent to ${address}; it holds for 24 hours.`)).toBeVisible()
  const { pathname, search } = new URL(await waitForMailedLink(address))
  await chooseSchool(office, 'Sahyadri Junior College')
  await office.goto(`${pathname}${search}`)
  await expect(reportSheet(office, 'Attention Analysis')).toBeVisible()
  await expect(office.getByText('This document is of Gurukul Vidyalaya, which is the active school now.')).toBeVisible()
  await expect(office.getByRole('banner')).toContainText('Gurukul Vidyalaya')
  await expectAccessible(office)
  await expectFitsPhone(office)
  const secondAddress = `again.${address}`
  await office.getByRole('button', { name: 'Send by e-mail' }).click()
  await office.getByRole('dialog').getByRole('textbox', { name: 'Email' }).fill(secondAddress)
  await office.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await expect(office.getByText(`The link was sent to ${secondAddress}; it holds for 24 hours.`)).toBeVisible()
  await office.context().close()

  // A new context, in which no school was chosen.
  const elsewhere = await openSuperadminPage(browser)
  await elsewhere.goto(`${pathname}${search}`)
  await expect(reportSheet(elsewhere, 'Attention Analysis')).toBeVisible()
  await elsewhere.getByRole('button', { name: 'Make again' }).click()
  await expect(elsewhere.getByRole('combobox', { name: 'Section' })).toHaveValue('1-A')
  await elsewhere.context().close()
})

/** Waits for the only mail to an address, and returns its link. */
async function waitForMailedLink(address: string): Promise<string> {
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'mail')
  let names: string[] = []
  await expect(() => {
    names = readdirSync(folder).filter((file) => file.includes(address))
    expect(names).toHaveLength(1)
  }).toPass()
  const { text = '' } = await PostalMime.parse(readFileSync(join(folder, names[0] ?? '')))
  return /https?:\/\/\S+\/reports\?link=\S+/.exec(text)?.[0] ?? ''
}
