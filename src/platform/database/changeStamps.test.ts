import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guardStamps } from '#tests/stampGuard.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { enterSchool } from './connect.ts'
import { readStamps, type Topic, topicsWritten } from './changeStamps.ts'
import { statement } from './statement.ts'

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
})
afterAll(() => world.close())

async function stamp(schoolId = world.own.id): Promise<string | undefined> {
  const [[row]] = await world.database.read(schoolId, [readStamps(schoolId, ['students'])])
  return row?.stamp
}

/** Returns whether work has put a new stamp in the own school, and none in the other. */
async function stamped(work: () => Promise<unknown>): Promise<boolean> {
  const [before, elsewhere] = [await stamp(), await stamp(world.other.id)]
  await work().catch((error: unknown) => {
    if (!String(error).includes('given up')) throw error
  })
  expect(await stamp(world.other.id)).toBe(elsewhere)
  return (await stamp()) !== before
}

test.each<[string, Topic[]]>([
  ['update "students" set "name" = $1', ['students']],
  ['insert into "enrolments" ("school_id") values ($1)', ['students']],
  ['with gone as (delete from sections where id = 1 returning id) select 1', ['students']],
  ['UPDATE\n  students set name = given.name from (select 1) as given', ['students']],
  ['insert into section_teachers select 1', ['students']],
  ['update only classes set name = 1', ['students']],
  ['select * from students for no key update of students', []],
  ['insert into student_phones (school_id) select school_id from students', []],
  ['insert into message_students values (1)', []],
  ['update payments set student_id = (select id from students)', ['changedPayments', 'money']],
  ['insert into payments (school_id) values ($1)', ['money']],
  ['delete from payments', ['changedPayments', 'money']],
  ['insert into collected_lines select 1', ['money']],
  ['with moved as (update enrolments set roll = 1 returning id) delete from fees', ['students', 'fees', 'money']],
  ['update schools set fees_date = 5', ['fees', 'money']],
  ['insert into student_fee_categories select 1', ['money']],
  ['insert into school_figures values (1)', []],
  ['update payment_counters set last = 1', []],
  ['delete from class_admins', []],
])('a statement that writes a table with a stamp is known: %s', (text, written) => {
  expect(topicsWritten(text)).toEqual(written)
})

describe('a new stamp is put', () => {
  const rename = () => statement('update students set name = name where school_id = $1', [world.own.id])

  test('by a transaction that writes a student, however the statement is sent', async () => {
    const { database, own } = world
    expect(await stamped(() => database.transaction(own.id, (db) => db.executeQuery(rename().compile())))).toBe(true)
    expect(await stamped(() => database.write(own.id, [rename()]))).toBe(true)
    expect(
      await stamped(() =>
        database.transaction(own.id, (db) =>
          db.updateTable('classes').set({ name: 'VII' }).where('schoolId', '=', own.id).where('id', '=', own.class7).execute(),
        ),
      ),
    ).toBe(true)
  })

  test('in each school that a transaction writes in', async () => {
    const { database, own, other } = world
    const before = [await stamp(), await stamp(other.id)]
    await database.transaction(own.id, async (db) => {
      await db.executeQuery(rename().compile())
      await enterSchool(db, other.id)
      await db.updateTable('students').set({ sibling: 'z' }).where('schoolId', '=', other.id).execute()
    })
    const after = [await stamp(), await stamp(other.id)]
    expect(after.map((now, at) => now === before[at])).toEqual([false, false])
  })

  test('by a transaction that waits for another one, in the school of each', async () => {
    const { database, own, other } = world
    const before = [await stamp(), await stamp(other.id)]
    await database.transaction(own.id, async (db) => {
      await db.executeQuery(rename().compile())
      await database.transaction(other.id, (inner) =>
        inner.selectFrom('students').select('id').where('schoolId', '=', other.id).execute(),
      )
    })
    const after = [await stamp(), await stamp(other.id)]
    expect(after.map((now, at) => now === before[at])).toEqual([false, true])
  })

  test('not by one that reads, writes another table, or is rolled back', async () => {
    const { database, own } = world
    expect(
      await stamped(() =>
        database.read(own.id, [database.kysely.selectFrom('students').select('id').where('schoolId', '=', own.id)]),
      ),
    ).toBe(false)
    expect(
      await stamped(() =>
        database.transaction(own.id, (db) =>
          db.updateTable('buses').set({ busno: 'X' }).where('schoolId', '=', own.id).execute(),
        ),
      ),
    ).toBe(false)
    expect(
      await stamped(() =>
        database.transaction(own.id, async (db) => {
          await db.executeQuery(rename().compile())
          throw new Error('given up')
        }),
      ),
    ).toBe(false)
  })

  test('with the change: nobody sees one without the other, and writers of a school wait for each other only to commit', async () => {
    const { database, own } = world
    const before = await stamp()
    const [first, second] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    const change = (id: number, until: Promise<unknown>, begun: () => void) =>
      database.transaction(own.id, async (db) => {
        await db.updateTable('students').set({ sibling: 'x' }).where('schoolId', '=', own.id).where('id', '=', id).execute()
        begun()
        await until
      })
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const one = change(own.student7A, first.promise, begun[0]!.resolve)
    const two = change(own.student8A, second.promise, begun[1]!.resolve)
    await Promise.all(begun.map(({ promise }) => promise))
    expect(await stamp()).toBe(before)
    second.resolve(undefined)
    await two
    const between = await stamp()
    expect(between).not.toBe(before)
    first.resolve(undefined)
    await one
    expect(await stamp()).not.toBe(between)
  })
})

