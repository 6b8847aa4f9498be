import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fromNow } from '#tests/moments.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { notAuthorized } from '#platform/action.ts'
import { checkData } from '#platform/dataChecks.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { deleteSection } from '#domains/classes/server/sections.commands.ts'
import { deleteStudent, hasRecordsMessage } from '#domains/students/server/students.commands.ts'
import { notOwnIncident, changePeriodOver, usualTypes } from '../discipline.rules.ts'
import { deleteIncident, recordIncidents, updateIncident } from './discipline.commands.ts'
import { listIncidents, viewDisciplineTotals, viewStudentDiscipline } from './discipline.queries.ts'
import type { Incident } from './discipline.sql.ts'
import {
  addIncidentType,
  addUsualIncidentTypes,
  deleteIncidentType,
  listIncidentTypes,
  updateIncidentType,
} from './types.commands.ts'

let world: TestWorld
let late: number
let helped: number
let names = 0
const today = schoolDay(new Date())

beforeAll(async () => {
  world = await testWorld()
})

afterAll(async () => {
  expect((await checkData(world.database)).findings).toEqual([])
  await world.close()
})

beforeEach(async () => {
  const call = await world.call('admin')
  late = (await addIncidentType(call, world.own.id, { name: `Late ${names++}`, points: -1 })).id
  helped = (await addIncidentType(call, world.own.id, { name: `Helped ${names++}`, points: 5 })).id
})

const input = (fields: object = {}) => ({
  key: randomUUID(),
  sectionId: world.own.section7A,
  studentIds: [world.own.student7A],
  typeId: late,
  day: today,
  points: -1,
  note: '',
  actionTaken: '',
  notify: false,
  ...fields,
})

async function record(fields: object = {}, who: Who = 'teacher'): Promise<Incident> {
  const [incident] = await recordIncidents(await world.call(who), world.own.id, input(fields))
  if (!incident) throw new Error('One incident was expected.')
  return incident
}

const changeOf = ({ id, version, typeId, day, points, note, actionTaken, notify }: Incident) => ({
  id,
  version,
  typeId,
  day,
  points,
  note,
  actionTaken,
  notify,
})

async function listed(who: Who, fields: object = {}): Promise<Incident[]> {
  const view = { termId: world.own.termId, pageSize: 1000, ...fields }
  return (await listIncidents(await world.call(who), world.own.id, view)).rows
}

/** The stored messages about an incident. */
async function messagesOf(id: number) {
  const { kysely } = world.database
  const [rows] = await world.database.read(world.own.id, [
    kysely
      .selectFrom('messages')
      .select(['state', 'phone', 'email', 'subject', 'channels', 'params'])
      .where('kind', '=', 'DISCIPLINE')
      .where('event', '=', String(id)),
  ] as const)
  return rows
}

