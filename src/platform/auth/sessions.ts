import { createAuthEndpoint } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import type pg from 'pg'
import { z } from 'zod'
import { endSessionsLimit } from '#shared/signIn.ts'
import type { Db, Tx } from '../database/connect.ts'

const tokenAnswer = z.object({ access_token: z.string() })

/**
 * Extends a session whose tokens were just issued or renewed by its original lifetime, and records its use. Takes the
 * answer of `/oauth2/token`; does nothing for a refusal.
 */
export async function extendSession(pool: pg.Pool, answer: unknown): Promise<void> {
  const parsed = tokenAnswer.safeParse(answer)
  const session = parsed.success && parsed.data.access_token.includes('.') ? decodeJwt(parsed.data.access_token).sid : undefined
  if (typeof session !== 'string') return
  await pool.query(
    `update session set "expiresAt" = now() + ("expiresAt" - "updatedAt"), "updatedAt" = now()
     where id = $1 and "expiresAt" > now()`,
    [session],
  )
}

/**
 * Creates the endpoint that ends sessions by their ids. A device stores the id of a session whose sign-out did not
 * reach the server, and sends it later without a credential. The id is random and good for nothing else. Idempotent:
 * ending an ended session succeeds.
 */
export function endSessionsEndpoint() {
  return createAuthEndpoint(
    '/end-sessions',
    { method: 'POST', body: z.object({ sessions: z.array(z.uuid()).max(endSessionsLimit) }) },
    async (ctx) => {
      const { adapter, internalAdapter, authCookies, secret } = ctx.context
      const cookie = await ctx.getSignedCookie(authCookies.sessionToken.name, secret)
      for (const id of new Set(ctx.body.sessions)) {
        const session = await adapter.findOne<{ token: string }>({ model: 'session', where: [{ field: 'id', value: id }] })
        if (session) await internalAdapter.deleteSession(session.token)
      }
      // The cookie of another person who has signed in meanwhile stays.
      if (cookie && !(await internalAdapter.findSession(cookie))) deleteSessionCookie(ctx)
      return ctx.json({ status: true })
    },
  )
}

/** An open session. */
interface OpenSession {
  id: string
  userAgent: string | null
  /** Updated when tokens are renewed, so exact to about ten minutes. */
  lastUsedAt: Date
}

/** Returns the open sessions of an account, most recently used first; fifty at most. */
export async function listOpenSessions(db: Db, subject: string): Promise<OpenSession[]> {
  const { rows } = await sql<OpenSession>`
    select id, "userAgent", "updatedAt" as "lastUsedAt" from auth.session
    where "userId" = ${subject} and "expiresAt" > now()
    order by "updatedAt" desc
    limit 50
  `.execute(db)
  return rows
}

/**
 * Ends one session of an account with its tokens. Call `invalidateSessions` after the commit. Returns whether it was
 * open.
 */
export async function endSession(tx: Tx, subject: string, session: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from auth.session where "userId" = ${subject} and id = ${session}
  `.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

/**
 * Ends every session of an account but one, with their tokens. Call `invalidateSessions` after the commit. Returns
 * their number.
 */
export async function endOtherSessions(tx: Tx, subject: string, kept: string | null): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from auth.session where "userId" = ${subject} and id is distinct from ${kept}::uuid
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
