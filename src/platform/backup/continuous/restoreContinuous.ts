import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { CannotStart } from '../../cannotStart.ts'
import type { Config } from '../../config.ts'
import { NotStarted } from '../../database/cluster.ts'
import { appUrl, Database } from '../../database/connect.ts'
import { startEmbedded } from '../../database/embedded.ts'
import { markRestoring } from '../../database/installation.ts'
import { migrate } from '../../database/migrate.ts'
import { findDatabaseFolders } from '../../database/databaseFolders.ts'
import { checkData, type Finding } from '../../dataChecks.ts'
import { openStorage, storageFolder, storageKey } from '../../files/storage.ts'
import { markRestoredStorage } from '../../files/storageMark.ts'
import { keyId, type Secrets } from '../../secretKeys.ts'
import { settleWaiting, type Settled } from '../settleWaiting.ts'
import { excludedTables } from '../snapshot.ts'
import {
  type Base,
  basesOf,
  chainFolder,
  chainNames,
  chainShape,
  fileName,
  piecesFrom,
  type Safe,
  safeOf,
  secretsShape,
  type WalPiece,
  walPieces,
} from './chain.ts'
import { installDatabase } from './recover.ts'
import { openObjectStore } from './objectStore.ts'
import { SealedObjects } from './sealedObjects.ts'
import { dropSlot } from './slot.ts'
import { parsePosition, showPosition } from './walPosition.ts'

/** A page of the log. A record may end before the header of the next page. */
const pageSize = 8192n

/** What a restore of a continuous backup brings back. */
export interface RestorePlan {
  chain: string
  base: Base
  pieces: WalPiece[]
  safe: Safe | undefined
  /** The moment to stop at; undefined replays everything. */
  until: Date | undefined
  /** The installation's generated secret; undefined where SECRET_KEY was set. */
  secretKey: string | undefined
  ownerPassword: string
  /** The ids of the secrets that values are sealed under. */
  keys: string[]
  postgres: string
}

export interface RestoredDatabase {
  files: number
  /** Files that have a row but no bytes. */
  missingFiles: number
  settled: Settled
  newer: string[]
  checks: number
  findings: Finding[]
  /** The commit time of the last replayed transaction. */
  lastCommit: Date | null
}

export interface PlanOptions {
  backupUrl: string
  backupKey: string | undefined
  chain: string | undefined
  until: Date | undefined
}

/** A chain with at least one complete base copy. */
interface WholeChain {
  chain: string
  safe: Safe | undefined
  bases: Base[]
  pieces: WalPiece[]
}

/**
 * Chooses what to restore: the chain written last, and its newest base copy before the wanted moment whose log is
 * complete.
 *
 * @throws CannotStart when there is nothing, or the log has a gap
 */
export async function planRestore(
  { backupUrl, backupKey, chain: wanted, until }: PlanOptions,
  say: (text: string) => void,
): Promise<{ plan: RestorePlan; objects: SealedObjects }> {
  const objects = new SealedObjects(await openObjectStore(backupUrl), backupKey)
  const chosen = await chooseChain(objects, wanted, until, say)
  const { chain, safe, bases } = chosen
  const candidates = bases.filter((base) => until === undefined || Date.parse(base.endedAt) <= until.getTime())
  const base = candidates.findLast((base) => logReachesEnd(base, chosen.pieces)) ?? candidates.at(-1)
  if (!base) throw new CannotStart(`The backup begins at ${bases[0]?.endedAt}: an earlier moment cannot be restored from it.`)
  const pieces = piecesFrom(base, chosen.pieces)
  const last = pieces.at(-1)?.end ?? 0n
  const needed = parsePosition(until === undefined && safe ? safe.position : base.end)
  if (last < needed)
    throw new CannotStart(
      `A part of the log is missing: it is there without a gap up to ${showPosition(last)}, and is needed up to ${showPosition(needed)}. An earlier moment can be restored with --until.`,
    )
  const described = chainShape.parse(await objects.getJson(`${chainFolder(chain)}/chain`))
  const secrets = secretsShape.parse(await objects.getJson(`${chainFolder(chain)}/secrets`))
  const { keys, postgres } = described
  const plan = { chain, base, pieces, safe, until, keys, postgres, ...secrets, secretKey: secrets.secretKey }
  return { plan, objects }
}

