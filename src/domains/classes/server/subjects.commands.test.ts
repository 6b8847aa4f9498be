import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditRows, refusal } from '#tests/refusals.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { addBook, deleteBook, updateBook } from './books.commands.ts'
import type { SubjectRow } from './classes.sql.ts'
import { addSubject, deleteSubject, listSubjects, updateSubject } from './subjects.commands.ts'

let world: TestWorld
let subjectIn8A: SubjectRow
let foreignSubject: SubjectRow

const subject = { name: 'Maths', sr: 1, teacherIds: [] as number[] }
const slot = (day: number, start: string, end: string) => ({ day, start, end })

beforeAll(async () => {
  world = await testWorld()
  const call = await world.call('superadmin')
  subjectIn8A = await addSubject(call, world.own.id, { sectionId: world.own.section8A, ...subject })
  foreignSubject = await addSubject(call, world.other.id, { sectionId: world.other.section7A, ...subject })
})

afterAll(() => world.close())

describe('addSubject', () => {
  test('stores the subject with teachers, timetable and an audit row', async () => {
    const call = await world.call('admin')
    const added = await addSubject(call, world.own.id, {
      sectionId: world.own.section7A,
      name: 'Science',
      sr: '2',
      teacherIds: [world.own.users.teacher],
      timetable: [slot(0, '8:00', '9:00'), slot(2, '11:00', '12:00'), slot(2, '9:00', '10:00')],
    })
    expect(added).toMatchObject({ name: 'Science', sr: 2, termId: world.own.termId, sectionId: world.own.section7A, books: [] })
    // The week starts on Monday.
    expect(added.timetable).toEqual([
      slot(2, '09:00:00', '10:00:00'),
      slot(2, '11:00:00', '12:00:00'),
      slot(0, '08:00:00', '09:00:00'),
    ])
    expect(added.teachers).toMatchObject([{ id: world.own.users.teacher }])
    expect((await auditRows(world)).at(-1)).toEqual({
      role: 'ADMIN',
      action: 'subject.add',
      rowIds: [added.id],
      fields: ['sectionId', 'name', 'sr', 'teacherIds', 'timetable'],
    })
  })

  test('defaults the timetable to Monday from 09:00 to 10:00', async () => {
    expect(subjectIn8A.timetable).toEqual([slot(1, '09:00:00', '10:00:00')])
  })

  test('reports invalid fields with the specified messages', async () => {
    const call = await world.call('admin')
    const input = { sectionId: world.own.section7A, ...subject }
    const problemsOf = async (changes: object) =>
      (await refusal(addSubject(call, world.own.id, { ...input, ...changes }))).problems
    expect(await problemsOf({ name: '' })).toEqual([{ path: 'name', message: 'Required' }])
    expect(await problemsOf({ sr: undefined })).toEqual([{ path: 'sr', message: 'SR is required' }])
    expect(await problemsOf({ sr: ' ' })).toEqual([{ path: 'sr', message: 'SR is required' }])
    expect(await problemsOf({ sr: 0 })).toEqual([{ path: 'sr', message: 'SR must be positive' }])
    expect(await problemsOf({ sr: -1 })).toEqual([{ path: 'sr', message: 'SR must be positive' }])
    expect(await problemsOf({ timetable: [slot(1, '9:00', '10:00'), slot(1, '9:30', '11:00')] })).toEqual([
      { path: 'timetable.1.start', message: 'This overlaps with slot 1 of the same day' },
    ])
    expect(await problemsOf({ timetable: [slot(1, '10:00', '9:00')] })).toEqual([
      { path: 'timetable.0.end', message: 'The end must be after the start' },
    ])
    expect(await problemsOf({ timetable: [slot(7, 'x', '9:00')] })).toEqual([
      { path: 'timetable.0.day', message: 'Choose a day' },
      { path: 'timetable.0.start', message: 'This is not a time: write it as 09:00' },
    ])
    expect(await problemsOf({ teacherIds: [world.other.users.teacher] })).toEqual([
      { path: 'teacherIds.0', message: 'This teacher does not exist any more' },
    ])
  })

  test('refuses a name that the section has; another section may have it', async () => {
    const again = addSubject(await world.call('admin'), world.own.id, {
      sectionId: world.own.section8A,
      ...subject,
      name: 'maths',
    })
    const problem = { path: 'name', message: 'This section has a subject with this name already' }
    expect(await refusal(again)).toMatchObject({ code: 'CONFLICT', problems: [problem] })
  })

  test('answers NOT_FOUND for a section of another school or of a class outside the limit', async () => {
    const foreign = { sectionId: world.other.section7A, ...subject }
    const missing = await refusal(addSubject(await world.call('admin'), world.own.id, { ...foreign, sectionId: 999_999 }))
    expect(missing.code).toBe('NOT_FOUND')
    expect(await refusal(addSubject(await world.call('admin'), world.own.id, foreign))).toEqual(missing)
    const limited = await world.call('limitedAdmin')
    const outside = { ...subject, name: 'Art', sectionId: world.own.section8A }
    expect(await refusal(addSubject(limited, world.own.id, outside))).toEqual(missing)
    const inside = await addSubject(limited, world.own.id, { ...outside, sectionId: world.own.section7B })
    expect(inside.name).toBe('Art')
  })
})

