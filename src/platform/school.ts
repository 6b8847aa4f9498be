import { LRUCache } from 'lru-cache'
import type { Selectable } from 'kysely'
import type { Database } from './database/connect.ts'
import type { Schools } from './database/schema.types.ts'

export type School = Selectable<Schools>

/** The modules and habits a school switches on and off. */
export type SchoolFlag = {
  [K in keyof School]: School[K] extends boolean ? K : never
}[keyof School]

// Two seconds: a flag switched off by another process works everywhere within that, and a busy screen costs no extra read.
const caches = new WeakMap<Database, LRUCache<number, School>>()

function cacheOf(database: Database): LRUCache<number, School> {
  let cache = caches.get(database)
  if (!cache) {
    cache = new LRUCache({ max: 2000, ttl: 2000 })
    caches.set(database, cache)
  }
  return cache
}

/** A school with its flags, or undefined when there is none with this id. At most two seconds old. */
export async function schoolById(database: Database, id: number): Promise<School | undefined> {
  const cache = cacheOf(database)
  const known = cache.get(id)
  if (known) return known
  const row = await database.kysely.selectFrom('schools').selectAll().where('id', '=', id).executeTakeFirst()
  if (row) cache.set(id, row)
  return row
}

/** Makes a change of a school's settings count at once in this process. */
export function forgetSchool(database: Database, id: number): void {
  cacheOf(database).delete(id)
}
