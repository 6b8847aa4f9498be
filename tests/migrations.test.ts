import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readArchive } from '#platform/backup/archive.ts'
import { startLoading } from '#platform/backup/startLoading.ts'
import { verifyBackup } from '#platform/backup/verify.ts'
import { appRole } from '#platform/database/connect.ts'
import { concurrentIndexes, knownMigrations, migrate } from '#platform/database/migrate.ts'
import { patience, type TestDatabase, testSecretKey, unmigratedDatabase } from './database.ts'
import { longLocks } from './longLocks.ts'
import { fill } from './matrix/tables.ts'

// A backup of two schools with rows of everything that the product could do at migration 0019. Nobody used the product
// before that migration; later ones meet filled tables.
const filled = join(import.meta.dirname, 'upgrade/0019.backup')

/** Migrations that may take long, with the reason. */
const excused = new Map([
  ['0033_usual_format_and_names_on_paper.sql expense_categories', 'a school has a few dozen of them'],
  [
    '0021_privacy.sql document_jobs',
    'it holds the documents of the last days alone: a check of a few thousand rows takes milliseconds',
  ],
  ['0112_limited_admins.sql users', 'the staff: a thousand schools have some ten thousand, whose index takes milliseconds'],
  ['0112_limited_admins.sql class_admins', 'some rows of a school'],
  ['0140_service_charge.sql schools', 'one row of each school: a thousand rows take milliseconds'],
  ['0143_several_accounts.sql schools', 'one row of each school that has several bank accounts'],
  ['0050_due_dates.sql terms', 'a school has a few of them: a thousand schools five thousand'],
])

/** Tables of the fixture without rows before the newer migrations, and why that is enough. */
const emptyTables: Readonly<Record<string, string>> = {
  device_tokens: 'global, some rows for each phone',
  document_job_files: 'its check of formats is replaced, and a row that was made up would not pass it: a few thousand rows',
  document_queue: 'global, what waits just now',
  guardian_codes: 'global, gone within minutes',
  guardian_sessions: 'global, some rows for each family',
  guardian_sign_ins: 'global, gone within a day',
  legacy_queue: 'global, what waits just now',
  message_refs: 'global, goes with its message',
  promotion_queue: 'global, what waits just now',
  background_tasks: 'global, what waits just now',
  send_gates: 'global, a row for each provider and recipient',
}

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

test('migrations run on filled tables, lose nothing, and lock no filled table for long', async () => {
  const manifest = await verifyBackup(filled, undefined)
  const old = manifest.migrations.map(({ name }) => name)
  await migrate(database.ownerUrl, testSecretKey, { only: old })
  const loading = await startLoading(owner, manifest)
  await readArchive(filled, undefined, {
    table: async (name, rows) => void (await loading.table(name, rows)),
    file: async (_key, _size, bytes) => void bytes.resume(),
  })
  const counts = await loading.finish()
  expect(counts.filter(({ backedUp, restored }) => backedUp !== restored)).toEqual([])

  await fillEmpty(counts.filter(({ restored }) => restored === 0).map(({ name }) => name))

  const newer = knownMigrations().filter(({ name }) => !old.includes(name))
  expect(newer.length).toBeGreaterThan(0)
  const holdingNobodyUp: string[] = []
  for (const { name, checksum } of newer) {
    const sql = readFileSync(join(import.meta.dirname, '../db/migrations', name), 'utf8')
    if (concurrentIndexes(sql) !== undefined) {
      holdingNobodyUp.push(name)
      continue
    }
    const found = await longLocks(owner, sql, { keep: true })
    expect(
      found.filter(({ table }) => !excused.has(`${name} ${table}`)),
      name,
    ).toEqual([])
    await owner.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
  }
  // An index left by an interrupted migration is created again.
  await owner.query('create index audit_log_action on audit_log (at)')
  await owner.query("update pg_index set indisvalid = false where indexrelid = 'audit_log_action'::regclass")
  // Two servers that start at once wait for each other, but not forever.
  const both = await Promise.all([migrate(database.ownerUrl, testSecretKey), migrate(database.ownerUrl, testSecretKey)])
  expect(both.flat()).toEqual(holdingNobodyUp)
  const { rows: indexes } = await owner.query<{ definition: string }>(
    "select pg_get_indexdef(indexrelid) as definition from pg_index where indexrelid = 'audit_log_action'::regclass and indisvalid",
  )
  expect(indexes.map(({ definition }) => definition)).toEqual([expect.stringContaining('(school_id, action, at DESC, id DESC)')])
  // Phones that were there before are listed always: pay links of before open for their children.
  const { rows: phones } = await owner.query<{ listed: boolean; count: number }>(
    `select coalesce(l.listed_at = '-infinity', false) as listed, count(*)::int as count
     from students s cross join lateral unnest(s.phones || s.phone) as given (phone)
     left join student_phones l on l.school_id = s.school_id and l.student_id = s.id and l.phone = given.phone
     where given.phone <> '1234567890' group by 1`,
  )
  expect(phones).toEqual([{ listed: true, count: expect.any(Number) }])
  for (const { name, restored } of counts.filter(({ name }) => name.startsWith('public.'))) {
    const { rows } = await owner.query<{ count: string }>(`select count(*) as count from ${name}`)
    expect(Number(rows[0]?.count), name).toBeGreaterThanOrEqual(restored)
  }
})

