import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { otherTables } from './otherTables.ts'
import { studentTables } from './studentTables.ts'

let world: TestWorld
let owner: pg.Client

beforeAll(async () => {
  world = await testWorld()
  owner = new pg.Client({ connectionString: world.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await world.close()
})

test('every table is listed as with or without student data, and every foreign key to a student is covered', async () => {
  const { rows } = await owner.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1",
  )
  const listed = studentTables.map((one) => one.table)
  expect([...listed, ...Object.keys(otherTables)].sort()).toEqual(rows.map((row) => row.name))
  const { rows: pointing } = await owner.query<{ name: string }>(`
    with recursive reached (oid) as (
      select 'students'::regclass::oid
      union
      select c.conrelid from pg_constraint c join reached on c.confrelid = reached.oid where c.contype = 'f'
    )
    select relname as name from reached join pg_class on pg_class.oid = reached.oid
    union
    select relname from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and attname in ('student_id', 'student_ids', 'payer_phone')
    order by 1`)
  // Only ids, deleted within a minute.
  expect(pointing.map((row) => row.name).filter((name) => !listed.includes(name))).toEqual(['lecture_presence'])
})

test('every column with text or days is overwritten by an erasure or listed as kept', async () => {
  const { rows: functions } = await owner.query<{ prosrc: string }>(
    "select prosrc from pg_proc where proname = 'erase_locked_rows'",
  )
  for (const { table, erased } of studentTables) {
    if (erased.how !== 'blank' && erased.how !== 'locked') continue
    const written = erased.how === 'blank' ? Object.keys(erased.columns) : erased.columns
    const { rows } = await owner.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::text::regclass and attnum > 0 and not attisdropped
         and (atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype, 'json'::regtype, 'bytea'::regtype, 'date'::regtype)
           or attname in ('photo_file', 'aadhar_file') or $1::text = 'students' and atttypid in ('boolean'::regtype))`,
      [table],
    )
    const said = new Set<string>([...written, ...erased.keeps])
    expect({ table, forgotten: rows.map((row) => row.name).filter((name) => !said.has(name)) }).toEqual({ table, forgotten: [] })
    if (erased.how === 'locked')
      for (const column of written) expect(functions[0]?.prosrc).toMatch(new RegExp(`update ${table} \\w[^;]*\\b${column} = `))
  }
})
