import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditRows, refusal } from '#tests/refusals.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { notAuthorized } from '#platform/action.ts'
import { addTerm, deleteTerm, listTerms, previewTermDeletion, updateTerm, setCurrentTerm } from './terms.commands.ts'
import { termReferenceTables } from './schools.sql.ts'

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
})

afterAll(() => world.close())

const add = async (name: string, school = world.own) => addTerm(await world.call('admin', school), school.id, { name })
const terms = async (school = world.own) => listTerms(await world.call('admin', school), school.id, {})

describe('adding and renaming a term', () => {
  test('a new term is not current; terms are listed in ascending id order', async () => {
    const [next, after] = [await add(' 2027-28 '), await add('2025-26')]
    expect([next, after]).toMatchObject([
      { name: '2027-28', current: false },
      { name: '2025-26', current: false },
    ])
    expect((await terms()).map((term) => [term.name, term.current])).toEqual([
      ['2026-27', true],
      ['2027-28', false],
      ['2025-26', false],
    ])
    expect((await updateTerm(await world.call('admin'), world.own.id, { id: after.id, name: '2028-29' })).name).toBe('2028-29')
    expect((await auditRows(world)).map((row) => row.action)).toEqual(['term.add', 'term.add', 'term.update'])
  })

  test('refuses a name that is taken in this school, and an empty one', async () => {
    const taken = [{ path: 'name', message: 'A term with this name exists already' }]
    expect(await refusal(add('2026-27'))).toMatchObject({ code: 'CONFLICT', problems: taken })
    const [, second] = await terms()
    expect(await refusal(updateTerm(await world.call('admin'), world.own.id, { id: second!.id, name: '2026-27' }))).toMatchObject(
      { problems: taken },
    )
    expect(await refusal(add(' '))).toMatchObject({ code: 'BAD_INPUT', problems: [{ path: 'name', message: 'Required' }] })
  })
})

describe('the current term', () => {
  test('can be changed, and exactly one is current', async () => {
    const [first, second] = await terms()
    const call = await world.call('admin')
    const moved = await setCurrentTerm(call, world.own.id, { id: second!.id })
    expect(moved.filter((term) => term.current).map((term) => term.id)).toEqual([second!.id])
    await setCurrentTerm(call, world.own.id, { id: second!.id })
    expect((await setCurrentTerm(call, world.own.id, { id: first!.id })).filter((term) => term.current)).toHaveLength(1)
    expect((await terms(world.other)).filter((term) => term.current)).toHaveLength(1)
  })

  test('is exactly one, however many admins change it at once', async () => {
    const termList = await terms()
    const call = await world.call('admin')
    const turns = Array.from({ length: 12 }, (_, turn) => termList[turn % termList.length]!.id)
    await Promise.all(turns.map((id) => setCurrentTerm(call, world.own.id, { id })))
    expect((await terms()).filter((term) => term.current)).toHaveLength(1)
    await setCurrentTerm(call, world.own.id, { id: world.own.termId })
  })
})

describe('deleting a term', () => {
  test('succeeds for a term without records', async () => {
    const spare = await add('spare')
    expect(await deleteTerm(await world.call('admin'), world.own.id, { id: spare.id })).toBe(spare.id)
    expect((await terms()).map((term) => term.id)).not.toContain(spare.id)
  })

  test('is refused for the current term, and while it has classes and students', async () => {
    const call = await world.call('admin')
    const current = await refusal(deleteTerm(call, world.own.id, { id: world.own.termId }))
    expect(current).toMatchObject({
      code: 'FORBIDDEN',
      message: 'The current term cannot be deleted. Make another term current first.',
    })
    const other = (await terms()).find((term) => !term.current)
    await setCurrentTerm(call, world.own.id, { id: other!.id })
    const used = await refusal(deleteTerm(call, world.own.id, { id: world.own.termId }))
    expect(used).toEqual({
      code: 'CONFLICT',
      message: 'The term 2026-27 cannot be deleted: it has 2 classes and 2 students.',
      problems: [],
    })
    await setCurrentTerm(call, world.own.id, { id: world.own.termId })
  })

  test('has a preview that counts the records which prevent it', async () => {
    const call = await world.call('admin')
    const spare = await add('counted')
    expect(await previewTermDeletion(call, world.own.id, { id: spare.id })).toEqual([])
    expect(await previewTermDeletion(call, world.own.id, { id: world.own.termId })).toEqual(['2 classes', '2 students'])
    expect(await refusal(previewTermDeletion(call, world.own.id, { id: world.other.termId }))).toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await refusal(previewTermDeletion(await world.call('fees'), world.own.id, { id: spare.id }))).toMatchObject({
      code: 'FORBIDDEN',
    })
    await deleteTerm(call, world.own.id, { id: spare.id })
  })

  test('every table that can prevent the deletion of a term is counted', async () => {
    const { rows } = await sql<{ table: string }>`
      select distinct c.conrelid::regclass::text as table from pg_constraint c
        where c.contype = 'f' and c.confrelid = 'terms'::regclass and c.conparentid = 0 and c.confdeltype = 'a'`.execute(
      world.database.kysely,
    )
    const counted: string[] = Object.keys(termReferenceTables).map((table) =>
      table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    )
    expect(rows.map(({ table }) => table).filter((table) => !counted.includes(table))).toEqual([])
  })

  test('is refused while any other record refers to it', async () => {
    const spare = await add('only a student was added in it')
    await world.database.transaction(world.own.id, (db) =>
      db
        .updateTable('students')
        .set({ createTermId: spare.id })
        .where('schoolId', '=', world.own.id)
        .where('id', '=', world.own.student7A)
        .execute(),
    )
    const used = await refusal(deleteTerm(await world.call('admin'), world.own.id, { id: spare.id }))
    expect(used.message).toBe('The term only a student was added in it cannot be deleted: it has 1 student added in it.')
  })
})

describe('permissions', () => {
  test.each(['fees', 'teacher', 'attendant', 'student'] as const)('%s reads the terms and changes none', async (who) => {
    const call = await world.call(who)
    const forbidden = { code: 'FORBIDDEN', message: notAuthorized(), problems: [] }
    expect(await listTerms(call, world.own.id, {})).not.toHaveLength(0)
    expect(await refusal(addTerm(call, world.own.id, { name: 'X' }))).toEqual(forbidden)
    for (const change of [setCurrentTerm, deleteTerm])
      expect(await refusal(change(call, world.own.id, { id: world.own.termId }))).toEqual(forbidden)
    expect(await refusal(updateTerm(call, world.own.id, { id: world.own.termId, name: 'X' }))).toEqual(forbidden)
  })

  test('another school’s term is answered like one that does not exist', async () => {
    const call = await world.call('admin')
    const missing = await refusal(setCurrentTerm(call, world.own.id, { id: 999_999 }))
    expect(missing.code).toBe('NOT_FOUND')
    for (const change of [setCurrentTerm, deleteTerm]) {
      expect(await refusal(change(call, world.own.id, { id: world.other.termId }))).toEqual(missing)
      expect(await refusal(change(call, world.other.id, { id: world.other.termId }))).toEqual(missing)
    }
    expect(await refusal(updateTerm(call, world.own.id, { id: world.other.termId, name: 'X' }))).toEqual(missing)
    expect(await refusal(listTerms(call, world.other.id, {}))).toEqual(missing)
    expect(await terms(world.other)).toMatchObject([{ name: '2026-27', current: true }])
  })
})
