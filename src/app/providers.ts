import type { Providers } from '#domains/messaging/server/channels.ts'
import type { Config } from '#platform/config.ts'
import type { SmsConfig, WhatsappConfig } from '#platform/messageConfig.ts'
import type { Services } from '#platform/services.ts'
import { pushClient } from '#platform/push/client.ts'
import { smsClient } from '#platform/sms/client.ts'
import { whatsappClient } from '#platform/whatsapp/client.ts'

/** The development stand-in of the message providers. */
export interface MessageStandIn {
  /** The page that shows the sent messages. */
  url: string
  whatsapp: WhatsappConfig
  sms: SmsConfig
}

/** Returns which channels the installation has a provider for. */
export function sendCapabilities({ whatsapp, sms }: Providers): Services['canSend'] {
  return { WHATSAPP: whatsapp !== null, SMS: sms !== null }
}

/** Returns the providers of the settings. The stand-in takes the place of those that are not set. */
export function messageProviders(config: Config, standIn: MessageStandIn | undefined): Providers {
  const whatsapp = config.whatsapp ?? standIn?.whatsapp
  const sms = config.sms ?? standIn?.sms
  return {
    whatsapp: whatsapp ? { ...whatsapp, client: whatsappClient(whatsapp) } : null,
    sms: sms ? { ...sms, client: smsClient(sms) } : null,
    push: pushClient(config.push, standIn === undefined ? {} : { standIn: standIn.url }),
  }
}
