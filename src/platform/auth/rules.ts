import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api'
import { hashPassword } from 'better-auth/crypto'
import type pg from 'pg'
import { z } from 'zod'
import { passwordLength } from '#shared/signIn.ts'
import type { Database } from '../database/connect.ts'
import { refusal } from './claims.ts'
import { passwordProblemFor } from './newPassword.ts'
import { networkOf } from '../http/network.ts'
import { addressHeader } from './limits.ts'
import type { Secrets } from '../secretKeys.ts'
import { deviceOf, rememberDevice } from './deviceCookie.ts'
import { admitAttempt, forgetAttempt, isCode, type PasswordAttempt, waitMessage } from './passwordAttempts.ts'
import { forgetSessions } from './openSessions.ts'
import { passwordSourceOf } from './passwords.ts'
import { recordOf } from './record.ts'
import { endSessionsEndpoint, keepSessionOpen } from './sessions.ts'

const wrongPassword = { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' }

/** Milliseconds without use after which the server ends a session without Remember me; its cookie ends with the browser. */
const unrememberedMs = 7 * 24 * 60 * 60_000

interface RulesParts {
  pool: pg.Pool
  database: Database
  secrets: Secrets
  /** Whether the page is served by TLS, so that its cookies may ask for it. */
  secure: boolean
}

type RequestContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** Tells a known device to wait; the connection is not held meanwhile. */
function tooEarly(seconds: number): APIError {
  const body = { code: 'TOO_EARLY', message: waitMessage(seconds) }
  return new APIError('TOO_MANY_REQUESTS', body, { 'retry-after': String(seconds) })
}

const passwordText = z.string().min(passwordLength.min).max(passwordLength.max)

/**
 * What the sign-in library leaves to us: the lock-out per account, and no session for a disabled or missing record.
 */
export function signInRules({ pool, database, secrets, secure }: RulesParts) {
  /** Whose password the link of a request to `/reset-password` sets. */
  const resetting = new WeakMap<Request, string>()

  function attemptOf(ctx: RequestContext, email: string, password: string): PasswordAttempt {
    const device = deviceOf(ctx, secrets)
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
                const refused = refusal(await recordOf(database, session.userId))
                if (refused) throw APIError.from('FORBIDDEN', refused)
                if (context?.body?.rememberMe !== false) return
                return { data: { ...session, expiresAt: new Date(Date.now() + unrememberedMs) } }
              },
            },
            delete: {
              after: async (session) => forgetSessions(database, session.userId),
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
            // PostgreSQL holds no NUL; asked for one, the library would answer that it is broken.
            const given = [...Object.values(body ?? {}), ...Object.values(query ?? {})].flat()
            if (!given.some((value) => typeof value === 'string' && value.includes('\0'))) return
            throw APIError.from('BAD_REQUEST', {
              code: 'NUL_CHARACTER',
              message: 'A text holds a character that no text can hold.',
            })
          }),
        },
        {
          matcher: ({ path }) => path === '/reset-password',
          handler: createAuthMiddleware(async (ctx) => {
            const given = z.object({ token: z.string(), newPassword: passwordText }).safeParse(ctx.body)
            if (!given.success) return
            // Looked up and left: a refused password does not use up the link.
            const link = await ctx.context.internalAdapter.findVerificationValue(`reset-password:${given.data.token}`)
            if (!link || link.expiresAt < new Date()) return
            const user = await ctx.context.internalAdapter.findUserById(link.value)
            if (user && ctx.request) resetting.set(ctx.request, user.email)
            const problem = await passwordProblemFor(database, link.value, given.data.newPassword)
            if (problem) throw APIError.from('BAD_REQUEST', { code: 'REFUSED_PASSWORD', message: problem })
          }),
        },
        {
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async (ctx) => {
            const given = z.object({ email: z.string(), password: z.string() }).safeParse(ctx.body)
            if (!given.success) return
            // Longer than any password: not worth the work of hashing it.
            if (given.data.password.length > 256) throw APIError.from('UNAUTHORIZED', wrongPassword)
            const admission = await admitAttempt(pool, attemptOf(ctx, given.data.email, given.data.password))
            if (admission.admitted) return
            if (admission.waitSeconds !== null) throw tooEarly(admission.waitSeconds)
            // As slow as a wrong password: an account that is locked must not be told from one that does not exist.
            await hashPassword(given.data.password)
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
            await forgetAttempt(pool, attemptOf(ctx, email, password))
            // A colleague who knows the phone number must not make a device known.
            if ((await passwordSourceOf(database, id)) === 'own') rememberDevice(ctx, email, { secrets, secure })
          }),
        },
        {
          matcher: ({ path }) => path === '/reset-password',
          handler: createAuthMiddleware(async (ctx) => {
            const email = ctx.request && resetting.get(ctx.request)
            // Whoever has the link reads the owner's mails: a way in while guesses from many networks keep new devices out.
            if (email !== undefined && !isAPIError(ctx.context.returned)) rememberDevice(ctx, email, { secrets, secure })
          }),
        },
        {
          matcher: ({ path }) => path === '/oauth2/token',
          handler: createAuthMiddleware(async (ctx) => keepSessionOpen(pool, ctx.context.returned)),
        },
      ],
    },
    endpoints: {
      endSessions: endSessionsEndpoint(),
    },
  } satisfies BetterAuthPlugin
}
