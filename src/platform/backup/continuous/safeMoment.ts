import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/connect.ts'
import { readState } from './state.ts'
import { parsePosition, type WalPosition } from './walPosition.ts'

export const safetyStates = ['OFF', 'STARTING', 'ON'] as const

/** Up to which moment everything that was acknowledged would outlive the disk. */
export interface Safety {
  /** STARTING: turned on, and not complete yet. */
  state: (typeof safetyStates)[number]
  /** Everything acknowledged before is in the backup; null unless ON. */
  at: Date | null
  /** When the backup was turned on; null while it is OFF. */
  since: Date | null
  /** Why it does not go on, as a sentence; null while it does. */
  trouble: string | null
}

type Settings = Pick<Config, 'databaseUrl' | 'backupUrl' | 'dataDir'>

const off: Safety = { state: 'OFF', at: null, since: null, trouble: null }
const everyMs = 10_000
/** So many moments are remembered until the server's archive has reached them. */
const mostNoted = 2000

/** What a server's own archive (archive_mode) says of itself. */
export interface ArchiverReading {
  now: Date
  position: string
  archives: boolean
  segmentBytes: string
  /** The name of the segment that was archived last. */
  archived: string | null
  failing: boolean
}

const archivers = new WeakMap<Database, Archiver>()

/**
 * Watches the archive of a PostgreSQL that DATABASE_URL names. How old a segment is, PostgreSQL does not say; so moments are noted with how
 * far the log was, and the newest that the archived segments cover is safe.
 */
export class Archiver {
  readonly #since = new Date()
  #noted: { at: Date; position: WalPosition }[] = []
  #safety: Safety = { ...off, state: 'STARTING', since: this.#since }

  get safety(): Safety {
    return this.#safety
  }

  take({ now, position, archives, segmentBytes, archived, failing }: ArchiverReading): void {
    if (!archives) {
      this.#noted = []
      this.#safety = off
      return
    }
    this.#noted.push({ at: now, position: parsePosition(position) })
    if (this.#noted.length > mostNoted) this.#noted = this.#noted.filter((_, index) => index % 2 === 1)
    const end = endOfSegment(archived ?? '', BigInt(segmentBytes))
    const covered = end === undefined ? undefined : this.#noted.findLast((noted) => noted.position <= end)
    if (covered) this.#noted = this.#noted.filter(({ at }) => at >= covered.at)
    const at = covered?.at ?? this.#safety.at
    const trouble = failing ? 'PostgreSQL cannot archive its log: its own log says why.' : null
    this.#safety = { state: at === null ? 'STARTING' : 'ON', at, since: this.#since, trouble }
  }
}

/** Returns where a segment ends, by its name; undefined for the other files that are archived as well. */
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

/** Returns how the backup of an installation stands. */
export function safetyOf(config: Settings, database: Database): Safety {
  if (config.databaseUrl !== undefined) return archivers.get(database)?.safety ?? off
  if (config.backupUrl === undefined) return off
  const noted = readState(config.dataDir)
  if (!noted) return { ...off, state: 'STARTING', since: new Date() }
  const at = noted.safeAt === null ? null : new Date(noted.safeAt)
  return { state: at === null ? 'STARTING' : 'ON', at, since: new Date(noted.since), trouble: noted.trouble }
}

/** Returns the moment whose age is alerted of, in seconds since 1970; undefined while there is no backup. */
export function alertedMoment({ at, since }: Safety): number | undefined {
  const moment = at ?? since
  return moment === null ? undefined : moment.getTime() / 1000
}

/** Keeps looking at the archive of a PostgreSQL of DATABASE_URL. */
export function watchArchiver({ databaseUrl }: Settings, database: Database): { stop(): Promise<void> } {
  if (databaseUrl === undefined) return { stop: async () => undefined }
  const archiver = new Archiver()
  archivers.set(database, archiver)
  let looking = Promise.resolve()
  const look = () => {
    looking = readArchiver(database).then(
      (found) => found && archiver.take(found),
      // A database that is away archives nothing either: the last moment grows old.
      () => undefined,
    )
  }
  look()
  const timer = setInterval(look, everyMs).unref()
  return {
    stop: () => {
      clearInterval(timer)
      return looking
    },
  }
}
