import { expect, type Page } from '@playwright/test'
import { addSchool, chooseSchool, openSuperadminPage } from './schoolScreens.ts'
import { attemptSignIn } from './signIn.ts'
import { choose } from './fields.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'
import { currentTerm } from './terms.ts'

/** The first day of a school, from an empty list to 5,000 students. Each test is a step by the role that does it. */
test.describe.configure({ mode: 'serial' })

const tag = uniqueTag()
const name = `Vidya Mandir ${tag}`
const emailOf = (person: string) => `${person}.${tag}@firstday.test`
const phone = '9811122233'
let page: Page

test.beforeAll(async ({ browser }) => {
  page = await openSuperadminPage(browser)
})

test.afterAll(() => page.context().close())

async function importFile(target: Page, button: string, lines: readonly string[], doneText: string): Promise<void> {
  // The previous tab has a file field too, so wait for this one.
  await expect(target.getByRole('button', { name: button })).toBeVisible()
  await target
    .locator('input[type=file]')
    .setInputFiles({ name: 'file.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
  await expect(target.getByText('File looks good. Please click submit to import.')).toBeVisible()
  await target.getByRole('button', { name: button }).click()
  await expect(target.getByText(doneText).first()).toBeVisible()
}

test('a super administrator adds a school with its first term, and makes it the active one', async () => {
  await addSchool(page, name, ['Live Lecture', 'Buses'])
  await chooseSchool(page, name)
})

test('an admin is added, and 100 teachers are imported', async () => {
  await page.goto('/users?tab=add')
  await page.getByRole('textbox', { name: 'Name' }).fill('Head Mistress')
  await page.getByRole('textbox', { name: 'Phone' }).fill(phone)
  await page.getByRole('textbox', { name: 'Email' }).fill(emailOf('head'))
  await choose(page.getByRole('combobox', { name: 'Permissions' }), 'ADMIN')
  await page.getByRole('button', { name: 'Add User' }).click()
  await expect(page.getByText('User Was Successfully Added!')).toBeVisible()
  await page.getByRole('tab', { name: 'Bulk Add' }).click()
  const teachers = Array.from(
    { length: 100 },
    (_, index) => `Teacher ${index},98111${String(index).padStart(5, '0')},${emailOf(`t${index}`)}`,
  )
  await importFile(page, 'Upload Users', ['name,phone,email', ...teachers], 'Teachers Successfully Imported')
})

test('100 sections are imported, each with its teacher', async () => {
  await page.goto('/classes?tab=bulk')
  const sections = Array.from(
    { length: 100 },
    (_, index) =>
      `${index + 1},${Math.floor(index / 10) + 1},${String.fromCharCode(65 + (index % 10))},${emailOf(`t${index}`)},11:00:00+05:30,`,
  )
  await importFile(
    page,
    'Upload Sections',
    ['sr,class,section,teachers,notificationTime,fbID', ...sections],
    'Sections Successfully Imported',
  )
})

test('5,000 students are imported', async () => {
  await page.goto('/students?tab=bulk')
  const students = Array.from({ length: 5000 }, (_, index) => {
    const [className, section] = [Math.floor((index % 100) / 10) + 1, String.fromCharCode(65 + (index % 10))]
    return `${Math.floor(index / 100) + 1},${className},${section},Student ${index} ${index % 2 ? 'पाटील' : 'Zende'},97${String(index).padStart(8, '0')}`
  })
  await importFile(page, 'Upload Students', ['roll,class,section,name,phone', ...students], 'Students Successfully Imported')
  await page.getByRole('link', { name: 'View Students' }).click()
  await expect(page.getByText(/of 5,?000$/)).toBeVisible()
})

test('a student is found by the name, edited and disabled', async () => {
  await page.goto('/students')
  await page.getByRole('searchbox').fill('पाट')
  await expect(page.getByText(/of 2,?500$/)).toBeVisible()
  await page.getByRole('searchbox').fill('4321')
  const row = page.getByRole('row').filter({ hasText: 'Student 4321' })
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: /^Edit/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('asha   patil')
  await dialog.getByRole('button', { name: /Update Student|Save/ }).click()
  await expect(page.getByText('Student Updated Successfully!')).toBeVisible()
  const editedRow = page.getByRole('row').filter({ hasText: 'Asha Patil' })
  await expect(editedRow).toBeVisible()
  await editedRow.getByRole('button', { name: /Disable/ }).click()
  await expect(editedRow).toContainText('Disabled')
})

test('the admin of the school sees only this school', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  const head = await context.newPage()
  await attemptSignIn(head, emailOf('head'), phone)
  await expect(head).toHaveURL(/\/dashboard$/)
  await expect(head.getByRole('banner')).toContainText(`${name} - Current Term: ${currentTerm}`)
  await expect(head.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Schools' })).toBeHidden()
  await head.goto('/students')
  await expect(head.getByText(/of 5,?000$/)).toBeVisible()
  await head.getByRole('searchbox').fill('G0001')
  await expect(head.getByText('Nothing found')).toBeVisible()
  await context.close()
})

test('a teacher’s start page shows only the own section', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  const teacher = await context.newPage()
  await attemptSignIn(teacher, emailOf('t0'), '9811100000')
  await expect(teacher).toHaveURL(/\/teacher$/)
  await expect(teacher.getByRole('main')).toContainText('1-A')
  await expect(teacher.getByRole('main')).not.toContainText('1-B')
  await context.close()
})
