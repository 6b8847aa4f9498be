import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { addAttendanceSchool, type AttendanceSchool, openStaffPage, phoneOptions, studentNames } from './attendanceSchool.ts'
import { typeAndChoose } from './fields.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

let school: AttendanceSchool
let head: Page
let teacher: Page

test.beforeAll(async ({ browser }) => {
  school = await addAttendanceSchool(`Discipline School ${uniqueTag()}`, { discipline: true })
  head = await openStaffPage(browser, school, 'head')
  teacher = await openStaffPage(browser, school, 'sunita', phoneOptions)
})

test.afterAll(async () => {
  await head.context().close()
  await teacher.context().close()
})

test('the office adds the usual types and one of its own @main @discipline', async () => {
  await head.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Discipline' }).click()
  await expect(head.getByText('No incidents in this term yet')).toBeVisible()
  await head.getByRole('tab', { name: 'Types' }).click()
  await expect(head.getByText('No types yet')).toBeVisible()
  await head.getByRole('button', { name: 'Add the usual types' }).click()
  await expect(head.getByText('Types Added Successfully!')).toBeVisible()
  await head.getByRole('button', { name: 'Add Type' }).click()
  const dialog = head.getByRole('dialog', { name: 'Add Type' })
  await dialog.getByRole('textbox', { name: 'Type' }).fill('Late to class')
  await dialog.getByRole('textbox', { name: 'Points' }).fill('-101')
  await dialog.getByRole('button', { name: 'Add Type' }).click()
  await expect(dialog.getByText('A whole number from −100 to 100')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Points' }).fill('-2')
  await dialog.getByRole('button', { name: 'Add Type' }).click()
  await expect(dialog.getByText('A type with this name exists already').first()).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Type' }).fill('Ran in the corridor')
  await dialog.getByRole('button', { name: 'Add Type' }).click()
  await expect(head.getByText('Ran in the corridor has been added successfully!')).toBeVisible()
  await expect(head.getByRole('row').filter({ hasText: 'Ran in the corridor' })).toContainText('−2')
  await expectAccessible(head)
})

test('a teacher records incidents of two students on a phone, and notifies the guardians @main @discipline', async () => {
  await teacher.goto('/discipline')
  await teacher.getByRole('button', { name: 'Record Incident' }).first().click()
  const dialog = teacher.getByRole('dialog', { name: 'Record Incident' })
  await dialog.getByRole('button', { name: 'Record Incident' }).click()
  await expect(dialog.getByText('Choose at least one student')).toBeVisible()
  await typeAndChoose(teacher.getByRole('combobox', { name: 'Class and Section' }), '7-B', { exact: false })
  await typeAndChoose(teacher.getByRole('combobox', { name: 'Students' }), studentNames[0], { exact: false })
  await typeAndChoose(teacher.getByRole('combobox', { name: 'Students' }), studentNames[2], { exact: false })
  await typeAndChoose(teacher.getByRole('combobox', { name: 'Type' }), 'Homework not done', { exact: false })
  await expect(dialog.getByRole('textbox', { name: 'Points' })).toHaveValue('-2')
  await dialog.getByRole('textbox', { name: 'Note' }).fill('The third time')
  await dialog.getByRole('switch', { name: 'Tell the guardians' }).check()
  await expectAccessible(teacher)
  await dialog.getByRole('button', { name: 'Record Incident' }).click()
  await expect(teacher.getByText('2 Incidents Recorded Successfully!')).toBeVisible()
  await expect(teacher.getByText(/7-B · −2 · Homework not done/)).toHaveCount(2)
  expect(await teacher.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await teacher.getByRole('tab', { name: 'Types' }).click()
  await expect(teacher.getByText('Helped others')).toBeVisible()
  await expect(teacher.getByRole('button', { name: 'Add Type' })).toBeHidden()
})

test('the office edits one incident, and deletes the other with a reason', async () => {
  await head.goto('/discipline')
  await expect(head.getByRole('row').filter({ hasText: 'Homework not done' })).toHaveCount(2)
  await head.getByText(studentNames[2]).click()
  const details = head.getByRole('dialog', { name: 'Homework not done' })
  await expect(details).toContainText('The third time')
  await expect(details).toContainText('Notified')
  await details.getByRole('button', { name: 'Close' }).click()
  await expect(details).toBeHidden()

  await head.getByRole('button', { name: `Edit Incident: Homework not done of ${studentNames[0]}` }).click()
  await typeAndChoose(head.getByRole('combobox', { name: 'Type' }), 'Excellent work', { exact: false })
  await expect(head.getByRole('dialog').getByRole('textbox', { name: 'Points' })).toHaveValue('5')
  await head.getByRole('button', { name: 'Update Incident' }).click()
  await expect(head.getByText('Incident Updated Successfully!')).toBeVisible()
  await expect(head.getByRole('row').filter({ hasText: studentNames[0] })).toContainText('+5')

  await head.getByRole('button', { name: `Delete Incident: Homework not done of ${studentNames[2]}` }).click()
  const dialog = head.getByRole('dialog', { name: 'Delete Incident' })
  await dialog.getByRole('button', { name: 'Delete Incident' }).click()
  await expect(dialog.getByText('Required')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('It was her cousin')
  await dialog.getByRole('button', { name: 'Delete Incident' }).click()
  await expect(head.getByText('Incident Deleted Successfully!')).toBeVisible()
  await expect(head.getByRole('row').filter({ hasText: studentNames[2] })).toHaveCount(0)
  await expectAccessible(head)
  await expectFitsPhone(head)
})

test('a student’s page shows the points of the term, and a teacher cannot edit the office’s incident', async () => {
  await head.goto('/students')
  await head.getByText(studentNames[0]).click()
  const card = head.getByRole('region', { name: 'Discipline' })
  await expect(card).toContainText('+5')
  await card.getByRole('button', { name: 'Record Incident' }).click()
  await typeAndChoose(head.getByRole('combobox', { name: 'Type' }), 'Used a phone', { exact: false })
  await head.getByRole('dialog').getByRole('button', { name: 'Record Incident' }).click()
  await expect(head.getByText('Incident Recorded Successfully!')).toBeVisible()
  await expect(card.getByRole('listitem')).toHaveCount(2)
  await expect(card).toContainText('from 2 incidents in this term')
  await expectAccessible(head)

  await teacher.goto('/discipline')
  await teacher.getByRole('button', { name: `Actions for Used a phone of ${studentNames[0]}` }).click()
  await expect(teacher.getByRole('menuitem', { name: /Edit Incident/ })).toContainText(
    'Only the office and whoever has recorded it',
  )
  await teacher.keyboard.press('Escape')
})

test('the overview shows the totals, and links to their incidents', async () => {
  await head.goto('/discipline?tab=overview')
  await expect(head.getByRole('status').filter({ hasText: 'incidents of' })).toHaveText(
    '2 incidents of 1 student · 1 done well, 1 to be better · 0 points',
  )
  await expectAccessible(head)
  await expectFitsPhone(head)
  await head.getByRole('row').filter({ hasText: 'Used a phone' }).click()
  await expect(head).toHaveURL(/f\.type=/)
  await expect(head.getByRole('row').filter({ hasText: studentNames[0] })).toHaveCount(1)
})

test('an incident recorded without a connection waits on the device, and is stored once', async () => {
  await teacher.goto('/discipline')
  await teacher.getByRole('button', { name: 'Record Incident' }).first().click()
  const dialog = teacher.getByRole('dialog', { name: 'Record Incident' })
  await typeAndChoose(teacher.getByRole('combobox', { name: 'Class and Section' }), '7-B', { exact: false })
  await typeAndChoose(teacher.getByRole('combobox', { name: 'Students' }), studentNames[1], { exact: false })
  await typeAndChoose(teacher.getByRole('combobox', { name: 'Type' }), 'Helped others', { exact: false })
  await teacher.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Record Incident' }).click()
  await expect(teacher.getByText('The incident waits on this device')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(teacher.getByRole('banner')).toContainText('1 incident waiting')
  await teacher.context().setOffline(false)
  await expect(teacher.getByRole('banner')).not.toContainText('waiting')
  await teacher.reload()
  await expect(teacher.getByText(studentNames[1])).toHaveCount(1)
})
