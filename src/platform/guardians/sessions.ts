import { createHash, randomBytes } from 'node:crypto'
import { parseCookies } from 'better-auth/cookies'
import { sql } from 'kysely'
import type { Call } from '../command.ts'
import type { Database, Db } from '../database/connect.ts'
import { shortLivedCache } from '../database/shortLivedCache.ts'
import { Refusal } from '../refusal.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { t } from '#shared/texts.ts'

/** The cookie that holds a guardian's session. */
export const guardianCookie = 'shala.family'

/** A session ends when its device has not been used for this long. */
export const guardianSessionDays = 180

/** Milliseconds between two renewals of a session that is used. */
const renewalMs = 24 * 60 * 60 * 1000

/** A phone, and when somebody proved to hold it: children who were listed with it by then are shown, no later ones. */
export interface ProvedPhone {
  phone: string
  /** As PostgreSQL writes a moment, because a Date of JavaScript has no microseconds. */
  provedAt: string
}

/** A guardian who is signed in on a device: a person who has proved that the phone is theirs, and nothing else. */
export interface GuardianSession extends ProvedPhone {
  id: string
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Opens a session and returns its token, of which only the hash is stored. */
export async function openGuardianSession(db: Db, phone: string, device: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql`
    insert into guardian_sessions (token_hash, phone, device, expires_at)
    values (${hashToken(token)}, ${phone}, ${device.slice(0, 200)}, now() + make_interval(days => ${guardianSessionDays}))
  `.execute(db)
  return token
}

/** Returns the token in a request's cookie; null without one. */
export function guardianTokenOf(cookie: string | undefined): string | null {
  const token = parseCookies(cookie ?? '').get(guardianCookie)
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : null
}

/** Returns the guardian of a token; null when the session has ended. A used session is extended once a day. */
export async function guardianSessionOf(db: Db, token: string): Promise<GuardianSession | null> {
  const hash = hashToken(token)
  const { rows } = await sql<GuardianSession & { lastUsedAt: Date }>`
    select id, phone, proved_at::text as proved_at, last_used_at from guardian_sessions where token_hash = ${hash} and expires_at > now()
  `.execute(db)
  const [row] = rows
  if (!row) return null
  if (Date.now() - row.lastUsedAt.getTime() > renewalMs)
    await sql`
      update guardian_sessions set last_used_at = now(), expires_at = now() + make_interval(days => ${guardianSessionDays})
      where token_hash = ${hash}
    `.execute(db)
  return { id: row.id, phone: row.phone, provedAt: row.provedAt }
}

/**
 * Renews the proof of a session that is of this phone, so that children who were listed since are shown too. Returns
 * false for a session of another phone, or an ended one.
 */
export async function renewProof(db: Db, token: string, phone: string): Promise<boolean> {
  const { rows } = await sql`
    update guardian_sessions set proved_at = now(), last_used_at = now(),
      expires_at = now() + make_interval(days => ${guardianSessionDays})
    where token_hash = ${hashToken(token)} and phone = ${phone} and expires_at > now()
    returning id`.execute(db)
  return rows.length > 0
}

/** Ends the session of a token or, with `everywhere`, all sessions of its phone. */
export async function endGuardianSessions(db: Db, token: string, everywhere: boolean): Promise<void> {
  const hash = hashToken(token)
  await (everywhere
    ? sql`delete from guardian_sessions where phone = (select phone from guardian_sessions where token_hash = ${hash})`
    : sql`delete from guardian_sessions where token_hash = ${hash}`
  ).execute(db)
}

export async function deleteOldGuardianSessions(db: Db): Promise<void> {
  await sql`delete from guardian_sessions where expires_at < now()`.execute(db)
}

const sessions = new WeakMap<Call, Promise<GuardianSession | null>>()

/** Returns the guardian who is signed in on the caller's device; null when nobody is. Asks once a request. */
export function signedInGuardian(call: Call): Promise<GuardianSession | null> {
  const { guardianToken } = call
  if (!guardianToken) return Promise.resolve(null)
  let session = sessions.get(call)
  if (!session) {
    session = guardianSessionOf(call.database.kysely, guardianToken)
    sessions.set(call, session)
  }
  return session
}

/**
 * Returns the guardian who is signed in.
 *
 * @throws Refusal SIGNED_OUT when nobody is
 */
export async function requireGuardian(call: Call): Promise<GuardianSession> {
  const session = await signedInGuardian(call)
  if (!session) throw new Refusal('SIGNED_OUT', t`Please sign in with your phone.`)
  return session
}

/** Milliseconds for which a process remembers in which schools a phone is. */
const schoolsMs = 20_000
const schoolsByPhone = shortLivedCache<string, { ids: readonly number[] }>(20_000, schoolsMs)

/**
 * Returns the schools in which a phone may have a child. A child that has just been given the phone in another school
 * may be missing for seconds; which children it has is asked from their rows at each request.
 */
export async function schoolsOfPhone(database: Database, phone: string): Promise<readonly number[]> {
  if (phone === defaultPhone) return []
  const cache = schoolsByPhone(database)
  const known = cache.get(phone)
  if (known) return known.ids
  // In a transaction: a cluster tells its nodes only there what a function sets.
  const { rows } = await database.kysely
    .transaction()
    .execute((db) => sql<{ id: number }>`select id from schools_of_phone(${phone}) as id`.execute(db))
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) cache.set(phone, { ids })
  return ids
}
