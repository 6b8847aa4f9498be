import { expect, type Page, test } from '@playwright/test'
import { addDays, showDay, writeDay } from '#shared/dates.ts'
import { addAttendanceSchool, type AttendanceSchool, isSunday, pageOf, phone, pupils, today } from './attendanceSchool.ts'
import { accessible, fitsPhone } from './ownSchool.ts'

// Opens pages without a connection.
test.use({ serviceWorkers: 'allow' })

test.describe.configure({ mode: 'serial' })

let school: AttendanceSchool
let sunita: Page
let ramesh: Page
let head: Page

test.beforeAll(async ({ browser }) => {
  school = await addAttendanceSchool(`Attendance School ${Date.now().toString(36)}`)
  sunita = await pageOf(browser, school, 'sunita', phone)
  ramesh = await pageOf(browser, school, 'ramesh')
  head = await pageOf(browser, school, 'head')
})

test.afterAll(async () => {
  for (const page of [sunita, ramesh, head]) await page.context().close()
})

const student = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^\\d+ ${name} (Present|Absent|Late)`) })
const card = (page: Page, section: string) => page.getByRole('listitem').filter({ hasText: section }).first()
const counts = (page: Page) => page.getByRole('status').filter({ hasText: 'present' })
const saved = (page: Page, section: string, words: string) => page.getByText(`${section} saved: ${words}`)

async function openList(page: Page): Promise<void> {
  await page.goto('/attendance?tab=take')
  await expect(card(page, '7-B')).toBeVisible()
}

test('a teacher marks five absent on a phone: seven taps from the list, everybody else is present', async () => {
  await openList(sunita)
  await expect(card(sunita, '7-B')).toContainText(isSunday ? 'not expected' : 'not taken')
  await expect(card(sunita, '7-B')).toContainText('12 students')
  await fitsPhone(sunita)
  await sunita.setViewportSize(phone.viewport)
  await accessible(sunita)

  let taps = 0
  const tap = async (locator: ReturnType<typeof student>) => {
    taps += 1
    await locator.tap()
  }
  await tap(card(sunita, '7-B').getByRole('link'))
  await expect(counts(sunita)).toHaveText('12 present · 0 absent · 0 late')
  for (const name of pupils.slice(0, 5)) await tap(student(sunita, name))
  await expect(counts(sunita)).toHaveText('7 present · 5 absent · 0 late')
  // As large as a thumb, and nothing is wider than the phone.
  const box = await student(sunita, pupils[0]).boundingBox()
  expect(Math.min(box?.height ?? 0, box?.width ?? 0)).toBeGreaterThanOrEqual(48)
  expect(await sunita.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await accessible(sunita)
  await tap(sunita.getByRole('button', { name: 'Save 12' }))
  await expect(saved(sunita, '7-B', '7 present · 5 absent · 0 late')).toBeVisible()
  expect(taps).toBe(7)
  await expect(card(sunita, '7-B')).toContainText('7 present · 5 absent · 0 late')
  await expect(card(sunita, '7-B')).toContainText('Sunita Patil')
})

test('taps go round, a long press opens the note, the keyboard does all of it', async () => {
  await card(sunita, '7-B').getByRole('link').tap()
  const asha = student(sunita, 'Asha Kulkarni')
  await expect(asha).toHaveAccessibleName(/^2 Asha Kulkarni Absent/)
  await asha.tap()
  await expect(asha).toHaveAccessibleName(/^2 Asha Kulkarni Late/)
  await asha.tap()
  await expect(asha).toHaveAccessibleName(/^2 Asha Kulkarni Present/)

  await asha.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 50, clientY: 300, isPrimary: true })
  const dialog = sunita.getByRole('dialog', { name: 'Asha Kulkarni' })
  await dialog.getByRole('textbox', { name: 'Note' }).fill('came with her father')
  await accessible(sunita)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(asha).toContainText('came with her father')

  await student(sunita, 'Bhavesh Rane').focus()
  await sunita.keyboard.press('l')
  await expect(student(sunita, 'Bhavesh Rane')).toHaveAccessibleName(/^3 Bhavesh Rane Late/)
  await expect(student(sunita, 'Chitra Nair')).toBeFocused()
  await sunita.keyboard.press('p')
  await expect(counts(sunita)).toHaveText('9 present · 2 absent · 1 late')

  await sunita.getByRole('button', { name: 'Everybody present' }).tap()
  await expect(counts(sunita)).toHaveText('12 present · 0 absent · 0 late')
  await sunita.getByRole('button', { name: 'Undo' }).tap()
  await expect(counts(sunita)).toHaveText('9 present · 2 absent · 1 late')

  // What was tapped is still there after the page was closed and opened.
  await sunita.reload()
  await expect(counts(sunita)).toHaveText('9 present · 2 absent · 1 late')
  await sunita.getByRole('button', { name: 'Save 12' }).tap()
  await expect(saved(sunita, '7-B', '9 present · 2 absent · 1 late')).toBeVisible()
})

test('without a connection a register is taken, kept through a reload, and sent when the connection is back', async () => {
  await openList(sunita)
  await sunita.evaluate(() => navigator.serviceWorker.ready)
  await sunita.waitForLoadState('networkidle')
  await sunita.context().setOffline(true)
  await card(sunita, '7-A').getByRole('link').tap()
  await student(sunita, 'Lata Iyer').tap()
  await sunita.getByRole('button', { name: 'Save 2' }).tap()
  await expect(sunita.getByText('No connection. Saved on this device')).toBeVisible()
  await expect(card(sunita, '7-A')).toContainText('waiting')
  await expect(card(sunita, '7-A')).toContainText('1 present · 1 absent · 0 late')
  await expect(sunita.getByRole('banner')).toContainText('2 marks waiting')

  // The phone closes the page and opens it again, still without a connection.
  await sunita.reload()
  await expect(card(sunita, '7-A')).toContainText('waiting')
  await expect(sunita.getByRole('banner')).toContainText('2 marks waiting')

  // The same register once more: what was saved shows, and is changed on top of it.
  await card(sunita, '7-A').getByRole('link').tap()
  await expect(counts(sunita)).toHaveText('1 present · 1 absent · 0 late')
  await student(sunita, 'Manav Das').tap()
  await sunita.getByRole('button', { name: 'Save 2' }).tap()
  await expect(card(sunita, '7-A')).toContainText('0 present · 2 absent · 0 late')

  await sunita.context().setOffline(false)
  await expect(card(sunita, '7-A')).toContainText('taken')
  await expect(sunita.getByRole('banner')).not.toContainText('waiting')
  await openList(ramesh)
  await expect(card(ramesh, '7-A')).toContainText('0 present · 2 absent · 0 late')
})

test('two teachers at one register: who comes second is told, looks, and decides; nothing tapped is lost', async () => {
  await openList(sunita)
  await card(sunita, '7-B').getByRole('link').tap()
  await expect(counts(sunita)).toBeVisible()
  await openList(ramesh)
  await card(ramesh, '7-B').getByRole('link').click()
  await student(ramesh, 'Isha Bhosale').click()
  await ramesh.getByRole('button', { name: 'Save 12' }).click()
  await expect(saved(ramesh, '7-B', '8 present · 3 absent · 1 late')).toBeVisible()

  await student(sunita, 'Kavya Shinde').tap()
  await sunita.getByRole('button', { name: 'Save 12' }).tap()
  await expect(sunita.getByRole('alert')).toContainText(/7-B was changed by Ramesh Kale at \d\d:\d\d meanwhile\./)
  await expect(student(sunita, 'Kavya Shinde')).toHaveAccessibleName(/^12 Kavya Shinde Absent/)
  await sunita.getByRole('button', { name: 'Compare' }).tap()
  const dialog = sunita.getByRole('dialog', { name: '7-B was taken twice' })
  await expect(dialog.getByRole('row')).toHaveCount(3)
  await expect(dialog.getByRole('row', { name: /Isha Bhosale/ })).toContainText('A')
  await accessible(sunita)
  await dialog.getByRole('button', { name: 'Go Back' }).tap()
  await sunita.getByRole('button', { name: 'Replace with mine' }).tap()
  await expect(saved(sunita, '7-B', '8 present · 3 absent · 1 late')).toBeVisible()
  await expect(sunita.getByRole('banner')).not.toContainText('needs a look')
  await card(sunita, '7-B').getByRole('link').tap()
  await expect(student(sunita, 'Isha Bhosale')).toHaveAccessibleName(/^10 Isha Bhosale Present/)
})

test('what was saved without a connection and overtaken meanwhile waits for a look', async () => {
  await openList(sunita)
  await sunita.waitForLoadState('networkidle')
  await sunita.context().setOffline(true)
  await card(sunita, '7-A').getByRole('link').tap()
  await student(sunita, 'Lata Iyer').tap()
  await sunita.getByRole('button', { name: 'Save 2' }).tap()
  await expect(card(sunita, '7-A')).toContainText('waiting')
  await openList(ramesh)
  await card(ramesh, '7-A').getByRole('link').click()
  await student(ramesh, 'Manav Das').click()
  await ramesh.getByRole('button', { name: 'Save 2' }).click()
  await expect(saved(ramesh, '7-A', '0 present · 1 absent · 1 late')).toBeVisible()

  await sunita.context().setOffline(false)
  await expect(card(sunita, '7-A')).toContainText('needs a look')
  await expect(sunita.getByRole('banner')).toContainText('1 needs a look')
  await card(sunita, '7-A').getByRole('link').tap()
  await expect(sunita.getByRole('main').getByRole('alert')).toContainText('7-A was changed by Ramesh Kale')
  await expect(counts(sunita)).toHaveText('0 present · 1 absent · 1 late')
  await sunita.getByRole('button', { name: 'Compare' }).tap()
  await sunita.getByRole('dialog').getByRole('button', { name: 'Keep the stored register' }).tap()
  await expect(student(sunita, 'Lata Iyer')).toHaveAccessibleName(/^1 Lata Iyer Absent/)
  await expect(student(sunita, 'Manav Das')).toHaveAccessibleName(/^2 Manav Das Late/)
  await expect(sunita.getByRole('banner')).not.toContainText('needs a look')
  // As it was, for the tests that follow.
  await student(sunita, 'Manav Das').tap()
  await student(sunita, 'Manav Das').tap()
  await sunita.getByRole('button', { name: 'Save 2' }).tap()
  await expect(saved(sunita, '7-A', '0 present · 2 absent · 0 late')).toBeVisible()
})

test('the head sees the day on the dashboard, and the lists behind the figures', async () => {
  await head.goto('/dashboard')
  const absent = head.getByRole('region', { name: 'Absent today' })
  await expect(absent).toContainText('5')
  await expect(absent.getByRole('link', { name: /7-B · 3/ })).toBeVisible()
  await expect(head.getByRole('region', { name: 'Registers not taken' })).toContainText('0')
  await accessible(head)
  await fitsPhone(head)
  await absent.getByRole('link', { name: /7-A · 2/ }).click()
  await expect(head.getByRole('heading', { name: '7-A' })).toBeVisible()
  await expect(counts(head)).toHaveText('0 present · 2 absent · 0 late')
})

test('the month is a grid; a mark is corrected there, and its history says by whom', async () => {
  await head.goto('/attendance')
  await head.getByRole('combobox', { name: 'Section' }).click()
  await head.getByRole('option', { name: '7-B' }).click()
  const grid = head.getByRole('grid', { name: 'Attendance of 7-B' })
  const cell = grid.getByRole('gridcell', { name: new RegExp(`^Kavya Shinde, \\w+, ${showDay(today)}: Absent`) })
  await expect(cell).toHaveText('A')
  await accessible(head)
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
  const year = head.getByRole('dialog', { name: 'Kavya Shinde' })
  await expect(year).toContainText('100.0%')
  await expect(year).toContainText('bus was late')
  await accessible(head)
  await year.getByRole('button', { name: 'Close' }).click()
  await fitsPhone(head)
})

test('all sections beside each other', async () => {
  await head.getByRole('button', { name: 'All sections' }).click()
  await expect(head.getByRole('row', { name: /7-A/ })).toContainText('0.0%')
  await head.getByRole('button', { name: 'Today' }).click()
  await expect(head.getByRole('status', { name: 'Totals' })).toContainText('14 students')
  await accessible(head)
  await fitsPhone(head)
  await head.getByText('7-B', { exact: true }).click()
  await expect(head.getByRole('grid', { name: 'Attendance of 7-B' })).toBeVisible()
})

async function chooseFile(rows: readonly string[]): Promise<void> {
  const content = ['class,section,roll,date,value,note', ...rows].join('\n')
  await head.locator('input[type=file]').setInputFiles({ name: 'marks.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
}

test('a file with a wrong cell is not imported; a good one becomes registers', async () => {
  const before = addDays(today, -30)
  const day = writeDay(before)
  await head.goto('/attendance?tab=import')
  await chooseFile([`7,B,1,${day},X,`, `9,B,1,${day},P,`, `7,B,2,31/02/2026,P,`, `7,B,99,${day},P,`])
  await expect(head.getByText('Some field is not valid. Please Recheck The File And Try Again')).toBeVisible()
  await expect(head.getByText('9 or B does not match any class.Please check again!')).toBeVisible()
  await expect(head.getByRole('button', { name: 'Upload Attendance' })).toBeDisabled()
  await accessible(head)

  await head.goto('/attendance?tab=import')
  await chooseFile(pupils.map((_, place) => `7,b,${place + 1},${day},${place < 2 ? 'A' : 'p'},${place === 0 ? 'fever' : ''}`))
  await expect(head.getByText('File looks good. Please click submit to import.')).toBeVisible()
  await head.getByRole('button', { name: 'Upload Attendance' }).click()
  await expect(head.getByText('Attendance Successfully Imported: 1 register').first()).toBeVisible()
  await head.goto(`/attendance?tab=view&section=${school.sectionIds.get('7-B')}&month=${before.slice(0, 7)}`)
  const cell = new RegExp(`^Aarav Deshmukh, \\w+, ${showDay(before)}: Absent`)
  await expect(head.getByRole('gridcell', { name: cell })).toHaveText('A')
})

test('holidays are added as a span, shown in the grid, and deleted', async () => {
  const from = addDays(today, -40)
  await head.goto('/attendance?tab=holidays')
  await expect(head.getByText('No holidays yet')).toBeVisible()
  await head.getByRole('button', { name: 'Add Holidays' }).click()
  const dialog = head.getByRole('dialog', { name: 'Add Holidays' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Diwali')
  const typeDay = async (label: string, day: string) => {
    await dialog.getByRole('group', { name: label }).getByRole('spinbutton').first().click()
    await head.keyboard.press('ControlOrMeta+a')
    await head.keyboard.type(showDay(day).replaceAll(' ', ''))
  }
  await typeDay('Last Day', addDays(from, 1))
  await typeDay('First Day', from)
  await dialog.getByRole('button', { name: 'Add Holidays' }).click()
  await expect(head.getByText('2 Holidays Added Successfully!')).toBeVisible()
  await expect(head.getByText('2 days without registers')).toBeVisible()
  await accessible(head)
  await head.goto(`/attendance?tab=view&section=${school.sectionIds.get('7-B')}&month=${from.slice(0, 7)}`)
  await expect(head.getByRole('gridcell', { name: `Aarav Deshmukh, ${weekday(from)}, ${showDay(from)}: Diwali` })).toHaveText('H')
  await head.goto('/attendance?tab=holidays')
  await head.getByRole('button', { name: `Delete Diwali, ${showDay(from)}` }).click()
  const question = head.getByRole('dialog', { name: 'Delete Diwali?' })
  await expect(question.getByRole('button', { name: 'Go Back' })).toBeFocused()
  await question.getByRole('button', { name: 'Delete Holiday' }).click()
  await expect(head.getByText('1 day without registers')).toBeVisible()
})

function weekday(day: string): string {
  return new Intl.DateTimeFormat('en-IN', { weekday: 'short', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`)).slice(0, 3)
}

