import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page } from '@playwright/test'
import { receiptYear } from '#domains/fees/receipts.rules.ts'
import { schoolDay, showDay, writeDay } from '#shared/dates.ts'
import { pdfText } from '../pdfText.ts'
import { expectAccessible } from './accessibility.ts'
import { addStaffUser } from './createSchool.ts'
import { addFeeSchool, collectFee, type FeeSchool } from './feeSchool.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { signIn } from './signIn.ts'
import { choose } from './fields.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'
import { fromNow } from '../moments.ts'

test.describe.configure({ mode: 'serial' })

const today = schoolDay(new Date())
let school: FeeSchool
let page: Page

test.beforeAll(async ({ browser }) => {
  school = await addFeeSchool(`Entries ${uniqueTag()}`, [
    { name: 'Asha Patil', phone: '9800000001' },
    { name: 'Rohan Kale', phone: '9800000002' },
  ])
  await collectFee(school, { student: 'Asha Patil', fee: 'Tuition', amount: 200_050 }, { mode: 'CASH' })
  await collectFee(school, { student: 'Rohan Kale', fee: 'Donation', amount: 50_000 }, { mode: 'CHEQUE', chequeNo: '004512' })
  await collectFee(school, { student: 'Rohan Kale', fee: 'Library', amount: 30_000 }, { mode: 'UPI', txnId: 'T-4711' })
  const email = `head.${uniqueTag()}@fees.test`
  await addStaffUser(school, { name: 'Head Office', email, phone: school.password, role: 'ADMIN' })
  page = await openPrintPage(browser, email)
})

test.afterAll(() => page.context().close())

