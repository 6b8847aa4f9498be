import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { addClass, addSection, addSectionTeacher, addStudents, addTerm, enrol } from '#tests/world/rows.ts'
import { Database } from '#platform/database/connect.ts'
import { nameKeys } from '#shared/nameSearch.ts'
import { runs } from '#tests/properties.ts'
import { studentSorts, studentsView } from '../../students.schema.ts'
import { studentCount, studentPage } from '../studentList.sql.ts'
import { listStudents, setStudentDisabled } from '../students.commands.ts'
import { Directory } from './directory.ts'
import { pageOfDirectory } from './directories.ts'

let world: TestWorld
/** Another serving process. It has no listener: a directory needs no news. */
let other: Database
let sections: number[]
let students: number[]
let formerTerm: number

const searches = [
  ...'asha sharma शर्मा r/11 980 12 ram zo zoë ä %%% shimde nimbalkar nimbalkr patel zzzzzz as'.split(' '),
  'shri kri',
  'asha 11',
  'pat jos',
  'asha asha',
  ' ',
]
const names = ['Asha Patil', 'Rohan Joshi', 'आशा शिंदे', 'Shri Krishna Kale', 'Vijaya More', 'Ram Sharma', 'शर्मा अनिता', 'Zoë Ä']

beforeAll(async () => {
  world = await testWorld()
  const { own } = world
  other = new Database(world.appUrl, { connections: 3, onError: () => undefined })
  const class9 = await addClass(world, own, '9')
  const nine = [
    await addSection(world, own, { classId: class9, name: 'A', sr: 3 }),
    await addSection(world, own, { classId: class9, name: 'B', sr: 0 }),
  ]
  sections = [own.section7A, own.section7B, own.section8A, ...nine]
  students = (
    await Promise.all(
      sections.map((section, at) =>
        addStudents(
          world,
          own,
          section,
          Array.from({ length: 14 }, (_, index) => ({
            name: names[(index * 3 + at) % names.length]!,
            registerNo: `R/${index % 5}${at}`,
            phone: String(9_800_000_000 + index * 1_111_111),
          })),
          10,
        ),
      ),
    )
  ).flat()
  for (const sectionId of nine) await addSectionTeacher(world, own, sectionId, own.users.teacher!)
  formerTerm = await addTerm(world, own, { name: '2020-21' })
  const former = { ...own, termId: formerTerm }
  const formerSection = await addSection(world, former, { classId: await addClass(world, former, '5') })
  // A name of the former term alone: a slip of it is somebody's word.
  const [gone = 0] = await addStudents(world, former, formerSection, [{ name: 'Gulabrao Nimbalkar' }])
  await enrol(world, former, formerSection, [{ studentId: students[0]! }])
  expect(gone).toBeGreaterThan(0)
})

afterAll(async () => {
  await other.close()
  await world.close()
})

const views = () =>
  fc.record(
    {
      termId: fc.constantFrom(world.own.termId, world.own.termId, world.own.termId, formerTerm, world.other.termId),
      search: fc.constantFrom(...searches),
      classId: fc.constantFrom(world.own.class7, world.own.class8, 987_654),
      sectionId: fc.constantFrom(...sections, 987_654),
      disabled: fc.boolean(),
      sort: fc.constantFrom(...studentSorts),
      descending: fc.boolean(),
      page: fc.nat(3),
      pageSize: fc.constantFrom(3, 20, 200),
    },
    { requiredKeys: ['termId'] },
  )

const viewers: readonly Who[] = ['superadmin', 'admin', 'limitedAdmin', 'fees', 'teacher']

async function bySql(who: Who, view: object) {
  const { database, own } = world
  const viewer = (await world.call(who)).viewer!
  const input = studentsView.parse(view)
  const [rows, [count]] = await database.read(own.id, [
    studentPage(database.kysely, own.id, viewer, input),
    studentCount(database.kysely, own.id, viewer, input),
  ])
  return { rows, total: count?.total ?? 0 }
}

