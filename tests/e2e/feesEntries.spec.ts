import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { receiptYear } from '#domains/fees/receipts.rules.ts'
import { schoolDay, showDay, writeDay } from '#shared/dates.ts'
import { pdfText } from '../pdfText.ts'
import { addFeeSchool, asking, type FeeSchool, superadminToken } from './feeSchool.ts'
import { accessible, fitsPhone, signIn } from './ownSchool.ts'

test.describe.configure({ mode: 'serial' })

const today = schoolDay(new Date())
let school: FeeSchool
let page: Page

/** Takes money as the counter does, and answers the receipt's number. */
async function collect(ask: ReturnType<typeof asking>, name: string, fee: string, amount: number, more: object): Promise<string> {
  const of = { termId: school.termId, studentId: school.studentIds.get(name) }
  const { feeAccount } = await ask<{ feeAccount: { fees: { feeId: string; name: string; version: string }[] } }>(
    'query Fees($schoolId: ID!, $input: FeeAccountOf!) { feeAccount(schoolId: $schoolId, input: $input) { fees { feeId name version } } }',
    { schoolId: school.id, input: of },
  )
  const fees = feeAccount.fees.filter((row) => row.name === fee).map(({ feeId, version }) => ({ feeId, version }))
  const { collectPayment } = await ask<{ collectPayment: { payment: { receiptNumber: string } } }>(
    'mutation Take($schoolId: ID!, $input: CollectPaymentInput!) { collectPayment(schoolId: $schoolId, input: $input) { payment { receiptNumber } } }',
    { schoolId: school.id, input: { ...of, key: randomUUID(), fees, amount, collectedOn: today, ...more } },
  )
  return collectPayment.payment.receiptNumber
}

test.beforeAll(async ({ browser }) => {
  school = await addFeeSchool(`Entries ${Date.now().toString(36)}`, [
    { name: 'Asha Patil', phone: '9800000001' },
    { name: 'Rohan Kale', phone: '9800000002' },
  ])
  const ask = asking(await superadminToken())
  await collect(ask, 'Asha Patil', 'Tuition', 200_050, { mode: 'CASH' })
  await collect(ask, 'Rohan Kale', 'Donation', 50_000, { mode: 'CHEQUE', chequeNo: '004512' })
  await collect(ask, 'Rohan Kale', 'Library', 30_000, { mode: 'UPI', txnId: 'T-4711' })
  const email = `head.${Date.now().toString(36)}@fees.test`
  await ask('mutation Add($schoolId: ID!, $input: NewUser!) { addUser(schoolId: $schoolId, input: $input) { id } }', {
    schoolId: school.id,
    input: {
      name: 'Head Office',
      email,
      phone: school.password,
      role: 'ADMIN',
      password: '',
      classIds: [],
      zoomId: '',
      zoomPassword: '',
      zoomLink: '',
    },
  })
  page = await open(browser, email)
})

test.afterAll(() => page.context().close())

