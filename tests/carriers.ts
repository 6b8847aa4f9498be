import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { messageProviders } from '#app/providers.ts'
import { createChannels, type Providers } from '#domains/messaging/server/channels.ts'
import { createMessageRenderer } from '#domains/messaging/server/messageRenderer.ts'
import { startSender } from '#domains/messaging/server/sender.ts'
import { sendingTimes } from '#domains/messaging/server/sending.sql.ts'
import { type Config, loadConfig } from '#platform/config.ts'
import type { Database } from '#platform/database/connect.ts'
import { createLog } from '#platform/logging.ts'
import { startMailStandIn } from '#development/standIns/mailServer.ts'
import { startMailer } from '#platform/mail/mail.ts'
import { type ProvidersStandIn, startProvidersStandIn } from '#development/standIns/messageProviders.ts'

/** Local stand-ins for WhatsApp, SMS and mail, and the product's own sender. */
export interface Carriers {
  providers: Providers
  standIn: ProvidersStandIn
  /** Returns every accepted mail, oldest first, as it was transmitted. */
  mails(): string[]
  /** Lines of the sender's log at level `debug`. */
  logged: string[]
  /** Starts sending a database's queued messages. */
  send(database: Database, config: Pick<Config, 'secrets' | 'appUrl'>): void
  stop(): Promise<void>
}

/** Starts the stand-ins. Call it in beforeAll, and `stop` in afterAll, before the database is closed. */
export async function startCarriers(): Promise<Carriers> {
  const dataDir = temporaryFolder('carriers')
  const standIn = await startProvidersStandIn({ appUrl: 'http://127.0.0.1:9' })
  // Nothing receives the webhooks.
  for (const taking of [standIn.whatsapp, standIn.sms]) taking.setReportMode('none')
  const logged: string[] = []
  const log = createLog('debug', { write: (line) => void logged.push(line) })
  const folder = join(dataDir, 'mail')
  const mailServer = await startMailStandIn(folder)
  const mailer = startMailer({ smtpUrl: mailServer.url, mailFrom: 'Shala <no-reply@school.test>' }, log)
  const providers = messageProviders(loadConfig({ DATA_DIR: dataDir, SECRET_KEY: 'x'.repeat(32) }), {
    url: standIn.url,
    ...standIn.config,
  })
  const senders: { stop(): Promise<void> }[] = []
  return {
    providers,
    standIn,
    mails: () =>
      readdirSync(folder)
        .toSorted()
        .map((name) => readFileSync(join(folder, name), 'utf8')),
    logged,
    send: (database, { secrets, appUrl }) => {
      const compose = createMessageRenderer({ openPayLink: async () => null, dueOfReminder: async () => 100_000, secrets })
      const channels = createChannels({ database, providers, handMail: mailer.handMail, appUrl })
      const shortTimes = { ...sendingTimes, pollMs: 20, recipientPauseMs: 20, lockTimeoutMs: 200, retryDelayMs: () => 10 }
      senders.push(startSender({ database, log, compose, channels, perSecond: {} }, shortTimes))
    },
    stop: async () => {
      await Promise.all(senders.map((sender) => sender.stop()))
      await mailer.stop()
      await mailServer.stop()
      await standIn.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
