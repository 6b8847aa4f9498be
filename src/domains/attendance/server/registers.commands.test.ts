import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fromNow } from '#tests/moments.ts'
import { clearAttendance, schoolDayBefore, takeRegister, today } from '#tests/world/attendance.ts'
import { addStudents, setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { notAuthorized } from '#platform/action.ts'
import { checkData } from '#platform/dataChecks.ts'
import { addDays } from '#shared/dates.ts'
import { setStudentDisabled } from '#domains/students/server/students.commands.ts'
import { attendanceMessages } from '../attendance.schema.ts'
import { correctMark, saveRegister } from './registers.commands.ts'
import { viewMarkHistory, viewRegister, viewRegistersOfDay } from './registers.queries.ts'

let world: TestWorld
/** Students of 7-A by roll: the test world's student and three more. */
let pupils: number[]
const day = schoolDayBefore(today)

beforeAll(async () => {
  world = await testWorld()
  pupils = [world.own.student7A, ...(await addStudents(world, world.own, world.own.section7A, 3))]
})

beforeEach(() => clearAttendance(world, world.own))

afterEach(async () => expect((await checkData(world.database)).findings).toEqual([]))
afterAll(() => world.close())

const all = (letters: string) => Object.fromEntries([...letters].map((value, place) => [pupils[place] ?? 0, value]))
const marks = (letters: string) => [...letters].map((value, place) => ({ studentId: pupils[place] ?? 0, value }))
const save = (who: Parameters<typeof takeRegister>[1], letters: string, seen = 0, more = {}) =>
  takeRegister(world, who, { sectionId: world.own.section7A, day, seen }, all(letters), more)
const sheet = async (who: Parameters<typeof takeRegister>[1] = 'admin', view = {}) =>
  viewRegister(await world.call(who), world.own.id, { sectionId: world.own.section7A, day, session: 'DAY', ...view })
const letters = async () => (await sheet()).rows.map((row) => row.mark ?? '·').join('')

describe('taking a register', () => {
  test('stores a mark for everybody, with counts, who and when, and an audit row', async () => {
    const before = await sheet('teacher')
    expect(before).toMatchObject({ sectionName: '7-A', version: 0, registerId: null, takenAt: null, holiday: null })
    expect(before.rows.map((row) => [row.studentId, row.roll, row.mark, row.suggested])).toEqual(
      pupils.map((id, place) => [id, String(place + 1), null, 'P']),
    )
    const taken = await save('teacher', 'PALP', 0, {
      marks: [...marks('PAL'), { studentId: pupils[3], value: 'P', note: ' sent home ' }],
      deviceAt: '2026-01-01T08:00:00+05:30',
    })
    expect(taken).toMatchObject({ sectionName: '7-A', students: 4, session: 'DAY', expected: true })
    expect(taken.register).toMatchObject({ version: 1, present: 2, absent: 1, late: 1, takenByName: 'teacher of Own School' })
    expect((await sheet()).rows.map((row) => [row.mark, row.note, row.changes])).toEqual([
      ['P', '', 0],
      ['A', '', 0],
      ['L', '', 0],
      ['P', 'sent home', 0],
    ])
    expect((await auditRows(world)).at(-1)).toEqual({
      role: 'TEACHER',
      action: 'attendance.take',
      rowIds: [taken.register?.id],
      fields: ['marks'],
    })
  })

  test('the same key answers the first result again, and stores nothing twice; with other marks it is refused', async () => {
    const key = randomUUID()
    const first = await save('teacher', 'PPAP', 0, { key })
    expect(await save('teacher', 'PPAP', 0, { key })).toEqual(first)
    expect((await refusal(save('teacher', 'PPPP', 0, { key }))).code).toBe('CONFLICT')
    expect((await refusal(save('admin', 'PPAP', 0, { key }))).code).toBe('CONFLICT')
    expect(await letters()).toBe('PPAP')
  })

  test('the same key is answered on a day when a new one would be refused', async () => {
    const key = randomUUID()
    const first = await save('teacher', 'PPAP', 0, { key })
    const fix = { registerId: first.register?.id, studentId: pupils[2], was: 'A', value: 'P', key: randomUUID() }
    const correct = async (more = {}) => correctMark(await world.call('teacher'), world.own.id, { ...fix, ...more })
    const corrected = await correct()
    vi.useFakeTimers({ toFake: ['Date'], now: fromNow(9 * 86_400_000) })
    try {
      expect((await save('teacher', 'PPAP', 0, { key })).register).toEqual(corrected.register)
      expect(await correct()).toEqual(corrected)
      expect((await refusal(save('teacher', 'PPAP', 2))).code).toBe('FORBIDDEN')
      expect((await refusal(correct({ key: randomUUID(), was: 'P', value: 'A' }))).code).toBe('FORBIDDEN')
    } finally {
      vi.useRealTimers()
    }
  })

  test('the same key sent twice at once stores one register', async () => {
    const key = randomUUID()
    const both = await Promise.all([save('teacher', 'PPPA', 0, { key }), save('teacher', 'PPPA', 0, { key })])
    expect(both[0]).toEqual(both[1])
    expect(both[0].register?.version).toBe(1)
  })

  test('of two at once one takes it, and the other hears who did and when', async () => {
    const both = await Promise.allSettled([save('teacher', 'PPPA'), save('admin', 'APPP')])
    expect(both.map((one) => one.status).sort((a, b) => (a < b ? -1 : 1))).toEqual(['fulfilled', 'rejected'])
    const lost = both.find((one) => one.status === 'rejected')?.reason
    const winner = both[0].status === 'fulfilled' ? 'teacher' : 'admin'
    expect(lost.code).toBe('CONFLICT')
    expect(lost.problems[0].path).toBe('seen')
    expect(lost.message).toMatch(new RegExp(`^7-A was taken by ${winner} of Own School at \\d\\d:\\d\\d meanwhile\\.$`))
    expect(await letters()).toBe(winner === 'teacher' ? 'PPPA' : 'APPP')
  })

  test('twenty saves of one version at once leave one whole register', async () => {
    await save('teacher', 'PPPP')
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, (_, place) => save(place % 2 ? 'admin' : 'teacher', place % 3 ? 'AAPP' : 'PPAA', 1)),
    )
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    expect(['AAPP', 'PPAA']).toContain(await letters())
    expect((await sheet()).version).toBe(2)
  })

  test('a mark for every enabled student and for nobody else: by path, and nothing is stored', async () => {
    const { student8A } = world.own
    const wrong = [{ studentId: student8A, value: 'P' }, ...marks('PPPP'), { studentId: pupils[0], value: 'A' }]
    const refused = await refusal(save('teacher', '', 0, { marks: wrong }))
    expect(refused.code).toBe('BAD_INPUT')
    expect(refused.problems).toEqual([
      { path: 'marks.0.studentId', message: 'This student is not in this section' },
      { path: 'marks.5.studentId', message: 'This student is here twice' },
    ])
    expect((await refusal(save('teacher', 'PP'))).problems).toEqual([
      { path: 'marks', message: '2 students of the section have no mark' },
    ])
    expect(
      (await refusal(save('teacher', '', 0, { marks: [...marks('PPP'), { studentId: 999_999, value: 'P' }] }))).problems,
    ).toEqual([
      { path: 'marks.3.studentId', message: 'This student is not in this section' },
      { path: 'marks', message: 'A student of the section has no mark' },
    ])
    expect(
      (await refusal(save('teacher', '', 0, { marks: [...marks('PPP'), { studentId: pupils[3], value: 'X' }] }))).problems,
    ).toEqual([{ path: 'marks.3.value', message: 'Choose P, A or L' }])
    expect((await sheet()).version).toBe(0)
  })

  test('a disabled student needs no mark and keeps the stored ones', async () => {
    await save('teacher', 'PPPA')
    await setStudentDisabled(await world.call('admin'), world.own.id, { id: pupils[3], disabled: true })
    expect((await sheet()).rows).toHaveLength(3)
    const again = await save('teacher', 'APP', 1)
    expect(again).toMatchObject({ students: 3, register: { version: 2, present: 2, absent: 2 } })
    expect((await refusal(save('teacher', 'APPP', 2))).problems[0]?.path).toBe('marks.3.studentId')
    await setStudentDisabled(await world.call('admin'), world.own.id, { id: pupils[3], disabled: false })
  })

  test('with defaultAbsent a new register starts with A, except for students scanned at the gate', async () => {
    const { id: schoolId } = world.own
    await setSchool(world, world.own, { defaultAbsent: true })
    const at = new Date(`${day}T08:02:00+05:30`)
    const later = new Date(at.getTime() + 60_000)
    await world.database.transaction(schoolId, (db) =>
      db
        .insertInto('gateScans')
        .values(
          [later, at].map((when) => ({
            schoolId,
            key: randomUUID(),
            studentId: pupils[1] ?? 0,
            day,
            direction: 'IN',
            at: when,
            arrivedAt: later,
            scannedBy: randomUUID(),
            scannedByName: 'Gate',
            means: 'QR',
          })),
        )
        .execute(),
    )
    const rows = (await sheet('teacher')).rows
    expect(rows.map((row) => row.suggested).join('')).toBe('APAA')
    expect(rows[1]?.gateIn).toEqual(at)
    await setSchool(world, world.own, { defaultAbsent: false })
  })
})