describe('updateSubject and deleteSubject', () => {
  test('replace timetable and teachers; an empty timetable is allowed', async () => {
    const call = await world.call('admin')
    const { id } = await addSubject(call, world.own.id, {
      sectionId: world.own.section7A,
      ...subject,
      name: 'English',
      teacherIds: [world.own.users.teacher],
    })
    const changed = { id, name: 'English II', sr: 5, teacherIds: [world.own.users.admin] }
    const updated = await updateSubject(call, world.own.id, { ...changed, timetable: [slot(6, '7:00', '7:45')] })
    expect(updated).toMatchObject({ name: 'English II', sr: 5, timetable: [slot(6, '07:00:00', '07:45:00')] })
    expect(updated.teachers).toMatchObject([{ id: world.own.users.admin }])
    expect(await updateSubject(call, world.own.id, { ...changed, timetable: [] })).toMatchObject({ timetable: [] })
    expect((await refusal(updateSubject(call, world.own.id, changed))).code).toBe('BAD_INPUT')
  })

  test('answer NOT_FOUND for a subject of another school or of a class outside the limit', async () => {
    const changed = { ...subject, timetable: [] }
    const admin = await world.call('admin')
    const missing = await refusal(updateSubject(admin, world.own.id, { id: 999_999, ...changed }))
    expect(missing.code).toBe('NOT_FOUND')
    expect(await refusal(updateSubject(admin, world.own.id, { id: foreignSubject.id, ...changed }))).toEqual(missing)
    expect(await refusal(deleteSubject(admin, world.own.id, { id: foreignSubject.id }))).toEqual(missing)
    const limited = await world.call('limitedAdmin')
    expect(await refusal(updateSubject(limited, world.own.id, { id: subjectIn8A.id, ...changed }))).toEqual(missing)
    expect(await refusal(deleteSubject(limited, world.own.id, { id: subjectIn8A.id }))).toEqual(missing)
    expect(await refusal(listSubjects(limited, world.own.id, { sectionId: world.own.section8A }))).toEqual(missing)
    expect(await refusal(listSubjects(admin, world.own.id, { sectionId: world.other.section7A }))).toEqual(missing)
  })

  test('delete the books with the subject', async () => {
    const call = await world.call('admin')
    const { id } = await addSubject(call, world.own.id, { sectionId: world.own.section7A, ...subject, name: 'Hindi' })
    await addBook(call, world.own.id, { subjectId: id, name: 'Vasant', pages: 120, teacherIds: [world.own.users.teacher] })
    expect(await deleteSubject(call, world.own.id, { id })).toBe(id)
    expect((await auditRows(world)).at(-1)).toMatchObject({ action: 'subject.delete', rowIds: [id], fields: ['books'] })
    const left = await listSubjects(call, world.own.id, { sectionId: world.own.section7A })
    expect(left.map((row) => row.name)).not.toContain('Hindi')
  })
})

