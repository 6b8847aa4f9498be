import { type Browser, expect, type Page } from '@playwright/test'
import { addDays, monthStart, schoolDay, showDay, weekStart } from '#shared/dates.ts'
import { expectAccessible } from './accessibility.ts'
import { addStaffUser } from './createSchool.ts'
import { queryDatabase } from './queryDatabase.ts'
import { addFeeSchool, collectFee, type FeeSchool } from './feeSchool.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { signIn } from './signIn.ts'
import { choose, expectChosen } from './fields.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

const today = schoolDay(new Date())
let school: FeeSchool
let head: Page
let clerk: Page

test.beforeAll(async ({ browser }) => {
  school = await addFeeSchool(`Money ${uniqueTag()}`, [
    { name: 'Asha Patil', phone: '9800000001' },
    { name: 'Rohan Kale', phone: '9800000002' },
  ])
  const email = `head.${uniqueTag()}@money.test`
  await addStaffUser(school, { name: 'Head Office', email, phone: school.password, role: 'ADMIN' })
  head = await openPrintPage(browser, email)
  clerk = await openPrintPage(browser, school.clerks[0])
})

test.afterAll(async () => {
  await head.context().close()
  await clerk.context().close()
})

/** Signs in on a page in a new context, which stores the text of every print. */
async function openPrintPage(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  await context.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printed = document.getElementById('print-sheet')?.innerText ?? ''
      setTimeout(() => window.dispatchEvent(new Event('afterprint')))
    }
  })
  const page = await context.newPage()
  await signIn(page, email, school.password)
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  return page
}

const collectedCard = (name: string, page = head) =>
  page.getByRole('region', { name: 'Fees collected' }).getByRole('link', { name })
const readPrintedText = (page: Page) => page.evaluate(() => document.documentElement.dataset.printed ?? '')

/** Returns the sums of the day book by their labels. */
async function readDaySums(page: Page): Promise<Record<string, string>> {
  const sums = page.getByRole('region', { name: 'The day' })
  const [labels, amounts] = [await sums.getByRole('term').allTextContents(), await sums.getByRole('definition').allTextContents()]
  return Object.fromEntries(labels.map((label, index) => [label.replace(/^\W+/, ''), amounts[index] ?? '']))
}

test('a new payment is on the card without a reload, and the card, entries and day book agree @main @daybook', async () => {
  await head.goto('/dashboard')
  await expect(collectedCard('Fees Collected Today')).toContainText('₹0.00')
  await head.evaluate(() => (document.body.dataset.kept = 'since before'))
  await collectFee(school, { student: 'Asha Patil', fee: 'Tuition', amount: 200_050 }, { mode: 'CASH' })
  await collectFee(school, { student: 'Rohan Kale', fee: 'Tuition', amount: 50_000 }, { mode: 'CHEQUE', chequeNo: '004512' })
  await collectFee(
    school,
    { student: 'Rohan Kale', fee: 'Donation', amount: 10_001 },
    { mode: 'UPI', txnId: 'T-1', collectedOn: addDays(today, -1) },
  )
  await expect(collectedCard('Fees Collected Today')).toContainText('₹2,000.50')
  await expect(collectedCard('Fees Collected Today')).toContainText('₹1,900.49 more than yesterday')
  await expect(collectedCard('Fees Collected Yesterday')).toContainText('₹100.01')
  await expect(head.getByRole('link', { name: 'Cheques to clear' })).toContainText('₹500.00')
  expect(await head.evaluate(() => document.body.dataset.kept)).toBe('since before')

  await head.getByRole('button', { name: 'Table' }).click()
  const months = head.getByRole('table', { name: 'Monthly Fees Collection Status' })
  await expect(months.getByRole('row', { name: /^APR/ })).toHaveText(/₹1,500\.00₹1,000\.00₹1,000\.00₹3,000\.00$/)
  await expect(months.getByRole('row', { name: /^MAY/ })).toHaveText(/₹500\.50₹2,499\.50₹2,499\.50₹3,000\.00$/)
  await expect(head.getByText('One time fees: ₹100.01 paid, ₹600.00 pending, ₹700.01 expected.')).toBeVisible()

  await collectedCard('Fees Collected Today').click()
  await expect(head.getByRole('status', { name: 'Totals' })).toContainText('Collected ₹2,000.50')
  await head.goBack()
  await head.getByRole('link', { name: 'Cheques to clear' }).click()
  await expect(head.getByRole('status', { name: 'Totals' })).toContainText('Clearing, not in the total ₹500.00')

  await head.getByRole('link', { name: 'Day Book' }).click()
  await expect(head.getByRole('table', { name: 'Cheques to deposit' })).toContainText('Rohan Kale')
  expect(await readDaySums(head)).toEqual({ Opening: '₹100.01', Collected: '₹2,000.50', Expenses: '₹0.00', Closing: '₹2,100.51' })
})