/** A page of its own in which every print is kept: the text on the paper, and when. */
async function open(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  await context.addInitScript(() => {
    window.print = () => {
      const { dataset } = document.documentElement
      dataset.printed = document.getElementById('print-sheet')?.innerText ?? ''
      dataset.printedAt = String(Date.now())
      setTimeout(() => window.dispatchEvent(new Event('afterprint')))
    }
  })
  const opened = await context.newPage()
  await signIn(opened, email, school.password)
  await expect(opened.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  return opened
}

/** What was printed, once it is there; the next print starts clean. */
async function printed(): Promise<string> {
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-printed', /Receipt/)
  const text = (await html.getAttribute('data-printed')) ?? ''
  await page.evaluate(() => delete document.documentElement.dataset.printed)
  return text.replace(/\s+/g, ' ')
}

const row = (text: string) => page.getByRole('row').filter({ hasText: text })
const totals = () => page.getByRole('status', { name: 'Totals' })
const paper = () => page.getByRole('article', { name: /^Receipt / })

async function act(text: string, action: string) {
  await row(text)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('the day’s entries: a clearing cheque is in no total; filters stay in the address', async () => {
  await page.goto('/fees?tab=entries')
  await expect(row('Asha Patil')).toContainText('Tuition (APR), Tuition (MAY)')
  await expect(row('T-4711')).toContainText('₹300.00')
  await expect(totals()).toHaveText(/Collected ₹2,300.50.*Clearing, not in the total ₹500.00.*3 receipts/)
  await accessible(page)
  await page.getByRole('searchbox', { name: 'Name or receipt no.' }).fill('rohan')
  await page.getByRole('combobox', { name: 'State' }).click()
  await page.getByRole('option', { name: 'Clearing' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(row('004512')).toContainText('Clearing')
  await expect(page).toHaveURL(new RegExp(`f.from=${today}&f.to=${today}&f.state=CLEARING`))
  await page.getByRole('button', { name: 'Yesterday' }).click()
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.goto('/fees?tab=entries')
  await expect(page.getByRole('row')).toHaveCount(4)
})

test('a receipt is looked at, printed as the original, and then as a duplicate; its PDF says the same', async () => {
  await row('Asha Patil').getByText('Asha Patil').click()
  await expect(paper()).toContainText('Rupees Two Thousand and Fifty Paise Only')
  await expect(paper()).toContainText(writeDay(today))
  expect((await paper().boundingBox())?.width).toBe(700)
  await expect(paper()).not.toContainText('DUPLICATE')
  await page.keyboard.press('p')
  const original = await printed()
  expect(original).toContain('Payment mode Cash')
  expect(original).not.toContain('DUPLICATE')
  await expect(paper()).toContainText('DUPLICATE')
  await accessible(page)

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

test('all entries are printed together, a second after they were asked for, and use no original up', async () => {
  const asked = Date.now()
  await page.getByRole('button', { name: 'Print all' }).click()
  const all = await printed()
  expect(Number(await page.locator('html').getAttribute('data-printed-at')) - asked).toBeGreaterThanOrEqual(1000)
  expect(all.match(/Fee Receipt/g)).toHaveLength(3)
  expect(all.match(/DUPLICATE/g)).toHaveLength(3)
  expect(all).toContain('Subject to realisation of cheque')
  expect(all.indexOf('Asha Patil')).toBeLessThan(all.indexOf('Rohan Kale'))
  // A print that failed must not be missed, and has nothing to do with the next receipt's.
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('mutation IssueReceipt') ? route.abort() : route.continue(),
  )
  await act('T-4711', 'Print Receipt')
  const failed = page.getByRole('alertdialog', { name: 'There Was An Error.' })
  await expect(failed).toContainText('Network request failed')
  await accessible(page)
  await page.unroute('**/graphql')
  await failed.getByRole('button', { name: 'Close' }).click()
  await act('Asha Patil', 'Print Receipt')
  expect(await printed()).toContain('Asha Patil')
  await act('T-4711', 'Print Receipt')
  expect(await printed()).not.toContain('DUPLICATE')
})

test('a payment is deleted with a reason, and kept among the deleted ones', async () => {
  await act('T-4711', 'Delete Payment')
  const dialog = page.getByRole('dialog', { name: 'Delete Payment' })
  await expect(dialog.getByRole('button', { name: 'Go Back' })).toBeFocused()
  await expect(dialog).toContainText('₹300.00 · receipt')
  await dialog.getByRole('button', { name: 'Delete Payment' }).click()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Entered for the wrong child')
  await dialog.getByRole('button', { name: 'Delete Payment' }).click()
  await expect(page.getByText(/^Receipt .*\/3 Deleted Successfully!$/)).toBeVisible()
  await expect(row('T-4711')).toHaveCount(0)
  await expect(totals()).toHaveText(/Collected ₹2,000.50/)

  await page.getByRole('tab', { name: 'Deleted Payments' }).click()
  await expect(row('Rohan Kale')).toContainText(showDay(today))
  await expect(row('Rohan Kale')).toContainText('Head Office')
  await expect(row('Rohan Kale')).toContainText('Entered for the wrong child')
  await expect(totals()).toHaveText(/Deleted ₹300.00.*1 receipt/)
  await accessible(page)
  await row('Rohan Kale').getByText('Rohan Kale').click()
  await expect(paper()).toContainText(/DELETED by Head Office on .*Reason: Entered for the wrong child/)
  await page.getByRole('button', { name: 'Close' }).click()
})

test('cheques are settled in the list to which the dashboard leads', async () => {
  const ask = asking(await superadminToken())
  await collect(ask, 'Asha Patil', 'Donation', 70_000, { mode: 'CHEQUE', chequeNo: '004513' })
  await page.goto('/fees?tab=entries&f.state=CLEARING')
  await expect(page.getByRole('row')).toHaveCount(3)
  const question = page.getByRole('dialog', { name: 'Are You Sure You Want To Continue With This Action?' })
  await act('004512', 'Cleared')
  await expect(question).toContainText('₹500.00')
  await question.getByRole('button', { name: 'Cleared' }).click()
  await expect(page.getByText('Cheque 004512 Marked As Cleared!')).toBeVisible()
  await expect(row('004512')).toHaveCount(0)
  await expect(row('004513')).toContainText('₹700.00')
  await expect(totals()).toHaveText(/Clearing, not in the total ₹700.00/)
  await expect(page).toHaveURL(/f\.state=CLEARING$/)

  // Somebody else was here first.
  await act('004513', 'Failed')
  const { feeEntries } = await ask<{ feeEntries: { rows: { id: string }[] } }>(
    'query Waiting($schoolId: ID!, $input: EntriesView!) { feeEntries(schoolId: $schoolId, input: $input) { rows { id } } }',
    { schoolId: school.id, input: { termId: school.termId, state: 'CLEARING' } },
  )
  await ask(
    'mutation Settle($schoolId: ID!, $input: SettleChequeInput!) { settleCheque(schoolId: $schoolId, input: $input) { __typename } }',
    {
      schoolId: school.id,
      input: { key: randomUUID(), id: feeEntries.rows[0]?.id, outcome: 'FAILED' },
    },
  )
  await question.getByRole('button', { name: 'Failed' }).click()
  await expect(page.getByText(/^Action Failed\. Heres the error: This cheque was marked failed by .* already\.$/)).toBeVisible()
  await expect(page.getByText('Nothing found')).toBeVisible()
})

test('what fails is said in the words of the specification', async () => {
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('query DeletedPayments') ? route.abort() : route.continue(),
  )
  await page.goto('/fees?tab=deleted')
  await expect(page.getByText('Something Went Wrong. Heres the error Network request failed')).toBeVisible()
  await page.unroute('**/graphql')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row('Rohan Kale')).toBeVisible()
})

test('on a phone the entries, the deleted payments and a receipt fit', async () => {
  for (const tab of ['entries', 'deleted']) {
    await page.goto(`/fees?tab=${tab}`)
    await expect(totals()).toBeVisible()
    await fitsPhone(page)
  }
})

test('a clerk has no entries, finds a receipt by its number, and sees what was deleted', async ({ browser }) => {
  const office = page
  page = await open(browser, school.clerks[0])
  await page.goto('/fees?tab=entries')
  await expect(page.getByRole('tab', { name: 'Deleted Payments' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Fees Entries' })).toHaveCount(0)
  // The day's own receipts stand in a tab of their own, with reprint, and with who may correct one.
  await page.getByRole('tab', { name: 'My Receipts' }).click()
  await expect(page.getByText(/ can delete a wrong receipt\. Then enter the payment again\./)).toBeVisible()
  await fitsPhone(page)
  await page.keyboard.press('Control+k')
  await page
    .getByRole('combobox', { name: /^Find/ })
    .last()
    .fill(`${receiptYear(today)}/2`)
  await page.getByRole('option', { name: /Rohan Kale/ }).click()
  await expect(page).toHaveURL(/\/fees\/receipts\/\d+$/)
  await expect(paper()).toContainText('004512')
  await fitsPhone(page)
  await page.context().close()
  page = office
})
