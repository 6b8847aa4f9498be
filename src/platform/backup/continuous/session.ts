import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { CannotStart } from '../../cannotStart.ts'
import type { Config } from '../../config.ts'
import { keysInUse } from '../../database/installation.ts'
import { erasuresList } from '../../erasures.ts'
import { keyId } from '../../secretKeys.ts'
import {
  type Base,
  basesOf,
  type Chain,
  chainFolder,
  chainNames,
  chainShape,
  newChainName,
  partName,
  safeOf,
  walName,
  walPieces,
} from './chain.ts'
import { connectReplication, identifySystem, receiveBaseBackup, type SystemIdentity, WalStream } from './replication.ts'
import type { SealedObjects } from './sealedObjects.ts'
import { makeSlot, slotName, slotPosition } from './slot.ts'
import { parsePosition, segmentStart, showPosition, sortableName, type WalPosition } from './walPosition.ts'

type Settings = Pick<Config, 'secretKey' | 'dataDir' | 'storageUrl'>

export interface SessionOptions {
  ownerUrl: string
  config: Settings
  objects: SealedObjects
  /** The chain that this installation wrote last. */
  chain: string | null
  /** Called when a chain is started, before anything is written to it. */
  onChain(chain: string): void
}

const partBytes = 16 * 1024 * 1024
/** An installation that wrote to another chain within this time counts as running. */
const otherWriterMs = 120_000
const safeAgainMs = 60_000

/** One uninterrupted database connection from which the log is copied into a chain. */
export class BackupSession {
  readonly chain: string
  readonly bases: Base[]
  readonly #owner: pg.Client
  readonly #replication: pg.Client
  readonly #stream: WalStream
  readonly #options: SessionOptions
  #durable: WalPosition
  #safeWrittenAt = 0
  #erasures = ''

  private constructor(
    options: SessionOptions,
    connections: { owner: pg.Client; replication: pg.Client },
    from: { chain: string; bases: Base[]; position: WalPosition; timeline: number },
  ) {
    this.#options = options
    this.#owner = connections.owner
    this.#replication = connections.replication
    this.chain = from.chain
    this.bases = from.bases
    this.#durable = from.position
    this.#stream = new WalStream(from.position, from.timeline, slotName)
    this.#replication.query(this.#stream as unknown as pg.Submittable)
  }

  /** Continues the installation's chain, or starts another when the log has a gap. */
  static async open(options: SessionOptions): Promise<BackupSession> {
    const owner = new pg.Client({
      connectionString: options.ownerUrl,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      application_name: 'shala continuous backup',
    })
    owner.on('error', () => undefined)
    let replication: pg.Client | undefined
    try {
      await owner.connect()
      replication = await connectReplication(options.ownerUrl)
      const identity = await identifySystem(replication)
      const resumed = (await continueChain(owner, options, identity)) ?? (await startChain(owner, options, identity))
      await writeSecrets(options, resumed.chain)
      return new BackupSession(options, { owner, replication }, { ...resumed, timeline: identity.timeline })
    } catch (error) {
      await owner.end().catch(() => undefined)
      await replication?.end().catch(() => undefined)
      throw error
    }
  }