/** Asks until the process has a directory of the term. */
async function withDirectory(database: Database, termId = world.own.termId): Promise<void> {
  const viewer = (await world.call('admin')).viewer!
  await eventually(
    async () => expect(await pageOfDirectory(database, world.own.id, viewer, studentsView.parse({ termId }))).toBeDefined(),
    1,
  )
}

/** What staff do to students, sections and classes. */
const changes: Readonly<Record<string, (place: number) => Promise<unknown>>> = {
  rename: (place) => ofStudent(place, { name: names[place % names.length]!, nameKeys: nameKeys(names[place % names.length]!) }),
  disable: (place) => ofStudent(place, { disabled: place % 2 === 0 }),
  phone: (place) => ofStudent(place, { phone: String(9_700_000_000 + place), registerNo: `Q${place % 9}` }),
  move: (place) =>
    world.database.transaction(world.own.id, (db) =>
      db
        .updateTable('enrolments')
        .set({ sectionId: sections[place % sections.length]!, roll: place % 3 === 0 ? `${place % 40}A` : String(place % 40) })
        .where('schoolId', '=', world.own.id)
        .where('termId', '=', world.own.termId)
        .where('studentId', '=', students[place % students.length]!)
        .execute(),
    ),
  sr: (place) =>
    world.database.transaction(world.own.id, (db) =>
      db
        .updateTable('sections')
        .set({ sr: place % 5 })
        .where('schoolId', '=', world.own.id)
        .where('id', '=', sections[place % sections.length]!)
        .execute(),
    ),
  className: (place) =>
    world.database.transaction(world.own.id, (db) =>
      db
        .updateTable('classes')
        .set({ name: `C${place}` })
        .where('schoolId', '=', world.own.id)
        .where('id', '=', world.own.class7)
        .execute(),
    ),
  teacher: (place) =>
    world.database.transaction(world.own.id, async (db) => {
      const row = { schoolId: world.own.id, sectionId: sections[place % sections.length]!, userId: world.own.users.teacher! }
      const { numDeletedRows } = await db
        .deleteFrom('sectionTeachers')
        .where('schoolId', '=', row.schoolId)
        .where('sectionId', '=', row.sectionId)
        .executeTakeFirst()
      if (numDeletedRows === 0n) await db.insertInto('sectionTeachers').values(row).execute()
    }),
  add: async (place) => {
    students.push(
      ...(await addStudents(world, world.own, sections[place % sections.length]!, [{ name: `New Kale ${place}` }], 50)),
    )
  },
}

function ofStudent(place: number, values: Record<string, string | boolean>) {
  return world.database.transaction(world.own.id, (db) =>
    db
      .updateTable('students')
      .set(values)
      .where('schoolId', '=', world.own.id)
      .where('id', '=', students[place % students.length]!)
      .execute(),
  )
}