describe('recording', () => {
  test('a teacher records for the own section; the office sees it, families do not', async () => {
    const incident = await record({ note: ' Third time\nthis week ', actionTaken: 'Talked', points: -2 })
    expect(incident).toMatchObject({
      studentName: 'Asha Patil',
      sectionName: '7-A',
      roll: '1',
      day: today,
      points: -2,
      version: 1,
      note: 'Third time\nthis week',
      actionTaken: 'Talked',
      recordedByName: 'teacher of Own School',
      changedAt: null,
    })
    expect((await auditRows(world)).at(-1)).toMatchObject({ role: 'TEACHER', action: 'incident.record', rowIds: [incident.id] })
    for (const who of ['superadmin', 'admin', 'limitedAdmin', 'teacher'] as const)
      expect((await listed(who)).map((row) => row.id)).toContain(incident.id)
    for (const who of ['student', 'fees', 'attendant'] as const)
      expect(await refusal(listed(who))).toMatchObject({ code: 'FORBIDDEN', message: notAuthorized() })
    expect(await messagesOf(incident.id)).toEqual([])
  })

  test('happens once per request key, also for concurrent requests', async () => {
    const call = await world.call('admin')
    const request = input({ studentIds: [world.own.student7A, world.own.student7A] })
    const first = await recordIncidents(call, world.own.id, request)
    expect(first).toHaveLength(1)
    expect(await recordIncidents(call, world.own.id, request)).toEqual(first)
    const again = { ...input(), key: randomUUID() }
    const answers = await Promise.all(Array.from({ length: 4 }, () => recordIncidents(call, world.own.id, again)))
    expect(new Set(answers.map(([incident]) => incident?.id)).size).toBe(1)
  })

  test('is refused in other sections, for students of other sections and with a deleted type', async () => {
    const elsewhere = { sectionId: world.own.section8A, studentIds: [world.own.student8A] }
    for (const who of ['teacher', 'limitedAdmin'] as const) expect((await refusal(record(elsewhere, who))).code).toBe('NOT_FOUND')
    expect((await record(elsewhere, 'admin')).sectionName).toBe('8-A')
    const wrong = await refusal(record({ studentIds: [world.own.student7A, world.own.student8A] }))
    expect(wrong).toMatchObject({ code: 'BAD_INPUT', problems: [{ path: 'studentIds' }] })
    await deleteIncidentType(await world.call('admin'), world.own.id, { id: late })
    expect(await refusal(record())).toMatchObject({ code: 'BAD_INPUT', problems: [{ path: 'typeId' }] })
  })
})

describe('changing', () => {
  test('replaces the fields for the latest version only', async () => {
    const incident = await record()
    const change = { ...changeOf(incident), typeId: helped, points: 4, note: 'Was another one' }
    const changed = await updateIncident(await world.call('teacher'), world.own.id, change)
    expect(changed).toMatchObject({ points: 4, version: 2, note: 'Was another one', changedByName: 'teacher of Own School' })
    expect((await refusal(updateIncident(await world.call('admin'), world.own.id, change))).code).toBe('CONFLICT')
    expect((await refusal(updateIncident(await world.call('admin'), world.other.id, change))).code).toBe('NOT_FOUND')
  })

  test('is the office’s, and for seven days of the teacher who recorded it', async () => {
    const [theirs, own] = [await record({}, 'admin'), await record()]
    const teacher = await world.call('teacher')
    expect((await refusal(updateIncident(teacher, world.own.id, changeOf(theirs)))).message).toBe(notOwnIncident())
    // Only the tables' owner can change the recording time.
    const owner = new pg.Client({ connectionString: world.ownerUrl })
    await owner.connect()
    const [recordedAt, day] = [fromNow(-8 * 86_400_000), addDays(today, -9)]
    await owner.query('update incidents set recorded_at = $2, day = $3 where id = $1', [own.id, recordedAt, day])
    await owner.end()
    expect((await refusal(deleteIncident(teacher, world.own.id, { id: own.id, reason: 'Wrong' }))).message).toBe(
      changePeriodOver(),
    )
    const change = { ...changeOf(own), day: addDays(today, -8) }
    expect((await updateIncident(await world.call('limitedAdmin'), world.own.id, change)).day).toBe(addDays(today, -8))
  })

  test('a deleted incident keeps its reason and leaves every list and sum', async () => {
    const incident = await record()
    await deleteIncident(await world.call('teacher'), world.own.id, { id: incident.id, reason: 'It was her sister' })
    expect((await listed('admin')).map((row) => row.id)).not.toContain(incident.id)
    const again = deleteIncident(await world.call('admin'), world.own.id, { id: incident.id, reason: 'x' })
    expect((await refusal(again)).code).toBe('NOT_FOUND')
    const { kysely } = world.database
    const [[row]] = await world.database.read(world.own.id, [
      kysely.selectFrom('incidents').selectAll().where('id', '=', incident.id),
    ] as const)
    expect(row).toMatchObject({ deleteReason: 'It was her sister', deletedByName: 'teacher of Own School' })
  })
})