  /** Returns the current moment and log position: everything acknowledged before the moment is before the position. */
  async now(): Promise<{ at: Date; position: WalPosition }> {
    const { rows } = await this.#owner.query<{ at: Date; position: string }>(
      'select clock_timestamp() as at, pg_current_wal_flush_lsn()::text as position',
    )
    const [row] = rows
    if (!row) throw new Error('PostgreSQL did not say how far its log is.')
    return { at: row.at, position: parsePosition(row.position) }
  }

  /** Copies the log up to a position. */
  async copyLog(position: WalPosition): Promise<void> {
    while (this.#durable < position) {
      await this.#stream.reach(position)
      const { start, bytes } = this.#stream.take()
      if (bytes.length === 0) continue
      const end = start + BigInt(bytes.length)
      await this.#options.objects.put(walName(this.chain, start, end), bytes)
      this.#durable = end
    }
    this.#stream.confirm(this.#durable)
  }

  /** Records in the backup up to which moment it is complete. Returns whether it can be restored. */
  async noteSafe(at: Date, position: WalPosition): Promise<boolean> {
    const base = this.bases.at(-1)
    if (!base || parsePosition(base.end) > this.#durable) return false
    if (Date.now() - this.#safeWrittenAt < safeAgainMs) return true
    await this.#options.objects.putJson(`${chainFolder(this.chain)}/safe`, {
      at: at.toISOString(),
      position: showPosition(position),
    })
    this.#safeWrittenAt = Date.now()
    return true
  }

  /** Makes the next `noteSafe` write immediately. */
  noteSafeNext(): void {
    this.#safeWrittenAt = 0
  }

  async copyErasures(): Promise<void> {
    const text = (await erasuresList(this.#options.config)).map((line) => `${line}\n`).join('')
    if (text === this.#erasures) return
    await this.#options.objects.put(`${chainFolder(this.chain)}/erasures`, Buffer.from(text))
    this.#erasures = text
  }

  /** Makes a base copy on its own connection while the log is copied. */
  async copyBase(): Promise<Base> {
    const { objects, ownerUrl } = this.#options
    const startedAt = new Date().toISOString()
    const draft = `${chainFolder(this.chain)}/base/${sortableName(this.#durable)}-${startedAt.replace(/\D/g, '')}`
    const client = await connectReplication(ownerUrl)
    try {
      let [chunks, length, parts, total]: [Buffer[], number, number, number] = [[], 0, 0, 0]
      const writePart = async () => {
        parts += 1
        await objects.put(partName(draft, parts), Buffer.concat(chunks))
        chunks = []
        length = 0
      }
      const copy = await receiveBaseBackup(client, async (bytes) => {
        chunks.push(bytes)
        length += bytes.length
        total += bytes.length
        if (length >= partBytes) await writePart()
      })
      if (length > 0) await writePart()
      await objects.put(`${draft}/list`, Buffer.from(copy.manifest))
      const stored = {
        start: showPosition(copy.start),
        end: showPosition(copy.end),
        timeline: copy.timeline,
        startedAt,
        endedAt: new Date().toISOString(),
        parts,
        bytes: total,
      }
      await objects.putJson(`${draft}/done`, stored)
      const base: Base = { ...stored, chain: this.chain, folder: draft }
      this.bases.push(base)
      return base
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  async close(): Promise<void> {
    // The server ends a stream only when its connection closes.
    ;(this.#replication as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
    await this.#owner.end().catch(() => undefined)
  }
}

type ChainPosition = { chain: string; bases: Base[]; position: WalPosition }

async function continueChain(
  owner: pg.Client,
  { objects, chain }: SessionOptions,
  identity: SystemIdentity,
): Promise<ChainPosition | undefined> {
  if (chain === null) return undefined
  const name = `${chainFolder(chain)}/chain`
  if (!(await objects.store.has(name))) return undefined
  const stored = chainShape.parse(await objects.getJson(name))
  if (stored.systemId !== identity.systemId || stored.timeline !== identity.timeline) return undefined
  const slotStart = await slotPosition(owner)
  if (slotStart === undefined) return undefined
  const pieces = await walPieces(objects, chain)
  const position = pieces.reduce((furthest, { end }) => (end > furthest ? end : furthest), 0n) || segmentStart(slotStart)
  const { rows } = await owner.query<{ position: string }>('select pg_current_wal_flush_lsn()::text as position')
  // A data folder that was restored from a copy is behind its own backup.
  if (position < slotStart || position > parsePosition(rows[0]?.position ?? '0/0')) return undefined
  return { chain, bases: await basesOf(objects, chain), position }
}

async function startChain(
  owner: pg.Client,
  { objects, config, chain: before, onChain }: SessionOptions,
  identity: SystemIdentity,
): Promise<ChainPosition> {
  await refuseOtherWriter(objects, before)
  const position = segmentStart(await makeSlot(owner))
  const chain = newChainName(new Date())
  onChain(chain)
  const { rows } = await owner.query<{ version: string }>("select current_setting('server_version') as version")
  const stored: Chain = {
    product: 'shala',
    layout: 1,
    ...identity,
    createdAt: new Date().toISOString(),
    postgres: rows[0]?.version.split('.')[0] ?? '',
    keys: [...new Set([...(await keysInUse(owner)), keyId(config.secretKey)])],
  }
  await objects.putJson(`${chainFolder(chain)}/chain`, stored)
  return { chain, bases: [], position }
}

/** Throws when another installation writes to the same BACKUP_URL, because two would remove each other's files. */
async function refuseOtherWriter(objects: SealedObjects, own: string | null): Promise<void> {
  for (const chain of await chainNames(objects)) {
    if (chain === own) continue
    const safe = await safeOf(objects, chain)
    if (safe && Date.now() - Date.parse(safe.at) < otherWriterMs)
      throw new CannotStart(
        `another installation wrote into BACKUP_URL at ${safe.at}. If it is gone, this one begins two minutes after that; else give it a BACKUP_URL of its own`,
      )
  }
}

/** Writes the secrets that a restore needs besides the database, except those that the operator has set. */
async function writeSecrets({ objects, config, ownerUrl }: SessionOptions, chain: string): Promise<void> {
  const file = join(config.dataDir, 'secret.key')
  const own = existsSync(file) && readFileSync(file, 'utf8').trim() === config.secretKey
  await objects.putJson(`${chainFolder(chain)}/secrets`, {
    ...(own ? { secretKey: config.secretKey } : {}),
    ownerPassword: decodeURIComponent(new URL(ownerUrl).password),
  })
}
