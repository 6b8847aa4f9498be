import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page } from '@playwright/test'
import { pdfText } from '../pdfText.ts'
import { expectAccessible } from './accessibility.ts'
import { addStaffUser } from './createSchool.ts'
import { addFeeSchool, collectFee, type FeeSchool } from './feeSchool.ts'
import { choose, typeAndChoose } from './fields.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { signIn } from './signIn.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

let school: FeeSchool
let page: Page

test.beforeAll(async ({ browser }) => {
  school = await addFeeSchool(`Refunds ${uniqueTag()}`, [
    { name: 'Asha Patil', phone: '9800000001' },
    { name: 'Usha Kale', phone: '9800000002' },
    { name: 'Leaves Soon', phone: '9800000003' },
  ])
  await collectFee(school, { student: 'Leaves Soon', fee: 'Tuition', amount: 250_000 }, { mode: 'CASH' })
  await collectFee(school, { student: 'Usha Kale', fee: 'Tuition', amount: 200_000 }, { mode: 'UPI', txnId: 'T-4711' })
  const email = `head.${uniqueTag()}@fees.test`
  await addStaffUser(school, { name: 'Head Office', email, phone: school.password, role: 'ADMIN' })
  page = await openPage(browser, email)
})

test.afterAll(() => page.context().close())

async function openPage(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  // Stores the printed text instead of opening the print dialog.
  await context.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printed = document.getElementById('print-sheet')?.innerText ?? ''
      setTimeout(() => window.dispatchEvent(new Event('afterprint')))
    }
  })
  const newPage = await context.newPage()
  await signIn(newPage, email, school.password)
  await expect(newPage.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  return newPage
}

async function openAccount(name: string, target = page) {
  await target.goto(`/fees?student=${school.studentIds.get(name)}&term=${school.termId}`)
  await expect(target.getByRole('heading', { name })).toBeVisible()
}

const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const feeRow = (name: string) => page.getByRole('table', { name: 'Fees' }).getByRole('row').filter({ hasText: name })

