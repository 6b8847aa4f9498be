import { expect, type Page, test } from '@playwright/test'
import { asking, superadminToken } from './feeSchool.ts'
import { accessible, chooseSchool, fitsPhone, signIn, superadmin } from './ownSchool.ts'

test.describe.configure({ mode: 'serial' })

const tag = Date.now().toString(36)
const name = `Category School ${tag}`
const clerkEmail = `clerk.${tag}@categories.test`
let page: Page
let account: string

/** A school with online fees and a bank account, three students in 7-A, two in 7-B and one in 8-A, and a clerk. */
test.beforeAll(async ({ browser }) => {
  const ask = asking(await superadminToken())
  const of = <Data>(operation: string, type: string, input: object) =>
    ask<{ answer: Data }>(
      `mutation M($schoolId: ID!, $input: ${type}!) { answer: ${operation}(schoolId: $schoolId, input: $input) { id } }`,
      { schoolId, input },
    )
  const { addSchool: school } = await ask<{ addSchool: { id: string } }>(
    'mutation Add($input: NewSchool!) { addSchool(input: $input) { id } }',
    {
      input: {
        name,
        adminPhone: '9876543210',
        senderId: 'NEWSCH',
        attType: 'DAILY',
        term: '2026-27',
        feesModule: true,
        onlineFees: true,
      },
    },
  )
  const schoolId = school.id
  const { terms } = await ask<{ terms: { id: string }[] }>('query Terms($schoolId: ID!) { terms(schoolId: $schoolId) { id } }', {
    schoolId,
  })
  const termId = terms[0]?.id ?? ''
  const bankAccount = { name: 'Main', accNumber: '12345678901', ifsc: 'SBIN0001234', keyId: 'k', keySecret: 's', misc: 'm' }
  account = (await of<{ id: string }>('addBankAccount', 'NewBankAccount', bankAccount)).answer.id
  const section = { teachers: '', notificationTime: '', fbId: '' }
  const places = [
    ['7', 'A'],
    ['7', 'B'],
    ['8', 'A'],
  ] as const
  const sections = places.map(([className, letter], place) => ({ ...section, class: className, section: letter, sr: place + 1 }))
  await of('importSections', 'SectionImport', { termId, rows: sections })
  const students = [
    ...['Asha Patil', 'Kiran More', 'Lata Jadhav'].map((student, place) => ({ name: student, place, class: '7', section: 'A' })),
    ...['Mohan Rane', 'Nita Shah'].map((student, place) => ({ name: student, place, class: '7', section: 'B' })),
    { name: 'Om Kale', place: 0, class: '8', section: 'A' },
  ].map(({ place, ...student }) => ({
    ...student,
    phone: '9876543210',
    roll: String(place + 1),
    registerNo: `R-${student.name}`,
  }))
  await of('importStudents', 'StudentImport', { termId, rows: students })
  const clerk = { name: 'A Clerk', email: clerkEmail, phone: '9000000021', role: 'FEES', password: '', classIds: [] }
  await of('addUser', 'NewUser', { ...clerk, zoomId: '', zoomPassword: '', zoomLink: '' })

  page = await superadmin(browser)
  await chooseSchool(page, name)
})

test.afterAll(() => page.context().close())

const open = async (tab: string, on: Page = page) => {
  await on.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Fees' }).click()
  await on.getByRole('tab', { name: tab }).click()
}
const row = (text: string | RegExp, on: Page = page) => on.getByRole('row').filter({ hasText: text })
const said = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()
const upload = (lines: string[]) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'file.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
const box = (label: string) => page.getByRole('checkbox', { name: label, exact: true })

