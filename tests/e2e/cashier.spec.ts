import { type Browser, expect, type Page } from '@playwright/test'
import { addDays, schoolDay, showDay } from '#shared/dates.ts'
import { expectAccessible } from './accessibility.ts'
import { addStaffUser } from './createSchool.ts'
import { addFeeSchool, type FeeSchool } from './feeSchool.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { queryDatabase } from './queryDatabase.ts'
import { signIn } from './signIn.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

let school: FeeSchool
let clerk: Page
let head: Page
const today = schoolDay(new Date())

test.beforeAll(async ({ browser }) => {
  school = await addFeeSchool(`Cashier ${uniqueTag()}`, [
    { name: 'Asha Patil', phone: '9800000001' },
    { name: 'Rohan Kale', phone: '9800000002' },
  ])
  const email = `head.${uniqueTag()}@fees.test`
  await addStaffUser(school, { name: 'Rekha Head', email, phone: school.password, role: 'ADMIN' })
  clerk = await openPage(browser, school.clerks[0])
  head = await openPage(browser, email)
})

test.afterAll(async () => {
  await clerk.context().close()
  await head.context().close()
})

async function openPage(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '', acceptDownloads: true })
  // Stores the printed text instead of opening the print dialog.
  await context.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printed = document.getElementById('print-sheet')?.textContent ?? ''
      setTimeout(() => window.dispatchEvent(new Event('afterprint')))
    }
  })
  const page = await context.newPage()
  await signIn(page, email, school.password)
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  return page
}

/** Takes all that a student owes, in cash. */
async function takeCash(student: string) {
  await clerk.goto(`/fees?student=${school.studentIds.get(student)}&term=${school.termId}`)
  await clerk.getByRole('button', { name: 'Take payment' }).click()
  const dialog = clerk.getByRole('dialog', { name: /^Take payment/ })
  await dialog.getByRole('textbox', { name: 'Amount' }).press('c')
  await dialog.getByRole('button', { name: /^Collect/ }).click()
  await clerk
    .getByRole('dialog', { name: 'Are You Sure You Want To Continue With This Action?' })
    .getByRole('button', { name: 'Continue' })
    .click()
}

const count = (value: string) => clerk.getByRole('textbox', { name: `Number of ${value}`, exact: true })
const sheet = (page: Page) => page.getByRole('article', { name: 'Closing sheet' })

