import pg from 'pg'
import { linkSealContext } from '#domains/onlinefees/server/secrets.ts'
import { bankAccountContext } from '#domains/schools/server/schools.exports.ts'
import { aadhaarSealContext } from '#domains/students/server/writeStudents.ts'
import { resealPrivateKey } from '#platform/auth/librarySecrets.ts'
import { CannotStart } from '#platform/cannotStart.ts'
import { appRole } from '#platform/database/connect.ts'
import { installationContext, keysInUse, refuseOtherSecret } from '#platform/database/installation.ts'
import { keyId, type Secrets } from '#platform/secretKeys.ts'
import { reseal } from '#platform/sealed.ts'
import { connectionTimeoutMillis } from '#platform/database/connectionTimeout.ts'

/** The columns of schools' tables that hold sealed values, and the context each value is bound to. */
export const sealedColumns: { table: string; column: string; context(schoolId: number, id: number): string }[] = [
  { table: 'students', column: 'aadhar_sealed', context: aadhaarSealContext },
  { table: 'bank_accounts', column: 'key_secret_sealed', context: (school) => bankAccountContext('key_secret', school) },
  { table: 'bank_accounts', column: 'misc_sealed', context: (school) => bankAccountContext('misc', school) },
  { table: 'guardian_links', column: 'token_sealed', context: (school) => linkSealContext('token', school) },
  { table: 'guardian_links', column: 'code_sealed', context: (school) => linkSealContext('code', school) },
  // Copied from the bank account when the order was made.
  { table: 'online_orders', column: 'merchant_salt_sealed', context: (school) => bankAccountContext('key_secret', school) },
]

export interface RotationCounts {
  values: number
  resealed: number
  /** Values that are still under another secret. */
  old: number
}

const batch = 500

/**
 * Reseals all sealed values under the current secret, 500 rows at a time, while servers work. A value that somebody
 * changes meanwhile keeps the change. When no value is left under another secret, the other secrets are retired:
 * servers need them no more.
 *
 * @throws CannotStart while no server runs with the current secret, while one still works with the old one, or when
 * values are under an unknown secret
 */
export async function rotateSecrets(ownerUrl: string, secrets: Secrets, say: (text: string) => void): Promise<RotationCounts> {
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis, application_name: 'shala rotate' })
  await owner.connect()
  try {
    await refuseOtherSecret(owner, secrets)
    if (!(await keysInUse(owner)).includes(keyId(secrets.current)))
      throw new CannotStart(
        'No server has begun with this SECRET_KEY yet. Start all of them with it first, and with SECRET_KEY_PREVIOUS beside it.',
      )
    await requireNoOldServers(owner, secrets)
    const { rows: schools } = await owner.query<{ id: string }>('select id::text from schools order by id')
    const totals: RotationCounts = { values: 0, resealed: 0, old: 0 }
    const add = (location: string, { values, resealed, old }: RotationCounts) => {
      say(`  ${location}: ${values} values, ${resealed} resealed`)
      totals.values += values
      totals.resealed += resealed
      totals.old += old
    }
    for (const column of sealedColumns) {
      const sum: RotationCounts = { values: 0, resealed: 0, old: 0 }
      for (const { id } of schools) {
        const counts = await rotateSchool(owner, secrets, column, Number(id))
        sum.values += counts.values
        sum.resealed += counts.resealed
        sum.old += counts.old
      }
      add(`${column.table}.${column.column}`, sum)
    }
    add("the installation's own", await rotateInstallationSecrets(owner, secrets))
    add("the sign-in's keys", await rotateSignInKeys(owner, secrets))
    if (totals.old === 0) {
      // A server that started meanwhile may have sealed values after this pass.
      await requireNoOldServers(owner, secrets)
      await owner.query('update installation_keys set retired_at = now() where id <> $1 and retired_at is null', [
        keyId(secrets.current),
      ])
    }
    return totals
  } finally {
    await owner.end()
  }
}

/**
 * Servers with the new secret connect as the second role as long as they know the old one. Servers that connect as the
 * first role still seal under the old secret.
 */
