import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { storageKey } from '../files/storage.ts'
import { keyId } from '../secretKeys.ts'
import { openBackedUp } from './archive.ts'
import { encrypting } from './encryption.ts'

const fileId = /^[0-9a-f-]{36}$/
const goneName = 'gone.tsv'

/**
 * The uploaded files of all backups in a folder, beside them: `files/<school>/<id>`, or `files-<id of the key>/…` when
 * they are encrypted, so that a new BACKUP_KEY begins anew. An uploaded file never changes: it is copied once and never
 * overwritten. `gone.tsv` lists the files that the newest backup does not name, with the moment of the first backup
 * that did not.
 */
export class FilesBeside {
  readonly #folder: string
  readonly #backupKey: string | undefined
  readonly #named = new Set<string>()
  #copied: Set<string> | undefined

  /** An object serves one backup or one restore. */
  constructor(backupFolder: string, backupKey: string | undefined) {
    this.#folder = join(backupFolder, backupKey === undefined ? 'files' : `files-${keyId(backupKey)}`)
    this.#backupKey = backupKey
  }

  /**
   * Copies a file that the backup names, unless it is there. Resolves when the copy is on the disk.
   *
   * @param source the path of the uploaded file
   * @returns false when there is neither a copy nor the file
   */
  async copy(key: string, source: string): Promise<boolean> {
    this.#named.add(key)
    const copied = await this.#keys()
    if (copied.has(key)) return true
    const handle = await open(source).catch(missing)
    if (!handle) return false
    const path = this.#pathOf(key)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const draft = `${path}.part`
    const bytes = createReadStream('', { fd: handle })
    const target = createWriteStream(draft, { mode: 0o600, flush: true })
    if (this.#backupKey === undefined) await pipeline(bytes, target)
    else await pipeline(bytes, encrypting(this.#backupKey), target)
    await rename(draft, path)
    copied.add(key)
    return true
  }

  /** Opens the copy of a file; undefined when there is none. */
  async read(key: string): Promise<Readable | undefined> {
    return (await this.#keys()).has(key) ? openBackedUp(this.#pathOf(key), this.#backupKey) : undefined
  }

  /**
   * Removes the copies that no kept backup names. An id is never used again: what one backup does not name, no later
   * one names.
   *
   * @param moment of the backup that was made with this object, the newest
   * @param oldestKept the moment of the oldest kept backup
   */
  async removeUnnamed(moment: Date, oldestKept: Date): Promise<void> {
    const before = await this.#readGone()
    const gone = new Map<string, Date>()
    for (const key of await this.#keys()) {
      if (this.#named.has(key)) continue
      const since = before.get(key) ?? moment
      if (since > oldestKept) gone.set(key, since)
      else await rm(this.#pathOf(key), { force: true })
    }
    if (gone.size > 0 || before.size > 0) await this.#writeGone(gone)
  }

  #pathOf(key: string): string {
    return join(this.#folder, key)
  }

  async #keys(): Promise<Set<string>> {
    if (this.#copied) return this.#copied
    const keys = new Set<string>()
    for (const school of (await readdir(this.#folder).catch(missing)) ?? []) {
      if (!/^\d+$/.test(school)) continue
      for (const id of await readdir(join(this.#folder, school))) if (fileId.test(id)) keys.add(storageKey(Number(school), id))
    }
    return (this.#copied = keys)
  }

  async #readGone(): Promise<Map<string, Date>> {
    const text = (await readFile(join(this.#folder, goneName), 'utf8').catch(missing)) ?? ''
    const lines = text.split('\n').filter((line) => line !== '')
    return new Map(
      lines.map((line) => {
        const [key = '', since = ''] = line.split('\t')
        return [key, new Date(since)]
      }),
    )
  }

  async #writeGone(gone: ReadonlyMap<string, Date>): Promise<void> {
    const path = join(this.#folder, goneName)
    const lines = [...gone].map(([key, since]) => `${key}\t${since.toISOString()}\n`)
    await writeFile(`${path}.part`, lines.join(''), { mode: 0o600, flush: true })
    await rename(`${path}.part`, path)
  }
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
