import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { addExamSchool, type ExamSchool, openExamPage, sheetPage, studentOf } from './examSchool.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

let school: ExamSchool
let teacher: Page

test.beforeAll(async ({ browser }) => {
  school = await addExamSchool(`Import School ${uniqueTag()}`, 4, ['Science', 'Hindi'])
  teacher = await openExamPage(browser, school, 'sunita')
})

test.afterAll(() => teacher.context().close())

async function chooseFile(lines: readonly string[]) {
  await teacher
    .locator('input[type=file]')
    .setInputFiles({ name: 'science.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
}

const cell = (student: string, column: string) => teacher.getByRole('textbox', { name: `${student}, ${column}`, exact: true })
const header = 'Register No,Roll,Name,Periodic test,Notebook'
const [first, second, third] = [studentOf(1), studentOf(2), studentOf(3)]

test('a teacher brings a file to the sheet: each wrong cell says why, and nothing of it is stored', async () => {
  await teacher.goto(sheetPage(school, 'Science'))
  await cell(second, 'Periodic test').fill('6')
  await cell(third, 'Periodic test').focus()
  await expect(teacher.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()
  await teacher.getByRole('link', { name: 'Import' }).click()
  await expect(teacher.getByRole('heading', { name: 'Import marks' })).toBeVisible()
  await expect(teacher.getByText('7-B Science, Term 1')).toBeVisible()
  await expectAccessible(teacher)

  const download = teacher.waitForEvent('download')
  await teacher.getByRole('button', { name: 'Download 7-B Science Term 1.csv' }).click()
  const path = await (await download).path()
  const template = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '').split('\r\n')
  expect(template[0]).toBe('Register No,Roll,Name,Periodic test,Notebook,Subject enrichment,Half-yearly examination')
  expect(template[2]).toBe(`B-2,2,${second},6,,,`)

  await chooseFile([header, `B-1,,,11,5`, `,9,,5,5`, `,2,${third},Absent,5`, `B-1,,,5,5`])
  for (const message of [
    'At most 10 marks',
    'No student of 7-B has the roll 9',
    'The student of this row has another name',
    '“Absent” is no code. Write AB for absent, ML for medical leave, EX for exempt',
    'This student stands in row 2 too',
  ])
    await expect(teacher.getByText(message, { exact: true })).toBeVisible()
  await expect(teacher.getByRole('button', { name: 'Import marks' })).toBeDisabled()

  await teacher.getByRole('button', { name: 'Choose another file' }).click()
  await chooseFile(['Roll,Periodc test', '1,5'])
  await expect(teacher.getByText(/No test is called “Periodc test”/)).toBeVisible()
  await expect(teacher.getByRole('button', { name: 'Import marks' })).toBeDisabled()
  await teacher.getByRole('combobox', { name: 'Periodic test' }).selectOption({ label: 'Periodc test' })
  await expect(teacher.getByText('File looks good. Please click submit to import.')).toBeVisible()
  await teacher.getByRole('button', { name: 'Choose another file' }).click()
})

test('marks that differ from what stands are decided one by one, and an import is undone', async () => {
  await chooseFile([header, `B-1,,,7½,ab`, `B-2,,,8,4`, `,3,${third},,3`])
  const differing = teacher.getByRole('region', { name: 'Marks that differ' })
  await expect(differing).toContainText('1 mark is entered already, with another value than in the file')
  await expect(differing.getByRole('row', { name: second })).toContainText('Sunita Patil')
  await expectAccessible(teacher)
  await expectFitsPhone(teacher)
  await differing.getByRole('button', { name: 'Use 8' }).click()
  await teacher.getByRole('button', { name: 'Import marks' }).click()
  await expect(teacher.getByText('5 marks saved. 3 rows were imported.')).toBeVisible()
  await teacher.getByRole('link', { name: 'View marks' }).click()
  await expect(cell(first, 'Periodic test')).toHaveValue('7.5')
  await expect(cell(first, 'Notebook')).toHaveValue('AB')
  await expect(cell(second, 'Periodic test')).toHaveValue('8')
  await expect(cell(third, 'Periodic test')).toHaveValue('')
})

test('a file of several subjects is reached from the board', async () => {
  await teacher.goto('/exams')
  await teacher.getByRole('link', { name: 'Import marks of 7-B' }).click()
  await chooseFile(['Roll,Science: Notebook,Hindi: Notebook', '4,5,4'])
  await teacher.getByRole('button', { name: 'Import marks' }).click()
  await expect(teacher.getByText('2 marks saved. 1 row was imported.')).toBeVisible()
  await teacher.getByRole('button', { name: 'Undo' }).click()
  const dialog = teacher.getByRole('dialog', { name: 'Undo this import?' })
  await expect(dialog).toContainText('What stood before stands again.')
  await dialog.getByRole('button', { name: 'Undo Import' }).click()
  await expect(teacher.getByText('2 marks taken back. The import was undone.')).toBeVisible()
  await teacher.goto(sheetPage(school, 'Hindi'))
  await expect(cell(studentOf(4), 'Notebook')).toHaveValue('')
})
