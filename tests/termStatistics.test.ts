import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from './asOwner.ts'
import { type TestDatabase, testDatabase } from './database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('the planner knows of every table that a term is one school’s (decisions/0130)', async () => {
  const tables = await asOwner<{ name: string; known: boolean }>(
    database.ownerUrl,
    `select c.relname as name, exists (
         select from pg_statistic_ext s where s.stxrelid = c.oid and 'f' = any(s.stxkind)
           and s.stxkeys::int2[] @> array[school.attnum, term.attnum]) as known
       from pg_class c
       join pg_attribute school on school.attrelid = c.oid and school.attname = 'school_id'
       join pg_attribute term on term.attrelid = c.oid and term.attname = 'term_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
  )
  expect(tables.length).toBeGreaterThan(25)
  expect(tables.filter(({ known }) => !known).map(({ name }) => name)).toEqual([])
})