describe('telling the guardians', () => {
  test('queues one message with the current text of the incident', async () => {
    const incident = await record({ notify: true, typeId: helped, points: 5, note: 'With the new boy' })
    const params = { student: 'Asha Patil', section: '7-A', day: today, points: '+5', action: '', school: 'Own School' }
    expect(await messagesOf(incident.id)).toMatchObject([
      { state: 'QUEUED', phone: '9876543210', params: { ...params, note: 'With the new boy' } },
    ])
    const call = await world.call('teacher')
    const changed = await updateIncident(call, world.own.id, { ...changeOf(incident), points: -2, note: '' })
    expect(await messagesOf(incident.id)).toMatchObject([{ state: 'QUEUED', params: { ...params, points: '-2', note: '' } }])
    const silent = await updateIncident(call, world.own.id, { ...changeOf(changed), notify: false })
    expect(await messagesOf(incident.id)).toMatchObject([{ state: 'CANCELLED' }])
    await updateIncident(call, world.own.id, { ...changeOf(silent), notify: true })
    expect(await messagesOf(incident.id)).toMatchObject([{ state: 'QUEUED' }])
    await deleteIncident(call, world.own.id, { id: incident.id, reason: 'Wrong child' })
    expect(await messagesOf(incident.id)).toMatchObject([{ state: 'CANCELLED' }])
  })

  test.each(['EMAIL', 'APP'])('goes by %s alone where the school has chosen that, also without a phone', async (channel) => {
    const { database, own } = world
    const chooses = (phone: string, email: string, channels: string[]) =>
      database.transaction(own.id, async (db) => {
        await db.updateTable('students').set({ phone, email }).where('id', '=', own.student7A).execute()
        await db.deleteFrom('messageKinds').where('kind', '=', 'DISCIPLINE').execute()
        if (channels.length === 0) return
        const kind = { schoolId: own.id, kind: 'DISCIPLINE', enabled: true, channels, changedByName: 'Admin' }
        await db.insertInto('messageKinds').values(kind).execute()
      })
    await chooses('1234567890', 'asha@example.in', [channel])
    const incident = await record({ notify: true })
    expect(await messagesOf(incident.id)).toMatchObject([
      { state: 'QUEUED', phone: '', email: 'asha@example.in', subject: own.subjects.student, channels: [channel] },
    ])
    await chooses('9876543210', '', ['EMAIL'])
    expect(await messagesOf((await record({ notify: true })).id)).toEqual([])
    await chooses('9876543210', '', [])
  })
})

