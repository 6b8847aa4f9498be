import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { createSchool, importSections } from './createSchool.ts'
import { queryDatabase } from './queryDatabase.ts'
import { accountButton, signIn, submitFirstSignIn, withNewPage } from './signIn.ts'
import { choose } from './fields.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { currentTerm } from './terms.ts'

/** This file has a school for itself, so that its thousands of students are in no other test's way. */
const schoolName = `Students ${uniqueTag()}`

test.beforeAll(async () => {
  const school = await createSchool({
    name: schoolName,
    senderId: 'STUDNT',
    term: currentTerm,
    qrcode: true,
    studentEmail: `{register_no}@${uniqueTag()}.test`,
  })
  const sections = Array.from({ length: 100 }, (_, index) => ({
    class: String(1 + Math.floor(index / 10)),
    section: 'ABCDEFGHIJ'[index % 10] ?? 'A',
  }))
  await importSections(school, sections)
})

async function openStudents(page: Page, tab?: string) {
  await signIn(page, 'superadmin@shala.test')
  await expect(accountButton(page)).toBeVisible()
  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /search/i }))
    .first()
    .fill(schoolName)
  await page.getByText(schoolName).first().click()
  await expect(page.getByRole('banner')).toContainText(schoolName)
  await page.getByRole('link', { name: 'Students', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Students' })).toBeVisible()
  if (tab) await page.getByRole('tab', { name: tab }).click()
}

async function chooseSection(page: Page, title: string) {
  await page.getByRole('combobox', { name: 'Class and Section' }).fill(title)
  await page.getByRole('option', { name: title, exact: true }).click()
}

function csvFile(rows: readonly (readonly string[])[]): { name: string; mimeType: string; buffer: Buffer } {
  const text = rows.map((row) => row.join(',')).join('\r\n')
  return { name: 'students.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
}

/** Downloads the students as the CSV file of the Bulk Edit tab, and returns its text. */
async function downloadStudents(page: Page): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download current students as CSV' }).click()
  const stream = await (await download).createReadStream()
  let text = ''
  for await (const part of stream) text += String(part)
  return text
}

/** A PNG of one pixel. */
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const header = ['roll', 'class', 'section', 'name', 'phone', 'registerNo', 'birthdate', 'gender']

test.describe.configure({ mode: 'serial' })
// A trace takes pictures of all 5,000 codes of a sheet, which takes twenty times as long as drawing them.
test.use({ trace: 'off' })

test('a student is added, found by three letters, edited, disabled and enabled @main @students', async ({ page }) => {
  await openStudents(page, 'Add Student')
  await page.getByRole('button', { name: 'Add Student' }).click()
  await expect(page.getByText('Required').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).first().fill('  meenakshi   ZACHARIAH ')
  // The phone is empty at first, because a default of 1234567890 would be stored for everybody.
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('')
  await page.getByRole('textbox', { name: 'Phone' }).fill('9812345678')
  await chooseSection(page, '7-B')
  await page.getByRole('textbox', { name: 'Roll number' }).fill('12')
  await page.locator('input[type=file][accept*="image"]').setInputFiles({
    name: 'photo.png',
    mimeType: 'image/png',
    buffer: Buffer.from(onePixel, 'base64'),
  })
  await expect(page.getByRole('img', { name: 'The photo' })).toBeVisible()
  await page.getByRole('button', { name: 'Government ids' }).click()
  await page.getByRole('textbox', { name: 'Aadhaar number' }).fill('2345 6789 0123')
  await page.getByRole('button', { name: 'Government ids' }).click()
  await page.getByRole('button', { name: 'Add Student' }).click()
  // A problem in a collapsed group expands it.
  await expect(page.getByText('This is not a valid Aadhaar number. Please check its 12 digits.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Aadhaar number' }).fill('2345 6789 0124')
  await page.getByRole('button', { name: 'Add Student' }).click()
  await expect(page.getByText('Student Added Successfully!')).toBeVisible()

  // The same child a second time is asked about, and nothing that was typed is lost.
  await page.getByRole('textbox', { name: 'Name' }).first().fill('Meenakshi Zachariah')
  await page.getByRole('textbox', { name: 'Phone' }).fill('9812345678')
  await page.getByRole('textbox', { name: 'Roll number' }).fill('13')
  await page.getByRole('button', { name: 'Add Student' }).click()
  await expect(page.getByText(/^Meenakshi Zachariah is a student already, in 7-B\./)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Roll number' })).toHaveValue('13')
  await expect(page.getByRole('button', { name: 'Add anyway' })).toBeVisible()

  await page.getByRole('tab', { name: 'View Students' }).click()
  await page.getByLabel(/3 letters/).fill('zac')
  // Waits for the search, because it replaces the rows, and a click meanwhile hits none.
  await expect(page).toHaveURL(/zac/)
  await expect(page.getByRole('grid').getByRole('progressbar')).toHaveCount(0)
  await page.getByText('Meenakshi Zachariah').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Meenakshi Zachariah' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Photo of Meenakshi Zachariah' })).toBeVisible()
  await expect(page.getByText('XXXX XXXX 0124')).toBeVisible()
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('2345 6789 0124')).toBeVisible()

  await page.getByRole('button', { name: 'Edit Student' }).click()
  await page.getByRole('textbox', { name: 'Name' }).first().fill('meenakshi zachary')
  await page.getByRole('button', { name: 'Update Student' }).click()
  await expect(page.getByText('Student Updated Successfully!')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Meenakshi Zachary' })).toBeVisible()
  await expect(page.getByText('XXXX XXXX 0124').or(page.getByText('2345 6789 0124'))).toBeVisible()
  const essentials = page.getByRole('region', { name: 'Essentials' })
  await expect(essentials).toContainText(`Added in term${currentTerm}`)
  await expect(essentials).toContainText(/QR code[\w-]{22}/)

  await page.getByRole('button', { name: 'Edit Student' }).click()
  await page.getByRole('button', { name: 'Government ids' }).click()
  await page.getByRole('textbox', { name: 'QR code' }).fill('CARD 7')
  await page.getByRole('button', { name: 'Update Student' }).click()
  await expect(essentials).toContainText('QR codeCARD 7')

  await page.goBack()
  await expect(page.getByText('Meenakshi Zachary')).toBeVisible()
  await page.getByRole('button', { name: 'Disable Student: Meenakshi Zachary' }).click()
  await expect(page.getByRole('grid').getByText('Disabled')).toBeVisible()
  await page.getByRole('button', { name: 'Enable Student: Meenakshi Zachary' }).click()
  await expect(page.getByRole('grid').getByText('Enabled', { exact: true }).nth(1)).toBeVisible()
})

