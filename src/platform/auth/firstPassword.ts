import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint, createAuthMiddleware, sensitiveSessionMiddleware } from 'better-auth/api'
import { hashPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { z } from 'zod'
import { passwordLength } from '#shared/signIn.ts'
import type { Database } from '../database/connect.ts'
import { networkOf } from '../http/network.ts'
import type { Secrets } from '../secretKeys.ts'
import type { CodeRecipient, CodeSender } from './codeSender.ts'
import { askForCode, bindHandedCode, hasHandedCode, provesIdentity } from './codes.ts'
import { rememberDevice } from './deviceCookie.ts'
import { addressHeader, requestCounter } from './limits.ts'
import { passwordProblemFor } from './newPassword.ts'
import { forgetSessions } from './openSessions.ts'
import { adminMark, phoneMark } from './passwordMarks.ts'
import { passwordSourceOf } from './passwords.ts'
import { recordOf } from './record.ts'

const passwordText = z.string().min(passwordLength.min).max(passwordLength.max)

/** Codes typed for one account from one network address: more are guesses. */
const typedCodes = { window: 15 * 60, max: 10 }

/** Codes asked for from one network address: a school's families sit at home. */
const askedCodes = { window: 60 * 60, max: 60 }

interface Parts {
  pool: pg.Pool
  database: Database
  secrets: Secrets
  codes: CodeSender
  /** Whether the page is served by TLS, so that its cookies may ask for it. */
  secure: boolean
}

/**
 * The way from a password that others know to one of the person's own. Signing in with such a password opens nothing but these
 * endpoints; with the phone number, choosing takes a one-time code as well.
 */
export function firstPassword({ pool, database, secrets, codes, secure }: Parts) {
  const counter = requestCounter(pool)
  /** The password column as it was when a request to sign in began. */
  const columns = new WeakMap<Request, string | undefined>()
  const session = { use: [sensitiveSessionMiddleware] }
  const networkAsking = (headers: Headers | undefined) => networkOf(headers?.get(addressHeader) ?? '')

  return {
    id: 'shala-first-password',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async ({ body, request }) => {
            const given = z.object({ email: z.string() }).safeParse(body)
            if (request && given.success) columns.set(request, await passwordColumn(pool, given.data.email))
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async ({ context, body, request }) => {
            const { newSession } = context
            if (!newSession || !request) return
            const { session, user } = newSession
            // Who was signing in with the phone number while its owner chose a password must not end up with that account.
            if ((await lockedPasswordColumn(pool, user.id)) !== columns.get(request)) {
              await pool.query('delete from session where id = $1', [session.id])
              throw APIError.from('UNAUTHORIZED', { code: 'PASSWORD_CHANGED', message: 'Please sign in again.' })
            }
            const { password } = z.object({ password: z.string() }).parse(body)
            await bindHandedCode(database.kysely, secrets, { subject: user.id, session: session.id, text: password })
          }),
        },
      ],
    },
    endpoints: {
      /** What a person without a password of their own has to do: whether a code is needed, and where one can be sent. */
      firstPassword: createAuthEndpoint('/first-password', { method: 'POST', body: z.object({}), ...session }, async (ctx) => {
        const { session, user } = ctx.context.session
        const record = await recordOf(database, user.id)
        const source = await passwordSourceOf(database, user.id)
        const codeNeeded = source === 'phone' && !(await hasHandedCode(database.kysely, user.id, session.id))
        const way = codeNeeded && record ? await codes.wayTo({ ...record, subject: user.id }) : null
        return ctx.json({ password: source ?? 'own', codeNeeded, way })
      }),

      /** Sends a code to the phone or e-mail of the record, at most one a minute. */
      sendCode: createAuthEndpoint('/send-code', { method: 'POST', body: z.object({}), ...session }, async (ctx) => {
        const { session, user } = ctx.context.session
        const record = await recordOf(database, user.id)
        if (!record || (await passwordSourceOf(database, user.id)) !== 'phone') throw hasOwnPassword()
        const recipient: CodeRecipient = { ...record, subject: user.id }
        const way = await codes.wayTo(recipient)
        if (!way)
          throw APIError.from('CONFLICT', {
            code: 'NO_WAY',
            message: 'No code can be sent to you. Please ask your school’s office for one.',
          })
        const { allowed } = await counter.consume(`code ${networkAsking(ctx.headers)}`, askedCodes)
        if (!allowed) throw tooMany('Too many codes were asked for from here. Please try again in an hour.')
        const seconds = await askForCode(database.kysely, user.id, session.id)
        if (seconds > 3600) throw tooMany('Too many codes were asked for today. Please ask your school’s office for one.')
        if (seconds > 0) throw tooMany(`A code was just sent. You can ask for another in ${seconds} seconds.`)
        await codes.send(recipient, session.id)
        return ctx.json(way)
      }),

      /**
       * Puts a password of the person's own in place of the phone number or of one that an admin set. It does not ask for the present
       * password, which the person has just typed and others know anyway.
       */
      choosePassword: createAuthEndpoint(
        '/choose-password',
        {
          method: 'POST',
          body: z.object({ newPassword: passwordText, code: z.string().max(40).default('') }),
          ...session,
        },
        async (ctx) => {
          const { session, user } = ctx.context.session
          const { newPassword, code } = ctx.body
          const problem = await passwordProblemFor(database, user.id, newPassword)
          if (problem) throw APIError.from('BAD_REQUEST', { code: 'REFUSED_PASSWORD', message: problem })
          const source = await passwordSourceOf(database, user.id)
          if (source !== 'phone' && source !== 'admin') throw hasOwnPassword()
          if (source === 'phone') {
            if (code !== '') {
              const { allowed } = await counter.consume(`typed ${user.id} ${networkAsking(ctx.headers)}`, typedCodes)
              if (!allowed) throw tooMany('Too many wrong codes. Please wait 15 minutes, or ask your school’s office for a code.')
            }
            if (!(await provesIdentity(database.kysely, secrets, { subject: user.id, session: session.id, code })))
              throw APIError.from('FORBIDDEN', {
                code: code === '' ? 'CODE_NEEDED' : 'WRONG_CODE',
                message: code === '' ? 'Type the one-time code.' : 'This code is wrong, or it is too old. Ask for another.',
              })
          }
          if (
            !(await replaceKnownPassword(database, {
              subject: user.id,
              session: session.id,
              hash: await hashPassword(newPassword),
            }))
          )
            throw hasOwnPassword()
          forgetSessions(database, user.id)
          rememberDevice(ctx, user.email, { secrets, secure })
          return ctx.json({ status: true })
        },
      ),
    },
  } satisfies BetterAuthPlugin
}

