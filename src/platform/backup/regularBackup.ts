import { rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { CannotStart } from '../cannotStart.ts'
import type { Config } from '../config.ts'
import { startPollingLoop } from '../jobs/pollingLoop.ts'
import type { Log } from '../logging.ts'
import { makeBackup } from './backup.ts'
import { backupsIn } from './backupFolder.ts'
import { FilesBeside } from './filesBeside.ts'
import { keptBackups } from './keptBackups.ts'
import { noteBackup } from './lastBackup.ts'
import { hasSameData, type Manifest } from './manifest.ts'
import { readWholeBackup } from './verify.ts'
import { connectionTimeoutMillis } from '#platform/database/connectionTimeout.ts'

/** The advisory lock of the one process, of all servers of the database, that makes a backup. */
const backupLock = 7_422_504
/** How soon a failed backup is tried again, and another server looks whether one is due. */
const lookMs = 60_000
/** How long a stopping server waits for a running backup. Then its draft stays, and the next backup removes it. */
const graceMs = 5000

interface Options {
  ownerUrl: string
  config: Pick<Config, 'secretKey' | 'backupKey' | 'storageUrl' | 'dataDir'>
  everyMinutes: number
  folder: string
}

/** Makes a backup into BACKUP_FOLDER every BACKUP_EVERY minutes while the server runs. */
export function startRegularBackups(options: Options, log: Log): { stop(): Promise<void> } {
  const backups = new RegularBackups(options, log)
  const loop = startPollingLoop({
    poll: () => backups.runIfDue(),
    idleMs: lookMs,
    log,
    failure: 'The regular backup failed',
  })
  return { stop: () => Promise.race([loop.stop(), sleep(graceMs, undefined, { ref: false })]) }
}

/** The backups of BACKUP_EVERY. How far they are is in the table regular_backup, for every server of the database. */
export class RegularBackups {
  readonly #options: Options
  readonly #log: Pick<Log, 'info'>
  /** The last backup of this process; another one with the same data is not kept. */
  #last: { path: string; manifest: Manifest } | undefined

  constructor(options: Options, log: Pick<Log, 'info'>) {
    this.#options = options
    this.#log = log
  }

  /**
   * Makes a backup if the last one is old enough and no other process makes one.
   *
   * @returns in how many milliseconds to look again
   */
  async runIfDue(): Promise<number> {
    const owner = new pg.Client({
      connectionString: this.#options.ownerUrl,
      connectionTimeoutMillis,
      keepAlive: true,
      application_name: 'shala regular backup',
    })
    owner.on('error', () => undefined)
    await owner.connect()
    try {
      const { rows } = await owner.query<{ claimed: boolean }>('select pg_try_advisory_lock($1) as claimed', [backupLock])
      if (!rows[0]?.claimed) return lookMs
      if ((await this.#dueInMs(owner)) <= 0) await this.#run(owner)
      return Math.max(0, Math.min(await this.#dueInMs(owner), lookMs))
    } finally {
      // The lock ends with the connection.
      await owner.end()
    }
  }

  async #dueInMs(owner: pg.Client): Promise<number> {
    await owner.query('insert into regular_backup default values on conflict do nothing')
    const { rows } = await owner.query<{ age: number | null }>(
      'select (extract(epoch from now() - safe_at) * 1000)::float8 as age from regular_backup',
    )
    return this.#options.everyMinutes * 60_000 - (rows[0]?.age ?? Number.POSITIVE_INFINITY)
  }

  async #run(owner: pg.Client): Promise<void> {
    try {
      const { moment, trouble } = await this.#backUp()
      await owner.query('update regular_backup set safe_at = $1, trouble = $2', [moment, trouble])
    } catch (error) {
      await owner.query('update regular_backup set trouble = $1', [sentenceOf(error)])
      throw error
    }
  }

  /** @returns the moment up to which all rows are in the newest backup, and what its files lack */
  async #backUp(): Promise<{ moment: string; trouble: string | null }> {
    const { ownerUrl, config, folder } = this.#options
    await requireFolder(folder)
    const started = performance.now()
    const beside = new FilesBeside(folder, config.backupKey)
    const { path, manifest, troubles } = await makeBackup(ownerUrl, config, { to: folder, filesBeside: beside })
    if (await this.#isRepeated(manifest, path)) await rm(path)
    else {
      await refuseDamaged(path, config.backupKey)
      this.#last = { path, manifest }
      await removeOld(folder, beside, manifest)
    }
    noteBackup(config.dataDir, manifest.moment)
    this.#log.info({ durationMs: Math.round(performance.now() - started) }, 'A regular backup was made')
    return { moment: manifest.moment, trouble: troubles.length === 0 ? null : troubles.join(' ') }
  }

  /** Returns whether the backup before this one has the same data, and would be restored instead. */
  async #isRepeated(manifest: Manifest, path: string): Promise<boolean> {
    if (!this.#last || !hasSameData(this.#last.manifest, manifest)) return false
    const before = (await backupsIn(dirname(path))).filter((backup) => backup.path !== path).at(-1)
    return before?.path === this.#last.path
  }
}

/** Only what a rule keeps stays, with its files. Runs when there is a new backup that is whole. */
async function removeOld(folder: string, beside: FilesBeside, newest: Manifest): Promise<void> {
  const backups = await backupsIn(folder)
  const kept = new Set(
    keptBackups(
      backups.map(({ begunAt }) => begunAt),
      new Date(newest.moment),
    ),
  )
  for (const { path, begunAt } of backups) if (!kept.has(begunAt)) await rm(path)
  const oldest = backups.find(({ begunAt }) => kept.has(begunAt))
  if (oldest) await beside.removeUnnamed(new Date(newest.moment), oldest.begunAt)
}

/** A damaged backup must not be the newest one. */
async function refuseDamaged(path: string, backupKey: string | undefined): Promise<void> {
  try {
    await readWholeBackup(path, backupKey)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** A missing folder is not made: its disk may not be mounted, and the backup would go to the disk of the data. */
async function requireFolder(folder: string): Promise<void> {
  const stats = await stat(folder).catch(() => undefined)
  if (!stats?.isDirectory())
    throw new CannotStart(
      `The folder ${folder} of BACKUP_FOLDER is not there. Is its disk mounted? A new one is made by: install -d -m 0700 -o shala -g shala ${folder}`,
    )
}

function sentenceOf(error: unknown): string {
  if (error instanceof CannotStart) return error.message
  return `The last backup failed: ${error instanceof Error ? error.message : String(error)}.`
}

/** Returns whether a backup in a folder would be lost together with the data. */
export async function isOnTheSameDisk(folder: string, dataDir: string): Promise<boolean> {
  const [backupDisk, dataDisk] = await Promise.all([diskOf(folder), diskOf(dataDir)])
  return backupDisk === dataDisk
}

/** A folder that does not exist yet will be on its parent's disk. */
async function diskOf(path: string): Promise<number> {
  const stats = await stat(path).catch(() => undefined)
  return stats ? stats.dev : diskOf(dirname(path))
}
