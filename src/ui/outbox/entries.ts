import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Problem } from '../problems.ts'

/** The server's refusal of an entry. */
interface EntryRefusal {
  code: string
  message: string
  problems: Problem[]
}

/** An entry made by a person, kept on the device until the server acknowledges it. */
export interface Entry<Input extends object = object> {
  /** Position in the order of this device. */
  seq: number
  /** Request key: the server stores the entry once, however often it is sent. */
  key: string
  /** Subject of the person's sign-in. The entry is sent only with that person's token. */
  person: string
  schoolId: string
  kind: string
  input: Input
  /** Description for the person: '7-B, 21 Nov 2026, Morning'. */
  label: string
  /** Number of items in the entry. */
  count: number
  words: { one: string; many: string }
  /** Time of entry by the device's clock. */
  deviceAt: string
  /** Number of server failures that were not connection failures. */
  failures: number
  /** null while the entry waits. */
  refusal: EntryRefusal | null
}

type NewEntry = Omit<Entry, 'seq' | 'failures' | 'refusal'>

interface Schema extends DBSchema {
  entries: { key: number; value: Entry; indexes: { key: string; person: string } }
}

/**
 * Entries in IndexedDB, of all people who use this browser. They survive a sign-out and are sent at the person's next
 * sign-in.
 */
export class Entries {
  #db: Promise<IDBPDatabase<Schema>> | undefined

  /** Stores an entry; resolves when it is on the disk. */
  async add(entry: NewEntry): Promise<Entry> {
    const db = await this.#open()
    const transaction = db.transaction('entries', 'readwrite', { durability: 'strict' })
    const stored = { ...entry, failures: 0, refusal: null }
    // IndexedDB assigns the number.
    const seq = await transaction.store.add(stored as unknown as Entry)
    await transaction.done
    return { ...stored, seq }
  }

  /** Returns a person's entries on this device, in order. */
  async listFor(person: string): Promise<Entry[]> {
    const db = await this.#open()
    const entries = await db.getAllFromIndex('entries', 'person', person)
    return entries.sort((a, b) => a.seq - b.seq)
  }

  async firstWaiting(person: string): Promise<Entry | undefined> {
    return (await this.listFor(person)).find((entry) => entry.refusal === null)
  }

  /** Returns all waiting entries on this device, of all people. */
  async waiting(): Promise<Entry[]> {
    const db = await this.#open()
    return (await db.getAll('entries')).filter((entry) => entry.refusal === null)
  }

  async change(seq: number, change: Partial<Pick<Entry, 'failures' | 'refusal'>>): Promise<void> {
    const db = await this.#open()
    const transaction = db.transaction('entries', 'readwrite')
    const entry = await transaction.store.get(seq)
    if (entry) await transaction.store.put({ ...entry, ...change })
    await transaction.done
  }

  async remove(seq: number): Promise<void> {
    const db = await this.#open()
    await db.delete('entries', seq)
  }

  /**
   * Removes a refused entry by its key, and can add a replacement in the same transaction. Returns the removed entry.
   */
  async takeRefused(person: string, key: string, replacement?: (old: NewEntry) => NewEntry): Promise<Entry | undefined> {
    const db = await this.#open()
    const transaction = db.transaction('entries', 'readwrite', { durability: 'strict' })
    const entry = await transaction.store.index('key').get(key)
    const taken = entry?.person === person && entry.refusal !== null ? entry : undefined
    if (taken) {
      const { seq, ...old } = taken
      await transaction.store.delete(seq)
      if (replacement) await transaction.store.add({ ...replacement(old), failures: 0, refusal: null } as unknown as Entry)
    }
    await transaction.done
    return taken
  }

  async close(): Promise<void> {
    const db = this.#db
    this.#db = undefined
    ;(await db?.catch(() => undefined))?.close()
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    this.#db ??= openDB<Schema>('shala-outbox', 1, {
      upgrade: (db) => {
        const store = db.createObjectStore('entries', { keyPath: 'seq', autoIncrement: true })
        store.createIndex('key', 'key', { unique: true })
        store.createIndex('person', 'person')
      },
      // A newer version of the page in another tab upgrades the store: close it here and reopen it on next use.
      blocking: () => void this.close(),
      terminated: () => {
        this.#db = undefined
      },
    }).catch((error: unknown) => {
      this.#db = undefined
      throw error
    })
    return this.#db
  }
}
