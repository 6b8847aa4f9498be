import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { pdfText } from '../pdfText.ts'
import { addAttendanceSchool, type AttendanceSchool, pageOf } from './attendanceSchool.ts'
import { accessible, chooseSchool, fitsPhone, superadmin } from './ownSchool.ts'

test.describe.configure({ mode: 'serial' })

const leaving = 'Asha Kulkarni'
let school: AttendanceSchool
let page: Page
let studentId: string

test.beforeAll(async ({ browser }) => {
  school = await addAttendanceSchool(`Certificate School ${Date.now().toString(36)}`, { feesModule: true })
  const { students } = await school.ask<{ students: { rows: { student: { id: string; name: string } }[] } }>(
    'query Find($schoolId: ID!, $input: StudentsView!) { students(schoolId: $schoolId, input: $input) { rows { student { id name } } } }',
    { termId: school.termId, search: leaving },
  )
  studentId = students.rows[0]?.student.id ?? ''
  page = await superadmin(browser)
  await chooseSchool(page, school.name)
})

test.afterAll(async () => {
  await page.context().close()
})

/** Whether the student is disabled, as the server has it. */
const disabled = async () => {
  const { student } = await school.ask<{ student: { disabled: boolean } }>(
    `query Student($schoolId: ID!) { student(schoolId: $schoolId, id: "${studentId}") { disabled } }`,
    {},
  )
  return student.disabled
}
/** Gives the student a fee of ₹300 that is not paid. */
async function oweFees(): Promise<void> {
  const { addFeeCategory } = await school.ask<{ addFeeCategory: { id: string } }>(
    'mutation Add($schoolId: ID!, $input: FeeCategoryForm!) { addFeeCategory(schoolId: $schoolId, input: $input) { id } }',
    { termId: school.termId, name: 'School Fees', bankAccountId: '' },
  )
  await school.ask(
    'mutation Add($schoolId: ID!, $input: FeeForm!) { addFees(schoolId: $schoolId, input: $input) { __typename } }',
    {
      feeCategoryIds: [addFeeCategory.id],
      name: 'Library',
      amount: 30_000,
      fixedAmount: true,
      months: [],
    },
  )
  await school.ask(
    'mutation Assign($schoolId: ID!, $input: FeeAssignment!) { assignFeeCategory(schoolId: $schoolId, input: $input) { __typename } }',
    { feeCategoryId: addFeeCategory.id, studentIds: [studentId] },
  )
}