describe('every transaction of the server that writes such a row puts a stamp', () => {
  test('the guard finds one that does not, and none of the commands is one', async () => {
    const { database, own } = world
    await guardStamps(world.ownerUrl, 'students')
    const unstamped = database.kysely.transaction().execute(async (db) => {
      await db.executeQuery(statement(`select set_config('app.school_id', $1, true)`, [String(own.id)]).compile())
      await db.updateTable('students').set({ sibling: 'y' }).where('schoolId', '=', own.id).execute()
    })
    await expect(unstamped).rejects.toThrow('no stamp was put for students')
    const { addClass, updateClass, deleteClass } = await import('#domains/classes/server/classes.commands.ts')
    const { addSection, updateSection, deleteSection } = await import('#domains/classes/server/sections.commands.ts')
    const { importStudents } = await import('#domains/students/server/importStudents.commands.ts')
    const { undoStudentsImport } = await import('#domains/students/server/undoStudentsImport.commands.ts')
    const students = await import('#domains/students/server/students.commands.ts')
    const { writeNameKeys } = await import('#platform/nameKeysJob.ts')
    const call = await world.call('superadmin')
    const { id } = await addClass(call, own.id, { termId: own.termId, name: 'Nine' })
    await updateClass(call, own.id, { id, name: 'IX' })
    const section = await addSection(call, own.id, {
      classId: id,
      name: 'A',
      sr: 3,
      teacherIds: [own.users.teacher],
      notificationTime: '09:00',
    })
    await updateSection(call, own.id, {
      id: section.id,
      classId: id,
      name: 'B',
      sr: 4,
      teacherIds: [],
      notificationTime: '09:00',
    })
    const rows = [{ roll: '1', class: 'IX', section: 'B', name: 'Kavya Rao', phone: '9812345678' }]
    const imported = await importStudents(call, own.id, { termId: own.termId, rows })
    await database.transaction(own.id, (db) =>
      db.updateTable('students').set({ nameKeys: '' }).where('schoolId', '=', own.id).execute(),
    )
    expect(await writeNameKeys(database)).toBeGreaterThan(0)
    await undoStudentsImport(call, own.id, { id: imported.id })
    const form = { termId: own.termId, name: 'Om Rao', phone: '9812345678', section: `${id}:${section.id}`, roll: '2' }
    const student = await students.addStudent(call, own.id, form)
    await students.updateStudent(call, own.id, { ...form, id: student.id, roll: '3' })
    await students.setStudentDisabled(call, own.id, { id: student.id, disabled: true })
    await students.deleteStudent(call, own.id, { id: student.id })
    await deleteSection(call, own.id, { id: section.id })
    await deleteClass(call, own.id, { id })
  })
})