describe('correcting', () => {
  test('a whole register needs its current version; only changed marks go into the history', async () => {
    const first = await save('teacher', 'PPAP')
    const again = await save('admin', 'PLAA', 1)
    expect(again.register).toMatchObject({ ...first.register, version: 2, present: 1, absent: 2, late: 1 })
    const history = async (place: number) =>
      (
        await viewMarkHistory(await world.call('teacher'), world.own.id, {
          registerId: first.register?.id ?? 0,
          studentId: pupils[place] ?? 0,
        })
      ).map(({ byName, was, value }) => [byName, was, value])
    expect(await history(1)).toEqual([['admin of Own School', 'P', 'L']])
    expect(await history(2)).toEqual([])
    // Saving the same marks again is no change, so that version 2 stays current.
    expect((await save('teacher', 'PLAA', 2)).register?.version).toBe(2)
    const message = (await refusal(save('teacher', 'PPPP', 1))).message
    expect(message).toMatch(/^7-A was changed by admin of Own School at \d\d:\d\d meanwhile\.$/)
    expect((await save('teacher', 'PPPP', 2)).register).toMatchObject({ version: 3, present: 4 })
    expect((await sheet()).rows.map((row) => row.changes)).toEqual([0, 2, 1, 2])
  })

  test('stores the device’s time and uses the server’s', async () => {
    const [deviceAt, before] = ['2020-02-03T04:05:06.000Z', new Date()]
    const { register } = await save('teacher', 'PPPP')
    await save('teacher', 'APPP', 1, { deviceAt })
    const fix = { key: randomUUID(), registerId: register?.id, studentId: pupils[1], was: 'P', value: 'L', deviceAt }
    await correctMark(await world.call('teacher'), world.own.id, fix)
    const [changes] = await world.database.read(world.own.id, [
      world.database.kysely.selectFrom('markChanges').select(['at', 'deviceAt']).orderBy('id'),
    ] as const)
    expect(changes.map((change) => change.deviceAt)).toEqual([new Date(deviceAt), new Date(deviceAt)])
    for (const { at } of changes) expect(at.getTime()).toBeGreaterThanOrEqual(before.getTime())
  })

  test('accepts a version ahead of the stored one from a phone that counts its queued saves', async () => {
    // The first changes nothing, so the stored version stays 1.
    await save('teacher', 'PPAP')
    expect((await save('teacher', 'PPAP', 1)).register?.version).toBe(1)
    expect((await save('teacher', 'PPAA', 2)).register?.version).toBe(2)
    // The first was refused because somebody else was faster, so the save based on it must not count on its version.
    const after = randomUUID()
    await save('admin', 'LLLL', 2)
    expect((await refusal(save('teacher', 'PPPP', 2, { key: after }))).problems[0]?.path).toBe('seen')
    expect((await refusal(save('teacher', 'PPPL', 3, { after }))).problems[0]?.path).toBe('seen')
    const stored = randomUUID()
    await save('teacher', 'PPPP', 3, { key: stored })
    expect((await refusal(save('admin', 'PPPL', 4, { after: stored }))).problems[0]?.path).toBe('seen')
    expect((await save('teacher', 'PPPL', 4, { after: stored })).register?.version).toBe(5)
    await clearAttendance(world, world.own)
    // The first was refused, so nothing is stored.
    expect((await save('teacher', 'PPAA', 1)).register?.version).toBe(1)
    expect((await refusal(save('admin', 'PPPP'))).problems[0]?.path).toBe('seen')
  })

  test('one mark: with its note, once per key, and only if unchanged since it was read', async () => {
    const taken = await save('teacher', 'PAPP')
    const registerId = taken.register?.id ?? 0
    const fix = { key: randomUUID(), registerId, studentId: pupils[1], was: 'A', value: 'L', note: 'bus' }
    const teacher = await world.call('teacher')
    const corrected = await correctMark(teacher, world.own.id, fix)
    expect(corrected).toMatchObject({
      sectionName: '7-A',
      register: { id: registerId, version: 2, present: 3, absent: 0, late: 1 },
    })
    expect(await correctMark(teacher, world.own.id, fix)).toEqual(corrected)
    const other = await refusal(correctMark(teacher, world.own.id, { ...fix, key: randomUUID(), value: 'P' }))
    expect(other.problems[0]?.path).toBe('was')
    expect(other.message).toMatch(/^Pupil 2 was marked L by teacher of Own School at \d\d:\d\d meanwhile\.$/)
    expect((await sheet()).rows[1]).toMatchObject({ mark: 'L', note: 'bus', changes: 1 })
    const stranger = { key: randomUUID(), registerId, studentId: world.own.student8A, value: 'P' }
    expect((await refusal(correctMark(teacher, world.own.id, stranger))).code).toBe('NOT_FOUND')
  })

  test('a student who joined the section later can get a mark', async () => {
    const taken = await save('teacher', 'PPPP')
    const [late = 0] = await addStudents(world, world.own, world.own.section7A, 1, 9)
    const fix = { key: randomUUID(), registerId: taken.register?.id, studentId: late, was: null, value: 'P' }
    expect(await correctMark(await world.call('admin'), world.own.id, fix)).toMatchObject({
      students: 5,
      register: { present: 5 },
    })
    await setStudentDisabled(await world.call('admin'), world.own.id, { id: late, disabled: true })
  })
})

