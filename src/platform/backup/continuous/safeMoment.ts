import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/connect.ts'
import { readState } from './state.ts'
import { parsePosition, type WalPosition } from './walPosition.ts'

export const safetyStates = ['OFF', 'STARTING', 'ON'] as const

/** The state of the continuous backup: up to which moment everything acknowledged would survive a lost disk. */
export interface Safety {
  /** STARTING: turned on, but not complete yet. */
  state: (typeof safetyStates)[number]
  /** Everything acknowledged before is in the backup; null unless ON. */
  at: Date | null
  /** When the backup was turned on; null while it is OFF. */
  since: Date | null
  /** Why the backup has stopped, as a sentence; null while it works. */
  trouble: string | null
}

type Settings = Pick<Config, 'databaseUrl' | 'backupUrl' | 'dataDir'>

const off: Safety = { state: 'OFF', at: null, since: null, trouble: null }
const everyMs = 10_000
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

const archivers = new WeakMap<Database, Archiver>()

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
    this.#safety = { state: at === null ? 'STARTING' : 'ON', at, since: this.#since, trouble }
  }
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

/** Returns the state of an installation's backup. */
export function safetyOf(config: Settings, database: Database): Safety {
  if (config.databaseUrl !== undefined) return archivers.get(database)?.safety ?? off
  if (config.backupUrl === undefined) return off
  const state = readState(config.dataDir)
  if (!state) return { ...off, state: 'STARTING', since: new Date() }
  const at = state.safeAt === null ? null : new Date(state.safeAt)
  return { state: at === null ? 'STARTING' : 'ON', at, since: new Date(state.since), trouble: state.trouble }
}

/** Returns the moment whose age the alert watches, in seconds since 1970; undefined without a backup. */
export function alertedMoment({ at, since }: Safety): number | undefined {
  const moment = at ?? since
  return moment === null ? undefined : moment.getTime() / 1000
}

/** Polls the archive of the PostgreSQL of DATABASE_URL. */
export function watchArchiver({ databaseUrl }: Settings, database: Database): { stop(): Promise<void> } {
  if (databaseUrl === undefined) return { stop: async () => undefined }
  const archiver = new Archiver()
  archivers.set(database, archiver)
  let reading = Promise.resolve()
  const readNow = () => {
    reading = readArchiver(database).then(
      (row) => row && archiver.take(row),
      // While the database is away nothing is archived: the last moment grows old.
      () => undefined,
    )
  }
  readNow()
  const timer = setInterval(readNow, everyMs).unref()
  return {
    stop: () => {
      clearInterval(timer)
      return reading
    },
  }
}
