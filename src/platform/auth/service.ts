import { oauthProvider } from '@better-auth/oauth-provider'
import { betterAuth } from 'better-auth'
import { isAPIError } from 'better-auth/api'
import { hashPassword } from 'better-auth/crypto'
import { jwt } from 'better-auth/plugins'
import type { JSONWebKeySet } from 'jose'
import pg from 'pg'
import { passwordLength, signIn } from '#shared/signIn.ts'
import type { Database } from '../database/connect.ts'
import { ResilientClient } from '../database/resilientClient.ts'
import type { SendMail } from '../mail/mail.ts'
import type { Secrets } from '../secretKeys.ts'
import { grantedClaims } from './claims.ts'
import { registerClient } from './client.ts'
import type { CodeSender } from './codeSender.ts'
import { firstPassword } from './firstPassword.ts'
import { addressHeader, requestCounter, resetMails, sweep } from './limits.ts'
import { resetMail } from './mails.ts'
import { forgetAttempts } from './passwordAttempts.ts'
import { passwordCheck } from './passwords.ts'
import { librarySecrets } from './librarySecrets.ts'
import { recordOf } from './record.ts'
import { signInRules } from './rules.ts'

/** What the sign-in service needs from the rest of the server. */
export interface ServiceParts {
  /** The address people type; the issuer is `${appUrl}/auth`. */
  appUrl: string
  secrets: Secrets
  /** The connection of the unprivileged role. */
  databaseUrl: string
  /** How many connections of its own it may have. */
  connections: number
  database: Database
  sendMail: SendMail
  codes: CodeSender
  /** What went wrong behind an answer; holds no name, e-mail or token. */
  report: (message: string, error?: unknown) => void
}

/** The running sign-in service. */
export interface SignInService {
  handle: (request: Request) => Promise<Response>
  /** The public keys access tokens are signed with. */
  keys: () => Promise<JSONWebKeySet>
  close: () => Promise<void>
}

const days = 24 * 60 * 60
const sweepEvery = 10 * 60_000

