import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api'
import { hashPassword } from 'better-auth/crypto'
import type pg from 'pg'
import { z } from 'zod'
import { passwordLength } from '#shared/signIn.ts'
import type { Database } from '../database/connect.ts'
import { signInRefusal } from './claims.ts'
import { passwordProblemFor } from './newPassword.ts'
import { networkOf } from '../http/network.ts'
import { addressHeader } from './requestCounter.ts'
import type { Secrets } from '../secretKeys.ts'
import { readRequestDevice, rememberDevice } from './deviceCookie.ts'
import { admitAttempt, clearAttempt, isCode, type PasswordAttempt, waitMessage } from './passwordAttempts.ts'
import { invalidateSessions } from './openSessions.ts'
import { passwordSourceOf } from './passwords.ts'
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
}

type RequestContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** Tells a known device to wait; the connection is not held open meanwhile. */
function tooEarlyError(seconds: number): APIError {
  const body = { code: 'TOO_EARLY', message: waitMessage(seconds) }
  return new APIError('TOO_MANY_REQUESTS', body, { 'retry-after': String(seconds) })
}

const passwordText = z.string().min(passwordLength.min).max(passwordLength.max)

/** Adds our rules to the sign-in library: the lock-out per account, and no session for a disabled or missing record. */
export function signInRules({ pool, database, secrets, secure }: SignInRulesOptions) {
  /** The e-mail of the account whose password a request to `/reset-password` sets. */
  const resetEmails = new WeakMap<Request, string>()

  function attemptOf(ctx: RequestContext, email: string, password: string): PasswordAttempt {
    const device = readRequestDevice(ctx, secrets)
    const network = networkOf(ctx.headers?.get(addressHeader) ?? '')
    return { email, network, device: device?.hasSignedIn(email) ? device.id : null, isCode: isCode(password) }
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
            const input = z.object({ email: z.string(), password: z.string() }).safeParse(ctx.body)
            if (!input.success) return
            // Longer than any password, so not worth hashing.
            if (input.data.password.length > 256) throw APIError.from('UNAUTHORIZED', wrongPassword)
            const admission = await admitAttempt(pool, attemptOf(ctx, input.data.email, input.data.password))
            if (admission.admitted) return
            if (admission.waitSeconds !== null) throw tooEarlyError(admission.waitSeconds)
            // As slow as a wrong password, so that a locked account cannot be told from a missing one.
            await hashPassword(input.data.password)
            throw APIError.from('UNAUTHORIZED', wrongPassword)
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async (ctx) => {
            const { newSession } = ctx.context
            if (!newSession) return
            const { id, email } = newSession.user
            const { password } = z.object({ password: z.string() }).parse(ctx.body)
            await clearAttempt(pool, attemptOf(ctx, email, password))
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
