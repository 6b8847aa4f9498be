import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Tx } from '../database/connect.ts'

/** How many requests one network address may make to one path, in seconds and count. */
export const addressLimits = {
  // A school sits behind one address: sixty people may sign in within a minute.
  '/sign-in/email': { window: 60, max: 60 },
  '/request-password-reset': { window: 60, max: 20 },
  '/reset-password': { window: 60, max: 30 },
  '/choose-password': { window: 60, max: 60 },
  '/end-sessions': { window: 60, max: 120 },
} as const

/** Eleven failures of one account within this time are too many (design: the 11th is refused like a wrong password). */
const lockOut = { failures: 10, minutes: 15 }

/** Counts so many requests ($3) of a key ($1) in its window of so many seconds ($2). */
const countRequests = `
  insert into auth.request_counts as kept (key, window_start, count) values ($1, now(), $3)
  on conflict (key) do update set
    count = case when kept.window_start > now() - make_interval(secs => $2) then kept.count + $3 else $3 end,
    window_start = case when kept.window_start > now() - make_interval(secs => $2) then kept.window_start else now() end
  returning count, (extract(epoch from window_start - now()) + $2)::float8 as left`

interface Counted {
  count: number
  /** Seconds of the window. */
  left: number
}

/**
 * Counts requests per key in fixed windows, one atomic statement each. The library's own counter starts its window again
 * with every request, so that steady traffic is refused sooner or later however slow it is.
 */
export function requestCounter(pool: pg.Pool) {
  const take = async (key: string, seconds: number, requests: number): Promise<Counted> => {
    const { rows } = await pool.query<Counted>(countRequests, [key, seconds, requests])
    return rows[0] ?? { count: requests, left: seconds }
  }
  return {
    /** Counts several at once, and answers how many there are now and how many seconds are left of the window. */
    take,
    async consume(key: string, rule: { window: number; max: number }): Promise<{ allowed: boolean; retryAfter: number | null }> {
      const { count, left } = await take(key, rule.window, 1)
      const allowed = count <= rule.max
      return { allowed, retryAfter: allowed ? null : Math.ceil(left) }
    },
  }
}

/**
 * Counts as {@link requestCounter} does, as a part of a transaction: what is rolled back was not asked for.
 * @returns whether it is still allowed
 */
export async function countInside(db: Tx, key: string, rule: { window: number; max: number }): Promise<boolean> {
  const { rows } = await db.executeQuery<Counted>(CompiledQuery.raw(countRequests, [key, rule.window, 1]))
  return rows[0] !== undefined && rows[0].count <= rule.max
}

/**
 * Counts an attempt to sign in before the password is looked at, so that parallel guesses cannot slip through, and says
 * whether it may go on. A refused attempt is not counted: a person who waits gets in again. An unknown e-mail may always go
 * on, to fail as a wrong password does.
 */
export async function mayTryPassword(pool: pg.Pool, email: string): Promise<boolean> {
  const { rows } = await pool.query<{ locked: boolean }>(
    `insert into auth.sign_in_attempts as kept (user_id, attempts)
     select id, array[now()] from auth."user" where email = $1
     on conflict (user_id) do update set (attempts, locked) = (
       select case when count(*) >= $2 then array_agg(moment) else array_append(coalesce(array_agg(moment), '{}'), now()) end,
              count(*) >= $2
       from unnest(kept.attempts) as moment
       where moment > now() - make_interval(mins => $3)
     )
     returning locked`,
    [email, lockOut.failures, lockOut.minutes],
  )
  return rows[0]?.locked !== true
}

/** A password that was right, or a new one, ends the counting. */
export async function forgetAttempts(pool: pg.Pool, subject: string): Promise<void> {
  await pool.query('delete from auth.sign_in_attempts where user_id = $1', [subject])
}

/** Removes what has run out: counters, codes and links, sessions and tokens. */
export async function sweep(pool: pg.Pool): Promise<void> {
  await pool.query(`delete from auth.request_counts where window_start < now() - interval '1 hour'`)
  await pool.query(
    `delete from auth.sign_in_attempts
     where not exists (select from unnest(attempts) as moment where moment > now() - make_interval(mins => $1))`,
    [lockOut.minutes],
  )
  for (const table of ['verification', '"oauthAccessToken"', '"oauthRefreshToken"', 'session'])
    await pool.query(`delete from auth.${table} where "expiresAt" < now()`)
}
