import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Compilable } from 'kysely'
import { LRUCache } from 'lru-cache'
import { statement } from './statement.ts'

const anyWrite = ['insert into', 'update', 'delete from'] as const

/**
 * Tables of a school of which processes keep copies, by topic, with what counts as writing one. A school has a stamp
 * for each topic, which every transaction that writes such a table replaces. A copy that was read between two equal
 * stamps is of the present as long as the stamp is the same: a stamp is random, so it never comes again without the
 * state that it stands for, not even after a crash or from a backup.
 */
export const stampedTables = {
  students: { tables: ['students', 'enrolments', 'sections', 'section_teachers', 'classes'], writes: anyWrite },
  // A new payment has the next receipt number, by which a copy is brought up to date.
  changedPayments: { tables: ['payments'], writes: ['update', 'delete from'] },
  // What a school asks for and when, without who pays it.
  fees: { tables: ['fees', 'fee_categories', 'terms', 'schools'], writes: anyWrite },
  money: {
    tables: [
      'payments',
      'refunds',
      'collected_lines',
      'fees',
      'fee_categories',
      'student_fee_categories',
      'expenses',
      'expense_categories',
      // The order of the terms, and the dates on which fees are due.
      'terms',
      'schools',
    ],
    writes: anyWrite,
  },
} as const

export type Topic = keyof typeof stampedTables
const topics = Object.keys(stampedTables) as Topic[]

const writesOf = topics.map((topic) => {
  const { tables, writes } = stampedTables[topic]
  const words = writes.map((write) => write.replace(' ', '\\s+')).join('|')
  return { topic, pattern: new RegExp(`\\b(?:${words})\\s+(?:only\\s+)?"?(?:${tables.join('|')})\\b`, 'i') }
})

/** Returns the topics whose tables statements may write, in the order in which their stamps are put. */
export function topicsWritten(...texts: readonly string[]): Topic[] {
  return writesOf.flatMap(({ topic, pattern }) => (texts.some((text) => pattern.test(text)) ? [topic] : []))
}

/** Topics by text. The texts that are run are few, and their patterns took 0.03 ms of a payment. */
const topicsOfTexts = new LRUCache<string, Topic[]>({ max: 2000 })

function topicsOf(text: string): Topic[] {
  let known = topicsOfTexts.get(text)
  if (!known) {
    known = topicsWritten(text)
    // A longer text is a bulk statement, and another one for every number of rows.
    if (text.length < 30_000) topicsOfTexts.set(text, known)
  }
  return known
}

/** What a running transaction has written in the school that it is set to. */
interface Writes {
  schoolId: number
  topics: Set<Topic>
}

const running = new AsyncLocalStorage<Writes>()

/** Notes a statement that was run, for the transaction that it may belong to. */
export function noteWrites(text: string): void {
  const writes = running.getStore()
  if (writes) for (const topic of topicsOf(text)) writes.topics.add(topic)
}

/**
 * Notes the statements of a transaction. It puts the stamps of what they have written last, so that the row of the
 * stamp, which all transactions that write have in common, is locked only for the commit and after every other row.
 */
export function stampingWrites<Result>(schoolId: number, run: () => Promise<Result>): Promise<Result> {
  return running.run({ schoolId, topics: new Set() }, run)
}

/** Says which school the running transaction writes from now on. Put the stamps of the one that it leaves before. */
export function writeIn(schoolId: number): void {
  const writes = running.getStore()
  if (writes) writes.schoolId = schoolId
}

/**
 * Returns the statements that put the stamps of what the running transaction has written, each once. They are in one
 * order for all, so that two transactions with two topics do not wait for each other.
 */
export function takeStamps(): Compilable<object>[] {
  const writes = running.getStore()
  if (!writes) return []
  const stamps = topics.filter((topic) => writes.topics.has(topic)).map((topic) => putStamp(writes.schoolId, topic))
  writes.topics.clear()
  return stamps
}

/** Puts a new stamp of a topic in a school. Run it in the transaction of the change. */
export function putStamp(schoolId: number, topic: Topic): Compilable<object> {
  return statement(
    `insert into change_stamps (school_id, topic, stamp) values ($1, $2, $3)
     on conflict (school_id, topic) do update set stamp = excluded.stamp`,
    [schoolId, topic, randomUUID()],
  )
}

/** The stamp of a topic in a school. */
export interface Stamp {
  topic: string
  stamp: string
}

/**
 * Returns the stamps of topics in a school, by topic; no row before the first change. Read them after what they have to
 * prove: a statement sees at least what those before it have seen, so a stamp of the past proves them too.
 */
export function readStamps(schoolId: number, of: readonly Topic[]): Compilable<Stamp> {
  return statement('select topic, stamp from change_stamps where school_id = $1 and topic = any($2::text[]) order by topic', [
    schoolId,
    of,
  ])
}
