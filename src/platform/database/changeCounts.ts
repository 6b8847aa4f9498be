import { AsyncLocalStorage } from 'node:async_hooks'
import type { Compilable } from 'kysely'
import { statement } from './statement.ts'

/**
 * Tables of a school whose changes are counted, by topic. A process may keep a copy of their rows and answer from it as
 * long as the count is the one that it read before the rows.
 */
const countedTables = {
  students: ['students', 'enrolments', 'sections', 'section_teachers', 'classes'],
} as const

export type Topic = keyof typeof countedTables
const topics = Object.keys(countedTables) as Topic[]

const writesOf = topics.map((topic) => ({
  topic,
  pattern: new RegExp(
    `\\b(?:insert\\s+into|update|delete\\s+from)\\s+(?:only\\s+)?"?(?:${countedTables[topic].join('|')})\\b`,
    'i',
  ),
}))

/** Returns the topics whose tables a statement may write. */
export function topicsWritten(text: string): Topic[] {
  return writesOf.flatMap(({ topic, pattern }) => (pattern.test(text) ? [topic] : []))
}

const written = new AsyncLocalStorage<Set<Topic>>()

/** Notes a statement that was run, for the transaction that it may belong to. */
export function noteWrites(text: string): void {
  const noted = written.getStore()
  if (noted) for (const topic of topicsWritten(text)) noted.add(topic)
}

/**
 * Runs the statements of a transaction, and then raises the counts of what they have written. Last, so that the row of
 * the count, which all transactions that write have in common, is locked only for the commit and after every other row.
 */
export function countingWrites<Result>(run: () => Promise<Result>, raise: (topic: Topic) => Promise<unknown>): Promise<Result> {
  const noted = new Set<Topic>()
  return written.run(noted, async () => {
    const result = await run()
    for (const topic of noted) await raise(topic)
    return result
  })
}

/** Raises the count of a topic in a school. Run it in the transaction of the change. */
export function raiseChangeCount(schoolId: number, topic: Topic): Compilable<object> {
  return statement(
    `insert into change_counts as known (school_id, topic, changes) values ($1, $2, 1)
     on conflict (school_id, topic) do update set changes = known.changes + 1`,
    [schoolId, topic],
  )
}

/**
 * Returns how often the rows of a topic have changed in a school; no row before the first change.
 *
 * A count never goes back and is raised before the commit. So rows that are read after the count, in whatever
 * statements and transactions, are those of every later moment at which the count is the same; and what is read before
 * a count that proves a copy is of the same state as the copy.
 */
export function readChangeCount(schoolId: number, topic: Topic): Compilable<{ changes: number }> {
  return statement('select changes from change_counts where school_id = $1 and topic = $2', [schoolId, topic])
}