test('absence notices are looked at before they go, and held by section and for the school', async () => {
  await head.goto('/attendance?tab=notices')
  const section = head.getByRole('region', { name: 'Notices of 7-B' })
  await expect(section).toContainText('at 23:58')
  await expect(section.getByRole('listitem').filter({ hasText: 'Aarav Deshmukh' })).toContainText('98xxxxxx00')
  await expect(section.getByRole('listitem').filter({ hasText: 'Aarav Deshmukh' })).toContainText('planned')
  await accessible(head)
  await section.getByRole('button', { name: 'Hold 7-B' }).click()
  await expect(section).toContainText(/Held by Vidya Rao at \d\d:\d\d/)
  await expect(section.getByRole('listitem').filter({ hasText: 'Aarav Deshmukh' })).toContainText('held')
  await section.getByRole('button', { name: 'Release 7-B' }).click()
  await expect(section).not.toContainText('Held by')
  await head.getByRole('button', { name: 'Hold the whole school' }).click()
  await expect(head.getByRole('main').getByRole('alert')).toContainText('Held for the whole school by Vidya Rao')
  await fitsPhone(head)
  await head.getByRole('button', { name: 'Release the whole school' }).click()
  await expect(head.getByText('Held for the whole school')).toBeHidden()
})

test('what is not for a teacher is not there', async () => {
  await ramesh.goto('/attendance')
  await expect(ramesh.getByRole('tab')).toHaveText(['View Attendances', 'Take Attendance', 'Holidays'])
  await ramesh.getByRole('tab', { name: 'Holidays' }).click()
  await expect(ramesh.getByText('Diwali')).toBeVisible()
  await expect(ramesh.getByRole('button', { name: 'Add Holidays' })).toBeHidden()
})
