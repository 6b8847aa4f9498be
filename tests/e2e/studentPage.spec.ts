import { expect, type Page } from '@playwright/test'
import { zipSync } from 'fflate'
import sharp from 'sharp'
import { expectAccessible } from './accessibility.ts'
import { addStaffUser } from './createSchool.ts'
import { addFeeSchool, type FeeSchool } from './feeSchool.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { queryDatabase } from './queryDatabase.ts'
import { openSignedInPage } from './signIn.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

/** The page of a student, as the office, the clerk and the teacher see it; photos, one and many. */

let school: FeeSchool
let head: Page
let clerk: Page
let teacher: Page
const password = '9811122233'

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser }) => {
  school = await addFeeSchool(`Child ${uniqueTag()}`, [
    { name: 'Asha Patil', phone: '9898989801' },
    { name: 'Rohan Patil', phone: '9898989801' },
    { name: 'Usha Kale', phone: '9898989803' },
  ])
  await queryDatabase('update schools set discipline = true where id = $1', [school.id])
  const [email, teacherEmail] = ['head', 'sunita'].map((name) => `${name}.${school.id}.${uniqueTag()}@child.test`)
  await addStaffUser(school, { name: 'Vidya Rao', email: email ?? '', phone: password, role: 'ADMIN' })
  await addStaffUser(school, { name: 'Sunita Patil', email: teacherEmail ?? '', phone: password, role: 'TEACHER' })
  await queryDatabase(
    `insert into section_teachers (school_id, section_id, user_id)
       select sections.school_id, sections.id, users.id from sections join users on users.school_id = sections.school_id and users.email = $2
       where sections.school_id = $1`,
    [school.id, teacherEmail],
  )
  // A register of the first Monday of the term: absent with a note; and a holiday on the day after.
  await queryDatabase(
    `with register as (
       insert into registers (school_id, term_id, section_id, day, session, absent, taken_by, taken_by_name)
         select school_id, term_id, id, '2020-06-15', 'DAY', 1, gen_random_uuid(), 'Sunita Patil' from sections where school_id = $1
         returning school_id, id)
     insert into marks (school_id, register_id, student_id, value, note) select school_id, id, $2, 'A', 'fever' from register`,
    [school.id, school.studentIds.get('Asha Patil')],
  )
  await queryDatabase("insert into holidays (school_id, day, name) values ($1, '2020-06-16', 'Founders’ Day')", [school.id])
  head = await openSignedInPage(browser, email ?? '', password)
  clerk = await openSignedInPage(browser, school.clerks[0], school.password)
  teacher = await openSignedInPage(browser, teacherEmail ?? '', password)
})

test.afterAll(async () => {
  for (const page of [head, clerk, teacher]) await page.context().close()
})

const address = (name = 'Asha Patil') => `/students/${school.studentIds.get(name)}`
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** What the frame asks for, whatever the screen. */
const frame = new Set(['ChatUnread', 'RefusedCommands', 'Viewer'])

test('the office sees the child in one place, by one request', async () => {
  const sent: string[] = []
  // The page before sends nothing any more.
  await head.goto('about:blank')
  head.on('request', (request) => {
    if (request.url().endsWith('/graphql')) sent.push((request.postDataJSON() as { operationName: string }).operationName)
  })
  await head.goto(address())
  await expect(head.getByRole('heading', { level: 1, name: 'Asha Patil' })).toBeVisible()
  const main = head.getByRole('main')
  for (const text of ['7-B', 'roll 1', 'register no. R-1', 'Enabled'])
    await expect(main.getByText(text, { exact: true }).first()).toBeVisible()
  const family = region(head, 'Family')
  await expect(family.getByRole('link', { name: 'Call 9898989801' })).toHaveAttribute('href', 'tel:9898989801')
  await expect(family.getByRole('link', { name: 'Write to 9898989801 on WhatsApp' })).toHaveAttribute(
    'href',
    'https://wa.me/919898989801',
  )
  await expect(region(head, 'Fees')).toContainText('₹3,300.00')
  await expect(region(head, 'Fees').getByRole('listitem')).toHaveCount(3)
  for (const name of ['Attendance', 'Discipline', 'Messages', 'Certificates', 'Concessions', 'Cards and documents', 'Privacy'])
    await expect(region(head, name)).toBeVisible()
  expect(sent.filter((name) => !frame.has(name))).toEqual(['Opening', 'StudentOverview'])
  await expectAccessible(head)
  await expectFitsPhone(head)
  await family.getByRole('link', { name: 'Rohan Patil' }).click()
  await expect(head.getByRole('heading', { level: 1, name: 'Rohan Patil' })).toBeVisible()
})

