import { randomBytes } from 'node:crypto'
import { parseCookies } from 'better-auth/cookies'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { phoneField } from '#shared/phones.schema.ts'
import { t } from '#shared/texts.ts'
import { codesOfNetwork, countWrongCode, secondsWithoutCodes } from '../auth/codeBudget.ts'
import { type Limit, requestCounter, tryAgainIn } from '../auth/requestCounter.ts'
import { parseInput } from '../command.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/connect.ts'
import { asRefusal } from '../database/failures.ts'
import { dataHeaders } from '../http/headers.ts'
import { auditGuardianSignIn } from './auditSignIn.ts'
import { httpStatus, Refusal } from '../refusal.ts'
import {
  deleteOldGuardianCodes,
  guardianCode,
  isLongCodeNeeded,
  phoneKey,
  redeemGuardianCode,
  requestGuardianCode,
} from './codes.ts'
import {
  deleteOldGuardianSessions,
  endGuardianSessions,
  guardianCookie,
  guardianSessionDays,
  guardianTokenOf,
  guardianSessionOf,
  openGuardianSession,
  renewProof,
  schoolsOfPhone,
} from './sessions.ts'

/** Sends a code to a phone by a channel of one of its schools. Does nothing where no school can. */
export type SendGuardianCode = (phone: string, schoolIds: readonly number[]) => Promise<void>

interface Dependencies {
  config: Config
  database: Database
  sendCode: SendGuardianCode
  log: { error(fields: { err: unknown }, message: string): void }
}

/**
 * Limits of one network besides `codesOfNetwork`. A mobile provider puts the phones of a school's families behind one
 * address, and on the evening of results they come within an hour. What all networks add up to is bounded by the budget
 * of `codeBudget.ts`.
 */
const networkLimits = {
  /** Also those that come too early, for which nothing is sent. */
  requestsPerMinute: { window: 60, max: 300 },
  /** Wrong codes. Long ones have forty bits: this many guesses for two hours find one in a million years. */
  guessesPerMinute: { window: 60, max: 60 },
}

/** The cookie of a device that has asked for a code; its secret is all that it holds. */
const askedCookie = 'shala.asked'
/** Seconds for which the cookie stays: the requests of a day are compared by it. */
const askedCookieSeconds = 7 * 86_400

/** Without a phone, that of the guardian who is signed in: the device does not know it whole. */
const codeRequest = z.object({ phone: phoneField.optional() })
const signInRequest = z.object({
  phone: phoneField.optional(),
  code: z
    .string()
    .trim()
    .min(1, { error: () => t`Type the code.` })
    .max(40),
})
const signOutRequest = z.object({ everywhere: z.boolean().default(false) })

const sweepEveryMs = 10 * 60_000

/** Returns the secret in the cookie of a device that has asked for a code; null without one. */
function askingDevice(request: FastifyRequest): string | null {
  const value = parseCookies(request.headers.cookie ?? '').get(askedCookie)
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : null
}

/** A refusal that says when to try again. */
function tooMuch(reason: string, seconds: number): Refusal {
  return new Refusal('RATE_LIMITED', `${reason} ${tryAgainIn(seconds)}`)
}

