import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { CannotStart, diskFull, saysDiskFull } from '../cannotStart.ts'
import type { Config } from '../config.ts'
import { isDistributed } from '../database/distribute.ts'
import { keysInUse } from '../database/installation.ts'
import { copyErasures } from '../erasures.ts'
import { storageKey } from '../files/storage.ts'
import { keyId } from '../secretKeys.ts'
import { ArchiveWriter } from './archive.ts'
import { type BackedTable, layout, type Manifest } from './manifest.ts'
import { isBound, quoted, schemas, TableRows, tablesOf } from './snapshot.ts'

export interface BackupOptions {
  /** A file that must not exist, or a folder, in which the backup is named by its moment. */
  to: string
  /** How many backups stay in the folder, this one included. */
  keep: number
  say?: (text: string) => void
}

type Settings = Pick<Config, 'secretKey' | 'backupKey' | 'storageUrl' | 'dataDir'>

const named = /^shala-\d{8}T\d{6}Z\.backup$/
const draftOf = /^\.shala-.+\.(\d+)\.part$/

/**
 * Writes everything an installation has into one file while it works on: the rows of one moment, and the uploaded files of theirs. Under a
 * passing name until it is whole and on the disk; nobody but its owner may read it.
 * @returns the file, and what it says of itself
 * @throws CannotStart when the file exists or cannot be written, or the database is spread over several nodes
 */
export async function makeBackup(
  ownerUrl: string,
  config: Settings,
  options: BackupOptions,
): Promise<{ path: string; size: number; manifest: Manifest }> {
  const inFolder = await isFolder(options.to)
  const folder = resolve(inFolder ? options.to : dirname(options.to))
  const name = inFolder ? `shala-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}.backup` : basename(options.to)
  const path = join(folder, name)
  const draft = join(folder, `.shala-${name}.${process.pid}.part`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if (existsSync(path)) throw new CannotStart(`The file ${path} exists. A backup is written over nothing.`)
    await removeDeadDrafts(folder)
    const target = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
    const manifest = await write(ownerUrl, config, new ArchiveWriter(target, config.backupKey), options.say)
    const { size } = await stat(draft)
    await rename(draft, path)
    await copyErasures(config, folder)
    await sync(folder)
    if (inFolder) await removeOld(folder, options.keep)
    return { path, size, manifest }
  } catch (error) {
    await rm(draft, { force: true })
    throw saysDiskFull(error) ? diskFull(folder) : error
  }
}