const said = (text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()
const paper = () => page.getByRole('textbox', { name: 'The paper' })
const cards = (of = page) => of.getByRole('list', { name: 'Leaving Certificates' }).getByRole('listitem')

/** A PNG of one pixel. */
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** What the PDF says that is handed over when this is pressed; and its marks, whose letters stand apart. */
async function pdfOf(press: () => Promise<void>): Promise<{ text: string; marks: string[]; name: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  const { text } = await pdfText(await readFile(await file.path()))
  const bare = text.replaceAll(/\s+/g, '')
  const marks = ['PREVIEW', 'DUPLICATE', 'CANCELLED'].filter((mark) => bare.includes(mark))
  return { text, marks, name: file.suggestedFilename() }
}

/** What somebody without an account is told who reads the code of a card's paper. */
async function publicPage(card: ReturnType<typeof cards>): Promise<string> {
  const url = (await card.getByRole('link', { name: /^Public page/ }).getAttribute('href')) ?? ''
  return (await fetch(new URL(new URL(url).pathname, process.env.E2E_URL))).text()
}

test('a format is made from a ready-made one: fields, styles, tables, a picture, the order; nothing is lost on the way', async () => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.getByRole('link', { name: 'Students', exact: true }).click()
  await page.getByRole('tab', { name: 'Leaving Certificate', exact: true }).click()
  await expect(page.getByText('No leaving certificate has been issued yet.')).toBeVisible()
  await expect(page.getByText('The first certificate will have no. 1')).toBeVisible()
  await page.getByRole('button', { name: 'Change the first number' }).click()
  await page.getByRole('textbox', { name: 'No. of the first certificate' }).fill('0')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Not less than 1')).toBeVisible()
  await page.getByRole('textbox', { name: 'No. of the first certificate' }).fill('57')
  await accessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await said('The first certificate will have no. 57.')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('tab', { name: 'LC Format' }).click()
  await expect(page.getByText('This school has no format for its leaving certificates yet.')).toBeVisible()
  await fitsPhone(page)
  // The editor is large: it comes with the first format that is edited.
  expect(loaded.filter((path) => path.includes('FormatEdit'))).toEqual([])
  await page.getByRole('link', { name: 'Use this format: CBSE: Transfer Certificate' }).click()
  await expect(paper().getByText('TRANSFER CERTIFICATE')).toBeVisible()
  expect(loaded.filter((path) => path.includes('FormatEdit'))).not.toEqual([])

  await paper().getByText('TRANSFER CERTIFICATE').click()
  // The cursor is there.
  await expect(page.getByRole('combobox', { name: 'Style of the paragraph' })).toHaveText('Heading 1')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.getByRole('toolbar', { name: 'Text' }).getByRole('button', { name: 'Bold' }).click()
  await page.keyboard.type('House: {{House colour}} roll ')
  await expect(paper().locator('strong', { hasText: 'House:' })).toBeVisible()
  await expect(paper().locator('.lc-field', { hasText: 'House colour' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find a field' }).fill('roll')
  await page.getByRole('button', { name: 'Insert Roll no.', exact: true }).click()
  await expect(paper().locator('.lc-field', { hasText: 'Roll no.' })).toBeVisible()
  await page.keyboard.press('Enter')

  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Insert table of 3 rows and 3 columns' }).click()
  await expect(paper()).toBeFocused()
  await page.keyboard.type('Sports day')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Merge selected cells' }).click()
  await expect(paper().locator('td[rowspan="2"]')).toHaveText('Sports day')
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Add row below' }).click()
  const rows = paper().getByRole('table').filter({ hasText: 'Sports day' }).getByRole('row')
  await expect(rows).toHaveCount(4)

  const png = { name: 'seal.png', mimeType: 'image/png', buffer: Buffer.from(onePixel, 'base64') }
  await page.locator('input[type=file][accept*="image"]').setInputFiles(png)
  await expect
    .poll(() =>
      paper()
        .locator('img.lc-picture')
        .evaluate((picture) => (picture as HTMLImageElement).naturalWidth),
    )
    .toBe(1)

  await page.getByRole('tab', { name: /^Order/ }).click()
  const order = page.getByRole('list', { name: 'Fields in their order' }).getByRole('listitem')
  const before = await order.count()
  await expect(order.last()).toContainText('Roll no.')
  await order.last().getByRole('button').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(`Roll no. is over place ${before} of ${before}.`)).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText(`Roll no. is over place ${before - 1} of ${before}.`)).toBeAttached()
  await page.keyboard.press('Space')
  await expect(order.last()).toContainText('House colour')
  await accessible(page)

  // Away and back.
  await page.getByRole('tab', { name: 'Generate LC' }).click()
  await expect(page.getByText('This school has no format')).toBeVisible()
  await page.getByRole('tab', { name: 'LC Format' }).click()
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await page.getByRole('link', { name: 'Use this format: CBSE: Transfer Certificate' }).click()
  await expect(page.getByText(/^Your unsaved changes of .* were restored\.$/)).toBeVisible()
  await expect(paper().locator('td[rowspan="2"]')).toHaveText('Sports day')

  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog').getByRole('article', { name: 'Certificate' })
  await expect(preview).toContainText('{{House colour}}')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('textbox', { name: 'Name of the format' }).fill('')
  await page.getByRole('button', { name: 'Save Format' }).click()
  await expect(page.getByText('Required')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name of the format' }).fill('Transfer certificate of our school')
  await page.getByRole('button', { name: 'Save Format' }).click()
  await said('Formar Was Successfully Added/Updated!')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(paper().locator('td[rowspan="2"]')).toHaveText('Sports day')
  await expect(paper().locator('.lc-field', { hasText: 'House colour' })).toBeVisible()
  await fitsPhone(page)
})

test('the editor refuses a format without a student’s name, the serial and the date before it is sent', async () => {
  let sent = 0
  page.on('request', (request) => (sent += request.postData()?.includes('SaveCertificateFormat') ? 1 : 0))
  await page.getByRole('link', { name: 'Formats', exact: true }).click()
  await page.getByRole('link', { name: /^Start empty/ }).click()
  await page.getByRole('textbox', { name: 'Name of the format' }).fill('Half a format')
  await page.getByRole('button', { name: 'Save Format' }).click()
  const refusal = page.getByRole('alert').filter({ hasText: 'A leaving certificate states' })
  await expect(refusal).toBeFocused()
  await expect(refusal).toContainText('The paper lacks the student’s name, the serial number and the date of issue.')
  await paper().click()
  await refusal.getByRole('button', { name: 'Serial no.' }).click()
  await expect(refusal).toContainText('The paper lacks the student’s name and the date of issue.')
  expect(sent).toBe(0)
  await fitsPhone(page)
  // The draft stays in this window.
  await page.getByRole('tab', { name: 'Generate LC' }).click()
})

test('a student’s certificate: what is missing is named, the paper is looked at, issued and handed over, the student disabled', async () => {
  await oweFees()
  await page.goto(`/students/${studentId}`)
  await page.getByRole('link', { name: 'Leaving Certificate' }).click()
  const missing = page.getByRole('region', { name: 'To be filled in' })
  const known = page.getByRole('region', { name: 'Filled in from the records' })
  await expect(known.getByRole('textbox', { name: 'Full name of the student' })).toHaveValue(leaving)
  await expect(known.getByRole('textbox', { name: 'Roll no.' })).toHaveValue('2')
  // Fields that are not known start closed, with those that the format needs first.
  await expect(missing.getByRole('textbox', { name: 'House colour' })).toBeHidden()
  await expect(missing.getByRole('textbox', { name: 'Reason for leaving' })).toBeVisible()
  await page.getByRole('button', { name: 'Generate LC' }).click()
  await said('Please fill all the fields!')
  await expect(missing.getByText('Required').first()).toBeVisible()
  await expect(missing.getByRole('textbox').first()).toBeFocused()
  await accessible(page)
  await fitsPhone(page)

  await missing.getByRole('textbox', { name: 'House colour' }).fill('Blue house')
  await missing.getByRole('textbox', { name: 'Reason for leaving' }).fill('Family moves to Nashik')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('dialog').getByText(/^Still empty: .*Nationality/)).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('article')).toContainText('Blue house')
  const draft = await pdfOf(() => page.getByRole('button', { name: 'Download preview' }).click())
  expect(draft.marks).toEqual(['PREVIEW'])
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: /^Write — into \d+ empty fields$/ }).click()
  // A dash stands for no birth date.
  await page.getByRole('button', { name: 'Generate LC' }).click()
  for (const [name, value] of [
    ['Birth date', '03/06/2015'],
    ['Birth date in words', 'Third June'],
  ] as const) {
    const field = missing.getByRole('textbox', { name, exact: true })
    await expect(field).toHaveValue('')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await field.fill(value)
  }
  await page.getByRole('checkbox', { name: /^Disable the student/ }).check()
  await page.getByRole('button', { name: 'Generate LC' }).click()
  const question = page.getByRole('dialog', { name: 'Generate this leaving certificate?' })
  await expect(question).toContainText('serial number (57 now)')
  await expect(question.getByRole('alert').first()).toHaveText(
    `${leaving} still owes ₹300.00 for 2026-27. A leaving certificate may not be withheld for unpaid fees. Issue it all the same?`,
  )
  await expect(question).toContainText(`${leaving} is disabled at the same time.`)
  await accessible(page)
  const { text, marks, name } = await pdfOf(() => question.getByRole('button', { name: 'Generate LC all the same' }).click())
  await said('LC generated successfully. Please check your downloads.')
  expect(name).toMatch(/\.pdf$/)
  for (const words of [leaving, 'Blue house', 'Family moves to Nashik', 'Sports day', '7', '—']) expect(text).toContain(words)
  expect(marks).toEqual([])
  await expect(page.getByText('Leaving certificate no. 57 was issued')).toBeVisible()

  await page.goBack()
  await expect(page.getByRole('button', { name: 'Enable Student' })).toBeVisible()
  expect(await disabled()).toBe(true)
  await page.getByRole('link', { name: 'Leaving Certificate' }).click()
  await expect(page.getByText(/^This student has certificate no\. 57 of .* already\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Generate LC' })).toBeDisabled()
})

