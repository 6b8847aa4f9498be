import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { addStaffUser, createSchool, importSections, importStudents } from './createSchool.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { chooseSchool, openSuperadminPage } from './schoolScreens.ts'
import { openSignedInPage } from './signIn.ts'
import { choose, expectChosen, typeAndChoose } from './fields.ts'
import { pickUp } from './sortableList.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'
import { currentTerm } from './terms.ts'

test.describe.configure({ mode: 'serial' })

const tag = uniqueTag()
const name = `Category School ${tag}`
const clerkEmail = `clerk.${tag}@categories.test`
let page: Page
let bankAccountId: string

/** Adds a school with online fees and a bank account, three students in 7-A, two in 7-B and one in 8-A, and a clerk. */
test.beforeAll(async ({ browser }) => {
  const school = await createSchool({
    name,
    senderId: 'NEWSCH',
    term: currentTerm,
    feesModule: true,
    onlineFees: true,
    multipleAccounts: true,
  })
  const { addBankAccount } = await school.executeInSchool<{ addBankAccount: { id: string } }>(
    'mutation M($schoolId: ID!, $input: NewBankAccount!) { addBankAccount(schoolId: $schoolId, input: $input) { id } }',
    { name: 'Main', accNumber: '12345678901', ifsc: 'SBIN0001234', keyId: 'k', keySecret: 's', misc: 'm' },
  )
  bankAccountId = addBankAccount.id
  await importSections(school, [
    { class: '7', section: 'A' },
    { class: '7', section: 'B' },
    { class: '8', section: 'A' },
  ])
  const students = [
    ...['Asha Patil', 'Kiran More', 'Lata Jadhav'].map((student, index) => ({ name: student, index, class: '7', section: 'A' })),
    ...['Mohan Rane', 'Nita Shah'].map((student, index) => ({ name: student, index, class: '7', section: 'B' })),
    { name: 'Om Kale', index: 0, class: '8', section: 'A' },
  ]
  await importStudents(
    school,
    students.map(({ index, ...student }) => ({
      ...student,
      phone: '9876543210',
      roll: String(index + 1),
      registerNo: `R-${student.name}`,
    })),
  )
  await addStaffUser(school, { name: 'A Clerk', email: clerkEmail, phone: '9000000021', role: 'FEES' })

  page = await openSuperadminPage(browser)
  await chooseSchool(page, name)
})

test.afterAll(() => page.context().close())

const openFeesTab = async (tab: string, target: Page = page) => {
  await target.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Fees' }).click()
  await target.getByRole('tab', { name: tab }).click()
}
const rowWith = (text: string | RegExp, target: Page = page) => target.getByRole('row').filter({ hasText: text })
const expectText = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()
const chooseCsv = (lines: string[]) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'file.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
const checkbox = (label: string) => page.getByRole('checkbox', { name: label, exact: true })

