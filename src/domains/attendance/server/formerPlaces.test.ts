import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fromNow } from '#tests/moments.ts'
import { clearAttendance, takeRegister, today } from '#tests/world/attendance.ts'
import { addSection, addStudents } from '#tests/world/rows.ts'
import { refusal } from '#tests/refusals.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { checkData } from '#platform/dataChecks.ts'
import { addDays, type Day, showDay, writeDay } from '#shared/dates.ts'
import { schoolById } from '#platform/school.ts'
import { addStudent, setStudentDisabled, updateStudent } from '#domains/students/server/students.commands.ts'
import { importAttendance } from './importAttendance.commands.ts'
import { viewRegister, viewRegistersOfDay } from './registers.queries.ts'
import { termAttendance } from './termAttendance.exports.ts'

let world: TestWorld
let made = 0
/** Two sections of one class, with two students each. */
let sections: [number, number]
let students: number[]

beforeAll(async () => {
  world = await testWorld()
})

beforeEach(async () => {
  await clearAttendance(world, world.own)
  const names = [`C${(made += 1)}`, `D${made}`] as const
  const [first, second] = [
    await addSection(world, world.own, { classId: world.own.class7, name: names[0] }),
    await addSection(world, world.own, { classId: world.own.class7, name: names[1] }),
  ]
  sections = [first, second]
  students = [...(await addStudents(world, world.own, first, 2)), ...(await addStudents(world, world.own, second, 2, 8))]
})

afterEach(async () => {
  vi.useRealTimers()
  expect((await checkData(world.database)).findings).toEqual([])
})
afterAll(() => world.close())

/** Runs as if the day were so many days later. */
async function later<Result>(days: number, run: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['Date'], now: fromNow(days * 86_400_000) })
  try {
    return await run()
  } finally {
    vi.useRealTimers()
  }
}

const asked = async (section: number, day: Day) => {
  const view = { sectionId: section, day, session: 'DAY' }
  const { rows } = await viewRegister(await world.call('admin'), world.own.id, view)
  return rows.map((row) => row.studentId).sort((a, b) => a - b)
}
const counted = async (section: number, day: Day) => {
  const { registers } = await viewRegistersOfDay(await world.call('admin'), world.own.id, { termId: world.own.termId, day })
  return registers.find((register) => register.sectionId === section)?.students
}
/** Takes or corrects the register of a section on a day with a mark for each of the students. */
const take = (section: number, day: Day, ids: readonly number[], seen = 0) =>
  takeRegister(world, 'admin', { sectionId: section, day, seen }, Object.fromEntries(ids.map((id) => [id, 'P'])))
const form = (sectionId: number, more = {}) => ({
  termId: world.own.termId,
  section: `${world.own.class7}:${sectionId}`,
  name: 'Asha Patil',
  phone: '9822012345',
  gender: 'FEMALE',
  roll: '7',
  ...more,
})
const move = async (id: number, sectionId: number) =>
  updateStudent(await world.call('admin'), world.own.id, { id, ...form(sectionId) })
const add = async (sectionId: number, more = {}) =>
  (await addStudent(await world.call('admin'), world.own.id, form(sectionId, { addAnyway: true, ...more }))).id
const switchTo = async (disabled: boolean, id: number) =>
  setStudentDisabled(await world.call('admin'), world.own.id, { id, disabled })

