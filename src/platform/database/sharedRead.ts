import type { Database } from './connect.ts'
import { shortLivedCache } from './shortLivedCache.ts'

/**
 * Returns a read that is shared for two seconds by all callers with the same key, also while it is still running.
 * Authorize each caller first, and put everything that the result depends on into the key: school, term, and the
 * viewer's limits.
 * @param max number of results kept
 * @param ttl milliseconds that it is shared for, where two seconds are too few
 */
export function sharedRead<Answer>(
  max: number,
  ttl?: number,
): (database: Database, key: string, load: () => Promise<Answer>) => Promise<Answer> {
  const answers = shortLivedCache<string, Promise<Answer>>(max, ttl)
  return (database, key, load) => {
    const cache = answers(database)
    const known = cache.get(key)
    if (known) return known
    const answer = load()
    cache.set(key, answer)
    // A failure is not cached, so the next caller reads again.
    answer.catch(() => {
      if (cache.peek(key) === answer) cache.delete(key)
    })
    return answer
  }
}
