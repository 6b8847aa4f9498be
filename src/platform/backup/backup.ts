import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { CannotStart, diskFullError, isDiskFull } from '../cannotStart.ts'
import type { Config } from '../config.ts'
import { isDistributed } from '../database/citus/distribute.ts'
import { keysInUse } from '../database/installation.ts'
import { copyErasures } from '../erasures.ts'
import { storageFolder, storageKey, storageTrouble } from '../files/storage.ts'
import { refuseOtherStorage } from '../files/storageMark.ts'
import { keyId } from '../secretKeys.ts'
import { ArchiveWriter } from './archive.ts'
import { backupName, backupsIn } from './backupFolder.ts'
import type { FilesBeside } from './filesBeside.ts'
import { lostFilesSaid, missingInBucket } from './lostFiles.ts'
import { type BackedTable, layout, type Manifest } from './manifest.ts'
import { isBoundByRowSecurity, quoted, schemas, TableRows, tablesOf } from './snapshot.ts'
import { connectionTimeoutMillis } from '#platform/database/connectionTimeout.ts'

export interface BackupOptions {
  /** A new file, or a folder in which the backup is named by its moment. */
  to: string
  /** Number of backups to keep in the folder, including this one; undefined keeps all. */
  keep?: number
  /** Where to copy the uploaded files to, if not into the backup. */
  filesBeside?: FilesBeside
  say?: (text: string) => void
}

type Settings = Pick<Config, 'secretKey' | 'backupKey' | 'storageUrl' | 'dataDir'>

const draftName = /^\.shala-.+\.(\d+)\.part$/

/**
 * Writes the whole installation into one file while it keeps running: the rows of one moment, and their uploaded files.
 * The file has a draft name until it is complete and on the disk. Only its owner may read it.
 *
 * @returns the file and its manifest, and what is wrong with it although it was written, as sentences
 * @throws CannotStart when the file exists or cannot be written, the database is spread over several nodes, or its
 * files are in another storage
 */
export async function makeBackup(
  ownerUrl: string,
  config: Settings,
  options: BackupOptions,
): Promise<{ path: string; size: number; manifest: Manifest; troubles: string[] }> {
  const inFolder = await isFolder(options.to)
  const folder = resolve(inFolder ? options.to : dirname(options.to))
  const name = inFolder ? backupName(new Date()) : basename(options.to)
  const path = join(folder, name)
  const draft = join(folder, `.shala-${name}.${process.pid}.part`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if (existsSync(path)) throw new CannotStart(`The file ${path} exists. A backup is written over nothing.`)
    await removeDeadDrafts(folder)
    const target = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
    const troubles: string[] = []
    const archive = new ArchiveWriter(target, config.backupKey)
    const manifest = await writeBackup(ownerUrl, config, archive, { ...options, troubles })
    const { size } = await stat(draft)
    await rename(draft, path)
    await orTrouble(config, troubles, () => copyErasures(config, folder))
    await syncFolder(folder)
    if (inFolder && options.keep !== undefined) await removeOldBackups(folder, options.keep)
    return { path, size, manifest, troubles }
  } catch (error) {
    await rm(draft, { force: true })
    throw isDiskFull(error) ? diskFullError(folder) : error
  }
}

async function writeBackup(
  ownerUrl: string,
  config: Settings,
  archive: ArchiveWriter,
  { filesBeside, say, troubles }: BackupOptions & { troubles: string[] },
): Promise<Manifest> {
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis, application_name: 'shala backup' })
  owner.on('error', () => undefined)
  await owner.connect()
  try {
    // Each node has its own snapshot, and parts of one table would be of different moments.
    if (await isDistributed(owner))
      throw new CannotStart(
        "This database is spread over several nodes, of which this command cannot write one moment. Back each of them up by PostgreSQL's own means: docs/scaling.md, Several database machines.",
      )
    await orTrouble(config, troubles, () => refuseOtherStorage(owner, config))
    await owner.query('set statement_timeout = 0')
    await owner.query('set idle_in_transaction_session_timeout = 0')
    // Opened before any read: the first statement takes the snapshot.
    await owner.query('begin isolation level repeatable read read only')
    const { rows: known } = await owner.query<{ moment: Date; version: string }>(
      "select now() as moment, current_setting('server_version') as version",
    )
    const moment = known[0]?.moment ?? new Date()
    const all = await tablesOf(owner)
    if (!all.some((table) => table.schema === 'public' && table.name === 'schools'))
      throw new CannotStart('There is nothing to back up: the database holds no installation.')
    // The weakest lock: it conflicts only with changes of the tables themselves.
    await owner.query("set local lock_timeout = '60s'")
    await owner.query(`lock table ${all.map(quoted).join(', ')} in access share mode`)
    const { rows: schoolRows } = await owner.query<{ id: string }>('select id::text from schools order by id')
    const schools = schoolRows.map((row) => Number(row.id))
    const bound = await isBoundByRowSecurity(owner)
    const tables: BackedTable[] = []
    for (const table of all) {
      const rows = new TableRows(owner, table, bound ? schools : undefined)
      await archive.table(`${table.schema}.${table.name}`, rows)
      tables.push(rows.counted)
    }
    const sequences = await readSequences(owner)
    const { rows: migrations } = await owner.query<{ name: string; checksum: string }>(
      'select name, checksum from migrations order by name',
    )
    const keys = {
      secrets: [...new Set([...(await keysInUse(owner)), keyId(config.secretKey)])],
      files: await listFiles(owner, schools),
    }
    await owner.query('commit')
    say?.(`${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables are written`)
    const { files, missing } = await writeFiles(keys.files, config, archive, filesBeside)
    await orTrouble(config, troubles, async () => {
      const keysNotFound = files.kept === 'bucket' ? await missingInBucket(config, keys.files) : missing
      const said = await lostFilesSaid(owner, config, keysNotFound)
      if (said !== undefined) troubles.push(said)
    })
    const manifest: Manifest = {
      product: 'shala',
      layout,
      version: await productVersion(),
      postgres: known[0]?.version ?? '',
      moment: moment.toISOString(),
      schools: schools.filter((id) => id !== 0).length,
      keys: keys.secrets,
      migrations,
      tables,
      sequences,
      files,
    }
    await archive.finish(manifest)
    return manifest
  } catch (error) {
    archive.abort()
    throw error
  } finally {
    await owner.end()
  }
}

