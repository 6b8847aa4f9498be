import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Tx } from '../database/connect.ts'
import { deleteOldAttempts } from './passwordAttempts.ts'

/** The header in which our adapter passes the caller's address. The adapter overwrites a header from outside. */
export const addressHeader = 'x-shala-address'

/** Maximum number of requests of one network, or one known device, to a path of the sign-in: seconds and count. */
const pathLimits: Readonly<Record<string, { window: number; max: number }>> = {
  // A school is behind one address: sixty people may sign in within a minute.
  '/sign-in/email': { window: 60, max: 60 },
  '/request-password-reset': { window: 60, max: 20 },
  '/choose-password': { window: 60, max: 60 },
  '/end-sessions': { window: 60, max: 120 },
  '/first-password': { window: 60, max: 120 },
  '/send-code': { window: 60, max: 20 },
}
const otherPaths = { window: 60, max: 600 }

/** Returns the limit of one caller on a path of the sign-in. */
export function pathLimit(path: string): { window: number; max: number } {
  return pathLimits[path] ?? otherPaths
}

/**
 * Maximum number of reset mails for one account, so that a stranger cannot fill a mailbox. The first one is always
 * sent.
 */
export const resetMails = { window: 60 * 60, max: 3 }

/** Adds a number of requests ($3) to a key ($1) in its window of $2 seconds. */
const countRequests = `
  insert into auth.request_counts as kept (key, window_start, count) values ($1, now(), $3)
  on conflict (key) do update set
    count = case when kept.window_start > now() - make_interval(secs => $2) then kept.count + $3 else $3 end,
    window_start = case when kept.window_start > now() - make_interval(secs => $2) then kept.window_start else now() end
  returning count, (extract(epoch from window_start - now()) + $2)::float8 as left`

interface RequestCount {
  count: number
  /** Remaining seconds of the window. */
  left: number
}

/**
 * Counts requests per key in fixed windows with one atomic statement each. The library's own counter restarts its
 * window with every request, so that steady traffic is refused sooner or later however slow it is.
 */
export function requestCounter(pool: pg.Pool) {
  const add = async (key: string, seconds: number, requests: number): Promise<RequestCount> => {
    const { rows } = await pool.query<RequestCount>(countRequests, [key, seconds, requests])
    return rows[0] ?? { count: requests, left: seconds }
  }
  return {
    /** Adds several requests. Returns the count and the remaining seconds of the window. */
    add,
    async consume(key: string, rule: { window: number; max: number }): Promise<{ allowed: boolean; retryAfter: number | null }> {
      const { count, left } = await add(key, rule.window, 1)
      const allowed = count <= rule.max
      return { allowed, retryAfter: allowed ? null : Math.ceil(left) }
    },
  }
}

/**
 * Counts like {@link requestCounter}, inside a transaction: a rollback takes the request back.
 *
 * @returns whether it is still allowed
 */
export async function countInTransaction(db: Tx, key: string, rule: { window: number; max: number }): Promise<boolean> {
  const { rows } = await db.executeQuery<RequestCount>(CompiledQuery.raw(countRequests, [key, rule.window, 1]))
  return rows[0] !== undefined && rows[0].count <= rule.max
}

/** Deletes expired counters, codes, links, sessions and tokens. */
export async function deleteExpired(pool: pg.Pool): Promise<void> {
  await pool.query(`delete from auth.request_counts where window_start < now() - interval '1 day'`)
  await deleteOldAttempts(pool)
  // Sent codes also count the requests of a day.
  await pool.query(`delete from auth.one_time_codes where expires_at < now() - interval '1 day'`)
  for (const table of ['verification', '"oauthAccessToken"', '"oauthRefreshToken"', 'session'])
    await pool.query(`delete from auth.${table} where "expiresAt" < now()`)
}
