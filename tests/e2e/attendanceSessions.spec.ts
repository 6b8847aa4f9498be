import { expect, type Page, test } from '@playwright/test'
import { addDays, showDay, writeDay } from '#shared/dates.ts'
import { addAttendanceSchool, type AttendanceSchool, isSunday, pageOf, phone, today } from './attendanceSchool.ts'
import { accessible, fitsPhone } from './ownSchool.ts'

const tag = Date.now().toString(36)
/** A day on which registers are expected. */
const day = isSunday ? addDays(today, -1) : today

const saveDocument =
  'mutation Save($schoolId: ID!, $input: SaveRegister!) { saveRegister(schoolId: $schoolId, input: $input) { id } }'

async function studentsOf(school: AttendanceSchool, section: string): Promise<string[]> {
  const { students } = await school.ask<{ students: { rows: { student: { id: string } }[] } }>(
    'query Students($schoolId: ID!, $input: StudentsView!) { students(schoolId: $schoolId, input: $input) { rows { student { id } } } }',
    { termId: school.termId, sectionId: school.sectionIds.get(section), pageSize: 100 },
  )
  return students.rows.map(({ student }) => student.id)
}

test('a school of two halves: two registers, two columns a day, and a session in its files', async ({ browser }) => {
  const school = await addAttendanceSchool(`Dual School ${tag}`, { attType: 'DUAL' })
  const head = await pageOf(browser, school, 'head')
  const sectionId = school.sectionIds.get('7-A') ?? ''
  await school.ask(saveDocument, {
    key: crypto.randomUUID(),
    sectionId,
    day,
    session: 'MORNING',
    seen: 0,
    marks: (await studentsOf(school, '7-A')).map((studentId, place) => ({ studentId, value: place === 0 ? 'A' : 'P' })),
  })

  await head.goto(`/attendance?tab=take&day=${day}`)
  const morning = head.getByRole('region', { name: 'Morning' })
  await expect(morning.getByRole('listitem').filter({ hasText: '7-A' })).toContainText('1 present · 1 absent · 0 late')
  await expect(head.getByRole('region', { name: 'Afternoon' }).getByRole('listitem')).toHaveCount(2)
  await accessible(head)

  await head.goto(`/attendance?section=${sectionId}&month=${day.slice(0, 7)}`)
  const cell = (session: string, what: string) =>
    head.getByRole('gridcell', { name: new RegExp(`^Lata Iyer, \\w+, ${showDay(day)}${session}: ${what}`) })
  await expect(cell(' Morning', 'Absent')).toHaveText('A')
  await expect(cell('', 'not taken')).toHaveText('·')
  await fitsPhone(head)

  await head.goto('/attendance?tab=import')
  const choose = (rows: readonly string[]) =>
    head.locator('input[type=file]').setInputFiles({
      name: 'marks.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['class,section,roll,date,session,value', ...rows].join('\n')),
    })
  await choose([`7,A,1,${writeDay(day)},EVENING,P`])
  await expect(head.getByText('Write MORNING or AFTERNOON')).toBeVisible()
  await head.goto('/attendance?tab=import')
  await choose([1, 2].map((roll) => `7,A,${roll},${writeDay(day)},afternoon,L`))
  await head.getByRole('button', { name: 'Upload Attendance' }).click()
  await expect(head.getByText('Attendance Successfully Imported: 1 register').first()).toBeVisible()
  await head.goto(`/attendance?section=${sectionId}&month=${day.slice(0, 7)}`)
  await expect(cell(' Afternoon', 'Late')).toHaveText('L')
  await head.context().close()
})

test('a school by subject: the slots of the timetable, and a heading in place of the import', async ({ browser }) => {
  const school = await addAttendanceSchool(`Subject School ${tag}`, { attType: 'SUBJECTWISE' })
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const subject = (section: string, name: string, start: string, end: string) =>
    school.ask('mutation Add($schoolId: ID!, $input: SubjectForm!) { addSubject(schoolId: $schoolId, input: $input) { id } }', {
      sectionId: school.sectionIds.get(section),
      name,
      sr: 1,
      timetable: [{ day: weekday, start, end }],
      teacherIds: [school.userIds.sunita],
    })
  await subject('7-A', 'Maths', '00:00:00', '00:40:00')
  await subject('7-B', 'English', '00:50:00', '01:30:00')

  const sunita: Page = await pageOf(browser, school, 'sunita', phone)
  await sunita.goto(`/attendance?tab=take&day=${day}`)
  const maths = sunita.getByRole('region', { name: '00:00 – 00:40' }).getByRole('listitem')
  await expect(maths).toContainText('7-A Maths')
  await expect(sunita.getByRole('region', { name: '00:50 – 01:30' })).toContainText('7-B English')
  await accessible(sunita)
  await maths.getByRole('link').tap()
  await sunita.getByRole('button', { name: /^1 Lata Iyer/ }).tap()
  await sunita.getByRole('button', { name: 'Save 2' }).tap()
  await expect(maths).toContainText('1 present · 1 absent · 0 late')
  await sunita.context().close()

  const head = await pageOf(browser, school, 'head')
  await head.goto(`/attendance?section=${school.sectionIds.get('7-A')}&month=${day.slice(0, 7)}`)
  await expect(head.getByRole('columnheader', { name: 'Mat' })).toBeVisible()
  await expect(head.getByRole('gridcell', { name: /^Lata Iyer, .* 00:00 Maths: Absent/ })).toHaveText('A')
  await accessible(head)
  await head.goto('/attendance?tab=import')
  await expect(head.getByRole('heading', { name: 'Bulk Upload Subjects' })).toBeVisible()
  await expect(head.getByText('AttendanceTemplate.csv')).toBeHidden()
  await head.context().close()
})
