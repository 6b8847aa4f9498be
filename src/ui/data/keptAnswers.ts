import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { DataClient } from './dataClient.ts'
import { databaseName, ownerKey } from './forgetKeptAnswers.ts'

/**
 * The queries whose answers stay on the device for the next visit: those of the screens that people open first. Nothing
 * with Aadhaar, health, bank accounts or chat may be among them; `keptAnswers.test.ts` compares their fields.
 */
export const keptQueries: ReadonlySet<string> = new Set([
  'AttendanceViewerCan',
  'Collected',
  'Counter',
  'CounterAccount',
  'EntriesViewerCan',
  'FeesChart',
  'FeesViewerCan',
  'LiveLectures',
  'MyLiveLectures',
  'MySections',
  'RefusedCommands',
  'SchoolFigures',
  'SectionChoices',
  'Students',
  'StudentsViewerCan',
])

/** An answer of an earlier visit. */
interface KeptAnswer {
  /** Hash of the query's key. */
  hash: string
  key: readonly unknown[]
  data: unknown
  /** When the server gave it, in milliseconds since 1970. */
  updatedAt: number
}

interface Schema extends DBSchema {
  answers: { key: string; value: KeptAnswer; indexes: { updatedAt: number } }
}

/** How many answers are kept. A clerk opens hundreds of accounts a day. */
const maxKept = 60
/** How often an answer that polls bring unchanged is written again, for its time, in milliseconds. */
const rewriteMs = 60_000
/** An older answer tells nothing that is worth a look, in milliseconds: a week. */
const maxAgeMs = 7 * 24 * 60 * 60 * 1000

/**
 * Keeps answers in IndexedDB from visit to visit. They belong to one account and one build: another one starts without
 * them, and sign-out deletes them (forgetKeptAnswers.ts).
 */
export class KeptAnswers {
  readonly #owner: string
  #db: Promise<IDBPDatabase<Schema>> | undefined

  /** @param owner the account's subject with the build's version */
  constructor(owner: string) {
    this.#owner = owner
  }

  /** Shows a client the answers of earlier visits, and keeps those that come from now on. */
  async connect(client: DataClient): Promise<void> {
    const cache = client.queries.getQueryCache()
    try {
      const db = await this.#open()
      const oldest = Date.now() - maxAgeMs
      for (const { key, data, updatedAt } of await db.getAll('answers'))
        if (updatedAt > oldest) client.queries.setQueryData(key, data, { updatedAt })
    } catch (error) {
      // Without storage every visit asks the server first.
      console.warn(error)
      return
    }
    const written = new Map<string, { data: unknown; at: number }>()
    cache.subscribe(({ type, query }) => {
      if (type !== 'updated' || !keptQueries.has(String(query.queryKey[1]))) return
      if (query.state.status !== 'success' || query.state.fetchStatus !== 'idle') return
      const { data, dataUpdatedAt } = query.state
      const last = written.get(query.queryHash)
      if (last && last.data === data && dataUpdatedAt - last.at < rewriteMs) return
      written.set(query.queryHash, { data, at: dataUpdatedAt })
      void this.#store({ hash: query.queryHash, key: query.queryKey, data, updatedAt: dataUpdatedAt })
    })
  }

  async #store(answer: KeptAnswer): Promise<void> {
    try {
      const { store } = (await this.#open()).transaction('answers', 'readwrite')
      await store.put(answer)
      const surplus = (await store.count()) - maxKept
      let cursor = surplus > 0 ? await store.index('updatedAt').openCursor() : null
      for (let place = 0; cursor && place < surplus; place += 1) {
        await cursor.delete()
        cursor = await cursor.continue()
      }
    } catch (error) {
      console.warn(error)
    }
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    this.#db ??= this.#openOwn()
    return this.#db
  }

  async #openOwn(): Promise<IDBPDatabase<Schema>> {
    const db = await openDB<Schema>(databaseName, 1, {
      upgrade: (created) => created.createObjectStore('answers', { keyPath: 'hash' }).createIndex('updatedAt', 'updatedAt'),
      // Another tab signs out.
      blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
    })
    if (localStorage.getItem(ownerKey) !== this.#owner) {
      await db.clear('answers')
      localStorage.setItem(ownerKey, this.#owner)
    }
    return db
  }
}
