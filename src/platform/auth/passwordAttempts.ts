import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { passwordLength } from '#shared/signIn.ts'
import { plural, t } from '#shared/texts.ts'
import type { Db } from '../database/connect.ts'

/** Guesses at one account from one network without a known device: the 11th within this time is refused. */
const networkLimit = { attempts: 10, minutes: 15 }
/** Guesses at one account from all networks together, except known devices. */
const allNetworksLimit = { attempts: 50, minutes: 15 }
/**
 * Seconds that a known device must wait after each number of guesses at one account within the hour. The first five are
 * free.
 */
const deviceDelays = { seconds: [0, 0, 0, 0, 0, 2, 4, 8, 16, 32, 60], minutes: 60 }

/** The counter of all networks; the others are named `network …` and `device …`. */
const allNetworks = 'anywhere'

/** An attempt to sign in with a password. */
export interface PasswordAttempt {
  email: string
  /** The caller's network, see `networkOf`. */
  network: string
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

/** Whether a password may be checked. A known device that comes too early is told how many seconds to wait. */
export type Admission = { admitted: true } | { admitted: false; waitSeconds: number | null }

/**
 * Counts an attempt before the password is checked, so that parallel guesses are counted too, and decides whether it
 * may go on. A refused attempt is not counted: it was no guess. An unknown e-mail is counted like a known one.
 */
export async function admitAttempt(
  pool: pg.Pool,
  { email, network, device, isCode = false }: PasswordAttempt,
): Promise<Admission> {
  const account = accountKey(email)
  if (device !== null) return admitDevice(pool, account, `device ${device}`)
  if (await isLimitReached(pool, account, `network ${network}`, networkLimit)) return { admitted: false, waitSeconds: null }
  // Counted second: guesses that their own network's limit refuses must not use up the limit of all networks.
  if (!isCode && (await isLimitReached(pool, account, allNetworks, allNetworksLimit)))
    return { admitted: false, waitSeconds: null }
  return { admitted: true }
}

/** Error for a guess that comes too early. */
export function waitMessage(seconds: number): string {
  return t`Please wait ${plural(seconds, { one: '# second', other: '# seconds' })}, then try again.`
}

/** Removes an attempt whose password was right, and the wrong ones of its network or device. */
export async function clearAttempt(pool: pg.Pool, { email, network, device, isCode = false }: PasswordAttempt): Promise<void> {
  const account = accountKey(email)
  const source = device === null ? `network ${network}` : `device ${device}`
  await pool.query('delete from auth.password_attempts where account = $1 and source = $2', [account, source])
  if (device === null && !isCode)
    await pool.query(
      `update auth.password_attempts
       set attempts = array_remove(attempts, (select max(moment) from unnest(attempts) as moment)), locked = false
       where account = $1 and source = $2`,
      [account, allNetworks],
    )
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
function accountKey(email: string): Buffer {
  return createHash('sha256').update(email.toLowerCase()).digest()
}

async function isLimitReached(
  pool: pg.Pool,
  account: Buffer,
  source: string,
  limit: { attempts: number; minutes: number },
): Promise<boolean> {
  const { rows } = await pool.query<{ locked: boolean }>(
    `insert into auth.password_attempts as kept (account, source, attempts) values ($1, $2, array[now()])
     on conflict (account, source) do update set (attempts, locked) = (
       select case when count(*) >= $3 then array_agg(moment) else array_append(coalesce(array_agg(moment), '{}'), now()) end,
              count(*) >= $3
       from unnest(kept.attempts) as moment
       where moment > now() - make_interval(mins => $4)
     )
     returning locked`,
    [account, source, limit.attempts, limit.minutes],
  )
  return rows[0]?.locked === true
}

async function admitDevice(pool: pg.Pool, account: Buffer, source: string): Promise<Admission> {
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
  const counted = rows[0]
  return counted?.locked ? { admitted: false, waitSeconds: Math.max(1, counted.wait) } : { admitted: true }
}
