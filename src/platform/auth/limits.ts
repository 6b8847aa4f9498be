import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Tx } from '../database/connect.ts'
import { sweepAttempts } from './passwordAttempts.ts'

/** The header our own adapter puts the caller's address into; one that comes from outside is dropped there. */
export const addressHeader = 'x-shala-address'

/** How many requests one network, or one known device, may make to one path of the sign-in: seconds and count. */
const pathLimits: Readonly<Record<string, { window: number; max: number }>> = {
  // A school sits behind one address: sixty people may sign in within a minute.
  '/sign-in/email': { window: 60, max: 60 },
  '/request-password-reset': { window: 60, max: 20 },
  '/choose-password': { window: 60, max: 60 },
  '/end-sessions': { window: 60, max: 120 },
  '/first-password': { window: 60, max: 120 },
  '/send-code': { window: 60, max: 20 },
}
const otherPaths = { window: 60, max: 600 }

/** Returns how many requests one caller may make to a path of the sign-in. */
export function pathLimit(path: string): { window: number; max: number } {
  return pathLimits[path] ?? otherPaths
}

/** Mails with a link to a new password that one account gets: more would let a stranger fill a mailbox. The first is never held back. */
export const resetMails = { window: 60 * 60, max: 3 }

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

/** Removes what has run out: counters, codes and links, sessions and tokens. */
export async function sweep(pool: pg.Pool): Promise<void> {
  await pool.query(`delete from auth.request_counts where window_start < now() - interval '1 hour'`)
  await sweepAttempts(pool)
  // Those that were sent count the requests of a day.
  await pool.query(`delete from auth.one_time_codes where expires_at < now() - interval '1 day'`)
  for (const table of ['verification', '"oauthAccessToken"', '"oauthRefreshToken"', 'session'])
    await pool.query(`delete from auth.${table} where "expiresAt" < now()`)
}
