import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { migrateAuth } from '../auth/migrate.ts'
import { migrateJobs } from '../jobs/jobs.ts'
import { CannotStart } from '../cannotStart.ts'
import type { Secrets } from '../secretKeys.ts'
import { appPassword, appRole, nextAppRole } from './connect.ts'
import { distributeTables, ensureRoleOnNodes, isDistributed } from './citus/distribute.ts'
import { keepInstallation, refuseHalfRestored, refuseOtherSecret } from './installation.ts'
import { connectionTimeoutMillis } from './connectionTimeout.ts'

const folder = join(import.meta.dirname, '../../../db/migrations')

/** The advisory lock, the same in all installations, that lets one process at a time migrate a database. */
const migrationLock = 7_422_501

interface Migration {
  name: string
  sql: string
  checksum: string
}

function migrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return { name, sql: text, checksum: createHash('sha256').update(text).digest('hex') }
    })
}

export interface MigrateOptions {
  /** The migrations to run, for the schema of an older backup; all by default. */
  only?: readonly string[]
  /** Set by a restore. Everybody else is refused while a restore is unfinished. */
  restoring?: boolean
  /** Reports a migration that waits for other transactions. */
  say?: (text: string) => void
  /** How long a migration tries to get its locks, in milliseconds; ten minutes by default. */
  statementTimeoutMs?: number
}

/**
 * Migrates a database on the owner's connection: the unprivileged role, then every migration that has not run. Each
 * runs in its own transaction, except indexes that are created concurrently. Servers may keep working: a migration that
 * waits for a lock gives up and retries, so that no request waits behind it for more than a second.
 *
 * @returns the names of the migrations that ran
 * @throws CannotStart when the secret is not that of this database, or a migration does not get its locks
 * @throws when an applied migration was changed, or its SQL fails
 */
export async function migrate(ownerUrl: string, given: string | Secrets, options: MigrateOptions = {}): Promise<string[]> {
  const secrets = typeof given === 'string' ? { current: given } : given
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis, application_name: 'shala migrate' })
  await owner.connect()
  try {
    await takeTurn(owner)
    if (options.restoring !== true) await refuseHalfRestored(owner)
    await refuseOtherSecret(owner, secrets)
    await ensureAppRoles(owner, secrets)
    await owner.query(
      'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    const applied = await owner.query<{ name: string; checksum: string }>('select name, checksum from migrations')
    const known = new Map(applied.rows.map((row) => [row.name, row.checksum]))
    const ran: string[] = []
    for (const migration of migrations()) {
      if (options.only?.includes(migration.name) === false) continue
      const checksum = known.get(migration.name)
      if (checksum === migration.checksum) continue
      if (checksum) throw new Error(`The migration ${migration.name} was changed after it ran. Migrations are only added.`)
      await runMigration(owner, migration, options)
      ran.push(migration.name)
    }
    if (await isDistributed(owner)) await distributeTables(owner, () => undefined)
    // Undoes the general grants: a role that can write here could make a migration be skipped.
    await owner.query(`revoke all on migrations from ${appRole}`)
    await owner.query(`grant select on migrations to ${appRole}`)
    await migrateAuth(ownerUrl)
    await migrateJobs(ownerUrl)
    if (options.only === undefined) await keepInstallation(owner, secrets)
    return ran
  } finally {
    await owner.end()
  }
}

/** Polls for the lock. One waiting statement would hold a snapshot, whose end a concurrent index creation waits for. */
async function takeTurn(owner: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await owner.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [migrationLock])
    if (rows[0]?.taken === true) return
    await sleep(100)
  }
}

/** The first line of a migration that creates indexes on large tables while others write to them. */
const withoutTransaction = '-- without a transaction\n'

const concurrently = /^create (?:unique )?index concurrently if not exists (\w+) on [^;]+$/

/**
 * Returns the statements of a migration that runs outside a transaction; undefined for one inside. An interrupted one
 * is run again.
 *
 * @throws when it contains anything but indexes, whose creation can be repeated
 */
export function concurrentIndexes(text: string): { name: string; statement: string }[] | undefined {
  if (!text.startsWith(withoutTransaction)) return undefined
  const statements = text.replace(/^--.*$/gm, '').split(';')
  return statements
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .map((statement) => {
      const [, name] = concurrently.exec(statement) ?? []
      if (name === undefined) throw new Error(`Without a transaction only indexes are made, concurrently: ${statement}`)
      return { name, statement }
    })
}

async function makeIndexes(owner: pg.Client, indexes: readonly { name: string; statement: string }[]): Promise<void> {
  for (const { name, statement } of indexes) {
    const { rowCount: broken } = await owner.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [
      `public.${name}`,
    ])
    if (broken !== 0) await owner.query(`drop index concurrently ${name}`)
    await owner.query(statement)
  }
}

/** Lock timeout: requests behind the migration wait for as long. */
const lockTimeoutMs = 1000

