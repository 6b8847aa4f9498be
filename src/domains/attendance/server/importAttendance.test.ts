import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearAttendance, takeRegister, today } from '#tests/world/attendance.ts'
import { addStudents, setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { checkData } from '#platform/dataChecks.ts'
import { addDays, writeDay } from '#shared/dates.ts'
import { setStudentDisabled } from '#domains/students/server/students.commands.ts'
import { attendanceMessages } from '../attendance.schema.ts'
import { importAttendance } from './importAttendance.commands.ts'
import { viewMarkHistory, viewRegister } from './registers.queries.ts'

let world: TestWorld
let pupils: number[]
const day = addDays(today, -40)

beforeAll(async () => {
  world = await testWorld()
  pupils = [world.own.student7A, ...(await addStudents(world, world.own, world.own.section7A, 3))]
})

beforeEach(() => clearAttendance(world, world.own))
afterEach(async () => expect((await checkData(world.database)).findings).toEqual([]))
afterAll(() => world.close())

const row = (roll: string, value: string, more = {}) => ({ class: '7', section: 'A', roll, date: writeDay(day), value, ...more })
const file = async (rows: readonly object[], who: Who = 'admin', school = world.own) =>
  importAttendance(await world.call(who, school), school.id, { termId: school.termId, rows })
const letters = async (session = 'DAY', ofDay = day) =>
  (await viewRegister(await world.call('admin'), world.own.id, { sectionId: world.own.section7A, day: ofDay, session })).rows
    .map((pupil) => pupil.mark ?? '·')
    .join('')

describe('importing attendance', () => {
  test('creates one register per section and day; students not in the file have no mark', async () => {
    const earlier = addDays(day, -1)
    const rows = [
      row('1', 'P'),
      row('02', ' a '),
      row('3', 'l', { note: 'rain', class: ' 7 ', section: 'a' }),
      row('1', 'P', { class: '8' }),
    ]
    const stored = await file([...rows, row('4', 'P', { date: earlier })])
    expect(stored).toEqual({ registers: 3, marks: 5, changed: 0 })
    expect(await letters()).toBe('PAL·')
    expect(await letters('DAY', earlier)).toBe('···P')
    expect((await auditRows(world)).at(-1)).toMatchObject({ action: 'attendance.import', fields: ['marks'] })
  })

  test('changes nothing for the same file; another value corrects the stored mark, with history', async () => {
    const taken = await takeRegister(
      world,
      'admin',
      { sectionId: world.own.section7A, day },
      { [pupils[0]!]: 'P', [pupils[1]!]: 'A', [pupils[2]!]: 'P', [pupils[3]!]: 'P' },
    )
    expect(await file([row('1', 'P'), row('2', 'A')])).toEqual({ registers: 1, marks: 2, changed: 0 })
    expect(await file([row('1', 'L'), row('2', 'A'), row('4', 'A', { note: 'fever' })])).toEqual({
      registers: 1,
      marks: 3,
      changed: 2,
    })
    expect(await letters()).toBe('LAPA')
    const view = { registerId: taken.register?.id ?? 0, studentId: pupils[3] ?? 0 }
    expect(await viewMarkHistory(await world.call('admin'), world.own.id, view)).toMatchObject([
      { was: 'P', value: 'A', note: 'fever', byName: 'admin of Own School' },
    ])
    expect(
      (await viewRegister(await world.call('admin'), world.own.id, { sectionId: world.own.section7A, day, session: 'DAY' }))
        .version,
    ).toBe(2)
  })

  test('stores nothing if any row is wrong, and names the cells', async () => {
    const refused = await refusal(
      file([
        row('1', 'P'),
        row('1', 'A'),
        row('77', 'P'),
        row('1', 'P', { section: 'Z' }),
        row('2', 'P', { session: 'MORNING' }),
      ]),
    )
    expect(refused.code).toBe('BAD_INPUT')
    expect(refused.problems).toEqual([
      { path: 'rows.1.roll', message: 'This student is in the file twice on this day' },
      { path: 'rows.2.roll', message: '7-A has no student with the roll 77' },
      { path: 'rows.3.class', message: '7 or Z does not match any class. Please check again!' },
      { path: 'rows.4.session', message: 'This school takes one register a day' },
    ])
    const cells = await refusal(
      file([
        { ...row('', 'X'), class: '' },
        row('1', 'P', { date: '31/02/2026' }),
        row('1', 'P', { date: writeDay(addDays(today, 1)) }),
        row('1', 'P', { session: 'noon' }),
      ]),
    )
    expect(cells.problems).toEqual([
      { path: 'rows.0.class', message: attendanceMessages.notValid },
      { path: 'rows.0.roll', message: attendanceMessages.noRoll },
      { path: 'rows.0.value', message: attendanceMessages.noValue },
      { path: 'rows.1.date', message: attendanceMessages.noDate },
      { path: 'rows.2.date', message: attendanceMessages.future },
      { path: 'rows.3.session', message: attendanceMessages.noSession },
    ])
    expect(await letters()).toBe('····')
  })

  test('finds the only enabled student with a roll, and refuses a roll of two enabled students', async () => {
    const [again = 0] = await addStudents(world, world.own, world.own.section7A, 1, 4)
    expect((await refusal(file([row('4', 'P')]))).problems).toEqual([
      { path: 'rows.0.roll', message: '7-A has several students with the roll 4' },
    ])
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T06:00:00+05:30`) })
    await setStudentDisabled(await world.call('admin'), world.own.id, { id: again, disabled: true })
    vi.useRealTimers()
    await file([row('4', 'A')])
    expect(await letters()).toBe('···A')
  })

  test('stores two concurrent files', async () => {
    const both = await Promise.all([file([row('1', 'P'), row('2', 'P')]), file([row('3', 'A'), row('2', 'P')])])
    expect(both.map((stored) => stored.marks)).toEqual([2, 2])
    expect(await letters()).toBe('PPA·')
  })

  test('needs a session in a school with two registers a day', async () => {
    await setSchool(world, world.own, { attType: 'DUAL' })
    expect(await file([row('1', 'P', { session: 'morning' }), row('1', 'A', { session: 'AFTERNOON' })])).toEqual({
      registers: 2,
      marks: 2,
      changed: 0,
    })
    expect([await letters('MORNING'), await letters('AFTERNOON')]).toEqual(['P···', 'A···'])
    expect((await refusal(file([row('2', 'P')]))).problems).toEqual([
      { path: 'rows.0.session', message: attendanceMessages.noSession },
    ])
    await setSchool(world, world.own, { attType: 'SUBJECTWISE' })
    expect(await refusal(file([row('2', 'P')]))).toMatchObject({
      code: 'FORBIDDEN',
      message: 'Attendance of a subject-wise school is not imported',
    })
    await setSchool(world, world.own, { attType: 'DAILY' })
  })

  test('is for the office, and for a class-limited admin within the own classes', async () => {
    for (const who of ['teacher', 'attendant', 'fees', 'student'] as const)
      expect((await refusal(file([row('1', 'P')], who))).code, who).toBe('FORBIDDEN')
    expect((await refusal(file([row('1', 'P', { class: '8' })], 'limitedAdmin'))).problems).toEqual([
      { path: 'rows.0.class', message: '8 or A does not match any class. Please check again!' },
    ])
    expect((await file([row('1', 'P')], 'limitedAdmin')).marks).toBe(1)
    const foreign = importAttendance(await world.call('admin'), world.own.id, {
      termId: world.other.termId,
      rows: [row('1', 'P')],
    })
    expect((await refusal(foreign)).problems[0]?.path).toBe('rows.0.class')
  })
})
