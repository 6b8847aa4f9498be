import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint, createAuthMiddleware, sensitiveSessionMiddleware } from 'better-auth/api'
import { sql } from 'kysely'
import type pg from 'pg'
import { z } from 'zod'
import { passwordLength } from '#shared/signIn.ts'
import { t } from '#shared/texts.ts'
import type { Database } from '../database/connect.ts'
import type { Secrets } from '../secretKeys.ts'
import { admitCodeMessage, codesOfNetwork, countWrongCode, withdrawCodeMessage } from './codeBudget.ts'
import type { CodeRecipient, CodeSender } from './codeSender.ts'
import { requestCode, bindHandedCode, isOpenedWithHandedCode, provesIdentity } from './codes.ts'
import { rememberDevice } from './deviceCookie.ts'
import { addressHeader, requestCounter, tryAgainIn } from './requestCounter.ts'
import { passwordProblemFor } from './newPassword.ts'
import { invalidateSessions } from './openSessions.ts'
import { adminPrefix, phonePrefix } from './passwordPrefixes.ts'
import { hashForSignIn, passwordSourceOf } from './passwords.ts'
import { findAccountRecord } from './accountRecord.ts'

const passwordText = z.string().min(passwordLength.min).max(passwordLength.max)

/** Maximum number of codes typed for one account from one network; further codes are guesses. */
const codeGuessLimit = { window: 15 * 60, max: 10 }

interface FirstPasswordOptions {
  pool: pg.Pool
  database: Database
  secrets: Secrets
  codes: CodeSender
  /** Maximum number of messages with codes that all schools send within an hour. */
  codesPerHour: number
  /** Whether the page is served by TLS, so that its cookies may be restricted to it. */
  secure: boolean
}

/**
 * Endpoints that replace a password that others know by an own one. Signing in with such a password opens nothing else.
 * With the phone number as password, choosing also takes a one-time code.
 */
