import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Problem } from '../problems.ts'

/** Why the server does not take an entry, in its own words. */
interface EntryRefusal {
  code: string
  message: string
  problems: Problem[]
}

/** Something a person has entered, kept on the device until the server has acknowledged it. */
export interface Entry<Input extends object = object> {
  /** The place in the order of this device. */
  seq: number
  /** The request's key: the server stores it once, however often it is sent. */
  key: string
  /** Whose it is: the subject of the sign-in. It is sent with that person's token alone. */
  person: string
  schoolId: string
  kind: string
  input: Input
  /** What it is, for the person: '7-B, 21 Nov 2026, Morning'. */
  label: string
  /** How many of what it holds. */
  count: number
  words: { one: string; many: string }
  /** When it was entered, by the device's clock. */
  deviceAt: string
  /** How often the server has failed at it in a way that has nothing to do with the connection. */
  failures: number
  /** null while it waits. */
  refusal: EntryRefusal | null
}

type NewEntry = Omit<Entry, 'seq' | 'failures' | 'refusal'>

interface Schema extends DBSchema {
  entries: { key: number; value: Entry; indexes: { key: string; person: string } }
}

/** The entries in IndexedDB, of everybody who uses this browser. Signing out leaves them: they belong to the next sign-in. */
export class Entries {
  #db: Promise<IDBPDatabase<Schema>> | undefined

  /** Stores an entry; answers when it is on the disk. */
  async add(entry: NewEntry): Promise<Entry> {
    const db = await this.#open()
    const transaction = db.transaction('entries', 'readwrite', { durability: 'strict' })
    const stored = { ...entry, failures: 0, refusal: null }
    // The number is given by the store.
    const seq = await transaction.store.add(stored as unknown as Entry)
    await transaction.done
    return { ...stored, seq }
  }

  /** What a person has on this device, in order. */
  async of(person: string): Promise<Entry[]> {
    const db = await this.#open()
    const found = await db.getAllFromIndex('entries', 'person', person)
    return found.sort((a, b) => a.seq - b.seq)
  }

  async firstWaiting(person: string): Promise<Entry | undefined> {
    return (await this.of(person)).find((entry) => entry.refusal === null)
  }

  /** What waits on this device, whoever it is of. */
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

  /** Removes the entry of a key if it was refused; another one may take its place in the same step. Answers the removed one. */
  async takeRefused(person: string, key: string, instead?: (old: NewEntry) => NewEntry): Promise<Entry | undefined> {
    const db = await this.#open()
    const transaction = db.transaction('entries', 'readwrite', { durability: 'strict' })
    const entry = await transaction.store.index('key').get(key)
    const taken = entry?.person === person && entry.refusal !== null ? entry : undefined
    if (taken) {
      const { seq, ...old } = taken
      await transaction.store.delete(seq)
      if (instead) await transaction.store.add({ ...instead(old), failures: 0, refusal: null } as unknown as Entry)
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
      // A newer version of the page in another tab changes the store: this tab lets go and opens it anew.
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
