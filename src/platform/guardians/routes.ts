import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { phoneField } from '#shared/phones.ts'
import { t } from '#shared/texts.ts'
import { requestCounter } from '../auth/requestCounter.ts'
import { parseInput } from '../command.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/connect.ts'
import { asRefusal } from '../database/failures.ts'
import { dataHeaders } from '../http/headers.ts'
import { networkOf } from '../http/network.ts'
import { httpStatus, Refusal } from '../refusal.ts'
import { deleteOldGuardianCodes, guardianCode, isGuessedAt, phoneKey, redeemGuardianCode, requestGuardianCode } from './codes.ts'
import {
  deleteOldGuardianSessions,
  endGuardianSessions,
  guardianCookie,
  guardianSessionDays,
  guardianTokenOf,
  openGuardianSession,
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

/** Limits of one network. The families of a school are at home, on networks of their own. */
const networkLimits = {
  codesPerHour: { window: 3600, max: 60 },
  codesPerDay: { window: 86_400, max: 300 },
  /** Long codes have forty bits: this many guesses for five minutes find one in a thousand million years. */
  guessesPerMinute: { window: 60, max: 60 },
}

const codeRequest = z.object({ phone: phoneField })
const signInRequest = z.object({
  phone: phoneField,
  code: z
    .string()
    .trim()
    .min(1, { error: () => t`Type the code.` })
    .max(40),
})
const signOutRequest = z.object({ everywhere: z.boolean().default(false) })

const sweepEveryMs = 10 * 60_000

/** Registers the routes by which guardians sign in and out. They are the only ones that read or set the cookie. */
export async function registerGuardians(app: FastifyInstance, { config, database, sendCode, log }: Dependencies): Promise<void> {
  const db = database.kysely
  const counter = requestCounter(database.pool)
  const headers = { ...dataHeaders(config), 'cache-control': 'no-store' }
  const cookieOf = (value: string, seconds: number) =>
    `${guardianCookie}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${config.appUrl.startsWith('https:') ? '; Secure' : ''}`
  const inBackground = (work: Promise<void>, what: string) => work.catch((err: unknown) => log.error({ err }, what))
  const count = async (name: string, { ip }: FastifyRequest, limit: { window: number; max: number }) => {
    const { allowed } = await counter.consume(`${name} ${networkOf(ip)}`, limit)
    if (!allowed) throw new Refusal('RATE_LIMITED', t`That is a lot at once from here. Please try again later.`)
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
      const { phone } = parseInput(codeRequest, request.body)
      await count('family-code', request, networkLimits.codesPerHour)
      await count('family-code-day', request, networkLimits.codesPerDay)
      const key = phoneKey(config.secrets, phone)
      const waitSeconds = await requestGuardianCode(db, key)
      if (waitSeconds === 0) setImmediate(() => void inBackground(sendTo(phone), 'A code was not sent to a guardian'))
      return send(reply, { waitSeconds, minutes: guardianCode.minutes, letters: await isGuessedAt(db, key) })
    })

    scope.post('/family/sign-in', { helmet: false }, async (request, reply) => {
      const { phone, code } = parseInput(signInRequest, request.body)
      await count('family-guess', request, networkLimits.guessesPerMinute)
      const isRight = await redeemGuardianCode(db, config.secrets, phone, code)
      if (!isRight || (await schoolsOfPhone(database, phone)).length === 0) {
        const message = t`This code is wrong, or it is too old. Type the newest one, or ask for another.`
        throw new Refusal('FORBIDDEN', message, [{ path: 'code', message }])
      }
      const token = await openGuardianSession(db, phone, request.headers['user-agent'] ?? '')
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
