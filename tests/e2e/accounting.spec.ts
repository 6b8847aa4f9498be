import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { addDays, schoolDay } from '#shared/dates.ts'
import { expectAccessible } from './accessibility.ts'
import { addStaffUser } from './createSchool.ts'
import { addFeeSchool, collectFee, type FeeSchool } from './feeSchool.ts'
import { typeDay } from './fields.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { openSignedInPage } from './signIn.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

const today = schoolDay(new Date())
let school: FeeSchool
let head: Page

test.beforeAll(async ({ browser }) => {
  const tag = uniqueTag()
  school = await addFeeSchool(`Books ${tag}`, [{ name: 'Asha Patil', phone: '9800000001' }])
  const email = `head.${tag}@books.test`
  await addStaffUser(school, { name: 'Head Office', email, phone: school.password, role: 'ADMIN' })
  await collectFee(school, { student: 'Asha Patil', fee: 'Tuition', amount: 150_000 }, { mode: 'CASH' })
  await collectFee(school, { student: 'Asha Patil', fee: 'Library', amount: 10_050 }, { mode: 'UPI', txnId: '004512' })
  head = await openSignedInPage(browser, email, school.password)
})
test.afterAll(() => head.context().close())

async function showToday(): Promise<void> {
  await head.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Accounting' }).click()
  await typeDay(head, 'Start Date', today)
  await typeDay(head, 'End Date', today)
  await head.getByRole('button', { name: 'Show', exact: true }).click()
}

test('the totals of the days, by mode and category, and days that are refused at their field @main @accounting', async () => {
  await showToday()
  await expect(head.getByRole('region', { name: 'Totals' })).toContainText('₹1,600.50')
  const modes = head.getByRole('table', { name: 'By payment mode' })
  await expect(modes.getByRole('row', { name: /^Cash/ })).toContainText('₹1,500.00')
  await expect(modes.getByRole('row', { name: /^Total/ })).toContainText('₹1,600.50')
  await expect(head.getByRole('table', { name: 'Fee income by category' })).toContainText('School Fees')
  await expectAccessible(head)
  await expectFitsPhone(head)

  await typeDay(head, 'End Date', addDays(today, -1))
  await head.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(head.getByText('End Date cannot precede Start Date')).toBeVisible()
})

test('ledgers are named in Settings, and a name that Tally has for a group is refused @main @accounting', async () => {
  await head.getByRole('link', { name: 'Ledgers' }).click()
  const cash = head.getByRole('textbox', { name: 'Cash', exact: true })
  await cash.fill('Bank Accounts')
  await head.getByRole('button', { name: 'Save Ledgers' }).click()
  await expect(cash).toHaveAccessibleDescription(/Tally has a group of this name/)
  await cash.fill('Petty & Cash')
  await head.getByRole('button', { name: 'Save Ledgers' }).click()
  await expect(head.getByText('Ledgers Updated Successfully!')).toBeVisible()
  await expectAccessible(head)
  await expectFitsPhone(head)
})

test('an export has both files, is marked, and says so when it is asked for again @main @accounting', async () => {
  await showToday()
  await expect(head.getByRole('table', { name: 'By cash and bank ledger' })).toContainText('Petty & Cash')
  await head.getByRole('button', { name: 'Export 2 vouchers' }).click()
  await expect(head.getByRole('button', { name: 'Spreadsheet' })).toBeVisible()
  const download = head.waitForEvent('download')
  await head.getByRole('button', { name: 'Tally XML' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`tally-${today}.xml`)
  const xml = readFileSync(await file.path(), 'utf16le')
  expect(xml).toContain(
    '<LEDGERNAME>Petty &amp; Cash</LEDGERNAME><ISDEEMEDPOSITIVE>Yes</ISDEEMEDPOSITIVE><AMOUNT>-1500.00</AMOUNT>',
  )

  await head.getByRole('link', { name: 'All exports' }).click()
  await expect(head.getByText(/^All vouchers of these days were exported already, last by Head Office/)).toBeVisible()
  await expect(head.getByRole('button', { name: 'Export 2 vouchers' })).toBeVisible()
  const row = head.getByRole('row').filter({ hasText: 'Head Office' })
  await expect(row).toContainText('2 vouchers')
  await expect(row).toContainText('Ready')

  await collectFee(school, { student: 'Asha Patil', fee: 'Library', amount: 5_000 }, { mode: 'CASH' })
  await head.reload()
  await expect(head.getByText(/^2 vouchers of 3 were exported already/)).toBeVisible()
  await expect(head.getByRole('button', { name: 'Export 1 voucher', exact: true })).toBeVisible()
})
