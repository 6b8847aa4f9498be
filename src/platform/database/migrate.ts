import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { migrateAuth } from '../auth/migrate.ts'
import { migrateJobs } from '../jobs/jobs.ts'
import { appPassword, appRole } from './connect.ts'

const folder = join(import.meta.dirname, '../../../db/migrations')

/** A number every process of every installation agrees on: only one may migrate a database at a time. */
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

/**
 * Brings a database up to date with the owner's connection: the unprivileged role, then every migration that has not run,
 * each in a transaction of its own.
 * @returns the names of the migrations that ran
 * @throws when a migration that has run was changed since, or its SQL fails
 */
export async function migrate(ownerUrl: string, secretKey: string): Promise<string[]> {
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5000, application_name: 'shala migrate' })
  await owner.connect()
  try {
    await owner.query('select pg_advisory_lock($1)', [migrationLock])
    await ensureAppRole(owner, appPassword(secretKey))
    await owner.query(
      'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    const applied = await owner.query<{ name: string; checksum: string }>('select name, checksum from migrations')
    const known = new Map(applied.rows.map((row) => [row.name, row.checksum]))
    const ran: string[] = []
    for (const migration of migrations()) {
      const checksum = known.get(migration.name)
      if (checksum === migration.checksum) continue
      if (checksum) throw new Error(`The migration ${migration.name} was changed after it ran. Migrations are only added.`)
      try {
        await owner.query('begin')
        await owner.query(migration.sql)
        await owner.query('insert into migrations (name, checksum) values ($1, $2)', [migration.name, migration.checksum])
        await owner.query('commit')
      } catch (error) {
        await owner.query('rollback')
        throw error
      }
      ran.push(migration.name)
    }
    await owner.query(`grant select on migrations to ${appRole}`)
    await migrateAuth(ownerUrl)
    await migrateJobs(ownerUrl)
    return ran
  } finally {
    await owner.end()
  }
}

/** Whether every migration of this version has run; asked by the readiness check with the unprivileged role. */
export async function migrationsAreCurrent(pool: pg.Pool): Promise<boolean> {
  const applied = await pool.query<{ name: string }>('select name from migrations')
  const names = new Set(applied.rows.map((row) => row.name))
  return migrations().every((migration) => names.has(migration.name))
}

/**
 * Refuses a role that row-level security does not bind.
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

async function ensureAppRole(owner: pg.Client, password: string): Promise<void> {
  const { rows } = await owner.query('select from pg_roles where rolname = $1', [appRole])
  const verb = rows.length === 0 ? 'create' : 'alter'
  await owner.query(
    `${verb} role ${appRole} login nosuperuser nobypassrls nocreatedb nocreaterole password ${pg.escapeLiteral(password)}`,
  )
  const { rows: names } = await owner.query<{ name: string }>('select current_database() as name')
  await owner.query(`grant connect, temporary on database ${pg.escapeIdentifier(names[0]?.name ?? '')} to ${appRole}`)
}