test('the register: found, duplicated, cancelled; each paper and each public page says how it stands', async () => {
  await page.getByRole('link', { name: 'Show it' }).click()
  await expect(cards()).toHaveCount(1)
  await expect(cards().first()).toContainText('Valid')
  expect(await publicPage(cards().first())).toContain('The school has issued this certificate.')

  await cards().first().getByRole('button', { name: /^More/ }).click()
  await page.getByRole('menuitem', { name: 'Issue duplicate' }).click()
  await page.getByRole('button', { name: 'Issue Duplicate' }).click()
  await expect(page.getByText('Required')).toBeVisible()
  await page.getByRole('textbox', { name: 'Reason for the duplicate' }).fill('Lost in the post')
  const duplicate = await pdfOf(() => page.getByRole('button', { name: 'Issue Duplicate' }).click())
  expect(duplicate.marks).toEqual(['DUPLICATE'])
  await expect(cards()).toHaveCount(2)
  await expect(cards().first()).toContainText('Reason: Lost in the post')
  expect(await publicPage(cards().first())).toContain('Duplicate of certificate no. 57')

  await page.getByRole('searchbox', { name: 'Search certificates' }).fill('nobody of this name')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search certificates' }).fill('asha 57')
  await expect(cards()).toHaveCount(2)
  await accessible(page)
  await fitsPhone(page)

  await cards().last().getByRole('button', { name: /^More/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel certificate' }).click()
  await page.getByRole('textbox', { name: 'Why it is cancelled' }).fill('The family stays')
  await page.getByRole('switch', { name: `Enable ${leaving} again, if disabled` }).check()
  await accessible(page)
  await page.getByRole('button', { name: 'Cancel Certificate' }).click()
  await said('The certificate no. 57 was cancelled.')
  await expect(cards().getByText('Cancelled', { exact: true })).toHaveCount(2)
  expect(await publicPage(cards().last())).toContain('The school has cancelled this certificate.')
  const cancelled = await pdfOf(() =>
    cards()
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
  expect(await disabled()).toBe(false)
})

test('an ADMIN reads the formats and changes none; without the editor', async ({ browser }) => {
  const head = await pageOf(browser, school, 'head')
  const loaded: string[] = []
  head.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await head.getByRole('link', { name: 'Students', exact: true }).click()
  await head.getByRole('tab', { name: 'Leaving Certificate', exact: true }).click()
  await expect(cards(head)).toHaveCount(2)
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
  await accessible(head)
  await fitsPhone(head)
  await head.getByRole('tab', { name: 'Generate LC' }).click()
  await head.getByRole('combobox', { name: 'Find a student' }).fill('7-b bha')
  await head.getByRole('option', { name: /Bhavesh Rane/ }).click()
  await expect(head.getByRole('textbox', { name: 'Full name of the student' })).toHaveValue('Bhavesh Rane')
  expect(loaded.filter((path) => path.includes('FormatEdit'))).toEqual([])
  await head.context().close()
})