/** Signs in on a page in a new context, which stores the text of every print. */
async function openPrintPage(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  await context.addInitScript(() => {
    window.print = () => {
      const { dataset } = document.documentElement
      dataset.printed = document.getElementById('print-sheet')?.innerText ?? ''
      setTimeout(() => window.dispatchEvent(new Event('afterprint')))
    }
  })
  const newPage = await context.newPage()
  await signIn(newPage, email, school.password)
  await expect(newPage.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  return newPage
}

/** Waits for a print, and returns and removes its text. */
async function takePrintedText(): Promise<string> {
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-printed', /Receipt/)
  const text = (await html.getAttribute('data-printed')) ?? ''
  await page.evaluate(() => delete document.documentElement.dataset.printed)
  return text.replace(/\s+/g, ' ')
}

const rowWith = (text: string) => page.getByRole('row').filter({ hasText: text })
const totalsStatus = () => page.getByRole('status', { name: 'Totals' })
const receiptPaper = () => page.getByRole('article', { name: /^Receipt / })

async function chooseRowAction(text: string, action: string) {
  await rowWith(text)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('the total of the day’s entries has no clearing cheque, and the address stores the filters', async () => {
  await page.goto('/fees?tab=entries')
  await expect(rowWith('Asha Patil')).toContainText('Tuition (APR), Tuition (MAY)')
  await expect(rowWith('T-4711')).toContainText('₹300.00')
  await expect(totalsStatus()).toHaveText(/Collected ₹2,300.50.*Clearing, not in the total ₹500.00.*3 receipts/)
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Name or receipt no.' }).fill('rohan')
  await choose(page.getByRole('combobox', { name: 'State' }), 'Clearing')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(rowWith('004512')).toContainText('Clearing')
  await expect(page).toHaveURL(new RegExp(`f.from=${today}&f.to=${today}&f.state=CLEARING`))
  await page.getByRole('button', { name: 'Yesterday' }).click()
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.goto('/fees?tab=entries')
  await expect(page.getByRole('row')).toHaveCount(4)
})

test('a receipt is printed as the original once, and then is a duplicate, in its PDF too', async () => {
  await rowWith('Asha Patil').getByText('Asha Patil').click()
  await expect(receiptPaper()).toContainText('Rupees Two Thousand and Fifty Paise Only')
  await expect(receiptPaper()).toContainText(writeDay(today))
  expect((await receiptPaper().boundingBox())?.width).toBe(700)
  await expect(receiptPaper()).not.toContainText('DUPLICATE')
  await page.keyboard.press('p')
  const originalText = await takePrintedText()
  expect(originalText).toContain('Payment mode Cash')
  expect(originalText).not.toContain('DUPLICATE')
  await expect(receiptPaper()).toContainText('DUPLICATE')
  await expectAccessible(page)

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download PDF' }).click()])
  expect(file.suggestedFilename()).toMatch(/^receipt-\d{4}-\d\d-1\.pdf$/)
  const { text, pages } = await pdfText(readFileSync(await file.path()))
  expect(pages).toEqual([{ width: 595, height: 842 }])
  expect(text).toContain('Asha Patil')
  expect(text).toContain('₹2,000.50')
  expect(text).toContain('Rupees Two Thousand and Fifty Paise Only')
  expect(text).toContain('DUPLICATE')

  await page.route('**/files/generatePdf', (route) => route.abort())
  await page.getByRole('button', { name: 'Download PDF' }).click()
  await expect(page.getByText('Could not generate PDF. Something was wrong.')).toBeVisible()
  await page.unroute('**/files/generatePdf')
  await page.getByRole('button', { name: 'Close' }).click()
})

test('a reader asks for a receipt in two languages, on the screen, on paper and as a PDF', async () => {
  await page.goto('/fees?tab=entries')
  await rowWith('Asha Patil').getByText('Asha Patil').click()
  await page.getByLabel('Print in').selectOption({ label: 'मराठी / English' })
  await expect(receiptPaper()).toContainText('शुल्क पावती / Fee Receipt')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Print', exact: false }).last().click()
  expect(await takePrintedText()).toMatch(/दोन हजार रुपये पन्नास पैसे फक्त\s+Rupees Two Thousand and Fifty Paise Only/)
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download PDF' }).click()])
  const { text } = await pdfText(readFileSync(await file.path()))
  expect(text).toContain('/ Fee Receipt')
  expect(text).toContain('Rupees Two Thousand and Fifty Paise Only')
  await page.getByRole('button', { name: 'Close' }).click()
  // The next one is in the school's languages again.
  await rowWith('Asha Patil').getByText('Asha Patil').click()
  await expect(receiptPaper()).toContainText('Fee Receipt')
  await expect(receiptPaper()).not.toContainText('शुल्क')
  await page.getByRole('button', { name: 'Close' }).click()
})

test('all entries are printed together as duplicates, a second after the click, and the originals remain', async () => {
  await page.clock.install()
  await page.clock.pauseAt(fromNow(1000))
  await page.getByRole('button', { name: 'Print all' }).click()
  await expect(page.locator('#print-sheet')).toContainText('Fee Receipt')
  await page.clock.runFor(900)
  await expect(page.locator('html')).not.toHaveAttribute('data-printed')
  await page.clock.runFor(200)
  const printedText = await takePrintedText()
  await page.clock.resume()
  expect(printedText.match(/Fee Receipt/g)).toHaveLength(3)
  expect(printedText.match(/DUPLICATE/g)).toHaveLength(3)
  expect(printedText).toContain('Subject to realisation of cheque')
  expect(printedText.indexOf('Asha Patil')).toBeLessThan(printedText.indexOf('Rohan Kale'))
  // A failed print shows an error dialog, and does not affect the next receipt.
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('mutation IssueReceipt') ? route.abort() : route.continue(),
  )
  await chooseRowAction('T-4711', 'Print Receipt')
  const errorDialog = page.getByRole('alertdialog', { name: 'There Was An Error.' })
  await expect(errorDialog).toContainText('Network request failed')
  await expectAccessible(page)
  await page.unroute('**/graphql')
  await errorDialog.getByRole('button', { name: 'Close' }).click()
  await chooseRowAction('Asha Patil', 'Print Receipt')
  expect(await takePrintedText()).toContain('Asha Patil')
  await chooseRowAction('T-4711', 'Print Receipt')
  expect(await takePrintedText()).not.toContain('DUPLICATE')
})

test('a payment is deleted with a reason, and listed under Deleted Payments', async () => {
  await chooseRowAction('T-4711', 'Delete Payment')
  const dialog = page.getByRole('dialog', { name: 'Delete Payment' })
  await expect(dialog.getByRole('button', { name: 'Go Back' })).toBeFocused()
  await expect(dialog).toContainText('₹300.00 · receipt')
  await dialog.getByRole('button', { name: 'Delete Payment' }).click()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Entered for the wrong child')
  await dialog.getByRole('button', { name: 'Delete Payment' }).click()
  await expect(page.getByText(/^Receipt .*\/3 Deleted Successfully!$/)).toBeVisible()
  await expect(rowWith('T-4711')).toHaveCount(0)
  await expect(totalsStatus()).toHaveText(/Collected ₹2,000.50/)

  await page.getByRole('tab', { name: 'Deleted Payments' }).click()
  await expect(rowWith('Rohan Kale')).toContainText(showDay(today))
  await expect(rowWith('Rohan Kale')).toContainText('Head Office')
  await expect(rowWith('Rohan Kale')).toContainText('Entered for the wrong child')
  await expect(totalsStatus()).toHaveText(/Deleted ₹300.00.*1 receipt/)
  await expectAccessible(page)
  await rowWith('Rohan Kale').getByText('Rohan Kale').click()
  await expect(receiptPaper()).toContainText(/DELETED by Head Office on .*Reason: Entered for the wrong child/)
  await page.getByRole('button', { name: 'Close' }).click()
})

test('cheques are settled in the list that the dashboard links to', async () => {
  await collectFee(school, { student: 'Asha Patil', fee: 'Donation', amount: 70_000 }, { mode: 'CHEQUE', chequeNo: '004513' })
  await page.goto('/fees?tab=entries&f.state=CLEARING')
  await expect(page.getByRole('row')).toHaveCount(3)
  const confirmation = page.getByRole('dialog', { name: 'Are You Sure You Want To Continue With This Action?' })
  await chooseRowAction('004512', 'Cleared')
  await expect(confirmation).toContainText('₹500.00')
  await confirmation.getByRole('button', { name: 'Cleared' }).click()
  await expect(page.getByText('Cheque 004512 Marked As Cleared!')).toBeVisible()
  await expect(rowWith('004512')).toHaveCount(0)
  await expect(rowWith('004513')).toContainText('₹700.00')
  await expect(totalsStatus()).toHaveText(/Clearing, not in the total ₹700.00/)
  await expect(page).toHaveURL(/f\.state=CLEARING$/)

  // Somebody else settles the cheque first.
  await chooseRowAction('004513', 'Failed')
  const { feeEntries } = await school.executeInSchool<{ feeEntries: { rows: { id: string }[] } }>(
    'query Waiting($schoolId: ID!, $input: EntriesView!) { feeEntries(schoolId: $schoolId, input: $input) { rows { id } } }',
    { termId: school.termId, state: 'CLEARING' },
  )
  await school.executeInSchool(
    'mutation Settle($schoolId: ID!, $input: SettleChequeInput!) { settleCheque(schoolId: $schoolId, input: $input) { __typename } }',
    { key: randomUUID(), id: feeEntries.rows[0]?.id, outcome: 'FAILED' },
  )
  await confirmation.getByRole('button', { name: 'Failed' }).click()
  await expect(
    page.getByText(/^Action Failed\. Here’s the error: This cheque was marked failed by .* already\. If that is a mistake, .+$/),
  ).toBeVisible()
  await expect(page.getByText('Nothing found')).toBeVisible()
})

test('a failed query shows the specification’s message', async () => {
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('query DeletedPayments') ? route.abort() : route.continue(),
  )
  await page.goto('/fees?tab=deleted')
  await expect(page.getByText('Something Went Wrong. Here’s the error Network request failed')).toBeVisible()
  await page.unroute('**/graphql')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rowWith('Rohan Kale')).toBeVisible()
})

