import { createHash } from 'node:crypto'
import { chownSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import tar from 'tar-stream'
import { z } from 'zod'
import { CannotStart } from '../../cannotStart.ts'
import type { DatabaseFolders } from '../../database/databaseFolders.ts'
import { type Base, partName, type WalPiece } from './chain.ts'
import type { SealedObjects } from './sealedObjects.ts'
import { segmentName, segmentSize, segmentStart } from './walPosition.ts'

const listShape = z.object({
  Files: z.array(
    z.object({
      Path: z.string().optional(),
      'Encoded-Path': z.string().optional(),
      'Checksum-Algorithm': z.literal('SHA256').optional(),
      Checksum: z.string().optional(),
      Size: z.number(),
    }),
  ),
})

/** Number of objects fetched ahead of the writing. */
const ahead = 8

/**
 * Restores a base copy and its log as a new database, and verifies every checksum. The first start replays the log.
 *
 * @throws CannotStart when something is missing or was changed; then nothing is left behind
 */
export async function installDatabase(
  objects: SealedObjects,
  folders: DatabaseFolders,
  { base, pieces, password }: { base: Base; pieces: readonly WalPiece[]; password: string },
): Promise<void> {
  const draft = await mkdtemp(join(folders.folder, 'draft-'))
  try {
    const sums = await extractBase(objects, base, draft)
    await compareSums(objects, base, sums)
    await writeLog(objects, base, pieces, join(draft, 'pg_wal'))
    // Makes PostgreSQL start a new timeline, so that it never writes other log under the old names.
    await writeFile(join(draft, 'recovery.signal'), '', { mode: 0o600 })
    if (folders.account) await giveTo(folders.account, draft)
    writeFileSync(folders.passwordFile, `${password}\n`, { mode: 0o600 })
    if (folders.account) chownSync(folders.passwordFile, folders.account.uid, folders.account.gid)
    await rename(draft, folders.cluster)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(folders.cluster)) rmSync(folders.passwordFile, { force: true })
    throw error
  }
}

/** Returns the checksum of every file by its path. */
async function extractBase(objects: SealedObjects, base: Base, to: string): Promise<Map<string, string>> {
  const sums = new Map<string, string>()
  const extract = tar.extract()
  const names = Array.from({ length: base.parts }, (_, index) => partName(base.folder, index + 1))
  const fed = pipeline(Readable.from(fetchAll(objects, names)), extract)
  fed.catch(() => undefined)
  for await (const entry of extract) {
    const { name, type } = entry.header
    const path = join(to, name)
    if (!path.startsWith(to)) throw new CannotStart('The base copy names a file outside of the database.')
    if (type === 'directory') await mkdir(path, { recursive: true, mode: 0o700 })
    else if (type === 'file') sums.set(name, await writeHashed(path, Readable.from(entry)))
    entry.resume()
  }
  await fed
  await chmod(to, 0o700)
  return sums
}

async function writeHashed(path: string, bytes: Readable): Promise<string> {
  const hash = createHash('sha256')
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      hash.update(chunk)
      await file.write(chunk)
    }
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}

async function compareSums(objects: SealedObjects, base: Base, sums: ReadonlyMap<string, string>): Promise<void> {
  const { Files } = listShape.parse(JSON.parse((await objects.get(`${base.folder}/list`)).toString('utf8')))
  for (const file of Files) {
    const path = file.Path ?? Buffer.from(file['Encoded-Path'] ?? '', 'hex').toString('utf8')
    if (sums.get(path) !== file.Checksum)
      throw new CannotStart(`The file ${path} of the base copy is missing or was changed: its checksum is another one.`)
  }
}

/** Assembles the log pieces into the segment files that PostgreSQL reads. */
async function writeLog(objects: SealedObjects, base: Base, pieces: readonly WalPiece[], folder: string): Promise<void> {
  await mkdir(join(folder, 'archive_status'), { recursive: true, mode: 0o700 })
  await mkdir(join(folder, 'summaries'), { recursive: true, mode: 0o700 })
  const contents = fetchAll(
    objects,
    pieces.map(({ name }) => name),
  )
  let segment: { start: bigint; bytes: Buffer } | undefined
  const close = async () => {
    if (segment) await writeFile(join(folder, segmentName(base.timeline, segment.start)), segment.bytes, { mode: 0o600 })
  }
  let index = 0
  for await (const bytes of contents) {
    const { start } = pieces[index++] ?? { start: 0n }
    for (let from = 0; from < bytes.length; ) {
      const position = start + BigInt(from)
      if (segment?.start !== segmentStart(position)) {
        await close()
        segment = { start: segmentStart(position), bytes: Buffer.alloc(Number(segmentSize)) }
      }
      const offset = Number(position - segment.start)
      from += bytes.copy(segment.bytes, offset, from)
    }
  }
  await close()
}

/** Fetches objects in order, several at a time. */
async function* fetchAll(objects: SealedObjects, names: readonly string[]): AsyncGenerator<Buffer> {
  const waiting: Promise<Buffer>[] = []
  for (let next = 0; next < names.length || waiting.length > 0; ) {
    while (waiting.length < ahead && next < names.length) {
      const object = objects.get(names[next++] ?? '')
      // The error is thrown when the object is awaited.
      object.catch(() => undefined)
      waiting.push(object)
    }
    const first = waiting.shift()
    if (first) yield await first
  }
}

async function giveTo({ uid, gid }: { uid: number; gid: number }, folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chown(join(entry.parentPath, entry.name), uid, gid)
  await chown(folder, uid, gid)
}
