import type pg from 'pg'
import { deleteOldAttempts } from './passwordAttempts.ts'

/** Deletes expired counters, codes, links, sessions and tokens. */
export async function deleteExpired(pool: pg.Pool): Promise<void> {
  await pool.query(`delete from auth.request_counts where window_start < now() - interval '1 day'`)
  await deleteOldAttempts(pool)
  // Sent codes also count the requests of a day.
  await pool.query(`delete from auth.one_time_codes where expires_at < now() - interval '1 day'`)
  for (const table of ['verification', '"oauthAccessToken"', '"oauthRefreshToken"', 'session'])
    await pool.query(`delete from auth.${table} where "expiresAt" < now()`)
}
