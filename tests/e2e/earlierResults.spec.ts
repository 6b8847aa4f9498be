import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { addStaffUser, createSchool, importSections, importStudents } from './createSchool.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { signIn } from './signIn.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

let studentId: string
let page: Page

test.beforeAll(async ({ browser }) => {
  const tag = uniqueTag()
  const phone = '9876543210'
  const school = await createSchool({
    name: `Earlier ${tag}`,
    senderId: 'EARLYR',
    term: '2020-21',
    exams: true,
    showRegisterNo: true,
  })
  await importSections(school, [{ class: '7', section: 'B' }])
  const asha = { roll: '1', class: '7', section: 'B', name: 'Asha Patil', phone: '9800000001', registerNo: 'R-1' }
  await importStudents(school, [asha])
  const { students } = await school.executeInSchool<{ students: { rows: { student: { id: string } }[] } }>(
    'query Students($schoolId: ID!, $input: StudentsView!) { students(schoolId: $schoolId, input: $input) { rows { student { id } } } }',
    { termId: school.termId, pageSize: 20 },
  )
  studentId = students.rows[0]?.student.id ?? ''
  const email = `head.${tag}@exams.test`
  await addStaffUser(school, { name: 'Head Office', email, phone, role: 'ADMIN' })
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  page = await context.newPage()
  await signIn(page, email, phone)
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
})

test.afterAll(() => page.context().close())

async function chooseFile(lines: readonly string[]) {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'results.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
}

const header = 'Register No,Name,Term,Class then,Exam,Subject,Marks,Out of,Grade,Result'

test('an ADMIN imports results of earlier years: each wrong row says why, and the student’s page shows them', async () => {
  await page.goto('/exams')
  await page.getByRole('tab', { name: 'Set-up' }).click()
  await page.getByRole('tab', { name: 'Earlier results' }).click()
  await expect(page.getByText('Students of 2020-21, and what they got in earlier years')).toBeVisible()
  await expectAccessible(page)
  await chooseFile([header, 'R-1,Asha Patil,2019-20,5,Annual,Science,120,100,,', 'R-1,Asha Patil,2019,5,Annual,Hindi,,,,'])
  for (const message of ['120 is more than 100', 'A term such as 2024-25', 'Marks or a grade'])
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Choose another file' }).click()

  // What only the server knows is said at the cell too, and is corrected there.
  await chooseFile([
    header,
    'R-1,Asha Patil,2019-20,5,Annual,Science,72.5,100,B1,Passed',
    'R-1,Usha Kale,2019-20,5,Annual,Hindi,AB,,,',
  ])
  await page.getByRole('button', { name: 'Import results' }).click()
  await expect(page.getByText('The student of this row has another name', { exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: /^Name, row 3/i }).fill('Asha Patil')
  await page.keyboard.press('Enter')
  await expect(page.getByText('File looks good. Please click submit to import.')).toBeVisible()
  await expectFitsPhone(page)
  await page.getByRole('button', { name: 'Import results' }).click()
  await expect(page.getByText('Results imported. 2 rows were imported.')).toBeVisible()

  await page.goto(`/students/${studentId}`)
  const results = page.getByRole('region', { name: 'Earlier results' })
  await results.getByRole('button', { name: /Annual 2019-20/ }).click()
  const marks = results.getByRole('table', { name: 'Annual 2019-20' })
  await expect(marks.getByRole('row', { name: /Science/ })).toHaveText('Science72.5100B1')
  await expect(marks.getByRole('row', { name: /Hindi/ })).toHaveText('HindiAB')
  await expectAccessible(page)
  await expectFitsPhone(page)
})

test('a result is deleted on the student’s page, and can be imported again', async () => {
  const results = page.getByRole('region', { name: 'Earlier results' })
  await results.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Earlier Result' })
  await expect(dialog).toContainText('The result Annual 2019-20 of Asha Patil is deleted. It can be imported again from a file.')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(results).toHaveCount(0)

  await page.goto('/exams/earlier')
  await chooseFile([header, 'R-1,Asha Patil,2019-20,5,Annual,Science,72.5,100,B1,Passed'])
  await page.getByRole('button', { name: 'Import results' }).click()
  await expect(page.getByText('Results imported. 1 row was imported.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog', { name: 'Undo this import?' }).getByRole('button', { name: 'Undo Import' }).click()
  await expect(page.getByText('1 result taken back. The import was undone.')).toBeVisible()
})