/**
 * Returns whether the log of a base copy is complete. A server that stopped right after making a copy may not have
 * copied its last part.
 */
function logReachesEnd(base: Base, pieces: readonly WalPiece[]): boolean {
  return (piecesFrom(base, pieces).at(-1)?.end ?? 0n) >= parsePosition(base.end)
}

async function chooseChain(
  objects: SealedObjects,
  wanted: string | undefined,
  until: Date | undefined,
  say: (text: string) => void,
): Promise<WholeChain> {
  const whole: WholeChain[] = []
  for (const chain of await chainNames(objects)) {
    const bases = await basesOf(objects, chain)
    if (bases.length > 0)
      whole.push({ chain, bases, safe: await safeOf(objects, chain), pieces: await walPieces(objects, chain) })
  }
  const endOf = ({ safe, bases }: WholeChain) => safe?.at ?? bases.at(-1)?.endedAt ?? ''
  const restorable = whole.filter(({ bases, pieces }) => bases.some((base) => logReachesEnd(base, pieces)))
  const reaching = (restorable.length > 0 ? restorable : whole).filter(
    ({ bases }) => until === undefined || Date.parse(bases[0]?.endedAt ?? '') <= until.getTime(),
  )
  const sorted = reaching.toSorted((one, other) => (endOf(one) < endOf(other) ? -1 : 1))
  const chosen = wanted === undefined ? sorted.at(-1) : whole.find(({ chain }) => chain === wanted)
  for (const one of whole)
    say(`${one === chosen ? '→' : ' '} chain ${one.chain}: from ${one.bases[0]?.endedAt} to ${endOf(one)} and a little beyond`)
  if (chosen) return chosen
  throw new CannotStart(
    whole.length === 0
      ? 'There is no whole backup at this address.'
      : wanted === undefined
        ? 'No backup at this address reaches so far back.'
        : `There is no whole chain ${wanted} at this address.`,
  )
}

/** @throws CannotStart when SECRET_KEY is not the secret of the backup */
export function refuseOtherSecretThan(plan: RestorePlan, secrets: Secrets): void {
  const known = [secrets.current, secrets.previous, secrets.next].flatMap((key) => (key === undefined ? [] : [keyId(key)]))
  const missing = plan.keys.filter((id) => !known.includes(id))
  if (missing.length > 0)
    throw new CannotStart(
      `Values in this backup are sealed under the secret ${missing.join(', ')}, which is not the one that is set. Set SECRET_KEY to the secret of the installation that was backed up.`,
    )
}

/**
 * Restores into an empty data folder: the database with its log replayed, and the files of its rows. Then runs newer
 * migrations and every data check.
 *
 * @throws CannotStart when there is a database already; a failed restore leaves no database behind
 */
export async function restoreContinuous(
  objects: SealedObjects,
  plan: RestorePlan,
  config: Config,
  say: (text: string) => void,
): Promise<RestoredDatabase> {
  const folders = findDatabaseFolders(config.dataDir)
  if (existsSync(folders.cluster))
    throw new CannotStart(
      `There is a database in ${folders.folder} already. A backup is restored over nothing: give a fresh DATA_DIR.`,
    )
  await installDatabase(objects, folders, { base: plan.base, pieces: plan.pieces, password: plan.ownerPassword })
  say(
    `The base copy of ${plan.base.endedAt} is there, its checksums are right; ${plan.pieces.length} pieces of the log are replayed`,
  )
  try {
    const restored = await replayLog(objects, plan, config)
    await restoreErasures(objects, plan, config.dataDir)
    return restored
  } catch (error) {
    await rm(folders.cluster, { recursive: true, force: true })
    await rm(folders.passwordFile, { force: true })
    throw explainRecoveryError(error)
  }
}

