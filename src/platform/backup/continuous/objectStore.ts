import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Disk } from 'flydrive'
import { CannotStart } from '../../cannotStart.ts'
import { openBucket } from '../../files/storage.ts'

/** Stores whole objects under names with slashes: a folder, or a bucket of an S3 service. */
export interface ObjectStore {
  /** Resolves when the object is durable. An object is never seen half written. */
  put(name: string, bytes: Buffer): Promise<void>
  /** @throws when there is no such object */
  get(name: string): Promise<Buffer>
  has(name: string): Promise<boolean>
  /** Returns the names of all objects below a folder, sorted; none when there is no such folder. */
  list(folder: string): Promise<string[]>
  /** Idempotent: removing an object that is gone succeeds. */
  remove(name: string): Promise<void>
}

/** Opens the store that a BACKUP_URL names. */
export async function openObjectStore(address: string): Promise<ObjectStore> {
  const url = new URL(address)
  return url.protocol === 's3:' ? new BucketStore(await openBucket(url)) : new FolderStore(fileURLToPath(url))
}

/** Ending of an object's name while it is written. */
const draftEnding = /\.[0-9a-f]{8}\.part$/

class FolderStore implements ObjectStore {
  readonly #root: string
  readonly #made = new Set<string>()

  constructor(root: string) {
    this.#root = root
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    const path = join(this.#root, name)
    const folder = dirname(path)
    await this.#makeFolder(folder)
    const draft = `${path}.${randomBytes(4).toString('hex')}.part`
    try {
      const file = await open(draft, 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, path)
      await syncFolder(folder)
    } catch (error) {
      this.#made.delete(folder)
      await rm(draft, { force: true }).catch(() => undefined)
      throw error
    }
  }

  get(name: string): Promise<Buffer> {
    return readFile(join(this.#root, name))
  }

  async has(name: string): Promise<boolean> {
    const entries = await readdir(dirname(join(this.#root, name)), { withFileTypes: true }).catch(noneWhereMissing)
    return entries.some((entry) => entry.isFile() && entry.name === name.split('/').at(-1))
  }

  async list(folder: string): Promise<string[]> {
    const entries = await readdir(join(this.#root, folder), { recursive: true, withFileTypes: true }).catch(noneWhereMissing)
    return entries
      .filter((entry) => entry.isFile() && !draftEnding.test(entry.name))
      .map((entry) => relative(this.#root, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .toSorted()
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#root, name), { force: true })
  }

  async #makeFolder(folder: string): Promise<void> {
    if (this.#made.has(folder)) return
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (let made = folder; made.length >= this.#root.length; made = dirname(made)) await syncFolder(dirname(made))
    this.#made.add(folder)
  }
}

class BucketStore implements ObjectStore {
  readonly #disk: Disk

  constructor(disk: Disk) {
    this.#disk = disk
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    await this.#disk.put(name, bytes)
  }

  async get(name: string): Promise<Buffer> {
    return Buffer.from(await this.#disk.getBytes(name))
  }

  has(name: string): Promise<boolean> {
    return this.#disk.exists(name)
  }

  async list(folder: string): Promise<string[]> {
    const names: string[] = []
    let page: string | undefined
    do {
      const listing = await this.#disk.listAll(folder, { recursive: true, paginationToken: page })
      // S3 lists by prefix: "files" also matches "files-gone".
      for (const object of listing.objects) if (object.isFile && object.key.startsWith(`${folder}/`)) names.push(object.key)
      page = listing.paginationToken
    } while (page)
    return names.toSorted()
  }

  async remove(name: string): Promise<void> {
    await this.#disk.delete(name)
  }
}

function noneWhereMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Explains a failure of the store without its address, which may hold a secret key. */
export function storeTrouble(error: unknown): string {
  const { code, name, message, cause } = error as { code?: string; name?: string; message?: string; cause?: unknown }
  if (error instanceof CannotStart) return error.message
  if (cause instanceof Error && cause !== error) return storeTrouble(cause)
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk of BACKUP_URL is full'
  return String(code ?? (name === undefined || name === 'Error' ? message : name))
}
