import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { passwordLength } from '#shared/signIn.ts'
import { plural, t } from '#shared/texts.ts'
import type { Db } from '../database/connect.ts'
import { networksOf } from '../http/network.ts'
import { requestCounter, tryAgainIn } from './requestCounter.ts'

/**
 * Guesses at one account from one network without a known device: the 11th within this time is refused. The wider
 * networks of an IPv6 address may have more, because several homes share them.
 */
const networkLimit = { attempts: [10, 20, 30], minutes: 15 }
/** Guesses at one account from all networks together, except known devices. */
const allNetworksLimit = { attempts: 50, minutes: 15 }
/**
 * Seconds that a known device must wait after each number of guesses at one account within the hour. The first five are
 * free.
 */
const deviceDelays = { seconds: [0, 0, 0, 0, 0, 2, 4, 8, 16, 32, 60], minutes: 60 }
/**
 * Guesses at one account from all its known devices together. One device comes to 24 in this time, so whoever guesses
 * on one leaves some for the others; and a cookie more is no budget more.
 */
const knownDevicesLimit = { attempts: 30, minutes: 15 }
/**
 * Wrong passwords from one network for any accounts, in seconds: 200 teachers behind one address who are wrong once or
 * twice on Monday at eight. Known devices have no such limit: those of an account have their own, and one computer with
 * the cookie of thirty accounts must not close the school's network to all others.
 */
const strangersLimit = { window: 15 * 60, max: 300 }
const strangersCounter = 'wrong passwords'

/** The counters of all networks and of all known devices; the others are named `network …` and `device …`. */
const allNetworks = 'anywhere'
const knownDevices = 'known devices'

/** An attempt to sign in with a password. */
export interface PasswordAttempt {
  email: string
  /** The caller's address; its networks are counted, see `networksOf`. */
  address: string
  /** The device, if it proved an earlier sign-in to this account; else null. */
  device: string | null
  /** Whether the text can only be a one-time code, see {@link isCode}. */
  isCode?: boolean
}

/**
 * Returns whether a text can only be a handed-out code, because every password is longer. The limit of all networks
 * does not apply to codes: they have 40 bits and expire within days, and the owner under attack must get in with one.
 */
export function isCode(text: string): boolean {
  return text.length < passwordLength.min
}

/**
 * Whether a password may be checked. A device or a network that comes too early is told how many seconds to wait. A
 * stranger at the limit of an account is not told, so that the answer is the one of a wrong password.
 */
export type Admission = { admitted: true } | { admitted: false; waitSeconds: number | null; of: 'device' | 'network' }

/**
 * Counts an attempt before the password is checked, so that parallel guesses are counted too, and decides whether it
 * may go on. A refused attempt is not counted: it was no guess. An unknown e-mail is counted like a known one.
 */
export async function admitAttempt(pool: pg.Pool, attempt: PasswordAttempt): Promise<Admission> {
  if (attempt.device !== null) return admitDevice(pool, attempt)
  const waitSeconds = await requestCounter(pool).consumeByNetwork(strangersCounter, attempt.address, strangersLimit)
  if (waitSeconds !== null) return { admitted: false, waitSeconds, of: 'network' }
  const admission = await admitStranger(pool, attempt)
  if (!admission.admitted) await takeBackFromNetwork(pool, attempt)
  return admission
}

async function admitStranger(pool: pg.Pool, { email, address, isCode = false }: PasswordAttempt): Promise<Admission> {
  const account = accountKey(email)
  const refused: Admission = { admitted: false, waitSeconds: null, of: 'network' }
  for (const [index, source] of networkSources(address).entries()) {
    const attempts = networkLimit.attempts[index] ?? 0
    if ((await secondsOverLimit(pool, account, source, { ...networkLimit, attempts })) !== null) return refused
  }
  // Counted last: guesses that their own network's limit refuses must not use up the limit of all networks.
  if (!isCode && (await secondsOverLimit(pool, account, allNetworks, allNetworksLimit)) !== null) return refused
  return { admitted: true }
}

async function admitDevice(pool: pg.Pool, { email, device }: PasswordAttempt): Promise<Admission> {
  const account = accountKey(email)
  const source = `device ${device}`
  const ownSeconds = await secondsToNextGuess(pool, account, source)
  if (ownSeconds !== null) return { admitted: false, waitSeconds: ownSeconds, of: 'device' }
  // Counted last: guesses that their own device's delay refuses must not use up what all devices share.
  const waitSeconds = await secondsOverLimit(pool, account, knownDevices, knownDevicesLimit)
  if (waitSeconds === null) return { admitted: true }
  await removeNewest(pool, account, [source])
  return { admitted: false, waitSeconds, of: 'device' }
}

/** Error for a guess that comes too early. */
export function waitMessage({ waitSeconds, of }: { waitSeconds: number | null; of: 'device' | 'network' }): string {
  const seconds = waitSeconds ?? networkLimit.minutes * 60
  if (of === 'network') return `${t`Too many wrong passwords came from your network.`} ${tryAgainIn(seconds)}`
  return t`Please wait ${plural(seconds, { one: '# second', other: '# seconds' })}, then try again.`
}

/**
 * Removes an attempt whose password was right, and the wrong ones of its network or device.
 *
 * @returns the number of those wrong ones
 */