export function firstPassword({ pool, database, secrets, codes, codesPerHour, secure }: FirstPasswordOptions) {
  const counter = requestCounter(pool)
  /** The password column at the start of a sign-in request. */
  const passwordColumns = new WeakMap<Request, string | undefined>()
  const session = { use: [sensitiveSessionMiddleware] }
  const callerAddress = (headers: Headers | undefined) => headers?.get(addressHeader) ?? ''
  const schoolsOf = async (subject: string) => {
    const record = await findAccountRecord(database, subject)
    return record ? [record.schoolId] : []
  }

  return {
    id: 'shala-first-password',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async ({ body, request }) => {
            const input = z.object({ email: z.string() }).safeParse(body)
            if (request && input.success) passwordColumns.set(request, await readPasswordColumn(pool, input.data.email))
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
            // A sign-in with the phone number, while the owner chose a password, must not get the account.
            if ((await readCommittedPasswordColumn(pool, user.id)) !== passwordColumns.get(request)) {
              await pool.query('delete from session where id = $1', [session.id])
              throw APIError.from('UNAUTHORIZED', { code: 'PASSWORD_CHANGED', message: t`Please sign in again.` })
            }
            const { password } = z.object({ password: z.string() }).parse(body)
            await bindHandedCode(database.kysely, secrets, { subject: user.id, session: session.id, text: password })
          }),
        },
      ],
    },
    endpoints: {
      /** Returns what a person without an own password must do: whether a code is needed, and where one can be sent. */
      firstPassword: createAuthEndpoint('/first-password', { method: 'POST', body: z.object({}), ...session }, async (ctx) => {
        const { session, user } = ctx.context.session
        const record = await findAccountRecord(database, user.id)
        const source = await passwordSourceOf(database, user.id)
        const codeNeeded = source === 'phone' && !(await isOpenedWithHandedCode(database.kysely, user.id, session.id))
        const way = codeNeeded && record ? await codes.destinationOf({ ...record, subject: user.id }) : null
        return ctx.json({ password: source ?? 'own', codeNeeded, way })
      }),

      /** Sends a code to the phone or e-mail of the record, at most one a minute. */
      sendCode: createAuthEndpoint('/send-code', { method: 'POST', body: z.object({}), ...session }, async (ctx) => {
        const { session, user } = ctx.context.session
        const record = await findAccountRecord(database, user.id)
        if (!record || (await passwordSourceOf(database, user.id)) !== 'phone') throw ownPasswordError()
        const recipient: CodeRecipient = { ...record, subject: user.id }
        const way = await codes.destinationOf(recipient)
        if (!way)
          throw APIError.from('CONFLICT', {
            code: 'NO_WAY',
            message: t`No code can be sent to you. Please ask your school’s office for one.`,
          })
        const address = callerAddress(ctx.headers)
        const wait = await counter.consumeByNetwork('code', address, codesOfNetwork)
        if (wait !== null) throw tooManyError(`${t`Too many codes were asked for from your network.`} ${tryAgainIn(wait)}`)
        const takeBack = () => counter.takeBackByNetwork('code', address, codesOfNetwork)
        // Asked first: a request invalidates the code that was sent before.
        const pause = await admitCodeMessage(database, record.schoolId, codesPerHour)
        if (pause !== null) {
          await takeBack()
          throw tooManyError(`${t`Too many codes were asked for, and no more are sent at this moment.`} ${tryAgainIn(pause)}`)
        }
        const seconds = await requestCode(database.kysely, user.id, session.id)
        if (seconds > 0) {
          await withdrawCodeMessage(database.kysely, record.schoolId)
          await takeBack()
        }
        if (seconds > 3600) throw tooManyError(t`Too many codes were asked for today. Please ask your school’s office for one.`)
        if (seconds > 0) throw tooManyError(t`A code was just sent. You can ask for another in ${seconds} seconds.`)
        await codes.send(recipient, session.id)
        return ctx.json(way)
      }),

      /**
       * Replaces the phone number or an admin's password by an own password. Does not ask for the present password,
       * which the person has just typed and others know anyway.
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
          if (source !== 'phone' && source !== 'admin') throw ownPasswordError()
          if (source === 'phone') {
            if (code !== '') {
              const wait = await counter.consumeByNetwork(`typed ${user.id}`, callerAddress(ctx.headers), codeGuessLimit)
              if (wait !== null)
                throw tooManyError(t`Too many wrong codes. Please wait 15 minutes, or ask your school’s office for a code.`)
            }
            if (!(await provesIdentity(database.kysely, secrets, { subject: user.id, session: session.id, code }))) {
              if (code !== '') await countWrongCode(database.kysely, await schoolsOf(user.id))
              throw APIError.from('FORBIDDEN', {
                code: code === '' ? 'CODE_NEEDED' : 'WRONG_CODE',
                message: code === '' ? t`Type the one-time code.` : t`This code is wrong, or it is too old. Ask for another.`,
              })
            }
          }
          if (
            !(await replaceKnownPassword(database, {
              subject: user.id,
              session: session.id,
              hash: await hashForSignIn(newPassword),
            }))
          )
            throw ownPasswordError()
          invalidateSessions(database, user.id)
          rememberDevice(ctx, user.email, { secrets, secure })
          return ctx.json({ status: true })
        },
      ),
    },
  } satisfies BetterAuthPlugin
}

function ownPasswordError(): APIError {
  return APIError.from('FORBIDDEN', { code: 'OWN_PASSWORD', message: t`You have chosen a password of your own already.` })
}

function tooManyError(message: string): APIError {
  return APIError.from('TOO_MANY_REQUESTS', { code: 'TOO_MANY', message })
}

async function readPasswordColumn(pool: pg.Pool, email: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ password: string }>(
    `select password from account where "providerId" = 'credential' and "userId" = (select id from "user" where email = $1)`,
    [email.toLowerCase()],
  )
  return rows[0]?.password
}

/** Reads the password column; waits for a concurrent write of it. */
async function readCommittedPasswordColumn(pool: pg.Pool, subject: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ password: string }>(
    `select password from account where "providerId" = 'credential' and "userId" = $1 for share`,
    [subject],
  )
  return rows[0]?.password
}

/**
 * Stores an own password unless there is one already. Ends every other session, because somebody else may have signed
 * in with the known password. The remaining session gets new tokens. Deletes the account's codes.
 */
function replaceKnownPassword(
  database: Database,
  replacement: { subject: string; session: string; hash: string },
): Promise<boolean> {
  const { subject, session, hash } = replacement
  return database.kysely.transaction().execute(async (tx) => {
    // The account is locked first: a concurrent sign-in waits for it, see `readCommittedPasswordColumn`.
    const { numAffectedRows } = await sql`
      update auth.account set password = ${hash}, "updatedAt" = now()
      where "userId" = ${subject} and "providerId" = 'credential'
        and (starts_with(password, ${phonePrefix}) or starts_with(password, ${adminPrefix}))
    `.execute(tx)
    if (numAffectedRows !== 1n) return false
    await sql`delete from auth."oauthAccessToken" where "userId" = ${subject}`.execute(tx)
    await sql`delete from auth."oauthRefreshToken" where "userId" = ${subject}`.execute(tx)
    await sql`delete from auth.session where "userId" = ${subject} and id <> ${session}`.execute(tx)
    await sql`delete from auth.one_time_codes where user_id = ${subject}`.execute(tx)
    return true
  })
}