describe('a directory', () => {
  test('answers every view of every viewer as the statements do', async () => {
    for (const termId of [world.own.termId, formerTerm, world.other.termId]) await withDirectory(world.database, termId)
    let answered = 0
    await fc.assert(
      fc.asyncProperty(views(), fc.constantFrom(...viewers), async (view, who) => {
        const { viewer } = await world.call(who)
        const expected = await bySql(who, view)
        const known = await pageOfDirectory(world.database, world.own.id, viewer!, studentsView.parse(view))
        if (known) expect(known).toEqual(expected)
        answered += known ? 1 : 0
        expect(await listStudents(await world.call(who), world.own.id, view)).toEqual(expected)
      }),
      { numRuns: runs(400) },
    )
    // Otherwise nothing was compared.
    expect(answered).toBeGreaterThan(0)
  })

  test('never answers as of before a change, in the process that made it and in another', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...Object.keys(changes)), fc.nat(500), views(), fc.constantFrom(...viewers)), {
          minLength: 3,
          maxLength: 6,
        }),
        async (steps) => {
          for (const database of [world.database, other]) await withDirectory(database)
          for (const [name, place, view, who] of steps) {
            await changes[name]!(place)
            const expected = await bySql(who, view)
            const call = await world.call(who)
            for (const database of [other, world.database])
              expect(await listStudents({ ...call, database }, world.own.id, view)).toEqual(expected)
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  test('shows in every process what was acknowledged before it was asked, under constant changes', async () => {
    const { own } = world
    const id = students[3]!
    let acknowledged = 0
    let over = false
    const write = async () => {
      for (let turn = 1; turn <= 150; turn += 1) {
        await ofStudent(3, { registerNo: `N${turn}` })
        acknowledged = turn
        // A directory has time to be made, and to answer.
        if (turn % 10 === 0) await answeredOnce()
      }
      over = true
    }
    let byDirectory = 0
    const answeredOnce = async () => {
      const before = byDirectory
      await eventually(() => expect(byDirectory).toBeGreaterThan(before), 1)
    }
    const ask = async (database: Database) => {
      const call = { ...(await world.call('admin')), database }
      while (!over) {
        const least = acknowledged
        const view = { termId: own.termId, pageSize: 200, page: 0 }
        const known = await pageOfDirectory(database, own.id, call.viewer!, studentsView.parse(view))
        if (known) byDirectory += 1
        for (const { rows } of [known ?? { rows: [] }, await listStudents(call, own.id, view)]) {
          const shown = rows.find((row) => row.id === id)
          if (least > 0 && shown) expect(Number(shown.registerNo.slice(1))).toBeGreaterThanOrEqual(least)
        }
      }
    }
    await Promise.all([write(), ask(world.database), ask(other), ask(other)])
  })

  test('is dropped by a command of another process', async () => {
    const { own } = world
    await withDirectory(other)
    const call = await world.call('admin')
    const disabled = async () =>
      (await listStudents({ ...call, database: other }, own.id, { termId: own.termId, disabled: true, pageSize: 200 })).rows.map(
        ({ id }) => id,
      )
    for (const wanted of [true, false]) {
      await setStudentDisabled(call, own.id, { id: own.student8A, disabled: wanted })
      expect((await disabled()).includes(own.student8A)).toBe(wanted)
      await withDirectory(other)
    }
  })

  test('is not believed when the change was not committed, and is when it was rolled back', async () => {
    const { own } = world
    await withDirectory(other)
    const view = studentsView.parse({ termId: own.termId })
    const viewer = (await world.call('admin')).viewer!
    const failing = world.database.transaction(own.id, async (db) => {
      await db.updateTable('students').set({ name: 'Nobody' }).where('schoolId', '=', own.id).execute()
      expect((await pageOfDirectory(other, own.id, viewer, view))?.rows.map(({ name }) => name)).not.toContain('Nobody')
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await pageOfDirectory(other, own.id, viewer, view)).toEqual(await bySql('admin', { termId: own.termId }))
  })
})

describe('the memory of a directory', () => {
  test('is less than 250 bytes a student, with the words that were searched', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const used = async () => {
      collect()
      await new Promise((resolve) => setImmediate(resolve))
      collect()
      const { heapUsed, arrayBuffers } = process.memoryUsage()
      return heapUsed + arrayBuffers
    }
    const section = { sectionName: 'A', classId: 1, className: '1', sr: 1, teachers: [] }
    const make = () =>
      new Directory(
        Array.from({ length: 100 }, (_, at) => ({ ...section, sectionId: at })),
        Array.from({ length: 20_000 }, (_, at) => ({
          id: 1_000_000 + at,
          enrolmentId: 2_000_000 + at,
          sectionId: at % 100,
          roll: String(at % 60),
          disabled: false,
          searchText: `${'vishwanathan chakravarti'.slice(at % 9)} r${at} ${9_800_000_000 + at}`,
          nameKeys: ' visavanatan cakaravarati',
          byRoll: at % 60,
          byName: at,
          byRegisterNo: at,
          byPhone: at,
        })),
      )
    make()
    const before = await used()
    const directory = make()
    const viewer = { classIds: null, role: 'ADMIN' } as never
    for (let word = 100; word < 1000; word += 1) directory.find(viewer, { search: String(word) })
    // Buffers are freed behind the collection.
    await eventually(async () => expect(((await used()) - before) / directory.size).toBeLessThan(250))
    expect(directory.find(viewer, { search: 'chakravarti' })?.total).toBe(20_000)
  })
})
