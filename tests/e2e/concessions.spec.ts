import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { addStaffUser } from './createSchool.ts'
import { addFeeSchool, type FeeSchool } from './feeSchool.ts'
import { choose, typeAndChoose, typeDay } from './fields.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { queryDatabase } from './queryDatabase.ts'
import { openSignedInPage } from './signIn.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

let school: FeeSchool
let head: Page
let clerk: Page

/** A school in which FEES gives discounts up to 10 % alone, with an ADMIN and a clerk. Two students are siblings. */
test.beforeAll(async ({ browser }) => {
  school = await addFeeSchool(`Concessions ${uniqueTag()}`, [
    { name: 'Asha Patil', phone: '9800000001' },
    { name: 'Rohan Patil', phone: '9800000001' },
    { name: 'Kiran More', phone: '9800000002' },
  ])
  await queryDatabase('update schools set discount_limit_share = 1000 where id = $1', [school.id])
  const email = `head.${school.id}.${uniqueTag()}@fees.test`
  await addStaffUser(school, { name: 'Asha Head', email, phone: school.password, role: 'ADMIN' })
  head = await openSignedInPage(browser, email, school.password)
  clerk = await openSignedInPage(browser, school.clerks[0], school.password)
})

test.afterAll(async () => {
  await head.context().close()
  await clerk.context().close()
})

async function openAccount(page: Page, name: string) {
  await page.goto(`/fees?student=${school.studentIds.get(name)}&term=${school.termId}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
}

const feeRow = (page: Page, name: string) => page.getByRole('table', { name: 'Fees' }).getByRole('row').filter({ hasText: name })

test('a kind is named, given to a student with a look at what it takes off, and ended', async () => {
  await head.goto('/fees?tab=concessions')
  await head.getByRole('button', { name: 'Add Kind of Concession' }).first().click()
  const kind = head.getByRole('dialog', { name: 'Add Kind of Concession' })
  await kind.getByRole('textbox', { name: 'Name' }).fill('Sibling')
  await kind.getByRole('button', { name: 'Add Kind of Concession' }).click()
  await expect(kind.getByText('Enter a per cent or an amount')).toBeVisible()
  await kind.getByRole('textbox', { name: 'Per cent of each fee' }).fill('25')
  await kind.getByRole('switch', { name: 'Propose it for siblings' }).check()
  await kind.getByRole('button', { name: 'Add Kind of Concession' }).click()
  await expect(head.getByText('Sibling has been added successfully!')).toBeVisible()

  await openAccount(head, 'Kiran More')
  await head.getByRole('button', { name: 'Give Concession' }).click()
  const dialog = head.getByRole('dialog', { name: 'Give Kiran More a Concession' })
  await choose(dialog.getByRole('combobox', { name: 'Concession' }), /Sibling/)
  await expect(dialog.getByText('It takes nothing off: no fee of these days is pending.')).toBeVisible()
  await typeDay(head, 'From', '2020-05-01')
  await expect(dialog.getByText('It takes ₹375.00 off 1 fee.')).toBeVisible()
  await expectAccessible(head)
  await dialog.getByRole('button', { name: 'Give Concession' }).click()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Brother in 9-A')
  await dialog.getByRole('button', { name: 'Give Concession' }).click()
  await expect(head.getByText('₹375.00 less is asked of Kiran More.')).toBeVisible()
  await expect(feeRow(head, 'May')).toContainText('₹1,125.00')
  await expect(head.getByRole('columnheader', { name: 'Concession' })).toBeVisible()

  const given = head.getByRole('list', { name: 'Concessions' }).getByRole('listitem')
  await expect(given).toContainText('Sibling · 25 % · ₹375.00')
  await head.setViewportSize({ width: 360, height: 740 })
  await expectFitsPhone(head)
  await head.setViewportSize({ width: 1280, height: 800 })
  await given.getByRole('button', { name: 'End Sibling' }).click()
  const ending = head.getByRole('dialog', { name: 'End Sibling' })
  await typeDay(head, 'Last day', '2020-04-30')
  await ending.getByRole('textbox', { name: 'Reason' }).fill('Given by mistake')
  await ending.getByRole('button', { name: 'End Concession' }).click()
  await expect(given).toContainText('Taken back')
  await expect(feeRow(head, 'May')).toContainText('₹1,500.00')
})

test('siblings are proposed from their phone', async () => {
  await head.goto('/fees?tab=concessions')
  await head
    .getByRole('row', { name: /Sibling/ })
    .getByRole('button', { name: /Find students/ })
    .click()
  const dialog = head.getByRole('dialog', { name: 'Sibling: find students' })
  await expect(dialog.getByRole('checkbox', { name: /Patil/ })).toHaveCount(2)
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await typeDay(head, 'From', '2020-04-01')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Two children')
  await dialog.getByRole('button', { name: 'Give Concession' }).click()
  await expect(head.getByText(/less is asked of 1 student\./)).toBeVisible()
})

test('a discount above the limit waits for the head, who is told on the dashboard and approves it', async () => {
  await openAccount(clerk, 'Kiran More')
  await clerk.getByRole('button', { name: 'Take payment' }).click()
  const dialog = clerk.getByRole('dialog', { name: /^Take payment/ })
  await dialog.getByRole('button', { name: 'Discount' }).click()
  await typeAndChoose(dialog.getByRole('combobox', { name: 'Fees' }), 'Tuition (APR)', { exact: false })
  // The term asks ₹3,300.
  await expect(dialog.getByText(/₹0\.00 so far, at most ₹330\.00 without an admin’s approval/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('400')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Mother is ill')
  await expectFitsPhone(clerk)
  await dialog.getByRole('button', { name: 'Give discount ₹400.00' }).click()
  await clerk.getByRole('button', { name: 'Continue' }).click()
  await expect(clerk.getByText('The discount waits for an admin’s approval. Nothing is taken off yet.')).toBeVisible()
  await expect(clerk.getByText(/at most ₹330\.00 without an admin’s approval/)).toBeVisible()
  const asked = clerk.getByRole('list', { name: 'Discounts asked for' }).getByRole('listitem')
  await expect(asked).toContainText('₹400.00 · Tuition (APR)')

  await head.goto('/dashboard')
  await head.getByRole('link', { name: /Discounts to approve/ }).click()
  await expect(head.getByRole('tab', { name: 'Discounts to Approve' })).toHaveAttribute('aria-selected', 'true')
  const request = head.getByRole('row', { name: /Kiran More/ })
  await expect(request).toContainText('Mother is ill')
  await request.getByRole('button', { name: /^Approve/ }).click()
  await head.getByRole('dialog', { name: 'Approve Discount' }).getByRole('button', { name: 'Approve' }).click()
  await expect(head.getByText('Discount Successfully Given!')).toBeVisible()
  await expect(head.getByText('No discount waits for approval')).toBeVisible()

  await openAccount(clerk, 'Kiran More')
  await expect(feeRow(clerk, 'Apr')).toContainText('₹1,100.00')
  await expect(asked).toHaveCount(0)
})
