import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Disk } from 'flydrive'
import pg from 'pg'
import { countWithNoun } from '#shared/plural.ts'
import { CannotStart } from '../cannotStart.ts'
import { isServing } from '../database/isServing.ts'
import { erasuresFolder } from '../erasures.ts'
import { putMark, readMark } from './storageMark.ts'
import { filesIn, openStorage, schoolFolders, type StorageConfig, storageKey, storageName } from './storage.ts'
import { connectionTimeoutMillis } from '#platform/database/connectionTimeout.ts'

export interface MoveOptions {
  /** The storage that the files come from; undefined when they were all brought there by other means. */
  from: StorageConfig | undefined
  /** Goes on although files that the database names are in neither storage. */
  withoutMissing: boolean
  say?: (text: string) => void
}

/** What a run did. */
export interface MovedFiles {
  /** Files that were copied and compared byte by byte, with their sizes together. */
  moved: number
  bytes: number
  /** Files that were there already, in the same size. */
  there: number
  /** Recorded erasures that were copied. */
  erasures: number
  /** Files that were deleted in the new storage too, because the database does not name them any more. */
  removed: number
  /** Keys of files that the database names and neither storage has. */
  missing: string[]
  /** Whether servers use the database; then the storage was not handed over. */
  serving: boolean
  /** Whether the storage is that of the database by now. */
  done: boolean
}

/** How many files are copied at once. */
const atOnce = 8

/**
 * Copies the files of an installation into the storage that is set, compares each with what was read, and makes that
 * storage the one of the database when all are there. Deletes nothing in the former storage. It may be repeated after
 * an interruption. While servers work it copies and does not hand over, so that a second run, with the servers stopped,
 * has little left to do.
 *
 * @param ownerUrl a migrated database
 * @throws CannotStart when the storage belongs to another installation, or a file arrived changed
 */
export async function moveFiles(ownerUrl: string, config: StorageConfig, options: MoveOptions): Promise<MovedFiles> {
  const to = await openStorage(config)
  const from = options.from && (await openStorage(options.from))
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis, application_name: 'shala files' })
  owner.on('error', () => undefined)
  await owner.connect()
  try {
    const place = await reserve(owner, to, config, from !== undefined)
    const result: MovedFiles = {
      moved: 0,
      bytes: 0,
      there: 0,
      erasures: 0,
      removed: 0,
      missing: [],
      serving: await isServing(owner),
      done: false,
    }
    const { rows: schools } = await owner.query<{ id: string }>('select id::text from schools order by id')
    const named = new Set<string>()
    for (const { id: school } of schools) {
      const files = await filesOfSchool(owner, school)
      for (const { key } of files) named.add(key)
      await moveSchool({ from, to, name: storageName(config), school, files, isOwn: place === 'own', result })
      if (files.length > 0) options.say?.(`school ${school}: ${countWithNoun(files.length, 'file')}`)
    }
    if (from) result.erasures = await moveErasures(from, to, storageName(config))
    if (result.missing.length > 0 && !options.withoutMissing) return result
    if (place === 'own') return { ...result, done: true }
    // Also of one that was stopped meanwhile: files that it stored after the list was read are not copied yet.
    result.serving ||= await isServing(owner)
    if (result.serving) return result
    if (place === 'filled') result.removed = await removeUnnamed(to, named)
    await handOver(owner, to, place)
    return { ...result, done: true }
  } finally {
    await owner.end()
  }
}

/**
 * What is known of a storage: it is the one of the database already (`own`); it was empty when the first file was
 * copied into it (`filled`); or its files came there by other means (`brought`).
 */
type Place = 'own' | 'filled' | 'brought'

/**
 * Makes sure that the storage is nobody else's. Marks an empty one for this installation before anything is copied, so
 * that everything in it is known to be ours.
 */
async function reserve(owner: pg.Client, to: Disk, config: StorageConfig, copying: boolean): Promise<Place> {
  await owner.query('insert into installation_storage (mark) values ($1) on conflict do nothing', [randomUUID()])
  const { rows } = await owner.query<{ mark: string; next: string | null }>(
    'select mark, next_mark as next from installation_storage',
  )
  const [known] = rows
  const found = await readMark(to)
  if (found !== undefined && found === known?.mark) return 'own'
  if (found !== undefined && found === known?.next) return 'filled'
  if (found !== undefined)
    throw new CannotStart(
      `The storage ${storageName(config)} belongs to another installation, or to this one before its files were moved: it carries another mark. Give it an empty one.`,
    )
  if (!copying) return 'brought'
  if ((await schoolFolders(to)).length > 0)
    throw new CannotStart(
      `There are files in ${storageName(config)} already, and it carries no mark: whose they are is not known. Give it an empty storage; or, if you brought them there, take the folder or --from away that the others come from, and run this again.`,
    )
  const reserved = randomUUID()
  await owner.query('update installation_storage set next_mark = $1', [reserved])
  await putMark(to, reserved)
  return 'filled'
}