function hasOwnPassword(): APIError {
  return APIError.from('FORBIDDEN', { code: 'OWN_PASSWORD', message: 'You have chosen a password of your own already.' })
}

function tooMany(message: string): APIError {
  return APIError.from('TOO_MANY_REQUESTS', { code: 'TOO_MANY', message })
}

async function passwordColumn(pool: pg.Pool, email: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ password: string }>(
    `select password from account where "providerId" = 'credential' and "userId" = (select id from "user" where email = $1)`,
    [email.toLowerCase()],
  )
  return rows[0]?.password
}

/** The password column of now: what is being written is waited for. */
async function lockedPasswordColumn(pool: pg.Pool, subject: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ password: string }>(
    `select password from account where "providerId" = 'credential' and "userId" = $1 for share`,
    [subject],
  )
  return rows[0]?.password
}

/**
 * Stores a person's own password unless there is one already, and ends every session but one: whoever signed in elsewhere
 * with the known password is out. The one that stays gets new tokens. The codes of the account have done their work.
 */
function replaceKnownPassword(database: Database, given: { subject: string; session: string; hash: string }): Promise<boolean> {
  const { subject, session, hash } = given
  return database.kysely.transaction().execute(async (tx) => {
    // The account first: a sign-in that comes at the same time waits for it, see `lockedPasswordColumn`.
    const { numAffectedRows } = await sql`
      update auth.account set password = ${hash}, "updatedAt" = now()
      where "userId" = ${subject} and "providerId" = 'credential'
        and (starts_with(password, ${phoneMark}) or starts_with(password, ${adminMark}))
    `.execute(tx)
    if (numAffectedRows !== 1n) return false
    await sql`delete from auth."oauthAccessToken" where "userId" = ${subject}`.execute(tx)
    await sql`delete from auth."oauthRefreshToken" where "userId" = ${subject}`.execute(tx)
    await sql`delete from auth.session where "userId" = ${subject} and id <> ${session}`.execute(tx)
    await sql`delete from auth.one_time_codes where user_id = ${subject}`.execute(tx)
    return true
  })
}
