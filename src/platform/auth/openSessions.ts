import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { cacheTopic } from '../database/cacheInvalidation.ts'
import { shortLivedCache } from '../database/shortLivedCache.ts'
import { batchedLookup } from '../database/batchedLookup.ts'

/** Milliseconds after which a cached session is read again although no process announced its end. */
const maxAgeMs = 30_000

/** At the full hour a thousand people arrive in a second; the session is the first that is looked up of each. */
const joining = { keys: 40, ms: 200 }

const openSessions = shortLivedCache<string, ReadonlySet<string>>(50_000, maxAgeMs)
const sessionTopic = cacheTopic('sessions', {
  forget: (database, subjects) => {
    for (const subject of subjects) openSessions(database).delete(subject)
  },
  forgetAll: (database) => openSessions(database).clear(),
})

/**
 * Returns whether a session of this account is still open. The answer is cached, because every request asks. A session
 * that ends is announced to every process, so its access tokens are refused within milliseconds.
 */
export async function isSessionOpen(database: Database, subject: string, session: string): Promise<boolean> {
  if (openSessions(database).get(subject)?.has(session)) return true
  const version = sessionTopic.age(database)
  const open = (await loadOpenSessions(database, subject)) ?? new Set()
  if (sessionTopic.age(database) === version) openSessions(database).set(subject, open)
  return open.has(session)
}

/** Clears an account's cached sessions in every process. Call it after the commit. */
export function invalidateSessions(database: Database, subject: string): void {
  sessionTopic.forget(database, subject)
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
  joining,
)
