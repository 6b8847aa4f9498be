import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { previewMessages } from '#domains/messaging/server/compose.commands.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { asOwner } from '#tests/asOwner.ts'
import { refusal } from '#tests/refusals.ts'
import { addRegister, addStudents, setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import type { CaseList } from '../attention.schema.ts'
import { addCaseNote, closeCase, sendCaseMessage, setCaseLookAgain, setCaseOwner } from './cases.commands.ts'
import { listCases, viewCase } from './cases.queries.ts'
import { findCases } from './findCases.ts'
import { setRules, viewRules } from './rules.commands.ts'

let world: TestWorld
/** The cases of a child of 7-A, of a child of 8-A, and of the first one's fees. */
let own7: number
let own8: number
let fees7: number
const today = schoolDay(new Date())
const runSql = <Row extends object>(text: string, ...values: unknown[]) => asOwner<Row>(world.ownerUrl, text, values)

beforeAll(async () => {
  world = await testWorld()
  await setSchool(world, world.own, { feesModule: true })
})
afterAll(() => world.close())

async function addCase(studentId: number, rule: string, concern: string): Promise<number> {
  const [row] = await runSql<{ id: string }>(
    `with c as (insert into attention_cases (school_id, term_id, student_id, concern, opened_on) values ($1, $2, $3, $4, $5) returning *)
     insert into attention_reasons (school_id, case_id, student_id, rule, found_on, found_value, found_base, value, base, since)
     select school_id, id, student_id, $6, opened_on, 3, 0, 3, 0, opened_on from c returning case_id as id`,
    world.own.id,
    world.own.termId,
    studentId,
    concern,
    today,
    rule,
  )
  return Number(row?.id)
}

beforeEach(async () => {
  await runSql('delete from attention_cases')
  own7 = await addCase(world.own.student7A, 'ABSENT_RUN', 'ATTENDANCE')
  own8 = await addCase(world.own.student8A, 'ABSENT_RUN', 'ATTENDANCE')
  fees7 = await addCase(world.own.student7A, 'OVERDUE', 'FEES')
})

const list = async (who: Who, view: { list: CaseList } & Record<string, unknown> = { list: 'OPEN' }) =>
  listCases(await world.call(who), world.own.id, view)
const ids = async (...args: Parameters<typeof list>) => (await list(...args)).rows.map((row) => row.id).toSorted((a, b) => a - b)
const aCall = (more: object = {}) => ({
  key: randomUUID(),
  id: own7,
  kind: 'CALL',
  day: today,
  person: 'Mother',
  said: 'He has a fever',
  agreed: 'Back on Monday',
  ...more,
})
const note = async (who: Who, more: object = {}) => addCaseNote(await world.call(who), world.own.id, aCall(more))
const code = (work: Promise<unknown>) => refusal(work).then((refused) => refused.code)

test('everybody sees the cases that the role and the classes allow, and finds no other', async () => {
  expect(await ids('admin')).toEqual([own7, own8, fees7])
  expect(await ids('superadmin')).toEqual([own7, own8, fees7])
  expect(await ids('limitedAdmin')).toEqual([own7, fees7])
  // Money is not for teachers, and nothing but money for clerks.
  expect(await ids('teacher')).toEqual([own7])
  expect(await ids('fees')).toEqual([fees7])
  expect(await code(list('attendant'))).toBe('FORBIDDEN')
  expect(await code(list('student'))).toBe('FORBIDDEN')
  const view = async (who: Who, id: number) => viewCase(await world.call(who), world.own.id, { id })
  for (const [who, id] of [
    ['teacher', fees7],
    ['teacher', own8],
    ['fees', own7],
    ['limitedAdmin', own8],
  ] as const) {
    expect(await code(view(who, id))).toBe('NOT_FOUND')
    expect(await code(note(who, { id }))).toBe('NOT_FOUND')
  }
  const other = await world.call('admin', world.other)
  expect(await code(viewCase(other, world.other.id, { id: own7 }))).toBe('NOT_FOUND')
  expect(await code(addCaseNote(other, world.other.id, aCall()))).toBe('NOT_FOUND')
  expect((await view('teacher', own7)).reasons).toMatchObject([{ rule: 'ABSENT_RUN', value: 3, foundOn: today }])
  await setSchool(world, world.own, { feesModule: false })
  expect(await ids('admin')).toEqual([own7, own8])
  expect(await code(list('fees'))).toBe('DISABLED_MODULE')
  await setSchool(world, world.own, { feesModule: true })
})

test('a call is noted once, with what was agreed and the day to look again', async () => {
  const key = randomUUID()
  const lookAgainOn = addDays(today, 3)
  const noted = await note('teacher', { key, lookAgainOn })
  expect(noted.entries).toMatchObject([{ kind: 'CALL', person: 'Mother', said: 'He has a fever', agreed: 'Back on Monday' }])
  expect((await note('teacher', { key, lookAgainOn })).entries).toHaveLength(1)
  expect(noted).toMatchObject({ lookAgainOn, agreed: 'Back on Monday', lastEntryOn: today })
  expect(await ids('teacher')).toEqual([])
  expect(await ids('teacher', { list: 'WAITING' })).toEqual([own7])
  // On its day it is back on the board.
  await runSql('update attention_cases set look_again_on = $2 where id = $1', own7, today)
  expect(await ids('teacher')).toEqual([own7])
  expect(await list('teacher', { list: 'TODAY' })).toMatchObject({ total: 1, open: 1, today: 1, waiting: 0, closed: 0 })
  // A note without a day leaves it there.
  await note('teacher', { kind: 'NOTE', person: '', agreed: '' })
  expect(await ids('teacher', { list: 'TODAY' })).toEqual([own7])
})

test('bad input is said at its field, and nothing is stored', async () => {
  const problems = async (more: object) => (await refusal(note('teacher', more))).problems
  expect(await problems({ person: ' ' })).toEqual([{ path: 'person', message: 'Write who was called' }])
  expect(await problems({ said: '' })).toEqual([{ path: 'said', message: 'Write what was said' }])
  expect(await problems({ kind: 'NOTE', said: '' })).toEqual([{ path: 'said', message: 'Write the note' }])
  expect(await problems({ day: addDays(today, 1) })).toEqual([{ path: 'day', message: 'Not a day in the future' }])
  expect(await problems({ day: '2020-01-01' })).toEqual([{ path: 'day', message: 'This day is too long ago' }])
  expect(await problems({ lookAgainOn: today })).toEqual([{ path: 'lookAgainOn', message: 'A day from tomorrow on' }])
  expect(await problems({ lookAgainOn: addDays(today, 181) })).toEqual([
    { path: 'lookAgainOn', message: 'At most 180 days from now' },
  ])
  expect(await problems({ said: 'x'.repeat(1001) })).toEqual([{ path: 'said', message: 'At most 1000 characters' }])
  expect(await runSql('select from attention_entries')).toEqual([])
})

test('a case is given to those who may have it, and is theirs', async () => {
  const { own } = world
  const give = async (who: Who, id: number, ownerId?: number) =>
    setCaseOwner(await world.call(who), own.id, { id, ...(ownerId && { ownerId }) })
  expect((await give('teacher', own7, own.users.teacher)).ownerName).not.toBeNull()
  expect(await ids('teacher', { list: 'MINE' })).toEqual([own7])
  expect(await ids('admin', { list: 'MINE' })).toEqual([])
  // A clerk has no case about attendance, a teacher none about money or of another section.
  for (const [id, ownerId] of [
    [own7, own.users.fees],
    [fees7, own.users.teacher],
    [own8, own.users.teacher],
    [own8, own.users.limitedAdmin],
    [own7, world.other.users.admin],
  ] as const)
    expect((await refusal(give('admin', id, ownerId))).problems).toMatchObject([{ path: 'ownerId' }])
  expect((await give('fees', fees7, own.users.fees)).ownerId).toBe(own.users.fees)
  expect((await give('admin', own7)).ownerId).toBeNull()
})

test('a case waits until a day and is brought back', async () => {
  const wait = async (lookAgainOn?: string) =>
    setCaseLookAgain(await world.call('teacher'), world.own.id, { id: own7, ...(lookAgainOn && { lookAgainOn }) })
  await wait(addDays(today, 1))
  expect(await ids('teacher', { list: 'WAITING' })).toEqual([own7])
  expect((await wait()).lookAgainOn).toBeNull()
  expect((await refusal(wait(today))).problems).toMatchObject([{ path: 'lookAgainOn' }])
})

test('a case is closed once, with a reason, and then only read', async () => {
  const close = async (who: Who, reason: string) => closeCase(await world.call(who), world.own.id, { id: own7, reason })
  expect((await refusal(close('teacher', ' '))).problems).toEqual([{ path: 'reason', message: 'Write why the case is closed' }])
  expect(await close('teacher', 'In hospital')).toMatchObject({ closedOn: today, closeReason: 'In hospital', lookAgainOn: null })
  expect(await code(close('admin', 'Again'))).toBe('FORBIDDEN')
  expect(await code(note('admin'))).toBe('FORBIDDEN')
  expect(await ids('admin', { list: 'CLOSED' })).toEqual([own7])
})

test('lists are narrowed by class, section and name', async () => {
  const { own } = world
  expect(await ids('admin', { list: 'OPEN', classId: own.class8 })).toEqual([own8])
  expect(await ids('admin', { list: 'OPEN', sectionId: own.section7A })).toEqual([own7, fees7])
  expect(await ids('admin', { list: 'OPEN', search: 'Rohan' })).toEqual([own8])
  expect(await list('admin', { list: 'OPEN', pageSize: 1, page: 1 })).toMatchObject({ total: 3, rows: [{}] })
})

describe('messages', () => {
  const notice = { text: 'Please call us', templateId: undefined }
  const preview = async (who: Who, studentId: number) =>
    previewMessages(await world.call(who), world.own.id, {
      kind: 'NOTICE',
      audience: 2,
      studentIds: [studentId],
      text: notice.text,
    })
  const send = async (who: Who, token: string, more: object = {}) =>
    sendCaseMessage(await world.call(who), world.own.id, { id: own7, key: randomUUID(), text: notice.text, token, ...more })

  beforeAll(async () => {
    await runSql("update students set email = 'guardian@world.test' where id = $1", world.own.student7A)
    await runSql(
      "insert into message_kinds (school_id, kind, enabled, channels, changed_by_name) values ($1, 'NOTICE', true, '{EMAIL}', 'Admin')",
      world.own.id,
    )
  })

  test('a previewed notice is sent once and kept in the case', async () => {
    const { token, problems } = await preview('admin', world.own.student7A)
    expect(problems).toEqual([])
    const key = randomUUID()
    const sent = await send('admin', token, { key })
    expect(sent.entries).toMatchObject([{ kind: 'MESSAGE', text: notice.text, messageState: 'QUEUED' }])
    expect((await send('admin', token, { key })).entries).toHaveLength(1)
    expect(await runSql('select from messages where school_id = $1', world.own.id)).toHaveLength(1)
    expect(await code(send('admin', token))).toBe('CONFLICT')
    expect(await code(send('teacher', token))).toBe('FORBIDDEN')
    expect(await code(send('fees', token, { id: fees7 }))).toBe('FORBIDDEN')
    expect(await code(send('limitedAdmin', token, { id: own8 }))).toBe('NOT_FOUND')
  })
})

describe('rules', () => {
  const rules = (more: object = {}) => ({
    absentRun: { enabled: true, threshold: '4' },
    lowShare: { enabled: true, threshold: 80 },
    fall: { enabled: false, threshold: 15 },
    weekday: { enabled: true, threshold: 4 },
    gate: { enabled: true, threshold: 1 },
    overdue: { enabled: true, threshold: 45 },
    ...more,
  })
  const set = async (who: Who, input: object) => setRules(await world.call(who), world.own.id, input)

  test('the office sets them, and the next run looks at everybody by them', async () => {
    const { own } = world
    const [child = 0] = await addStudents(world, own, own.section7B, 1, 40)
    for (const back of [4, 3, 2, 1])
      await addRegister(world, own, { sectionId: own.section7B, day: addDays(today, -back) }, [{ studentId: child, value: 'A' }])
    const school = await world.database.kysely
      .selectFrom('schools')
      .selectAll()
      .where('id', '=', own.id)
      .executeTakeFirstOrThrow()
    await set('admin', rules({ absentRun: { enabled: true, threshold: 5 } }))
    const found = () => runSql('select from attention_cases where student_id = $1', child)
    await findCases(world.database, school, today)
    expect(await found()).toHaveLength(0)
    const stored = await set('admin', rules())
    expect(stored.rules.find(({ rule }) => rule === 'ABSENT_RUN')).toMatchObject({ enabled: true, threshold: 4 })
    expect((await viewRules(await world.call('admin'), own.id, {})).rules).toEqual(stored.rules)
    await findCases(world.database, school, today)
    expect(await found()).toHaveLength(1)
  })

  test('limits have bounds, each with its sentence, and only the whole office sets them', async () => {
    const problems = async (more: object) => (await refusal(set('admin', rules(more)))).problems
    expect(await problems({ lowShare: { enabled: true, threshold: '96' } })).toEqual([
      { path: 'lowShare.threshold', message: 'A whole number from 30 to 95' },
    ])
    expect(await problems({ absentRun: { enabled: true, threshold: 'three' } })).toEqual([
      { path: 'absentRun.threshold', message: 'A whole number from 2 to 30' },
    ])
    expect(await problems({ gate: { enabled: true, threshold: '' } })).toEqual([{ path: 'gate.threshold', message: 'Required' }])
    expect(await code(set('limitedAdmin', rules()))).toBe('FORBIDDEN')
    expect(await code(set('teacher', rules()))).toBe('FORBIDDEN')
    expect(await code(viewRules(await world.call('fees'), world.own.id, {}))).toBe('FORBIDDEN')
  })
})
