import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { databaseName, ownerKey } from './forgetKeptAnswers.ts'

/** An answer of an earlier visit. */
export interface KeptAnswer {
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

/** Returns the owner of the answers of an account in this build. */
export const ownerOf = (subject: string) => `${subject} ${import.meta.env.VITE_BUILD ?? ''}`

/** The kept answers of an owner, and the database to keep more in. */
export interface Answers {
  database: IDBPDatabase<Schema>
  /** Those of earlier visits. */
  known: readonly KeptAnswer[]
}

/** Opens the database, and empties it when its answers are another owner's. */
async function readAnswers(owner: string): Promise<Answers> {
  const database = await openDB<Schema>(databaseName, 1, {
    upgrade: (created) => created.createObjectStore('answers', { keyPath: 'hash' }).createIndex('updatedAt', 'updatedAt'),
    // Another tab signs out.
    blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
  })
  if (localStorage.getItem(ownerKey) !== owner) {
    await database.clear('answers')
    localStorage.setItem(ownerKey, owner)
  }
  return { database, known: await database.getAll('answers') }
}

let early: { owner: string; answers: Promise<Answers> } | undefined

/** Starts to read the answers of an owner while the page's code loads: reading takes a phone 80 ms. */
export function readAnswersEarly(owner: string): void {
  early = { owner, answers: readAnswers(owner) }
  // A failure is handled where they are taken.
  early.answers.catch(() => undefined)
}

/** Returns the kept answers of an owner: those that were read early, once, or reads them. */
export function takeAnswers(owner: string): Promise<Answers> {
  const answers = early?.owner === owner ? early.answers : readAnswers(owner)
  early = undefined
  return answers
}