test('a clerk’s dashboard links its days to the day book, which the clerk prints', async () => {
  await clerk.goto('/')
  await expect(clerk).toHaveURL(/\/dashboard$/)
  await expect(clerk.getByRole('region', { name: 'Monthly Fees Collection Status' })).toBeVisible()
  await expect(clerk.getByRole('link', { name: /Students|Teachers/ })).toHaveCount(0)
  // Cards of several days are no links, because the day book has single days. On its first day a week or a month is
  // one.
  for (const [name, start] of [['This Week', weekStart(today)] as const, ['This Month', monthStart(today)] as const]) {
    const isSeveralDays = start < today
    await expect(collectedCard(name, clerk)).toHaveCount(isSeveralDays ? 0 : 1)
    const title = clerk.getByText(`Fees Collected ${name}`)
    await title.hover()
    await expect(title).toHaveCSS('cursor', isSeveralDays ? 'auto' : 'pointer')
  }
  await clerk.getByRole('link', { name: 'Cheques to clear' }).click()
  // The card of cheques opens the cheques, for a clerk too.
  await expect(clerk).toHaveURL(/\/fees\?tab=cheques$/)
  await expect(clerk.getByRole('grid', { name: 'CHEQUES TO CLEAR' })).toContainText('Rohan Kale')
  await clerk.goBack()
  await collectedCard('Fees Collected Yesterday', clerk).click()
  await expect(clerk.getByText(`${showDay(addDays(today, -1))} · 2020-21`)).toBeVisible()
  await expect(clerk.getByRole('table', { name: 'Collected by clerk' })).toContainText('₹100.01')
  await clerk.getByRole('button', { name: 'Next day' }).click()
  await expect(clerk.getByRole('button', { name: 'Next day' })).toBeDisabled()
  await expect(clerk.getByRole('region', { name: 'The day' })).toContainText(
    'Collected: Rupees Two Thousand and Fifty Paise Only',
  )
  await clerk.getByRole('button', { name: 'Print' }).click()
  await expect.poll(() => readPrintedText(clerk)).toContain(`Day Book, ${showDay(today)}`)
  const paper = await readPrintedText(clerk)
  for (const text of [
    'Opening\n₹100.01',
    '= Closing\n₹2,100.51',
    'Cheques to deposit',
    '004512',
    'No account',
    'Nothing was spent.',
  ])
    expect(paper).toContain(text)
  await clerk.getByRole('button', { name: 'Previous day' }).click()
  await clerk.getByRole('button', { name: 'Today' }).click()
  await expect(clerk).toHaveURL(/\/daybook$/)
})

test('pending fees open on what is overdue, are shown by age, month and section, printed, and linked to the counter', async () => {
  await clerk.goto('/fees?tab=pending')
  const rows = clerk.getByRole('grid', { name: 'PENDING FEES' }).getByRole('row')
  const totals = clerk.getByRole('status', { name: 'Totals' })
  await expect(totals).toContainText('Pending ₹4,099.50')
  await expect(totals).toContainText('Clearing ₹500.00')
  await expect(rows.filter({ hasText: 'Rohan Kale' })).toContainText('APR, MAY, One time')

  const ages = clerk.getByRole('group', { name: 'Overdue by age' })
  await ages.getByRole('button', { name: /^More than 90 days/ }).click()
  await expect(totals).toContainText('Pending ₹4,099.50')
  await expectChosen(clerk.getByRole('combobox', { name: 'Due' }), 'Overdue more than 90 days')

  await choose(clerk.getByRole('combobox', { name: 'Due' }), 'APR')
  await expect(totals).toHaveText(/Pending ₹1,000\.00.*1 student$/)
  await expect(rows.filter({ hasText: 'Asha Patil' })).toHaveCount(0)
  await choose(clerk.getByRole('combobox', { name: 'Due' }), 'Up to and including MAY')
  await expect(totals).toHaveText(/Pending ₹3,499\.50.*2 students$/)

  await clerk.getByRole('button', { name: 'By section' }).click()
  const cells = clerk.getByRole('region', { name: 'Pending by section' })
  await clerk.getByRole('button', { name: 'By month' }).click()
  await expect(cells.getByRole('row', { name: /^7-B/ })).toHaveText('7-B₹3,499.50₹1,000.00₹2,499.50')

  await clerk.getByRole('button', { name: 'Print' }).click()
  await expect.poll(() => readPrintedText(clerk)).toContain('Due: Up to and including MAY')
  expect(await readPrintedText(clerk)).toMatch(/7-B: 2 students\s+₹500\.00\s+₹3,499\.50/)

  await rows.filter({ hasText: 'Rohan Kale' }).click()
  await expect(clerk.getByRole('heading', { name: 'Rohan Kale' })).toBeVisible()
})

test('a head reminds the families of the overdue list in four clicks', async () => {
  await queryDatabase(
    `insert into message_templates (school_id, kind, channel, dlt_template_id, sms_template_id, text, price, changed_by_name)
     values ($1, 'FEE_REMINDER', 'SMS', '1107161234567890123', '64f0c2a91b7e3d5f60a81c24', 'Rs.{{amount}} for {{student}}: {{link}}', 20, 'Super Admin')`,
    [school.id],
  )
  await head.goto('/dashboard')
  await head.getByRole('link', { name: 'Fees', exact: true }).click()
  await head.getByRole('tab', { name: 'Pending Fees' }).click()
  await head.getByRole('link', { name: 'Remind these 2' }).click()
  await expect(head.getByRole('heading', { name: '2 messages to the families of 2 students' })).toBeVisible()
  await expect(head.getByRole('region', { name: 'Sample messages' })).toContainText('Rs.2,800.00 for Rohan Kale')
  await expectAccessible(head)
  await expectFitsPhone(head)
  await head.getByRole('button', { name: 'Queue 2 messages' }).click()
  await expect(head.getByText('2 reminders are queued.')).toBeVisible()
  await expect(head.getByRole('grid', { name: 'PENDING FEES' })).toBeVisible()
})

test('the screens fit a phone and have no serious accessibility violation', async () => {
  for (const [path, ready] of [
    ['/dashboard', 'region'],
    ['/daybook', 'region'],
    ['/fees?tab=pending', 'grid'],
  ] as const) {
    await head.goto(path)
    await expect(head.getByRole(ready, { name: /^(Fees collected|The day|PENDING FEES)$/ })).toBeVisible()
    await expectAccessible(head)
    await expectFitsPhone(head)
  }
})
