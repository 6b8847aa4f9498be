import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { knownMigrations, migrate } from '#platform/database/migrate.ts'
import { type TestDatabase, testSecretKey, unmigratedDatabase } from './database.ts'

let database: TestDatabase
let owner: pg.Client

beforeAll(async () => {
  database = await unmigratedDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

test('of students who have one register number the enabled one who came first gets the key, and each keeps the number', async () => {
  const known = knownMigrations().map(({ name }) => name)
  await migrate(database.ownerUrl, testSecretKey, { only: known.filter((name) => name < '0145') })
  await owner.query("insert into schools (id, name, admin_phone) values (1, 'School', '9876543210')")
  await owner.query("insert into terms (school_id, id, name, current) values (1, 1, '2025-26', false), (1, 2, '2026-27', true)")
  for (const term of [1, 2]) {
    await owner.query("insert into classes (school_id, id, term_id, name) values (1, $1, $1, '7')", [term])
    await owner.query("insert into sections (school_id, id, term_id, class_id, name, sr) values (1, $1, $1, $1, 'A', 1)", [term])
  }
  const students = [
    { id: 1, registerNo: 'GR-1', disabled: true },
    { id: 2, registerNo: 'gr-1', disabled: false },
    { id: 3, registerNo: 'Gr-1', disabled: false },
    { id: 4, registerNo: 'GR-2', disabled: false },
    { id: 5, registerNo: '', disabled: false },
  ]
  for (const { id, registerNo, disabled } of students) {
    await owner.query('insert into students (school_id, id, name, register_no, disabled) values (1, $1, $2, $3, $4)', [
      id,
      `Student ${id}`,
      registerNo,
      disabled,
    ])
    for (const term of [1, 2])
      await owner.query('insert into enrolments (school_id, term_id, student_id, section_id) values (1, $1, $2, $1)', [term, id])
  }
  await migrate(database.ownerUrl, testSecretKey)
  const { rows } = await owner.query(
    `select s.register_no as number, e.register_key as key from enrolments e join students s on s.school_id = 1 and s.id = e.student_id
     where e.term_id = 2 order by s.id`,
  )
  expect(rows).toEqual([
    { number: 'GR-1', key: null },
    { number: 'gr-1', key: 'gr-1' },
    { number: 'Gr-1', key: null },
    { number: 'GR-2', key: 'gr-2' },
    { number: '', key: null },
  ])
})
