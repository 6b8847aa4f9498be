import { mkdirSync, statfsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Config } from '../../config.ts'
import type { Log } from '../../logging.ts'
import { storageFolder } from '../../files/storage.ts'
import { openObjectStore, storeTrouble } from './objectStore.ts'
import { prune } from './prune.ts'
import { SealedObjects } from './sealedObjects.ts'
import { BackupSession } from './session.ts'
import { dropSlot } from './slot.ts'
import { readState, writeState } from './state.ts'
import { UploadedFiles } from './uploadedFiles.ts'

export interface Pace {
  /** Maximum delay between a commit and its copy. */
  everyMs: number
  /** Interval between base copies. A restore replays the log since the last one. */
  baseEveryMs: number
  /** How far back a restore can go. */
  keepMs: number
}

const dayMs = 86_400_000
export const usualPace: Pace = { everyMs: 5000, baseEveryMs: dayMs, keepMs: 7 * dayMs }
const reportAgainMs = 10 * 60_000
/** How long the server's shutdown waits for the last copy. */
const lastCopyMs = 10_000

type Settings = Pick<Config, 'backupKey' | 'dataDir' | 'storageUrl' | 'secretKey'>

interface Options {
  backupUrl: string
  ownerUrl: string
  config: Settings
  log: Pick<Log, 'info' | 'error'>
  pace?: Pace
}

/** Copies the database's log and the uploaded files to BACKUP_URL while the server runs, and records the progress. */
export function startContinuousBackup(options: Options): { stop(): Promise<void> } {
  const backup = new ContinuousBackup(options)
  const running = backup.run()
  return {
    stop: async () => {
      backup.end()
      await running
    },
  }
}

/** Drops the replication slot of a former backup, because PostgreSQL would keep its log for it. */
export async function forgetContinuousBackup(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5000 })
  owner.on('error', () => undefined)
  await owner.connect()
  try {
    await dropSlot(owner)
  } finally {
    await owner.end()
  }
}

/** Returns how much log PostgreSQL may keep while BACKUP_URL cannot be written: a quarter of the free disk space. */
export function logKeptAtMost(folder: string): string {
  mkdirSync(folder, { recursive: true })
  const { bavail, bsize } = statfsSync(folder)
  return `${Math.max(1024, Math.floor((bavail * bsize) / 4 / 1_048_576))}MB`
}

/** Returns whether a backup in a folder would be lost together with the data. */
export async function isOnTheSameDisk(backupUrl: string, dataDir: string): Promise<boolean> {
  if (!backupUrl.startsWith('file:')) return false
  const [backupDisk, dataDisk] = await Promise.all([diskOf(fileURLToPath(backupUrl)), diskOf(dataDir)])
  return backupDisk === dataDisk
}

/** A folder that does not exist yet will be on its parent's disk. */
async function diskOf(path: string): Promise<number> {
  const stats = await stat(path).catch(() => undefined)
  return stats ? stats.dev : diskOf(dirname(path))
}

class ContinuousBackup {
  readonly #options: Options
  readonly #pace: Pace
  readonly #ending = new AbortController()
  readonly #since: string
  #chain: string | null
  #safeAt: string | null
  #session: BackupSession | undefined
  #objects: SealedObjects | undefined
  #files: UploadedFiles | undefined
  #base: Promise<void> | undefined
  #trouble: string | null = null
  #reportedAt = -Infinity

  constructor(options: Options) {
    this.#options = options
    this.#pace = options.pace ?? usualPace
    const before = readState(options.config.dataDir)
    this.#chain = before?.chain ?? null
    this.#safeAt = before?.safeAt ?? null
    this.#since = before?.since ?? new Date().toISOString()
  }

  end(): void {
    this.#ending.abort()
  }

  async run(): Promise<void> {
    const { signal } = this.#ending
    while (!signal.aborted) {
      await this.#tryOnce()
      await sleep(this.#pace.everyMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
    // Copies what was acknowledged before the end.
    await Promise.race([this.#session && this.#tryOnce(true), sleep(lastCopyMs, undefined, { ref: false })])
    await this.#close()
    await this.#base
  }

  async #tryOnce(last = false): Promise<void> {
    try {
      await this.#copy(last)
      if (this.#trouble !== null) this.#options.log.info({}, 'The continuous backup goes on')
      this.#trouble = null
    } catch (error) {
      await this.#close()
      this.#report(error)
    }
    this.#note()
  }

  async #copy(last: boolean): Promise<void> {
    const session = (this.#session ??= await this.#open())
    if (last) session.noteSafeNext()
    const { at, position } = await session.now()
    await this.#files?.copyNew()
    await session.copyErasures()
    await session.copyLog(position)
    if (await session.noteSafe(at, position)) this.#safeAt = at.toISOString()
    const base = session.bases.at(-1)
    if (!last && !this.#base && (!base || Date.now() - Date.parse(base.startedAt) >= this.#pace.baseEveryMs))
      this.#base = this.#copyBase(session).finally(() => (this.#base = undefined))
  }

  async #open(): Promise<BackupSession> {
    const { backupUrl, config, ownerUrl } = this.#options
    this.#objects ??= new SealedObjects(await openObjectStore(backupUrl), config.backupKey)
    const folder = storageFolder(config)
    if (!this.#files && folder !== undefined) {
      const files = new UploadedFiles(folder, this.#objects)
      await files.begin(this.#safeAt === null ? null : new Date(this.#safeAt))
      this.#files = files
    }
    return BackupSession.open({
      ownerUrl,
      config,
      objects: this.#objects,
      chain: this.#chain,
      onChain: (chain) => {
        this.#chain = chain
        this.#note()
      },
    })
  }

  async #copyBase(session: BackupSession): Promise<void> {
    try {
      await session.copyBase()
      if (this.#objects) await prune(this.#objects, { session, files: this.#files, keepMs: this.#pace.keepMs })
    } catch (error) {
      if (!this.#ending.signal.aborted) this.#report(error)
    }
  }

  async #close(): Promise<void> {
    const session = this.#session
    this.#session = undefined
    await session?.close()
  }

  #report(error: unknown): void {
    const trouble = `The continuous backup does not go on: ${storeTrouble(error)}.`
    if (trouble !== this.#trouble || performance.now() - this.#reportedAt > reportAgainMs) {
      this.#options.log.error({ err: error, code: 'BACKUP' }, 'The continuous backup does not go on')
      this.#reportedAt = performance.now()
    }
    this.#trouble = trouble
  }

  #note(): void {
    try {
      writeState(this.#options.config.dataDir, {
        chain: this.#chain,
        since: this.#since,
        safeAt: this.#safeAt,
        trouble: this.#trouble,
      })
    } catch (error) {
      this.#report(error)
    }
  }
}
