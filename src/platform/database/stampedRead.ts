import type { Compilable } from 'kysely'
import { readStamps, type Stamp, type Topic } from './changeStamps.ts'
import type { Answers, Database } from './connect.ts'
import { sharedRound } from './sharedRound.ts'
import { shortLivedCache } from './shortLivedCache.ts'

/** What is not a transaction of the server, such as a correction by hand, is seen after this. */
const longestMs = 60_000

/** Names an answer of a school. */
export interface StampedKey {
  database: Database
  schoolId: number
  /** Everything else that the answer depends on and that no stamp covers: filters, the day, the viewer's limits. */
  key: string
}

/** A kept answer with the stamps of the state that it is of. */
interface Kept<Answer> {
  answer: Promise<Answer>
  stamps: string
}

/** A read whose answers are kept until what they depend on changes, see {@link stampedRead}. */
export interface StampedRead<Answer> {
  /** Returns the kept answer, or the one that `load` reads. */
  read(of: StampedKey, load: () => Promise<Answer>): Promise<Answer>
  /**
   * Returns the same with rows that are chosen by the answer, such as those of a page of it. A kept answer is proved
   * and its rows are read in one round trip, and both are of one state.
   */
  readWithRows<const Q extends readonly Compilable<unknown>[]>(
    of: StampedKey,
    load: () => Promise<Answer>,
    rowsOf: (answer: Answer) => Q,
  ): Promise<{ answer: Answer; rows: Answers<Q> }>
}

/**
 * Returns a read whose answers a process keeps as long as the stamps of some topics are the same. Every request reads
 * the stamps itself, and those of a moment share the round trip, so no answer is of before the request. Answers that
 * are still being read are shared, too: one that was begun after its stamps were read is of their state or of a later
 * one. Authorize each caller first.
 * @param topics name every table that the answers depend on (`changeStamps.ts`)
 * @param max number of answers kept
 */
export function stampedRead<Answer>(topics: readonly Topic[], max: number): StampedRead<Answer> {
  const caches = shortLivedCache<string, Kept<Answer>>(max, longestMs)
  const currentStamps = sharedRound<undefined, string>(async (database, schoolId) => {
    const [stamps] = await database.read(schoolId, [readStamps(schoolId, topics)])
    return formatStamps(stamps)
  })

  /** Returns the answer of a state, or of a later one. */
  function answerOf(of: StampedKey, stamps: string, load: () => Promise<Answer>): Promise<Answer> {
    const cache = caches(of.database)
    const name = nameOf(of)
    const known = cache.get(name)
    if (known?.stamps === stamps) return known.answer
    const kept = { stamps, answer: load() }
    cache.set(name, kept)
    // A failure is not kept, so the next caller reads again.
    kept.answer.catch(() => {
      if (cache.peek(name) === kept) cache.delete(name)
    })
    return kept.answer
  }

  return {
    read: async (of, load) => answerOf(of, await currentStamps(of.database, of.schoolId, undefined), load),
    readWithRows: async (of, load, rowsOf) => {
      const { database, schoolId } = of
      const known = caches(database).get(nameOf(of))
      let stamps: string
      if (known) {
        const answer = await known.answer
        // The stamps come last: they prove what was read before them, too.
        const statements = rowsOf(answer)
        const read = await database.read(schoolId, [...statements, readStamps(schoolId, topics)])
        stamps = formatStamps(read.at(-1) as Stamp[])
        if (stamps === known.stamps) return { answer, rows: read.slice(0, -1) as Answers<typeof statements> }
      } else stamps = await currentStamps(database, schoolId, undefined)
      const answer = await answerOf(of, stamps, load)
      return { answer, rows: await database.read(schoolId, rowsOf(answer)) }
    },
  }
}

function nameOf({ schoolId, key }: StampedKey): string {
  return `${schoolId} ${key}`
}

function formatStamps(stamps: readonly Stamp[]): string {
  return stamps.map(({ topic, stamp }) => `${topic} ${stamp}`).join()
}
