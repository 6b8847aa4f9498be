import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { pdfText } from '../pdfText.ts'
import { expectAccessible } from './accessibility.ts'
import { addAttendanceSchool, type AttendanceSchool, openStaffPage } from './attendanceSchool.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { chooseSchool, openSuperadminPage } from './schoolScreens.ts'
import { expectChosen } from './fields.ts'
import { pickUp } from './sortableList.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'
import { currentTerm } from './terms.ts'

test.describe.configure({ mode: 'serial' })

const studentName = 'Asha Kulkarni'
let school: AttendanceSchool
let page: Page
let studentId: string

test.beforeAll(async ({ browser }) => {
  school = await addAttendanceSchool(`Certificate School ${uniqueTag()}`, { feesModule: true })
  const { students } = await school.executeInSchool<{ students: { rows: { student: { id: string; name: string } }[] } }>(
    'query Find($schoolId: ID!, $input: StudentsView!) { students(schoolId: $schoolId, input: $input) { rows { student { id name } } } }',
    { termId: school.termId, search: studentName },
  )
  studentId = students.rows[0]?.student.id ?? ''
  page = await openSuperadminPage(browser)
  await chooseSchool(page, school.name)
})

test.afterAll(async () => {
  await page.context().close()
})

/** Returns whether the student is disabled on the server. */
const isStudentDisabled = async () => {
  const { student } = await school.executeInSchool<{ student: { disabled: boolean } }>(
    `query Student($schoolId: ID!) { student(schoolId: $schoolId, id: "${studentId}") { disabled } }`,
    {},
  )
  return student.disabled
}
/** Assigns an unpaid fee of ₹300 to the student. */
async function addUnpaidFee(): Promise<void> {
  const { addFeeCategory } = await school.executeInSchool<{ addFeeCategory: { id: string } }>(
    'mutation Add($schoolId: ID!, $input: FeeCategoryForm!) { addFeeCategory(schoolId: $schoolId, input: $input) { id } }',
    { termId: school.termId, name: 'School Fees', bankAccountId: '' },
  )
  await school.executeInSchool(
    'mutation Add($schoolId: ID!, $input: FeeForm!) { addFees(schoolId: $schoolId, input: $input) { __typename } }',
    {
      feeCategoryIds: [addFeeCategory.id],
      name: 'Library',
      amount: 30_000,
      fixedAmount: true,
      months: [],
    },
  )
  await school.executeInSchool(
    'mutation Assign($schoolId: ID!, $input: FeeAssignment!) { assignFeeCategory(schoolId: $schoolId, input: $input) { __typename } }',
    { feeCategoryId: addFeeCategory.id, studentIds: [studentId] },
  )
}

