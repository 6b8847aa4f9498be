import type pg from 'pg'
import { CannotStart } from '../cannotStart.ts'
import type { Config } from '../config.ts'
import { pushKeysOf, type PushKeys } from '../push/keys.ts'
import { keyId, knownKeys, type Secrets } from '../secretKeys.ts'
import { seal, unseal } from '../sealed.ts'
import type { Database } from './connect.ts'

type Runner = Pick<pg.ClientBase, 'query'>

const pushName = 'push keys'

/** Returns the sealing context of an installation's own secret; see `seal`. */
export function installationContext(name: string): string {
  return `installation_secrets.value/${name}`
}

/** Returns the ids of the secrets under which values of this database may be sealed; empty for a new database. */
export async function keysInUse(owner: Runner): Promise<string[]> {
  const { rows } = await owner.query<{ found: boolean }>("select to_regclass('public.installation_keys') is not null as found")
  if (!rows[0]?.found) return keysFound(owner)
  const { rows: keys } = await owner.query<{ id: string }>(
    'select id from installation_keys where retired_at is null order by since, id',
  )
  return keys.map((key) => key.id)
}

/** For a database from before this list existed: reads the secret's id from one value of each kind. */
async function keysFound(owner: Runner): Promise<string[]> {
  const { rows: columns } = await owner.query<{ place: string; name: string }>(
    `select format('%I.%I', table_schema, table_name) as place, quote_ident(column_name) as name
     from information_schema.columns where table_schema = 'public' and data_type = 'bytea' and column_name like '%\\_sealed'`,
  )
  const found = new Set<string>()
  for (const { place, name } of columns) {
    const { rows } = await owner.query<{ id: string }>(
      `select encode(substr(${name}, 2, 8), 'hex') as id from ${place}
       where length(${name}) >= 97 and get_byte(${name}, 0) = 1 limit 1`,
    )
    for (const { id } of rows) found.add(id)
  }
  return [...found]
}

/**
 * Refuses a wrong secret before anything is changed. A server with it would fail later, value by value, and lock out
 * servers with the right one.
 *
 * @throws CannotStart
 */
export async function refuseOtherSecret(owner: Runner, secrets: Secrets): Promise<void> {
  const known = new Set(knownKeys(secrets).map(keyId))
  const used = await keysInUse(owner)
  const missing = used.filter((id) => !known.has(id))
  if (missing.length === 0) return
  throw new CannotStart(
    missing.length === used.length
      ? `SECRET_KEY is not the secret of this database: it is ${keyId(secrets.current)}, and the values in the database are sealed under ${missing.join(', ')}. Set the right one; to replace it, set SECRET_KEY_PREVIOUS to the old one beside it.`
      : `Values in the database are still sealed under the secret ${missing.join(', ')}. Set SECRET_KEY_PREVIOUS to it, and leave that setting away only when npm run secrets:rotate has said that nothing is under the old key.`,
  )
}

/** Marks a database while it is being restored, or removes the mark. */
export async function markRestoring(owner: Runner, under: boolean): Promise<void> {
  await owner.query('set synchronous_commit = on')
  await owner.query(under ? 'create schema if not exists restoring' : 'drop schema restoring')
  if (under) await owner.query('set synchronous_commit = off')
}

/**
 * Refuses an unfinished restore.
 *
 * @throws CannotStart
 */
export async function refuseHalfRestored(owner: Runner): Promise<void> {
  const { rowCount } = await owner.query("select from pg_namespace where nspname = 'restoring'")
  if (rowCount !== 0)
    throw new CannotStart(
      'A restore into this database is under way, or was ended in the middle. Wait for it, or run npm run restore once more: it clears away what is half.',
    )
}

/** After a restore whose secret is lost: replaces what can be generated again, and gives up the rest. */
export async function forgetSecrets(owner: Runner, secrets: Secrets): Promise<void> {
  await owner.query('delete from auth.jwks')
  await owner.query('delete from installation_secrets')
  await owner.query('update installation_keys set retired_at = now() where id <> all($1)', [knownKeys(secrets).map(keyId)])
}

/** After the migrations: records the secret, and stores what must outlive it. */
export async function keepInstallation(owner: Runner, secrets: Secrets): Promise<void> {
  await owner.query(
    `insert into installation_keys (id) values ($1)
     on conflict (id) do update set retired_at = null, since = now() where installation_keys.retired_at is not null`,
    [keyId(secrets.current)],
  )
  const { rows } = await owner.query('select from installation_secrets where name = $1', [pushName])
  if (rows.length > 0) return
  // The key pair that subscribed devices know.
  const pair = JSON.stringify(pushKeysOf(secrets.previous ?? secrets.current))
  await owner.query('insert into installation_secrets (name, value_sealed) values ($1, $2) on conflict do nothing', [
    pushName,
    seal(pair, secrets.current, installationContext(pushName)),
  ])
}

/** Returns the settings with the stored key pair for web push, unless the settings name one. */
export async function withKeptSecrets<Settings extends Pick<Config, 'push' | 'pushKeysAreSet' | 'secrets'>>(
  settings: Settings,
  database: Database,
): Promise<Settings> {
  if (settings.pushKeysAreSet) return settings
  const kept = await database.kysely
    .selectFrom('installationSecrets')
    .select('valueSealed')
    .where('name', '=', pushName)
    .executeTakeFirst()
  if (!kept) return settings
  const pair = JSON.parse(unseal(kept.valueSealed, settings.secrets, installationContext(pushName))) as PushKeys
  return { ...settings, push: { ...settings.push, ...pair } }
}
