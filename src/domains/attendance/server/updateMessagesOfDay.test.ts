import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { clearAttendance, takeRegister, today } from '#tests/world/attendance.ts'
import { addStudents, addSubject, setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { addDays } from '#shared/dates.ts'
import { weekdayOf } from '../attendance.rules.ts'
import { addHolidays, deleteHoliday } from './holidays.commands.ts'
import { correctMark } from './registers.commands.ts'
import { queueTimetableSummaries, queueWeeklySummaries } from './summaryJob.ts'

let world: TestWorld
/** Students of 7-A. */
let pupils: number[]
let maths: number
let science: number

/** Runs SQL as the owner, past the commands. */
const runSql = <Row extends object>(statement: string, ...values: unknown[]) => asOwner<Row>(world.ownerUrl, statement, values)

beforeAll(async () => {
  world = await testWorld()
  const { id, section7A, student7A } = world.own
  pupils = [student7A, ...(await addStudents(world, world.own, section7A, 1))]
  const slots = { sectionId: section7A, days: [0, 1, 2, 3, 4, 5, 6], ends: '23:00' }
  maths = await addSubject(world, world.own, { ...slots, name: 'Maths', sr: 1, starts: '09:00' })
  science = await addSubject(world, world.own, { ...slots, name: 'Science', sr: 2, starts: '10:00' })
  // E-mail needs no registered template, and without a sender its messages stay queued.
  await runSql("update students set email = 'pupil' || id || '@example.in' where school_id = $1", id)
  await runSql(
    `insert into message_kinds (school_id, kind, enabled, channels, changed_by_name)
     select $1, kind, true, array['EMAIL'], 'Admin' from unnest(array['TIMETABLE', 'WEEKLY']) kind`,
    id,
  )
  await setSchool(world, world.own, {
    attType: 'SUBJECTWISE',
    subjectwiseSmsTime: '16:00:00',
    timetableSummary: true,
    weeklySms: true,
    weeklySmsDay: weekdayOf(today),
    weeklySmsTime: '16:00:00',
  })
})
beforeEach(async () => {
  await clearAttendance(world, world.own)
  await runSql('delete from message_runs')
})
afterAll(() => world.close())

const afternoon = new Date(`${today}T16:00:00+05:30`)
const tell = () => queueTimetableSummaries(world.database, afternoon)
const take = (subjectId: number, letters: string, more = {}) =>
  takeRegister(
    world,
    'teacher',
    {
      sectionId: world.own.section7A,
      session: 'SUBJECT',
      subjectId,
      starts: subjectId === maths ? '09:00' : '10:00',
      ...more,
    },
    Object.fromEntries([...letters].map((value, place) => [pupils[place] ?? 0, value])),
  )
const correct = async (registerId: number | undefined, place: number, was: string, value: string) =>
  correctMark(await world.call('teacher'), world.own.id, {
    key: crypto.randomUUID(),
    registerId,
    studentId: pupils[place],
    was,
    value,
  })
const declare = async (day: string) => {
  const [holiday] = await addHolidays(await world.call('admin'), world.own.id, { from: day, to: day, name: 'Flood' })
  return holiday?.id ?? 0
}
/** Returns state and text of each student's message: lectures, or days present of those taken. */
const told = async (kind = 'TIMETABLE') =>
  (
    await runSql<{ state: string; words: string }>(
      `select state, coalesce(params->>'lectures', params->>'present' || ' of ' || (params->>'taken')) as words from messages
       where school_id = $1 and kind = $2 order by event`,
      world.own.id,
      kind,
    )
  ).map(({ state, words }) => `${state} ${words}`)

describe('queued summaries of a day’s lectures', () => {
  test('are rewritten after a correction of that student; sent ones change for their fallback channel', async () => {
    const { register } = await take(maths, 'AP')
    await take(science, 'PA')
    expect(await tell()).toBe(2)
    expect(await told()).toEqual(['QUEUED Maths A, Science P', 'QUEUED Maths P, Science A'])
    await correct(register?.id, 0, 'A', 'L')
    expect(await told()).toEqual(['QUEUED Maths L, Science P', 'QUEUED Maths P, Science A'])
    // Saving a whole register corrects too.
    await take(science, 'LL', { seen: 1 })
    expect(await told()).toEqual(['QUEUED Maths L, Science L', 'QUEUED Maths P, Science L'])
    await runSql(`update messages set state = case event when $1 then 'DELIVERED' else 'SENT' end`, `${today}/${pupils[0]}`)
    await take(maths, 'PA', { seen: 2 })
    expect(await told()).toEqual(['DELIVERED Maths L, Science L', 'SENT Maths A, Science L'])
  })

  test('are true when a mark is corrected while they are being queued', async () => {
    const { register } = await take(maths, 'AP')
    for (let round = 0; round < 8; round += 1) {
      const [was, value] = round % 2 === 0 ? (['A', 'P'] as const) : (['P', 'A'] as const)
      await runSql("delete from messages where kind = 'TIMETABLE'")
      await runSql('delete from message_runs')
      await Promise.all([tell(), correct(register?.id, 0, was, value)])
      expect(await told()).toEqual([`QUEUED Maths ${value}`, 'QUEUED Maths P'])
    }
  })

  test('are cancelled when the day becomes a holiday, even while being queued, and no correction revives them', async () => {
    const { register } = await take(maths, 'AP')
    await tell()
    const holiday = await declare(today)
    expect(await told()).toEqual(['CANCELLED Maths A', 'CANCELLED Maths P'])
    await correct(register?.id, 0, 'A', 'P')
    expect(await told()).toEqual(['CANCELLED Maths A', 'CANCELLED Maths P'])
    await deleteHoliday(await world.call('admin'), world.own.id, { id: holiday })
    for (let round = 0; round < 6; round += 1) {
      await runSql("delete from messages where kind = 'TIMETABLE'")
      await runSql('delete from message_runs')
      const [, id] = await Promise.all([tell(), declare(today)])
      expect((await told()).filter((words) => words.startsWith('QUEUED'))).toEqual([])
      await deleteHoliday(await world.call('admin'), world.own.id, { id })
    }
  })
})

test('registers of holidays appear in neither daily nor weekly summaries', async () => {
  await take(maths, 'AP')
  await take(maths, 'PP', { day: addDays(today, -1) })
  await take(maths, 'AP', { day: addDays(today, -2) })
  await declare(today)
  await declare(addDays(today, -2))
  expect(await tell()).toBe(0)
  expect(await queueWeeklySummaries(world.database, afternoon)).toBe(2)
  expect(await told()).toEqual([])
  expect(await told('WEEKLY')).toEqual(['QUEUED 1 of 1', 'QUEUED 1 of 1'])
})
