import { oauthProvider } from '@better-auth/oauth-provider'
import { betterAuth } from 'better-auth'
import { isAPIError } from 'better-auth/api'
import { jwt } from 'better-auth/plugins'
import type { JSONWebKeySet } from 'jose'
import pg from 'pg'
import { passwordLength, signIn } from '#shared/signIn.ts'
import type { Database } from '../database/connect.ts'
import { ResilientClient } from '../database/resilientClient.ts'
import type { SendMail } from '../mail/mail.ts'
import { sendAgain } from '../mail/sendAgain.ts'
import type { Secrets } from '../secretKeys.ts'
import { requireClaims } from './claims.ts'
import { registerClient } from './registerClient.ts'
import type { CodeSender } from './codeSender.ts'
import { firstPassword } from './firstPassword.ts'
import { deleteExpired } from './deleteExpired.ts'
import { addressHeader, requestCounter, resetMails } from './requestCounter.ts'
import { resetMail } from './resetMail.ts'
import { clearAttempts } from './passwordAttempts.ts'
import { createPasswordVerifier, hashForSignIn } from './passwords.ts'
import { librarySecrets } from './librarySecrets.ts'
import { findAccountRecord } from './accountRecord.ts'
import { signInRules } from './signInRules.ts'
import { connectionTimeoutMillis } from '#platform/database/connectionTimeout.ts'

/** The parts of the server that the sign-in service needs. */
export interface SignInServiceOptions {
  /** The address people type; the issuer is `${appUrl}/auth`. */
  appUrl: string
  secrets: Secrets
  /** The database URL of the unprivileged role. */
  databaseUrl: string
  /** Maximum number of the service's own connections. */
  connections: number
  database: Database
  sendMail: SendMail
  codes: CodeSender
  /** Maximum number of messages with codes that all schools send within an hour. */
  codesPerHour: number
  /** Logs an error of a background task; the message contains no name, e-mail or token. */
  report: (message: string, error?: unknown) => void
}

/** The running sign-in service. */
export interface SignInService {
  handle: (request: Request) => Promise<Response>
  /** Returns the public keys of access tokens. */
  keys: () => Promise<JSONWebKeySet>
  close: () => Promise<void>
}

const days = 24 * 60 * 60
const deleteExpiredEveryMs = 10 * 60_000

/** Starts the sign-in service: an OpenID provider with one client, our own pages. */
export async function startSignInService(parts: SignInServiceOptions): Promise<SignInService> {
  const { database, report } = parts
  // Its own pool: a sign-in that holds a connection reads records through the other pool, and so never waits for
  // itself.
  const pool = new pg.Pool({
    connectionString: parts.databaseUrl,
    max: parts.connections,
    connectionTimeoutMillis,
    idleTimeoutMillis: 30_000,
    options: '-c search_path=auth -c statement_timeout=15000 -c idle_in_transaction_session_timeout=30000',
    application_name: 'shala sign-in',
    Client: ResilientClient as unknown as typeof pg.Client,
  } as pg.PoolConfig)
  let closing = false
  const ending = new AbortController()
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
  const sweeping = setInterval(() => inBackground(deleteExpired(pool)), deleteExpiredEveryMs).unref()

  return {
    handle: auth.handler,
    keys: () => auth.api.getJwks(),
    close: async () => {
      closing = true
      ending.abort()
      clearInterval(sweeping)
      await Promise.all(pending)
      await pool.end()
    },
  }

  function options(parts: SignInServiceOptions, pool: pg.Pool, inBackground: (task: Promise<unknown>) => void) {
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
        // A refusal is a normal answer, which the library would print on the console; so is 503 while many hashes wait.
        onError: (error: unknown) => {
          if (!isAPIError(error) || (error.statusCode >= 500 && error.statusCode !== 503))
            report('The sign-in service failed.', error)
        },
      },
      logger: {
        level: 'error' as const,
        log: (_level: string, message: string, ...rest: unknown[]) => {
          // The library logs the address of another site as an error. The caller was refused, and could fill the log
          // with it.
          if (/^Invalid \w+: /.test(message)) return
          report(
            message,
            rest.find((part) => part instanceof Error),
          )
        },
      },
      advanced: {
        cookiePrefix: 'shala',
        // Set explicitly, because the library skips both checks when the environment looks like a test.
        disableOriginCheck: false,
        disableCSRFCheck: false,
        database: { generateId: 'uuid' as const },
        // The library drops the socket's address; without one all callers would share one limit.
        ipAddress: { ipAddressHeaders: [addressHeader] },
        // Not awaited, so that the answer takes the same time whether or not the account exists.
        backgroundTasks: { handler: inBackground },
      },
      session: { expiresIn: 30 * days },
      verification: { storeIdentifier: 'hashed' as const },
      // Requests are counted before they reach the library (`registerAuth.ts`), because it knows no devices.
      rateLimit: { enabled: false },
      emailAndPassword: {
        enabled: true,
        disableSignUp: true,
        minPasswordLength: passwordLength.min,
        maxPasswordLength: passwordLength.max,
        password: { hash: hashForSignIn, verify: createPasswordVerifier(database, parts.secrets) },
        resetPasswordTokenExpiresIn: 60 * 60,
        revokeSessionsOnPasswordReset: true,
        sendResetPassword: ({ user, token }: { user: { id: string; email: string }; token: string }) =>
          sendResetMail(user, token),
        onPasswordReset: async ({ user }: { user: { id: string } }) => {
          // The library ends the sessions and nothing else.
          await pool.query('delete from "oauthAccessToken" where "userId" = $1', [user.id])
          await pool.query('delete from "oauthRefreshToken" where "userId" = $1', [user.id])
          await pool.query('delete from verification where value = $1', [user.id])
          await pool.query('delete from one_time_codes where user_id = $1', [user.id])
          await clearAttempts(database.kysely, user.id)
        },
      },
      plugins: [
        signInRules({ pool, database, secrets: parts.secrets, secure, inBackground }),
        firstPassword({
          pool,
          database,
          secrets: parts.secrets,
          codes: parts.codes,
          codesPerHour: parts.codesPerHour,
          secure,
        }),
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
          // A retry after a lost answer gets the same reply. After that, reuse of a refresh token counts as theft.
          refreshTokenReuseInterval: 20,
          // By default every signed-in person may register clients.
          clientPrivileges: async () => false,
          resourcePrivileges: async () => false,
          customAccessTokenClaims: ({ user }) => requireClaims(database, user?.id),
          customIdTokenClaims: ({ user }) => requireClaims(database, user.id),
        }),
      ],
    }
  }

  async function sendResetMail(user: { id: string; email: string }, token: string): Promise<void> {
    const record = await findAccountRecord(database, user.id)
    if (!record || record.disabled) return
    const counter = requestCounter(pool)
    const key = `reset mails to ${user.id}`
    if (!(await counter.consume(key, resetMails)).allowed) return
    const link = `${parts.appUrl}/reset-password?token=${encodeURIComponent(token)}`
    try {
      await sendAgain(parts.sendMail, resetMail({ to: user.email, name: record.name, link }), ending.signal)
    } catch (error) {
      // A mail that was not sent does not count.
      await counter.add(key, resetMails.window, -1)
      throw error
    }
  }
}