test('a file with an invalid row stores nothing, and the problems are shown', async ({ page }) => {
  await openStudents(page, 'Bulk Add')
  const rows = [
    header,
    ['1', '1', 'A', 'Good One', '9812345678', '', '01/06/2015', 'FEMALE'],
    ['2', '12', 'Z', 'Bad Class', '9812345678', '', '', ''],
    ['3', '1', 'A', 'Bad Date', '98123', '', '31/02/2015', ''],
    ['12', '7', 'b', 'Taken Roll', '9812345678', '', '', ''],
  ]
  await page.locator('input[type=file]').setInputFiles(csvFile(rows))
  await expect(page.getByText('Some field is not valid. Please Recheck The File And Try Again')).toBeVisible()
  await expect(page.getByText('12 or Z does not match any class. Please check again!').first()).toBeVisible()
  await expect(page.getByText('Please write the date as DD/MM/YYYY').first()).toBeVisible()
  await expect(page.getByText('Roll 12 in 7-b belongs to Meenakshi Zachary').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upload Students' })).toBeDisabled()
  await page.getByRole('tab', { name: 'View Students' }).click()
  await page.getByLabel(/3 letters/).fill('good')
  await expect(page.getByText('Nothing found')).toBeVisible()
})

test('5,000 students are imported in the browser, and the table shows them', async ({ page }) => {
  await openStudents(page, 'Bulk Add')
  const rows = Array.from({ length: 5000 }, (_, index) => [
    // Rolls that no student has, because an existing student keeps the roll.
    String(101 + Math.floor(index / 100)),
    String(1 + Math.floor((index % 100) / 10)),
    'ABCDEFGHIJ'[index % 10] ?? 'A',
    `Student Number ${index}`,
    String(9_000_000_000 + index),
    `R${index}`,
    '01/06/2015',
    index % 2 ? 'MALE' : 'FEMALE',
  ])
  await page.locator('input[type=file]').setInputFiles(csvFile([header, ...rows]))
  await expect(page.getByText('File looks good. Please click submit to import.')).toBeVisible()
  await page.getByRole('button', { name: 'Upload Students' }).click()
  await expect(page.getByText('Students Successfully Imported').first()).toBeVisible({ timeout: 120_000 })
  await page.getByRole('link', { name: 'View Students' }).click()
  await expect(
    page
      .getByRole('grid')
      .getByText(/^Student Number/)
      .first(),
  ).toBeVisible()
  await expect(page.getByText(/of 5,?001/)).toBeVisible()

  await page.getByLabel(/3 letters/).fill('number 4999')
  await expect(page.getByRole('grid').getByText('Student Number 4999')).toBeVisible()
})

test('a QR sheet of the whole school is laid out with 49 codes to a page of A4', async ({ page }) => {
  await openStudents(page)
  await page.evaluate(() => {
    window.print = () => {
      const pages = document.querySelectorAll('#print-sheet .qr-page')
      const cells = document.querySelectorAll('#print-sheet .qr-cell')
      document.title = `printed ${pages.length} ${cells.length} ${pages[0]?.children.length}`
    }
  })
  await page.getByRole('button', { name: 'QR Sheet' }).click()
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page).toHaveTitle(`printed ${Math.ceil(5001 / 49)} 5001 49`, { timeout: 200_000 })
})

