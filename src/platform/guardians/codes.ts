import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/connect.ts'
import { knownKeys, type Secrets } from '../secretKeys.ts'

/*
 * One-time codes by which a guardian signs in with a phone. A code belongs to the phone and not to the device that
 * asked for it: whatever a stranger asks for, the owner can type the code that arrived. The limits are decisions/0065.
 */

/** Limits of codes for one phone. Beyond `perDay`, codes are sent at longer intervals and never stop. */
export const guardianCode = { minutes: 5, pauseSeconds: 60, perDay: 10, latePauseSeconds: 30 * 60 } as const

/** Wrong codes typed for a phone within a day. After these, six digits open nothing and new codes are long. */
export const shortCodeGuesses = 10

/** Moments that are kept of a phone, more than any limit needs. */
const keptMoments = 100

/** Without characters that look alike: 0 and O, 1, I and L. */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Generates a code of six digits, or one of eight characters (40 bits): `K7QM-3VXD`. */
function newCode(long: boolean): string {
  if (!long) return String(randomInt(1_000_000)).padStart(6, '0')
  const text = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
  return `${text.slice(0, 4)}-${text.slice(4)}`
}

function digest(secretKey: string, text: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secretKey, 'shala guardian codes v1', 'key', 32))
  return createHmac('sha256', key).update(text).digest()
}

/** Returns the key of a phone in the counters. */
export function phoneKey(secrets: Secrets, phone: string): Buffer {
  return digest(secrets.current, `phone ${phone}`)
}

function hashCode(secretKey: string, phone: string, code: string): Buffer {
  return digest(secretKey, `code ${phone} ${code.replace(/[\s-]/g, '').toUpperCase()}`)
}

/** The moments of the last day, oldest first. */
const lastDay = (moments: string) => sql`array(select moment from (
  select moment from unnest(${sql.ref(moments)}) as moment where moment > now() - interval '1 day' order by moment desc limit ${keptMoments}
) as latest order by moment)`

/**
 * Counts a request for a code, for an unknown phone as for a known one. One statement, so that concurrent requests
 * count as one.
 *
 * @returns the seconds to wait when one was requested a moment ago; 0 when a code may be sent
 */
export async function requestGuardianCode(db: Db, key: Buffer): Promise<number> {
  const pause = sql`make_interval(secs => case when cardinality(${lastDay('kept.requests')}) < ${guardianCode.perDay}
    then ${guardianCode.pauseSeconds}::float8 else ${guardianCode.latePauseSeconds}::float8 end)`
  const { rows } = await sql`
    insert into guardian_sign_ins as kept (phone_key, requests) values (${key}, array[now()])
    on conflict (phone_key) do update set requests = array_append(${lastDay('kept.requests')}, now())
    where cardinality(kept.requests) = 0 or kept.requests[cardinality(kept.requests)] <= now() - ${pause}
    returning phone_key
  `.execute(db)
  if (rows.length > 0) return 0
  const waiting = await sql<{ seconds: number }>`
    select extract(epoch from kept.requests[cardinality(kept.requests)] + ${pause} - now())::float8 as seconds
    from guardian_sign_ins as kept where phone_key = ${key}
  `.execute(db)
  return Math.max(1, Math.ceil(waiting.rows[0]?.seconds ?? 1))
}

/** Returns whether somebody guesses at a phone, so that its codes have to be long. */
export async function isGuessedAt(db: Db | Tx, key: Buffer): Promise<boolean> {
  const { rows } = await sql<{ guesses: number }>`
    select cardinality(${lastDay('kept.guesses')}) as guesses from guardian_sign_ins as kept where phone_key = ${key}
  `.execute(db)
  return (rows[0]?.guesses ?? 0) >= shortCodeGuesses
}

/** Stores that a code will be sent to a phone. Its characters are made when the message is handed to a channel. */
export async function addGuardianCode(tx: Tx, key: Buffer): Promise<string> {
  const long = await isGuessedAt(tx, key)
  const { rows } = await sql<{ id: string }>`
    insert into guardian_codes (phone_key, long, expires_at) values (${key}, ${long}, now() + make_interval(mins => ${guardianCode.minutes}))
    returning id
  `.execute(tx)
  return rows[0]?.id ?? ''
}

/**
 * Generates the characters of a code, when it is sent. Only its hash is stored.
 *
 * @returns null for a code that is too old
 */
export async function createGuardianCodeToSend(tx: Tx, secrets: Secrets, phone: string, id: string): Promise<string | null> {
  const { rows } = await sql<{ long: boolean }>`
    select long from guardian_codes where id = ${id} and expires_at > now() for update
  `.execute(tx)
  const [row] = rows
  if (!row) return null
  const code = newCode(row.long)
  await sql`
    update guardian_codes set hash = ${hashCode(secrets.current, phone, code)}, expires_at = now() + make_interval(mins => ${guardianCode.minutes})
    where id = ${id}
  `.execute(tx)
  return code
}

/**
 * Returns whether a typed text is a code of the phone, which then works no more. Counts the guess before comparing, so
 * that parallel guesses cannot slip through, and takes it back when the code was right.
 */
export async function redeemGuardianCode(db: Db, secrets: Secrets, phone: string, code: string): Promise<boolean> {
  const key = phoneKey(secrets, phone)
  const { rows: counted } = await sql<{ guesses: number; moment: string }>`
    insert into guardian_sign_ins as kept (phone_key, guesses) values (${key}, array[now()])
    on conflict (phone_key) do update set
      guesses = array_append(${lastDay('kept.guesses')}, now())
    returning cardinality(guesses) as guesses, guesses[cardinality(guesses)]::text as moment
  `.execute(db)
  const isShortAllowed = (counted[0]?.guesses ?? Infinity) <= shortCodeGuesses
  const { rows: codes } = await sql<{ id: string; hash: Buffer }>`
    select id, hash from guardian_codes
    where phone_key = ${key} and hash is not null and expires_at > now() and (long or ${isShortAllowed})
  `.execute(db)
  const typed = knownKeys(secrets).map((secretKey) => hashCode(secretKey, phone, code))
  const right = codes.filter(({ hash }) => typed.filter((one) => timingSafeEqual(one, hash)).length > 0)
  const [match] = right
  if (!match) return false
  const { numAffectedRows } = await sql`delete from guardian_codes where id = ${match.id}`.execute(db)
  if (numAffectedRows !== 1n) return false
  await sql`update guardian_sign_ins set guesses = array_remove(guesses, ${counted[0]?.moment ?? null}::timestamptz) where phone_key = ${key}`.execute(
    db,
  )
  return true
}

/** Deletes codes and counters that are too old to count. */
export async function deleteOldGuardianCodes(db: Db): Promise<void> {
  await sql`delete from guardian_codes where expires_at < now()`.execute(db)
  await sql`delete from guardian_sign_ins as kept
    where cardinality(${lastDay('kept.requests')}) = 0 and cardinality(${lastDay('kept.guesses')}) = 0`.execute(db)
}
