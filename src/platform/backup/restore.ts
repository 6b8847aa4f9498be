import pg from 'pg'
import type { Disk } from 'flydrive'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { CannotStart, diskFullError, isDiskFull } from '../cannotStart.ts'
import type { Config } from '../config.ts'
import { appUrl, Database } from '../database/connect.ts'
import { forgetSecrets, markRestoring, refuseOtherSecret } from '../database/installation.ts'
import { migrate } from '../database/migrate.ts'
import { checkData, type Finding } from '../dataChecks.ts'
import { openStorage, schoolFolders } from '../files/storage.ts'
import { markRestoredStorage } from '../files/storageMark.ts'
import { readArchive } from './archive.ts'
import { FilesBeside } from './filesBeside.ts'
import { startLoading } from './startLoading.ts'
import type { Manifest } from './manifest.ts'
import { settleWaiting, type Settled } from './settleWaiting.ts'
import { schemas } from './snapshot.ts'
import { missingKeys } from './verify.ts'
import { connectionTimeoutMillis } from '#platform/database/connectionTimeout.ts'

export interface RestoreOptions {
  /** The database to create beside the installation's own, for a drill; undefined means its own, empty one. */
  to: string | undefined
  /** Continues although a needed secret is lost: values sealed under it can never be opened again. */
  otherKey: boolean
  say(text: string): void
}

export interface Restored {
  tables: { name: string; backedUp: number; restored: number }[]
  files: number
  /** The files that the backup names and that could not be read beside it: school and id. */
  lostFiles: string[]
  /** What is not sent automatically, because nobody knows whether it was sent. */
  settled: Settled
  /** Migrations that ran after the rows were loaded, as in an upgrade. */
  newer: string[]
  checks: number
  findings: Finding[]
  ownerUrl: string
}

type Settings = Pick<Config, 'secrets' | 'backupKey' | 'storageUrl' | 'dataDir'>

/**
 * Restores a verified backup into an empty database and an empty storage; never over anything. A failed restore leaves
 * nothing behind. A killed restore stays marked: no server starts on it, and the next restore clears it.
 *
 * @param path the backup that `manifest` was read from
 * @throws CannotStart when there is something already, or the secret is another one
 */
export async function restoreBackup(
  source: { ownerUrl: string; path: string; manifest: Manifest; config: Settings },
  options: RestoreOptions,
): Promise<Restored> {
  const { config, manifest } = source
  refuseMissingKeys(manifest, config, options.otherKey)
  const target = await findTarget(source.ownerUrl, config, options)
  const owner = await connect(target.ownerUrl)
  const disk = await openStorage(target.storage)
  // Until these are set, existing content is not ours to remove.
  const started = { rows: false, files: false }
  try {
    await refuseRows(owner)
    if (manifest.files.kept !== 'bucket') await refuseFiles(disk)
    started.rows = true
    await markRestoring(owner, true)
    started.files = manifest.files.kept !== 'bucket'
    const restored = await loadBackup({ ...source, ownerUrl: target.ownerUrl, owner, disk }, options)
    await markRestoring(owner, false)
    return restored
  } catch (error) {
    const reportLeftover = (failed: unknown) => options.say(`What was begun could not be removed: ${String(failed)}`)
    if (started.files) await removeFiles(disk, options.to).catch(reportLeftover)
    if (started.rows || options.to !== undefined) await target.undo(owner).catch(reportLeftover)
    throw isDiskFull(error) ? diskFullError(config.dataDir) : error
  } finally {
    await owner.end()
  }
}

interface Work {
  ownerUrl: string
  path: string
  manifest: Manifest
  config: Settings
  owner: pg.Client
  disk: Disk
}

async function loadBackup(
  { ownerUrl, path, manifest, config, owner, disk }: Work,
  { otherKey, say }: RestoreOptions,
): Promise<Restored> {
  await migrate(ownerUrl, config.secrets, { only: manifest.migrations.map(({ name }) => name), restoring: true })
  const loading = await startLoading(owner, manifest)
  let files = 0
  const lostFiles: string[] = []
  const beside = new FilesBeside(dirname(path), config.backupKey)
  await readArchive(path, config.backupKey, {
    table: async (name, rows) => {
      if (name === 'bucket') rows.resume()
      else if (name === 'beside')
        for await (const line of createInterface({ input: rows })) {
          const [key = ''] = line.split('\t')
          if (await bringFile(beside, key, disk)) files += 1
          else lostFiles.push(key)
        }
      else await loading.table(name, rows)
    },
    file: async (key, size, bytes) => {
      await disk.putStream(key, Readable.from(bytes), { contentLength: size })
      files += 1
    },
  })
  say('The rows are there; keys and indexes are added')
  const tables = await loading.finish()
  const different = tables.filter(({ backedUp, restored }) => backedUp !== restored)
  if (different.length > 0)
    throw new Error(`Tables with another number of rows than in the backup: ${different.map(({ name }) => name).join(', ')}.`)
  if (otherKey) await forgetSecrets(owner, config.secrets)
  const newer = await migrate(ownerUrl, config.secrets, { restoring: true })
  if (manifest.files.kept !== 'bucket') await markRestoredStorage(owner, disk)
  const { rows: schools } = await owner.query<{ id: string }>('select id::text from schools')
  const settled = await settleWaiting(
    owner,
    schools.map(({ id }) => Number(id)),
  )
  await owner.query('analyze')
  const database = new Database(appUrl(ownerUrl, config.secrets), { connections: 2, onError: () => undefined })
  try {
    const { checks, findings } = await checkData(database)
    return { tables, files, lostFiles, settled, newer, checks, findings, ownerUrl }
  } finally {
    await database.close()
  }
}

