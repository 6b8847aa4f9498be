import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { codeExchange, passwordSignIn, type Tokens } from '#scripts/codeExchange.ts'
import { startServer } from '#app/server.ts'
import { type Config, loadConfig } from '#platform/config.ts'
import { freePort } from '#platform/freePort.ts'
import { appUrl, Database } from '#platform/database/connect.ts'
import { uploadToken } from '#platform/files/signedUrls.ts'
import { createMetrics, readingsText, startMetricsServer } from '#platform/metrics.ts'
import { payuClient } from '#platform/payu/client.ts'
import { pushClient } from '#platform/push/client.ts'
import { smsClient } from '#platform/sms/client.ts'
import { whatsappClient } from '#platform/whatsapp/client.ts'
import { inLanguage, languages } from '#shared/languages.ts'
import { secondsFromNow } from '../../moments.ts'
import { people, type Who } from '../../world/testWorld.ts'
import { emailOf, matrixPassword } from '../canaries.ts'
import type { Ground, MatrixSchool } from '../ground.ts'
import { type Outside, sendTo } from './door.ts'

/** The product, started on the matrix's data with all of its routes, and the registered routes. */
export interface Started {
  outside: Outside
  routes: readonly string[]
  /** A second server, which uses the first one as its sign-in provider, and its routes. */
  outsourced: { url: string; routes: readonly string[] }
  stop(): Promise<void>
}

/**
 * Starts the server twice: with its own sign-in, and with the first one as provider.
 * @param folder an empty folder, for the pages
 */
export async function startOutside(ground: Ground, folder: string): Promise<Started> {
  const webFolder = pages(folder)
  const stops: (() => Promise<unknown>)[] = []
  const providers = {
    whatsapp: {
      url: 'http://127.0.0.1:9',
      phoneNumberId: '1',
      token: 'w',
      appSecret: 'kanari of the app',
      verifyToken: 'kanari of the verifier',
    },
    sms: { url: 'http://127.0.0.1:9', authKey: 's', webhookSecret: 'kanari of the webhook' },
  }

  async function started(settings: Record<string, string>): Promise<{ url: string; metricsUrl: string; routes: string[] }> {
    const [port, metricsPort] = [await freePort(), await freePort()]
    const url = `http://127.0.0.1:${port}`
    const config: Config = loadConfig({
      DATA_DIR: ground.config.dataDir,
      DATABASE_URL: ground.ownerUrl,
      SECRET_KEY: ground.config.secretKey,
      PORT: String(port),
      APP_URL: url,
      TRUSTED_PROXIES: '127.0.0.1',
      WORK_PER_MINUTE: '0',
      ...settings,
    })
    const metrics = createMetrics()
    const databaseUrl = appUrl(ground.ownerUrl, config.secretKey)
    const database = new Database(databaseUrl, { onError: () => undefined, connections: 6 })
    const routes: string[] = []
    const server = await routesInto(routes, () =>
      startServer(config, {
        databaseUrl,
        database,
        metrics,
        webFolder,
        signInConnections: 4,
        log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
        sendMail: async () => undefined,
        jobs: { send: async () => undefined, ready: async () => true },
        // An unreachable gateway: a genuine callback about a failure is trusted then.
        payu: payuClient('http://127.0.0.1:9'),
        providers: {
          whatsapp: { ...providers.whatsapp, client: whatsappClient(providers.whatsapp) },
          sms: { ...providers.sms, client: smsClient(providers.sms) },
          push: pushClient(config.push),
        },
        // Returns the HTML instead of a PDF. src/platform/pdf tests that rendering runs and fetches nothing.
        renderer: { render: async (html) => Buffer.from(html.slice(html.indexOf('<body'))), stop: async () => undefined },
      }),
    )
    const metricsServer = await startMetricsServer(async () => readingsText([await metrics.readings()]), '127.0.0.1', metricsPort)
    stops.unshift(async () => {
      await Promise.all([server.stop({ acceptMs: 0, idleMs: 0, graceMs: 1000 }), metricsServer.stop()])
      await database.close()
    })
    return { url, metricsUrl: `http://127.0.0.1:${metricsPort}`, routes }
  }

  const first = await started({})
  const send = sendTo(first.url)
  const signedIn = await everybodySignsIn(ground, first.url)
  const files = { own: await upload(ground, send, ground.own), other: await upload(ground, send, ground.other) }
  const second = await started({ AUTH_ISSUER: `${first.url}/auth` })
  return {
    outside: {
      ground,
      send,
      files,
      url: first.url,
      metricsUrl: first.metricsUrl,
      ...signedIn,
      providers: { ...providers.whatsapp, ...providers.sms },
    },
    routes: first.routes,
    outsourced: second,
    stop: async () => {
      for (const stop of stops) await stop()
    },
  }
}

