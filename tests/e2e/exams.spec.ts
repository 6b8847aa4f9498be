import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { addAttendanceSchool, type AttendanceSchool, openStaffPage } from './attendanceSchool.ts'
import { expectStays } from './expectStays.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'
import { currentTerm } from './terms.ts'

test.describe.configure({ mode: 'serial' })

let school: AttendanceSchool
let head: Page

test.beforeAll(async ({ browser }) => {
  school = await addAttendanceSchool(`Scheme School ${uniqueTag()}`, { exams: true })
  head = await openStaffPage(browser, school, 'head')
})

test.afterAll(() => head.context().close())

test('without a scheme the list offers those of the boards, each with its source', async () => {
  await head.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Exams' }).click()
  await expect(head.getByText('No class is assessed yet')).toBeVisible()
  // What no class has is no tab.
  await expect(head.getByRole('tab')).toHaveText(['Marks', 'Results', 'Analysis', 'Date sheets', 'Set-up'])
  await head.getByRole('tab', { name: 'Set-up' }).click()
  await head.getByRole('tab', { name: 'Schemes' }).click()
  await expect(head.getByText('No schemes yet')).toBeVisible()
  await expect(head.getByRole('link', { name: 'Source' })).toHaveCount(6)
  await expectAccessible(head)
  await head.getByRole('link', { name: 'View CBSE, classes 6 to 8' }).click()
  await expect(
    head.getByRole('region', { name: 'Scholastic' }).getByRole('row', { name: /Half-yearly examination/ }),
  ).toContainText('80')
  await expect(head.getByRole('region', { name: 'Passing and rules' })).toContainText('33 % in each counted subject')
  await expectAccessible(head)
  await expectFitsPhone(head)
})

test('a ready scheme is copied under a name of the school', async () => {
  await head.getByRole('button', { name: 'Copy scheme' }).click()
  const dialog = head.getByRole('dialog', { name: 'Copy CBSE, classes 6 to 8' })
  await expect(dialog).toContainText('Uniform System of Assessment')
  await dialog.getByRole('textbox', { name: 'Name of the copy' }).fill('Middle classes')
  await dialog.getByRole('button', { name: 'Copy scheme' }).click()
  await expect(head.getByRole('heading', { name: 'Middle classes' })).toBeVisible()
  await expect(head.getByText('No class uses it yet')).toBeVisible()
})

