import fc from 'fast-check'
import { execute, parse } from 'graphql'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '#tests/refusals.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { schema } from '#app/schema.ts'
import { schoolDay } from '#shared/dates.ts'
import { findByWords } from '#shared/nameSearch.ts'
import { studentSorts } from '../students.schema.ts'
import { importStudents } from './importStudents.commands.ts'
import { listStudents, setStudentDisabled, viewStudent } from './students.commands.ts'
import { studentsOfSections } from './students.exports.ts'

let world: TestWorld

const firstNames = ['Asha', 'Rohan', 'Priya', 'Vihaan', 'आशा']
const surnames = ['Patil', 'Joshi', 'Shinde', 'Kale']

beforeAll(async () => {
  world = await testWorld()
  const sections = [
    ['7', 'A'],
    ['7', 'B'],
    ['8', 'A'],
  ] as const
  const rows = Array.from({ length: 90 }, (_, index) => ({
    roll: String(2 + Math.floor(index / 3)),
    class: sections[index % 3]![0],
    section: sections[index % 3]![1],
    name: `${firstNames[index % 5]} ${surnames[index % 4]} ${'abcdefghij'[Math.floor(index / 9)]}`,
    phone: String(9_000_000_000 + index * 7_654_321),
    registerNo: `2026/${index}`,
  }))
  await importStudents(await world.call('admin'), world.own.id, { termId: world.own.termId, rows })
})

afterAll(() => world.close())

async function list(view: object = {}, who: Who = 'admin') {
  const { rows, total } = await listStudents(await world.call(who), world.own.id, {
    termId: world.own.termId,
    pageSize: 200,
    ...view,
  })
  return { rows, total, names: rows.map((row) => row.name) }
}

/** Returns the whole list in the order of a plain query, for comparison. */
async function plainly() {
  return (await list()).rows
}