describe('permissions', () => {
  test('a teacher takes the own sections of the own school only', async () => {
    const { section7B, section8A, student8A } = world.own
    for (const sectionId of [section7B, section8A, world.other.section7A, 999_999])
      expect(
        (await refusal(takeRegister(world, 'teacher', { sectionId, day }, { [student8A]: 'P' }))).code,
        String(sectionId),
      ).toBe('NOT_FOUND')
    const foreign = saveRegister(await world.call('teacher'), world.other.id, {
      key: randomUUID(),
      sectionId: world.other.section7A,
      day,
      session: 'DAY',
      seen: 0,
      marks: [{ studentId: world.other.student7A, value: 'A' }],
    })
    expect((await refusal(foreign)).code).toBe('NOT_FOUND')
    const day8A = await takeRegister(world, 'admin', { sectionId: section8A, day }, { [student8A]: 'P' })
    const registerId = day8A.register?.id ?? 0
    const fix = { key: randomUUID(), registerId, studentId: student8A, was: 'P', value: 'A' }
    for (const who of ['teacher', 'limitedAdmin'] as const) {
      expect((await refusal(correctMark(await world.call(who), world.own.id, fix))).code).toBe('NOT_FOUND')
      expect(
        (await refusal(viewMarkHistory(await world.call(who), world.own.id, { registerId, studentId: student8A }))).code,
      ).toBe('NOT_FOUND')
      expect((await refusal(sheet(who, { sectionId: section8A }))).code).toBe('NOT_FOUND')
    }
    expect((await refusal(correctMark(await world.call('admin', world.other), world.other.id, fix))).code).toBe('NOT_FOUND')
  })

  test('a class-limited admin takes those classes, an attendant every section', async () => {
    const { section8A, student8A } = world.own
    expect((await save('limitedAdmin', 'PPPP')).register?.present).toBe(4)
    expect((await refusal(takeRegister(world, 'limitedAdmin', { sectionId: section8A, day }, { [student8A]: 'P' }))).code).toBe(
      'NOT_FOUND',
    )
    expect((await takeRegister(world, 'attendant', { sectionId: section8A, day }, { [student8A]: 'L' })).register?.late).toBe(1)
    const view = async (who: 'teacher' | 'limitedAdmin' | 'attendant' | 'superadmin') =>
      (await viewRegistersOfDay(await world.call(who), world.own.id, { termId: world.own.termId, day })).registers.map(
        (register) => register.sectionName,
      )
    expect(await view('teacher')).toEqual(['7-A'])
    expect(await view('limitedAdmin')).toEqual(['7-A', '7-B'])
    expect(await view('attendant')).toEqual(['7-A', '7-B', '8-A'])
    expect(await view('superadmin')).toEqual(['7-A', '7-B', '8-A'])
  })

  test.each(['fees', 'student'] as const)('%s may neither view nor take', async (who) => {
    const forbidden = { code: 'FORBIDDEN', message: notAuthorized(), problems: [] }
    expect(await refusal(save(who, 'PPPP'))).toEqual(forbidden)
    expect(await refusal(sheet(who))).toEqual(forbidden)
    expect(await refusal(viewRegistersOfDay(await world.call(who), world.own.id, { termId: world.own.termId, day }))).toEqual(
      forbidden,
    )
  })

  test.each(['anonymous', 'disabled'] as const)('%s is signed out', async (who) => {
    expect((await refusal(save(who, 'PPPP'))).code).toBe('SIGNED_OUT')
  })

  test('teachers and attendants take up to seven days back, an admin any past day, nobody tomorrow', async () => {
    const { section7B } = world.own
    const empty = (who: Parameters<typeof takeRegister>[1], back: number) =>
      takeRegister(world, who, { sectionId: who === 'teacher' ? world.own.section7A : section7B, day: addDays(today, -back) }, {})
    const late = 'Only an admin can change a register that is older than 7 days'
    expect(await refusal(empty('attendant', 8))).toMatchObject({ code: 'FORBIDDEN', message: late })
    expect(await refusal(empty('teacher', 8))).toMatchObject({ code: 'FORBIDDEN', message: late })
    expect((await empty('attendant', 7)).register?.version).toBe(1)
    expect((await empty('admin', 300)).register?.version).toBe(1)
    expect(await refusal(empty('admin', -1))).toMatchObject({
      code: 'BAD_INPUT',
      problems: [{ path: 'day', message: attendanceMessages.future }],
    })
  })
})
