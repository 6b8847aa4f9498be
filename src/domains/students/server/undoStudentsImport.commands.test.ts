import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tableOfTest } from '#tests/cluster/testServer.ts'
import { countStatements } from '#tests/countStatements.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { enrol } from '#tests/world/rows.ts'
import { addTermWithSection } from '#tests/world/yearEnd.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { undoMessages } from '#platform/imports.ts'
import { invalidateViewer, viewerOf } from '#platform/viewer.ts'
import { importStudents } from './importStudents.commands.ts'
import { updateStudent } from './students.commands.ts'
import { undoStudentsImport } from './undoStudentsImport.commands.ts'

let world: TestWorld
let owner: pg.Client
let files = 0

beforeAll(async () => {
  world = await testWorld()
  owner = new pg.Client({ connectionString: world.ownerUrl })
  await owner.connect()
})

afterAll(async () => {
  await owner.end()
  await world.close()
})

let rolls = 1000
/** A row whose roll is new each time it is read or spread, because a roll occurs once in a section. */
const line = {
  get roll() {
    rolls += 1
    return String(rolls)
  },
  class: '7',
  section: 'A',
  phone: '9812345678',
}

/** Imports three students with accounts and returns the ids of the import and the students. */
async function imported(who: Who = 'admin') {
  files += 1
  const rows = [0, 1, 2].map((place) => ({
    ...line,
    name: `undone ${files} ${'abc'.charAt(place)}`,
    loginEmail: `s${files}.${place}@undo.test`,
  }))
  const { id } = await importStudents(await world.call(who), world.own.id, { termId: world.own.termId, rows })
  const { rows: stored } = await owner.query<{ ids: number[] }>('select row_ids as ids from imports where id = $1', [id])
  return { id, ids: stored[0]?.ids ?? [] }
}

const undoing = async (id: number, who: Who = 'admin') => undoStudentsImport(await world.call(who), world.own.id, { id })

async function everything(): Promise<unknown> {
  const { rows } = await owner.query(
    'select (select count(*) from students) as students, (select count(*) from enrolments) as enrolments, (select count(*) from logins) as logins, (select count(*) from auth."user") as accounts',
  )
  return rows
}

const undoRefusal = (what: string) => ({
  code: 'CONFLICT',
  message: `This import cannot be undone any more: ${what}.`,
  problems: [],
})

describe('undoStudentsImport', () => {
  test('deletes the students with their enrolments and accounts, signed in or not; a second undo is refused', async () => {
    const before = await everything()
    const { id, ids } = await imported()
    const { rows } = await owner.query('select subject from students where id = $1', [ids[0]])
    expect(await viewerOf(world.database, rows[0].subject)).toMatchObject({ role: 'STUDENT' })
    expect(await undoing(id)).toBe(3)
    expect(await everything()).toEqual(before)
    expect(await viewerOf(world.database, rows[0].subject)).toBeNull()
    expect((await auditRows(world)).at(-1)).toMatchObject({ action: 'student.undoImport', rowIds: { length: 3 } })
    expect(await refusal(undoing(id))).toEqual({ code: 'CONFLICT', message: undoMessages.twice, problems: [] })
  })

  test('deletes none when some have other records, and says how many have', async () => {
    const { id, ids } = await imported()
    await tableOfTest(
      owner,
      'create table stands_on (school_id bigint, student_id bigint, foreign key (school_id, student_id) references students (school_id, id))',
    )
    await owner.query('insert into stands_on values ($1, $2), ($1, $3)', [world.own.id, ids[0], ids[2]])
    const before = await everything()
    expect(await refusal(undoing(id))).toEqual(
      undoRefusal('2 of these students have payments or other records that must be kept'),
    )
    expect(await everything()).toEqual(before)
    await owner.query('drop table stands_on')
    expect(await undoing(id)).toBe(3)
  })

  test('is refused when some are enrolled in other terms or were changed', async () => {
    const { id, ids } = await imported()
    const { id: schoolId, class7, section7B, termId } = world.own
    const seat = { termId, section: `${class7}:${section7B}`, roll: '9' }
    await updateStudent(await world.call('admin'), schoolId, { ...seat, id: ids[0], name: 'Renamed', phone: '9812345678' })
    expect(await refusal(undoing(id))).toEqual(undoRefusal('these students have 1 record changed since'))
    const next = await addTermWithSection(world, world.own, { name: 'next' }, '8')
    await enrol(
      world,
      next,
      next.sectionId,
      ids.slice(1).map((studentId) => ({ studentId })),
    )
    const before = await everything()
    expect(await refusal(undoing(id))).toEqual(
      undoRefusal('these students have 2 places in other terms and 1 record changed since'),
    )
    expect(await everything()).toEqual(before)
  })

  test('is allowed for the importer who still sees the students, and for SUPERADMIN', async () => {
    const { id } = await imported('limitedAdmin')
    expect(await refusal(undoing(id))).toEqual({ code: 'FORBIDDEN', message: undoMessages.notYours, problems: [] })
    const subject = world.own.subjects.limitedAdmin ?? null
    const limitTo = async (classId: number) => {
      await owner.query('update class_admins set class_id = $2 where user_id = $1', [world.own.users.limitedAdmin, classId])
      invalidateViewer(world.database, subject)
    }
    await limitTo(world.own.class8)
    expect((await refusal(undoing(id, 'limitedAdmin'))).code).toBe('NOT_FOUND')
    await limitTo(world.own.class7)
    expect(await undoing(id, 'limitedAdmin')).toBe(3)
    const another = await imported()
    expect(await undoing(another.id, 'superadmin')).toBe(3)
  })

  test.each(['fees', 'teacher', 'attendant', 'student'] as const)('is refused to the role of %s', async (who) => {
    const { id } = await imported()
    expect((await refusal(undoing(id, who))).code).toBe('FORBIDDEN')
  })

  test('answers NOT_FOUND for an import of another school, as for one that does not exist', async () => {
    const rows = [{ ...line, name: 'foreign' }]
    const call = await world.call('admin', world.other)
    const { id } = await importStudents(call, world.other.id, { termId: world.other.termId, rows })
    for (const who of ['admin', 'superadmin'] as const) expect((await refusal(undoing(id, who))).code).toBe('NOT_FOUND')
    expect((await refusal(undoStudentsImport(await world.call('admin'), world.other.id, { id }))).code).toBe('NOT_FOUND')
  })

  test('undoes 5,000 students with accounts by a few statements', { timeout: 300_000 }, async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => ({
      ...line,
      name: `many ${index}`,
      loginEmail: `m${index}@undo.test`,
    }))
    const before = await everything()
    const { id } = await importStudents(await world.call('admin'), world.own.id, { termId: world.own.termId, rows })
    const { result, statements } = await countStatements(() => undoing(id))
    expect(result).toBe(5000)
    expect(statements).toBeLessThan(100)
    expect(await everything()).toEqual(before)
  })
})
