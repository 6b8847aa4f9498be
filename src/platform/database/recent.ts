import { LRUCache } from 'lru-cache'
import type { Database } from './connect.ts'

/**
 * What was read a moment ago, kept apart for each database. Two seconds: a change made by another process counts within that,
 * and the requests of one screen share a look-up.
 * @param max how many are kept
 * @param ttl for how many milliseconds
 */
export function recent<Key extends string | number, Value extends object>(
  max: number,
  ttl = 2000,
): (database: Database) => LRUCache<Key, Value> {
  const caches = new WeakMap<Database, LRUCache<Key, Value>>()
  return (database) => {
    let cache = caches.get(database)
    if (!cache) {
      cache = new LRUCache({ max, ttl })
      caches.set(database, cache)
    }
    return cache
  }
}
