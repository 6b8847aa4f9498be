import { expect, type Page } from '@playwright/test'
import { phoneOptions } from './attendanceSchool.ts'
import { addExamSchool, type ExamSchool, openExamPage, sheetPage, studentOf } from './examSchool.ts'
import { queryDatabase } from './queryDatabase.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'
import { fromNow } from '../moments.ts'

/*
 * A teacher enters the marks of a whole section on a phone, from a pile of papers, in a room with a bad network. The
 * page's clock goes on by what her hands and eyes take, and stands still between.
 */

/** Milliseconds from one key to the next, as people with a keypad of their phone need, and to turn and read a paper. */
const pace = { key: 400, paper: 1500 }
const size = 50
const most = 4 * 60_000
/** Papers after which the network goes, or comes back: the teacher moves. */
const stretch = 5

let school: ExamSchool
let phone: Page

/** The mark on the paper of a roll: whole marks, some halves, some absent. */
function markOf(roll: number): string {
  if (roll % 13 === 0) return 'AB'
  return roll % 6 === 0 ? `${(roll * 37) % 80}.5` : String((roll * 37) % 81)
}

/** The keys of a mark. */
function keysOf(mark: string): string[] {
  if (mark === 'AB') return [mark]
  return mark.endsWith('.5') ? [...mark.slice(0, -2), '½'] : [...mark]
}

test.beforeAll(async ({ browser }) => {
  school = await addExamSchool(`Pad School ${uniqueTag()}`, size, ['Science'])
  phone = await openExamPage(browser, school, 'sunita', phoneOptions)
})

test.afterAll(() => phone.context().close())

test('fifty marks are entered on a phone in under four minutes, with the network off half of the time', async () => {
  await phone.clock.install()
  await phone.goto(sheetPage(school, 'Science'))
  await phone.getByRole('combobox', { name: 'Test' }).selectOption({ label: 'Half-yearly examination, out of 80' })
  const keys = phone.getByRole('group', { name: 'Keys' })
  const key = (name: string) => keys.getByRole('button', { name, exact: true })
  // From here on the page's time is what her hands and eyes take, however fast this machine is.
  await phone.clock.pauseAt(fromNow(60_000))
  let [taken, offline, presses] = [0, 0, 0]
  const passes = async (milliseconds: number, isOff: boolean) => {
    taken += milliseconds
    if (isOff) offline += milliseconds
    await phone.clock.runFor(milliseconds)
  }
  for (let roll = 1; roll <= size; roll += 1) {
    const isOff = Math.floor((roll - 1) / stretch) % 2 === 1
    await phone.context().setOffline(isOff)
    await expect(phone.getByRole('status', { name: `Mark of ${studentOf(roll)}`, exact: true })).toHaveText('–')
    await passes(pace.paper, isOff)
    for (const press of [...keysOf(markOf(roll)).map(key), phone.getByRole('button', { name: 'Next' })]) {
      await press.tap()
      presses += 1
      await passes(pace.key, isOff)
    }
  }
  expect(presses).toBeGreaterThan(2 * size)
  expect(taken).toBeLessThan(most)
  expect(offline / taken).toBeGreaterThan(0.45)
  await phone.context().setOffline(false)
  await phone.clock.resume()
  await expect(phone.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()
  await expect(phone.getByText('50 of 50 entered')).toBeVisible()
  await expect(phone.getByRole('alert')).toHaveCount(0)

  const stored = await queryDatabase<{ roll: string; value: string; changes: number }>(
    `select e.roll, coalesce(s.code, (s.marks / 100.0)::float8::text) as value,
       (select count(*)::int from score_changes c where c.school_id = s.school_id and c.student_id = s.student_id) as changes
     from scores s join enrolments e on e.school_id = s.school_id and e.student_id = s.student_id and e.term_id = s.term_id
     where s.school_id = $1 and s.component = 'Half-yearly examination'`,
    [school.id],
  )
  expect(stored).toHaveLength(size)
  for (const { roll, value, changes } of stored) expect([roll, value, changes]).toEqual([roll, markOf(Number(roll)), 1])
})