/** Makes the storage the one of the database. Servers with the former one are not ready from here on. */
async function handOver(owner: pg.Client, to: Disk, place: Place): Promise<void> {
  if (place === 'filled') {
    await owner.query('update installation_storage set mark = next_mark, next_mark = null')
    return
  }
  const mark = randomUUID()
  // The database first: interrupted here, no server is ready, and another run finishes it.
  await owner.query('update installation_storage set mark = $1, next_mark = null', [mark])
  await putMark(to, mark)
}

interface StoredFile {
  key: string
  contentType: string
}

/** Returns the files of a school whose bytes are all there. */
async function filesOfSchool(owner: pg.Client, school: string): Promise<StoredFile[]> {
  await owner.query("select set_config('app.school_id', $1, false)", [school])
  const { rows } = await owner.query<{ id: string; contentType: string }>(
    'select id::text, content_type as "contentType" from files where school_id = $1 and stored order by id',
    [school],
  )
  return rows.map(({ id, contentType }) => ({ key: storageKey(Number(school), id), contentType }))
}

interface SchoolMove {
  from: Disk | undefined
  to: Disk
  /** The name of the new storage. */
  name: string
  school: string
  files: readonly StoredFile[]
  /** Whether servers may work with the new storage already: then its files count. */
  isOwn: boolean
  result: MovedFiles
}

async function moveSchool({ from, to, name, school, files, isOwn, result }: SchoolMove): Promise<void> {
  const before = from ? await keysIn(from, school) : new Set<string>()
  const there = await keysIn(to, school)
  const left = [...files]
  const moveNext = async (): Promise<void> => {
    for (let file = left.pop(); file; file = left.pop()) {
      const { key } = file
      const isThere = there.has(key) && (isOwn || !before.has(key) || (await isSameSize(key, from, to)))
      if (isThere) result.there += 1
      else if (from === undefined || !before.has(key)) result.missing.push(key)
      else {
        const size = await copyFile(from, to, file, name)
        result.bytes += size
        result.moved += 1
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, moveNext))
  } finally {
    // After a failure the others take no more.
    left.length = 0
  }
}

async function keysIn(disk: Disk, folder: string): Promise<Set<string>> {
  const keys = new Set<string>()
  for await (const { key } of filesIn(disk, folder)) keys.add(key)
  return keys
}

/** A file in a folder is half there when its process was killed; an object in a bucket is whole or not there. */
async function isSameSize(key: string, from: Disk | undefined, to: Disk): Promise<boolean> {
  const [before, now] = await Promise.all([from?.getMetaData(key), to.getMetaData(key)])
  return before?.contentLength === now.contentLength
}

/** Copies a file, and reads it back. Returns its size. */
async function copyFile(from: Disk, to: Disk, { key, contentType }: StoredFile, name: string): Promise<number> {
  const bytes = await buffer(await from.getStream(key))
  await to.put(key, bytes, { contentType })
  if (!(await buffer(await to.getStream(key))).equals(bytes)) {
    await to.delete(key)
    throw new CannotStart(`The file ${key} arrived changed in ${name}. Nothing was handed over: try again.`)
  }
  return bytes.length
}

async function moveErasures(from: Disk, to: Disk, name: string): Promise<number> {
  const there = await keysIn(to, erasuresFolder)
  let moved = 0
  for await (const { key } of filesIn(from, erasuresFolder)) {
    if (there.has(key)) continue
    await copyFile(from, to, { key, contentType: 'text/plain' }, name)
    moved += 1
  }
  return moved
}

/** Deletes files that the database does not name any more: after an erasure no copy may stay. */
async function removeUnnamed(to: Disk, named: ReadonlySet<string>): Promise<number> {
  let removed = 0
  for (const school of await schoolFolders(to))
    for await (const { key } of filesIn(to, school)) {
      if (named.has(key)) continue
      await to.delete(key)
      removed += 1
    }
  return removed
}
