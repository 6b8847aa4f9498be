import pg from 'pg'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditRows, refusal } from '#tests/refusals.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { checkData } from '#platform/dataChecks.ts'
import { recordErasure, readErasures } from '#platform/erasures.ts'
import { setStudentDisabled } from '#domains/students/server/students.commands.ts'
import { saveRetention, viewRetention } from './privacy.commands.ts'
import { applyRetention } from './retention.ts'

let world: TestWorld
let owner: pg.Client
let school: number

beforeAll(async () => {
  world = await testWorld()
  owner = new pg.Client({ connectionString: world.ownerUrl })
  await owner.connect()
  school = world.own.id
})
afterAll(async () => {
  await owner.end()
  await world.close()
})

const nothing = { chatDays: null, messageDays: null, gateDays: null, incidentDays: null, attentionDays: null, accountDays: null }
const defaults = { ...nothing, documentDays: 30, auditDays: null }
const count = async (table: string, where = 'true') =>
  Number((await owner.query(`select count(*) from ${table} where school_id = $1 and ${where}`, [school])).rows[0].count)
const apply = async () => applyRetention(world.database, (await world.call('admin')).services.config)

/** Rows of every kind, a number of days old. */
async function add(days: number): Promise<void> {
  const { student7A, termId, section7A } = world.own
  const run = (text: string, ...values: unknown[]) => owner.query(text, [school, days, ...values])
  const at = '(now() - make_interval(days => $2::int))'
  await run(
    `insert into gate_scans (school_id, key, student_id, day, direction, at, arrived_at, scanned_by, scanned_by_name, means)
     select $1, gen_random_uuid(), $3, (${at} at time zone 'Asia/Kolkata')::date, 'IN', ${at}, ${at}, gen_random_uuid(), 'A', 'QR'
     from generate_series(1, 3)`,
    student7A,
  )
  await run(
    `insert into messages (school_id, kind, event, params, channels, channel, state, state_at)
     values ($1, 'NOTICE', gen_random_uuid(), '{}', '{SMS}', 'SMS', 'SENT', ${at})`,
  )
  await run(
    `with t as (insert into incident_types (school_id, name, points) values ($1, $4, 1) returning id)
     insert into incidents (school_id, term_id, section_id, student_id, incident_type_id, day, points, note, recorded_at, recorded_by, recorded_by_name)
     select $1, $5, $6, $3, id, (${at})::date - 1, 1, 'a note', ${at}, gen_random_uuid(), 'A' from t`,
    student7A,
    randomUUID().slice(0, 20),
    termId,
    section7A,
  )
  await run(`insert into audit_log (school_id, role, action, at) values ($1, 'ADMIN', 'student.update', ${at})`)
  await run(
    `with thread as (
       insert into chat_threads (school_id, student_id) values ($1, $3)
       on conflict on constraint chat_threads_student do update set version = chat_threads.version returning id
     ), file as (
       insert into files (school_id, purpose, content_type, size, created_by, attached)
       values ($1, 'chat-attachment', 'image/png', 1, gen_random_uuid(), true) returning id
     )
     insert into chat_messages (school_id, thread_id, author, text, file_id, written_by, written_by_name, written_by_role, at)
     select $1, thread.id, 'STAFF', 'a text', file.id, gen_random_uuid(), 'A', 'TEACHER', ${at} from thread, file`,
    student7A,
  )
  await owner.query(
    `update chat_threads t set last_message_id = l.id, last_author = 'STAFF', version = l.version
     from (select thread_id, max(id) as id, max(version) as version from chat_messages group by 1) l where l.thread_id = t.id`,
  )
}

test('a school without settings keeps everything, and only an ADMIN of the whole school changes them', async () => {
  await add(5000)
  await add(10)
  expect(await apply()).toBe(0)
  const call = await world.call('admin')
  expect(await viewRetention(call, school, {})).toMatchObject(defaults)
  expect((await refusal(saveRetention(await world.call('limitedAdmin'), school, defaults))).code).toBe('FORBIDDEN')
  expect((await refusal(saveRetention(call, school, { ...defaults, auditDays: 364, chatDays: 29 }))).problems).toEqual([
    { path: 'chatDays', message: 'At least 30 days' },
    { path: 'auditDays', message: 'At least 365 days' },
  ])
})

