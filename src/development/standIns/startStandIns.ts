import { join } from 'node:path'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/connect.ts'
import { startMailStandIn } from './mailServer.ts'
import { startProvidersStandIn } from './messageProviders.ts'
import { startGateway } from './startGateway.ts'
import type { MessageStandIn } from '#app/providers.ts'

/** URLs of the stand-ins for services that are not configured, so that everything can be tried on one machine. */
export interface StandIns {
  smtpUrl?: string
  payuUrl?: string
  messages?: MessageStandIn
}

/**
 * Starts the stand-ins for services that are not configured, once for an installation. In production there are none.
 */
export async function startStandIns(config: Config, database: Database): Promise<StandIns & { stop(): Promise<void> }> {
  const stops: (() => Promise<unknown>)[] = []
  const keep = <Started extends { stop(): Promise<unknown> }>(started: Started | undefined): Started | undefined => {
    if (started) stops.push(() => started.stop())
    return started
  }
  const mail = keep(config.smtpUrl === undefined ? await startMailStandIn(mailFolder(config)) : undefined)
  const payu = keep(await startGateway(config, database))
  const messages = keep(await startMessages(config))
  return {
    ...(mail && { smtpUrl: mail.url }),
    ...(payu && { payuUrl: payu.url }),
    ...(messages && { messages: { url: messages.url, ...messages.config } }),
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()))
    },
  }
}

/** Returns the folder for mails when no mail server is configured. */
export function mailFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'mail')
}

async function startMessages(config: Config) {
  const asked = config.whatsapp !== undefined && config.sms !== undefined
  if (asked || config.production) return undefined
  return startProvidersStandIn({
    host: config.host,
    appUrl: `http://127.0.0.1:${config.port}`,
    folder: join(config.dataDir, 'messages'),
  })
}
