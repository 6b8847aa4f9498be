import { expect, type Page } from '@playwright/test'
import { addDays, showDay, writeDay } from '#shared/dates.ts'
import { expectAccessible } from './accessibility.ts'
import {
  addAttendanceSchool,
  type AttendanceSchool,
  expectsRegisters,
  openStaffPage,
  phoneOptions,
  studentNames,
  today,
} from './attendanceSchool.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { choose, typeDay } from './fields.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

// The service worker opens pages without a connection.
test.use({ serviceWorkers: 'allow' })

test.describe.configure({ mode: 'serial' })

let school: AttendanceSchool
let sunita: Page
let ramesh: Page
let head: Page

test.beforeAll(async ({ browser }) => {
  school = await addAttendanceSchool(`Attendance School ${uniqueTag()}`)
  sunita = await openStaffPage(browser, school, 'sunita', phoneOptions)
  ramesh = await openStaffPage(browser, school, 'ramesh')
  head = await openStaffPage(browser, school, 'head')
})

test.afterAll(async () => {
  for (const page of [sunita, ramesh, head]) await page.context().close()
})

const studentButton = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^\\d+ ${name} (Present|Absent|Late)`) })
const sectionCard = (page: Page, section: string) => page.getByRole('listitem').filter({ hasText: section }).first()
const registerCounts = (page: Page) => page.getByRole('status').filter({ hasText: 'present' })
const savedMessage = (page: Page, section: string, counts: string) => page.getByText(`${section} saved: ${counts}`)

async function openRegisterList(page: Page): Promise<void> {
  await page.goto('/attendance?tab=take')
  await expect(sectionCard(page, '7-B')).toBeVisible()
}

test('a teacher marks five students absent on a phone with seven taps, and the others are present @main @attendance @TEACHER', async () => {
  await openRegisterList(sunita)
  await expect(sectionCard(sunita, '7-B')).toContainText(expectsRegisters ? 'not taken' : 'not expected')
  await expect(sectionCard(sunita, '7-B')).toContainText('12 students')
  await expectFitsPhone(sunita)
  await sunita.setViewportSize(phoneOptions.viewport)
  await expectAccessible(sunita)

  let taps = 0
  const tap = async (locator: ReturnType<typeof studentButton>) => {
    taps += 1
    await locator.tap()
  }
  await tap(sectionCard(sunita, '7-B').getByRole('link'))
  await expect(registerCounts(sunita)).toHaveText('12 present · 0 absent · 0 late')
  for (const name of studentNames.slice(0, 5)) await tap(studentButton(sunita, name))
  await expect(registerCounts(sunita)).toHaveText('7 present · 5 absent · 0 late')
  // Large enough for a thumb.
  const buttonBox = await studentButton(sunita, studentNames[0]).boundingBox()
  expect(Math.min(buttonBox?.height ?? 0, buttonBox?.width ?? 0)).toBeGreaterThanOrEqual(48)
  expect(await sunita.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await expectAccessible(sunita)
  await tap(sunita.getByRole('button', { name: 'Save 12' }))
  await expect(savedMessage(sunita, '7-B', '7 present · 5 absent · 0 late')).toBeVisible()
  expect(taps).toBe(7)
  await expect(sectionCard(sunita, '7-B')).toContainText('7 present · 5 absent · 0 late')
  await expect(sectionCard(sunita, '7-B')).toContainText('Sunita Patil')
})

test('taps cycle through the marks, a long press opens the note, and keys set marks too', async () => {
  await sectionCard(sunita, '7-B').getByRole('link').tap()
  const asha = studentButton(sunita, 'Asha Kulkarni')
  await expect(asha).toHaveAccessibleName(/^2 Asha Kulkarni Absent/)
  await asha.tap()
  await expect(asha).toHaveAccessibleName(/^2 Asha Kulkarni Late/)
  await asha.tap()
  await expect(asha).toHaveAccessibleName(/^2 Asha Kulkarni Present/)

  await asha.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 50, clientY: 300, isPrimary: true })
  const dialog = sunita.getByRole('dialog', { name: 'Asha Kulkarni' })
  await dialog.getByRole('textbox', { name: 'Note' }).fill('came with her father')
  await expectAccessible(sunita)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(asha).toContainText('came with her father')

  await studentButton(sunita, 'Bhavesh Rane').focus()
  await sunita.keyboard.press('l')
  await expect(studentButton(sunita, 'Bhavesh Rane')).toHaveAccessibleName(/^3 Bhavesh Rane Late/)
  await expect(studentButton(sunita, 'Chitra Nair')).toBeFocused()
  await sunita.keyboard.press('p')
  await expect(registerCounts(sunita)).toHaveText('9 present · 2 absent · 1 late')

  await sunita.getByRole('button', { name: 'Everybody present' }).tap()
  await expect(registerCounts(sunita)).toHaveText('12 present · 0 absent · 0 late')
  await sunita.getByRole('button', { name: 'Undo' }).tap()
  await expect(registerCounts(sunita)).toHaveText('9 present · 2 absent · 1 late')

  // Unsaved marks survive a reload.
  await sunita.reload()
  await expect(registerCounts(sunita)).toHaveText('9 present · 2 absent · 1 late')
  await sunita.getByRole('button', { name: 'Save 12' }).tap()
  await expect(savedMessage(sunita, '7-B', '9 present · 2 absent · 1 late')).toBeVisible()
})

test('a register taken without a connection survives a reload, and is sent when the connection is back', async () => {
  await openRegisterList(sunita)
  await sunita.evaluate(() => navigator.serviceWorker.ready)
  await sunita.waitForLoadState('networkidle')
  await sunita.context().setOffline(true)
  await sectionCard(sunita, '7-A').getByRole('link').tap()
  await studentButton(sunita, 'Lata Iyer').tap()
  await sunita.getByRole('button', { name: 'Save 2' }).tap()
  await expect(sunita.getByText('No connection. Saved on this device')).toBeVisible()
  await expect(sectionCard(sunita, '7-A')).toContainText('waiting')
  await expect(sectionCard(sunita, '7-A')).toContainText('1 present · 1 absent · 0 late')
  await expect(sunita.getByRole('banner')).toContainText('2 marks waiting')

  // Reload, still without a connection.
  await sunita.reload()
  await expect(sectionCard(sunita, '7-A')).toContainText('waiting')
  await expect(sunita.getByRole('banner')).toContainText('2 marks waiting')

  // The same register again shows the saved marks, which can be changed.
  await sectionCard(sunita, '7-A').getByRole('link').tap()
  await expect(registerCounts(sunita)).toHaveText('1 present · 1 absent · 0 late')
  await studentButton(sunita, 'Manav Das').tap()
  await sunita.getByRole('button', { name: 'Save 2' }).tap()
  await expect(sectionCard(sunita, '7-A')).toContainText('0 present · 2 absent · 0 late')

  await sunita.context().setOffline(false)
  await expect(sectionCard(sunita, '7-A')).toContainText('taken')
  await expect(sunita.getByRole('banner')).not.toContainText('waiting')
  await openRegisterList(ramesh)
  await expect(sectionCard(ramesh, '7-A')).toContainText('0 present · 2 absent · 0 late')
})

test('of two teachers at one register the second is warned, compares and decides, without losing marks', async () => {
  await openRegisterList(sunita)
  await sectionCard(sunita, '7-B').getByRole('link').tap()
  await expect(registerCounts(sunita)).toBeVisible()
  await openRegisterList(ramesh)
  await sectionCard(ramesh, '7-B').getByRole('link').click()
  await studentButton(ramesh, 'Isha Bhosale').click()
  await ramesh.getByRole('button', { name: 'Save 12' }).click()
  await expect(savedMessage(ramesh, '7-B', '8 present · 3 absent · 1 late')).toBeVisible()

  await studentButton(sunita, 'Kavya Shinde').tap()
  await sunita.getByRole('button', { name: 'Save 12' }).tap()
  await expect(sunita.getByRole('alert')).toContainText(/7-B was changed by Ramesh Kale at \d\d:\d\d meanwhile\./)
  await expect(studentButton(sunita, 'Kavya Shinde')).toHaveAccessibleName(/^12 Kavya Shinde Absent/)
  await sunita.getByRole('button', { name: 'Compare' }).tap()
  const dialog = sunita.getByRole('dialog', { name: '7-B was taken twice' })
  await expect(dialog.getByRole('row')).toHaveCount(3)
  await expect(dialog.getByRole('row', { name: /Isha Bhosale/ })).toContainText('A')
  await expectAccessible(sunita)
  await dialog.getByRole('button', { name: 'Go Back' }).tap()
  await sunita.getByRole('button', { name: 'Replace with mine' }).tap()
  await expect(savedMessage(sunita, '7-B', '8 present · 3 absent · 1 late')).toBeVisible()
  await expect(sunita.getByRole('banner')).not.toContainText('needs a look')
  await sectionCard(sunita, '7-B').getByRole('link').tap()
  await expect(studentButton(sunita, 'Isha Bhosale')).toHaveAccessibleName(/^10 Isha Bhosale Present/)
})

test('a register saved without a connection that changed meanwhile waits for a decision', async () => {
  await openRegisterList(sunita)
  await sunita.waitForLoadState('networkidle')
  await sunita.context().setOffline(true)
  await sectionCard(sunita, '7-A').getByRole('link').tap()
  await studentButton(sunita, 'Lata Iyer').tap()
  await sunita.getByRole('button', { name: 'Save 2' }).tap()
  await expect(sectionCard(sunita, '7-A')).toContainText('waiting')
  await openRegisterList(ramesh)
  await sectionCard(ramesh, '7-A').getByRole('link').click()
  await studentButton(ramesh, 'Manav Das').click()
  await ramesh.getByRole('button', { name: 'Save 2' }).click()
  await expect(savedMessage(ramesh, '7-A', '0 present · 1 absent · 1 late')).toBeVisible()

  await sunita.context().setOffline(false)
  await expect(sectionCard(sunita, '7-A')).toContainText('needs a look')
  await expect(sunita.getByRole('banner')).toContainText('1 needs a look')
  await sectionCard(sunita, '7-A').getByRole('link').tap()
  await expect(sunita.getByRole('main').getByRole('alert')).toContainText('7-A was changed by Ramesh Kale')
  await expect(registerCounts(sunita)).toHaveText('0 present · 1 absent · 1 late')
  await sunita.getByRole('button', { name: 'Compare' }).tap()
  await sunita.getByRole('dialog').getByRole('button', { name: 'Keep the saved register' }).tap()
  await expect(studentButton(sunita, 'Lata Iyer')).toHaveAccessibleName(/^1 Lata Iyer Absent/)
  await expect(studentButton(sunita, 'Manav Das')).toHaveAccessibleName(/^2 Manav Das Late/)
  // On a phone the register's own head stands in place of the top bar.
  await expect(sunita.getByRole('main').getByText('Saved', { exact: true })).toBeVisible()
  // Restores the marks for the next tests.
  await studentButton(sunita, 'Manav Das').tap()
  await studentButton(sunita, 'Manav Das').tap()
  await sunita.getByRole('button', { name: 'Save 2' }).tap()
  await expect(savedMessage(sunita, '7-A', '0 present · 2 absent · 0 late')).toBeVisible()
})

test('the head sees the day’s absences on the dashboard, and opens their registers', async () => {
  await head.goto('/dashboard')
  const absent = head.getByRole('region', { name: 'Absent today' })
  await expect(absent).toContainText('5')
  await expect(absent.getByRole('link', { name: /7-B · 3/ })).toBeVisible()
  await expect(head.getByRole('region', { name: 'Registers not taken' })).toHaveCount(0)
  await expectAccessible(head)
  await expectFitsPhone(head)
  await absent.getByRole('link', { name: /7-A · 2/ }).click()
  await expect(head.getByRole('heading', { name: '7-A' })).toBeVisible()
  await expect(registerCounts(head)).toHaveText('0 present · 2 absent · 0 late')
})

test('the head corrects a mark in the month grid, and its history says who did', async () => {
  await head.goto('/attendance')
  await choose(head.getByRole('combobox', { name: 'Section' }), '7-B')
  const grid = head.getByRole('grid', { name: 'Attendance of 7-B' })
  const cell = grid.getByRole('gridcell', { name: new RegExp(`^Kavya Shinde, \\w+, ${showDay(today)}: Absent`) })
  await expect(cell).toHaveText('A')
  await expectAccessible(head)
  await cell.click()
  const dialog = head.getByRole('dialog', { name: 'Kavya Shinde' })
  await expect(dialog).toContainText('Taken by')
  await expect(dialog.getByRole('list')).toContainText('Sunita Patil')
  await dialog.getByRole('button', { name: 'Late' }).click()
  await dialog.getByRole('textbox', { name: 'Note' }).fill('bus was late')
  await dialog.getByRole('button', { name: 'Correct' }).click()
  await expect(head.getByText('Kavya Shinde: Late')).toBeVisible()
  const corrected = grid.getByRole('gridcell', { name: new RegExp(`^Kavya Shinde, \\w+, ${showDay(today)}: Late`) })
  await expect(corrected).toHaveText('L')
  await corrected.focus()
  await head.keyboard.press('Enter')
  await expect(dialog.getByRole('list')).toContainText('Vidya Rao')
  await expect(dialog.getByRole('list')).toContainText('bus was late')
  await dialog.getByRole('button', { name: 'Close' }).click()

  await grid.getByRole('button', { name: /Kavya Shinde/ }).click()
  const yearDialog = head.getByRole('dialog', { name: 'Kavya Shinde' })
  await expect(yearDialog).toContainText('100.0%')
  await expect(yearDialog).toContainText('bus was late')
  await expectAccessible(head)
  await yearDialog.getByRole('button', { name: 'Close' }).click()
  await expectFitsPhone(head)
})

test('the overview compares all sections', async () => {
  await head.getByRole('button', { name: 'All sections' }).click()
  await expect(head.getByRole('row', { name: /7-A/ })).toContainText('0.0%')
  await head.getByRole('button', { name: 'Today' }).click()
  await expect(head.getByRole('status', { name: 'Totals' })).toContainText('14 students')
  await expectAccessible(head)
  await expectFitsPhone(head)
  await head.getByText('7-B', { exact: true }).click()
  await expect(head.getByRole('grid', { name: 'Attendance of 7-B' })).toBeVisible()
})

async function chooseMarksFile(rows: readonly string[]): Promise<void> {
  const content = ['class,section,roll,date,value,note', ...rows].join('\n')
  await head.locator('input[type=file]').setInputFiles({ name: 'marks.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
}

test('a file with invalid cells is not imported; a valid one becomes registers', async () => {
  const pastDay = addDays(today, -30)
  const pastDayText = writeDay(pastDay)
  await head.goto('/attendance?tab=import')
  await chooseMarksFile([`7,B,1,${pastDayText},X,`, `9,B,1,${pastDayText},P,`, `7,B,2,31/02/2026,P,`, `7,B,99,${pastDayText},P,`])
  await expect(head.getByText('Some field is not valid. Please Recheck The File And Try Again')).toBeVisible()
  await expect(head.getByText('9 or B does not match any class. Please check again!')).toBeVisible()
  await expect(head.getByRole('button', { name: 'Upload Attendance' })).toBeDisabled()
  await expectAccessible(head)

  await head.goto('/attendance?tab=import')
  await chooseMarksFile(
    studentNames.map((_, index) => `7,b,${index + 1},${pastDayText},${index < 2 ? 'A' : 'p'},${index === 0 ? 'fever' : ''}`),
  )
  await expect(head.getByText('File looks good. Please click submit to import.')).toBeVisible()
  await head.getByRole('button', { name: 'Upload Attendance' }).click()
  await expect(head.getByText('Attendance Successfully Imported: 1 register').first()).toBeVisible()
  await head.goto(`/attendance?tab=view&section=${school.sectionIds.get('7-B')}&month=${pastDay.slice(0, 7)}`)
  const cell = new RegExp(`^Aarav Deshmukh, \\w+, ${showDay(pastDay)}: Absent`)
  await expect(head.getByRole('gridcell', { name: cell })).toHaveText('A')
})

test('holidays are added for a range of days, shown in the grid, and deleted', async () => {
  const firstDay = addDays(today, -40)
  await head.goto('/attendance?tab=holidays')
  await expect(head.getByText('No holidays yet')).toBeVisible()
  await head.getByRole('button', { name: 'Add Holidays' }).click()
  const dialog = head.getByRole('dialog', { name: 'Add Holidays' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Diwali')
  await typeDay(head, 'Last Day', addDays(firstDay, 1))
  await typeDay(head, 'First Day', firstDay)
  await dialog.getByRole('button', { name: 'Add Holidays' }).click()
  await expect(head.getByText('2 Holidays Added Successfully!')).toBeVisible()
  await expect(head.getByText('2 days without registers')).toBeVisible()
  await expectAccessible(head)
  await head.goto(`/attendance?tab=view&section=${school.sectionIds.get('7-B')}&month=${firstDay.slice(0, 7)}`)
  await expect(
    head.getByRole('gridcell', { name: `Aarav Deshmukh, ${shortWeekday(firstDay)}, ${showDay(firstDay)}: Diwali` }),
  ).toHaveText('H')
  await head.goto('/attendance?tab=holidays')
  await head.getByRole('button', { name: `Delete Diwali, ${showDay(firstDay)}` }).click()
  const confirmation = head.getByRole('dialog', { name: 'Delete Diwali?' })
  await expect(confirmation.getByRole('button', { name: 'Go Back' })).toBeFocused()
  await confirmation.getByRole('button', { name: 'Delete Holiday' }).click()
  await expect(head.getByText('1 day without registers')).toBeVisible()
})

function shortWeekday(day: string): string {
  return new Intl.DateTimeFormat('en-IN', { weekday: 'short', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`)).slice(0, 3)
}