test('login slips of a section are printed, one for each student, and a slip’s code signs in', async ({ page, browser }) => {
  await openStudents(page)
  await page.evaluate(() => {
    window.print = () => {
      const { dataset } = document.documentElement
      dataset.printed = JSON.stringify(
        [...document.querySelectorAll<HTMLElement>('#print-sheet .login-slip')].map((slip) => slip.innerText),
      )
      setTimeout(() => window.dispatchEvent(new Event('afterprint')))
    }
  })
  await page.getByRole('button', { name: 'Login slips' }).click()
  const dialog = page.getByRole('dialog', { name: 'Login slips' })
  await choose(dialog.getByRole('combobox', { name: 'Section' }), '3-C')
  await dialog.getByRole('button', { name: 'Make and print' }).click()
  await expect(dialog).toContainText('50 slips were made. Print before you close this')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-printed', /Student Number/)
  const slips = JSON.parse((await html.getAttribute('data-printed')) ?? '[]') as string[]
  expect(slips).toHaveLength(50)
  const [, email = ''] = /Email: (\S+)/.exec(slips[0] ?? '') ?? []
  const [, code = ''] = /^([2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4})$/m.exec(slips[0] ?? '') ?? []

  await withNewPage(browser, async (student) => {
    await student.goto('/login')
    await submitFirstSignIn(student, email, code)
    await student.getByLabel('New Password').fill('seven green kites')
    await student.getByLabel('Confirm Password').fill('seven green kites')
    await student.getByRole('button', { name: 'Set password' }).click()
    await expect(accountButton(student)).toBeVisible()
  })
})

