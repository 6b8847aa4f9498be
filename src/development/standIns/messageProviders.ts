import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { SmsConfig, WhatsappConfig } from '#platform/messageConfig.ts'
import { type PushControl, servePush } from './pushService.ts'
import { serveSms } from './sms.ts'
import { serveWhatsapp } from './whatsapp.ts'
import { type ListedMessage, sentMessagesPage } from './sentMessagesPage.ts'
import { faults, type Options, type AcceptedMessage, type ProviderControl, reportModes } from './acceptedMessages.ts'

/** Stand-ins of the message providers. No message leaves the machine. */
export interface ProvidersStandIn {
  url: string
  whatsapp: ProviderControl
  sms: ProviderControl
  push: PushControl
  /** Settings for an installation that sends through the stand-ins. */
  config: { whatsapp: WhatsappConfig; sms: SmsConfig }
  stop(): Promise<void>
}

interface Given extends Omit<Options, 'stateFile'> {
  host?: string
  /** With 0, the default, the system chooses a port. */
  port?: number
  /** URL of the product, whose webhooks are called. */
  appUrl: string
  /** Folder that keeps the accepted messages and the port over a restart; the addresses of devices contain the port. */
  folder?: string
}

/**
 * Starts stand-ins of WhatsApp, MSG91 and a push service. They speak the protocols over HTTP and remember the messages
 * they accepted. Tests control them through the returned object or the JSON of `/_control`; the page `/` lists the
 * messages.
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
  const controls = {
    whatsapp: serveWhatsapp(app, whatsapp, `${appUrl}/messages/whatsapp`, options('whatsapp')),
    sms: serveSms(app, sms, `${appUrl}/messages/sms?secret=${sms.webhookSecret}`, options('sms')),
    push: servePush(app, () => url),
  }
  registerControl(app, controls)
  registerPage(app, controls)
  await listen(app, host, given.port ?? 0, folder === undefined ? undefined : join(folder, 'port'))
  const { port } = app.server.address() as AddressInfo
  url = `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
  return {
    url,
    ...controls,
    config: { whatsapp: { ...whatsapp, url: `${url}/whatsapp` }, sms: { ...sms, url: `${url}/sms` } },
    stop: () => app.close(),
  }
}

/** Listens on the port of the last run if it is free, because the addresses of devices contain it. */
async function listen(app: FastifyInstance, host: string, asked: number, file: string | undefined): Promise<void> {
  const last = file !== undefined && existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  if (asked === 0 && Number.isInteger(last) && last > 0 && last < 65_536)
    await app.listen({ port: last, host }).catch(() => app.listen({ port: 0, host }))
  else await app.listen({ port: asked, host })
  if (file !== undefined) writeFileSync(file, String((app.server.address() as AddressInfo).port))
}

interface Controls {
  whatsapp: ProviderControl
  sms: ProviderControl
  push: PushControl
}

function registerControl(app: FastifyInstance, controls: Controls): void {
  for (const name of ['whatsapp', 'sms'] as const) {
    const control = controls[name]
    app.get(`/_control/${name}/messages`, async () =>
      control.messages().map((message) => ({ ...message, lastStatus: control.lastStatus(message.ref) })),
    )
    app.post(`/_control/${name}`, async (request) => {
      const { fault, reportMode } = z
        .object({ fault: z.enum(faults).optional(), reportMode: z.enum(reportModes).optional() })
        .parse(request.body)
      if (fault) control.setFault(fault)
      if (reportMode) control.setReportMode(reportMode)
      return { ok: true }
    })
    app.post(`/_control/${name}/tell`, async (request) => {
      const { ref, status } = z
        .object({ ref: z.string(), status: z.enum(['SENT', 'DELIVERED', 'READ', 'FAILED']) })
        .parse(request.body)
      control.tell(ref, status)
      return { ok: true }
    })
  }
}

const shownAtOnce = 200

function registerPage(app: FastifyInstance, { whatsapp, sms, push }: Controls): void {
  const shown = (way: ListedMessage['way'], control: ProviderControl) =>
    control.messages().map(
      ({ at, to, template, values, ref }: AcceptedMessage): ListedMessage => ({
        at,
        way,
        to,
        template,
        values,
        state: (control.lastStatus(ref) ?? 'accepted').toLowerCase(),
      }),
    )
  app.get('/', async (_, reply) => {
    const pushed = push.received().map(
      ({ at, payload, endpoint }): ListedMessage => ({
        at,
        way: 'Notification',
        to: endpoint.split('/').at(-1) ?? '',
        template: '',
        values: [payload],
        state: 'accepted',
      }),
    )
    const all = [...shown('WhatsApp', whatsapp), ...shown('SMS', sms), ...pushed]
    const { html, policy } = sentMessagesPage(
      all.toSorted((a, b) => b.at - a.at).slice(0, shownAtOnce),
      randomBytes(16).toString('base64url'),
    )
    return reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      .type('text/html; charset=utf-8')
      .send(html)
  })
}