test('fee categories are imported with their bank account, and added, edited and deleted by the form', async () => {
  await openFeesTab('Fees Categories')
  await expectText('No data found for this term')
  await page.getByRole('button', { name: 'Upload Fees Categories' }).click()
  await expect(
    page.getByRole('table', { name: 'Bank accounts' }).getByRole('cell', { name: bankAccountId, exact: true }),
  ).toBeVisible()
  await chooseCsv(['Name,Bank Account Id', `Class 7,${bankAccountId}`, 'Class 8,999999', 'Hostel,'])
  await expectText('Bank account id does not match.')
  await expectText('Bank Account Is Required')
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await chooseCsv(['Name,Bank Account Id', `Class 7,${bankAccountId}`, `Class 8,${bankAccountId}`])
  await expectText('File validated. Press submit to upload fees categories.')
  await page.getByRole('button', { name: 'Upload Fees Categories' }).click()
  await page.getByRole('link', { name: 'View Fees Categories' }).click()
  await expect(rowWith('Class 7')).toContainText('Main · 12345678901')

  await page.getByRole('button', { name: 'Add Fees Category' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Hostle')
  await dialog.getByRole('button', { name: 'Add Fees Category' }).click()
  await expect(dialog.getByText('Bank Account Is Required')).toBeVisible()
  await typeAndChoose(dialog.getByRole('combobox', { name: 'Bank Account' }), 'Main · 12345678901')
  await dialog.getByRole('button', { name: 'Add Fees Category' }).click()
  await expectText('Hostle has been added successfully!')
  await page.getByRole('button', { name: 'Edit: Hostle' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('class 8')
  await dialog.getByRole('button', { name: 'Update Fees Category' }).click()
  await expect(dialog.getByText('A fees category with this name exists already', { exact: true })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Hostel')
  await dialog.getByRole('button', { name: 'Update Fees Category' }).click()
  await expectText('Hostel has been updated successfully!')
  await page.getByRole('button', { name: 'Delete: Hostel' }).click()
  await expect(dialog).toContainText('It has no fees. No student pays it.')
  await dialog.getByRole('button', { name: 'Delete Fees Category' }).click()
  await expectText('Hostel has been successfully deleted!')
  await expect(rowWith('Hostel')).toHaveCount(0)
})

test('a fee is added to several categories and months at once, edited, and deleted', async () => {
  await openFeesTab('Add Fees')
  await page.getByRole('button', { name: 'Monthly' }).click()
  await page.getByRole('button', { name: 'Add Fees' }).click()
  for (const text of ['Required', 'Select at least one month']) await expectText(text)
  await expect(page.getByRole('paragraph').filter({ hasText: 'Select Applicable Fees Categories' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Name for Fee' }).fill('Tuition')
  await page.getByRole('button', { name: 'Choose all 2' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('1,500')
  await page.getByRole('button', { name: 'All months' }).click()
  await expectText('24 fees will be added: 12 in each of 2 categories. A student of one of them pays ₹18,000.00.')
  await page.getByRole('button', { name: 'Add Fees' }).click()
  await expectText('Tuition has been added successfully!')

  // The categories stay chosen for the next fee.
  await page.getByRole('button', { name: 'One time' }).click()
  await page.getByRole('textbox', { name: 'Name for Fee' }).fill('Donation')
  await page.getByRole('radio', { name: 'Not fixed' }).check()
  await expect(page.getByRole('textbox', { name: 'Amount' })).toBeHidden()
  await page.getByRole('button', { name: 'Add Fees' }).click()
  await expectText('Donation has been added successfully!')

  await page.getByRole('tab', { name: 'View Fees' }).click()
  await expectChosen(page.getByRole('combobox', { name: 'Fees Category' }), 'Class 7')
  await expect(page.getByRole('row')).toHaveCount(14)
  await expect(rowWith('APR')).toContainText('₹1,500.00')
  await expect(rowWith('Donation')).toContainText('not fixed')
  await page.getByRole('button', { name: 'Edit: Tuition (APR)' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('')
  await dialog.getByRole('button', { name: 'Update Fee' }).click()
  await expect(dialog.getByText('Amount is required')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('2000.50')
  await choose(dialog.getByRole('combobox', { name: 'Month' }), 'None')
  await dialog.getByRole('textbox', { name: 'Name for Fee' }).fill('Admission')
  await dialog.getByRole('button', { name: 'Update Fee' }).click()
  await expectText('Admission has been updated successfully!')
  await expect(rowWith('Admission')).toContainText('One time')
  await expect(rowWith('Admission')).toContainText('₹2,000.50')
  await page.getByRole('button', { name: 'Delete: Tuition (MAR)' }).click()
  await expect(dialog).toContainText('Are you sure you want to delete this fee?')
  await dialog.getByRole('button', { name: 'Delete Fee' }).click()
  await expectText('Fee Deleted Successfully!')
  await expect(rowWith('MAR')).toHaveCount(0)
})

test('the fees of a category are reordered with the keyboard', async () => {
  await openFeesTab('View Fees')
  await page.getByRole('button', { name: 'Reorder Fees' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reorder Fees' })
  await expectChosen(dialog.getByRole('combobox', { name: 'Fees Category' }), 'Class 7')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  const list = dialog.getByRole('list', { name: 'Fees of Class 7' })
  await expect(list.getByRole('listitem').first()).toContainText('Admission')
  await pickUp(dialog.getByRole('button', { name: 'Move Tuition (MAY)' }), 'Tuition (MAY) is over place 2 of 12.')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Tuition (MAY) is over place 1 of 12.')).toBeAttached()
  await page.keyboard.press('Space')
  await expect(list.getByRole('listitem').first()).toContainText('Tuition (MAY)')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectText('Class 7 has been updated successfully!')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row').nth(1)).toContainText('MAY')
  await expect(page.getByRole('row').nth(2)).toContainText('Admission')
})

test('a class, a section or a student is assigned to a category by a click, others by file', async () => {
  await openFeesTab('Fees Categories')
  await page.getByRole('button', { name: 'Students: Class 7' }).click()
  await checkbox('Class 7').check()
  await expectText('Class 7: 5 students assigned')
  await expect(page.getByRole('heading', { name: 'Students Who Pay Class 7' })).toBeVisible()
  await expect(page.getByText(/^5 of 6 students · 12 fees/)).toBeVisible()
  await page.getByRole('button', { name: 'Students of 7-B' }).click()
  await page.getByRole('checkbox', { name: /^Nita Shah/ }).uncheck()
  await expectText('Class 7: 1 student removed')
  await expect(checkbox('7-B')).toHaveJSProperty('indeterminate', true)
  await page.getByRole('searchbox', { name: 'Find a student' }).fill('om k')
  await page.getByRole('checkbox', { name: /^Om Kale 8-A/ }).check()
  await expectText('Class 7: 1 student assigned')
  await page.getByRole('button', { name: 'Clear what was typed' }).click()
  // Removing several students at once needs a confirmation.
  await checkbox('7-A').click()
  const dialog = page.getByRole('dialog', { name: 'Remove Students' })
  await expect(dialog).toContainText('3 students of 7-A will not pay Class 7 any more.')
  await dialog.getByRole('button', { name: 'Go Back' }).click()
  await expect(dialog).toBeHidden()
  await expect(checkbox('7-A')).toBeChecked()

  await page.getByRole('link', { name: 'Fees Categories' }).click()
  await page.getByRole('button', { name: 'Assign Students By CSV' }).click()
  await chooseCsv(['Class,Section,Roll,Register No,Fees Category', '7,B,2,,Class 8', ',,,R-9,Class 8', '9,A,1,,Bus'])
  await expectText('9 or A does not match any class. Please check again!')
  await expectText('Bus is no fees category of this term')
  await page.getByRole('button', { name: 'Leave out the refused row' }).click()
  await page.getByRole('button', { name: 'Assign Students' }).click()
  await expectText('No student has the register no. R-9')
  await page.getByRole('button', { name: 'Leave out the refused row' }).click()
  await page.getByRole('button', { name: 'Assign Students' }).click()
  await expect(page.getByText('Students Successfully Assigned: 1 new assignment').first()).toBeVisible()
})

test('a new student’s fee categories are chosen at admission, and changed on the student’s page', async () => {
  await page.getByRole('link', { name: 'Students', exact: true }).click()
  await page.getByRole('tab', { name: 'Add Student' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Pooja Desai')
  await page.getByRole('textbox', { name: 'Phone', exact: true }).fill('9812345679')
  await page.getByRole('combobox', { name: 'Class and Section' }).fill('8-A')
  await page.getByRole('option', { name: '8-A' }).click()
  await page.getByRole('combobox', { name: 'Fees Categories' }).click()
  await page.getByRole('option', { name: 'Class 8 · ₹18,000.00' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add Student' }).click()
  await expectText('Student Added Successfully!')
  await page.getByRole('tab', { name: 'View Students' }).click()
  await page.getByText('Pooja Desai').click()
  const fees = page.getByRole('region', { name: 'Fees Categories' })
  await expect(fees).toContainText('Class 8')
  await fees.getByRole('button', { name: 'Edit Fees Categories' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'What Pooja Desai pays' }).click()
  await page.getByRole('option', { name: /^Class 7/ }).click()
  await page.keyboard.press('Escape')
  // From August, half of it: Class 8 asks ₹1,500 a month.
  const months = dialog.getByRole('group', { name: /^Class 8/ })
  await months.getByRole('combobox', { name: 'From' }).selectOption('Aug')
  await months.getByRole('combobox', { name: 'First month' }).selectOption('Half')
  await expect(months).toContainText('₹11,250.00')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Update Fees Categories' }).click()
  await expectText('Pooja Desai has been updated successfully!')
  await expect(fees).toContainText('Class 7')
  await expect(fees).toContainText('Class 8 · ₹11,250.00 · Aug–Mar')
  // Leaves in October: later months are asked of neither category.
  await fees.getByRole('button', { name: 'Edit Fees Categories' }).click()
  await dialog.getByRole('combobox', { name: 'The child leaves: all until' }).selectOption('Oct')
  await expect(dialog.getByRole('group', { name: /^Class 8/ }).getByRole('combobox', { name: 'Until' })).toHaveValue('6')
  await expect(dialog.getByRole('status')).toContainText('Asked in this term: ₹')
  await dialog.getByRole('button', { name: 'Update Fees Categories' }).click()
  await expect(fees).toContainText('Class 8 · ₹3,750.00 · Aug–Oct')
})

test('a clerk sees the fees and cannot change them', async ({ browser }) => {
  const clerk = await openSignedInPage(browser, clerkEmail, '9000000021')
  await openFeesTab('View Fees', clerk)
  await expect(rowWith('Admission', clerk)).toContainText('₹2,000.50')
  for (const tab of ['Fees Entries', 'Add Fees', 'Fees Categories'])
    await expect(clerk.getByRole('tab', { name: tab })).toHaveCount(0)
  await expect(clerk.getByRole('button', { name: /^(Edit|Delete|Reorder)/ })).toHaveCount(0)
  await clerk.context().close()
})

test('the tabs fit a phone and have no serious accessibility violation', async () => {
  for (const tab of ['View Fees', 'Add Fees', 'Fees Categories']) {
    await openFeesTab(tab)
    await expect(
      page
        .getByRole('tabpanel')
        .getByText(/Class 7|One time/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible()
    await expectAccessible(page)
    await expectFitsPhone(page)
  }
  await page.getByRole('button', { name: 'Students: Class 7' }).click()
  await expect(checkbox('7-A')).toBeChecked()
  await expectAccessible(page)
  await expectFitsPhone(page)
})