test('a deleting file lists at most ten stored names, and another screen shows the result of the import', async ({ page }) => {
  await openStudents(page, 'Bulk Edit')
  const text = await downloadStudents(page)
  const lines = text.split('\r\n')
  const idOf = (name: string) => lines.find((line) => line.includes(`,${name},`))?.split(',')[1] ?? ''
  const firstNumber = 20
  const rows = Array.from({ length: 12 }, (_, index) => [
    'D',
    idOf(`Student Number ${firstNumber + index}`),
    currentTerm,
    '1',
    '1',
    'A',
    index === 0 ? 'Somebody Else' : '',
  ])
  await page
    .locator('input[type=file]')
    .setInputFiles(csvFile([['action', 'id', 'term', 'roll', 'class', 'section', 'name'], ...rows]))
  await page.getByRole('button', { name: 'Edit Students' }).click()
  const dialog = page.getByRole('dialog', { name: 'Permanently Delete 12 Students' })
  await expect(dialog.getByRole('listitem')).toHaveText([
    `Student Number ${firstNumber} (in the file: Somebody Else)`,
    ...Array.from({ length: 9 }, (_, index) => `Student Number ${firstNumber + 1 + index}`),
    'and 2 more',
  ])

  // The request waits until the user is on another screen. The first one is then refused.
  let release = () => {}
  let released = new Promise<void>((resolve) => (release = resolve))
  let isRefused = true
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('EditStudents')) return route.continue()
    await released
    const errors = [{ message: 'The disk is full.', extensions: { code: 'UNAVAILABLE', problems: [] } }]
    return isRefused ? route.fulfill({ json: { errors } }) : route.continue()
  })
  await dialog.getByRole('button', { name: 'Delete 12 Students' }).click()
  await expect(page.getByText('Storing 12 rows …')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Storing 12 rows …' })).not.toHaveAttribute('aria-valuenow')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  release()
  await expect(page.getByText('students.csv was not imported. The disk is full.')).toBeVisible()

  released = new Promise<void>((resolve) => (release = resolve))
  isRefused = false
  await page.getByRole('link', { name: 'Students', exact: true }).first().click()
  await page.getByRole('tab', { name: 'Bulk Edit' }).click()
  const changed = ['U', idOf(`Student Number ${firstNumber}`), currentTerm, '900', '1', 'A']
  await page.locator('input[type=file]').setInputFiles(csvFile([['action', 'id', 'term', 'roll', 'class', 'section'], changed]))
  await page.getByRole('button', { name: 'Edit Students' }).click()
  await expect(page.getByText('Storing 1 row …')).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  release()
  await expect(page.getByText('Students Successfully Edited')).toBeVisible()
})

/** Adds a payment of a student, which prevents the student's deletion. */
async function addPayment(studentId: string): Promise<void> {
  await queryDatabase(
    `insert into payments (school_id, term_id, student_id, collected_on, amount, mode, state, receipt_year, receipt_prefix, receipt_no,
       created_by, created_by_name, student_name, section_name, roll, register_no)
     select e.school_id, e.term_id, e.student_id, '2026-06-10', 100, 'CASH', 'COLLECTED', '2026-27', 'E', 900001,
       gen_random_uuid(), 'x', 'x', 'x', '1', '' from enrolments e where e.student_id = $1`,
    [studentId],
  )
}