test('older data is removed in audited batches; newer data and all money stay', async () => {
  await owner.query(
    `insert into gate_scans (school_id, key, student_id, day, direction, at, arrived_at, scanned_by, scanned_by_name, means)
     select $1, gen_random_uuid(), $2, (now() - interval '400 days')::date, 'IN', (now() - interval '400 days')::date, now(), gen_random_uuid(), 'A', 'QR'
     from generate_series(1, 6000)`,
    [school, world.own.student7A],
  )
  const set = { ...nothing, chatDays: 30, messageDays: 90, gateDays: 30, incidentDays: 365, attentionDays: 365, auditDays: 365 }
  await saveRetention(await world.call('admin'), school, { ...set, documentDays: 10 })
  expect(await apply()).toBe(6003 + 1 + 1 + 1 + 1)
  expect(await count('gate_scans')).toBe(3)
  expect(await count('messages')).toBe(1)
  expect([await count('incidents', "note = ''"), await count('incidents', "note <> ''")]).toEqual([1, 1])
  expect([await count('chat_messages'), await count('files')]).toEqual([1, 1])
  expect(await count('audit_log', "at < now() - interval '365 days'")).toBe(0)
  const noted = (await auditRows(world)).filter((row) => row.action === 'retention.apply')
  expect(noted.map((row) => [row.role, ...row.fields])).toEqual(
    ['messages', 'chat', 'gateScans', 'gateScans', 'incidentTexts', 'auditLog'].map((field) => ['JOB', field]),
  )
  expect((await checkData(world.database)).findings).toEqual([])
  expect(await apply()).toBe(0)
})

test('the database enforces a year for the audit log, a month for chats, and the school boundary', async () => {
  const forget = (asked: number, what: string, days: number) =>
    world.database.transaction(asked, async (db) =>
      db.executeQuery({
        sql: `select * from forget_locked_rows($1, $2, now() - make_interval(days => $3), 10)`,
        parameters: [school, what, days],
        query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
        queryId: { queryId: 'x' },
      } as never),
    )
  await expect(forget(school, 'audit', 364)).rejects.toThrow('kept for longer')
  await expect(forget(school, 'chat', 29)).rejects.toThrow('kept for longer')
  await expect(forget(world.other.id, 'audit', 400)).rejects.toThrow('kept for longer')
  await expect(
    world.database.transaction(school, async (db) =>
      db.executeQuery({
        sql: 'select erase_locked_rows($1, $2)',
        parameters: [school, world.own.student7A],
        query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
        queryId: { queryId: 'y' },
      } as never),
    ),
  ).rejects.toThrow('not the rows of a student')
})

test('accounts of former students expire; an unrecorded erasure is recorded', async () => {
  const { student8A } = world.own
  const config = (await world.call('admin')).services.config
  const subject = randomUUID()
  await owner.query('update students set disabled = true, subject = $2, login_email = $3 where id = $1', [
    student8A,
    subject,
    'a@b.test',
  ])
  await owner.query('insert into logins (subject, school_id, student_id) values ($1, $2, $3)', [subject, school, student8A])
  const set = { ...defaults, accountDays: 30 }
  await saveRetention(await world.call('admin'), school, set)
  const ago = (days: number) => `now() - make_interval(days => ${days})`
  const place = (days: number) =>
    owner.query(`update enrolments set created_at = ${ago(days)} where student_id = $1`, [student8A])
  const switched = (days: number) => owner.query(`update students set switched_at = ${ago(days)} where id = $1`, [student8A])
  // Disabled in the middle of a year: the enrolment is months old, and the student left just now.
  await place(200)
  await switched(29)
  expect(await apply()).toBe(0)
  await place(29)
  await switched(31)
  expect(await apply()).toBe(0)
  // Disabling again restarts the period.
  await place(200)
  for (const disabled of [false, true]) await setStudentDisabled(await world.call('admin'), school, { id: student8A, disabled })
  expect(await apply()).toBe(0)
  await switched(31)
  expect(await apply()).toBe(1)
  expect(await count('logins', `student_id = ${student8A}`)).toBe(0)
  expect(await count('students', 'subject is not null')).toBe(1)

  const createdAt = new Date('2026-06-01T10:00:00.123Z')
  await recordErasure(config, { schoolId: 7, studentId: 8, createdAt })
  await owner.query('update students set erased_at = now() where id = $1', [student8A])
  await apply()
  await apply()
  expect(await readErasures(config)).toEqual([
    { schoolId: 7, studentId: 8, createdAt },
    { schoolId: school, studentId: student8A, createdAt: expect.any(Date) },
  ])
})
