import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { settlePassword } from './settledPassword.ts'

/** Every test makes its own people: the demo school is shared with the other files. */
const tag = Date.now().toString(36)
const emailOf = (name: string) => `${name}.${tag}@users.test`

async function signIn(page: Page, email: string, password = '9876543210') {
  await settlePassword(email, password)
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function openUsers(page: Page, tab: 'View Users' | 'Add User' | 'Bulk Add') {
  await signIn(page, 'admin@shala.test')
  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('tab', { name: tab }).click()
}

async function addUser(page: Page, user: { name: string; email: string; phone?: string; role: string }) {
  await page.getByRole('textbox', { name: 'Name' }).fill(user.name)
  await page.getByRole('textbox', { name: 'Phone' }).fill(user.phone ?? '9812300000')
  await page.getByRole('textbox', { name: 'Email' }).fill(user.email)
  await page.getByRole('combobox', { name: 'Permissions' }).click()
  await page.getByRole('option', { name: user.role }).click()
  await page.getByRole('button', { name: 'Add User' }).click()
}

async function added(page: Page, user: { name: string; email: string; phone?: string; role: string }) {
  await addUser(page, user)
  await expect(page.getByText('User Was Successfully Added!')).toBeVisible()
}

/** The row of the user with this e-mail, found by the table's search. */
async function rowOf(page: Page, email: string) {
  await page.getByRole('tab', { name: 'View Users' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill(email)
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toBeVisible()
  return row
}

test('an added user is listed with a normalised name, and signs in with the phone', async ({ page, browser }) => {
  const email = emailOf('added')
  await openUsers(page, 'Add User')
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('')
  await expect(page.getByRole('heading', { name: 'Usage Guide' })).toBeVisible()
  await added(page, { name: '  a.b.   patil', email: `  ${email.toUpperCase()}`, phone: '9000000001', role: 'FEES' })
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('')
  const row = await rowOf(page, email)
  for (const text of ['A. B. Patil', '9000000001', email, 'FEES', 'Enabled']) await expect(row).toContainText(text)

  const person = await browser.newPage()
  await signIn(person, email, '9000000001')
  await expect(person).toHaveURL(/\/dashboard$/)
  await person.goto('/users')
  await expect(person.getByText('Looks Like You Are Not Authorized To View This Area')).toBeVisible()
  await person.close()
})

test('what is missing or taken is said at its field, and what was typed stays', async ({ page }) => {
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
  // One alert for one mistake: the field says it alone.
  await expect(page.getByText(/^Something Went Wrong/)).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Somebody')
})

test('an edited user has the new fields, classes as an ADMIN, and the new password', async ({ page, browser }) => {
  const [email, moved] = [emailOf('edited'), emailOf('moved')]
  await openUsers(page, 'Add User')
  await added(page, { name: 'Before', email, role: 'TEACHER' })
  await expect(page.getByLabel('Classes')).toBeHidden()
  await (await rowOf(page, email)).getByRole('button', { name: /^Edit User/ }).click()
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
  await dialog.getByRole('textbox', { name: 'Email' }).fill(moved)
  await dialog.getByRole('combobox', { name: 'Permissions' }).click()
  await page.getByRole('option', { name: 'ADMIN' }).click()
  await dialog.getByRole('combobox', { name: 'Classes' }).click()
  await page.getByRole('option', { name: '7', exact: true }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Update User' }).click()
  await expect(page.getByText('User Was Successfully Updated!')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(await rowOf(page, moved)).toContainText(/After.*ADMIN/)
  await (await rowOf(page, moved)).getByRole('button', { name: /^Edit User/ }).click()
  await expect(dialog.getByRole('button', { name: '7', exact: true })).toBeVisible()

  const person = await browser.newPage()
  await signIn(person, moved, '0123456789')
  await expect(person).toHaveURL(/\/dashboard$/)
  await person.close()
})

test('a disabled user is out, and in again once enabled', async ({ page, browser }) => {
  const email = emailOf('disabled')
  await openUsers(page, 'Add User')
  await added(page, { name: 'Out Soon', email, role: 'ATTENDANT' })
  const person = await browser.newPage()
  await signIn(person, email, '9812300000')
  await expect(person.getByRole('button', { name: /^Account of / })).toBeVisible()

  const row = await rowOf(page, email)
  await row.getByRole('button', { name: /^Enable\/Disable User/ }).click()
  await expect(page.getByText('User Has Been Successfully Disabled')).toBeVisible()
  await expect(row).toContainText('Disabled')
  await person.reload()
  await expect(person.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await signIn(person, email, '9812300000')
  await expect(person.getByRole('alert')).toBeVisible()
  await expect(person.getByRole('button', { name: /^Account of / })).toBeHidden()

  await row.getByRole('button', { name: /^Enable\/Disable User/ }).click()
  await expect(page.getByText('User Has Been Successfully Enabled')).toBeVisible()
  await signIn(person, email, '9812300000')
  await expect(person.getByRole('button', { name: /^Account of / })).toBeVisible()
  await person.close()
})

test('nobody disables or deletes himself', async ({ page }) => {
  await openUsers(page, 'View Users')
  const row = await rowOf(page, 'admin@shala.test')
  await expect(row.getByRole('button', { name: /^Edit User/ })).toBeEnabled()
  await expect(row.getByRole('button', { name: /^Enable\/Disable User/ })).toBeDisabled()
  await expect(row.getByRole('button', { name: /^Permanently Delete User/ })).toBeDisabled()
})

test('deleting asks first, names the user and what goes along, and is for good', async ({ page, browser }) => {
  const email = emailOf('deleted')
  await openUsers(page, 'Add User')
  await added(page, { name: 'Gone Tomorrow', email, role: 'TEACHER' })
  const row = await rowOf(page, email)
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

  const person = await browser.newPage()
  await signIn(person, email, '9812300000')
  await expect(person.getByText('Invalid email or password')).toBeVisible()
  await person.close()
})

test('100 teachers come from one file, and sign in', async ({ page, browser }) => {
  const rows = Array.from({ length: 100 }, (_, place) => `bulk  teacher${place},90000000${String(place).padStart(2, '0')},`)
  const file = `name,phone,email\r\n${rows.map((row, place) => row + emailOf(`bulk${place}`)).join('\r\n')}\r\n`
  await openUsers(page, 'Bulk Add')
  await expect(page.getByRole('button', { name: 'Upload Users' })).toBeDisabled()
  await page.locator('input[type=file]').setInputFiles({ name: 'teachers.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await expect(page.getByText('File looks good. Please click submit to import.')).toBeVisible()
  await page.getByRole('button', { name: 'Upload Users' }).click()
  await expect(page.getByText('Teachers Successfully Imported').first()).toBeVisible()
  await page.getByRole('link', { name: 'View Users' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill(`.${tag}@users.test Bulk Teacher`)
  await expect(page.getByText(/of 100$/)).toBeVisible()
  await expect(await rowOf(page, emailOf('bulk7'))).toContainText(/Bulk Teacher7.*9000000007.*TEACHER.*Enabled/)

  const person = await browser.newPage()
  await signIn(person, emailOf('bulk7'), '9000000007')
  await expect(person).toHaveURL(/\/teacher$/)
  await person.close()
})

test('a file with mistakes stores nothing and says where they are', async ({ page }) => {
  await openUsers(page, 'Bulk Add')
  const choose = async (lines: string[]) =>
    page.locator('input[type=file]').setInputFiles({
      name: 'bad.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['name,phone,email', ...lines].join('\n')),
    })
  await choose([`Good,9000000001,${emailOf('good')}`, `Short,900,${emailOf('short')}`, `Twice,9000000001,${emailOf('good')}`])
  await expect(page.getByText('Some field is not valid. Please Recheck The File And Try Again')).toBeVisible()
  await expect(page.getByText('Phone should have exactly 10 digits.')).toBeVisible()
  await expect(page.getByText('This email is in the file twice.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upload Users' })).toBeDisabled()

  await page.getByRole('button', { name: 'Choose another file' }).click()
  await choose([`,9000000001,${emailOf('blank')}`])
  await expect(page.getByText('Some Field is blank. Please Recheck The File And Try Again')).toBeVisible()

  await page.getByRole('button', { name: 'Choose another file' }).click()
  await choose([`Good,9000000001,${emailOf('good')}`, 'Known,9000000001,teacher@shala.test'])
  await page.getByRole('button', { name: 'Upload Users' }).click()
  await expect(page.getByText('The email teacher@shala.test is already used by another account.').first()).toBeVisible()
  await page.getByRole('tab', { name: 'View Users' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill(emailOf('good'))
  await expect(page.getByText('Nothing found')).toBeVisible()
})

test('the template has the three columns', async ({ page }) => {
  await openUsers(page, 'Bulk Add')
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download UserTemplate.csv' }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toBe('UserTemplate.csv')
  const [header] = (await readFile(await download.path(), 'utf8')).replace('\uFEFF', '').split('\r\n')
  expect(header).toBe('name,phone,email')
})
