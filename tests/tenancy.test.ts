import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onCluster } from '../src/platform/database/onCluster.ts'
import { testWorld } from './world.ts'

let world: Awaited<ReturnType<typeof testWorld>>
let owner: pg.Client
let app: pg.Client

beforeAll(async () => {
  world = await testWorld()
  owner = new pg.Client({ connectionString: world.ownerUrl })
  app = new pg.Client({ connectionString: world.appUrl })
  await owner.connect()
  await app.connect()
  await onCluster(app)
})

afterAll(async () => {
  await owner.end()
  await app.end()
  await world.close()
})

/** Global by design: they hold no school's rows, or only the way to them. */
const globalTables = [
  'schools',
  'logins',
  'device_tokens',
  'migrations',
  'installation_keys',
  'installation_secrets',
  'document_queue',
  'promotion_queue',
  'legacy_queue',
  'message_queue',
  'message_refs',
  'send_gates',
]

async function tenantTables(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
  )
  return rows.map((row) => row.name).filter((name) => !globalTables.includes(name))
}

test('every tenant table has forced row-level security, school_id first in its key, and no trigger of its own', async () => {
  for (const table of await tenantTables()) {
    const { rows } = await owner.query(
      `select relrowsecurity and relforcerowsecurity as forced,
              (select array_agg(attname order by position) from pg_index, unnest(indkey) with ordinality as key(number, position)
                 join pg_attribute on attnum = key.number and attrelid = pg_class.oid
                where indrelid = pg_class.oid and indisprimary) as key,
              (select count(*)::int from pg_trigger where tgrelid = pg_class.oid and not tgisinternal) as triggers,
              (select count(*)::int from pg_constraint
                where conrelid = pg_class.oid and contype = 'f' and confrelid <> 'schools'::regclass
                  and not conkey @> array[(select attnum from pg_attribute where attrelid = pg_class.oid and attname = 'school_id')]) as loose
       from pg_class where oid = $1::regclass`,
      [table],
    )
    expect({
      table,
      forced: rows[0].forced,
      first: rows[0].key.replace(/[{}]/g, '').split(',')[0],
      triggers: rows[0].triggers,
      loose: rows[0].loose,
    }).toEqual({
      table,
      forced: true,
      first: 'school_id',
      triggers: 0,
      loose: 0,
    })
  }
})

test('the production role sees no row of any tenant table without a school, and only its own with one', async () => {
  for (const table of await tenantTables()) {
    const name = pg.escapeIdentifier(table)
    expect((await app.query(`select from ${name}`)).rowCount, table).toBe(0)
    await app.query('begin')
    await app.query(`set local app.school_id to '${world.own.id}'`)
    const { rows } = await app.query(`select distinct school_id as id from ${name}`)
    await app.query('commit')
    expect(
      rows.map((row) => row.id).filter((id) => id !== world.own.id),
      table,
    ).toEqual([])
  }
})

test('the production role cannot write into another school, nor point a row at one', async () => {
  const inOwnSchool = async (sql: string, values: unknown[]) => {
    await app.query('begin')
    await app.query(`set local app.school_id to '${world.own.id}'`)
    try {
      return await app.query(sql, values)
    } finally {
      await app.query('rollback')
    }
  }
  await expect(inOwnSchool('insert into terms (school_id, name) values ($1, $2)', [world.other.id, 'X'])).rejects.toThrow(
    'row-level security',
  )
  expect((await inOwnSchool('update students set name = $2 where school_id = $1', [world.other.id, 'X'])).rowCount).toBe(0)
  expect((await inOwnSchool('delete from enrolments where school_id = $1', [world.other.id])).rowCount).toBe(0)
  await expect(
    inOwnSchool('update enrolments set section_id = $2 where school_id = $1', [world.own.id, world.other.section7A]),
  ).rejects.toThrow('foreign key')
  await expect(
    inOwnSchool('update students set school_id = $2 where school_id = $1', [world.own.id, world.other.id]),
  ).rejects.toThrow()
})

test('the production role is bound: no superuser, no bypass, owner of nothing, and audit rows stay as written', async () => {
  const { rows } = await app.query(
    'select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as privileged, (select count(*)::int from pg_class where relowner = pg_roles.oid) as owned from pg_roles where rolname = current_user',
  )
  expect(rows[0]).toEqual({ privileged: false, owned: 0 })
  await expect(app.query('update audit_log set action = action')).rejects.toThrow('permission denied')
  await expect(app.query('delete from audit_log')).rejects.toThrow('permission denied')
  await expect(app.query('alter table students disable row level security')).rejects.toThrow('must be owner')
})

test('reads in one round trip never leave a school on the connection, through 300 changes and failures', async () => {
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