/** Registers the routes by which guardians sign in and out. They are the only ones that read or set the cookie. */
export async function registerGuardians(app: FastifyInstance, { config, database, sendCode, log }: Dependencies): Promise<void> {
  const db = database.kysely
  const counter = requestCounter(database.pool)
  const headers = { ...dataHeaders(config), 'cache-control': 'no-store' }
  const cookieOf = (value: string, seconds: number) => setCookie(guardianCookie, value, '/', seconds)
  const setCookie = (name: string, value: string, path: string, seconds: number) =>
    `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${config.appUrl.startsWith('https:') ? '; Secure' : ''}`
  const inBackground = (work: Promise<void>, what: string) => work.catch((err: unknown) => log.error({ err }, what))
  const count = async (name: string, { ip }: FastifyRequest, limit: Limit) => {
    const seconds = await counter.consumeByNetwork(name, ip, limit)
    if (seconds !== null) throw tooMuch(t`That is a lot at once from your network.`, seconds)
  }
  const sweeping = setInterval(() => {
    void inBackground(deleteOldGuardianCodes(db), 'Old codes of guardians were not deleted')
    void inBackground(deleteOldGuardianSessions(db), 'Old sessions of guardians were not deleted')
  }, sweepEveryMs).unref()
  app.addHook('onClose', async () => clearInterval(sweeping))

  async function sendTo(phone: string): Promise<void> {
    const schoolIds = await schoolsOfPhone(database, phone)
    if (schoolIds.length > 0) await sendCode(phone, schoolIds)
  }

  /** @throws Refusal SIGNED_OUT when nobody is signed in */
  async function signedInPhone(request: FastifyRequest): Promise<string> {
    const token = guardianTokenOf(request.headers.cookie)
    const session = token === null ? null : await guardianSessionOf(db, token)
    if (!session) throw new Refusal('SIGNED_OUT', t`Please sign in with your phone.`)
    return session.phone
  }

  const countWrong = async (phone: string) => countWrongCode(db, await schoolsOfPhone(database, phone))

  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => {
      const refusal = asRefusal(error)
      if (!(refusal instanceof Refusal)) throw error
      request.graphql = { code: refusal.code }
      const { code, message, problems } = refusal
      return reply.code(httpStatus[code]).headers(headers).send({ code, message, problems })
    })
    /** The answer is the same for every phone, and does not wait for what follows. */
    scope.post('/family/code', { helmet: false }, async (request, reply) => {
      const input = parseInput(codeRequest, request.body)
      const phone = input.phone ?? (await signedInPhone(request))
      await count('family-ask', request, networkLimits.requestsPerMinute)
      const pause = await secondsWithoutCodes(db, config.codesPerHour)
      if (pause !== null) throw tooMuch(t`Too many codes were asked for, and no more are sent at this moment.`, pause)
      await count('family-code', request, codesOfNetwork)
      const key = phoneKey(config.secrets, phone)
      const device = askingDevice(request) ?? randomBytes(32).toString('base64url')
      const waitSeconds = await requestGuardianCode(db, key, device)
      // Nothing is sent for a request that comes too early.
      if (waitSeconds > 0) await counter.takeBackByNetwork('family-code', request.ip, codesOfNetwork)
      else setImmediate(() => void inBackground(sendTo(phone), 'A code was not sent to a guardian'))
      reply.header('set-cookie', setCookie(askedCookie, device, '/family', askedCookieSeconds))
      return send(reply, { waitSeconds, minutes: guardianCode.minutes, letters: await isLongCodeNeeded(db, key) })
    })

    scope.post('/family/sign-in', { helmet: false }, async (request, reply) => {
      const { code, ...input } = parseInput(signInRequest, request.body)
      const phone = input.phone ?? (await signedInPhone(request))
      await count('family-guess', request, networkLimits.guessesPerMinute)
      const isRight = await redeemGuardianCode(db, config.secrets, { phone, code, device: askingDevice(request) })
      // On the evening of results more than that sign in within a minute.
      if (isRight) await counter.takeBackByNetwork('family-guess', request.ip, networkLimits.guessesPerMinute)
      const schoolIds = isRight ? await schoolsOfPhone(database, phone) : []
      if (schoolIds.length === 0) {
        // Behind the answer, which must take as long for an unknown phone.
        setImmediate(() => void inBackground(countWrong(phone), 'A wrong code was not counted'))
        const message = t`This code is wrong or too old, or another device asked for it. Type the newest one, or ask for another.`
        throw new Refusal('FORBIDDEN', message, [{ path: 'code', message }])
      }
      const known = guardianTokenOf(request.headers.cookie)
      // A device that proves its phone anew keeps its session, and with it its notifications.
      const token =
        known !== null && (await renewProof(db, known, phone))
          ? known
          : await openGuardianSession(db, phone, request.headers['user-agent'] ?? '')
      const entry = { phone, schoolIds, requestId: request.id }
      setImmediate(() => void inBackground(auditGuardianSignIn(database, entry), 'A sign-in of a guardian was not recorded'))
      reply.header('set-cookie', cookieOf(token, guardianSessionDays * 86_400))
      return send(reply, { signedIn: true })
    })

    scope.post('/family/sign-out', { helmet: false }, async (request, reply) => {
      const { everywhere } = parseInput(signOutRequest, request.body)
      const token = guardianTokenOf(request.headers.cookie)
      if (token !== null) await endGuardianSessions(db, token, everywhere)
      reply.header('set-cookie', cookieOf('', 0))
      return send(reply, { signedIn: false })
    })
  })

  function send(reply: FastifyReply, body: object): FastifyReply {
    return reply.headers(headers).send(body)
  }
}
