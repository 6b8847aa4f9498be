import type { Database } from './connect.ts'
import { recent } from './recent.ts'

/**
 * Answers what many ask at the same time from one read: whoever asks the same within two seconds gets the same answer, also while
 * it is still on its way. Authorize each caller first, and put everything the answer depends on into the key: school, term, and
 * what the viewer is limited to.
 * @param max how many answers are kept
 */
export function shared<Answer>(max: number): (database: Database, key: string, load: () => Promise<Answer>) => Promise<Answer> {
  const answers = recent<string, Promise<Answer>>(max)
  return (database, key, load) => {
    const cache = answers(database)
    const known = cache.get(key)
    if (known) return known
    const answer = load()
    cache.set(key, answer)
    // A failure is not kept: the next one asks again.
    answer.catch(() => {
      if (cache.peek(key) === answer) cache.delete(key)
    })
    return answer
  }
}
