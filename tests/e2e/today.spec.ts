import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import {
  addAttendanceSchool,
  type AttendanceSchool,
  expectsRegisters,
  openStaffPage,
  studentNames,
  today,
} from './attendanceSchool.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { queryDatabase } from './queryDatabase.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

let school: AttendanceSchool
let head: Page

test.beforeAll(async ({ browser }) => {
  school = await addAttendanceSchool(`Today ${uniqueTag()}`, { rfid: true })
  head = await openStaffPage(browser, school, 'head')
  // The job that finds cases would add a line whenever it runs between two steps.
  await queryDatabase(
    "insert into attention_rules (school_id, rule, enabled, threshold, changed_by_name) values ($1, 'GATE', false, 1, 'Test')",
    [school.id],
  )
  // Sunita has switched notifications on.
  await queryDatabase(
    `insert into device_tokens (subject, endpoint, p256dh, auth)
     select subject, 'https://push.test/' || subject, repeat('x', 87), repeat('y', 22) from users where school_id = $1 and id = $2`,
    [school.id, school.userIds.sunita],
  )
})
test.afterAll(() => head.context().close())

/** Stores a register of today as a teacher's phone does. */
async function takeRegister(section: '7-A' | '7-B', absent: readonly string[]): Promise<void> {
  const sectionId = school.sectionIds.get(section)
  const { registerSheet } = await school.executeInSchool<{
    registerSheet: { version: number; rows: { studentId: string; name: string }[] }
  }>(
    'query Sheet($schoolId: ID!, $input: RegisterSheetView!) { registerSheet(schoolId: $schoolId, input: $input) { version rows { studentId name } } }',
    { sectionId, day: today, session: 'DAY' },
  )
  await school.executeInSchool(
    'mutation Save($schoolId: ID!, $input: SaveRegister!) { saveRegister(schoolId: $schoolId, input: $input) { id } }',
    {
      key: randomUUID(),
      sectionId,
      day: today,
      session: 'DAY',
      seen: registerSheet.version,
      marks: registerSheet.rows.map(({ studentId, name }) => ({ studentId, value: absent.includes(name) ? 'A' : 'P' })),
    },
  )
}

const lines = (page: Page) => page.getByRole('region', { name: 'What needs a look' })
const line = (page: Page, name: string) => lines(page).getByRole('region', { name })

/** Sends a reminder of the register of 7-A without the screen. */
function remind(): Promise<unknown> {
  return school.executeInSchool(
    'mutation Ask($schoolId: ID!, $input: NudgeInput!) { nudgeRegisters(schoolId: $schoolId, input: $input) }',
    { registers: [{ sectionId: school.sectionIds.get('7-A'), session: 'DAY' }] },
  )
}

/** Reminds the teacher of the one missing register. Where the day expects none, no line is there. */
async function remindOfRegister(): Promise<void> {
  const registers = line(head, 'Registers not taken')
  if (!expectsRegisters) {
    await expect(registers).toHaveCount(0)
    await remind()
    return
  }
  await expect(registers).toContainText('7-A')
  await registers.getByRole('button', { name: 'Remind about 7-A' }).click()
  await expect(head.getByText('Reminded about the register of 7-A')).toBeVisible()
  await expect(registers).toContainText(/reminded at \d\d:\d\d/)
  await expect(registers.getByRole('button', { name: /^Remind/ })).toHaveCount(0)
}

test('a head at nine acts on three lines of one page @main @dashboard', async () => {
  await takeRegister('7-B', [studentNames[0], studentNames[1]])
  await queryDatabase(
    `insert into gate_scans (school_id, student_id, day, at, direction, means, key, scanned_by, scanned_by_name)
     select school_id, id, $2::date, now() - interval '1 second', 'IN', 'RFID', gen_random_uuid(), gen_random_uuid(), 'Gate' from students
     where school_id = $1 and name = $3`,
    [school.id, today, studentNames[0]],
  )
  await head.goto('/dashboard')

  await expect(lines(head)).toBeVisible()
  await remindOfRegister()

  // A child came by the gate and is missing in class: the family is called, and knows.
  const missing = line(head, 'Came by the gate, missing in class')
  await expect(missing).toContainText(studentNames[0])
  await expect(missing.getByRole('link', { name: `Call the family of ${studentNames[0]}` })).toHaveAttribute('href', /^tel:9822/)
  await missing.getByRole('button', { name: `The family of ${studentNames[0]} knows` }).click()
  await expect(missing).toHaveCount(0)

  // A family without a phone.
  const families = line(head, 'Absent, and the family does not know')
  await expect(families).toContainText(studentNames[1])
  await expect(families).toContainText('no message reaches the family')
  await families.getByRole('button', { name: `The family of ${studentNames[1]} knows` }).click()
  await expect(families).toHaveCount(0)
})

test('a tap by mistake is taken back', async () => {
  // The message about the other family may still stand beside it, and comes first while this one is on its way.
  const message = head.getByRole('alert').filter({ hasText: studentNames[1] })
  await message.getByRole('button', { name: 'Undo' }).click()
  const families = line(head, 'Absent, and the family does not know')
  await expect(families).toContainText(studentNames[1])
  await families.getByRole('button', { name: `The family of ${studentNames[1]} knows` }).click()
  await expect(families).toHaveCount(0)
})

test('a second reminder within ten minutes is refused in words', async () => {
  await expect(remind()).rejects.toThrow(/sent a reminder for 7-A at \d\d:\d\d\. The next one can go at/)
})

test('the line goes when the register is taken, and a calm page is left', async () => {
  await takeRegister('7-A', [])
  await expect(line(head, 'Registers not taken')).toHaveCount(0)
  await expect(lines(head)).toContainText('All done.')
  await expect(head.getByRole('region', { name: 'Absent today' })).toContainText('2')
  await expectAccessible(head)
  await expectFitsPhone(head)
})

test('a teacher sees the own sections, and no money', async ({ browser }: { browser: Browser }) => {
  await takeRegister('7-B', [studentNames[1], studentNames[2]])
  await queryDatabase('delete from told_families where school_id = $1', [school.id])
  await queryDatabase(
    `insert into leave_notes (school_id, student_id, key, from_day, to_day, reason, phone)
     select school_id, id, gen_random_uuid(), $2::date, $2::date, 'fever since last night', phone from students
     where school_id = $1 and name = $3`,
    [school.id, today, studentNames[2]],
  )
  const sunita = await openStaffPage(browser, school, 'sunita')
  await sunita.goto('/teacher')
  const families = line(sunita, 'Absent, and the family does not know')
  await expect(families).toContainText(studentNames[1])
  await expect(families).not.toContainText(studentNames[2])
  await expect(families.getByRole('button', { name: /^Send/ })).toHaveCount(0)
  const toldUs = line(sunita, 'Absent, and the family has told us')
  await expect(toldUs).toContainText(studentNames[2])
  await expect(toldUs).toContainText('Told: fever since last night')
  await expect(sunita.getByText('Fees Collected Today')).toHaveCount(0)
  await expectAccessible(sunita)
  await families.getByRole('button', { name: `The family of ${studentNames[1]} knows` }).click()
  await expect(families).toHaveCount(0)
  await sunita.context().close()
})
