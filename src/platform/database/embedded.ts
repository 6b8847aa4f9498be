import { existsSync, readFileSync, statfsSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { CannotStart, diskFullError, isDiskFull } from '../cannotStart.ts'
import { halt, initialise, launch, NotStarted, runningServer, signal } from './cluster.ts'
import { freePort } from '../freePort.ts'
import { findDatabaseFolders, ownerPassword, type DatabaseFolders } from './databaseFolders.ts'
import { connectionTimeoutMillis } from './connectionTimeout.ts'

export interface EmbeddedOptions {
  dataDir: string
  /** Reports events for a person: a first set-up, a database left running by a killed process, a restart. */
  log(message: string): void
  /** Told when the database went away while in use and could not be brought back. */
  onLost?(error: Error): void
  /** Maximum number of connections, with some more for commands. */
  connections?: number
  /** Additional PostgreSQL settings; `fsync: 'off'` also skips the syncs of the first set-up (tests). */
  settings?: Record<string, string>
}

export interface Embedded {
  /** The URL of the database as its owner, a superuser of this private server. */
  ownerUrl: string
  stop(): Promise<void>
}

/** The name of the owner role and of the database. */
const name = 'shala'

/** The advisory lock of the one process that uses the data folder, released when that process dies. */
const processLock = 7_422_500

/**
 * Starts the embedded PostgreSQL on a data folder: creates the database the first time, stops a server left running by
 * a killed process, and listens on 127.0.0.1 only. If the server goes away while in use, it is restarted on its port.
 *
 * @throws CannotStart when another process uses the folder, the disk is full, or PostgreSQL refuses
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const folders = findDatabaseFolders(options.dataDir)
  try {
    const server = new EmbeddedServer(folders, ownerPassword(folders), options)
    await server.start()
    return { ownerUrl: server.ownerUrl, stop: () => server.stop() }
  } catch (error) {
    if (isDiskFull(error)) throw diskFullError(folders.folder)
    if ((error as NodeJS.ErrnoException).code === 'EACCES')
      throw new CannotStart(
        `The database's folder ${folders.folder} belongs to another user. Start Shala as the user that made it, or choose another folder with DATA_DIR.`,
      )
    if (error instanceof NotStarted) throw new CannotStart(`${error.message}\nIts whole log is ${folders.logFile}.`)
    throw error
  }
}

/** Returns the owner's URL of the database that another process runs on this data folder; undefined when none does. */
export function runningEmbedded(dataDir: string): string | undefined {
  const folders = findDatabaseFolders(dataDir)
  const running = runningServer(folders)
  return running && address(running.port, ownerPassword(folders), name)
}

/**
 * PostgreSQL's default, unless the server needs more: twenty are for commands (a backup, the data checks) and its
 * superuser.
 */
function mostConnections(used: number): number {
  return Math.max(100, used + 20)
}

function address(port: number, password: string, database: string): string {
  return `postgres://${name}:${password}@127.0.0.1:${port}/${database}`
}

class EmbeddedServer {
  readonly #folders: DatabaseFolders
  readonly #password: string
  readonly #options: EmbeddedOptions
  readonly #settings: Record<string, string>
  #port = 0
  #pid: number | undefined
  #lock: pg.Client | undefined
  #stopped = false
  /** Somebody was told that it cannot come back for want of room. */
  #full = false
  /** The running restart of a server that went away. */
  #revival: Promise<unknown> = Promise.resolve()
  readonly #atExit = () => {
    if (this.#pid) signal(this.#pid, 'SIGINT')
  }

  constructor(folders: DatabaseFolders, password: string, options: EmbeddedOptions) {
    this.#folders = folders
    this.#password = password
    this.#options = options
    this.#settings = { max_connections: String(mostConnections(options.connections ?? 0)), ...options.settings }
  }

  get ownerUrl(): string {
    return address(this.#port, this.#password, name)
  }

  async start(): Promise<void> {
    if (!existsSync(this.#folders.cluster)) {
      this.#options.log('Setting up the database for the first time')
      initialise(this.#folders, name, this.#options.settings?.fsync !== 'off')
    }
    this.#port = existsSync(this.#folders.portFile) ? Number(readFileSync(this.#folders.portFile, 'utf8')) : await freePort()
    const lock = await this.#bringUp(true)
    process.once('exit', this.#atExit)
    try {
      writeFileSync(this.#folders.portFile, `${this.#port}\n`)
      const { rowCount } = await lock.query('select from pg_database where datname = $1', [name])
      if (rowCount === 0) await lock.query(`create database ${name}`)
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  async stop(): Promise<void> {
    if (this.#stopped) return
    this.#stopped = true
    process.removeListener('exit', this.#atExit)
    // Else it would bring up another after this one is gone.
    await this.#revival
    if (this.#pid) await halt(this.#folders, this.#pid)
    await this.#lock?.end().catch(() => undefined)
  }

  /**
   * Until this process has a server of its own and the lock on it.
   * @param first at the first start another port may be taken, and what does not start says why; a server that was in
   *   use and went away comes back on its port, however often it goes again meanwhile, and when the disk has room again
   */
  async #bringUp(first: boolean): Promise<pg.Client> {
    let deadline = Date.now() + 120_000
    for (;;) {
      const running = runningServer(this.#folders)
      if (running) {
        const lock = await this.#lockOn(running)
        if (lock && running.pid === this.#pid) return this.#watch(lock)
        if (lock) {
          this.#options.log('A process that was killed left the database running; it is started anew')
          await halt(this.#folders, running.pid)
          await lock.end().catch(() => undefined)
        }
      } else if ((await this.#launch(first)) === 'full') {
        deadline = Date.now() + 120_000
        if (this.#stopped) throw new CannotStart('It was stopped before the disk had room again.')
      }
      if (Date.now() > deadline)
        throw new CannotStart(
          `The database in ${this.#folders.folder} does not answer (process ${running?.pid ?? 'unknown'}). Stop that process and start again.`,
        )
    }
  }

  async #launch(first: boolean): Promise<'tried' | 'full'> {
    try {
      const child = await launch(this.#folders, this.#port, this.#settings)
      this.#pid = child.pid
      this.#full = false
    } catch (error) {
      if (!first && (isDiskFull(error) || !this.#hasRoom())) {
        if (!this.#full)
          this.#options.log(
            `The disk that holds ${this.#folders.folder} is full. The database goes on by itself when there is room on it (a few hundred megabytes); what was saved before is safe`,
          )
        this.#full = true
        await sleep(500)
        return 'full'
      }
      if (!(error instanceof NotStarted)) throw error
      // Another start came first, or processes of a killed server are still on their way out.
      if (/lock file ".*" already exists|shared memory block/.test(error.said)) await sleep(300)
      else if (first && /could not bind|address already in use/i.test(error.said)) this.#port = await freePort()
      else if (first) throw error
      // It was stopped as it came up, or somebody's connection has its port for a moment.
      else await sleep(200)
    }
    return 'tried'
  }

  /**
   * Returns whether there is room for some of its log, without which it writes nothing and cannot even report why it
   * does not start.
   */
  #hasRoom(): boolean {
    const { bavail, bsize } = statfsSync(this.#folders.folder)
    return bavail * bsize > 20_000_000
  }

  /** Connects and takes the process lock; undefined when the server is still starting or already stopping. */
  async #lockOn(running: { pid: number; port: number }): Promise<pg.Client | undefined> {
    const client = new pg.Client({
      connectionString: address(running.port, this.#password, 'postgres'),
      connectionTimeoutMillis,
      keepAlive: true,
      application_name: `shala process ${process.pid}`,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [processLock])
      if (rows[0]?.taken) return client
      const { rows: holders } = await client.query<{ holder: string }>(
        `select application_name as holder from pg_locks join pg_stat_activity using (pid)
         where locktype = 'advisory' and objid = $1 and granted`,
        [processLock],
      )
      throw new CannotStart(
        `Shala is already running on this data folder (${holders[0]?.holder ?? 'another process'}). Stop that one first, or give this one a folder of its own with DATA_DIR.`,
      )
    } catch (error) {
      await client.end().catch(() => undefined)
      if (error instanceof CannotStart) throw error
      const { code } = error as NodeJS.ErrnoException
      if (code === '28P01')
        throw new CannotStart(
          `The password in ${this.#folders.passwordFile} is not the one of the database beside it. Put both back from the same backup.`,
        )
      // Starting, stopping, or crashed; what PostgreSQL did not say is the connection's own end, in one of many words.
      const passes = !(error instanceof pg.DatabaseError) || ['57P03', '57P01', '57P02'].includes(code ?? '')
      if (!passes) throw error
      await sleep(100)
      return undefined
    }
  }

  /** When the connection with the lock ends, the server has gone or was restarted by somebody. */
  #watch(lock: pg.Client): pg.Client {
    this.#lock = lock
    lock.once('end', () => {
      if (this.#stopped) return
      this.#options.log('The database went away and is being started again')
      this.#revival = this.#bringUp(false).catch((error: unknown) => {
        if (!this.#stopped) this.#options.onLost?.(error instanceof Error ? error : new Error(String(error)))
      })
    })
    return lock
  }
}
