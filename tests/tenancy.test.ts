import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareCitusConnection } from '#platform/database/citus/connection.ts'
import { type TableCell, tableCells } from './matrix/tables.ts'
import { type TestWorld, testWorld } from './world/testWorld.ts'

let world: TestWorld
let owner: pg.Client
let app: pg.Client

beforeAll(async () => {
  world = await testWorld()
  owner = new pg.Client({ connectionString: world.ownerUrl })
  app = new pg.Client({ connectionString: world.appUrl })
  await owner.connect()
  await app.connect()
  await prepareCitusConnection(app)
})

afterAll(async () => {
  await owner.end()
  await app.end()
  await world.close()
})

test('the production role cannot make a row refer to another school', async () => {
  await app.query('begin')
  await app.query(`set local app.school_id to '${world.own.id}'`)
  const pointed = app.query('update enrolments set section_id = $2 where school_id = $1', [world.own.id, world.other.section7A])
  await expect(pointed).rejects.toThrow('foreign key')
  await app.query('rollback')
})

test('an update without a condition changes no other school, also on tables with rules about final rows', async () => {
  await owner.query(
    `insert into guardian_links (school_id, phone, token_hash, token_sealed, code_hash, code_sealed, expires_at, created_by, created_by_name)
     values ($1, '9800000001', '\\x01', '', '\\x01', '', now(), $2, 'X')`,
    [world.other.id, '00000000-0000-0000-0000-000000000001'],
  )
  await app.query('begin')
  await app.query(`set local app.school_id to '${world.own.id}'`)
  // Without a condition, because the read policies would narrow it too.
  await app.query("update guardian_links set last_used_at = '2026-11-22'")
  await app.query('commit')
  const { rows } = await owner.query('select last_used_at as used from guardian_links where school_id = $1', [world.other.id])
  expect(rows).toEqual([{ used: null }])
})

test('the production role is unprivileged: no superuser, no bypass, owner of nothing, and audit rows are immutable', async () => {
  const { rows } = await app.query(
    'select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as privileged, (select count(*)::int from pg_class where relowner = pg_roles.oid) as owned from pg_roles where rolname = current_user',
  )
  expect(rows[0]).toEqual({ privileged: false, owned: 0 })
  await expect(app.query('update audit_log set action = action')).rejects.toThrow('permission denied')
  await expect(app.query('delete from audit_log')).rejects.toThrow('permission denied')
  await expect(app.query('alter table students disable row level security')).rejects.toThrow('must be owner')
})

test('reads in one round trip never leave a school set on the connection, through 300 changes and failures', async () => {
  const { database, own, other } = world
  const single = new (
    database.constructor as new (
      url: string,
      options: { connections: number; onError(): void },
    ) => typeof database
  )(world.appUrl, { connections: 1, onError: () => undefined })
  const students = (schoolId: number) => single.kysely.selectFrom('students').select('schoolId').where('schoolId', '=', schoolId)
  try {
    for (let turn = 0; turn < 300; turn += 1) {
      const [here, there] = turn % 2 ? [own, other] : [other, own]
      const [mine, foreign] = await single.read(here.id, [students(here.id), students(there.id)] as const)
      expect([mine.length, foreign.length]).toEqual([2, 0])
      if (turn % 25 === 0) {
        const broken = single.kysely.selectFrom('students').select((row) => row.fn<number>('no_such_function', ['id']).as('x'))
        await expect(single.read(here.id, [students(here.id), broken] as const)).rejects.toThrow('no_such_function')
      }
      if (turn % 50 === 0) {
        const { rows } = await single.pool.query("select current_setting('app.school_id', true) as school")
        expect(rows[0].school ?? '').toBe('')
      }
    }
  } finally {
    await single.close()
  }
})

test('every table is closed to other schools and has only the intended grants', async () => {
  const wrong: TableCell[] = []
  let count = 0
  for await (const cell of tableCells(owner, app, world.own.id, world.other.id)) {
    count += 1
    if (cell.expected !== cell.actual) wrong.push(cell)
  }
  expect(wrong).toEqual([])
  expect(count).toBeGreaterThan(1000)

  // A table without policies, and one with an open policy, are found.
  await owner.query(`create table forgotten (school_id bigint not null, id bigint, primary key (school_id, id));
    create policy all_of_it on buses using (true); grant delete on payments to shala_app`)
  const found = new Set<string>()
  for await (const { table, expected, actual } of tableCells(owner, app, world.own.id, world.other.id))
    if (expected !== actual) found.add(table)
  expect([...found]).toEqual(['buses', 'forgotten', 'payments'])
})