async function write(ownerUrl: string, config: Settings, archive: ArchiveWriter, say: BackupOptions['say']): Promise<Manifest> {
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5000, application_name: 'shala backup' })
  owner.on('error', () => undefined)
  await owner.connect()
  try {
    // Each node would answer for a moment of its own, and a table's parts for several.
    if (await isDistributed(owner))
      throw new CannotStart(
        "This database is spread over several nodes, of which this command cannot write one moment. Back each of them up by PostgreSQL's own means: docs/scaling.md, Several database machines.",
      )
    await owner.query('set statement_timeout = 0')
    await owner.query('set idle_in_transaction_session_timeout = 0')
    // Before the first look at anything: the snapshot is of the first statement.
    await owner.query('begin isolation level repeatable read read only')
    const { rows: known } = await owner.query<{ moment: Date; version: string }>(
      "select now() as moment, current_setting('server_version') as version",
    )
    const moment = known[0]?.moment ?? new Date()
    const all = await tablesOf(owner)
    if (!all.some((table) => table.schema === 'public' && table.name === 'schools'))
      throw new CannotStart('There is nothing to back up: the database holds no installation.')
    // The weakest lock there is: only a change of the tables themselves waits for it.
    await owner.query("set local lock_timeout = '60s'")
    await owner.query(`lock table ${all.map(quoted).join(', ')} in access share mode`)
    const { rows: schoolRows } = await owner.query<{ id: string }>('select id::text from schools order by id')
    const schools = schoolRows.map((row) => Number(row.id))
    const bound = await isBound(owner)
    const tables: BackedTable[] = []
    for (const table of all) {
      const rows = new TableRows(owner, table, bound ? schools : undefined)
      await archive.table(`${table.schema}.${table.name}`, rows)
      tables.push(rows.counted)
    }
    const sequences = await sequencesOf(owner)
    const { rows: migrations } = await owner.query<{ name: string; checksum: string }>(
      'select name, checksum from migrations order by name',
    )
    const keys = {
      secrets: [...new Set([...(await keysInUse(owner)), keyId(config.secretKey)])],
      files: await filesOf(owner, schools),
    }
    await owner.query('commit')
    say?.(`${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables are written`)
    const files = await writeFiles(keys.files, config, archive)
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

/** A sequence is of no moment; read after the rows it is ahead of them all. */
async function sequencesOf(owner: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await owner.query<{ schema: string; name: string }>(
    'select schemaname as schema, sequencename as name from pg_sequences where schemaname = any($1) order by 1, 2',
    [schemas],
  )
  const found: Manifest['sequences'] = []
  for (const place of rows) {
    const { rows: values } = await owner.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${quoted(place)}`,
    )
    if (values[0]) found.push({ ...place, ...values[0] })
  }
  return found
}

/** The files of the snapshot's rows, each a line of its key and its size: half a million of them take some tens of megabytes. */
async function filesOf(owner: pg.Client, schools: readonly number[]): Promise<string[]> {
  const lines: string[] = []
  for (const school of schools) {
    await owner.query(`set local app.school_id to '${school}'`)
    const { rows } = await owner.query<{ id: string; size: string }>(
      'select id::text, size::text from files where school_id = $1 order by id',
      [school],
    )
    for (const { id, size } of rows) lines.push(`${storageKey(school, id)}\t${size}\n`)
  }
  return lines
}

/**
 * The files of the rows: theirs is a life of minutes or years, and their bytes never change. Without a transaction, which would hold
 * others up; what somebody removes meanwhile is missing.
 */
async function writeFiles(of: readonly string[], config: Settings, archive: ArchiveWriter): Promise<Manifest['files']> {
  const folder = filesFolder(config)
  const hash = createHash('sha256')
  const files: Manifest['files'] = {
    kept: folder === undefined ? 'bucket' : 'folder',
    count: 0,
    bytes: 0,
    sha256: '',
    missing: 0,
  }
  async function* lines(): AsyncGenerator<Buffer> {
    for (const text of of) {
      files.count += 1
      files.bytes += Number(text.split('\t')[1])
      const line = Buffer.from(text)
      hash.update(line)
      yield line
    }
  }
  if (folder === undefined) await archive.table('bucket', lines())
  else
    for (const line of of) {
      const [key = ''] = line.split('\t')
      const handle = await open(join(folder, key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
      if (!handle) {
        files.missing += 1
        continue
      }
      const { size } = await handle.stat()
      hash.update(`${key}\t${size}\n`)
      const bytes = createReadStream('', { fd: handle, start: 0 })
      await archive.file(key, size, hashed(bytes, hash))
      files.count += 1
      files.bytes += size
    }
  return { ...files, sha256: hash.digest('hex') }
}

/** What comes, counted into a hash on its way. */
export async function* hashed(chunks: AsyncIterable<Buffer>, hash: { update(chunk: Buffer): unknown }): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}

/** The folder that uploaded files lie in; undefined for a bucket. */
export function filesFolder({ storageUrl, dataDir }: Settings): string | undefined {
  if (storageUrl === undefined) return join(dataDir, 'files')
  return storageUrl.startsWith('file:') ? fileURLToPath(storageUrl) : undefined
}

async function productVersion(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

async function isFolder(path: string): Promise<boolean> {
  if (path.endsWith('/')) return true
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function removeOld(folder: string, keep: number): Promise<void> {
  const backups = (await readdir(folder)).filter((name) => named.test(name)).sort()
  for (const name of backups.slice(0, Math.max(0, backups.length - keep))) await rm(join(folder, name))
}

/** What a killed process has left half. */
async function removeDeadDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid] = draftOf.exec(name) ?? []
    if (pid !== undefined && !runs(Number(pid))) await rm(join(folder, name), { force: true })
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