test('the entries and the deleted payments fit a phone', async () => {
  for (const tab of ['entries', 'deleted']) {
    await page.goto(`/fees?tab=${tab}`)
    await expect(totalsStatus()).toBeVisible()
    await expectFitsPhone(page)
  }
})

test('a clerk has no entries tab, but the own receipts, deleted payments and search by receipt number', async ({ browser }) => {
  const officePage = page
  page = await openPrintPage(browser, school.clerks[0])
  await page.goto('/fees?tab=entries')
  await expect(page.getByRole('tab', { name: 'Deleted Payments' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Fees Entries' })).toHaveCount(0)
  // A tab lists the clerk's receipts of the day, and says who can delete a wrong one.
  await page.getByRole('tab', { name: 'My Day' }).click()
  await expect(page.getByText(/ can delete a wrong receipt\. Then enter the payment again\./)).toBeVisible()
  await expectFitsPhone(page)
  await page.keyboard.press('Control+k')
  await page
    .getByRole('combobox', { name: /^Find/ })
    .last()
    .fill(`${receiptYear(today)}/2`)
  await page.getByRole('option', { name: /Rohan Kale/ }).click()
  await expect(page).toHaveURL(/\/fees\/receipts\/\d+$/)
  await expect(receiptPaper()).toContainText('004512')
  await expectFitsPhone(page)
  await page.context().close()
  page = officePage
})
