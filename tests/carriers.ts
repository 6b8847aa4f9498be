import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { providersOf } from '#app/providers.ts'
import { channelsOf, type Providers } from '#domains/messaging/server/channels.ts'
import { sayMessages } from '#domains/messaging/server/saying.ts'
import { sendMessages } from '#domains/messaging/server/sender.ts'
import { sendingTimes } from '#domains/messaging/server/sending.sql.ts'
import { type Config, loadConfig } from '#platform/config.ts'
import type { Database } from '#platform/database/connect.ts'
import { createLog } from '#platform/logging.ts'
import { startMailer } from '#platform/mail/mail.ts'
import { type ProvidersStandIn, startProvidersStandIn } from '#platform/providers/standIn.ts'

/** The local stand-ins for WhatsApp, SMS and mail, and the product's own sender in front of them. */
export interface Carriers {
  providers: Providers
  standIn: ProvidersStandIn
  /** Every mail that was taken, oldest first, as it went over the wire. */
  mails(): string[]
  /** Every line of the sender's log, at the level `debug`. */
  logged: string[]
  /** Begins to send what is queued in a database. */
  send(database: Database, config: Pick<Config, 'secrets' | 'appUrl'>): void
  stop(): Promise<void>
}

/** Starts the stand-ins. Call it in beforeAll, and `stop` in afterAll, before the database is closed. */
export async function startCarriers(): Promise<Carriers> {
  const dataDir = temporaryFolder('carriers')
  const standIn = await startProvidersStandIn({ appUrl: 'http://127.0.0.1:9' })
  // Nobody listens to the webhooks.
  for (const taking of [standIn.whatsapp, standIn.sms]) taking.setTelling('none')
  const logged: string[] = []
  const log = createLog('debug', { write: (line) => void logged.push(line) })
  const mailer = await startMailer({ dataDir, smtpUrl: undefined, mailFrom: 'Shala <no-reply@school.test>' }, log)
  const providers = providersOf(loadConfig({ DATA_DIR: dataDir, SECRET_KEY: 'x'.repeat(32) }), {
    url: standIn.url,
    ...standIn.config,
  })
  const senders: { stop(): Promise<void> }[] = []
  const folder = mailer.folder ?? ''
  return {
    providers,
    standIn,
    mails: () =>
      readdirSync(folder)
        .toSorted()
        .map((name) => readFileSync(join(folder, name), 'utf8')),
    logged,
    send: (database, { secrets, appUrl }) => {
      const compose = sayMessages({ openPayLink: async () => null, secrets })
      const channels = channelsOf({ database, providers, handMail: mailer.handMail, appUrl })
      const hurried = { ...sendingTimes, look: 20, recipient: 20, lock: 200, again: () => 10 }
      senders.push(sendMessages({ database, log, compose, channels, perSecond: {} }, hurried))
    },
    stop: async () => {
      await Promise.all(senders.map((sender) => sender.stop()))
      await mailer.stop()
      await standIn.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
