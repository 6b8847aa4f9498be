import { expect, type Page } from '@playwright/test'
import { addDays, showDay, writeDay } from '#shared/dates.ts'
import { expectAccessible } from './accessibility.ts'
import {
  addAttendanceSchool,
  type AttendanceSchool,
  expectsRegisters,
  openStaffPage,
  phoneOptions,
  today,
} from './attendanceSchool.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

const tag = uniqueTag()
/** A day on which registers are expected. */
const day = expectsRegisters ? today : addDays(today, -1)

const saveDocument =
  'mutation Save($schoolId: ID!, $input: SaveRegister!) { saveRegister(schoolId: $schoolId, input: $input) { id } }'

async function readStudentIds(school: AttendanceSchool, section: string): Promise<string[]> {
  const { students } = await school.executeInSchool<{ students: { rows: { student: { id: string } }[] } }>(
    'query Students($schoolId: ID!, $input: StudentsView!) { students(schoolId: $schoolId, input: $input) { rows { student { id } } } }',
    { termId: school.termId, sectionId: school.sectionIds.get(section), pageSize: 100 },
  )
  return students.rows.map(({ student }) => student.id)
}

test('a DUAL school has two registers and two columns a day, and a session column in its files', async ({ browser }) => {
  const school = await addAttendanceSchool(`Dual School ${tag}`, { attType: 'DUAL' })
  const head = await openStaffPage(browser, school, 'head')
  const sectionId = school.sectionIds.get('7-A') ?? ''
  await school.executeInSchool(saveDocument, {
    key: crypto.randomUUID(),
    sectionId,
    day,
    session: 'MORNING',
    seen: 0,
    marks: (await readStudentIds(school, '7-A')).map((studentId, index) => ({ studentId, value: index === 0 ? 'A' : 'P' })),
  })

  await head.goto(`/attendance?tab=take&day=${day}`)
  const morning = head.getByRole('region', { name: 'Morning' })
  await expect(morning.getByRole('listitem').filter({ hasText: '7-A' })).toContainText('1 present · 1 absent · 0 late')
  await expect(head.getByRole('region', { name: 'Afternoon' }).getByRole('listitem')).toHaveCount(2)
  await expectAccessible(head)

  await head.goto(`/attendance?section=${sectionId}&month=${day.slice(0, 7)}`)
  const cell = (session: string, mark: string) =>
    head.getByRole('gridcell', { name: new RegExp(`^Lata Iyer, \\w+, ${showDay(day)}${session}: ${mark}`) })
  await expect(cell(' Morning', 'Absent')).toHaveText('A')
  await expect(cell('', 'not taken')).toHaveText('·')
  await expectFitsPhone(head)

  await head.goto('/attendance?tab=import')
  const chooseFile = (rows: readonly string[]) =>
    head.locator('input[type=file]').setInputFiles({
      name: 'marks.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['class,section,roll,date,session,value', ...rows].join('\n')),
    })
  await chooseFile([`7,A,1,${writeDay(day)},EVENING,P`])
  await expect(head.getByText('Write MORNING or AFTERNOON')).toBeVisible()
  await head.goto('/attendance?tab=import')
  await chooseFile([1, 2].map((roll) => `7,A,${roll},${writeDay(day)},afternoon,L`))
  await head.getByRole('button', { name: 'Upload Attendance' }).click()
  await expect(head.getByText('Attendance Successfully Imported: 1 register').first()).toBeVisible()
  await head.goto(`/attendance?section=${sectionId}&month=${day.slice(0, 7)}`)
  await expect(cell(' Afternoon', 'Late')).toHaveText('L')
  await head.context().close()
})

test('a SUBJECTWISE school takes registers by the timetable’s slots, and has a heading instead of the import', async ({
  browser,
}) => {
  const school = await addAttendanceSchool(`Subject School ${tag}`, { attType: 'SUBJECTWISE' })
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const addSubject = (section: string, name: string, start: string, end: string) =>
    school.executeInSchool(
      'mutation Add($schoolId: ID!, $input: SubjectForm!) { addSubject(schoolId: $schoolId, input: $input) { id } }',
      {
        sectionId: school.sectionIds.get(section),
        name,
        sr: 1,
        timetable: [{ day: weekday, start, end }],
        teacherIds: [school.userIds.sunita],
      },
    )
  await addSubject('7-A', 'Maths', '00:00:00', '00:40:00')
  await addSubject('7-B', 'English', '00:50:00', '01:30:00')

  const sunita: Page = await openStaffPage(browser, school, 'sunita', phoneOptions)
  await sunita.goto(`/attendance?tab=take&day=${day}`)
  const mathsSlot = sunita.getByRole('region', { name: '00:00 – 00:40' }).getByRole('listitem')
  await expect(mathsSlot).toContainText('7-A Maths')
  await expect(sunita.getByRole('region', { name: '00:50 – 01:30' })).toContainText('7-B English')
  await expectAccessible(sunita)
  await mathsSlot.getByRole('link').tap()
  await sunita.getByRole('button', { name: /^1 Lata Iyer/ }).tap()
  await sunita.getByRole('button', { name: 'Save 2' }).tap()
  await expect(mathsSlot).toContainText('1 present · 1 absent · 0 late')
  await sunita.context().close()

  const head = await openStaffPage(browser, school, 'head')
  await head.goto(`/attendance?section=${school.sectionIds.get('7-A')}&month=${day.slice(0, 7)}`)
  await expect(head.getByRole('columnheader', { name: 'Mat' })).toBeVisible()
  await expect(head.getByRole('gridcell', { name: /^Lata Iyer, .* 00:00 Maths: Absent/ })).toHaveText('A')
  await expectAccessible(head)
  await head.goto('/attendance?tab=import')
  await expect(head.getByRole('heading', { name: 'Bulk Upload Subjects' })).toBeVisible()
  await expect(head.getByText('AttendanceTemplate.csv')).toBeHidden()
  await head.context().close()
})
