import { expect, type Page } from '@playwright/test'
import { findCases } from '#domains/attention/server/findCases.ts'
import { Database } from '#platform/database/connect.ts'
import { runningEmbedded } from '#platform/database/embedded.ts'
import { addDays, showDay } from '#shared/dates.ts'
import { addRegister } from '../world/rows.ts'
import { expectAccessible } from './accessibility.ts'
import {
  addAttendanceSchool,
  type AttendanceSchool,
  openStaffPage,
  phoneOptions,
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
let teacher: Page
let database: Database
let students: number[]
const [aarav, asha] = studentNames

test.beforeAll(async ({ browser }) => {
  school = await addAttendanceSchool(`Attention School ${uniqueTag()}`)
  database = new Database(runningEmbedded(process.env.E2E_DATA_DIR ?? '') ?? '', { onError: () => undefined, connections: 2 })
  const rows = await queryDatabase<{ id: string }>(
    'select student_id as id from enrolments where school_id = $1 and section_id = $2 order by roll_sort',
    [school.id, school.sectionIds.get('7-B')],
  )
  students = rows.map(({ id }) => Number(id))
  for (const back of [5, 4, 3]) await take(addDays(today, -back), [0, 1])
  await sweep()
  head = await openStaffPage(browser, school, 'head')
  teacher = await openStaffPage(browser, school, 'sunita', phoneOptions)
})

test.afterAll(async () => {
  await database.close()
  await head.context().close()
  await teacher.context().close()
})

/** Takes a register of 7-B, in which the students of these places are absent. */
async function take(day: string, absent: readonly number[]): Promise<void> {
  await addRegister(
    { database },
    { id: Number(school.id), termId: Number(school.termId) },
    { sectionId: Number(school.sectionIds.get('7-B')), day },
    students.map((studentId, place) => ({ studentId, value: absent.includes(place) ? 'A' : 'P' })),
  )
}

/** Does what the job does every five minutes. */
async function sweep(): Promise<void> {
  const row = await database.kysely
    .selectFrom('schools')
    .selectAll()
    .where('id', '=', Number(school.id))
    .executeTakeFirstOrThrow()
  await findCases(database, row, today)
}

test('a teacher on a phone records a call, and the case waits @main @attention', async () => {
  await teacher.goto('/attention')
  await expect(teacher.getByRole('tab', { name: 'Open 2' })).toBeVisible()
  await expect(teacher.getByText('3 days absent in a row').first()).toBeVisible()
  await expectAccessible(teacher)
  await teacher.getByText(aarav).click()
  await expect(teacher.getByRole('heading', { name: aarav, level: 1 })).toBeVisible()
  await expect(teacher.getByText(`Absent 3 days in a row, from ${showDay(addDays(today, -5))}`).first()).toBeVisible()
  await expectAccessible(teacher)
  await teacher.getByRole('button', { name: 'Record a call' }).click()
  const dialog = teacher.getByRole('dialog', { name: `Call about ${aarav}` })
  await dialog.getByRole('button', { name: 'Save the call' }).click()
  await expect(dialog.getByText('Write who was called')).toBeVisible()
  await expect(dialog.getByText('Write what was said')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Who was called' }).fill('Mother')
  await dialog.getByRole('textbox', { name: 'What was said' }).fill('High fever since Monday')
  await dialog.getByRole('textbox', { name: 'What was agreed' }).fill('Back on Thursday')
  await expectAccessible(teacher)
  await dialog.getByRole('button', { name: 'Save the call' }).click()
  await expect(teacher.getByText('Call recorded')).toBeVisible()
  await expect(teacher.getByText('Sunita Patil called Mother')).toBeVisible()
  await teacher.getByRole('button', { name: 'In 3 days' }).click()
  await expect(teacher.getByText(`Waits until ${showDay(addDays(today, 3))}`)).toBeVisible()
  expect(await teacher.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await teacher.getByRole('link', { name: 'Attention' }).first().click()
  await expect(teacher.getByRole('tab', { name: 'Waiting 1' })).toBeVisible()
  await teacher.getByRole('tab', { name: 'Waiting 1' }).click()
  await expect(teacher.getByText(aarav)).toBeVisible()
})

test('the head takes a case and closes it with a reason; it does not come back', async () => {
  await head.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Attention' }).click()
  await expect(head.getByRole('row').filter({ hasText: asha })).toContainText('3 days absent in a row')
  await expectAccessible(head)
  await head.getByText(asha).click()
  await head.getByRole('button', { name: 'Take the case' }).click()
  await expect(head.getByRole('combobox', { name: 'Assigned to' })).toHaveValue(school.userIds.head)
  await expectFitsPhone(head)
  await head.getByRole('button', { name: 'Close case' }).click()
  const dialog = head.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Close case' }).click()
  await expect(dialog.getByText('Write why the case is closed')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('In hospital until Friday')
  await dialog.getByRole('button', { name: 'Close case' }).click()
  await expect(head.getByText('Case closed')).toBeVisible()
  await expect(head.getByText(`Closed on ${showDay(today)}. Vidya Rao: In hospital until Friday`).first()).toBeVisible()
  await expect(head.getByRole('button', { name: 'Record a call' })).toBeHidden()
  await take(addDays(today, -2), [1])
  await sweep()
  await head.goto('/attention')
  await expect(head.getByText('No child needs attention now')).toBeVisible()
})

test('a case closes by itself when the child is back, and says so', async () => {
  await take(addDays(today, -1), [1])
  await sweep()
  await head.goto('/attention?tab=closed')
  await expect(head.getByRole('row').filter({ hasText: aarav })).toContainText(
    'By itself: Back at school: present on the last 2 days',
  )
})

test('the office sets the rules; a limit out of its bounds is said at its field', async () => {
  await head.goto('/settings?tab=attention')
  const limit = head.getByRole('textbox', { name: 'Under per cent' })
  await expect(limit).toHaveValue('75')
  await expectAccessible(head)
  await limit.fill('99')
  await head.getByRole('button', { name: 'Save rules' }).click()
  await expect(head.getByText('A whole number from 30 to 95')).toBeVisible()
  await limit.fill('80')
  await expect(head.getByText('Closes at 82 % or more')).toBeVisible()
  await head.getByRole('button', { name: 'Save rules' }).click()
  await expect(head.getByText('Rules saved')).toBeVisible()
  await head.reload()
  await expect(head.getByRole('textbox', { name: 'Under per cent' })).toHaveValue('80')
})
