import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { clearAttendance, takeRegister, today } from '#tests/world/attendance.ts'
import { addBook, addStudents, addSubject, setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { refusal } from '#tests/refusals.ts'
import { checkData } from '#platform/dataChecks.ts'
import { schoolTime } from '#shared/dates.ts'
import { deleteBook } from '#domains/classes/server/books.commands.ts'
import { importSections } from '#domains/classes/server/importSections.commands.ts'
import { deleteSection } from '#domains/classes/server/sections.commands.ts'
import { deleteSubject } from '#domains/classes/server/subjects.commands.ts'
import { undoSectionsImport } from '#domains/classes/server/undoSectionsImport.commands.ts'
import { deleteTerm } from '#domains/schools/server/terms.commands.ts'
import { importStudents } from '#domains/students/server/importStudents.commands.ts'
import { deleteStudent } from '#domains/students/server/students.commands.ts'
import { undoStudentsImport } from '#domains/students/server/undoStudentsImport.commands.ts'
import { weekdayOf } from '../attendance.rules.ts'
import { deletionRefusals } from './attendance.exports.ts'
import { queueDueNotices } from './noticeJob.ts'

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
})

beforeEach(() => clearAttendance(world, world.own))
afterEach(async () => expect((await checkData(world.database)).findings).toEqual([]))
afterAll(() => world.close())

const admin = () => world.call('admin')
const count = async (table: 'marks' | 'markChanges' | 'gateScans' | 'messages') =>
  (await world.database.read(world.own.id, [world.database.kysely.selectFrom(table).select('schoolId')] as const))[0].length
const registers = async () =>
  (
    await world.database.read(world.own.id, [world.database.kysely.selectFrom('registers').selectAll().orderBy('id')] as const)
  )[0].map(({ present, absent, late, version }) => ({ present, absent, late, version }))

test('deleting a student deletes marks, history, scans and messages, and updates the counts', async () => {
  const { id: schoolId, section7A, student7A } = world.own
  const [first = 0, second = 0] = await addStudents(world, world.own, section7A, 2)
  await world.database.transaction(schoolId, async (db) => {
    await db.updateTable('sections').set({ notificationTime: '00:00:00+05:30' }).where('id', '=', section7A).execute()
    await db
      .insertInto('gateScans')
      .values(
        [first, second].map((studentId) => ({
          schoolId,
          key: randomUUID(),
          studentId,
          day: today,
          direction: 'IN',
          at: new Date(),
          arrivedAt: new Date(),
          scannedBy: randomUUID(),
          scannedByName: 'Gate',
          means: 'QR',
        })),
      )
      .execute()
  })
  await takeRegister(world, 'teacher', { sectionId: section7A }, { [student7A]: 'P', [first]: 'P', [second]: 'A' })
  await takeRegister(world, 'teacher', { sectionId: section7A, seen: 1 }, { [student7A]: 'P', [first]: 'A', [second]: 'L' })
  expect(schoolTime(new Date()) >= '00:00:00' && (await queueDueNotices(world.database, new Date()))).toBe(2)
  await deleteStudent(await world.call('superadmin'), schoolId, { id: first })
  expect(await registers()).toEqual([{ present: 1, absent: 0, late: 1, version: 3 }])
  expect([await count('marks'), await count('markChanges'), await count('gateScans'), await count('messages')]).toEqual([
    2, 1, 1, 1,
  ])
  await deleteStudent(await world.call('superadmin'), schoolId, { id: second })
  expect(await registers()).toEqual([{ present: 1, absent: 0, late: 0, version: 4 }])
  expect([await count('marks'), await count('markChanges'), await count('gateScans'), await count('messages')]).toEqual([
    1, 0, 0, 0,
  ])
})

test('counts are right after students are deleted while their register is saved', async () => {
  const { id: schoolId, section7B } = world.own
  const pupils = await addStudents(world, world.own, section7B, 6)
  const all = (value: string) => Object.fromEntries(pupils.map((id) => [id, value]))
  await takeRegister(world, 'admin', { sectionId: section7B }, all('P'))
  const superadmin = await world.call('superadmin')
  await Promise.allSettled([
    ...pupils.slice(0, 3).map((id) => deleteStudent(superadmin, schoolId, { id })),
    ...['A', 'L', 'A'].map((value) => takeRegister(world, 'admin', { sectionId: section7B, seen: 1 }, all(value))),
  ])
  await Promise.all((await pupilsLeft(pupils)).map((id) => deleteStudent(superadmin, schoolId, { id })))
  expect(await registers()).toMatchObject([{ present: 0, absent: 0, late: 0 }])
})