test('categories come by file with their bank account, and by the form', async () => {
  await open('Fees Categories')
  await said('No data found for this term')
  await page.getByRole('button', { name: 'Upload Fees Categories' }).click()
  await expect(page.getByRole('table', { name: 'Bank accounts' }).getByRole('cell', { name: account, exact: true })).toBeVisible()
  await upload(['Name,Bank Account Id', `Class 7,${account}`, 'Class 8,999999', 'Hostel,'])
  await said('Bank account id does not match.')
  await said('Bank Account Is Required')
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await upload(['Name,Bank Account Id', `Class 7,${account}`, `Class 8,${account}`])
  await said('File validated. Press submit to upload fees categories.')
  await page.getByRole('button', { name: 'Upload Fees Categories' }).click()
  await page.getByRole('link', { name: 'View Fees Categories' }).click()
  await expect(row('Class 7')).toContainText('Main · 12345678901')

  await page.getByRole('button', { name: 'Add Fees Category' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Hostle')
  await dialog.getByRole('button', { name: 'Add Fees Category' }).click()
  await expect(dialog.getByText('Bank Account Is Required')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Bank Account' }).click()
  await page.getByRole('option', { name: 'Main · 12345678901' }).click()
  await dialog.getByRole('button', { name: 'Add Fees Category' }).click()
  await said('Hostle has been added succesfully!')
  await page.getByRole('button', { name: 'Edit: Hostle' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('class 8')
  await dialog.getByRole('button', { name: 'Update Fees Category' }).click()
  await expect(dialog.getByText('A fees category with this name exists already', { exact: true })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Hostel')
  await dialog.getByRole('button', { name: 'Update Fees Category' }).click()
  await said('Hostel has been updated succesfully!')
  await page.getByRole('button', { name: 'Delete: Hostel' }).click()
  await expect(dialog).toContainText('It has no fees, and no student pays it.')
  await dialog.getByRole('button', { name: 'Delete Fees Category' }).click()
  await said('Hostel has been successfully deleted!')
  await expect(row('Hostel')).toHaveCount(0)
})

test('one fee is added to several categories and months at once, changed, and deleted', async () => {
  await open('Add Fees')
  await page.getByRole('button', { name: 'Monthly' }).click()
  await page.getByRole('button', { name: 'Add Fees' }).click()
  for (const text of ['Required', 'Select at least one month']) await said(text)
  await expect(page.getByRole('paragraph').filter({ hasText: 'Select Applicable Fees Categories' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Name for Fee' }).fill('Tuition')
  await page.getByRole('button', { name: 'Choose all 2' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('1,500')
  await page.getByRole('button', { name: 'All months' }).click()
  await said('24 fees will be added: 12 in each of 2 categories. A student of one of them pays ₹18,000.00.')
  await page.getByRole('button', { name: 'Add Fees' }).click()
  await said('Tuition has been added succesfully!')

  // The categories stay chosen for the next fee.
  await page.getByRole('button', { name: 'One time' }).click()
  await page.getByRole('textbox', { name: 'Name for Fee' }).fill('Donation')
  await page.getByRole('radio', { name: 'Not fixed' }).check()
  await expect(page.getByRole('textbox', { name: 'Amount' })).toBeHidden()
  await page.getByRole('button', { name: 'Add Fees' }).click()
  await said('Donation has been added succesfully!')

  await page.getByRole('tab', { name: 'View Fees' }).click()
  await expect(page.getByRole('combobox', { name: 'Fees Category' })).toHaveText('Class 7')
  await expect(page.getByRole('row')).toHaveCount(14)
  await expect(row('APR')).toContainText('₹1,500.00')
  await expect(row('Donation')).toContainText('not fixed')
  await page.getByRole('button', { name: 'Edit: Tuition (APR)' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('')
  await dialog.getByRole('button', { name: 'Update Fee' }).click()
  await expect(dialog.getByText('Amount is required')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('2000.50')
  await dialog.getByRole('combobox', { name: 'Month' }).click()
  await page.getByRole('option', { name: 'None' }).click()
  await dialog.getByRole('textbox', { name: 'Name for Fee' }).fill('Admission')
  await dialog.getByRole('button', { name: 'Update Fee' }).click()
  await said('Admission has been updated succesfully!')
  await expect(row('Admission')).toContainText('One time')
  await expect(row('Admission')).toContainText('₹2,000.50')
  await page.getByRole('button', { name: 'Delete: Tuition (MAR)' }).click()
  await expect(dialog).toContainText('Are you sure you want to delete this fee?')
  await dialog.getByRole('button', { name: 'Delete Fee' }).click()
  await said('Fee Deleted Successfully!')
  await expect(row('MAR')).toHaveCount(0)
})

test('the fees of a category are put into another order by keyboard', async () => {
  await open('View Fees')
  await page.getByRole('button', { name: 'Reorder Fees' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reorder Fees' })
  await expect(dialog.getByRole('combobox', { name: 'Fees Category' })).toHaveText('Class 7')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  const list = dialog.getByRole('list', { name: 'Fees of Class 7' })
  await expect(list.getByRole('listitem').first()).toContainText('Admission')
  await dialog.getByRole('button', { name: 'Move Tuition (MAY)' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Tuition (MAY) is over place 2 of 12.')).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Tuition (MAY) is over place 1 of 12.')).toBeAttached()
  await page.keyboard.press('Space')
  await expect(list.getByRole('listitem').first()).toContainText('Tuition (MAY)')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await said('Class 7 has been updated succesfully!')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row').nth(1)).toContainText('MAY')
  await expect(page.getByRole('row').nth(2)).toContainText('Admission')
})

test('a class, a section and single students are put on a category by a click each, others by file', async () => {
  await open('Fees Categories')
  await page.getByRole('button', { name: 'Students: Class 7' }).click()
  await box('Class 7').check()
  await said('Class 7: 5 students assigned')
  await expect(page.getByRole('heading', { name: 'Students Who Pay Class 7' })).toBeVisible()
  await expect(page.getByText(/^5 of 6 students · 12 fees/)).toBeVisible()
  await page.getByRole('button', { name: 'Students of 7-B' }).click()
  await page.getByRole('checkbox', { name: /^Nita Shah/ }).uncheck()
  await said('Class 7: 1 student removed')
  await expect(box('7-B')).toHaveJSProperty('indeterminate', true)
  await page.getByRole('searchbox', { name: 'Find a student' }).fill('om k')
  await page.getByRole('checkbox', { name: /^Om Kale 8-A/ }).check()
  await said('Class 7: 1 student assigned')
  await page.getByRole('button', { name: 'Clear what was typed' }).click()
  // Removing several at once needs a confirmation.
  await box('7-A').click()
  const dialog = page.getByRole('dialog', { name: 'Remove Students' })
  await expect(dialog).toContainText('3 students of 7-A will not pay Class 7 any more.')
  await dialog.getByRole('button', { name: 'Go Back' }).click()
  await expect(dialog).toBeHidden()
  await expect(box('7-A')).toBeChecked()

  await page.getByRole('link', { name: 'Fees Categories' }).click()
  await page.getByRole('button', { name: 'Assign Students By CSV' }).click()
  await upload(['Class,Section,Roll,Register No,Fees Category', '7,B,2,,Class 8', ',,,R-9,Class 8', '9,A,1,,Bus'])
  await said('9 or A does not match any class.Please check again!')
  await said('Bus is no fees category of this term')
  await page.getByRole('button', { name: 'Leave out the refused row' }).click()
  await page.getByRole('button', { name: 'Assign Students' }).click()
  await said('No student has the register no. R-9')
  await page.getByRole('button', { name: 'Leave out the refused row' }).click()
  await page.getByRole('button', { name: 'Assign Students' }).click()
  await expect(page.getByText('Students Successfully Assigned: 1 new assignment').first()).toBeVisible()
})

test('what a new student pays is chosen at admission, and changed on her page', async () => {
  await page.getByRole('link', { name: 'Students', exact: true }).click()
  await page.getByRole('tab', { name: 'Add Student' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Pooja Desai')
  await page.getByRole('textbox', { name: 'Phone', exact: true }).fill('9812345679')
  await page.getByRole('combobox', { name: 'Class and Section' }).fill('8-A')
  await page.getByRole('option', { name: '8-A' }).click()
  await page.getByRole('combobox', { name: 'Fees Categories' }).click()
  await page.getByRole('option', { name: 'Class 8 · ₹18,000.00' }).click()
  await page.getByRole('button', { name: 'Add Student' }).click()
  await said('Student Added Successfully!')
  await page.getByRole('tab', { name: 'View Students' }).click()
  await page.getByText('Pooja Desai').click()
  const fees = page.getByRole('region', { name: 'Fees Categories' })
  await expect(fees).toContainText('Class 8')
  await fees.getByRole('button', { name: 'Edit Fees Categories' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'What Pooja Desai pays' }).click()
  await page.getByRole('option', { name: /^Class 7/ }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Update Fees Categories' }).click()
  await said('Pooja Desai has been updated succesfully!')
  await expect(fees).toContainText('Class 7')
})

test('a clerk sees the fees and changes none of them', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  const clerk = await context.newPage()
  await signIn(clerk, clerkEmail, '9000000021')
  await open('View Fees', clerk)
  await expect(row('Admission', clerk)).toContainText('₹2,000.50')
  for (const tab of ['Fees Entries', 'Add Fees', 'Fees Categories'])
    await expect(clerk.getByRole('tab', { name: tab })).toHaveCount(0)
  await expect(clerk.getByRole('button', { name: /^(Edit|Delete|Reorder)/ })).toHaveCount(0)
  await context.close()
})

test('nothing is wider than a phone, and nothing serious stands in the way of people who cannot see the screens', async () => {
  for (const tab of ['View Fees', 'Add Fees', 'Fees Categories']) {
    await open(tab)
    await expect(
      page
        .getByRole('tabpanel')
        .getByText(/Class 7|One time/)
        .first(),
    ).toBeVisible()
    await accessible(page)
    await fitsPhone(page)
  }
  await page.getByRole('button', { name: 'Students: Class 7' }).click()
  await expect(box('7-A')).toBeChecked()
  await accessible(page)
  await fitsPhone(page)
})
