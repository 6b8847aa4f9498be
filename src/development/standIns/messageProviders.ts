import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { SmsConfig, WhatsappConfig } from '#platform/messageConfig.ts'
import { type PushTaking, servePush } from './pushService.ts'
import { serveSms } from './sms.ts'
import { serveWhatsapp } from './whatsapp.ts'
import { type Shown, sentPage } from './sentMessagesPage.ts'
import { faults, type Options, type Taken, type Taking, tellings } from './takenMessages.ts'

/** The providers of one machine. Nothing that they are given leaves it. */
export interface ProvidersStandIn {
  url: string
  whatsapp: Taking
  sms: Taking
  push: PushTaking
  /** The settings of an installation that uses it. */
  config: { whatsapp: WhatsappConfig; sms: SmsConfig }
  stop(): Promise<void>
}

interface Given extends Omit<Options, 'stateFile'> {
  host?: string
  /** 0, the default, lets the system choose. */
  port?: number
  /** Where the product listens, whose webhooks are called. */
  appUrl: string
  /** Keeps what was taken over a restart, and the port, which devices know. */
  folder?: string
}

/**
 * Starts a WhatsApp, an MSG91 and a push service that speak their protocols over HTTP and remember what they took. What
 * tests do to them goes through the returned object or the JSON of `/_control`; people see what went out at `/`.
 */
export async function startProvidersStandIn(given: Given): Promise<ProvidersStandIn> {
  const { host = '127.0.0.1', folder, appUrl } = given
  if (folder !== undefined) mkdirSync(folder, { recursive: true, mode: 0o700 })
  const app = Fastify({ logger: false, forceCloseConnections: true })
  app.setErrorHandler((error: Error, _, reply) => reply.code(400).send({ message: error.message }))
  let url = ''
  const secret = () => randomBytes(16).toString('hex')
  const whatsapp = { phoneNumberId: '100000000000001', token: secret(), appSecret: secret(), verifyToken: secret() }
  const sms = { authKey: secret(), webhookSecret: secret() }
  const options = (name: string): Options => ({
    ...given,
    ...(folder === undefined ? {} : { stateFile: join(folder, `${name}.jsonl`) }),
  })
  const takings = {
    whatsapp: serveWhatsapp(app, whatsapp, `${appUrl}/messages/whatsapp`, options('whatsapp')),
    sms: serveSms(app, sms, `${appUrl}/messages/sms?secret=${sms.webhookSecret}`, options('sms')),
    push: servePush(app, () => url),
  }
  registerControl(app, takings)
  registerPage(app, takings)
  await listen(app, host, given.port ?? 0, folder === undefined ? undefined : join(folder, 'port'))
  const { port } = app.server.address() as AddressInfo
  url = `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
  return {
    url,
    ...takings,
    config: { whatsapp: { ...whatsapp, url: `${url}/whatsapp` }, sms: { ...sms, url: `${url}/sms` } },
    stop: () => app.close(),
  }
}

/** On the port of the last time where it is free: the addresses of devices hold it. */
async function listen(app: FastifyInstance, host: string, asked: number, file: string | undefined): Promise<void> {
  const last = file !== undefined && existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  if (asked === 0 && Number.isInteger(last) && last > 0 && last < 65_536)
    await app.listen({ port: last, host }).catch(() => app.listen({ port: 0, host }))
  else await app.listen({ port: asked, host })
  if (file !== undefined) writeFileSync(file, String((app.server.address() as AddressInfo).port))
}

interface Takings {
  whatsapp: Taking
  sms: Taking
  push: PushTaking
}

function registerControl(app: FastifyInstance, takings: Takings): void {
  for (const name of ['whatsapp', 'sms'] as const) {
    const taking = takings[name]
    app.get(`/_control/${name}/taken`, async () =>
      taking.taken().map((taken) => ({ ...taken, lastWord: taking.lastWord(taken.ref) })),
    )
    app.post(`/_control/${name}`, async (request) => {
      const { fault, telling } = z
        .object({ fault: z.enum(faults).optional(), telling: z.enum(tellings).optional() })
        .parse(request.body)
      if (fault) taking.setFault(fault)
      if (telling) taking.setTelling(telling)
      return { ok: true }
    })
    app.post(`/_control/${name}/tell`, async (request) => {
      const { ref, status } = z
        .object({ ref: z.string(), status: z.enum(['SENT', 'DELIVERED', 'READ', 'FAILED']) })
        .parse(request.body)
      taking.tell(ref, status)
      return { ok: true }
    })
  }
}

const shownAtOnce = 200

function registerPage(app: FastifyInstance, { whatsapp, sms, push }: Takings): void {
  const shown = (way: Shown['way'], taking: Taking) =>
    taking.taken().map(
      ({ at, to, template, values, ref }: Taken): Shown => ({
        at,
        way,
        to,
        template,
        values,
        state: (taking.lastWord(ref) ?? 'taken').toLowerCase(),
      }),
    )
  app.get('/', async (_, reply) => {
    const pushed = push.received().map(
      ({ at, payload, endpoint }): Shown => ({
        at,
        way: 'Notification',
        to: endpoint.split('/').at(-1) ?? '',
        template: '',
        values: [payload],
        state: 'taken',
      }),
    )
    const all = [...shown('WhatsApp', whatsapp), ...shown('SMS', sms), ...pushed]
    const { html, policy } = sentPage(
      all.toSorted((a, b) => b.at - a.at).slice(0, shownAtOnce),
      randomBytes(16).toString('base64url'),
    )
    return reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      .type('text/html; charset=utf-8')
      .send(html)
  })
}