test('a server starts while one of another database alters the role of both', async () => {
  const other = new pg.Client({ connectionString: database.ownerUrl })
  await other.connect()
  try {
    await other.query('begin')
    await other.query(`alter role ${appRole} login`)
    const migrated = migrate(database.ownerUrl, testSecretKey)
    await vi.waitUntil(
      async () => {
        const { rowCount } = await owner.query(
          `select from pg_stat_activity
           where datname = current_database() and application_name = 'shala migrate' and wait_event_type = 'Lock'`,
        )
        return rowCount === 1
      },
      { timeout: patience(60_000) },
    )
    await other.query('commit')
    expect(await migrated).toEqual([])
  } finally {
    await other.end()
  }
})

/** Adds a made-up row to each empty table that is not excused. Its checks apply to later rows. */
async function fillEmpty(names: readonly string[]): Promise<void> {
  const tables = names.flatMap((name) => {
    const [schema, table = ''] = name.split('.')
    return schema === 'public' && !(table in emptyTables) ? [{ name: table }] : []
  })
  const { rows: checks } = await owner.query<{ place: string; name: string; definition: string }>(
    `select conrelid::regclass::text as place, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'c' and conrelid = any($1::regclass[])`,
    [tables.map(({ name }) => name)],
  )
  await fill(owner, tables, [1])
  for (const { place, name, definition } of checks)
    await owner.query(`alter table ${place} add constraint ${name} ${definition} not valid`)
  const empty: string[] = []
  for (const { name } of tables) if ((await owner.query(`select from ${name} limit 1`)).rowCount === 0) empty.push(name)
  expect(empty).toEqual([])
}

test.each([
  ['create index on students (name)', ['students']],
  ['alter table buses alter column gps_id type varchar(200)', ['buses']],
  ['alter table students add constraint named check (name is not null)', ['students']],
  ['alter table payments add foreign key (school_id, term_id) references terms (school_id, id)', ['payments', 'terms']],
  ['alter table students add column at_random double precision not null default random()', ['students']],
  ['update students set name = name', ['students']],
  ['alter table students add column note text', []],
  ["alter table students add column mood text not null default 'NEW'", []],
  ['alter table students add constraint named check (name is not null) not valid', []],
  ['create table notes (school_id bigint not null, id bigint not null); create index on notes (id)', []],
] as [string, string[]][])('%s', async (sql, tables) => {
  const found = await longLocks(owner, sql, { keep: false })
  expect(found.map((lock) => lock.table)).toEqual(tables)
})
