import { randomUUID } from 'node:crypto'
import type { Disk } from 'flydrive'
import pg from 'pg'
import { CannotStart } from '../cannotStart.ts'
import type { Database } from '../database/connect.ts'
import { Refusal } from '../refusal.ts'
import { t } from '#shared/texts.ts'
import { isMissing, openStorage, type StorageConfig, storageName, storageTrouble } from './storage.ts'
import { connectionTimeoutMillis } from '#platform/database/connectionTimeout.ts'

/*
 * All servers of an installation share one storage of files. It carries a mark, a random id that the database knows too
 * (decisions/0122): a server with another storage would store files that the others cannot find, so it is not ready.
 */

/** The name of the mark in the storage, beside the folders of the schools. */
const markKey = 'shala-storage'

type Runner = Pick<pg.ClientBase, 'query'>

/** Returns the mark of a storage; undefined when it has none. @throws when the storage does not answer */
export async function readMark(disk: Disk): Promise<string | undefined> {
  try {
    return (await disk.get(markKey)).trim()
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Writes the mark of a storage. */
export async function putMark(disk: Disk, mark: string): Promise<void> {
  await disk.put(markKey, `${mark}\n`, { contentType: 'text/plain' })
}

/** Returns the mark that the database knows; undefined before the first server has started on it. */
async function knownMark(owner: Runner): Promise<string | undefined> {
  const { rows: tables } = await owner.query<{ found: boolean }>(
    "select to_regclass('public.installation_storage') is not null as found",
  )
  if (tables[0]?.found !== true) return undefined
  const { rows } = await owner.query<{ mark: string }>('select mark from installation_storage')
  return rows[0]?.mark
}

/** The reason why a server with another storage is not ready. Everybody may read it, so it names no place. */
export const otherStorage =
  'The files of this installation lie in another storage than the one that this server is set to. STORAGE_URL must be the same on every server; without it a server has a folder of its own (docs/runbook.md, Where the files lie).'

/**
 * Makes the storage that this server is set to the one of the database, unless the database knows one. A storage with a
 * mark keeps it: its database is new, or was restored from a time before it had marks.
 *
 * @returns whether the storage is that of the database
 * @throws when the storage does not answer
 */
export async function claimStorage(ownerUrl: string, config: StorageConfig): Promise<boolean> {
  const disk = await openStorage(config)
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis, application_name: 'shala files' })
  owner.on('error', () => undefined)
  await owner.connect()
  try {
    await owner.query('begin')
    // Of two servers with a folder each, the one that comes second gets no mark.
    await owner.query('lock table installation_storage in share row exclusive mode')
    const [known, found] = [await knownMark(owner), await readMark(disk)]
    if (known === undefined) {
      const mark = found ?? randomUUID()
      // The storage first: a mark that only the database knew would keep every server out.
      if (found === undefined) await putMark(disk, mark)
      await owner.query('insert into installation_storage (mark) values ($1)', [mark])
    }
    await owner.query('commit')
    return known === undefined || known === found
  } finally {
    await owner.end()
  }
}

/**
 * Refuses a storage that is not the one of the database. A database that knows none accepts every storage.
 *
 * @throws CannotStart
 * @throws when the storage does not answer
 */
export async function refuseOtherStorage(owner: Runner, config: StorageConfig): Promise<void> {
  const known = await knownMark(owner)
  if (known === undefined || known === (await readMark(await openStorage(config)))) return
  throw new CannotStart(
    `The files of this installation do not lie in ${storageName(config)}: it does not carry the mark of the database. Set STORAGE_URL as on the servers (docs/runbook.md, Where the files lie).`,
  )
}

/**
 * Gives a restored database and the storage into which its files were restored a mark of their own, because the
 * installation that was backed up may go on with the former one.
 */
export async function markRestoredStorage(owner: Runner, disk: Disk): Promise<void> {
  const mark = randomUUID()
  const { rowCount } = await owner.query('update installation_storage set mark = $1, next_mark = null', [mark])
  if (rowCount === 1) await putMark(disk, mark)
}

/** Whether the storage carries the mark of the database. @throws when one of them does not answer */
async function isOwnStorage(config: StorageConfig, database: Database): Promise<boolean> {
  const mark = await readMark(await openStorage(config))
  const known = await database.kysely.selectFrom('installationStorage').select('mark').executeTakeFirst()
  return known === undefined || known.mark === mark
}

/**
 * Refuses to store a file where the other servers would not find it. A server that is not ready still gets requests
 * when no proxy stands in front of it, and still makes documents.
 *
 * @throws Refusal UNAVAILABLE
 * @throws when the storage does not answer
 */
export async function requireOwnStorage(config: StorageConfig, database: Database): Promise<void> {
  if (await isOwnStorage(config, database)) return
  throw new Refusal('UNAVAILABLE', t`This server cannot store files at the moment. Please tell the person who runs it.`)
}

/**
 * Returns the readiness check of the storage: true, or the reason why this server is not ready. A storage that answered
 * once and does not now leaves the server ready, because everything but files works. What takes long is answered as
 * before, and counts at the next call.
 */
export function storageCheck(config: StorageConfig, database: Database): () => Promise<true | string> {
  let last: true | string = otherStorage
  let looking: Promise<true | string> | undefined

  async function look(): Promise<true | string> {
    try {
      return (await isOwnStorage(config, database)) || otherStorage
    } catch (error) {
      return last === true || `The storage of files cannot be read: ${storageTrouble(error)}.`
    }
  }

  return async () => {
    looking ??= look().then((found) => {
      looking = undefined
      return (last = found)
    })
    return last === true ? true : looking
  }
}