test('a year of squares is read by keys, and the absences are listed', async () => {
  await head.goto(address())
  const attendance = region(head, 'Attendance')
  await expect(attendance).toContainText('0.0%')
  await expect(attendance.getByRole('list', { name: 'Last absences' })).toContainText('15 Jun 2020')
  const absent = attendance.getByRole('gridcell', { name: 'Mon, 15 Jun 2020: Absent · fever' })
  await expect(absent).toHaveText('A')
  const holiday = attendance.getByRole('gridcell', { name: 'Tue, 16 Jun 2020: Holiday · Founders’ Day' })
  await holiday.focus()
  await head.keyboard.press('ArrowUp')
  await expect(absent).toBeFocused()
  await expect(attendance.getByText('Mon, 15 Jun 2020: Absent · fever')).toBeVisible()
  await head.keyboard.press('ArrowRight')
  await expect(attendance.getByRole('gridcell', { name: /^Mon, 22 Jun 2020/ })).toBeFocused()
  await attendance.getByRole('button', { name: 'Every mark' }).click()
  await expect(head.getByRole('dialog', { name: 'Asha Patil' })).toContainText('register no. R-1')
})

test('a clerk sees money and no discipline, and takes it at the counter with the same head', async () => {
  await clerk.goto(address())
  await expect(region(clerk, 'Fees')).toContainText('₹3,300.00')
  for (const name of ['Attendance', 'Discipline', 'Messages', 'Certificates', 'Privacy'])
    await expect(region(clerk, name)).toHaveCount(0)
  await expect(clerk.getByRole('button', { name: 'Edit Student' })).toHaveCount(0)
  await region(clerk, 'Fees').getByRole('link', { name: 'Take fees' }).click()
  await expect(clerk.getByRole('heading', { level: 2, name: 'Asha Patil' })).toBeVisible()
  await expect(clerk.getByText('register no. R-1')).toBeVisible()
  await clerk.getByRole('link', { name: 'Asha Patil' }).click()
  await expect(clerk.getByRole('heading', { level: 1, name: 'Asha Patil' })).toBeVisible()
  await expectFitsPhone(clerk)
})

test('a teacher sees the own students without money, and no others', async () => {
  await teacher.goto(address())
  await expect(region(teacher, 'Attendance')).toContainText('Last absences')
  await expect(region(teacher, 'Discipline')).toBeVisible()
  for (const name of ['Fees', 'Fees Categories', 'Concessions', 'Certificates', 'Privacy'])
    await expect(region(teacher, name)).toHaveCount(0)
  await expect(teacher.getByText('₹')).toHaveCount(0)
  await expect(teacher.getByRole('button', { name: /photo/i })).toHaveCount(0)
  await expectAccessible(teacher)
  await queryDatabase('delete from section_teachers where school_id = $1', [school.id])
  await teacher.goto(address())
  await expect(teacher.getByRole('main')).toContainText(/does not exist any more/)
})

const picture = (red: number) =>
  sharp({ create: { width: 1600, height: 2000, channels: 3, background: { r: red, g: 120, b: 90 } } })
    .jpeg()
    .toBuffer()

