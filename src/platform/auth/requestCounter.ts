import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { plural, t } from '#shared/texts.ts'
import type { Tx } from '../database/connect.ts'
import { networksOf } from '../http/network.ts'

/** The header in which our adapter passes the caller's address. The adapter overwrites a header from outside. */
export const addressHeader = 'x-shala-address'

/** Maximum number of requests of one network, or one known device, to a path of the sign-in: seconds and count. */
const pathLimits: Readonly<Record<string, Limit>> = {
  // A school is behind one address: sixty people may sign in within a minute.
  '/sign-in/email': { window: 60, max: 60 },
  '/request-password-reset': { window: 60, max: 20 },
  '/choose-password': { window: 60, max: 60 },
  '/end-sessions': { window: 60, max: 120 },
  '/first-password': { window: 60, max: 120 },
  '/send-code': { window: 60, max: 60 },
}
const otherPaths = { window: 60, max: 600 }

/**
 * Sign-ins of all known devices of one account together: twice those of one, so that whoever signs in all the time on
 * one leaves as many for the owner's others, and a cookie more is no budget more.
 */
export const signInsOfAccount = { window: 60, max: 120 } as const

/** Returns when a caller who reached a limit may try again, as a sentence in full minutes. */
export function tryAgainIn(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return t`Please try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`
}

/** Returns the limit of one caller on a path of the sign-in. */
export function pathLimit(path: string): Limit {
  return pathLimits[path] ?? otherPaths
}

/** Returns the name of the counter of a path of the sign-in. */
export function pathCounter(path: string): string {
  return `sign-in ${path}`
}

/** A number of requests within a window of seconds. */
export interface Limit {
  window: number
  max: number
}

/**
 * Maximum number of reset mails for one account, so that a stranger cannot fill a mailbox. The first one is always
 * sent.
 */
export const resetMails = { window: 60 * 60, max: 3 }

/**
 * Adds a number of requests ($3) to keys ($1) in their window of $2 seconds. The keys are sorted, so that two
 * statements never wait for each other.
 */
const countRequests = `
  insert into auth.request_counts as kept (key, window_start, count)
  select key, now(), $3::integer from unnest($1::text[]) as key order by key
  on conflict (key) do update set
    count = case when kept.window_start > now() - make_interval(secs => $2) then kept.count + $3 else $3 end,
    window_start = case when kept.window_start > now() - make_interval(secs => $2) then kept.window_start else now() end
  returning key, count, (extract(epoch from window_start - now()) + $2)::float8 as left`

interface RequestCount {
  key: string
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
    const { rows } = await pool.query<RequestCount>(countRequests, [[key], seconds, requests])
    return rows[0] ?? { key, count: requests, left: seconds }
  }
  const consume = async (key: string, { window, max }: Limit): Promise<{ allowed: boolean; retryAfter: number | null }> => {
    const { count, left } = await add(key, window, 1)
    const allowed = count <= max
    return { allowed, retryAfter: allowed ? null : Math.ceil(left) }
  }
  return {
    /** Adds several requests. Returns the count and the remaining seconds of the window. */
    add,
    consume,
    /**
     * Counts one request of an address by its networks, whose limits are the rule's times their factor. The narrowest
     * comes first, and a wider one counts only what the narrower ones allow: one subscriber's refused requests must not
     * use up what all subscribers share.
     *
     * @returns the seconds to wait; null when all of them allow it
     */
    async consumeByNetwork(name: string, address: string, { window, max }: Limit): Promise<number | null> {
      for (const { network, factor } of networksOf(address)) {
        const { retryAfter } = await consume(`${name} ${network}`, { window, max: max * factor })
        if (retryAfter !== null) return retryAfter
      }
      return null
    },
    /** Takes back a request that `consumeByNetwork` allowed. */
    async takeBackByNetwork(name: string, address: string, { window }: Limit): Promise<void> {
      const keys = networksOf(address).map(({ network }) => `${name} ${network}`)
      await pool.query(countRequests, [keys, window, -1])
    },
  }
}

/**
 * Counts like {@link requestCounter}, inside a transaction: a rollback takes the request back.
 *
 * @returns whether it is still allowed
 */
export async function countInTransaction(db: Tx, key: string, rule: Limit): Promise<boolean> {
  const { rows } = await db.executeQuery<RequestCount>(CompiledQuery.raw(countRequests, [[key], rule.window, 1]))
  return rows[0] !== undefined && rows[0].count <= rule.max
}