test('a name that is taken is refused at its field', async () => {
  await head.getByRole('button', { name: 'Copy scheme' }).click()
  const dialog = head.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name of the copy' }).fill('middle classes')
  await dialog.getByRole('button', { name: 'Copy scheme' }).click()
  await expect(dialog.getByText('A scheme with this name exists already')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

test('each mistake of the form is said at its field, and the scheme stays as it was typed', async () => {
  await head.getByRole('link', { name: 'Change scheme' }).click()
  const test1 = head.getByRole('group', { name: 'Component Periodic test' })
  await test1.getByRole('textbox', { name: 'Counts for (marks)' }).fill('15')
  await head.getByRole('group', { name: 'Scale Eight grades' }).getByRole('textbox', { name: 'From %' }).first().fill('92')
  await head.getByRole('button', { name: 'Save scheme' }).click()
  await expect(head.getByText('The components of Term 1 come to 105 marks, not to 100').first()).toBeVisible()
  await expect(head.getByText('There is a gap between A1 and A2: 91 has no grade').first()).toBeVisible()
  await expect(head.getByRole('alert').filter({ hasText: 'things to correct' })).toBeVisible()
  await expectAccessible(head)
  await expectFitsPhone(head)
})

test('a part that is renamed keeps its components, and the scheme is saved', async () => {
  const test1 = head.getByRole('group', { name: 'Component Periodic test' })
  await test1.getByRole('textbox', { name: 'Counts for (marks)' }).fill('10')
  await head.getByRole('group', { name: 'Scale Eight grades' }).getByRole('textbox', { name: 'From %' }).first().fill('91')
  await head.getByRole('group', { name: 'Part Term 1' }).getByRole('textbox', { name: 'Part' }).fill('First term')
  await head.getByRole('group', { name: 'Part First term' }).getByRole('textbox', { name: 'Weight' }).focus()
  await expect(test1.getByRole('checkbox', { name: 'First term' })).toBeChecked()
  await head.getByRole('button', { name: 'Save scheme' }).click()
  await expect(head.getByText('The scheme was changed')).toBeVisible()
  await expect(head.getByRole('columnheader', { name: 'First term' }).first()).toBeVisible()
})

test('the report card has the format of the board, and what the school changes of it', async () => {
  const card = head.getByRole('region', { name: 'Report card' })
  await expect(card).toContainText('Roll no., Register no., Mother’s name, Father’s name, Guardian’s name, Date of birth')
  await head.getByRole('link', { name: 'Change scheme' }).click()
  await card.getByRole('combobox', { name: 'Title of the card' }).selectOption('Progress Card')
  await card.getByRole('checkbox', { name: 'Guardian’s name' }).uncheck()
  await card.getByRole('checkbox', { name: 'PEN' }).check()
  await card.getByRole('checkbox', { name: 'Class teacher' }).uncheck()
  await card.getByRole('switch', { name: 'Marks of each component' }).uncheck()
  await card.getByRole('textbox', { name: 'Empty lines for a remark' }).fill('eleven')
  await head.getByRole('button', { name: 'Save scheme' }).click()
  await expect(card.getByText('Please enter a number')).toBeVisible()
  await card.getByRole('textbox', { name: 'Empty lines for a remark' }).fill('3')
  await expectAccessible(head)
  await expectFitsPhone(head)
  await head.getByRole('button', { name: 'Save scheme' }).click()
  await expect(card).toContainText('Progress Card')
  await expect(card).toContainText('Roll no., Register no., PEN, Mother’s name, Father’s name, Date of birth')
  await expect(card).toContainText('Principal, Parent')
  await expect(card).toContainText('3 lines, where a student has no remark')
  await expect(card).not.toContainText('Marks of each component')
})

test('a class is assessed by the scheme, with subjects of its own', async () => {
  await head.goto('/exams?tab=classes')
  await expect(head.getByRole('row').filter({ hasText: '7' }).last()).toContainText('Not said yet')
  await head.getByRole('link', { name: '7', exact: true }).click()
  await head.getByRole('combobox', { name: 'Scheme', exact: true }).selectOption('Middle classes')
  await expect(head.getByRole('combobox', { name: 'Which class of the scheme it is' })).toHaveValue('7')
  await head.getByRole('button', { name: 'Add another subject' }).click()
  await head.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(head.getByRole('group', { name: 'Subject' }).getByText('Required')).toBeVisible()
  await head.getByRole('textbox', { name: 'Subject' }).fill('Science')
  await head.getByRole('button', { name: 'Add another subject' }).click()
  const second = head.getByRole('group', { name: 'Subject' }).last()
  await second.getByRole('textbox', { name: 'Subject' }).fill('Art')
  await second.getByRole('combobox', { name: 'Assessed by' }).selectOption('Co-scholastic')
  await expect(second.getByRole('combobox', { name: 'In the result' })).toHaveValue('GRADES_ONLY')
  await expectAccessible(head)
  await expectFitsPhone(head)
  await head.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(head.getByText('Class 7 was saved')).toBeVisible()
  await expect(head.getByRole('row').filter({ hasText: 'Middle classes' })).toContainText('1 that counts, 1 with grades only')
})

test('the form of a scheme that is used says what a change does, and the scheme cannot be deleted', async () => {
  await head.getByRole('tab', { name: 'Schemes' }).click()
  await expect(head.getByRole('row').filter({ hasText: 'Middle classes' })).toContainText(`7 (${currentTerm})`)
  await head.getByRole('link', { name: 'Middle classes' }).click()
  await expect(head.getByRole('button', { name: 'Delete scheme' })).toHaveCount(0)
  await head.getByRole('link', { name: 'Change scheme' }).click()
  await expect(head.getByText('Saving makes a new version')).toBeVisible()
  // What the class needs cannot go.
  await head.getByRole('button', { name: 'Remove class 7' }).click()
  await head.getByRole('button', { name: 'Save scheme' }).click()
  await expect(head.getByText(/is assessed as class “7”, which this scheme does not have/).first()).toBeVisible()
})

test('on a phone the form is folded by its parts, and is open where something is wrong', async () => {
  const desk = head.viewportSize()!
  await head.getByRole('group', { name: 'Scale Eight grades' }).getByRole('textbox', { name: 'From %' }).first().fill('92')
  await expectStays(head, () => head.getByRole('button', { name: 'Cancel' }).click())
  await head.setViewportSize({ width: 360, height: 740 })
  const scales = head.getByRole('button', { name: /^Scales of grades/ })
  await expect(scales).toHaveAttribute('aria-expanded', 'false')
  await expect(head.getByRole('group', { name: 'Scale Eight grades' })).toBeHidden()
  await head.getByRole('button', { name: 'Save scheme' }).click()
  await expect(scales).toHaveAttribute('aria-expanded', 'true')
  await expect(head.getByText('There is a gap between A1 and A2: 91 has no grade').first()).toBeVisible()
  const classes = head.getByRole('button', { name: 'Classes', exact: true })
  await expect(classes).toHaveAttribute('aria-expanded', 'false')
  await classes.click()
  await expect(head.getByRole('group', { name: 'Class 6' })).toBeVisible()
  await head.getByRole('button', { name: 'Holistic progress card' }).click()
  await expect(head.getByRole('group', { name: 'Area Sensitivity' }).getByRole('textbox', { name: 'Statement 2' })).toHaveValue(
    'Cares for people, society and nature',
  )
  await expectAccessible(head)
  await head.setViewportSize(desk)
  await expect(head.getByRole('heading', { name: 'Scales of grades' })).toBeVisible()
})

test('a scheme that no class uses is deleted', async () => {
  await head.goto('/exams?tab=schemes')
  await head.getByRole('button', { name: 'Copy Maharashtra state board, classes 1 to 8' }).click()
  await head.getByRole('dialog').getByRole('button', { name: 'Copy scheme' }).click()
  await expect(head.getByText('No class uses it yet')).toBeVisible()
  await head.getByRole('button', { name: 'Delete scheme' }).click()
  await head.getByRole('dialog').getByRole('button', { name: 'Delete scheme' }).click()
  await expect(head.getByText('was deleted')).toBeVisible()
  await expect(head).toHaveURL(/tab=schemes/)
})

test('a teacher has no schemes, and a school without the module no exams', async ({ browser }) => {
  const teacher = await openStaffPage(browser, school, 'sunita')
  await teacher.goto('/exams')
  await expect(teacher.getByRole('region', { name: '7-B' })).toBeVisible()
  // Class 7 has holistic cards by its scheme.
  await expect(teacher.getByRole('tab')).toHaveText(['Marks', 'Results', 'Analysis', 'Date sheets', 'Holistic cards'])
  await school.execute(
    'mutation Off($schoolId: ID!, $input: SchoolUpdate!) { updateSchool(schoolId: $schoolId, input: $input) { id } }',
    {
      schoolId: school.id,
      input: { exams: false },
    },
  )
  await teacher.reload()
  await expect(teacher.getByText('This module is disabled. Please contact support to enable')).toBeVisible()
  await teacher.context().close()
})