describe('the list of students', () => {
  test('is that of the own school for the teachers of two schools, one after the other', async () => {
    for (const school of [world.own, world.other]) {
      const call = await world.call('teacher', school)
      const { rows } = await listStudents(call, school.id, { termId: school.termId, pageSize: 200 })
      expect(rows.map((row) => row.sectionName)).toContain('A')
      expect((await viewStudent(call, school.id, { id: school.student7A })).id).toBe(school.student7A)
    }
  })

  test('is paged, ordered by class, section and roll, with a total', async () => {
    const { rows, total } = await list()
    expect(total).toBe(92)
    const places = rows.map((row) => `${row.className}-${row.sectionName} ${row.roll.padStart(3)}`)
    expect(places).toEqual([...places].sort())
    const pages = await Promise.all([0, 1, 2, 3].map((page) => list({ page, pageSize: 30 })))
    expect(pages.flatMap((page) => page.rows)).toEqual(rows)
    expect(pages.map((page) => page.total)).toEqual([92, 92, 92, 92])
    expect(await list({ page: 9 })).toMatchObject({ rows: [], total: 92 })
  })

  test('follows the serial numbers of sections', async () => {
    const { own } = world
    await world.database.transaction(own.id, async (db) => {
      await db.updateTable('sections').set({ sr: 0 }).where('schoolId', '=', own.id).where('id', '=', own.section8A).execute()
    })
    expect((await list({ pageSize: 1 })).rows).toMatchObject([{ className: '8' }])
    await world.database.transaction(own.id, async (db) => {
      await db.updateTable('sections').set({ sr: 1 }).where('schoolId', '=', own.id).where('id', '=', own.section8A).execute()
    })
  })

  test.each(studentSorts)('sorted by %s has every student once, and descending is the exact reverse', async (sort) => {
    const [up, down] = [await list({ sort }), await list({ sort, descending: true })]
    expect(down.rows.map((row) => row.id)).toEqual(up.rows.map((row) => row.id).reverse())
    expect(new Set(up.rows.map((row) => row.id)).size).toBe(92)
    const column = { SECTION: null, ROLL: 'roll', NAME: 'name', REGISTER_NO: 'registerNo', PHONE: 'phone' }[sort]
    if (column === null) return
    const values = up.rows.map((row) => (column === 'roll' ? row.roll.padStart(3) : row[column as 'name']))
    expect(values).toEqual([...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
    const pages = await Promise.all([0, 1].map((page) => list({ sort, page, pageSize: 60 })))
    expect(pages.flatMap((page) => page.rows)).toEqual(up.rows)
  })

  test('filters by class, section and disabled', async () => {
    const { own } = world
    expect((await list({ classId: own.class7 })).total).toBe(61)
    expect((await list({ sectionId: own.section8A })).rows.every((row) => row.sectionId === own.section8A)).toBe(true)
    expect((await list({ sectionId: own.section8A, classId: own.class7 })).total).toBe(0)
    await setStudentDisabled(await world.call('admin'), own.id, { id: own.student8A, disabled: true })
    for (const sort of ['SECTION', 'NAME']) {
      expect((await list({ disabled: true, sort })).rows.map((row) => row.id)).toEqual([own.student8A])
      expect((await list({ disabled: false, sort })).total).toBe(91)
    }
    await setStudentDisabled(await world.call('admin'), own.id, { id: own.student8A, disabled: false })
  })

  test('finds a student by three letters of a name, a roll, a register number and a part of a phone', async () => {
    expect(new Set((await list({ search: 'hin' })).names.map((name) => name.split(' ')[1]))).toEqual(new Set(['Shinde']))
    // Nineteen are Asha.
    expect((await list({ search: 'आशा' })).total).toBe(18 + 19)
    expect((await list({ search: 'pat PRI' })).names.every((name) => name.startsWith('Priya Patil'))).toBe(true)
    expect((await list({ search: '31' })).rows.map((row) => row.roll)).toEqual(['31', '31', '31'])
    expect((await list({ search: '2026/77' })).rows).toMatchObject([{ registerNo: '2026/77' }])
    const [student] = (await list({ search: '2026/50' })).rows
    expect((await list({ search: student?.phone.slice(3, 9) ?? '' })).rows).toContainEqual(student)
    expect((await list({ search: '%%%' })).total).toBe(0)
    expect((await list({ search: 'zzz' })).rows).toEqual([])
  })

  test('shows all students for a search of fewer than three letters', async () => {
    expect((await list({ search: 'as' })).total).toBe(92)
  })

  test('returns for every view what filtering and sorting in memory returns', async () => {
    const all = await plainly()
    const { own } = world
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          search: fc.constantFrom(
            '',
            'asha',
            'kal',
            '2026/1',
            '900',
            '12',
            'asha 5',
            'jos roh',
            'आशा',
            'शिंदे roh',
            'shimde',
            'zzzzz',
          ),
          classId: fc.option(fc.constantFrom(own.class7, own.class8), { nil: undefined }),
          sort: fc.constantFrom(...studentSorts),
          page: fc.nat(3),
          pageSize: fc.constantFrom(7, 20),
        }),
        async (view) => {
          const words = view.search.split(' ').filter(Boolean)
          const withWord = new Map(
            words.map((word) => [word, findByWords(all, word, (row) => `${row.name} ${row.registerNo} ${row.phone}`)]),
          )
          const expected = all.filter(
            (row) =>
              (view.classId === undefined || row.classId === view.classId) &&
              words.every((word) => row.roll === word || (!/^\d{1,2}$/.test(word) && withWord.get(word)?.includes(row))),
          )
          const { rows, total } = await list(view)
          expect(total).toBe(expected.length)
          expect(rows).toHaveLength(Math.max(0, Math.min(view.pageSize, expected.length - view.page * view.pageSize)))
          expect(expected).toEqual(expect.arrayContaining(rows))
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('the students that a viewer sees', () => {
  test('are those of their sections for an ADMIN limited to classes and a TEACHER', async () => {
    const { own } = world
    for (const sort of studentSorts) {
      const limited = await list({ sort }, 'limitedAdmin')
      expect([limited.rows.length, limited.total]).toEqual([61, 61])
      expect(limited.rows.every((row) => row.classId === own.class7)).toBe(true)
      const teacher = await list({ sort }, 'teacher')
      expect([teacher.rows.length, teacher.total]).toEqual([31, 31])
      expect(teacher.rows.every((row) => row.sectionId === own.section7A)).toBe(true)
    }
    expect((await list({ classId: own.class8, search: 'asha' }, 'limitedAdmin')).total).toBe(0)
    expect((await list({ sectionId: own.section7B }, 'teacher')).total).toBe(0)
  })

  test('are all for the office, and none for a student or a stranger', async () => {
    for (const who of ['superadmin', 'fees', 'attendant'] as const) expect((await list({}, who)).total).toBe(92)
    expect(await refusal(list({}, 'student'))).toMatchObject({ code: 'FORBIDDEN' })
    expect(await refusal(list({}, 'anonymous'))).toMatchObject({ code: 'SIGNED_OUT' })
  })

  test('exclude another school and its terms', async () => {
    const { other } = world
    expect(await refusal(listStudents(await world.call('admin'), other.id, { termId: other.termId }))).toMatchObject({
      code: 'NOT_FOUND',
    })
    expect((await list({ termId: other.termId })).total).toBe(0)
  })
})

describe('the plan of a search', () => {
  test('never joins the matches with the term by a nested loop', async () => {
    const client = new pg.Client({ connectionString: world.appUrl })
    await client.connect()
    try {
      await client.query("select set_config('app.school_id', $1, false)", [String(world.own.id)])
      await client.query("set plan_cache_mode = 'force_generic_plan'")
      const { searchedStudents } = await import('./studentList.sql.ts')
      const viewer = (await world.call('admin')).viewer!
      const compiled = searchedStudents(world.database.kysely, world.own.id, viewer, {
        termId: world.own.termId,
        search: 'asha',
      }).compile()
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${compiled.sql}`, [...compiled.parameters])
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toMatch(/hashed SubPlan/)
    } finally {
      await client.end()
    }
  })
})

describe('fields of a student beyond the columns of the list', () => {
  test('are loaded by one more statement for all students, and only for viewers who may see them', async () => {
    const document = parse(`query List($schoolId: ID!, $input: StudentsView!) {
      students(schoolId: $schoolId, input: $input) { rows { student { id places { roll } details { fatherName religion } } } }
    }`)
    const ask = async (who: Who) => {
      const call = await world.call(who)
      let reads = 0
      const counting = { read: (...given: Parameters<typeof world.database.read>) => (reads++, world.database.read(...given)) }
      const database = Object.setPrototypeOf(counting, world.database) as typeof world.database
      const variableValues = { schoolId: String(world.own.id), input: { termId: String(world.own.termId), pageSize: 50 } }
      const result = await execute({ schema, document, contextValue: { ...call, database }, variableValues })
      const { students } = JSON.parse(JSON.stringify(result.data)) as {
        students: { rows: { student: { places: { roll: string }[]; details: { religion: string | null } | null } }[] }
      }
      return { reads, rows: students.rows }
    }
    const office = await ask('admin')
    expect([office.reads, office.rows.length]).toEqual([2, 50])
    expect(office.rows.every(({ student }) => student.places.length === 1 && student.details?.religion === '')).toBe(true)
    const teacher = await ask('teacher')
    expect(teacher.rows.every(({ student }) => student.details === null)).toBe(true)
  })
})

describe('studentsOfSections', () => {
  test('returns the enabled students of this school by section and roll', async () => {
    const { own, other } = world
    const of = async (...sectionIds: number[]) =>
      (
        await world.database.read(own.id, [
          studentsOfSections(world.database.kysely, own.id, sectionIds, schoolDay(new Date())),
        ] as const)
      )[0]
    await setStudentDisabled(await world.call('admin'), own.id, { id: own.student7A, disabled: true })
    const rows = await of(own.section8A, own.section7A, other.section7A)
    expect(new Set(rows.map((row) => row.sectionId))).toEqual(new Set([own.section7A, own.section8A]))
    expect(rows.map((row) => row.id)).not.toContain(own.student7A)
    const rolls = rows.filter((row) => row.sectionId === own.section8A).map((row) => Number(row.roll))
    expect(rolls).toEqual([...rolls].sort((a, b) => a - b))
    expect(await of()).toEqual([])
    await setStudentDisabled(await world.call('admin'), own.id, { id: own.student7A, disabled: false })
  })
})