async function replayLog(objects: SealedObjects, plan: RestorePlan, config: Config): Promise<RestoredDatabase> {
  const embedded = await startEmbedded({ dataDir: config.dataDir, log: () => undefined, settings: recoverySettings(plan) })
  const owner = new pg.Client({ connectionString: embedded.ownerUrl, application_name: 'shala restore' })
  owner.on('error', () => undefined)
  try {
    await owner.connect()
    await owner.query('set statement_timeout = 0')
    const lastCommit = await compareEnd(owner, plan)
    await markRestoring(owner, true)
    await dropSlot(owner)
    const newer = await migrate(embedded.ownerUrl, config.secrets, { restoring: true })
    const { rows: schools } = await owner.query<{ id: string }>('select id::text from schools')
    const settled = await settleWaiting(
      owner,
      schools.map(({ id }) => Number(id)),
    )
    // A person signed out in the lost period would be signed in again.
    for (const table of excludedTables)
      if (table.startsWith('auth.')) await owner.query(`delete from ${table.split('.').map(pg.escapeIdentifier).join('.')}`)
    const { files, missingFiles } = await restoreFiles(objects, owner, config)
    if (storageFolder(config) !== undefined) await markRestoredStorage(owner, await openStorage(config))
    const database = new Database(appUrl(embedded.ownerUrl, config.secrets), { connections: 2, onError: () => undefined })
    const checked = await checkData(database).finally(() => database.close())
    await markRestoring(owner, false)
    return { files, missingFiles, settled, newer, lastCommit, ...checked }
  } finally {
    await owner.end().catch(() => undefined)
    await embedded.stop()
  }
}

function recoverySettings({ until }: RestorePlan): Record<string, string> {
  const settings: Record<string, string> = {
    // All log is in pg_wal already.
    restore_command: 'false',
    // A standby refuses to start with fewer connections than its primary had.
    hot_standby: 'off',
  }
  if (until === undefined) return settings
  // This early in its start PostgreSQL knows no time zone names, not even Z.
  const moment = until.toISOString().replace('Z', '+00')
  return { ...settings, recovery_target_time: moment, recovery_target_action: 'promote' }
}

/** Compares how far the log was replayed with the position that the backup recorded. */
async function compareEnd(owner: pg.Client, plan: RestorePlan): Promise<Date | null> {
  const { rows } = await owner.query<{ position: string | null; at: Date | null }>(
    'select pg_last_wal_replay_lsn()::text as position, pg_last_xact_replay_timestamp() as at',
  )
  const [row] = rows
  const reached = parsePosition(row?.position ?? '0/0')
  const wanted = parsePosition(plan.until === undefined && plan.safe ? plan.safe.position : plan.base.end)
  if (reached + pageSize < wanted)
    throw new CannotStart(`The log was replayed up to ${showPosition(reached)} only, and not up to ${showPosition(wanted)}.`)
  return row?.at ?? null
}

/** Fetches the files of the rows. A bucket has its own backup. */
async function restoreFiles(
  objects: SealedObjects,
  owner: pg.Client,
  config: Config,
): Promise<{ files: number; missingFiles: number }> {
  if (storageFolder(config) === undefined) return { files: 0, missingFiles: 0 }
  const disk = await openStorage(config)
  const { rows } = await owner.query<{ school: string; id: string }>('select school_id::text as school, id::text from files')
  const there = new Set(await objects.store.list('files'))
  let files = 0
  for (const { school, id } of rows) {
    const key = storageKey(Number(school), id)
    if (!there.has(fileName(key))) continue
    await disk.put(key, await objects.get(fileName(key)))
    files += 1
  }
  return { files, missingFiles: rows.length - files }
}

async function restoreErasures(objects: SealedObjects, { chain }: RestorePlan, dataDir: string): Promise<void> {
  const name = `${chainFolder(chain)}/erasures`
  const file = join(dataDir, 'erasures.csv')
  if ((await objects.store.has(name)) && !existsSync(file)) await writeFile(file, await objects.get(name), { mode: 0o600 })
}

/** Restores the generated secret into the data folder, unless SECRET_KEY is set. */
export async function bringSecret({ secretKey }: RestorePlan, dataDir: string): Promise<void> {
  const file = join(dataDir, 'secret.key')
  if (secretKey === undefined || existsSync(file)) return
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, secretKey, { mode: 0o600 })
}

function explainRecoveryError(error: unknown): unknown {
  const message = error instanceof NotStarted ? error.said : error instanceof Error ? error.message : ''
  return /recovery ended before configured recovery target was reached/.test(message)
    ? new CannotStart('The backup ends before that moment. Without --until everything that is in it is restored.')
    : error
}
