import { LRUCache } from 'lru-cache'
import type { Database } from './connect.ts'

/**
 * Returns a cache per database. The default of two seconds lets the requests of one screen share a lookup, and bounds
 * how long a missed invalidation from another process can matter.
 * @param max number of entries
 * @param ttl lifetime of an entry in milliseconds
 */
export function shortLivedCache<Key extends string | number, Value extends object>(
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
