import type { Compilable } from 'kysely'
import type { Answers, Database } from './connect.ts'
import { shortLivedCache } from './shortLivedCache.ts'
import { statement } from './statement.ts'

/** An answer is kept for no longer than this, which bounds the memory of what nobody asks for again. */
const longestMs = 60_000

/** Names an answer of a school. */
export interface StampedKey {
  database: Database
  schoolId: number
  /** Everything else that the answer depends on and that no stamp covers: filters, the day, the viewer's limits. */
  key: string
}

/** A kept answer with the stamp of the state that it is of; undefined before the school's first change. */
interface Kept<Answer> {
  answer: Promise<Answer>
  stamp: string | undefined
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
 * Returns a read whose answers a process keeps as long as the stamp of the school is the same. A transaction that
 * changes students, their places, fees or money puts a new one (`0121_school_stamps.sql` has the tables,
 * decisions/0125), and every request reads it, so no answer is of before the request. A stamp is random: it never
 * comes again without the state that it stands for, not even after a crash. Answers that are still being read are
 * shared, too: one that was begun after its stamp was read is of that state or of a later one. Authorize each caller
 * first.
 *
 * Nothing is kept on a cluster, which has no triggers at the end of a transaction.
 * @param max number of answers kept
 */
export function stampedRead<Answer>(max: number): StampedRead<Answer> {
  const caches = shortLivedCache<string, Kept<Answer>>(max, longestMs)

  /** Returns the answer of a state, or of a later one. */
  function answerOf(of: StampedKey, stamp: string | undefined, load: () => Promise<Answer>): Promise<Answer> {
    const cache = caches(of.database)
    const name = nameOf(of)
    const known = cache.get(name)
    if (known && known.stamp === stamp) return known.answer
    const kept = { stamp, answer: load() }
    cache.set(name, kept)
    // A failure is not kept, so the next caller reads again.
    kept.answer.catch(() => {
      if (cache.peek(name) === kept) cache.delete(name)
    })
    return kept.answer
  }

  async function currentAnswer(of: StampedKey, load: () => Promise<Answer>): Promise<Answer> {
    if (await of.database.isCluster()) return load()
    const [[row]] = await of.database.read(of.schoolId, [readStamp(of.schoolId)])
    return answerOf(of, row?.stamp, load)
  }

  return {
    read: currentAnswer,
    readWithRows: async (of, load, rowsOf) => {
      const { database, schoolId } = of
      const known = caches(database).get(nameOf(of))
      if (known) {
        const answer = await known.answer
        // The stamp comes last: it proves what was read before it, too.
        const statements = rowsOf(answer)
        const read = await database.read(schoolId, [...statements, readStamp(schoolId)])
        const [row] = read.at(-1) as { stamp: string }[]
        if (row?.stamp === known.stamp) return { answer, rows: read.slice(0, -1) as Answers<typeof statements> }
      }
      const answer = await currentAnswer(of, load)
      return { answer, rows: await database.read(schoolId, rowsOf(answer)) }
    },
  }
}

function nameOf({ schoolId, key }: StampedKey): string {
  return `${schoolId} ${key}`
}

/** Returns the statement that reads the stamp of a school; no row before the first change. */
export function readStamp(schoolId: number): Compilable<{ stamp: string }> {
  return statement('select stamp from school_stamps where school_id = $1', [schoolId])
}