async function pupilsLeft(ids: readonly number[]): Promise<number[]> {
  const [rows] = await world.database.read(world.own.id, [
    world.database.kysely.selectFrom('students').select('id').where('id', 'in', ids),
  ] as const)
  return rows.map((row) => row.id)
}

test('an import of students cannot be undone once they have marks', async () => {
  const { id: schoolId, termId, section7B } = world.own
  const imported = await importStudents(await admin(), schoolId, {
    termId,
    rows: [{ class: '7', section: 'B', roll: '31', name: 'Nila Rao', phone: '9822012345' }],
  })
  const [nila = 0] = (
    await world.database.read(schoolId, [
      world.database.kysely.selectFrom('students').select('id').where('name', '=', 'Nila Rao'),
    ] as const)
  )[0].map((row) => row.id)
  await takeRegister(world, 'admin', { sectionId: section7B }, { [nila]: 'A' })
  const undo = async () => undoStudentsImport(await admin(), schoolId, { id: imported.id })
  expect((await refusal(undo())).message).toBe('This import cannot be undone any more: these students have 1 mark in a register.')
  await clearAttendance(world, world.own)
  expect(await undo()).toBe(1)
})

test('a section, subject, book or term with registers cannot be deleted, and the message says why', async () => {
  const { id: schoolId, termId } = world.own
  const { id: importId } = await importSections(await admin(), schoolId, {
    termId,
    rows: [{ class: '9', section: 'Z', teachers: '', notificationTime: '', fbId: '', sr: 1 }],
  })
  const section =
    (
      await world.database.read(schoolId, [
        world.database.kysely.selectFrom('sections').select('id').where('name', '=', 'Z'),
      ] as const)
    )[0][0]?.id ?? 0
  const [gone = 0] = await addStudents(world, world.own, section, 1)
  const taken = await takeRegister(world, 'admin', { sectionId: section }, { [gone]: 'P' })
  await deleteStudent(await world.call('superadmin'), schoolId, { id: gone })
  expect(await refusal(deleteSection(await admin(), schoolId, { id: section }))).toMatchObject({
    code: 'CONFLICT',
    message: deletionRefusals.section,
  })
  expect((await refusal(undoSectionsImport(await admin(), schoolId, { id: importId }))).message).toBe(
    'This import cannot be undone any more: these sections have 1 register.',
  )
  expect((await refusal(deleteTerm(await admin(), schoolId, { id: termId }))).code).toBe('FORBIDDEN')

  await setSchool(world, world.own, { attType: 'SUBJECTWISE' })
  const subject = await addSubject(world, world.own, {
    sectionId: section,
    name: 'Art',
    sr: 1,
    days: [weekdayOf(today)],
    starts: '09:00',
    ends: '10:00',
  })
  await takeRegister(world, 'admin', { sectionId: section, session: 'SUBJECT', subjectId: subject, starts: '09:00' }, {})
  await setSchool(world, world.own, { attType: 'DAILY' })
  expect(await refusal(deleteSubject(await admin(), schoolId, { id: subject }))).toMatchObject({
    code: 'CONFLICT',
    message: deletionRefusals.subject,
  })
  expect((await refusal(deleteSection(await admin(), schoolId, { id: section }))).message).toBe(deletionRefusals.section)

  const book = await addBook(world, world.own, { subjectId: subject, name: 'Drawing' })
  await world.database.transaction(schoolId, async (db) => {
    const registerId = taken.register?.id ?? 0
    await db.insertInto('bookProgresses').values({ schoolId, termId, bookId: book, registerId, fromPage: 1, toPage: 4 }).execute()
  })
  expect(await refusal(deleteBook(await admin(), schoolId, { id: book }))).toMatchObject({
    code: 'CONFLICT',
    message: deletionRefusals.book,
  })
  await world.database.transaction(schoolId, (db) => db.deleteFrom('bookProgresses').where('schoolId', '=', schoolId).execute())
  await clearAttendance(world, world.own)
  await deleteSubject(await admin(), schoolId, { id: subject })
  await deleteSection(await admin(), schoolId, { id: section })
})
