import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api'
import type pg from 'pg'
import { z } from 'zod'
import { passwordLength } from '#shared/signIn.ts'
import { t } from '#shared/texts.ts'
import type { Database } from '../database/connect.ts'
import { auditRefusedSignIns, auditSignIn } from './auditSignIn.ts'
import { signInRefusal } from './claims.ts'
import { passwordProblemFor } from './newPassword.ts'
import { addressHeader, pathCounter, pathLimit, requestCounter, signInsOfAccount } from './requestCounter.ts'
import type { Secrets } from '../secretKeys.ts'
import { readRequestDevice, rememberDevice } from './deviceCookie.ts'
import {
  accountKey,
  admitAttempt,
  clearAttempt,
  isCode,
  isFirstRefusal,
  type PasswordAttempt,
  waitMessage,
  withdrawAttempt,
} from './passwordAttempts.ts'
import { invalidateSessions } from './openSessions.ts'
import { hashForSignIn, passwordSourceOf } from './passwords.ts'
import { findAccountRecord } from './accountRecord.ts'
import { endSessionsEndpoint, extendSession } from './sessions.ts'

/** In English as the library's own: in another language it would tell a locked account from a missing one. */
const wrongPassword = { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' }

/**
 * Milliseconds without use after which the server ends a session without Remember me. Its cookie ends with the browser.
 */
const shortSessionMs = 7 * 24 * 60 * 60_000

interface SignInRulesOptions {
  pool: pg.Pool
  database: Database
  secrets: Secrets
  /** Whether the page is served by TLS, so that its cookies may be restricted to it. */
  secure: boolean
  /** Runs a task behind the answer, and reports its failure. */
  inBackground: (task: Promise<unknown>) => void
}

type RequestContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** Tells somebody who signs in too often to wait. */
function tooOftenError(seconds: number): APIError {
  const body = { code: 'RATE_LIMITED', message: t`Too many requests. Please try again later.` }
  return new APIError('TOO_MANY_REQUESTS', body, { 'retry-after': String(seconds) })
}

/** Tells a known device or a network to wait; the connection is not held open meanwhile. */
function tooEarlyError(refused: { waitSeconds: number | null; of: 'device' | 'network' }): APIError {
  const body = { code: 'TOO_EARLY', message: waitMessage(refused) }
  return new APIError('TOO_MANY_REQUESTS', body, { 'retry-after': String(refused.waitSeconds) })
}

const credentials = z.object({ email: z.string(), password: z.string() })
const passwordText = z.string().min(passwordLength.min).max(passwordLength.max)

/** Adds our rules to the sign-in library: the lock-out per account, and no session for a disabled or missing record. */
export function signInRules({ pool, database, secrets, secure, inBackground }: SignInRulesOptions) {
  /** The e-mail of the account whose password a request to `/reset-password` sets. */
  const resetEmails = new WeakMap<Request, string>()

  function attemptOf(ctx: RequestContext, email: string, password: string): PasswordAttempt {
    const device = readRequestDevice(ctx, secrets)
    const address = ctx.headers?.get(addressHeader) ?? ''
    return { email, address, device: device?.hasSignedIn(email) ? device.id : null, isCode: isCode(password) }
  }

  /**
   * Counts a sign-in of a device on which somebody has signed in before: together with all known devices of the
   * account, or like a stranger's where the device proves another account. Requests without a device were counted by
   * their network before they were read, see `registerAuth.ts`.
   *
   * @returns the seconds to wait; null when it may go on
   */
  async function secondsToWait(ctx: RequestContext, email: string): Promise<number | null> {
    const device = readRequestDevice(ctx, secrets)
    if (!device) return null
    const counter = requestCounter(pool)
    const name = pathCounter('/sign-in/email')
    if (device.hasSignedIn(email))
      return (await counter.consume(`${name} account ${accountKey(email).toString('hex')}`, signInsOfAccount)).retryAfter
    return counter.consumeByNetwork(name, ctx.headers?.get(addressHeader) ?? '', pathLimit('/sign-in/email'))
  }

  /** Records that an account's limits refuse passwords, once an hour. An e-mail without an account leaves no entry. */
  async function recordRefusal(email: string): Promise<void> {
    if (!(await isFirstRefusal(pool, email))) return
    const { rows } = await pool.query<{ id: string }>('select id from "user" where email = $1', [email.toLowerCase()])
    for (const { id } of rows) await auditRefusedSignIns(database, id)
  }

  return {
    id: 'shala-sign-in',
    init: () => ({
      options: {
        databaseHooks: {
          session: {
            create: {
              before: async (session, context) => {
                const refused = signInRefusal(await findAccountRecord(database, session.userId))
                if (refused) throw APIError.from('FORBIDDEN', refused)
                if (context?.body?.rememberMe !== false) return
                return { data: { ...session, expiresAt: new Date(Date.now() + shortSessionMs) } }
              },
            },
            delete: {
              after: async (session) => invalidateSessions(database, session.userId),
            },
          },
        },
      },
    }),
    hooks: {
      before: [
        {
          matcher: () => true,
          handler: createAuthMiddleware(async ({ body, query }) => {
            // PostgreSQL stores no NUL character; the library would answer with an internal error.
            const input = [...Object.values(body ?? {}), ...Object.values(query ?? {})].flat()
            if (!input.some((value) => typeof value === 'string' && value.includes('\0'))) return
            throw APIError.from('BAD_REQUEST', {
              code: 'NUL_CHARACTER',
              message: 'A text holds a character that no text can hold.',
            })
          }),
        },
        {
          matcher: ({ path }) => path === '/reset-password',
          handler: createAuthMiddleware(async (ctx) => {
            const input = z.object({ token: z.string(), newPassword: passwordText }).safeParse(ctx.body)
            if (!input.success) return
            // Only looked up, so that a refused password does not use up the link.
            const link = await ctx.context.internalAdapter.findVerificationValue(`reset-password:${input.data.token}`)
            if (!link || link.expiresAt < new Date()) return
            const user = await ctx.context.internalAdapter.findUserById(link.value)
            if (user && ctx.request) resetEmails.set(ctx.request, user.email)
            const problem = await passwordProblemFor(database, link.value, input.data.newPassword)
            if (problem) throw APIError.from('BAD_REQUEST', { code: 'REFUSED_PASSWORD', message: problem })
          }),
        },
        {
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async (ctx) => {
            const input = credentials.safeParse(ctx.body)
            if (!input.success) return
            // Longer than any password, so not worth hashing.
            if (input.data.password.length > 256) throw APIError.from('UNAUTHORIZED', wrongPassword)
            const wait = await secondsToWait(ctx, input.data.email)
            if (wait !== null) throw tooOftenError(wait)
            const admission = await admitAttempt(pool, attemptOf(ctx, input.data.email, input.data.password))
            if (admission.admitted) return
            if (admission.of === 'device' || admission.waitSeconds === null) inBackground(recordRefusal(input.data.email))
            if (admission.waitSeconds !== null) throw tooEarlyError(admission)
            // As slow as a wrong password, so that a locked account cannot be told from a missing one.
            await hashForSignIn(input.data.password)
            throw APIError.from('UNAUTHORIZED', wrongPassword)
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async (ctx) => {
            const { newSession, returned } = ctx.context
            // Too many hashes waited: the password was not looked at, so it was no guess.
            const wasBusy = isAPIError(returned) && returned.statusCode === 503
            if (!newSession && !wasBusy) return
            const { email, password } = credentials.parse(ctx.body)
            if (!newSession) return withdrawAttempt(pool, attemptOf(ctx, email, password))
            const { id } = newSession.user
            const wrongPasswords = await clearAttempt(pool, attemptOf(ctx, email, password))
            inBackground(auditSignIn(database, id, wrongPasswords))
            // A colleague who knows the phone number must not make a device known.
            if ((await passwordSourceOf(database, id)) === 'own') rememberDevice(ctx, email, { secrets, secure })
          }),
        },
        {
          matcher: ({ path }) => path === '/reset-password',
          handler: createAuthMiddleware(async (ctx) => {
            const email = ctx.request && resetEmails.get(ctx.request)
            // The owner of the link reads the owner's mails. This is the way in while guesses from many networks lock
            // out new devices.
            if (email !== undefined && !isAPIError(ctx.context.returned)) rememberDevice(ctx, email, { secrets, secure })
          }),
        },
        {
          matcher: ({ path }) => path === '/oauth2/token',
          handler: createAuthMiddleware(async (ctx) => extendSession(pool, ctx.context.returned)),
        },
      ],
    },
    endpoints: {
      endSessions: endSessionsEndpoint(),
    },
  } satisfies BetterAuthPlugin
}