describe('books', () => {
  const book = () => ({ name: 'Ganit Prakash', pages: '96', teacherIds: [world.own.users.teacher] })

  test('are added to a subject, changed and deleted, with their teachers', async () => {
    const call = await world.call('admin')
    const added = await addBook(call, world.own.id, { subjectId: subjectIn8A.id, ...book() })
    expect(added).toMatchObject({ name: 'Ganit Prakash', pages: 96, teachers: [{ id: world.own.users.teacher }] })
    const changed = { id: added.id, name: 'Ganit', pages: '', teacherIds: [world.own.users.admin] }
    expect(await updateBook(call, world.own.id, changed)).toMatchObject({
      id: added.id,
      name: 'Ganit',
      pages: 0,
      teachers: [{ id: world.own.users.admin }],
    })
    const [stored] = await listSubjects(call, world.own.id, { sectionId: world.own.section8A })
    expect(stored?.books).toMatchObject([{ name: 'Ganit' }])
    expect(await deleteBook(call, world.own.id, { id: added.id })).toBe(added.id)
    expect((await auditRows(world)).slice(-3).map((row) => row.action)).toEqual(['book.add', 'book.update', 'book.delete'])
  })

  test('require a name, a teacher and a number of pages', async () => {
    const call = await world.call('admin')
    const wrong = { subjectId: subjectIn8A.id, name: '', pages: -1, teacherIds: [] }
    expect((await refusal(addBook(call, world.own.id, wrong))).problems).toEqual([
      { path: 'name', message: 'Required' },
      { path: 'pages', message: 'Pages cannot be negative' },
      { path: 'teacherIds', message: 'Required' },
    ])
  })

  test('have unique names within a subject', async () => {
    const call = await world.call('admin')
    const { id } = await addBook(call, world.own.id, { subjectId: subjectIn8A.id, ...book() })
    expect(
      await refusal(addBook(call, world.own.id, { subjectId: subjectIn8A.id, ...book(), name: 'GANIT PRAKASH' })),
    ).toMatchObject({
      code: 'CONFLICT',
      problems: [{ path: 'name', message: 'This subject has a book with this name already' }],
    })
    await deleteBook(call, world.own.id, { id })
  })

  test('are NOT_FOUND in another school or in a class outside the limit', async () => {
    const superadmin = await world.call('superadmin')
    const teacherIds = [world.other.users.teacher]
    const foreign = await addBook(superadmin, world.other.id, { subjectId: foreignSubject.id, ...book(), teacherIds })
    const admin = await world.call('admin')
    const missing = await refusal(updateBook(admin, world.own.id, { id: 999_999, ...book() }))
    expect(missing.code).toBe('NOT_FOUND')
    expect(await refusal(updateBook(admin, world.own.id, { id: foreign.id, ...book() }))).toEqual(missing)
    expect(await refusal(deleteBook(admin, world.own.id, { id: foreign.id }))).toEqual(missing)
    expect(await refusal(addBook(admin, world.own.id, { subjectId: foreignSubject.id, ...book() }))).toEqual(missing)
    const limited = await world.call('limitedAdmin')
    const outside = await addBook(admin, world.own.id, { subjectId: subjectIn8A.id, ...book() })
    expect(await refusal(addBook(limited, world.own.id, { subjectId: subjectIn8A.id, ...book(), name: 'X' }))).toEqual(missing)
    expect(await refusal(updateBook(limited, world.own.id, { id: outside.id, ...book() }))).toEqual(missing)
    expect(await refusal(deleteBook(limited, world.own.id, { id: outside.id }))).toEqual(missing)
  })

  test.each(['fees', 'teacher', 'attendant', 'student'] as const)('and subjects are refused to the role of %s', async (who) => {
    const call = await world.call(who)
    for (const attempt of [
      () => addSubject(call, world.own.id, { sectionId: world.own.section7A, ...subject }),
      () => addBook(call, world.own.id, { subjectId: subjectIn8A.id, ...book() }),
      () => deleteSubject(call, world.own.id, { id: subjectIn8A.id }),
      () => listSubjects(call, world.own.id, { sectionId: world.own.section7A }),
    ])
      expect((await refusal(attempt())).code).toBe('FORBIDDEN')
  })
})