test('planned absence notices are listed, and held by section and for the school', async () => {
  await head.goto('/attendance?tab=notices')
  const notices = head.getByRole('region', { name: 'Notices of 7-B' })
  await expect(notices).toContainText('at 23:58')
  await expect(notices.getByRole('listitem').filter({ hasText: 'Aarav Deshmukh' })).toContainText('98xxxxxx00')
  await expect(notices.getByRole('listitem').filter({ hasText: 'Aarav Deshmukh' })).toContainText('planned')
  await expectAccessible(head)
  await notices.getByRole('button', { name: 'Hold 7-B' }).click()
  await expect(notices).toContainText(/Held by Vidya Rao at \d\d:\d\d/)
  await expect(notices.getByRole('listitem').filter({ hasText: 'Aarav Deshmukh' })).toContainText('held')
  await notices.getByRole('button', { name: 'Release 7-B' }).click()
  await expect(notices).not.toContainText('Held by')
  await head.getByRole('button', { name: 'Hold the whole school' }).click()
  await expect(head.getByRole('main').getByRole('alert')).toContainText('Held for the whole school by Vidya Rao')
  await expectFitsPhone(head)
  await head.getByRole('button', { name: 'Release the whole school' }).click()
  await expect(head.getByText('Held for the whole school')).toBeHidden()
})

test('a teacher does not see the tabs and buttons of the office', async () => {
  await ramesh.goto('/attendance')
  await expect(ramesh.getByRole('tab')).toHaveText(['View Attendances', 'Take Attendance', 'Holidays'])
  await ramesh.getByRole('tab', { name: 'Holidays' }).click()
  await expect(ramesh.getByText('Diwali')).toBeVisible()
  await expect(ramesh.getByRole('button', { name: 'Add Holidays' })).toBeHidden()
})