const expectText = (text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()
const paperEditor = () => page.getByRole('textbox', { name: 'The paper' })
const certificateCards = (target = page) => target.getByRole('list', { name: 'Leaving Certificates' }).getByRole('listitem')

/** A PNG of one pixel. */
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/**
 * Returns the text and the marks of the PDF that a click downloads. The letters of a mark are apart, so spaces are
 * ignored.
 */
async function downloadPdf(press: () => Promise<void>): Promise<{ text: string; marks: string[]; name: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  const { text } = await pdfText(await readFile(await file.path()))
  const letters = text.replaceAll(/\s+/g, '')
  const marks = ['PREVIEW', 'DUPLICATE', 'CANCELLED'].filter((mark) => letters.includes(mark))
  return { text, marks, name: file.suggestedFilename() }
}

/** Returns the public page that the QR code of a certificate opens. */
async function fetchPublicPage(card: ReturnType<typeof certificateCards>): Promise<string> {
  const url = (await card.getByRole('link', { name: /^Public page/ }).getAttribute('href')) ?? ''
  return (await fetch(new URL(new URL(url).pathname, process.env.E2E_URL))).text()
}

test('a format is made from a ready-made one with fields, styles, tables, a picture and an order, and loses nothing @main @certificates', async () => {
  const loadedPaths: string[] = []
  page.on('request', (request) => loadedPaths.push(new URL(request.url()).pathname))
  await page.getByRole('link', { name: 'Students', exact: true }).click()
  await page.getByRole('tab', { name: 'Leaving Certificate', exact: true }).click()
  await expect(page.getByText('No leaving certificate has been issued yet.')).toBeVisible()
  await expect(page.getByText('The first certificate will have no. 1')).toBeVisible()
  await page.getByRole('button', { name: 'Change the first number' }).click()
  await page.getByRole('textbox', { name: 'No. of the first certificate' }).fill('0')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Not less than 1')).toBeVisible()
  await page.getByRole('textbox', { name: 'No. of the first certificate' }).fill('57')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expectText('The first certificate will have no. 57.')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('tab', { name: 'LC Format' }).click()
  await expect(page.getByText('This school has no format for its leaving certificates yet.')).toBeVisible()
  await expectFitsPhone(page)
  // The editor is large, so it is loaded only to edit a format.
  expect(loadedPaths.filter((path) => path.includes('FormatEdit'))).toEqual([])
  await page.getByRole('link', { name: 'Use this format: CBSE: Transfer Certificate' }).click()
  await expect(paperEditor().getByText('TRANSFER CERTIFICATE')).toBeVisible()
  expect(loadedPaths.filter((path) => path.includes('FormatEdit'))).not.toEqual([])

  await paperEditor().getByText('TRANSFER CERTIFICATE').click()
  // The cursor is in the heading.
  await expectChosen(page.getByRole('combobox', { name: 'Style of the paragraph' }), 'Heading 1')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.getByRole('toolbar', { name: 'Text' }).getByRole('button', { name: 'Bold' }).click()
  await page.keyboard.type('House: {{House colour}} roll ')
  await expect(paperEditor().locator('strong', { hasText: 'House:' })).toBeVisible()
  await expect(paperEditor().locator('.lc-field', { hasText: 'House colour' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find a field' }).fill('roll')
  await page.getByRole('button', { name: 'Insert Roll no.', exact: true }).click()
  await expect(paperEditor().locator('.lc-field', { hasText: 'Roll no.' })).toBeVisible()
  await page.keyboard.press('Enter')

  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Insert table of 3 rows and 3 columns' }).click()
  await expect(paperEditor()).toBeFocused()
  await page.keyboard.type('Sports day')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Merge selected cells' }).click()
  await expect(paperEditor().locator('td[rowspan="2"]')).toHaveText('Sports day')
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Add row below' }).click()
  const tableRows = paperEditor().getByRole('table').filter({ hasText: 'Sports day' }).getByRole('row')
  await expect(tableRows).toHaveCount(4)

  const png = { name: 'seal.png', mimeType: 'image/png', buffer: Buffer.from(onePixel, 'base64') }
  await page.locator('input[type=file][accept*="image"]').setInputFiles(png)
  await expect
    .poll(() =>
      paperEditor()
        .locator('img.lc-picture')
        .evaluate((picture) => (picture as HTMLImageElement).naturalWidth),
    )
    .toBe(1)

  await page.getByRole('tab', { name: /^Order/ }).click()
  const orderedFields = page.getByRole('list', { name: 'Fields in their order' }).getByRole('listitem')
  const fieldCount = await orderedFields.count()
  await expect(orderedFields.last()).toContainText('Roll no.')
  await pickUp(orderedFields.last().getByRole('button'), `Roll no. is over place ${fieldCount} of ${fieldCount}.`)
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText(`Roll no. is over place ${fieldCount - 1} of ${fieldCount}.`)).toBeAttached()
  await page.keyboard.press('Space')
  await expect(orderedFields.last()).toContainText('House colour')
  await expectAccessible(page)

  // Leaving the tab and coming back restores the draft.
  await page.getByRole('tab', { name: 'Generate LC' }).click()
  await expect(page.getByText('This school has no format')).toBeVisible()
  await page.getByRole('tab', { name: 'LC Format' }).click()
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await page.getByRole('link', { name: 'Use this format: CBSE: Transfer Certificate' }).click()
  await expect(page.getByText(/^Your unsaved changes of .* were restored\.$/)).toBeVisible()
  await expect(paperEditor().locator('td[rowspan="2"]')).toHaveText('Sports day')

  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog').getByRole('article', { name: 'Certificate' })
  await expect(preview).toContainText('{{House colour}}')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('textbox', { name: 'Name of the format' }).fill('')
  await page.getByRole('button', { name: 'Save Format' }).click()
  await expect(page.getByText('Required')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name of the format' }).fill('Transfer certificate of our school')
  await page.getByRole('button', { name: 'Save Format' }).click()
  await expectText('Format Was Successfully Added/Updated!')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(paperEditor().locator('td[rowspan="2"]')).toHaveText('Sports day')
  await expect(paperEditor().locator('.lc-field', { hasText: 'House colour' })).toBeVisible()
  await expectFitsPhone(page)
})

test('the editor does not send a format without the student’s name, the serial and the date', async () => {
  let saveRequests = 0
  page.on('request', (request) => (saveRequests += request.postData()?.includes('SaveCertificateFormat') ? 1 : 0))
  await page.getByRole('link', { name: 'Formats', exact: true }).click()
  await page.getByRole('link', { name: /^Start empty/ }).click()
  await page.getByRole('textbox', { name: 'Name of the format' }).fill('Half a format')
  await page.getByRole('button', { name: 'Save Format' }).click()
  const refusal = page.getByRole('alert').filter({ hasText: 'A leaving certificate states' })
  await expect(refusal).toBeFocused()
  await expect(refusal).toContainText('The paper lacks the student’s name, the serial number and the date of issue.')
  await paperEditor().click()
  await refusal.getByRole('button', { name: 'Serial no.' }).click()
  await expect(refusal).toContainText('The paper lacks the student’s name and the date of issue.')
  expect(saveRequests).toBe(0)
  await expectFitsPhone(page)
  // The draft stays in this window.
  await page.getByRole('tab', { name: 'Generate LC' }).click()
})

test('a student’s certificate names its missing fields, is previewed and issued, and the student is disabled @main @certificates', async () => {
  await addUnpaidFee()
  await page.goto(`/students/${studentId}`)
  await page.getByRole('link', { name: 'Leaving Certificate' }).click()
  const missingFields = page.getByRole('region', { name: 'To be filled in' })
  const recordFields = page.getByRole('region', { name: 'Filled in from the records' })
  await expect(recordFields.getByRole('textbox', { name: 'Full name of the student' })).toHaveValue(studentName)
  await expect(recordFields.getByRole('textbox', { name: 'Roll no.' })).toHaveValue('2')
  // Optional fields without a value start collapsed, below those that the format requires.
  await expect(missingFields.getByRole('textbox', { name: 'House colour' })).toBeHidden()
  await expect(missingFields.getByRole('textbox', { name: 'Reason for leaving' })).toBeVisible()
  await page.getByRole('button', { name: 'Generate LC' }).click()
  await expectText('Please fill all the fields!')
  await expect(missingFields.getByText('Required').first()).toBeVisible()
  await expect(missingFields.getByRole('textbox').first()).toBeFocused()
  await expectAccessible(page)
  await expectFitsPhone(page)

  await missingFields.getByRole('textbox', { name: 'House colour' }).fill('Blue house')
  await missingFields.getByRole('textbox', { name: 'Reason for leaving' }).fill('Family moves to Nashik')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('dialog').getByText(/^Still empty: .*Nationality/)).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('article')).toContainText('Blue house')
  const draft = await downloadPdf(() => page.getByRole('button', { name: 'Download preview' }).click())
  expect(draft.marks).toEqual(['PREVIEW'])
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: /^Write — into \d+ empty fields$/ }).click()
  // A birth date cannot be a dash.
  await page.getByRole('button', { name: 'Generate LC' }).click()
  for (const [name, value] of [
    ['Birth date', '03/06/2015'],
    ['Birth date in words', 'Third June'],
  ] as const) {
    const field = missingFields.getByRole('textbox', { name, exact: true })
    await expect(field).toHaveValue('')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await field.fill(value)
  }
  await page.getByRole('checkbox', { name: /^Disable the student/ }).check()
  await page.getByRole('button', { name: 'Generate LC' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Generate this leaving certificate?' })
  await expect(confirmation).toContainText('serial number (57 now)')
  await expect(confirmation.getByRole('alert').first()).toHaveText(
    `${studentName} still owes ₹300.00 for ${currentTerm}. A leaving certificate may not be withheld for unpaid fees. Issue it all the same?`,
  )
  await expect(confirmation).toContainText(`${studentName} is disabled at the same time.`)
  await expectAccessible(page)
  const { text, marks, name } = await downloadPdf(() =>
    confirmation.getByRole('button', { name: 'Generate LC all the same' }).click(),
  )
  await expectText('LC generated successfully. Please check your downloads.')
  expect(name).toMatch(/\.pdf$/)
  for (const part of [studentName, 'Blue house', 'Family moves to Nashik', 'Sports day', '7', '—']) expect(text).toContain(part)
  expect(marks).toEqual([])
  await expect(page.getByText('Leaving certificate no. 57 was issued')).toBeVisible()

  await page.goBack()
  await expect(page.getByRole('button', { name: 'Enable Student' })).toBeVisible()
  expect(await isStudentDisabled()).toBe(true)
  await page.getByRole('link', { name: 'Leaving Certificate' }).click()
  await expect(page.getByText(/^This student has certificate no\. 57 of .* already\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Generate LC' })).toBeDisabled()
})

test('a certificate is found in the register, duplicated and cancelled; its PDF and public page show the state', async () => {
  await page.getByRole('link', { name: 'Show it' }).click()
  await expect(certificateCards()).toHaveCount(1)
  await expect(certificateCards().first()).toContainText('Valid')
  expect(await fetchPublicPage(certificateCards().first())).toContain('The school has issued this certificate.')

  await certificateCards().first().getByRole('button', { name: /^More/ }).click()
  await page.getByRole('menuitem', { name: 'Issue duplicate' }).click()
  await page.getByRole('button', { name: 'Issue Duplicate' }).click()
  await expect(page.getByText('Required')).toBeVisible()
  await page.getByRole('textbox', { name: 'Reason for the duplicate' }).fill('Lost in the post')
  const duplicate = await downloadPdf(() => page.getByRole('button', { name: 'Issue Duplicate' }).click())
  expect(duplicate.marks).toEqual(['DUPLICATE'])
  await expect(certificateCards()).toHaveCount(2)
  await expect(certificateCards().first()).toContainText('Reason: Lost in the post')
  expect(await fetchPublicPage(certificateCards().first())).toContain('Duplicate of certificate no. 57')

  await page.getByRole('searchbox', { name: 'Search certificates' }).fill('nobody of this name')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search certificates' }).fill('asha 57')
  await expect(certificateCards()).toHaveCount(2)
  await expectAccessible(page)
  await expectFitsPhone(page)

  await certificateCards().last().getByRole('button', { name: /^More/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel certificate' }).click()
  await page.getByRole('textbox', { name: 'Why it is cancelled' }).fill('The family stays')
  await page.getByRole('switch', { name: `Enable ${studentName} again, if disabled` }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel Certificate' }).click()
  await expectText('The certificate no. 57 was cancelled.')
  await expect(certificateCards().getByText('Cancelled', { exact: true })).toHaveCount(2)
  expect(await fetchPublicPage(certificateCards().last())).toContain('The school has cancelled this certificate.')
  const cancelled = await downloadPdf(() =>
    certificateCards()
      .last()
      .getByRole('button', { name: /^Download/ })
      .click(),
  )
  expect(cancelled.marks).toEqual(['CANCELLED'])

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: 'Export' })
      .click()
      .then(() => page.getByRole('menuitem', { name: /as CSV$/ }).click()),
  ])
  const csv = await readFile(await file.path(), 'utf8')
  expect(csv).toContain('Lost in the post')
  expect(csv).toContain('The family stays')
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Disable Student' })).toBeVisible()
  expect(await isStudentDisabled()).toBe(false)
})

test('an ADMIN reads the formats, cannot change them, and does not load the editor', async ({ browser }) => {
  const head = await openStaffPage(browser, school, 'head')
  const loadedPaths: string[] = []
  head.on('request', (request) => loadedPaths.push(new URL(request.url()).pathname))
  await head.getByRole('link', { name: 'Students', exact: true }).click()
  await head.getByRole('tab', { name: 'Leaving Certificate', exact: true }).click()
  await expect(certificateCards(head)).toHaveCount(2)
  await head.getByRole('tab', { name: 'LC Format' }).click()
  await expect(head.getByText('Start a new format')).toHaveCount(0)
  await expect(head.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
  await head.getByRole('button', { name: 'Make usual: Transfer certificate of our school' }).click()
  await expect(head.getByText('Usual', { exact: true })).toBeVisible()
  await head.getByRole('link', { name: 'View Transfer certificate of our school' }).click()
  await expect(head.getByText(/^Read only\./)).toBeVisible()
  await expect(head.getByRole('article', { name: 'Certificate' })).toContainText('Sports day')
  await expect(head.getByRole('list', { name: 'Fields in their order' }).getByRole('listitem').last()).toHaveText('House colour')
  await expect(head.getByRole('button', { name: /Save|^Move/ })).toHaveCount(0)
  await expectAccessible(head)
  await expectFitsPhone(head)
  await head.getByRole('tab', { name: 'Generate LC' }).click()
  await head.getByRole('combobox', { name: 'Find a student' }).fill('7-b bha')
  await head.getByRole('option', { name: /Bhavesh Rane/ }).click()
  await expect(head.getByRole('textbox', { name: 'Full name of the student' })).toHaveValue('Bhavesh Rane')
  expect(loadedPaths.filter((path) => path.includes('FormatEdit'))).toEqual([])
  await head.context().close()
})
