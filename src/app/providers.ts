import { join } from 'node:path'
import type { Providers } from '../domains/messaging/server/channels.ts'
import type { Config } from '../platform/config.ts'
import { startProvidersStandIn } from '../platform/providers/standIn.ts'
import { pushClient } from '../platform/push/client.ts'
import { smsClient } from '../platform/sms/client.ts'
import { whatsappClient } from '../platform/whatsapp/client.ts'

/** The providers of messages of an installation. */
export interface StartedProviders extends Providers {
  /** The address of the stand-in, where there is one: what went out is shown there. */
  standIn?: string
  stop(): Promise<void>
}

/**
 * The providers of the settings. For those that are not set a stand-in on a port of its own, so that every way of a message can be
 * tried on one machine; in production none, and their channels are closed.
 */
export async function startProviders(config: Config): Promise<StartedProviders> {
  const asked = config.whatsapp !== undefined && config.sms !== undefined
  const standIn =
    asked || config.production
      ? undefined
      : await startProvidersStandIn({
          host: config.host,
          appUrl: `http://127.0.0.1:${config.port}`,
          folder: join(config.dataDir, 'messages'),
        })
  const whatsapp = config.whatsapp ?? standIn?.config.whatsapp
  const sms = config.sms ?? standIn?.config.sms
  return {
    whatsapp: whatsapp ? { ...whatsapp, client: whatsappClient(whatsapp) } : null,
    sms: sms ? { ...sms, client: smsClient(sms) } : null,
    push: pushClient(config.push, standIn === undefined ? {} : { standIn: standIn.url }),
    ...(standIn === undefined ? {} : { standIn: standIn.url }),
    stop: async () => standIn?.stop(),
  }
}
