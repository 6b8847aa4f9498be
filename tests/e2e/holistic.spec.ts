import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { addAttendanceSchool, type AttendanceSchool, openStaffPage, phoneOptions, studentNames } from './attendanceSchool.ts'
import { expectStays } from './expectStays.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

let school: AttendanceSchool
let teacher: Page

const [first, second] = studentNames
const statement = 'Works with others and listens to what they say'
const grade = (page: Page, name: string, of = statement) =>
  page.getByRole('group', { name: of, exact: true }).getByRole('button', { name, exact: true })

test.beforeAll(async ({ browser }) => {
  school = await addAttendanceSchool(`Holistic School ${uniqueTag()}`, { exams: true })
  const { id: schoolId, termId, execute, executeInSchool } = school
  const { copyScheme } = await executeInSchool<{ copyScheme: { id: string } }>(
    'mutation Copy($schoolId: ID!, $input: SchemeCopy!) { copyScheme(schoolId: $schoolId, input: $input) { id } }',
    { ready: 'cbse-6-8', name: 'Middle classes' },
  )
  const { classes } = await execute<{ classes: { id: string }[] }>(
    'query Classes($schoolId: ID!, $termId: ID!) { classes(schoolId: $schoolId, termId: $termId) { id } }',
    { schoolId, termId },
  )
  const art = { name: 'Art', kind: 'GRADES_ONLY', pattern: 'Co-scholastic', group: '', replaces: [] }
  await executeInSchool(
    'mutation Assess($schoolId: ID!, $input: ClassAssessmentForm!) { assessClass(schoolId: $schoolId, input: $input) { classId } }',
    { classId: classes[0]?.id, seen: 0, schemeId: copyScheme.id, schemeClass: '7', subjects: [art] },
  )
  teacher = await openStaffPage(browser, school, 'sunita')
})

test.afterAll(() => teacher.context().close())

test('the board lists the sections of a teacher, and opens the first student without entries', async () => {
  await teacher.goto('/exams?tab=holistic')
  const board = teacher.getByRole('region', { name: '7-B' })
  await expect(board.getByRole('link', { name: /Term 1/ })).toContainText('0 of 12')
  await expectAccessible(teacher)
  await expectFitsPhone(teacher)
  await board.getByRole('link', { name: /Term 1/ }).click()
  await expect(teacher.getByRole('heading', { name: '7-B Holistic cards' })).toBeVisible()
  await expect(teacher.getByRole('combobox', { name: 'Student' }).locator('option:checked')).toContainText(first)
  await expect(teacher.getByText('0 of 6 chosen')).toBeVisible()
})

test('a descriptor is chosen by one press, and saved with the step to the next student', async () => {
  await grade(teacher, 'Sky').click()
  await expectStays(teacher, () => teacher.getByRole('link', { name: 'Back to the exams' }).click())
  await expect(grade(teacher, 'Sky')).toHaveAttribute('aria-pressed', 'true')
  await teacher.getByRole('textbox', { name: 'In words: Sensitivity' }).fill('Helps in every group.')
  await teacher.getByRole('group', { name: 'Who speaks' }).getByRole('button', { name: 'Child' }).click()
  await grade(teacher, 'Mountain').click()
  await expectAccessible(teacher)
  await teacher.getByRole('button', { name: 'Save and next student' }).click()
  await expect(teacher.getByRole('combobox', { name: 'Student' }).locator('option:checked')).toContainText(second)
  await teacher.reload()
  await expect(teacher.getByRole('combobox', { name: 'Student' }).locator('option:checked')).toContainText(second)
  await teacher.getByRole('button', { name: 'Previous student' }).click()
  await expect(grade(teacher, 'Sky')).toHaveAttribute('aria-pressed', 'true')
  await expect(teacher.getByRole('textbox', { name: 'In words: Sensitivity' })).toHaveValue('Helps in every group.')
  await teacher.getByRole('group', { name: 'Who speaks' }).getByRole('button', { name: 'Child' }).click()
  await expect(grade(teacher, 'Mountain')).toHaveAttribute('aria-pressed', 'true')
})

test('a descriptor is given to all who have none', async () => {
  await teacher.getByRole('group', { name: 'Who speaks' }).getByRole('button', { name: 'Teacher' }).click()
  await teacher.getByRole('group', { name: statement, exact: true }).getByRole('button', { name: 'Same for all' }).click()
  const dialog = teacher.getByRole('dialog', { name: 'Same for all?' })
  await expect(dialog).toContainText('11 students who have nothing here yet get “Sky”.')
  await expectAccessible(teacher)
  await dialog.getByRole('button', { name: 'Give to all' }).click()
  await expect(teacher.getByText('Given to 11 students')).toBeVisible()
  await teacher.getByRole('button', { name: 'Next student' }).click()
  await expect(grade(teacher, 'Sky')).toHaveAttribute('aria-pressed', 'true')
  // A second press takes it away.
  await grade(teacher, 'Sky').click()
  await expect(grade(teacher, 'Sky')).toHaveAttribute('aria-pressed', 'false')
  await teacher.getByRole('button', { name: 'Save and next student' }).click()
  await teacher.goto('/exams?tab=holistic')
  await expect(teacher.getByRole('region', { name: '7-B' }).getByRole('link', { name: /Term 1/ })).toContainText('11 of 12')
})

test('who comes later to a changed student is told by whom', async ({ browser }) => {
  const colleague = await openStaffPage(browser, school, 'ramesh', phoneOptions)
  const address = `/exams?holistic=${school.sectionIds.get('7-B')}&part=Term+1`
  await colleague.goto(address)
  await teacher.goto(address)
  await grade(colleague, 'Stream').click()
  await grade(teacher, 'Sky').click()
  await expectFitsPhone(colleague)
  await colleague.getByRole('button', { name: 'Save and next student' }).click()
  await expect(colleague.getByRole('combobox', { name: 'Student' }).locator('option:checked')).not.toContainText(second)
  await teacher.getByRole('button', { name: 'Save and next student' }).click()
  await expect(teacher.getByText(/was not saved\. Ramesh Kale has changed the entries of/)).toBeVisible()
  await colleague.context().close()
})