test('students are edited, added and deleted with the downloaded file', async ({ page }) => {
  await openStudents(page, 'Bulk Edit')
  const text = await downloadStudents(page)
  const [head = '', ...lines] = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(5001)
  const lineOf = (name: string) => lines.find((line) => line.includes(`,${name},`)) ?? ''
  const file = [
    head,
    `U${lineOf('Student Number 10').replace('Student Number 10', 'Renamed Ten')}`,
    `D${lineOf('Student Number 11')}`,
    `D${lineOf('Student Number 12')}`,
    `A,,${currentTerm},77,10,J,Added By File,98123`,
  ].join('\r\n')
  await addPayment(lineOf('Student Number 12').split(',')[1] ?? '')
  await page.locator('input[type=file]').setInputFiles({ name: 'edit.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })

  // A student who cannot be deleted is marked at the cell, before the confirmation.
  await expect(page.getByText('Student Number 12 has 1 payment, which must be kept')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Students' })).toBeDisabled()
  await page.getByRole('button', { name: 'Leave out the refused row' }).click()
  await expect(page.getByText('1 new · 1 changed · 1 deleted for good · 1 left out')).toBeVisible()
  const summary = page.getByRole('status').filter({ hasText: 'deleted for good' })
  await expect(summary).toHaveClass(/warning/)

  // Deleting needs a confirmation.
  await page.getByRole('button', { name: 'Edit Students' }).click()
  const dialog = page.getByRole('dialog', { name: 'Permanently Delete 1 Student' })
  await expect(dialog).toContainText('1 student is deleted for good')
  await expect(dialog.getByRole('listitem')).toHaveText(['Student Number 11'])
  await expect(dialog).toContainText('The file also changes 1 student and adds 1 student. All other students stay as they are.')
  await expect(dialog).toContainText('This cannot be reversed. Disabling the student is safer.')
  await expect(dialog.getByRole('button', { name: 'Go Back' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Edit Students' }).click()
  await dialog.getByRole('button', { name: 'Delete 1 Student' }).click()
  await expect(page.getByText('Students Successfully Edited').first()).toBeVisible()
  await page.getByRole('link', { name: 'View Students' }).click()
  await page.getByLabel(/3 letters/).fill('renamed')
  await expect(page.getByText('Renamed Ten')).toBeVisible()
  await page.getByLabel(/3 letters/).fill('added by')
  await expect(page.getByRole('grid').getByText('1234567890')).toBeVisible()
})

test('a student is deleted after a confirmation that lists what else is deleted', async ({ page }) => {
  await openStudents(page)
  await page.getByLabel(/3 letters/).fill('renamed')
  await page.getByText('Renamed Ten').click()
  await page.getByRole('button', { name: 'Delete Student' }).click()
  const dialog = page.getByRole('dialog', { name: 'Permanently Delete Student' })
  await expect(dialog).toContainText('Deleted with the student: 1 place in a term and the account to sign in with.')
  await expect(dialog.getByRole('button', { name: 'Go Back' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Delete Student' }).click()
  await expect(page.getByText('Student Successfully Deleted!')).toBeVisible()
  await expect(page).toHaveURL(/\/students$/)
})

test('the tabs have no serious accessibility violation', async ({ page }) => {
  await openStudents(page)
  await expect(
    page
      .getByRole('grid')
      .getByText(/^Student Number/)
      .first(),
  ).toBeVisible()
  for (const tab of ['View Students', 'Add Student', 'Bulk Add', 'Bulk Edit']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel')).not.toBeEmpty()
    await expectAccessible(page, tab)
  }
})

test('on a phone a student is edited from the list', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page)
  await expect(accountButton(page)).toBeVisible()
  await page.goto('/students')
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Edit Student' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Student' })).toBeVisible()
  const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(scrollWidth).toBeLessThanOrEqual(360)
})

test('a child who seems to be a student already is added when that is said', async ({ page }) => {
  await openStudents(page, 'Add Student')
  await chooseSection(page, '7-B')
  const add = async (roll: string) => {
    await page.getByRole('textbox', { name: 'Name' }).first().fill('Zubin Irani')
    await page.getByRole('textbox', { name: 'Phone' }).fill('9812345671')
    await page.getByRole('textbox', { name: 'Roll number' }).fill(roll)
    await page.getByRole('button', { name: 'Add Student' }).click()
  }
  await add('931')
  await expect(page.getByText('Student Added Successfully!')).toBeVisible()
  // The section stays for the next child.
  await add('932')
  await expect(page.getByText(/^Zubin Irani is a student already, in 7-B\./)).toBeVisible()
  await expectFitsPhone(page)
  await page.getByRole('button', { name: 'Add anyway' }).click()
  await expect(page.getByRole('button', { name: 'Add anyway' })).toHaveCount(0)
  await page.getByRole('tab', { name: 'View Students' }).click()
  await page.getByLabel(/3 letters/).fill('zubin')
  await expect(page.getByRole('grid').getByText('Zubin Irani')).toHaveCount(2)
})
