import pg from 'pg'
import { parsePosition, showPosition, type WalPosition } from './walPosition.ts'

/*
 * PostgreSQL's streaming replication protocol, as far as a backup needs it: a base copy by BASE_BACKUP, and the
 * write-ahead log by START_REPLICATION. https://www.postgresql.org/docs/18/protocol-replication.html
 */

/** The connection that `pg` gives to a query that handles its own messages. */
interface Wire {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  stream: { pause(): void; resume(): void }
}

/** Milliseconds between 1970 and 2000, the start of PostgreSQL's clock. */
const postgresEpochMs = 946_684_800_000

/** Opens a connection that speaks the replication protocol. */
export async function connectReplication(ownerUrl: string): Promise<pg.Client> {
  const url = new URL(ownerUrl)
  url.searchParams.set('replication', 'true')
  const client = new pg.Client({
    connectionString: url.href,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    application_name: 'shala continuous backup',
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

export interface SystemIdentity {
  systemId: string
  timeline: number
}

export async function identifySystem(client: pg.Client): Promise<SystemIdentity> {
  const { rows } = await client.query<{ systemid: string; timeline: number }>('IDENTIFY_SYSTEM')
  const [row] = rows
  if (!row) throw new Error('PostgreSQL did not identify itself.')
  return { systemId: row.systemid, timeline: Number(row.timeline) }
}

/** Handles the messages of one command. Messages that a command does not need are ignored. */
abstract class ProtocolQuery {
  readonly ended: Promise<void>
  protected wire: Wire | undefined
  protected failure: Error | undefined
  readonly #text: string
  #end: { resolve(): void; reject(error: Error): void } | undefined

  constructor(text: string) {
    this.#text = text
    this.ended = new Promise((resolve, reject) => (this.#end = { resolve, reject }))
    this.ended.catch(() => undefined)
  }

  submit(wire: Wire): void {
    this.wire = wire
    wire.query(this.#text)
  }

  abstract handleCopyData(message: { chunk: Buffer }): void

  handleDataRow(_message: { fields: (Buffer | string | null)[] }): void {}
  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}

  handleReadyForQuery(): void {
    if (this.failure) this.#end?.reject(this.failure)
    else this.#end?.resolve()
  }

  /** Also called when the connection breaks. */
  handleError(error: Error): void {
    this.fail(error)
    this.#end?.reject(error)
  }

  protected fail(error: Error): void {
    this.failure ??= error
  }
}

export interface BaseBackup {
  /** The log is needed from this position. */
  start: WalPosition
  /** The copy is consistent once the log is replayed up to this position. */
  end: WalPosition
  timeline: number
  /** PostgreSQL's list of the files with their checksums, as JSON. */
  manifest: string
}

class BaseBackupQuery extends ProtocolQuery {
  readonly rows: string[][] = []
  readonly #take: (bytes: Buffer) => Promise<void>
  readonly #manifest: Buffer[] = []
  #inManifest = false
  #queuedBytes = 0
  #taken: Promise<void> = Promise.resolve()

  constructor(text: string, take: (bytes: Buffer) => Promise<void>) {
    super(text)
    this.#take = take
  }

  override handleDataRow({ fields }: { fields: (Buffer | string | null)[] }): void {
    this.rows.push(fields.map((field) => field?.toString() ?? ''))
  }

  /** The first byte says what a message is: n a new archive, m the manifest, d bytes of either, p progress. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const kind = String.fromCharCode(chunk[0] ?? 0)
    if (kind === 'm') this.#inManifest = true
    if (kind !== 'd') return
    // Copied, because the connection reuses its buffer.
    const bytes = Buffer.from(chunk.subarray(1))
    if (this.#inManifest) this.#manifest.push(bytes)
    else this.#handOn(bytes)
  }

  /** Resolves with the manifest when all data has been consumed. */
  async finish(): Promise<string> {
    await this.ended
    await this.#taken
    return Buffer.concat(this.#manifest).toString('utf8')
  }

  #handOn(bytes: Buffer): void {
    this.#queuedBytes += bytes.length
    if (this.#queuedBytes > 8_000_000) this.wire?.stream.pause()
    this.#taken = this.#taken
      .then(() => this.#take(bytes))
      .finally(() => {
        this.#queuedBytes -= bytes.length
        if (this.#queuedBytes < 4_000_000) this.wire?.stream.resume()
      })
    this.#taken.catch((error: Error) => this.fail(error))
  }
}

/**
 * Copies the data folder of a running server as a tar, without its write-ahead log.
 *
 * @param take receives the tar's bytes in order
 */
export async function receiveBaseBackup(client: pg.Client, take: (bytes: Buffer) => Promise<void>): Promise<BaseBackup> {
  const query = new BaseBackupQuery(
    "BASE_BACKUP (LABEL 'shala', CHECKPOINT 'fast', WAIT false, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')",
    take,
  )
  client.query(query as unknown as pg.Submittable)
  const manifest = await query.finish()
  const [first, last] = [query.rows[0], query.rows.at(-1)]
  if (!first || !last || query.rows.length < 2) throw new Error('PostgreSQL did not say where the base copy begins and ends.')
  const [start = '', timeline = ''] = first
  return { start: parsePosition(start), end: parsePosition(last[0] ?? ''), timeline: Number(timeline), manifest }
}

/**
 * Receives the write-ahead log as it is written. `take` returns the received log; `confirm` tells the server what is
 * durable.
 */
export class WalStream extends ProtocolQuery {
  /** Everything before this position has been received. */
  received: WalPosition
  #chunks: Buffer[] = []
  #heldBytes = 0
  #taken: WalPosition
  #confirmed: WalPosition
  #wake: () => void = () => undefined

  constructor(from: WalPosition, timeline: number, slot: string) {
    super(`START_REPLICATION SLOT ${slot} PHYSICAL ${showPosition(from)} TIMELINE ${timeline}`)
    this.received = from
    this.#taken = from
    this.#confirmed = from
  }

  /** w: bytes of the log; k: the server is there, and may ask for a word. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const kind = String.fromCharCode(chunk[0] ?? 0)
    if (kind === 'k' && chunk[17] === 1) this.confirm(this.#confirmed)
    if (kind !== 'w') return
    const start = chunk.readBigUInt64BE(1)
    if (start !== this.received) {
      this.fail(new Error(`The log goes on at ${showPosition(start)} and not at ${showPosition(this.received)}.`))
      return
    }
    const bytes = Buffer.from(chunk.subarray(25))
    this.#chunks.push(bytes)
    this.#heldBytes += bytes.length
    this.received += BigInt(bytes.length)
    if (this.#heldBytes > 32_000_000) this.wire?.stream.pause()
    this.#wake()
  }

  /**
   * Resolves when everything before a position has been received, or much of it waits to be taken.
   *
   * @throws when the connection breaks or the log ends
   */
  async reach(position: WalPosition): Promise<void> {
    while (!this.failure && this.received < position && this.#heldBytes < 16_000_000)
      await new Promise<void>((resolve) => (this.#wake = resolve))
    if (this.failure) throw this.failure
  }

  override handleReadyForQuery(): void {
    this.fail(new Error('PostgreSQL sends no more of its log.'))
    super.handleReadyForQuery()
  }

  protected override fail(error: Error): void {
    super.fail(error)
    this.#wake()
  }

  /** Returns the log received since the last call. */
  take(): { start: WalPosition; bytes: Buffer } {
    const start = this.#taken
    const bytes = Buffer.concat(this.#chunks)
    this.#chunks = []
    this.#heldBytes = 0
    this.#taken = this.received
    this.wire?.stream.resume()
    return { start, bytes }
  }

  /** Tells the server that it may remove the log before a position. */
  confirm(position: WalPosition): void {
    this.#confirmed = position
    const message = Buffer.alloc(34)
    message.write('r')
    for (const offset of [1, 9, 17]) message.writeBigUInt64BE(position, offset)
    message.writeBigInt64BE(BigInt(Date.now() - postgresEpochMs) * 1000n, 25)
    this.wire?.sendCopyFromChunk(message)
  }
}
