import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { cacheTopic } from '../database/cacheInvalidation.ts'
import { shortLivedCache } from '../database/shortLivedCache.ts'
import { batchedLookup } from '../database/batchedLookup.ts'

/** Milliseconds after which a session is looked up again although no process has announced its end. */
const longestMs = 30_000

const openSessions = shortLivedCache<string, ReadonlySet<string>>(50_000, longestMs)
const announced = cacheTopic('sessions', {
  forget: (database, subjects) => {
    for (const subject of subjects) openSessions(database).delete(subject)
  },
  forgetAll: (database) => openSessions(database).clear(),
})

/**
 * Returns whether a session of this account is still open. The answer is cached, because every request asks.
 * A session that ends is announced to every process, so its access tokens are refused within milliseconds.
 */
export async function isSessionOpen(database: Database, subject: string, session: string): Promise<boolean> {
  if (openSessions(database).get(subject)?.has(session)) return true
  const age = announced.age(database)
  const open = (await loadOpenSessions(database, subject)) ?? new Set()
  if (announced.age(database) === age) openSessions(database).set(subject, open)
  return open.has(session)
}

/** Makes the end of an account's sessions count at once in every process. Call it after the commit. */
export function forgetSessions(database: Database, subject: string): void {
  announced.forget(database, subject)
}

const loadOpenSessions = batchedLookup(
  async (database: Database, subjects: readonly string[]): Promise<Map<string, Set<string>>> => {
    const { rows } = await sql<{ subject: string; session: string }>`
    select "userId" as subject, id as session from auth.session
    where "userId" = any(${subjects}::uuid[]) and "expiresAt" > now()
  `.execute(database.kysely)
    const open = new Map<string, Set<string>>()
    for (const { subject, session } of rows) open.set(subject, (open.get(subject) ?? new Set()).add(session))
    return open
  },
)