test('an ADMIN gives money back: the form opens empty, says what is wrong, and leads to the voucher', async () => {
  await openAccount('Leaves Soon')
  await page.getByRole('button', { name: 'Give back' }).click()
  const form = dialog('Give Back')
  const amount = form.getByRole('textbox', { name: 'Amount' })
  await expect(amount).toHaveValue('')
  await expect(form.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await form.getByRole('button', { name: 'Give Back' }).click()
  for (const message of ['No Fees Selected', 'Amount is required', 'Required', 'Reason is required'])
    await expect(form.getByText(message, { exact: true })).toBeVisible()
  await form.getByRole('checkbox', { name: /^Tuition \(APR\)/ }).check()
  await form.getByRole('checkbox', { name: /^Tuition \(MAY\)/ }).check()
  await expect(form.getByText('At most ₹2,500.00 goes back, from the last paid fee backwards')).toBeVisible()
  await amount.fill('2600')
  await choose(form.getByRole('combobox', { name: 'Paid back by' }), 'Cheque')
  await form.getByRole('textbox', { name: 'Cheque No.' }).fill('004512')
  await form.getByRole('textbox', { name: 'Reason' }).fill('leaves the school')
  await form.getByRole('switch', { name: 'The fees are pending again' }).uncheck()
  await form.getByRole('button', { name: 'Give Back' }).click()
  await expect(form.getByText('Only ₹2,500.00 was paid on these fees.')).toBeVisible()
  await expectAccessible(page)
  await expectFitsPhone(page)
  await amount.fill('2000')
  await form.getByRole('button', { name: 'Give Back' }).click()

  const paper = page.getByRole('article', { name: /^Refund R\/\d{4}-\d\d\/1$/ })
  await expect(paper).toContainText('Refund Voucher')
  await expect(paper).toContainText('Rupees Two Thousand Only')
  await expect(paper).toContainText('Cheque · no. 004512')
  await expect(paper).toContainText('These fees are not asked for again.')
  await expectAccessible(page)
  await expectFitsPhone(page)
  await page.keyboard.press('p')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-printed', /leaves the school/)
  expect(await html.getAttribute('data-printed')).not.toContain('DUPLICATE')
  await expect(paper).toContainText('DUPLICATE')
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download PDF' }).click()])
  expect(file.suggestedFilename()).toMatch(/^refund-R-\d{4}-\d\d-1\.pdf$/)
  const { text } = await pdfText(readFileSync(await file.path()))
  expect(text).toContain('Leaves Soon')
  expect(text).toContain('₹2,000.00')
  await dialog(/^Voucher /)
    .getByRole('button', { name: 'Close' })
    .click()
  await expect(page.getByRole('list', { name: 'Given back' })).toContainText('₹2,000.00 · Cheque')
  await expect(feeRow('MAY')).toContainText('₹1,500.00')
})

test('a voucher is cancelled with a reason, and is listed struck', async () => {
  await page.goto('/fees?tab=refunds')
  const row = page.getByRole('row').filter({ hasText: 'Leaves Soon' })
  await expect(page.getByRole('status', { name: 'Totals' })).toHaveText(/Given back ₹2,000.00.*1 voucher/)
  await expectAccessible(page)
  await expectFitsPhone(page)
  await row.getByText('Leaves Soon').click()
  await dialog(/^Voucher /)
    .getByRole('button', { name: 'Cancel voucher' })
    .click()
  const form = dialog('Cancel Voucher')
  await form.getByRole('textbox', { name: 'Reason' }).fill('the child stays')
  await form.getByRole('button', { name: 'Cancel Voucher' }).click()
  await expect(page.getByText(/^Voucher R\/\d{4}-\d\d\/1 is cancelled\.$/)).toBeVisible()
  await expect(page.getByRole('article', { name: /^Refund / })).toContainText('CANCELLED')
  await page.keyboard.press('Escape')
  await expect(row).toContainText('Cancelled by Head Office: the child stays')
  await expect(page.getByRole('status', { name: 'Totals' })).toHaveText(/Given back ₹0.00/)
})

test('a payment that was taken for the wrong student moves to the right one', async () => {
  await openAccount('Usha Kale')
  await page.getByRole('button', { name: /^Receipt / }).click()
  const first = page.getByRole('article', { name: /^Receipt / })
  const number = (await first.getAttribute('aria-label'))?.replace('Receipt ', '') ?? ''
  await page.getByRole('button', { name: 'Move to another student' }).click()
  const form = dialog('Move to Another Student')
  await form.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(form.getByText('Reason is required')).toBeVisible()
  await typeAndChoose(form.getByRole('combobox', { name: 'Student' }), 'Asha Patil', { exact: false })
  // What the money pays when it goes to the oldest fees first.
  await expect(form.getByRole('checkbox', { checked: true })).toHaveCount(3)
  await form.getByRole('textbox', { name: 'Reason' }).fill('a namesake')
  await expectAccessible(page)
  await expectFitsPhone(page)
  await form.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByText(/^₹2,000.00 moved to Asha Patil, receipt /)).toBeVisible()
  await expect(first).toContainText('DELETED')
  await expect(first).toContainText('Moved to receipt')
  await page.keyboard.press('Escape')
  await openAccount('Asha Patil')
  await page.getByRole('button', { name: /^Receipt / }).click()
  await expect(page.getByRole('article', { name: /^Receipt / })).toContainText(`Instead of receipt${number}`)
})

test('a clerk finds neither button', async ({ browser }) => {
  const clerk = await openPage(browser, school.clerks[0])
  await openAccount('Asha Patil', clerk)
  await expect(clerk.getByRole('button', { name: 'Give back' })).toHaveCount(0)
  await clerk.getByRole('button', { name: /^Receipt / }).click()
  await expect(clerk.getByRole('button', { name: 'Print' })).toBeVisible()
  await expect(clerk.getByRole('button', { name: 'Move to another student' })).toHaveCount(0)
  await clerk.context().close()
})