test('one photo is stored from the page and removed', async () => {
  await head.goto(address())
  await head.getByRole('button', { name: 'Add photo of Asha Patil' }).click()
  await expect(head.getByRole('menuitem', { name: 'Choose a picture' })).toBeVisible()
  await head.keyboard.press('Escape')
  const camera = head.locator('input[type=file][capture]')
  await expect(camera).toHaveAttribute('capture', 'environment')
  await camera.setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await picture(200) })
  await expect(head.getByText('Asha Patil has a photo now.')).toBeVisible()
  await expect(head.getByRole('img', { name: 'Photo of Asha Patil' })).toBeVisible()
  await head.getByRole('button', { name: 'Change photo of Asha Patil' }).click()
  await head.getByRole('menuitem', { name: 'Remove the photo' }).click()
  await expect(head.getByText('The photo is removed.')).toBeVisible()
  await expect(head.getByRole('img', { name: 'Photo of Asha Patil' })).toHaveCount(0)
})

test('a zip of photos is previewed by name, and stored whole or not at all', async () => {
  await head.goto('/students?tab=photos')
  const zip = async (files: Record<string, Uint8Array>) =>
    head
      .locator('input[type=file]')
      .setInputFiles({ name: 'photos.zip', mimeType: 'application/zip', buffer: Buffer.from(zipSync(files)) })
  const asha = new Uint8Array(await picture(90))
  await zip({
    '7-B/R-1.jpg': asha,
    '7-B/R-2.png': asha,
    'again/R-2.jpg': asha,
    'R-99.jpg': asha,
    'R-3.jpg': new TextEncoder().encode('no picture at all'),
    '__MACOSX/._R-1.jpg': asha,
  })
  const rows = head.getByRole('list', { name: 'Photos of the zip' }).getByRole('listitem')
  await expect(rows).toHaveCount(5)
  await expect(rows.filter({ hasText: 'R-99.jpg' })).toContainText('No student has the register no. R-99')
  await expect(rows.filter({ hasText: 'again/R-2.jpg' })).toContainText('Several files are for the register no. R-2')
  await expect(rows.filter({ hasText: 'R-3.jpg' })).toContainText('This is not a picture')
  await expect(rows.filter({ hasText: 'Asha Patil' })).toContainText('7-B/R-1.jpg · 7-B')
  await expect(head.getByRole('button', { name: 'Save 1 photo' })).toBeDisabled()
  await expectAccessible(head)
  await expectFitsPhone(head)
  await head.getByRole('button', { name: 'Choose another file' }).click()
  await zip({ 'R-1.jpg': asha, 'R-2.jpg': asha })
  await head.getByRole('button', { name: 'Save 2 photos' }).click()
  await expect(head.getByText('Photos saved. 2 rows were imported.')).toBeVisible()
  const beside = await head.context().newPage()
  await beside.goto(address('Rohan Patil'))
  await expect(beside.getByRole('img', { name: 'Photo of Rohan Patil' })).toBeVisible()

  // The wrong zip: the photos before are there again.
  await head.getByRole('button', { name: 'Undo' }).click()
  const question = head.getByRole('dialog', { name: 'Undo this import?' })
  await expect(question).toContainText('The students get the photos back that they had before')
  await question.getByRole('button', { name: 'Undo Import' }).click()
  await expect(head.getByText('2 photos taken back. The import was undone.')).toBeVisible()
  await beside.reload()
  await expect(beside.getByRole('heading', { level: 1, name: 'Rohan Patil' })).toBeVisible()
  await expect(beside.getByRole('img', { name: 'Photo of Rohan Patil' })).toHaveCount(0)
  await beside.close()
})

test('what is no zip is said, and nothing is lost', async () => {
  await head.goto('/students?tab=photos')
  await head
    .locator('input[type=file]')
    .setInputFiles({ name: 'photos.zip', mimeType: 'application/zip', buffer: Buffer.from('not a zip') })
  await expect(head.getByRole('main')).toContainText('This is not a zip file.')
})