describe('a register asks for those who were in the section that day', () => {
  test('also when one has moved since, and it is saved again a week later', async () => {
    const [one = 0, two = 0, three = 0, four = 0] = students
    await take(sections[0], today, [one, two])
    await take(sections[1], today, [three, four])
    await later(2, () => move(one, sections[1]))
    await later(7, async () => {
      expect(await asked(sections[0], today)).toEqual([one, two])
      expect(await asked(sections[1], today)).toEqual([three, four])
      expect([await counted(sections[0], today), await counted(sections[1], today)]).toEqual([2, 2])
      await take(sections[0], today, [one, two], 1)
      await take(sections[1], today, [three, four], 1)
      expect((await refusal(take(sections[1], today, [one, three, four], 1))).problems).toMatchObject([
        { path: 'marks.0.studentId' },
      ])
      expect(await asked(sections[0], addDays(today, 1))).toEqual([one, two])
      expect(await asked(sections[0], addDays(today, 2))).toEqual([two])
      expect(await asked(sections[1], addDays(today, 2))).toEqual([one, three, four])
    })
  })

  test('of the day of a move the section that has marked the student', async () => {
    const [one = 0, two = 0, three = 0, four = 0] = students
    await take(sections[0], today, [one, two])
    await move(one, sections[1])
    expect(await asked(sections[0], today)).toEqual([one, two])
    expect(await asked(sections[1], today)).toEqual([three, four])
    await later(1, async () => expect(await asked(sections[1], addDays(today, 1))).toEqual([one, three, four]))
    await move(one, sections[0])
    await later(1, async () => {
      expect(await asked(sections[0], addDays(today, 1))).toEqual([one, two])
      expect(await asked(sections[1], addDays(today, 1))).toEqual([three, four])
    })
  })

  test('not for one who joined later, by the day of admission or of entry', async () => {
    const [one = 0, two = 0] = students
    await take(sections[0], today, [one, two])
    const [entered, admitted] = await later(3, async () => [
      await add(sections[0]),
      await add(sections[0], { dateOfAdmission: addDays(today, 1), roll: '9' }),
    ])
    await later(7, async () => {
      expect(await asked(sections[0], today)).toEqual([one, two])
      expect(await asked(sections[0], addDays(today, 1))).toEqual([one, two, admitted])
      expect(await asked(sections[0], addDays(today, 3))).toEqual([one, two, entered, admitted])
      await take(sections[0], today, [one, two], 1)
    })
    // The day of admission comes to the record later.
    await later(4, async () =>
      updateStudent(await world.call('admin'), world.own.id, {
        id: entered,
        ...form(sections[0], { dateOfAdmission: addDays(today, 2) }),
      }),
    )
    await later(7, async () => expect(await asked(sections[0], addDays(today, 2))).toEqual([one, two, entered, admitted]))
  })

  test('a section without registers has had its students from the beginning', async () => {
    const one = await add(sections[0])
    expect(await asked(sections[0], addDays(today, -30))).toContain(one)
  })

  test('not before a day of admission to come', async () => {
    const [one = 0, two = 0] = students
    const next = await add(sections[0], { dateOfAdmission: addDays(today, 5) })
    expect(await asked(sections[0], today)).toEqual([one, two])
    expect(await counted(sections[0], today)).toBe(2)
    await later(6, async () => expect(await asked(sections[0], addDays(today, 5))).toEqual([one, two, next]))
  })

  test('not while one had left, and again for one who returned', async () => {
    const [one = 0, two = 0] = students
    await take(sections[0], today, [one, two])
    await later(2, () => switchTo(true, one))
    await later(5, () => switchTo(false, one))
    await later(7, async () => {
      expect(await asked(sections[0], today)).toEqual([one, two])
      expect(await asked(sections[0], addDays(today, 1))).toEqual([one, two])
      for (const days of [2, 3, 4]) expect(await asked(sections[0], addDays(today, days)), `${days}`).toEqual([two])
      for (const days of [5, 6, 7]) expect(await asked(sections[0], addDays(today, days)), `${days}`).toEqual([one, two])
    })
  })

  test('a student disabled by mistake and enabled the same day has missed nothing', async () => {
    const [one = 0, two = 0] = students
    await take(sections[0], today, [one, two])
    await switchTo(true, one)
    expect(await asked(sections[0], today)).toEqual([two])
    await switchTo(false, one)
    for (const days of [-1, 0, 1])
      await later(1, async () => expect(await asked(sections[0], addDays(today, days))).toEqual([one, two]))
  })
})

test('a file names a student by the roll in the section that day', async () => {
  const [one = 0, two = 0] = students
  await take(sections[0], addDays(today, -1), [one, two])
  await move(one, sections[1])
  const name = (section: number) => (section === sections[0] ? `C${made}` : `D${made}`)
  const file = async (section: number, roll: string, day: Day) =>
    importAttendance(await world.call('admin'), world.own.id, {
      termId: world.own.termId,
      rows: [{ class: '7', section: name(section), roll, date: writeDay(day), value: 'A' }],
    })
  // Roll 2 in the first section, 7 in the second one since.
  expect(await file(sections[0], '2', addDays(today, -1))).toMatchObject({ changed: 1 })
  expect(await file(sections[1], '7', today)).toMatchObject({ marks: 1 })
  for (const [section, roll, day] of [
    [sections[0], '2', today],
    [sections[1], '7', addDays(today, -1)],
  ] as const)
    expect((await refusal(file(section, roll, day))).problems).toEqual([
      { path: 'rows.0.roll', message: `7-${name(section)} had no student with the roll ${roll} on ${showDay(day)}` },
    ])
})

test('working days are those of the section where the student was, as a certificate has them', async () => {
  const { id, termId } = world.own
  const [one = 0, two = 0, three = 0, four = 0] = students
  const days = [1, 2, 3].map((ago) => addDays(today, -ago))
  for (const day of days) {
    await take(sections[0], day, [one, two])
    await take(sections[1], day, [three, four])
  }
  await move(one, sections[1])
  await take(sections[0], today, [two])
  await take(sections[1], today, [one, three, four])
  const school = (await schoolById(world.database, id))!
  const [[answer]] = await world.database.read(id, [
    termAttendance(world.database.kysely, school, { termId, studentId: one }),
  ] as const)
  expect([answer?.workingDays, Number(answer?.daysPresent)]).toEqual([4, 4])
})

test('a register that is saved while a student moves, and the one of the new section, mark the student once', async () => {
  const [one = 0, two = 0] = students
  for (const seen of [0, 1, 2]) {
    await Promise.allSettled([take(sections[0], today, [one, two], seen), move(one, sections[1])])
    await take(sections[1], today, await asked(sections[1], today), seen)
    expect((await checkData(world.database)).findings).toEqual([])
    await move(one, sections[0])
  }
})
