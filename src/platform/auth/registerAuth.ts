import { parseCookies } from 'better-auth/cookies'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { t } from '#shared/texts.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/connect.ts'
import { invalidationsPublished } from '../database/cacheInvalidation.ts'
import { shapeRefusal } from '../http/bodyLimits.ts'
import { widestNetworkOf } from '../http/network.ts'
import type { SendMail } from '../mail/mail.ts'
import { loadClaims } from './claims.ts'
import type { CodeSender } from './codeSender.ts'
import { deviceCookie, readDevice } from './deviceCookie.ts'
import { addressHeader, pathCounter, pathLimit, requestCounter } from './requestCounter.ts'
import { withCurrentSignatures } from './librarySecrets.ts'
import { isSessionOpen } from './openSessions.ts'
import { type OutsideProvider, outsideProvider } from './outsideProvider.ts'
import { hashingFor, setPasswordCost, startPasswordHashing } from './passwordHashing.ts'
import { startSignInService } from './signInService.ts'
import { createOwnVerifier, type VerifyAccessToken } from './tokens.ts'

interface Dependencies {
  config: Config
  /** The database URL of the unprivileged role. */
  databaseUrl: string
  /** Maximum number of the service's own connections. */
  connections: number
  database: Database
  sendMail: SendMail
  codes: CodeSender
  log: { error(fields: { err: unknown }, message: string): void }
}

/** The only paths that are served; the library has many more. */
const servedPaths = new Set([
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  '/jwks',
  '/oauth2/authorize',
  '/oauth2/token',
  '/oauth2/revoke',
  '/oauth2/userinfo',
  '/oauth2/end-session',
  '/oauth2/end-session/confirm',
  '/sign-in/email',
  '/sign-out',
  '/end-sessions',
  '/first-password',
  '/send-code',
  '/choose-password',
  '/request-password-reset',
  '/reset-password',
])

/** Maximum size of a body in bytes: a form or an object with a handful of fields. */
const maxBodyBytes = 16 * 1024
/** Body types of our pages. The library could read others, which our pages never send. */
const readableTypes = /^application\/(?:json|x-www-form-urlencoded)\s*(?:;|$)/i

/**
 * Starts the sign-in and serves it under /auth: our own OpenID provider or, with AUTH_ISSUER, the part of an external
 * one that our pages need. It stops with the server.
 *
 * @returns the verifier of access tokens of either
 * @throws CannotStart when AUTH_ISSUER does not answer as an OpenID provider
 */
export async function registerAuth(app: FastifyInstance, dependencies: Dependencies): Promise<VerifyAccessToken> {
  const { config, database, log } = dependencies
  if (config.authIssuer) {
    const provider = await outsideProvider(config.authIssuer, database)
    await app.register(async (scope) => serveOutside(scope, provider, database))
    return provider.verifyAccessToken
  }
  setPasswordCost(config.passwordCost)
  await startPasswordHashing()
  const service = await startSignInService({
    appUrl: config.appUrl,
    secrets: config.secrets,
    databaseUrl: dependencies.databaseUrl,
    connections: dependencies.connections,
    database,
    sendMail: dependencies.sendMail,
    codes: dependencies.codes,
    codesPerHour: config.codesPerHour,
    report: (message, err) => log.error({ err }, message),
  })
  app.addHook('onClose', () => service.close())
  await app.register(async (scope) => {
    // The body is passed on unread: the library parses forms and JSON.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(readableTypes, { parseAs: 'buffer' }, (_request, body, done) =>
      done(shapeRefusal(body.toString()), body),
    )
    scope.route({
      url: '/auth/*',
      method: ['GET', 'POST'],
      bodyLimit: maxBodyBytes,
      // Runs before a body is read.
      onRequest: async (request, reply) => {
        const path = new URL(request.url, config.appUrl).pathname.slice('/auth'.length)
        if (!servedPaths.has(path)) return reply.code(404).send({ message: 'Not found' })
        const wait = await secondsToWait(request, path)
        if (wait !== null)
          return reply
            .code(429)
            .header('retry-after', wait)
            .send({ code: 'RATE_LIMITED', message: t`Too many requests. Please try again later.` })
      },
      handler: async (request, reply) => {
        const response = await hashingFor(widestNetworkOf(request.ip), () => service.handle(toRequest(request, config)))
        // A client that learns of the end of its session must find it ended in every process.
        await invalidationsPublished(database)
        return sendResponse(reply, response)
      },
    })
  })
  const counter = requestCounter(database.pool)

  /**
   * Counts a request by its network or, if somebody has signed in on its device before, by the device. So a flood of
   * requests from a school's network does not lock out devices that are known. What many device cookies of one person
   * add up to is counted where the account is known, see `signInRules.ts`.
   *
   * @returns the seconds to wait; null when it may go on
   */
  async function secondsToWait(request: FastifyRequest, path: string): Promise<number | null> {
    const device = readDevice(parseCookies(request.headers.cookie ?? '').get(deviceCookie), config.secrets)
    if (!device) return counter.consumeByNetwork(pathCounter(path), request.ip, pathLimit(path))
    return (await counter.consume(`${pathCounter(path)} device ${device.id}`, pathLimit(path))).retryAfter
  }

  const verify = createOwnVerifier(`${config.appUrl}/auth`, service.keys)
  return async (token) => {
    const verified = await verify(token)
    if (!verified || verified.session === null) return null
    return (await isSessionOpen(database, verified.subject, verified.session)) ? verified : null
  }
}

function toRequest(request: FastifyRequest, { appUrl, secrets }: Config): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    for (const part of Array.isArray(value) ? value : [value]) if (part !== undefined) headers.append(name, part)
  headers.set(addressHeader, request.ip)
  const cookies = headers.get('cookie')
  if (cookies !== null) headers.set('cookie', withCurrentSignatures(cookies, secrets))
  const body = request.body instanceof Buffer && request.body.length > 0 ? new Uint8Array(request.body) : null
  return new Request(new URL(request.url, appUrl), { method: request.method, headers, body })
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status)
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  return reply.send(Buffer.from(await response.arrayBuffer()))
}

function serveOutside(scope: FastifyInstance, provider: OutsideProvider, database: Database): void {
  scope.get('/auth/.well-known/openid-configuration', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=60')
    return provider.discovery
  })
  // The external provider knows neither roles nor schools.
  scope.get('/auth/claims', async (request, reply) => {
    const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
    const verified = bearer ? await provider.verifyAccessToken(bearer) : null
    const claims = verified && (await loadClaims(database, verified.subject))
    reply.header('cache-control', 'no-store')
    if (claims) return { sub: claims.sub, role: claims.role, schoolId: claims.schoolId }
    return reply.code(401).send({ message: t`There is no account for this sign-in. Please ask your school.` })
  })
}