describe('views', () => {
  test('are filtered, searched, sorted and summed consistently', async () => {
    const { termId, class8, section8A, student8A, student7A } = world.own
    const typeId = (await addIncidentType(await world.call('admin'), world.own.id, { name: `Views ${names++}`, points: -3 })).id
    const rohan = { sectionId: section8A, studentIds: [student8A], typeId }
    const first = await record({ ...rohan, points: -3, day: '2026-06-20' }, 'admin')
    const second = await record({ ...rohan, points: -4, day: '2026-06-21' }, 'admin')
    const third = await record({ typeId, points: 6, day: '2026-06-22' })
    const ids = async (fields: object) => (await listed('admin', { typeId, ...fields })).map((row) => row.id)
    expect(await ids({})).toEqual([third.id, second.id, first.id])
    expect(await ids({ sort: 'POINTS' })).toEqual([second.id, first.id, third.id])
    expect(await ids({ sort: 'STUDENT', descending: true, pageSize: 2, page: 1 })).toEqual([third.id])
    expect(await ids({ search: 'rohan' })).toEqual([second.id, first.id])
    expect(await ids({ classId: class8, from: '2026-06-21', to: '2026-06-21' })).toEqual([second.id])
    expect(await ids({ sectionId: world.own.section7A })).toEqual([third.id])

    const totals = await viewDisciplineTotals(await world.call('admin'), world.own.id, { termId, typeId })
    expect(totals).toMatchObject({
      count: 3,
      good: 1,
      bad: 2,
      points: -1,
      students: 2,
      bySection: [
        { name: '7-A', points: 6 },
        { name: '8-A', points: -7, count: 2 },
      ],
      byType: [{ id: typeId, count: 3, points: -1 }],
      best: [{ studentId: student7A, points: 6, sectionName: '7-A' }],
      worst: [{ studentId: student8A, points: -7, count: 2 }],
    })
    const own = await viewDisciplineTotals(await world.call('teacher'), world.own.id, { termId, typeId })
    expect(own).toMatchObject({ count: 1, worst: [], bySection: [{ name: '7-A' }] })

    const student = (studentId: number, who: Who) =>
      world.call(who).then((call) => viewStudentDiscipline(call, world.own.id, { termId, studentId }))
    expect((await student(student8A, 'admin')).incidents.map((row) => row.id)).toEqual(
      (await listed('admin', { sectionId: section8A })).map((row) => row.id),
    )
    expect((await refusal(student(student8A, 'teacher'))).code).toBe('NOT_FOUND')
    expect((await refusal(student(world.other.student7A, 'admin'))).code).toBe('NOT_FOUND')
  })

  test('a section or student with incidents cannot be deleted', async () => {
    const stays = await refusal(deleteStudent(await world.call('superadmin'), world.own.id, { id: world.own.student8A }))
    expect(stays).toMatchObject({ code: 'CONFLICT', message: hasRecordsMessage() })
    const { database, own } = world
    const moved = { ...(await record({}, 'admin')) }
    await database.transaction(own.id, async (db) => {
      await db.updateTable('enrolments').set({ sectionId: own.section7B }).where('studentId', '=', own.student7A).execute()
    })
    expect((await listed('teacher')).map((row) => row.id)).toContain(moved.id)
    const section = await refusal(deleteSection(await world.call('superadmin'), own.id, { id: own.section7A }))
    expect(section).toMatchObject({
      code: 'CONFLICT',
      message: 'Incidents were recorded in this section. They keep it from being deleted.',
    })
  })
})

describe('types', () => {
  test('are added, also the usual ones at once, renamed and deleted; incidents keep their points', async () => {
    const call = await world.call('admin')
    await addIncidentType(call, world.own.id, { name: 'lAtE TO class', points: 1 })
    const all = await addUsualIncidentTypes(call, world.own.id, {})
    expect(all.filter((type) => type.name.toLowerCase() === 'late to class')).toHaveLength(1)
    expect(all.length).toBeGreaterThanOrEqual(usualTypes().length)
    const taken = await refusal(addIncidentType(call, world.own.id, { name: 'Late to Class', points: -1 }))
    expect(taken).toMatchObject({ code: 'CONFLICT', problems: [{ path: 'name' }] })
    const id = (await addIncidentType(call, world.own.id, { name: `Kind ${names++}`, points: 3 })).id
    const incident = await record(
      { sectionId: world.own.section8A, studentIds: [world.own.student8A], typeId: id, points: 3 },
      'admin',
    )
    await updateIncidentType(call, world.own.id, { id, name: `Kinder ${names}`, points: 9 })
    await deleteIncidentType(call, world.own.id, { id })
    expect((await listIncidentTypes(call, world.own.id, {})).map((type) => type.id)).not.toContain(id)
    expect(await listed('admin', { typeId: id })).toMatchObject([{ id: incident.id, typeName: `Kinder ${names}`, points: 3 }])
    // A deleted type is kept when only other fields change.
    const changed = await updateIncident(call, world.own.id, { ...changeOf(incident), note: 'Seen' })
    expect(changed).toMatchObject({ typeId: id, note: 'Seen' })
    for (const who of ['limitedAdmin', 'teacher'] as const)
      expect((await refusal(addIncidentType(await world.call(who), world.own.id, { name: 'X', points: 0 }))).code).toBe(
        'FORBIDDEN',
      )
  })
})