export async function clearAttempt(pool: pg.Pool, attempt: PasswordAttempt): Promise<number> {
  const [own = ''] = ownSources(attempt)
  const { rows } = await pool.query<{ attempts: number }>(
    'delete from auth.password_attempts where account = $1 and source = $2 returning cardinality(attempts) as attempts',
    [accountKey(attempt.email), own],
  )
  await withdrawAttempt(pool, attempt)
  return Math.max(0, (rows[0]?.attempts ?? 0) - 1)
}

/** Whether this is the first attempt at an account within an hour that its limits refuse, so that it is recorded. */
export async function isFirstRefusal(pool: pg.Pool, email: string): Promise<boolean> {
  const key = `refused sign-ins ${accountKey(email).toString('hex')}`
  return (await requestCounter(pool).consume(key, { window: 60 * 60, max: 1 })).allowed
}

/** Takes an attempt back whose password was right, or was not looked at. */
export async function withdrawAttempt(pool: pg.Pool, attempt: PasswordAttempt): Promise<void> {
  const shared = attempt.device !== null ? [knownDevices] : attempt.isCode ? [] : [allNetworks]
  await removeNewest(pool, accountKey(attempt.email), [...ownSources(attempt), ...shared])
  if (attempt.device === null) await takeBackFromNetwork(pool, attempt)
}

/** Removes the newest guess at an account from counters. */
async function removeNewest(pool: pg.Pool, account: Buffer, sources: readonly string[]): Promise<void> {
  await pool.query(
    `update auth.password_attempts
     set attempts = array_remove(attempts, (select max(moment) from unnest(attempts) as moment)), locked = false
     where account = $1 and source = any($2)`,
    [account, sources],
  )
}

/** The counters of an attempt's device or networks at its account, the narrowest first. */
function ownSources({ address, device }: PasswordAttempt): string[] {
  return device === null ? networkSources(address) : [`device ${device}`]
}

function networkSources(address: string): string[] {
  return networksOf(address).map(({ network }) => `network ${network}`)
}

function takeBackFromNetwork(pool: pg.Pool, { address }: PasswordAttempt): Promise<void> {
  return requestCounter(pool).takeBackByNetwork(strangersCounter, address, strangersLimit)
}

/** Removes all attempts at accounts that have a new password or a new code. */
export async function clearAttempts(db: Db, ...subjects: readonly string[]): Promise<void> {
  await sql`
    delete from auth.password_attempts
    where account in (select sha256(convert_to(email, 'UTF8')) from auth."user" where id = any(${subjects}::uuid[]))
  `.execute(db)
}

/** Deletes counters whose attempts are all too old to count. */
export async function deleteOldAttempts(pool: pg.Pool): Promise<void> {
  await pool.query(
    `delete from auth.password_attempts
     where not exists (select from unnest(attempts) as moment where moment > now() - make_interval(mins => $1))`,
    [deviceDelays.minutes],
  )
}

/** Returns the account's key in the counters: a digest of the e-mail, because many tried e-mails belong to nobody. */
export function accountKey(email: string): Buffer {
  return createHash('sha256').update(email.toLowerCase()).digest()
}

/**
 * Counts a guess at an account.
 *
 * @returns the seconds until the next one may come when the limit is reached, else null
 */
async function secondsOverLimit(
  pool: pg.Pool,
  account: Buffer,
  source: string,
  limit: { attempts: number; minutes: number },
): Promise<number | null> {
  const { rows } = await pool.query<{ locked: boolean; wait: number }>(
    `insert into auth.password_attempts as kept (account, source, attempts) values ($1, $2, array[now()])
     on conflict (account, source) do update set (attempts, locked) = (
       select case when count(*) >= $3 then array_agg(moment) else array_append(coalesce(array_agg(moment), '{}'), now()) end,
              count(*) >= $3
       from unnest(kept.attempts) as moment
       where moment > now() - make_interval(mins => $4)
     )
     returning locked, (
       select ceil(extract(epoch from min(moment) - now()) + 60 * $4)::integer from unnest(attempts) as moment
     ) as wait`,
    [account, source, limit.attempts, limit.minutes],
  )
  const [counted] = rows
  // A parallel guess may have been counted after this statement began.
  return counted?.locked ? Math.min(limit.minutes * 60, Math.max(1, counted.wait)) : null
}

/**
 * Counts a guess of a known device.
 *
 * @returns the seconds until the next one may come when it is too early, else null
 */
async function secondsToNextGuess(pool: pg.Pool, account: Buffer, source: string): Promise<number | null> {
  const { rows } = await pool.query<{ locked: boolean; wait: number }>(
    `insert into auth.password_attempts as kept (account, source, attempts) values ($1, $2, array[now()])
     on conflict (account, source) do update set (attempts, locked) = (
       select case when waits then recent else array_append(recent, now()) end, waits
       from (
         select coalesce(array_agg(moment), '{}') as recent,
                coalesce(max(moment) + make_interval(secs => ($3::float8[])[least(count(*) + 1, cardinality($3::float8[]))]) > now(),
                         false) as waits
         from unnest(kept.attempts) as moment
         where moment > now() - make_interval(mins => $4)
       ) as counted
     )
     returning locked, (
       select ceil(extract(epoch from max(moment) - now()) + ($3::float8[])[least(count(*) + 1, cardinality($3::float8[]))])::integer
       from unnest(attempts) as moment
     ) as wait`,
    [account, source, deviceDelays.seconds, deviceDelays.minutes],
  )
  const [counted] = rows
  return counted?.locked ? Math.max(1, counted.wait) : null
}
