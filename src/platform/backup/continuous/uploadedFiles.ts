import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { storageKey } from '../../files/storage.ts'
import { fileName } from './chain.ts'
import type { SealedObjects } from './sealedObjects.ts'

/** A file written this recently may be incomplete, and a folder may change again without a new modification time. */
const settledMs = 3000

/** Copies uploaded files into a backup. Files never change, so each is copied once. */
export class UploadedFiles {
  readonly #folder: string
  readonly #objects: SealedObjects
  readonly #copied = new Set<string>()
  /** When a school's folder was last listed, and its modification time then. */
  readonly #listed = new Map<string, { changedMs: number; at: number }>()
  /** Sizes of copied files that may have been incomplete. */
  readonly #unsettled = new Map<string, number>()

  constructor(folder: string, objects: SealedObjects) {
    this.#folder = folder
    this.#objects = objects
  }

  /**
   * Reads which files the backup has.
   *
   * @param copyAgainFrom files written after this moment may have been copied incompletely
   */
  async begin(copyAgainFrom: Date | null): Promise<void> {
    for (const name of await this.#objects.store.list('files')) this.#copied.add(name.slice('files/'.length))
    for (const key of await this.keys()) {
      const stats = await stat(join(this.#folder, key)).catch(missing)
      if (stats && (copyAgainFrom === null || stats.mtimeMs > copyAgainFrom.getTime() - 60_000)) this.#copied.delete(key)
    }
  }

  /** Copies the files written before now. */
  async copyNew(): Promise<void> {
    for (const school of await foldersIn(this.#folder)) await this.#copySchool(school)
    for (const [key, size] of this.#unsettled) {
      const stats = await stat(join(this.#folder, key)).catch(missing)
      if (stats && stats.size !== size) await this.#copy(key)
      else if (!stats || stats.mtimeMs < Date.now() - settledMs) this.#unsettled.delete(key)
    }
  }

  /** Returns the keys of all uploaded files. */
  async keys(): Promise<string[]> {
    const keys: string[] = []
    for (const school of await foldersIn(this.#folder))
      for (const id of await readdir(join(this.#folder, school)).catch(none)) keys.push(storageKey(Number(school), id))
    return keys
  }

  /** Returns the keys of the files in the backup. */
  copied(): ReadonlySet<string> {
    return this.#copied
  }

  async remove(key: string): Promise<void> {
    await this.#objects.store.remove(fileName(key))
    this.#copied.delete(key)
  }

  async #copySchool(school: string): Promise<void> {
    const path = join(this.#folder, school)
    const at = Date.now()
    const stats = await stat(path).catch(missing)
    if (!stats) return
    const before = this.#listed.get(school)
    if (before?.changedMs === stats.mtimeMs && stats.mtimeMs < before.at - settledMs) return
    for (const id of await readdir(path).catch(none)) {
      const key = storageKey(Number(school), id)
      if (!this.#copied.has(key)) await this.#copy(key)
    }
    this.#listed.set(school, { changedMs: stats.mtimeMs, at })
  }

  async #copy(key: string): Promise<void> {
    const bytes = await readFile(join(this.#folder, key)).catch(missing)
    if (!bytes) return
    await this.#objects.put(fileName(key), bytes)
    this.#copied.add(key)
    this.#unsettled.set(key, bytes.length)
  }
}

/** Lists the schools' folders, whose names are numbers. */
async function foldersIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(none)).filter((name) => /^\d+$/.test(name))
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}

function none(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
  throw error
}