/** Sequences have no snapshot. Read after the rows, they are ahead of all rows. */
async function readSequences(owner: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await owner.query<{ schema: string; name: string }>(
    'select schemaname as schema, sequencename as name from pg_sequences where schemaname = any($1) order by 1, 2',
    [schemas],
  )
  const sequences: Manifest['sequences'] = []
  for (const sequence of rows) {
    const { rows: values } = await owner.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${quoted(sequence)}`,
    )
    if (values[0]) sequences.push({ ...sequence, ...values[0] })
  }
  return sequences
}

/**
 * Lists the stored files of the snapshot's rows, a line of key and size each: half a million take some tens of
 * megabytes. The others may still be written.
 */
async function listFiles(owner: pg.Client, schools: readonly number[]): Promise<string[]> {
  const lines: string[] = []
  for (const school of schools) {
    await owner.query(`set local app.school_id to '${school}'`)
    const { rows } = await owner.query<{ id: string; size: string }>(
      'select id::text, size::text from files where school_id = $1 and stored order by id',
      [school],
    )
    for (const { id, size } of rows) lines.push(`${storageKey(school, id)}\t${size}\n`)
  }
  return lines
}

/**
 * Writes the files of the rows. They exist for minutes or years and never change. Runs outside the transaction, which
 * would block others. Files that somebody removes meanwhile are counted as missing.
 */
async function writeFiles(
  lines: readonly string[],
  config: Settings,
  archive: ArchiveWriter,
  beside: FilesBeside | undefined,
): Promise<{ files: Manifest['files']; missing: string[] }> {
  const folder = storageFolder(config)
  const missing: string[] = []
  const hash = createHash('sha256')
  const files: Manifest['files'] = {
    kept: folder === undefined ? 'bucket' : beside ? 'beside' : 'folder',
    count: 0,
    bytes: 0,
    sha256: '',
    missing: 0,
  }
  async function* countedLines(): AsyncGenerator<Buffer> {
    for (const text of lines) {
      const [key = ''] = text.split('\t')
      if (folder !== undefined && !(await beside?.copy(key, join(folder, key)))) {
        missing.push(key)
        continue
      }
      files.count += 1
      files.bytes += Number(text.split('\t')[1])
      const line = Buffer.from(text)
      hash.update(line)
      yield line
    }
  }
  if (files.kept !== 'folder' || folder === undefined) await archive.table(files.kept, countedLines())
  else
    for (const line of lines) {
      const [key = ''] = line.split('\t')
      const handle = await open(join(folder, key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
      if (!handle) {
        missing.push(key)
        continue
      }
      const { size } = await handle.stat()
      hash.update(`${key}\t${size}\n`)
      const bytes = createReadStream('', { fd: handle, start: 0 })
      await archive.file(key, size, hashing(bytes, hash))
      files.count += 1
      files.bytes += size
    }
  return { files: { ...files, missing: missing.length, sha256: hash.digest('hex') }, missing }
}

/** Notes that a bucket does not answer, which keeps nobody from a backup of the rows. */
async function orTrouble(config: Settings, troubles: string[], run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (error instanceof CannotStart || storageFolder(config) !== undefined) throw error
    const trouble = `The bucket of the files does not answer (${storageTrouble(error)}): whether they are all there, and who was erased, is not known.`
    if (!troubles.includes(trouble)) troubles.push(trouble)
  }
}

/** Passes chunks through and updates a hash with them. */
export async function* hashing(chunks: AsyncIterable<Buffer>, hash: { update(chunk: Buffer): unknown }): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}

async function productVersion(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

async function isFolder(path: string): Promise<boolean> {
  if (path.endsWith('/')) return true
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function removeOldBackups(folder: string, keep: number): Promise<void> {
  const backups = await backupsIn(folder)
  for (const { path } of backups.slice(0, Math.max(0, backups.length - keep))) await rm(path)
}

/** Removes the drafts of killed processes. */
async function removeDeadDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid] = draftName.exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(folder, name), { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