async function runMigration(
  owner: pg.Client,
  migration: Migration,
  { say, statementTimeoutMs = 600_000 }: MigrateOptions,
): Promise<void> {
  const deadline = Date.now() + statementTimeoutMs
  const indexes = concurrentIndexes(migration.sql)
  for (let tries = 1; ; tries += 1) {
    try {
      if (indexes) await makeIndexes(owner, indexes)
      await owner.query('begin')
      await owner.query(`set local lock_timeout = ${lockTimeoutMs}`)
      // On a cluster a new table refers to reference tables before it is distributed itself, below. Elsewhere the
      // setting has no effect.
      await owner.query('set local citus.enable_local_reference_table_foreign_keys to off')
      if (!indexes) await owner.query(migration.sql)
      await owner.query('insert into migrations (name, checksum) values ($1, $2)', [migration.name, migration.checksum])
      await owner.query('commit')
      return
    } catch (error) {
      await owner.query('rollback')
      // Lock timeout, or a deadlock.
      if (!['55P03', '40P01'].includes((error as { code?: string }).code ?? '')) throw error
      if (Date.now() > deadline)
        throw new CannotStart(
          `The migration ${migration.name} does not get its locks, because of long transactions: ${await longest(owner)}. End them and start again; nothing was changed.`,
        )
      if (tries % 5 === 1) say?.(`The migration ${migration.name} waits for others' transactions: ${await longest(owner)}`)
      await sleep(500 + Math.random() * 1000)
    }
  }
}

/** Describes the oldest transactions of this database: who runs them and for how long. */
async function longest(owner: pg.Client): Promise<string> {
  const { rows } = await owner.query<{ said: string }>(
    `select format('%s (process %s, %s s)', coalesce(nullif(application_name, ''), usename), pid,
                   extract(epoch from now() - xact_start)::integer) as said
     from pg_stat_activity
     where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
     order by xact_start limit 3`,
  )
  return rows.map((row) => row.said).join(', ') || 'none by now'
}

/** Returns the migrations of this version in order: names and the SHA-256 of their texts. */
export function knownMigrations(): { name: string; checksum: string }[] {
  return migrations().map(({ name, checksum }) => ({ name, checksum }))
}

/** Read with the code: migrations that reach the disk later belong to processes started after this one. */
const namesOfThisCode = migrations().map((migration) => migration.name)

/** Returns whether every migration of this version has run. The readiness check asks it as the unprivileged role. */
export async function migrationsAreCurrent(pool: pg.Pool): Promise<boolean> {
  const applied = await pool.query<{ name: string }>('select name from migrations')
  const names = new Set(applied.rows.map((row) => row.name))
  return namesOfThisCode.every((name) => names.has(name))
}

/**
 * Refuses a role that row-level security does not bind.
 *
 * @throws when the connected role is a superuser, has BYPASSRLS, or owns a table
 */
export async function refusePrivilegedRole(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; privileged: boolean }>(
    `select rolname as name, rolsuper or rolbypassrls
            or exists (select from pg_class where relowner = pg_roles.oid and relkind = 'r') as privileged
     from pg_roles where rolname = current_user`,
  )
  if (rows[0]?.privileged !== false)
    throw new Error(
      `The database role ${rows[0]?.name ?? ''} is privileged: row-level security would not bind it, so the server does not start.`,
    )
}

/**
 * Creates the role of the servers. While the secret is replaced there are two: each keeps its password until the
 * servers that know it have ended, see `nextAppRole`.
 */
export async function ensureAppRoles(owner: pg.Client, { current, previous, next }: Secrets): Promise<void> {
  await ensureRole(owner, appRole, previous ?? current)
  if (previous !== undefined || next !== undefined) {
    await ensureRole(owner, nextAppRole, next ?? current)
    await owner.query(`grant ${appRole} to ${nextAppRole}`)
  }
  const { rows: names } = await owner.query<{ name: string }>('select current_database() as name')
  await owner.query(`grant connect, temporary on database ${pg.escapeIdentifier(names[0]?.name ?? '')} to ${appRole}`)
}

async function ensureRole(owner: pg.Client, role: string, secretKey: string): Promise<void> {
  await ensureRoleOnNodes(owner, role)
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [role])
  const password = pg.escapeLiteral(appPassword(secretKey))
  // Only a superuser may name a role's attributes again, even to say no. Servers refuse a role that has them.
  const change =
    rowCount === 0
      ? `create role ${role} login nosuperuser nobypassrls nocreatedb nocreaterole password ${password}`
      : `alter role ${role} login password ${password}`
  for (;;) {
    try {
      await owner.query(change)
      return
    } catch (error) {
      // The lock on migrations is of one database, roles are of the whole PostgreSQL: a server of another database,
      // that altered this one at its start while this statement waited. PostgreSQL has no code for it.
      if ((error as Error).message !== 'tuple concurrently updated') throw error
    }
  }
}