/** Records every route that the server registers at its start, as `METHOD /path`. */
async function routesInto<T>(routes: string[], start: () => Promise<T>): Promise<T> {
  const note = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.push(`${one} ${url}`)
    })
  }
  // Fastify announces an instance before anything is registered on it.
  subscribe('fastify.initialization', note)
  try {
    return await start()
  } finally {
    unsubscribe('fastify.initialization', note)
  }
}

/** Signs everybody in by password and code; the disabled person just before being disabled. */
async function everybodySignsIn(ground: Ground, url: string) {
  const { owner, own, other, world } = ground
  const disabled = (value: boolean) =>
    owner.query('update users set disabled = $3 where school_id = $1 and id = $2', [own.id, own.users.disabled, value])
  const tokensOf = async (subject: string) => {
    const cookie = await passwordSignIn(url, { email: emailOf(subject), password: matrixPassword })
    return { cookie, ...(await codeExchange(url, cookie)) }
  }
  const subjectOf = async (who: Who) => (await world.call(who)).viewer?.subject ?? own.subjects[who]
  await disabled(false)
  const signedIn: Partial<Record<Who, Tokens & { cookie: string }>> = {}
  for (const who of people) {
    const subject = await subjectOf(who)
    if (subject !== undefined) signedIn[who] = await tokensOf(subject)
  }
  await disabled(true)
  const { newcomer } = ground
  const known = { email: newcomer.email, password: newcomer.phone }
  const newcomerToken = (await codeExchange(url, await passwordSignIn(url, known))).accessToken
  const foreign = await tokensOf(other.subjects.admin ?? '')
  const { superadmin, admin } = signedIn
  if (!superadmin || !admin || !signedIn.disabled) throw new Error('Some people could not sign in.')
  return {
    tokens: Object.fromEntries(people.map((who) => [who, signedIn[who]?.accessToken])) as Record<Who, string | undefined>,
    newcomer: newcomerToken,
    otherAdmin: foreign.accessToken,
    cookie: superadmin.cookie,
    idToken: superadmin.idToken,
    refreshTokens: { admin: admin.refreshToken, disabled: signedIn.disabled.refreshToken },
  }
}

/** Uploads a picture to a school. */
async function upload(ground: Ground, send: Outside['send'], school: MatrixSchool): Promise<{ id: string; url: string }> {
  const { bytes, token, fileId } = await aPicture(ground, school)
  const answer = await send(`/files/upload/${token}`, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: bytes })
  if (answer.status !== 201) throw new Error(`The upload was refused: ${answer.status} ${answer.bytes.toString()}`)
  return { id: fileId, url: (JSON.parse(answer.bytes.toString()) as { url: string }).url }
}

/** Returns a picture, and an upload URL that a school's office was granted for it. */
export async function aPicture(
  { config }: Pick<Ground, 'config'>,
  school: MatrixSchool,
  changed: { expires?: number } = {},
): Promise<{ bytes: Buffer; token: string; fileId: string }> {
  const bytes = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const fileId = randomUUID()
  const token = uploadToken(config.secretKey, {
    schoolId: school.id,
    fileId,
    purpose: 'student-photo',
    contentType: 'image/png',
    size: bytes.length,
    subject: school.subjects.admin ?? '',
    expires: secondsFromNow(300),
    ...changed,
  })
  return { bytes, token, fileId }
}

/** Creates an empty build of the browser side. */
function pages(folder: string): string {
  const web = join(folder, 'web')
  mkdirSync(join(web, 'assets'), { recursive: true })
  for (const [name, text] of [
    ...languages.flatMap((language) => [
      [inLanguage('index.html', language), 'the pages of the school'] as const,
      [inLanguage('family.html', language), 'the pages of a family'] as const,
      [inLanguage('family-home.html', language), 'the pages of a family at home'] as const,
    ]),
    ['screens.json', '{}'],
    ['sw.js', '// a worker'],
    [join('assets', 'app.js'), '// the code'],
    ['.secret', 'kanari of a hidden file'],
  ] as const)
    writeFileSync(join(web, name), text)
  writeFileSync(join(folder, 'beside.txt'), 'kanari beside the pages')
  return web
}
