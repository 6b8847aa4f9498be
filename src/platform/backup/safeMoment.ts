import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Database } from '../database/connect.ts'

export const safetyStates = ['OFF', 'STARTING', 'ON'] as const

/** The state of the backup: up to which moment everything acknowledged would survive a lost disk. */
export interface Safety {
  /** STARTING: turned on, but not complete yet. */
  state: (typeof safetyStates)[number]
  /** Everything acknowledged before is in the backup; null unless ON. */
  at: Date | null
  /** When the backup was turned on; null while it is OFF. */
  since: Date | null
  /** How old the moment becomes while all is well: BACKUP_EVERY, or 0 with an archive of PostgreSQL's log. */
  everyMinutes: number
  /** Why the backup has stopped, as a sentence; null while it works. */
  trouble: string | null
}

type Settings = Pick<Config, 'databaseUrl' | 'backupEvery'>
type WalPosition = bigint

const off: Safety = { state: 'OFF', at: null, since: null, everyMinutes: 0, trouble: null }
const pollMs = 10_000
/** Maximum number of moments remembered until the server's archive reaches them. */
const maxMoments = 2000

/** The state of a server's own archive (archive_mode). */
export interface ArchiverReading {
  now: Date
  position: string
  archives: boolean
  segmentBytes: string
  /** The name of the last archived segment. */
  archived: string | null
  failing: boolean
}

/**
 * Watches the archive of the PostgreSQL of DATABASE_URL. PostgreSQL does not report how old a segment is. So moments
 * are recorded with the log position of each, and the newest moment that the archived segments cover is safe.
 */
export class Archiver {
  readonly #since = new Date()
  #moments: { at: Date; position: WalPosition }[] = []
  #safety: Safety = { ...off, state: 'STARTING', since: this.#since }

  get safety(): Safety {
    return this.#safety
  }

  take({ now, position, archives, segmentBytes, archived, failing }: ArchiverReading): void {
    if (!archives) {
      this.#moments = []
      this.#safety = off
      return
    }
    this.#moments.push({ at: now, position: parsePosition(position) })
    if (this.#moments.length > maxMoments) this.#moments = this.#moments.filter((_, index) => index % 2 === 1)
    const end = endOfSegment(archived ?? '', BigInt(segmentBytes))
    const covered = end === undefined ? undefined : this.#moments.findLast((moment) => moment.position <= end)
    if (covered) this.#moments = this.#moments.filter(({ at }) => at >= covered.at)
    const at = covered?.at ?? this.#safety.at
    const trouble = failing ? 'PostgreSQL cannot archive its log: its own log says why.' : null
    this.#safety = { ...off, state: at === null ? 'STARTING' : 'ON', at, since: this.#since, trouble }
  }
}

/** Parses PostgreSQL's notation of a position in its log, such as `0/16B3748`, to bytes from the log's start. */
function parsePosition(text: string): WalPosition {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/** Returns the end position of a segment by its name; undefined for other archived files. */
function endOfSegment(name: string, segmentBytes: bigint): WalPosition | undefined {
  const [, high, low] = /^[0-9A-F]{8}([0-9A-F]{8})([0-9A-F]{8})$/.exec(name) ?? []
  if (high === undefined || low === undefined) return undefined
  return (BigInt(`0x${high}`) * (0x1_0000_0000n / segmentBytes) + BigInt(`0x${low}`) + 1n) * segmentBytes
}

async function readArchiver(database: Database): Promise<ArchiverReading | undefined> {
  const { rows } = await sql<ArchiverReading>`
    select now() as now, pg_current_wal_flush_lsn()::text as position,
      current_setting('archive_mode') in ('on', 'always') as archives,
      pg_size_bytes(current_setting('wal_segment_size'))::text as segment_bytes,
      last_archived_wal as archived, coalesce(last_failed_time > last_archived_time, last_failed_time is not null) as failing
    from pg_stat_archiver`.execute(database.kysely)
  return rows[0]
}

/** Reads the state of the backups of BACKUP_EVERY (regularBackup.ts); undefined before the first try. */
async function readRegular(database: Database, everyMinutes: number): Promise<Safety | undefined> {
  const row = await database.kysely.selectFrom('regularBackup').select(['since', 'safeAt as at', 'trouble']).executeTakeFirst()
  return row && { ...row, state: row.at === null ? 'STARTING' : 'ON', everyMinutes }
}

const watches = new WeakMap<Database, () => Safety>()

/** Returns the state of an installation's backup; OFF for a database that is not watched. */
export function safetyOf(database: Database): Safety {
  return watches.get(database)?.() ?? off
}

/**
 * Returns how many seconds older the last safe moment is than it becomes while all is well; undefined without a backup.
 * Before the first backup it counts from when the backup was turned on.
 */
export function secondsLate({ at, since, everyMinutes }: Safety, now = new Date()): number | undefined {
  const moment = at ?? since
  return moment === null ? undefined : Math.max(0, (now.getTime() - moment.getTime()) / 1000 - everyMinutes * 60)
}

/**
 * Watches how far the backup is: PostgreSQL's own archive where there is one, because it is ahead, and else the backups
 * of BACKUP_EVERY.
 */
export function watchSafeMoment({ databaseUrl, backupEvery }: Settings, database: Database): { stop(): Promise<void> } {
  const archiver = databaseUrl === undefined ? undefined : new Archiver()
  let regular: Safety =
    backupEvery === undefined ? off : { ...off, state: 'STARTING', since: new Date(), everyMinutes: backupEvery }
  watches.set(database, () => (archiver && archiver.safety.state !== 'OFF' ? archiver.safety : regular))

  async function read(): Promise<void> {
    if (archiver) {
      const reading = await readArchiver(database)
      if (reading) archiver.take(reading)
    }
    if (backupEvery !== undefined) regular = (await readRegular(database, backupEvery)) ?? regular
  }
  // While the database is away nothing is archived or backed up: the last moment grows old.
  const readNow = () => void (reading = read().catch(() => undefined))
  let reading = Promise.resolve()
  if (!archiver && backupEvery === undefined) return { stop: async () => undefined }
  readNow()
  const timer = setInterval(readNow, pollMs).unref()
  return {
    stop: () => {
      clearInterval(timer)
      return reading
    },
  }
}
