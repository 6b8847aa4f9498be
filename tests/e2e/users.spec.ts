import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { accountButton, attemptSignIn, signIn } from './signIn.ts'
import { expectAccessible } from './accessibility.ts'
import { choose } from './fields.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

/** Every test adds its own users, because the demo school is shared. */
const tag = uniqueTag()
const emailOf = (name: string) => `${name}.${tag}@users.test`

async function openUsers(page: Page, tab: 'View Users' | 'Add User' | 'Bulk Add') {
  await signIn(page)
  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('tab', { name: tab }).click()
}

async function addUser(page: Page, user: { name: string; email: string; phone?: string; role: string }) {
  await page.getByRole('textbox', { name: 'Name' }).fill(user.name)
  await page.getByRole('textbox', { name: 'Phone' }).fill(user.phone ?? '9812300000')
  await page.getByRole('textbox', { name: 'Email' }).fill(user.email)
  await choose(page.getByRole('combobox', { name: 'Permissions' }), user.role)
  await page.getByRole('button', { name: 'Add User' }).click()
}

async function addUserSuccessfully(page: Page, user: { name: string; email: string; phone?: string; role: string }) {
  await addUser(page, user)
  await expect(page.getByText('User Was Successfully Added!')).toBeVisible()
}

/** Searches the table for an e-mail address, and returns the user's row. */
async function findUserRow(page: Page, email: string) {
  await page.getByRole('tab', { name: 'View Users' }).click()
  // The tab opens the list without the search before.
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('')
  await page.getByRole('searchbox', { name: 'Search' }).fill(email)
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toBeVisible()
  // Until the search has its effect, rows move under the pointer.
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  return row
}

test('an added user is listed with a normalised name, and signs in with the phone number @main @users', async ({
  page,
  browser,
}) => {
  const email = emailOf('added')
  await openUsers(page, 'Add User')
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('')
  await expect(page.getByRole('heading', { name: 'Usage Guide' })).toBeVisible()
  await addUserSuccessfully(page, {
    name: '  a.b.   patil',
    email: `  ${email.toUpperCase()}`,
    phone: '9000000001',
    role: 'FEES',
  })
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('')
  const row = await findUserRow(page, email)
  for (const text of ['A. B. Patil', '9000000001', email, 'Fees clerk', 'Enabled']) await expect(row).toContainText(text)

  const userPage = await browser.newPage()
  await attemptSignIn(userPage, email, '9000000001')
  await expect(userPage).toHaveURL(/\/dashboard$/)
  await userPage.goto('/users')
  await expect(userPage.getByText('Looks Like You Are Not Authorized To View This Area')).toBeVisible()
  await userPage.close()
})

