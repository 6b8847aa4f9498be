import { type Browser, expect, type Page } from '@playwright/test'
import { schoolDay, showDay } from '#shared/dates.ts'
import { fromNow } from '../moments.ts'
import { expectAccessible } from './accessibility.ts'
import { typeDay, choose } from './fields.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { addSchool, chooseSchool, openSuperadminPage } from './schoolScreens.ts'
import { openSignedInPage } from './signIn.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

const tag = uniqueTag()
const name = `Expense School ${tag}`
const today = schoolDay(new Date())
const yesterday = schoolDay(fromNow(-86_400_000))
let page: Page
let clerk: Page

test.beforeAll(async ({ browser }) => {
  page = await openSuperadminPage(browser)
  await addSchool(page, name)
  await chooseSchool(page, name)
  clerk = await openNewUserPage(browser, 'FEES', '9000000011')
})

test.afterAll(async () => {
  await clerk.context().close()
  await page.context().close()
})

/** Adds a user to the school, signs the user in on a page in a new context, and opens Expenses. */
async function openNewUserPage(browser: Browser, role: string, phone: string): Promise<Page> {
  const email = `${role.toLowerCase()}.${tag}@expenses.test`
  await page.goto('/users?tab=add')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Person ${role}`)
  await page.getByRole('textbox', { name: 'Phone' }).fill(phone)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await choose(page.getByRole('combobox', { name: 'Permissions' }), role)
  await page.getByRole('button', { name: 'Add User' }).click()
  await expect(page.getByText('User Was Successfully Added!')).toBeVisible()
  const newUserPage = await openSignedInPage(browser, email, phone)
  await newUserPage.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Expenses' }).click()
  return newUserPage
}

const rowWith = (target: Page, text: string) => target.getByRole('row').filter({ hasText: text })
const spentTodayStatus = (target: Page) => target.getByRole('status', { name: `Spent today, ${showDay(today)}` })

test('categories are added one after another, and a missing or existing name is marked @main @expenses', async () => {
  await expect(clerk.getByText('No expense categories yet')).toBeVisible()
  await clerk.getByRole('link', { name: 'Add Category' }).click()
  const field = clerk.getByRole('textbox', { name: 'Category' })
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription('Required')
  for (const category of ['Stationery', 'Repairs', 'Sports']) {
    await field.fill(category)
    await clerk.getByRole('button', { name: 'Add Category' }).click()
    await expect(clerk.getByText(`${category} has been added successfully!`)).toBeVisible()
    await expect(field).toHaveValue('')
    await expect(field).toBeFocused()
  }
  await field.fill('stationery')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription('An expense category with this name exists already')
  await expect(field).toHaveValue('stationery')
  await expectAccessible(clerk)
  await expectFitsPhone(clerk)
})

test('expenses are entered with the keyboard alone, and an invalid amount is marked at its field @main @expenses', async () => {
  await clerk.getByRole('tab', { name: 'Enter Expenses' }).click()
  const categoryField = clerk.getByRole('combobox', { name: 'Category' })
  const amountField = clerk.getByRole('textbox', { name: 'Amount' })
  await expect(categoryField).toBeFocused()
  const keys = clerk.keyboard
  await keys.type('rep')
  await keys.press('Enter')
  await keys.press('Tab')
  await keys.type('five hundred')
  await keys.press('Enter')
  await expect(amountField).toHaveAccessibleDescription('An amount such as 1,234.50')
  await expect(amountField).toHaveValue('five hundred')
  await amountField.press('Control+a')
  await keys.type('1234.5')
  await keys.press('Tab')
  await expect(amountField).toHaveValue('1,234.50')
  await keys.press('Shift+Tab')
  await keys.press('Enter')
  await expect(clerk.getByText('Repairs ₹1,234.50 has been added successfully!')).toBeVisible()
  await expect(categoryField).toBeFocused()
  await expect(categoryField).toHaveValue('')
  await expect(amountField).toHaveValue('')
  await expect(spentTodayStatus(clerk)).toContainText('₹1,234.50')
  await expect(rowWith(clerk, 'Repairs')).toContainText('Person Fees')
  await expectAccessible(clerk)
  await expectFitsPhone(clerk)
})

test('Enter in the moment in which a category is typed chooses it', async () => {
  const field = clerk.getByRole('combobox', { name: 'Category' })
  await field.evaluate((input: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'rep')
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: 'rep' }))
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  })
  await expect(field).toHaveValue('Repairs')
  await expect(clerk.getByRole('listbox')).toBeHidden()
})

test('an expense whose answer was lost is sent again, and stored once', async () => {
  await clerk.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('mutation AddExpense(')) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await clerk.getByRole('combobox', { name: 'Category' }).fill('Stat')
  await clerk.keyboard.press('Enter')
  await clerk.getByRole('textbox', { name: 'Amount' }).fill('100')
  await clerk.getByRole('textbox', { name: 'Comment' }).fill('Chalk')
  await clerk.getByRole('button', { name: 'Add Expense' }).click()
  await expect(clerk.getByText(/it is not known whether this was saved/)).toBeVisible()
  await expect(clerk.getByRole('textbox', { name: 'Comment' })).toHaveValue('Chalk')
  await clerk.unroute('**/graphql')
  await clerk.getByRole('button', { name: 'Add Expense' }).click()
  await expect(clerk.getByText('Stationery ₹100.00 has been added successfully!')).toBeVisible()
  await expect(spentTodayStatus(clerk)).toContainText('₹1,334.50')
  await expect(rowWith(clerk, 'Stationery')).toHaveCount(1)
})

test('a future day is refused; a past day is booked on that day, and the snackbar opens it', async () => {
  const tomorrow = schoolDay(fromNow(86_400_000))
  await clerk.getByRole('combobox', { name: 'Category' }).fill('Stat')
  await clerk.keyboard.press('Enter')
  await clerk.getByRole('textbox', { name: 'Amount' }).fill('2000')
  await typeDay(clerk, 'Paid On', tomorrow)
  await clerk.getByRole('button', { name: 'Add Expense' }).click()
  await expect(clerk.getByText('The paid-on date cannot be in the future')).toBeVisible()
  await typeDay(clerk, 'Paid On', yesterday)
  await clerk.getByRole('button', { name: 'Add Expense' }).click()
  const message = `Stationery ₹2,000.00 has been added successfully! It is booked on ${showDay(yesterday)}.`
  const snackbar = clerk.getByRole('alert').filter({ hasText: message })
  // It stays as long as the pointer is on it.
  await snackbar.hover()
  await expect(spentTodayStatus(clerk)).toContainText('₹1,334.50')
  await snackbar.getByRole('button', { name: 'Show' }).click()
  await expect(clerk.getByRole('status', { name: `Spent on ${showDay(yesterday)}` })).toContainText('₹2,000.00')
  await expect(rowWith(clerk, '₹2,000.00')).toContainText(showDay(yesterday))
})

test('expenses are listed by start and end date', async () => {
  await clerk.getByRole('tab', { name: 'View Expenses' }).click()
  // The range of the link before is gone.
  await expect(clerk.getByText('Choose the days')).toBeVisible()
  const endDate = clerk.getByRole('textbox', { name: 'End Date' })
  await typeDay(clerk, 'Start Date', today)
  await typeDay(clerk, 'End Date', yesterday)
  await clerk.getByRole('button', { name: 'Get Entries' }).click()
  await expect(clerk.getByText('End Date cannot precede Start Date')).toBeVisible()
  await endDate.fill('')
  await clerk.getByRole('button', { name: 'Get Entries' }).click()
  await expect(clerk.getByText('End Date is Required')).toBeVisible()
  await typeDay(clerk, 'Start Date', yesterday)
  await typeDay(clerk, 'End Date', today)
  await clerk.getByRole('button', { name: 'Get Entries' }).click()
  await expect(clerk).toHaveURL(new RegExp(`start=${yesterday}&end=${today}$`))
  const total = clerk.getByRole('status', { name: `Spent from ${showDay(yesterday)} to ${showDay(today)}` })
  await expect(total).toContainText('₹3,334.50')
  await expect(total).toContainText('3 expenses')
  await clerk.reload()
  await expect(total).toContainText('₹3,334.50')
  await expectAccessible(clerk)
  await expectFitsPhone(clerk)
})

test('a clerk cannot delete expenses; an ADMIN can, and the total shrinks', async ({ browser }) => {
  await expect(rowWith(clerk, 'Chalk')).toBeVisible()
  await expect(clerk.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
  const admin = await openNewUserPage(browser, 'ADMIN', '9000000012')
  await rowWith(admin, 'Chalk')
    .getByRole('button', { name: /^Delete Expense/ })
    .click()
  const dialog = admin.getByRole('dialog', { name: 'Delete Expense' })
  await expect(dialog).toContainText('₹100.00 for Stationery (Chalk)')
  await expect(dialog.getByRole('button', { name: 'Go Back' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Delete Expense' }).click()
  await expect(admin.getByText('Expense Deleted Successfully!')).toBeVisible()
  await expect(rowWith(admin, 'Chalk')).toHaveCount(0)
  await expect(spentTodayStatus(admin)).toContainText('₹1,234.50')
  await admin.context().close()
})

test('a super administrator deletes a category only if it has no expenses', async () => {
  await page.goto('/expenses?tab=categories')
  await expect(rowWith(page, 'Stationery').getByRole('button', { name: /^Delete Category/ })).toBeDisabled()
  await rowWith(page, 'Sports')
    .getByRole('button', { name: /^Delete Category/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Category' }).click()
  await expect(page.getByText('Sports has been successfully deleted!')).toBeVisible()
  await expect(rowWith(page, 'Sports')).toHaveCount(0)
})