/**
 * Copies a file from beside the backup into the storage.
 *
 * @returns false when it is missing or damaged: one lost picture does not keep a school's data from being restored
 */
async function bringFile(beside: FilesBeside, key: string, disk: Disk): Promise<boolean> {
  try {
    const bytes = await beside.read(key)
    if (!bytes) return false
    await disk.put(key, await buffer(bytes))
    return true
  } catch (error) {
    if (error instanceof CannotStart || (error as { code?: string }).code === 'EIO') return false
    throw error
  }
}

function refuseMissingKeys(manifest: Manifest, { secrets }: Settings, otherKey: boolean): void {
  const missing = missingKeys(manifest, secrets)
  if (missing.length > 0 && !otherKey)
    throw new CannotStart(
      `Values in this backup are sealed under the secret ${missing.join(', ')}, which is not the one that is set. Set SECRET_KEY to the secret of the installation that was backed up (or put its secret.key into DATA_DIR). If it is lost, --other-key brings in everything else: Aadhaar numbers, the gateway's secrets and pay links stay closed for ever.`,
    )
}

interface Target {
  ownerUrl: string
  storage: { storageUrl: string | undefined; dataDir: string }
  undo(owner: pg.Client): Promise<unknown>
}

async function findTarget(ownerUrl: string, config: Settings, { to, say }: RestoreOptions): Promise<Target> {
  if (to === undefined) return { ownerUrl, storage: { ...config }, undo: (owner) => clear(owner) }
  if (!/^[a-z][a-z0-9_]{0,40}$/.test(to)) throw new CannotStart('--to must be a name of small letters, digits and underscores.')
  const folder = pathToFileURL(join(config.dataDir, 'restored', to))
  const server = await connect(ownerUrl)
  try {
    // Its servers use the role that is about to get the password of this secret.
    await refuseOtherSecret(server, config.secrets)
    const { rowCount } = await server.query('select from pg_database where datname = $1', [to])
    if (rowCount !== 0)
      throw new CannotStart(`The database ${to} exists. A backup is restored over nothing: choose another name, or drop it.`)
    await server.query(`create database ${pg.escapeIdentifier(to)}`)
  } finally {
    await server.end()
  }
  const url = new URL(ownerUrl)
  url.pathname = `/${to}`
  say(`The database ${to} was made; files go to ${fileURLToPath(folder)}`)
  return {
    ownerUrl: url.href,
    storage: { storageUrl: folder.href, dataDir: config.dataDir },
    undo: async (owner) => {
      await owner.end()
      const admin = await connect(ownerUrl)
      await admin.query(`drop database ${pg.escapeIdentifier(to)} with (force)`).finally(() => admin.end())
    },
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis, application_name: 'shala restore' })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('set statement_timeout = 0')
  // Hundreds of small changes: the last commit waits for the disk, for all of them.
  await client.query('set synchronous_commit = off')
  return client
}

async function refuseRows(owner: pg.Client): Promise<void> {
  const { rows: marks } = await owner.query("select from pg_namespace where nspname = 'restoring'")
  if (marks.length > 0) return clear(owner)
  const { rows } = await owner.query<{ name: string }>(
    `select format('%s.%s', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname = any($1) and relkind in ('r', 'p')
       and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e') limit 1`,
    [schemas],
  )
  if (rows[0])
    throw new CannotStart(
      `The database is not empty (${rows[0].name}). A backup is restored over nothing: give a fresh DATA_DIR or an empty DATABASE_URL, or make a database beside it with --to NAME.`,
    )
}

/** Refuses a storage with files of schools. Its mark and the list of erasures may be there. */
async function refuseFiles(disk: Disk): Promise<void> {
  if ((await schoolFolders(disk)).length > 0)
    throw new CannotStart(
      'The storage of uploaded files (DATA_DIR/files or STORAGE_URL) is not empty. A backup is restored over nothing.',
    )
}

/** Removes what a failed restore has brought. The list of erasures in the installation's own storage stays. */
async function removeFiles(disk: Disk, to: string | undefined): Promise<void> {
  if (to !== undefined) return disk.deleteAll('')
  for (const school of await schoolFolders(disk)) await disk.deleteAll(school)
}

/** Empties the database again. Extensions and their objects stay. */
async function clear(owner: pg.Client): Promise<void> {
  await owner.query('drop schema if exists auth cascade')
  await owner.query('drop schema if exists jobs cascade')
  await owner.query(`do $$
    declare statement text;
    begin
      for statement in
        select format('drop table if exists public.%I cascade', relname) from pg_class
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
            and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
        union all
        select format('drop sequence if exists public.%I cascade', relname) from pg_class
          where relnamespace = 'public'::regnamespace and relkind = 'S'
            and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
        union all
        select format('drop function if exists %s cascade', pg_proc.oid::regprocedure) from pg_proc
          where pronamespace = 'public'::regnamespace
            and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
      loop execute statement; end loop;
    end $$`)
  await owner.query('drop schema if exists restoring cascade')
}