test('a clerk counts the drawer with the keyboard, says why it differs, and closes the day', async () => {
  await takeCash('Asha Patil')
  await expect(clerk.getByRole('dialog', { name: /^Receipt / })).toBeVisible()
  await clerk.goto('/fees?tab=mine')
  await expect(clerk.getByRole('region', { name: 'My day' })).toContainText('Should be in the drawer₹3,300.00')
  await clerk.getByRole('link', { name: 'Close the day' }).click()
  await count('₹500').fill('six')
  await clerk.keyboard.press('Enter')
  await expect(count('₹200')).toBeFocused()
  await expect(clerk.getByText('A whole number, such as 12')).toBeVisible()
  await count('₹500').fill('6')
  await count('₹100').fill('2')
  await expect(clerk.getByText('₹100.00 missing')).toBeVisible()
  await clerk.getByRole('button', { name: 'Close the day' }).click()
  await expect(clerk.getByText('Say why the counted cash differs from the expected')).toBeVisible()
  await clerk.getByRole('textbox', { name: 'Reason of the difference' }).fill('a note of ₹100 is missing')
  await clerk.getByRole('textbox', { name: 'Number of ₹500 to the bank' }).fill('7')
  await clerk.getByRole('button', { name: 'Close the day' }).click()
  await expect(clerk.getByText('Only 6 counted')).toBeVisible()
  await clerk.getByRole('textbox', { name: 'Number of ₹500 to the bank' }).fill('6')
  await expectAccessible(clerk)
  await expectFitsPhone(clerk)
  await clerk.getByRole('button', { name: 'Close the day' }).click()
  await expect(clerk).toHaveURL(/\/fees\/closings\/\d+$/)
  await expect(sheet(clerk)).toContainText('₹100.00 missing')
  await expect(sheet(clerk)).toContainText('a note of ₹100 is missing')
  await expect(clerk.getByRole('article', { name: 'Deposit slip' })).toContainText('Rupees Three Thousand Only')
  await clerk.getByRole('button', { name: 'Print' }).click()
  await expect(clerk.locator('html')).toHaveAttribute('data-printed', /Closing sheet.*Deposit slip/)
  const download = clerk.waitForEvent('download')
  await clerk.getByRole('button', { name: 'Download PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/^closing-.*\.pdf$/)
  await expectFitsPhone(clerk)
})

test('the closed day takes no more money, in words, and what was typed stays', async () => {
  await takeCash('Rohan Kale')
  const dialog = clerk.getByRole('dialog', { name: /^Take payment/ })
  await expect(dialog).toContainText(`Your ${showDay(today)} is closed and takes no more money.`)
})

test('the head sees who has closed, opens the day again with a reason, and the clerk goes on', async () => {
  await head.goto('/fees?tab=cashiers')
  const row = head.getByRole('row').filter({ hasText: 'Meena Clerk' })
  await expect(row).toContainText('Closed')
  await expect(row).toContainText('₹100.00 missing: a note of ₹100 is missing')
  await expectFitsPhone(head)
  await row.getByRole('button', { name: /^Closing sheet/ }).click()
  await head.getByRole('button', { name: 'Open the day again' }).click()
  const dialog = head.getByRole('dialog', { name: 'Open the day again' })
  await dialog.getByRole('button', { name: 'Open the day again' }).click()
  await expect(dialog).toContainText('Reason is required')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Rohan came after the closing')
  await dialog.getByRole('button', { name: 'Open the day again' }).click()
  await expect(sheet(head)).toContainText('This sheet does not count any more.')
  await takeCash('Rohan Kale')
  await expect(clerk.getByRole('dialog', { name: /^Receipt / })).toBeVisible()
  await clerk.goto('/fees?tab=mine')
  await expect(clerk.getByRole('region', { name: 'My day' })).toContainText('Rohan came after the closing')
})

test('a day before today that is not closed stands on the dashboard of the head, who closes it for the clerk', async () => {
  const yesterday = addDays(today, -1)
  await queryDatabase(
    `with drawer as (update cash_drawers set closed_from = $2, closed_until = $2 where school_id = $1 and closed_from is null returning id),
      before as (
        insert into day_closings (school_id, drawer_id, day, clerk_name, closed_by, closed_by_name, opening_cash, cash_in, cash_out,
          expected_cash, counted_cash, deposited_cash, carried_cash, notes, deposit_notes, receipts, outflows, deposit_cheques)
        select $1, id, $2, 'Meena Clerk', gen_random_uuid(), 'Meena Clerk', 0, 0, 0, 0, 0, 0, 0, '{}', '{}', '[]', '[]', '[]' from drawer
      )
    insert into cashier_days (school_id, drawer_id, day, clerk_name) select $1, id, $3, 'Meena Clerk' from drawer`,
    [school.id, addDays(today, -2), yesterday],
  )
  await head.goto('/dashboard')
  await head.getByRole('link', { name: /Cashiers’ days not closed/ }).click()
  await head
    .getByRole('region', { name: 'Days not closed' })
    .getByRole('listitem')
    .filter({ hasText: showDay(yesterday) })
    .getByRole('link', { name: 'Close the day' })
    .click()
  await expect(head.getByText('Meena Clerk', { exact: false }).first()).toBeVisible()
  await head.getByRole('button', { name: 'Close the day' }).click()
  await expect(sheet(head)).toContainText('Rekha Head')
  await head.goto('/fees?tab=cashiers')
  await expect(head.getByRole('row').filter({ hasText: 'Meena Clerk' })).toBeVisible()
  await expect(head.getByRole('region', { name: 'Days not closed' })).toHaveCount(0)
})
