import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { clearAttendance, today } from '#tests/world/attendance.ts'
import { addRegister, addStudents, addSubject, setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { addDays } from '#shared/dates.ts'
import type { RegisterSession } from '../attendance.rules.ts'
import { weekdayOf } from '../attendance.rules.ts'
import { queueTimetableSummaries, queueWeeklySummaries } from './summaryJob.ts'

let world: TestWorld
/** Students of 7-A and 7-B by section. The last of 7-B is disabled, the one before has no phone. */
let pupils: Map<number, number[]>
const runSql = <Row extends object>(statement: string, ...values: unknown[]) => asOwner<Row>(world.ownerUrl, statement, values)
const at = (time: string, day = today) => new Date(`${day}T${time}+05:30`)
const register = (kind: string) =>
  runSql(
    `insert into message_templates (school_id, kind, channel, dlt_template_id, sms_template_id, text, changed_by_name)
     values ($1, $2, 'SMS', '1107161234567890123', '64f0c2a91b7e3d5f60a81c24', '{{student}}', 'Super Admin')`,
    world.own.id,
    kind,
  )

beforeAll(async () => {
  world = await testWorld()
  const { own } = world
  pupils = new Map([
    [own.section7A, [own.student7A, ...(await addStudents(world, own, own.section7A, 3))]],
    [own.section7B, await addStudents(world, own, own.section7B, 4, 12)],
  ])
  const [noPhone, disabled] = (pupils.get(own.section7B) ?? []).slice(2)
  await runSql("update students set phone = '1234567890' where id = $1", noPhone)
  await runSql('update students set disabled = true where id = $1', disabled)
  await runSql("update classes set sms_suffix = 'Own Primary' where id = $1", own.class7)
  await setSchool(world, own, { senderId: 'OWNSCH', weeklySms: true, weeklySmsDay: weekdayOf(today), weeklySmsTime: '17:30:00' })
})
beforeEach(async () => {
  await clearAttendance(world, world.own)
  await runSql('delete from message_runs')
})
afterAll(() => world.close())

/** Returns a pseudorandom generator with the same numbers in every run. */
function dice(seed: number) {
  let state = seed
  return (faces: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % faces
  }
}

async function takes(
  sectionId: number,
  day: string,
  session: RegisterSession,
  mark: () => string,
  subjectId?: number,
  starts?: string,
) {
  const marks = (pupils.get(sectionId) ?? []).map((studentId) => ({ studentId, value: mark() }))
  await addRegister(world, world.own, { sectionId, day, session, subjectId, starts }, marks)
}

const told = (kind: string) =>
  runSql<{ student: number; phone: string; params: Record<string, string> }>(
    `select s.student_id::int as student, m.phone, m.params from messages m
     join message_students s on s.school_id = m.school_id and s.message_id = m.id
     where m.school_id = $1 and m.kind = $2 order by 1`,
    world.own.id,
    kind,
  )

/** Returns the stored marks of enabled students with a phone. */
const marks = () =>
  runSql<{ student: number; day: string; session: string; value: string }>(
    `select m.student_id::int as student, r.day::text, r.session, m.value from marks m
     join registers r on r.school_id = m.school_id and r.id = m.register_id
     join students s on s.school_id = m.school_id and s.id = m.student_id
     where m.school_id = $1 and not s.disabled and s.phone <> '1234567890' order by 1, 2, r.id`,
    world.own.id,
  )

describe('the weekly summary', () => {
  const weekly = (time = '17:30:00', day = today) => queueWeeklySummaries(world.database, at(time, day))

  test.each([
    ['DAILY', ['DAY'], (values: string[]) => [values.some((value) => value !== 'A') ? 1 : 0, 1]],
    [
      'DUAL',
      ['MORNING', 'AFTERNOON'],
      (values: string[]) => [values.filter((value) => value !== 'A').length / 2, values.length / 2],
    ],
    ['SUBJECTWISE', ['LECTURE', 'LECTURE', 'LECTURE'], (values: string[]) => [values.some((value) => value !== 'A') ? 1 : 0, 1]],
  ] as const)('counts the days of %s', async (attType, sessions, count) => {
    await setSchool(world, world.own, { attType })
    const roll = dice(attType.length)
    for (const sectionId of pupils.keys())
      for (let back = 0; back < 10; back += 1)
        for (const session of sessions)
          if (roll(4) > 0) await takes(sectionId, addDays(today, -back), session, () => 'PPAL'[roll(4)] ?? 'P')
    // A register of another session type, which must not count.
    if (attType !== 'DAILY') await takes(world.own.section7A, today, 'DAY', () => 'P')
    if (attType === 'DAILY') {
      expect(await weekly()).toBe(0)
      await register('WEEKLY')
    }
    const queued = await Promise.all([weekly(), weekly('18:00:00'), weekly('19:00:00')])
    const week = (await marks()).filter(
      (mark) => mark.day > addDays(today, -7) && (sessions as readonly string[]).includes(mark.session),
    )
    const expected = [...Map.groupBy(week, (mark) => mark.student)].map(([student, studentMarks]) => {
      const days = [...Map.groupBy(studentMarks, (mark) => mark.day).values()].map((day) => count(day.map((mark) => mark.value)))
      const sum = (which: number) => String(days.reduce((all, day) => all + (day[which] ?? 0), 0))
      return [student, sum(0), sum(1)]
    })
    expect(expected.length).toBeGreaterThan(4)
    const messages = await told('WEEKLY')
    expect(messages.map(({ student, params }) => [student, params.present, params.taken])).toEqual(expected)
    expect(queued.reduce((sum, count) => sum + count, 0)).toBe(messages.length)
    expect(messages[0]?.params).toMatchObject({
      student: 'Asha Patil',
      section: '7-A',
      school: 'Own Primary',
      from: addDays(today, -6),
      to: today,
    })
  })

  test('is queued on its weekday from its time on, if switched on', async () => {
    await setSchool(world, world.own, { attType: 'DAILY' })
    await takes(world.own.section7A, today, 'DAY', () => 'P')
    expect(await weekly('17:29:59')).toBe(0)
    expect(await weekly('18:00:00', addDays(today, 1))).toBe(0)
    await setSchool(world, world.own, { weeklySms: false })
    expect(await weekly()).toBe(0)
    await setSchool(world, world.own, { weeklySms: true })
    expect(await weekly()).toBe(4)
    expect(await weekly()).toBe(0)
  })
})

test('the daily summary lists each student’s lectures in order, once, from the school’s time on', async () => {
  const { section7A } = world.own
  const slots = { sectionId: section7A, days: [weekdayOf(today)], ends: '23:00' }
  const maths = await addSubject(world, world.own, { ...slots, name: 'Maths', sr: 1, starts: '11:00' })
  const science = await addSubject(world, world.own, { ...slots, name: 'Science', sr: 2, starts: '09:00' })
  await register('TIMETABLE')
  await setSchool(world, world.own, { attType: 'SUBJECTWISE', subjectwiseSmsTime: '16:30:00', timetableSummary: true })
  const [mathsMarks, scienceMarks] = [[...'PALP'], [...'AALP']]
  await takes(section7A, today, 'SUBJECT', () => mathsMarks.shift() ?? 'P', maths, '11:00')
  await takes(section7A, today, 'SUBJECT', () => scienceMarks.shift() ?? 'P', science, '09:00')
  await takes(section7A, addDays(today, -1), 'SUBJECT', () => 'A', maths, '11:00')
  const summary = (time: string) => queueTimetableSummaries(world.database, at(time))
  expect(await summary('16:29:59')).toBe(0)
  const queued = await Promise.all([summary('16:30:00'), summary('16:31:00')])
  expect(queued.toSorted((one, other) => one - other)).toEqual([0, 4])
  const messages = await told('TIMETABLE')
  expect(messages.map(({ student, params }) => [student, params.lectures])).toEqual(
    ['Science A, Maths P', 'Science A, Maths A', 'Science L, Maths L', 'Science P, Maths P'].map((words, place) => [
      pupils.get(section7A)?.[place],
      words,
    ]),
  )
  expect(messages[0]?.params).toMatchObject({ day: today, section: '7-A', school: 'Own Primary' })
  await setSchool(world, world.own, { timetableSummary: false })
  await runSql('delete from message_runs')
  expect(await summary('17:00:00')).toBe(0)
})
