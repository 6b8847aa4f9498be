import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { addStaffUser } from './createSchool.ts'
import { closeByEscape } from './dialogs.ts'
import { addFeeSchool, type FeeSchool } from './feeSchool.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { openSignedInPage } from './signIn.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

let school: FeeSchool
let head: Page
let clerk: Page

/** A school whose fees are all overdue, with an ADMIN and a clerk. */
test.beforeAll(async ({ browser }) => {
  school = await addFeeSchool(`Late Fees ${uniqueTag()}`, [{ name: 'Asha Patil', phone: '9800000001' }])
  const email = `head.${school.id}.${uniqueTag()}@fees.test`
  await addStaffUser(school, { name: 'Asha Head', email, phone: school.password, role: 'ADMIN' })
  head = await openSignedInPage(browser, email, school.password)
  clerk = await openSignedInPage(browser, school.clerks[0], school.password)
})

test.afterAll(async () => {
  await head.context().close()
  await clerk.context().close()
})

test('a school turns late fees on for a category', async () => {
  await head.goto('/fees?tab=categories')
  await head.getByRole('button', { name: 'Edit: School Fees' }).click()
  const dialog = head.getByRole('dialog', { name: 'Edit Fees Category' })
  await dialog.getByRole('combobox', { name: 'Late Fee' }).selectOption('For each day that a fee is overdue')
  await dialog.getByRole('textbox', { name: 'Late fee a day' }).fill('10')
  await dialog.getByRole('textbox', { name: 'Days of grace' }).fill('a week')
  await dialog.getByRole('textbox', { name: 'Highest late fee of one fee' }).fill('5')
  await dialog.getByRole('button', { name: 'Update Fees Category' }).click()
  await expect(dialog.getByText('Days from 0 to 366')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Days of grace' }).fill('7')
  await dialog.getByRole('button', { name: 'Update Fees Category' }).click()
  await expect(dialog.getByText('The highest late fee is less than one day’s')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Highest late fee of one fee' }).fill('100')
  await expectAccessible(head)
  await dialog.getByRole('button', { name: 'Update Fees Category' }).click()
  await expect(head.getByText('School Fees has been updated successfully!')).toBeVisible()
})

test('a clerk waives a part of it with a reason, and takes the rest with the fees', async () => {
  await clerk.goto(`/fees?student=${school.studentIds.get('Asha Patil')}&term=${school.termId}`)
  const april = clerk.getByRole('table', { name: 'Fees' }).getByRole('row').filter({ hasText: 'Apr' })
  await expect(april).toContainText('₹100.00')
  await expect(clerk.getByText('3 fees selected')).toBeVisible()
  // Three fees of ₹3,300.00 together, each with ₹100.00.
  await expect(clerk.getByText('₹3,600.00').first()).toBeVisible()
  await clerk.getByRole('button', { name: 'Take payment' }).click()
  const dialog = clerk.getByRole('dialog', { name: /^Take payment/ })
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue('3,600.00')
  await dialog.getByRole('button', { name: /^Waive late fee/ }).click()
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue('300.00')
  await expect(dialog.getByRole('row', { name: /Library/ })).toContainText('₹100.00')
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('250')
  await dialog.getByRole('button', { name: /^Waive ₹250.00/ }).click()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Was in hospital')
  await expectAccessible(clerk)
  await dialog.getByRole('button', { name: /^Waive ₹250.00/ }).click()
  await clerk.getByRole('button', { name: 'Continue' }).click()
  await expect(clerk.getByText('The late fee is waived.')).toBeVisible()
  await expect(clerk.getByRole('list', { name: 'Waived late fees' }).getByRole('listitem')).toHaveCount(3)
  await clerk.setViewportSize({ width: 360, height: 740 })
  await expectFitsPhone(clerk)
  await clerk.setViewportSize({ width: 1280, height: 800 })

  await clerk.getByRole('button', { name: 'Take payment' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue('3,350.00')
  await expect(dialog.getByText('with a late fee of ₹50.00')).toBeVisible()
  await dialog.getByRole('button', { name: /^Collect/ }).click()
  await clerk.getByRole('button', { name: 'Continue' }).click()
  await closeByEscape(clerk.getByRole('dialog', { name: /^Receipt / }))
  await clerk.getByRole('list', { name: 'Receipts' }).getByRole('button').first().click()
  const receipt = clerk.getByRole('dialog').getByRole('article')
  await expect(receipt.getByRole('row', { name: /Late fee/ })).toContainText('₹50.00')
  await expect(receipt.getByRole('row', { name: /Total/ })).toContainText('₹3,350.00')
})
