import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { takeRegister, today } from '#tests/world/attendance.ts'
import { addStudents, giveAccount } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import { checkData } from '#platform/dataChecks.ts'
import { queueDueNotices } from './noticeJob.ts'
import { viewAbsenceNotices } from './notices.commands.ts'

let world: TestWorld
/** Students of 7-A. The last one has no phone; the first two have accounts. */
let pupils: number[]

/** Runs SQL as the owner, past the commands. */
const runSql = <Row extends object>(statement: string, ...values: unknown[]) => asOwner<Row>(world.ownerUrl, statement, values)

beforeAll(async () => {
  world = await testWorld()
  const { section7A, student7A } = world.own
  pupils = [student7A, ...(await addStudents(world, world.own, section7A, 3))]
  await giveAccount(world, world.own, { studentId: pupils[1] ?? 0 })
  await runSql("update students set phone = '1234567890' where id = $1", pupils[3])
  await runSql("update sections set notification_time = '11:00:00+05:30' where id = $1", section7A)
})
afterAll(() => world.close())

const queue = (time = '11:00:00') => queueDueNotices(world.database, new Date(`${today}T${time}+05:30`))
const listed = async () =>
  (await viewAbsenceNotices(await world.call('admin'), world.own.id, { day: today })).sections[0]?.students
const list = async () => (await listed())?.map(({ name, phone, mark, state }) => [name, phone, mark, state].join(' '))
const states = async () => (await listed())?.map((student) => student.state)
const messages = async () =>
  (
    await world.database.read(world.own.id, [
      world.database.kysely
        .selectFrom('messages')
        .innerJoin('messageStudents', (on) => onSameSchool(on, 'messageStudents.messageId', 'messages.id'))
        .selectAll()
        .orderBy('studentId'),
    ] as const)
  )[0]

test('absence notices reach students by any channel of the school, also by e-mail or app without a phone', async () => {
  const chosen = (kind: string, channels: string[]) =>
    runSql(
      `insert into message_kinds (school_id, kind, enabled, channels, changed_by_name) values ($1, $2, true, $3, 'Admin')
       on conflict (school_id, kind) do update set channels = excluded.channels`,
      world.own.id,
      kind,
      channels,
    )
  const ways = async (...channels: string[]) => {
    await chosen('ABSENCE', channels)
    await chosen('LATE', channels)
  }
  const mail = (place: number, email: string) => runSql('update students set email = $2 where id = $1', pupils[place], email)
  const found = async () =>
    (await messages()).map(({ kind, state, phone, email, subject, channels, studentId }) => ({
      place: pupils.indexOf(studentId),
      kind,
      state,
      phone,
      email,
      account: subject !== null,
      channels: channels.join(' '),
    }))
  await mail(2, 'third@example.in')
  await mail(3, 'fourth@example.in')
  await ways('EMAIL')
  const marks = Object.fromEntries(pupils.map((id, place) => [id, 'AALA'[place] ?? 'P']))
  await takeRegister(world, 'teacher', { sectionId: world.own.section7A }, marks)
  expect(await states()).toEqual(['NO_PHONE', 'NO_PHONE', 'PLANNED', 'PLANNED'])
  expect(await queue()).toBe(2)
  expect(await queue('11:01:00')).toBe(0)
  const byMail = [
    {
      place: 2,
      kind: 'LATE',
      state: 'QUEUED',
      phone: '9822000013',
      email: 'third@example.in',
      account: false,
      channels: 'EMAIL',
    },
    { place: 3, kind: 'ABSENCE', state: 'QUEUED', phone: '', email: 'fourth@example.in', account: false, channels: 'EMAIL' },
  ]
  expect(await found()).toEqual(byMail)
  expect(await list()).toEqual([
    'Asha Patil 98xxxxxx10 A NO_PHONE',
    'Pupil 2 98xxxxxx12 A NO_PHONE',
    'Pupil 3 98xxxxxx13 L QUEUED',
    'Pupil 4  A QUEUED',
  ])
  // A changed address is used; a removed one cancels the message.
  await mail(2, 'new@example.in')
  await mail(3, '')
  expect(await queue('11:02:00')).toBe(1)
  expect(await found()).toMatchObject([{ email: 'new@example.in' }, { place: 3, state: 'CANCELLED' }])
  await ways('APP')
  expect(await states()).toEqual(['PLANNED', 'PLANNED', 'QUEUED', 'NO_PHONE'])
  expect(await queue('11:03:00')).toBe(2)
  expect(await queue('11:04:00')).toBe(0)
  expect(await found()).toMatchObject([
    { place: 0, state: 'QUEUED', account: true, channels: 'APP' },
    { place: 1, state: 'QUEUED', account: true, channels: 'APP' },
    { place: 2, state: 'CANCELLED' },
    { place: 3, state: 'CANCELLED' },
  ])
  expect((await checkData(world.database)).findings).toEqual([])
})
