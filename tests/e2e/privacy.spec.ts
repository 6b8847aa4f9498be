import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { addAttendanceSchool, type AttendanceSchool, openStaffPage, studentNames } from './attendanceSchool.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { queryDatabase } from './queryDatabase.ts'
import { chooseSchool, openSuperadminPage } from './schoolScreens.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

let school: AttendanceSchool
let head: Page

test.beforeAll(async ({ browser }) => {
  school = await addAttendanceSchool(`Privacy School ${uniqueTag()}`, {})
  head = await openStaffPage(browser, school, 'head')
})
test.afterAll(() => head.context().close())

test('a student’s data is exported; an admin asks for the erasure, which can be stopped, and a super administrator erases @main @privacy', async ({
  browser,
}) => {
  await head.goto('/students')
  await head.getByRole('searchbox').first().fill(studentNames[0])
  await head.getByText(studentNames[0]).first().click()
  await expect(head.getByRole('heading', { name: 'Privacy' })).toBeVisible()
  const studentUrl = head.url()
  await head.getByRole('button', { name: 'Export Everything' }).click()
  await expect(head.getByText('The file contains everything about a child')).toBeVisible()
  const downloading = head.waitForEvent('download')
  await head.getByRole('button', { name: 'ZIP' }).click()
  const entries = unzipSync(await readFile(await (await downloading).path()))
  expect(strFromU8(entries['data.json'] ?? new Uint8Array())).toContain(studentNames[0])

  await head.goto(studentUrl)
  const ask = head.getByRole('button', { name: 'Ask for the Erasure' })
  await ask.click()
  const dialog = head.getByRole('dialog', { name: 'Ask for the Erasure' })
  await expect(dialog.getByText('The student is enabled in the current term')).toBeVisible()
  await dialog.getByRole('button', { name: 'Go Back' }).click()
  await head.getByRole('button', { name: 'Disable Student' }).click()
  await expect(head.getByText('Student Updated Successfully!')).toBeVisible()
  await ask.click()
  await expect(dialog.getByText('What stays')).toBeVisible()
  await expectAccessible(head)
  const nameOf = (box: Locator) => box.getByRole('textbox', { name: 'Type the student’s name' })
  await nameOf(dialog).fill('Somebody')
  await dialog.getByRole('button', { name: 'Ask for the Erasure' }).click()
  await expect(dialog.getByText('This is not the name of the student')).toBeVisible()
  await nameOf(dialog).fill(studentNames[0])
  await dialog.getByRole('button', { name: 'Ask for the Erasure' }).click()
  await expect(head.getByText(/asked on .* to erase this student/)).toBeVisible()
  await expect(ask).toBeDisabled()
  await head.getByRole('button', { name: 'Stop the Erasure' }).click()
  await expect(head.getByText(/to erase this student/)).toBeHidden()
  await ask.click()
  await nameOf(dialog).fill(studentNames[0])
  await dialog.getByRole('button', { name: 'Ask for the Erasure' }).click()
  await expect(head.getByText(/to erase this student/)).toBeVisible()

  const platform = await openSuperadminPage(browser)
  await chooseSchool(platform, school.name)
  await platform.goto(studentUrl)
  await platform.getByRole('button', { name: 'Erase Student' }).click()
  const erasing = platform.getByRole('dialog', { name: 'Erase Student' })
  await nameOf(erasing).fill(studentNames[0])
  await erasing.getByRole('button', { name: 'Erase Student' }).click()
  await expect(platform.getByText('Student Erased Successfully!')).toBeVisible()
  await platform.context().close()
  await head.goto(studentUrl)
  await expect(head.getByRole('heading', { level: 1, name: /^Erased student \d+$/ })).toBeVisible()
  await expect(head.getByText('Erased on')).toBeVisible()
})

test('the audit log describes the actions, is filtered by the address, and records its own export', async () => {
  await head.getByRole('link', { name: 'What Was Done' }).click()
  await expect(head.getByText(/^Only Erased student \d+$/)).toBeVisible()
  const rows = head.getByRole('grid').getByRole('row')
  await expect(rows.filter({ hasText: 'Student erased' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'Data of a student exported' })).toHaveCount(1)
  await head.goto('/audit-log?f.area=STUDENTS')
  await expect(rows.filter({ hasText: 'Student disabled or enabled' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'Student erased' })).toHaveCount(0)
  await head.getByRole('searchbox', { name: 'What was done' }).fill('enabled')
  await expect(head).toHaveURL(/q=enabled/)
  await expectAccessible(head)
  const downloading = head.waitForEvent('download')
  await head.getByRole('button', { name: 'Export' }).click()
  await head.getByRole('menuitem', { name: /CSV/ }).first().click()
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain('Student disabled or enabled')
  await head.goto('/audit-log?f.area=PRIVACY')
  await expect(rows.filter({ hasText: 'Audit log exported' })).toHaveCount(1)
  await expectFitsPhone(head)
})

test('an Aadhaar PDF is opened by a button, and the audit log has that and, where asked for, the sign-ins', async () => {
  await head.setViewportSize({ width: 1280, height: 900 })
  await head.goto('/students')
  await head.getByRole('searchbox').first().fill(studentNames[1])
  await head.getByText(studentNames[1]).first().click()
  await expect(head.getByRole('heading', { name: 'Privacy' })).toBeVisible()
  const studentId = new URL(head.url()).pathname.split('/')[2] ?? ''
  // As an upload stores it: the address alone is looked at here.
  await queryDatabase(
    `with file as (
       insert into files (school_id, purpose, content_type, size, attached, created_by)
       select school_id, 'student-aadhar', 'application/pdf', 9, true, gen_random_uuid() from students where id = $1
       returning school_id, id
     ) update students set aadhar_file = file.id from file where students.school_id = file.school_id and students.id = $1`,
    [studentId],
  )
  await head.reload()
  const opening = head.context().waitForEvent('page')
  await head.getByRole('list', { name: 'Documents' }).getByRole('button', { name: 'Aadhaar PDF' }).click()
  await (await opening).waitForURL(/\/files\//)
  await head.goto('/audit-log?f.area=PRIVACY')
  const rows = head.getByRole('grid').getByRole('row')
  await expect(rows.filter({ hasText: 'Aadhaar PDF opened' })).toHaveCount(1)
  await head.goto('/audit-log')
  await expect(rows.filter({ hasText: 'Aadhaar PDF opened' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'Signed in' })).toHaveCount(0)
  await head.goto('/audit-log?f.area=SIGN_INS')
  await expect(rows.filter({ hasText: 'Signed in' }).first()).toBeVisible()
  await expectAccessible(head)
  await expectFitsPhone(head)
})

test('the settings have the retention in days', async () => {
  await head.setViewportSize({ width: 1280, height: 900 })
  await head.goto('/settings?tab=privacy')
  await head.getByRole('textbox', { name: 'Scans at the gate, in days' }).fill('7')
  await head.getByRole('button', { name: 'Update Settings' }).click()
  await expect(head.getByText('At least 30 days', { exact: true })).toBeVisible()
  await head.getByRole('textbox', { name: 'Scans at the gate, in days' }).fill('90')
  await head.getByRole('button', { name: 'Update Settings' }).click()
  await expect(head.getByText('Settings Updated Successfully!')).toBeVisible()
  await head.reload()
  await expect(head.getByRole('textbox', { name: 'Scans at the gate, in days' })).toHaveValue('90')
})
