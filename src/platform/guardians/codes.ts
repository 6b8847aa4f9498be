import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { isAnybodyGuessing, reportSentCode } from '../auth/codeBudget.ts'
import { codeOfDigits, codeOfLetters, normalizeCode } from '../auth/codeText.ts'
import type { Db, Tx } from '../database/connect.ts'
import { knownKeys, type Secrets } from '../secretKeys.ts'

/*
 * One-time codes by which a guardian signs in with a phone. A code of digits works only on the device that asked for
 * it. Where several devices ask, or somebody guesses, codes have letters and work on every device: whatever a stranger
 * asks for, the owner can type what arrived. The limits are decisions/0117.
 */

/**
 * Limits of codes for one phone. Beyond `perDay`, codes are sent at longer intervals and never stop; such a code has
 * letters and works until the next one may be asked for.
 */
export const guardianCode = { minutes: 5, pauseSeconds: 60, perDay: 6, latePauseSeconds: 2 * 60 * 60 } as const

/** Wrong codes typed for a phone within a day. After these, digits open nothing and new codes are long. */
export const shortCodeGuesses = 10

/** Moments that are kept of a phone, more than any limit needs. */
const keptMoments = 100

function digest(secretKey: string, text: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secretKey, 'shala guardian codes v1', 'key', 32))
  return createHmac('sha256', key).update(text).digest()
}

/** Returns the key of a phone in the counters. */
export function phoneKey(secrets: Secrets, phone: string): Buffer {
  return digest(secrets.current, `phone ${phone}`)
}

function hashCode(secretKey: string, phone: string, code: string): Buffer {
  return digest(secretKey, `code ${phone} ${normalizeCode(code)}`)
}

/** The moments of the last day, oldest first. */
const lastDay = (moments: string) => sql`array(select moment from (
  select moment from unnest(${sql.ref(moments)}) as moment where moment > now() - interval '1 day' order by moment desc limit ${keptMoments}
) as latest order by moment)`

/** Returns the digest of a device by which its requests are compared. */
function hashDevice(device: string): Buffer {
  return createHash('sha256').update(device).digest()
}

/**
 * Counts a request for a code, for an unknown phone as for a known one. One statement, so that concurrent requests
 * count as one.
 *
 * @param device the secret in the cookie of the device that asks
 * @returns the seconds to wait when one was requested a moment ago; 0 when a code may be sent
 */
export async function requestGuardianCode(db: Db, key: Buffer, device: string): Promise<number> {
  const pause = sql`make_interval(secs => case when cardinality(${lastDay('kept.requests')}) < ${guardianCode.perDay}
    then ${guardianCode.pauseSeconds}::float8 else ${guardianCode.latePauseSeconds}::float8 end)`
  const isTooEarly = sql`cardinality(kept.requests) > 0 and kept.requests[cardinality(kept.requests)] > now() - ${pause}`
  const { rows } = await sql<{ counted: boolean; seconds: number }>`
    insert into guardian_sign_ins as kept (phone_key, requests, device) values (${key}, array[now()], ${hashDevice(device)})
    on conflict (phone_key) do update set
      requests = case when ${isTooEarly} then kept.requests else array_append(${lastDay('kept.requests')}, now()) end,
      shared_at = case when kept.device <> excluded.device and cardinality(${lastDay('kept.requests')}) > 0
        then now() else kept.shared_at end,
      device = excluded.device
    returning requests[cardinality(requests)] = now() as counted,
      extract(epoch from requests[cardinality(requests)] + ${pause} - now())::float8 as seconds
  `.execute(db)
  const [row] = rows
  return row?.counted ? 0 : Math.max(1, Math.ceil(row?.seconds ?? 1))
}

interface AskedForPhone {
  guesses: number
  /** The device that asked last. */
  device: Buffer | null
  /** Whether several devices asked within a day. */
  shared: boolean
  /** Whether so many codes were asked for that the next one has to work until another may be asked for. */
  late: boolean
}

/** Reads what was asked for and guessed for a phone within a day. */
async function askedForPhone(db: Db | Tx, key: Buffer): Promise<AskedForPhone> {
  const { rows } = await sql<AskedForPhone>`
    select cardinality(${lastDay('kept.guesses')}) as guesses, device,
      cardinality(${lastDay('kept.requests')}) > ${guardianCode.perDay} as late,
      coalesce(shared_at > now() - interval '1 day', false) as shared
    from guardian_sign_ins as kept where phone_key = ${key}
  `.execute(db)
  return rows[0] ?? { guesses: 0, device: null, shared: false, late: false }
}

/**
 * Returns whether the next code of a phone has to be long: somebody guesses at it or anywhere, several devices ask for
 * its codes, or so many were asked for that the next one has to work for longer.
 */
export async function isLongCodeNeeded(db: Db | Tx, key: Buffer): Promise<boolean> {
  const { guesses, shared, late } = await askedForPhone(db, key)
  return guesses >= shortCodeGuesses || shared || late || (await isAnybodyGuessing(db))
}

/** Stores that a code will be sent to a phone. Its characters are made when the message is handed to a channel. */
export async function addGuardianCode(tx: Tx, key: Buffer): Promise<string> {
  const { device } = await askedForPhone(tx, key)
  const long = await isLongCodeNeeded(tx, key)
  const { rows } = await sql<{ id: string }>`
    insert into guardian_codes (phone_key, long, device, expires_at)
    values (${key}, ${long}, ${long ? null : device}, now() + make_interval(mins => ${guardianCode.minutes}))
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
  const code = row.long ? codeOfLetters() : codeOfDigits()
  const { late } = await askedForPhone(tx, phoneKey(secrets, phone))
  const seconds = row.long && late ? guardianCode.latePauseSeconds : guardianCode.minutes * 60
  await sql`
    update guardian_codes set hash = ${hashCode(secrets.current, phone, code)}, expires_at = now() + make_interval(secs => ${seconds})
    where id = ${id}
  `.execute(tx)
  reportSentCode()
  return code
}

/**
 * Returns whether a typed text is a code of the phone, which then works no more. A code of digits has to be typed on
 * the device that asked for it. Counts the guess before comparing, so that parallel guesses cannot slip through, and
 * takes it back when the code was right.
 *
 * @param device the secret in the cookie of the device; null where no code was asked for
 */
export async function redeemGuardianCode(
  db: Db,
  secrets: Secrets,
  { phone, code, device }: { phone: string; code: string; device: string | null },
): Promise<boolean> {
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
    where phone_key = ${key} and hash is not null and expires_at > now()
      and (long or ${isShortAllowed} and device = ${device === null ? null : hashDevice(device)}::bytea)
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
