import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import tar from 'tar-stream'
import { CannotStart } from '../cannotStart.ts'
import { decrypting, encrypting, headLength, magic } from './encryption.ts'

/*
 * A backup is a tar: `data/<schema>.<table>/000001.zst …` (their bytes one after the other are one zstd stream of
 * COPY's text), `files/<school>/<id>` as uploaded, `manifest.json` at the end, and its hash.
 */
const partBytes = 4 * 1024 * 1024
const manifestName = 'manifest.json'
const hashName = 'manifest.sha256'

function hashOf(text: Buffer | string): string {
  return `${createHash('sha256').update(text).digest('hex')}\n`
}

/** Writes the parts of a backup into a stream, with a few megabytes in memory at most. */
export class ArchiveWriter {
  readonly #pack = tar.pack()
  readonly #written: Promise<void>

  constructor(target: Writable, backupKey: string | undefined) {
    this.#written = backupKey === undefined ? pipeline(this.#pack, target) : pipeline(this.#pack, encrypting(backupKey), target)
    // The next waiting call reports the error; until then nobody handles it.
    this.#written.catch(() => undefined)
  }

  /** Writes the rows of a table in COPY's text format. */
  async table(name: string, rows: AsyncIterable<Buffer>): Promise<void> {
    const compress = createZstdCompress()
    const compressed = pipeline(rows, compress)
    let chunks: Buffer[] = []
    let [length, number] = [0, 0]
    const writePart = async () => {
      number += 1
      await this.#part(`data/${name}/${String(number).padStart(6, '0')}.zst`, Buffer.concat(chunks))
      chunks = []
      length = 0
    }
    for await (const chunk of compress as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= partBytes) await writePart()
    }
    await compressed
    if (length > 0) await writePart()
  }

  /** Writes the bytes of an uploaded file. */
  async file(key: string, size: number, bytes: AsyncIterable<Buffer>): Promise<void> {
    const entry = this.#pack.entry({ name: `files/${key}`, size })
    await this.#orArchiveError(pipeline(bytes, entry))
  }

  /** Writes the manifest and ends the file. Resolves when everything has been handed to the disk. */
  async finish(manifest: unknown): Promise<void> {
    const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
    await this.#part(manifestName, text)
    await this.#part(hashName, Buffer.from(hashOf(text)))
    this.#pack.finalize()
    await this.#written
  }

  abort(): void {
    this.#pack.destroy()
  }

  async #part(name: string, bytes: Buffer): Promise<void> {
    const entry = this.#pack.entry({ name, size: bytes.length })
    entry.end(bytes)
    await this.#orArchiveError(once(entry, 'finish'))
  }

  /** Rejects when the archive fails, such as on a full disk, because a waiting part would never learn of it. */
  async #orArchiveError(work: Promise<unknown>): Promise<void> {
    await Promise.race([work, this.#written.then(() => work)])
  }
}

/** Receives the parts of a backup in their order. Unread parts are skipped. */
export interface ArchiveReader {
  table(name: string, rows: Readable): Promise<void>
  file(key: string, size: number, bytes: Readable): Promise<void>
  manifest?(text: string): void
}

/**
 * Reads the parts of a backup.
 *
 * @throws CannotStart when the file is not a backup, was cut off, or does not open with this key
 */
export async function readArchive(path: string, backupKey: string | undefined, reader: ArchiveReader): Promise<void> {
  const extract = tar.extract()
  const flowing = pipeline(await openBackedUp(path, backupKey), extract)
  flowing.catch(() => undefined)
  let current: OpenTable | undefined
  let manifest = ''
  let complete = false
  try {
    for await (const entry of extract) {
      const { name, size } = entry.header
      const [, table = '', key = ''] = /^(?:data\/([^/]+)\/\d+\.zst|files\/(.+))$/.exec(name) ?? []
      if (table !== current?.name) {
        await current?.end()
        current = table === '' ? undefined : new OpenTable(table, reader)
      }
      if (current) await current.write(Readable.from(entry))
      else if (key !== '') await reader.file(key, size, Readable.from(entry))
      else if (name === manifestName) {
        manifest = await textOf(Readable.from(entry))
      } else if (name === hashName) complete = (await textOf(Readable.from(entry))) === hashOf(manifest)
      entry.resume()
    }
    await flowing
  } catch (error) {
    if (error instanceof CannotStart || !isBrokenArchive(error)) throw error
    throw new CannotStart(`${path} cannot be read to its end: ${(error as Error).message}.`)
  }
  if (!complete) throw new CannotStart(`${path} is no backup of Shala, or was changed or cut off: its manifest is not there.`)
  reader.manifest?.(manifest)
}

function isBrokenArchive(error: unknown): boolean {
  const { code = '', message } = error as NodeJS.ErrnoException
  return (
    code.startsWith('ZSTD_') ||
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    /tar header|Unexpected end|Stream was destroyed/i.test(message)
  )
}

/**
 * Opens a file of a backup, and decrypts it if it is encrypted.
 *
 * @throws CannotStart when it cannot be read, or the key is missing
 */
export async function openBackedUp(path: string, backupKey: string | undefined): Promise<Readable> {
  const head = Buffer.alloc(headLength)
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new CannotStart(`The file ${path} cannot be read (${error.code}).`)
  })
  try {
    await handle.read(head, 0, headLength, 0)
  } finally {
    await handle.close()
  }
  if (!head.subarray(0, magic.length).equals(magic)) return createReadStream(path)
  if (backupKey === undefined) throw new CannotStart('This backup is encrypted. Set BACKUP_KEY to the key that it was made with.')
  const source = createReadStream(path, { start: headLength })
  const decrypted = decrypting(backupKey, head)
  // An error of the file ends the stream that is read.
  pipeline(source, decrypted).catch(() => undefined)
  return decrypted
}

async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** A table whose parts are still arriving. */
class OpenTable {
  readonly name: string
  readonly #unzip = createZstdDecompress()
  readonly #taken: Promise<void>

  constructor(name: string, reader: ArchiveReader) {
    this.name = name
    this.#taken = reader.table(name, this.#unzip)
    this.#taken.catch(() => undefined)
  }

  async write(part: Readable): Promise<void> {
    for await (const chunk of part) if (!this.#unzip.write(chunk)) await Promise.race([once(this.#unzip, 'drain'), this.#taken])
  }

  async end(): Promise<void> {
    this.#unzip.end()
    await this.#taken
  }
}