async function requireNoOldServers(owner: pg.Client, { previous }: Secrets): Promise<void> {
  if (previous === undefined) return
  const { rows } = await owner.query<{ connections: number }>(
    `select count(*)::integer as connections from pg_stat_activity
     where datname = current_database() and usename = $1 and application_name like 'shala%'`,
    [appRole],
  )
  const connections = rows[0]?.connections ?? 0
  if (connections > 0)
    throw new CannotStart(
      `${connections} connections are of servers that still seal under the old secret. Start every server with this SECRET_KEY and with SECRET_KEY_PREVIOUS, and run this again: nothing was retired.`,
    )
}

type Column = (typeof sealedColumns)[number]

async function rotateSchool(owner: pg.Client, secrets: Secrets, column: Column, schoolId: number): Promise<RotationCounts> {
  const { table, column: name } = column
  const current = Buffer.from(keyId(secrets.current), 'hex')
  let resealed = 0
  for (let after = '0'; ; ) {
    const rows = await inSchool(owner, schoolId, async () => {
      const { rows: stored } = await owner.query<{ id: string; sealed: Buffer }>(
        `select id::text, ${name} as sealed from ${table}
         where school_id = $1 and id > $2 and substr(${name}, 2, 8) <> $3 order by id limit ${batch}`,
        [schoolId, after, current],
      )
      const fresh = stored.map(({ id, sealed }) => reseal(sealed, secrets, column.context(schoolId, Number(id))))
      const { rowCount } = await owner.query(
        `update ${table} set ${name} = fresh.value
         from unnest($2::bigint[], $3::bytea[], $4::bytea[]) as fresh (id, old, value)
         where ${table}.school_id = $1 and ${table}.id = fresh.id and ${table}.${name} = fresh.old`,
        [schoolId, stored.map(({ id }) => id), stored.map(({ sealed }) => sealed), fresh],
      )
      resealed += rowCount ?? 0
      return stored
    })
    const last = rows.at(-1)
    if (!last || rows.length < batch) break
    after = last.id
  }
  return inSchool(owner, schoolId, async () => {
    const { rows } = await owner.query<{ values: string; old: string }>(
      `select count(*) as values, count(*) filter (where substr(${name}, 2, 8) <> $2) as old
       from ${table} where school_id = $1 and ${name} is not null`,
      [schoolId, current],
    )
    return { values: Number(rows[0]?.values), resealed, old: Number(rows[0]?.old) }
  })
}

/** Runs a transaction that sees one school's rows, even if row-level security binds the owner. */
async function inSchool<T>(owner: pg.Client, schoolId: number, run: () => Promise<T>): Promise<T> {
  await owner.query('begin')
  try {
    await owner.query(`set local app.school_id to '${schoolId}'`)
    const answer = await run()
    await owner.query('commit')
    return answer
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}

async function rotateInstallationSecrets(owner: pg.Client, secrets: Secrets): Promise<RotationCounts> {
  const { rows } = await owner.query<{ name: string; value: Buffer }>(
    'select name, value_sealed as value from installation_secrets',
  )
  let resealed = 0
  for (const { name, value } of rows) {
    const fresh = reseal(value, secrets, installationContext(name))
    if (fresh === null) continue
    await owner.query('update installation_secrets set value_sealed = $2 where name = $1 and value_sealed = $3', [
      name,
      fresh,
      value,
    ])
    resealed += 1
  }
  return { values: rows.length, resealed, old: 0 }
}

async function rotateSignInKeys(owner: pg.Client, secrets: Secrets): Promise<RotationCounts> {
  const { rows } = await owner.query<{ id: string; value: string }>('select id, "privateKey" as value from auth.jwks')
  let resealed = 0
  for (const { id, value } of rows) {
    const fresh = await resealPrivateKey(value, secrets)
    if (fresh === null) continue
    await owner.query('update auth.jwks set "privateKey" = $2 where id = $1', [id, fresh])
    resealed += 1
  }
  return { values: rows.length, resealed, old: 0 }
}