/** Starts the sign-in service: an OpenID provider with one client, our own pages. */
export async function startService(parts: ServiceParts): Promise<SignInService> {
  const { database, report } = parts
  // A pool of its own: a sign-in that holds one connection reads records through the other pool and can never wait for itself.
  const pool = new pg.Pool({
    connectionString: parts.databaseUrl,
    max: parts.connections,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    options: '-c search_path=auth -c statement_timeout=15000 -c idle_in_transaction_session_timeout=30000',
    application_name: 'shala sign-in',
    Client: ResilientClient as unknown as typeof pg.Client,
  } as pg.PoolConfig)
  let closing = false
  pool.on('error', (error) => {
    if (!closing) report('A connection of the sign-in service broke.', error)
  })

  const pending = new Set<Promise<unknown>>()
  const inBackground = (task: Promise<unknown>) => {
    const settled = task
      .catch((error: unknown) => report('A task of the sign-in service failed.', error))
      .finally(() => pending.delete(settled))
    pending.add(settled)
  }

  const auth = betterAuth(options(parts, pool, inBackground))
  await auth.$context
  await registerClient(pool, parts.appUrl)
  const sweeping = setInterval(() => inBackground(sweep(pool)), sweepEvery).unref()

  return {
    handle: auth.handler,
    keys: () => auth.api.getJwks(),
    close: async () => {
      closing = true
      clearInterval(sweeping)
      await Promise.all(pending)
      await pool.end()
    },
  }

  function options(parts: ServiceParts, pool: pg.Pool, inBackground: (task: Promise<unknown>) => void) {
    const { origin, protocol } = new URL(parts.appUrl)
    const secure = protocol === 'https:'
    return {
      baseURL: parts.appUrl,
      basePath: '/auth',
      ...librarySecrets(parts.secrets),
      trustedOrigins: [origin],
      disabledPaths: ['/token', '/sign-up/email'],
      database: pool,
      telemetry: { enabled: false },
      onAPIError: {
        errorURL: `${parts.appUrl}/`,
        // A refusal is an answer like another; the library would print it on the console.
        onError: (error: unknown) => {
          if (!isAPIError(error) || error.statusCode >= 500) report('The sign-in service failed.', error)
        },
      },
      logger: {
        level: 'error' as const,
        log: (_level: string, message: string, ...rest: unknown[]) => {
          // It names the address of another site as an error; the caller was refused, and could fill the log with it.
          if (/^Invalid \w+: /.test(message)) return
          report(
            message,
            rest.find((part) => part instanceof Error),
          )
        },
      },
      advanced: {
        cookiePrefix: 'shala',
        // Said here, because the library leaves both checks out when the environment looks like a test.
        disableOriginCheck: false,
        disableCSRFCheck: false,
        database: { generateId: 'uuid' as const },
        // The library drops the socket's address; without one every caller would share one limit.
        ipAddress: { ipAddressHeaders: [addressHeader] },
        // Not awaited, so that an answer takes as long whether or not there is somebody to write to.
        backgroundTasks: { handler: inBackground },
      },
      session: { expiresIn: 30 * days },
      verification: { storeIdentifier: 'hashed' as const },
      // Requests are counted before they come here (`register.ts`): the library knows no devices.
      rateLimit: { enabled: false },
      emailAndPassword: {
        enabled: true,
        disableSignUp: true,
        minPasswordLength: passwordLength.min,
        maxPasswordLength: passwordLength.max,
        password: { hash: hashPassword, verify: passwordCheck(database, parts.secrets) },
        resetPasswordTokenExpiresIn: 60 * 60,
        revokeSessionsOnPasswordReset: true,
        sendResetPassword: ({ user, token }: { user: { id: string; email: string }; token: string }) => sendReset(user, token),
        onPasswordReset: async ({ user }: { user: { id: string } }) => {
          // The library ends the sessions and nothing else.
          await pool.query('delete from "oauthAccessToken" where "userId" = $1', [user.id])
          await pool.query('delete from "oauthRefreshToken" where "userId" = $1', [user.id])
          await pool.query('delete from verification where value = $1', [user.id])
          await pool.query('delete from one_time_codes where user_id = $1', [user.id])
          await forgetAttempts(database.kysely, user.id)
        },
      },
      plugins: [
        signInRules({ pool, database, secrets: parts.secrets, secure }),
        firstPassword({ pool, database, secrets: parts.secrets, codes: parts.codes, secure }),
        jwt({ disableSettingJwtHeader: true, jwks: { keyPairConfig: { alg: 'ES256' as const } } }),
        oauthProvider({
          loginPage: '/',
          consentPage: '/',
          scopes: signIn.scope.split(' '),
          resources: [signIn.resource],
          enforcePerClientResources: false,
          grantTypes: ['authorization_code', 'refresh_token'],
          accessTokenExpiresIn: 600,
          refreshTokenExpiresIn: 30 * days,
          codeExpiresIn: 60,
          // A retry after a lost answer gets the same reply; after that a used refresh token is taken as stolen.
          refreshTokenReuseInterval: 20,
          // By default every signed-in person may register clients.
          clientPrivileges: async () => false,
          resourcePrivileges: async () => false,
          customAccessTokenClaims: ({ user }) => grantedClaims(database, user?.id),
          customIdTokenClaims: ({ user }) => grantedClaims(database, user.id),
        }),
      ],
    }
  }

  async function sendReset(user: { id: string; email: string }, token: string): Promise<void> {
    const record = await recordOf(database, user.id)
    if (!record || record.disabled) return
    const counter = requestCounter(pool)
    const key = `reset mails to ${user.id}`
    if (!(await counter.consume(key, resetMails)).allowed) return
    const link = `${parts.appUrl}/reset-password?token=${encodeURIComponent(token)}`
    try {
      await parts.sendMail(resetMail({ to: user.email, name: record.name, link }))
    } catch (error) {
      // A mail that did not leave is none of the three.
      await counter.take(key, resetMails.window, -1)
      throw error
    }
  }
}