test('missing and existing values are marked at their fields, and the typed values stay', async ({ page }) => {
  await openUsers(page, 'Add User')
  await page.getByRole('textbox', { name: 'Phone' }).fill('12345')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Add User' }).click()
  await expect(page.getByText('Required', { exact: true })).toHaveCount(3)
  await expect(page.getByText('Phone should have exactly 10 digits.')).toBeVisible()
  await expect(page.getByText('Password should have 10 characters.')).toBeVisible()
  await expect(page.getByText('Confirm Password is required')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('0123456789')
  await page.getByLabel('Confirm Password').fill('0123456788')
  await expect(page.getByText("Passwords don't match")).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('')
  await page.getByLabel('Confirm Password').fill('')

  await addUser(page, { name: 'Somebody', email: 'TEACHER@shala.test', phone: '9000000001', role: 'TEACHER' })
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(/already used by another account/)
  // The field shows the problem, so there is no alert as well.
  await expect(page.getByText(/^Something Went Wrong/)).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Somebody')
})

test('an edited user has the new values, the classes of an ADMIN, and the new password', async ({ page, browser }) => {
  const [email, newEmail] = [emailOf('edited'), emailOf('moved')]
  await openUsers(page, 'Add User')
  await addUserSuccessfully(page, { name: 'Before', email, role: 'TEACHER' })
  await expect(page.getByLabel('Classes')).toBeHidden()
  await (await findUserRow(page, email)).getByRole('button', { name: /^Edit User/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit User' })
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Before')
  await dialog.getByLabel('Password', { exact: true }).fill('0123456789')
  await dialog.getByLabel('Confirm Password').fill('9876543210')
  await dialog.getByRole('button', { name: 'Update Password' }).click()
  await expect(dialog.getByText("Passwords don't match")).toBeVisible()
  await dialog.getByLabel('Confirm Password').fill('0123456789')
  await dialog.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByText('Password Was Successfully Updated!')).toBeVisible()

  await dialog.getByRole('textbox', { name: 'Name' }).fill('after')
  await dialog.getByRole('textbox', { name: 'Email' }).fill(newEmail)
  await choose(dialog.getByRole('combobox', { name: 'Permissions' }), 'ADMIN')
  await dialog.getByRole('combobox', { name: 'Classes' }).click()
  await page.getByRole('option', { name: '7', exact: true }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Update User' }).click()
  await expect(page.getByText('User Was Successfully Updated!')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(await findUserRow(page, newEmail)).toContainText(/After.*Administrator/)
  await (await findUserRow(page, newEmail)).getByRole('button', { name: /^Edit User/ }).click()
  await expect(dialog.getByRole('button', { name: 'Remove 7' })).toBeVisible()
  const limit = dialog.getByLabel('No access until classes are chosen')
  await expect(limit).toBeHidden()

  const userPage = await browser.newPage()
  await attemptSignIn(userPage, newEmail, '0123456789')
  await expect(userPage).toHaveURL(/\/dashboard$/)
  await expect(userPage.getByText('You have no class')).toBeHidden()

  // Without the only class the admin stays limited, and is told why the pages are empty.
  await dialog.getByRole('button', { name: 'Remove 7' }).click()
  await expect(limit).toBeChecked()
  await expect(dialog.getByText('has none, and so sees no class and no student')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Update User' }).click()
  await expect(dialog).toBeHidden()
  await userPage.goto('/classes')
  await expect(userPage.getByText('You have no class')).toBeVisible()
  await expectAccessible(userPage)
  await expectFitsPhone(userPage)

  await (await findUserRow(page, newEmail)).getByRole('button', { name: /^Edit User/ }).click()
  await limit.click()
  await expect(dialog.getByText('Leave blank to give access to all classes')).toBeVisible()
  await dialog.getByRole('button', { name: 'Update User' }).click()
  await expect(dialog).toBeHidden()
  await userPage.reload()
  await expect(userPage.getByRole('heading', { level: 1, name: 'Classes' })).toBeVisible()
  await expect(userPage.getByText('You have no class')).toBeHidden()
  await userPage.close()
})

test('a disabled user is signed out, and can sign in again once enabled', async ({ page, browser }) => {
  const email = emailOf('disabled')
  await openUsers(page, 'Add User')
  await addUserSuccessfully(page, { name: 'Out Soon', email, role: 'ATTENDANT' })
  const userPage = await browser.newPage()
  await attemptSignIn(userPage, email, '9812300000')
  await expect(accountButton(userPage)).toBeVisible()

  const row = await findUserRow(page, email)
  await row.getByRole('button', { name: /^Enable\/Disable User/ }).click()
  await expect(page.getByText('User Has Been Successfully Disabled')).toBeVisible()
  await expect(row).toContainText('Disabled')
  await userPage.reload()
  await expect(userPage.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await attemptSignIn(userPage, email, '9812300000')
  await expect(userPage.getByRole('alert')).toBeVisible()
  await expect(accountButton(userPage)).toBeHidden()

  await row.getByRole('button', { name: /^Enable\/Disable User/ }).click()
  await expect(page.getByText('User Has Been Successfully Enabled')).toBeVisible()
  await attemptSignIn(userPage, email, '9812300000')
  await expect(accountButton(userPage)).toBeVisible()
  await userPage.close()
})

test('users cannot disable or delete themselves', async ({ page }) => {
  await openUsers(page, 'View Users')
  const row = await findUserRow(page, 'admin@shala.test')
  await expect(row.getByRole('button', { name: /^Edit User/ })).toBeEnabled()
  await expect(row.getByRole('button', { name: /^Enable\/Disable User/ })).toBeDisabled()
  await expect(row.getByRole('button', { name: /^Permanently Delete User/ })).toBeDisabled()
})

test('deleting a user needs a confirmation that names the user and what else is deleted', async ({ page, browser }) => {
  const email = emailOf('deleted')
  await openUsers(page, 'Add User')
  await addUserSuccessfully(page, { name: 'Gone Tomorrow', email, role: 'TEACHER' })
  const row = await findUserRow(page, email)
  await row.getByRole('button', { name: /^Permanently Delete User/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Permanently Delete User' })
  await expect(dialog).toContainText('Gone Tomorrow')
  await expect(dialog).toContainText('This cannot be reversed. Disabling the user is safer.')
  await expect(dialog).toContainText('Gone Tomorrow teaches no section, subject or book.')
  await expect(dialog.getByRole('button', { name: 'Go Back' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Go Back' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: /^Permanently Delete User/ }).click()
  await dialog.getByRole('button', { name: 'Delete User' }).click()
  await expect(page.getByText('User Successfully Deleted!')).toBeVisible()
  await expect(row).toBeHidden()

  const userPage = await browser.newPage()
  await attemptSignIn(userPage, email, '9812300000')
  await expect(userPage.getByText('Invalid email or password')).toBeVisible()
  await userPage.close()
})

test('100 teachers are imported from a file, and can sign in', async ({ page, browser }) => {
  const rows = Array.from({ length: 100 }, (_, index) => `bulk  teacher${index},90000000${String(index).padStart(2, '0')},`)
  const file = `name,phone,email\r\n${rows.map((row, index) => row + emailOf(`bulk${index}`)).join('\r\n')}\r\n`
  await openUsers(page, 'Bulk Add')
  await expect(page.getByRole('button', { name: 'Upload Users' })).toBeDisabled()
  await page.locator('input[type=file]').setInputFiles({ name: 'teachers.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await expect(page.getByText('File looks good. Please click submit to import.')).toBeVisible()
  await page.getByRole('button', { name: 'Upload Users' }).click()
  await expect(page.getByText('Teachers Successfully Imported').first()).toBeVisible()
  await page.getByRole('link', { name: 'View Users' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill(`.${tag}@users.test Bulk Teacher`)
  await expect(page.getByText(/of 100$/)).toBeVisible()
  await expect(await findUserRow(page, emailOf('bulk7'))).toContainText(/Bulk Teacher7.*9000000007.*Teacher.*Enabled/)

  const userPage = await browser.newPage()
  await attemptSignIn(userPage, emailOf('bulk7'), '9000000007')
  await expect(userPage).toHaveURL(/\/teacher$/)
  await userPage.close()
})

test('a file with problems stores nothing, and they are shown', async ({ page }) => {
  await openUsers(page, 'Bulk Add')
  const chooseFile = async (lines: string[]) =>
    page.locator('input[type=file]').setInputFiles({
      name: 'bad.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['name,phone,email', ...lines].join('\n')),
    })
  await chooseFile([`Good,9000000001,${emailOf('good')}`, `Short,900,${emailOf('short')}`, `Twice,9000000001,${emailOf('good')}`])
  await expect(page.getByText('Some field is not valid. Please Recheck The File And Try Again')).toBeVisible()
  await expect(page.getByText('Phone should have exactly 10 digits.')).toBeVisible()
  await expect(page.getByText('This email is in the file twice.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upload Users' })).toBeDisabled()

  await page.getByRole('button', { name: 'Choose another file' }).click()
  await chooseFile([`,9000000001,${emailOf('blank')}`])
  await expect(page.getByText('Some Field is blank. Please Recheck The File And Try Again')).toBeVisible()

  await page.getByRole('button', { name: 'Choose another file' }).click()
  await chooseFile([`Good,9000000001,${emailOf('good')}`, 'Known,9000000001,teacher@shala.test'])
  await page.getByRole('button', { name: 'Upload Users' }).click()
  await expect(page.getByText('The email teacher@shala.test is already used by another account.').first()).toBeVisible()
  await page.getByRole('tab', { name: 'View Users' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill(emailOf('good'))
  await expect(page.getByText('Nothing found')).toBeVisible()
})

test('the template has the three columns', async ({ page }) => {
  await openUsers(page, 'Bulk Add')
  const templateDownload = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download UserTemplate.csv' }).click()
  const download = await templateDownload
  expect(download.suggestedFilename()).toBe('UserTemplate.csv')
  const [header] = (await readFile(await download.path(), 'utf8')).replace('\uFEFF', '').split('\r\n')
  expect(header).toBe('name,phone,email')
})
