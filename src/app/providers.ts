import type { Providers } from '#domains/messaging/server/channels.ts'
import type { Config } from '#platform/config.ts'
import type { SmsConfig, WhatsappConfig } from '#platform/messageConfig.ts'
import type { Services } from '#platform/services.ts'
import { pushClient } from '#platform/push/client.ts'
import { smsClient } from '#platform/sms/client.ts'
import { whatsappClient } from '#platform/whatsapp/client.ts'

/** How the stand-in of the providers of messages is reached. */
export interface MessageStandIn {
  /** What went out is shown there. */
  url: string
  whatsapp: WhatsappConfig
  sms: SmsConfig
}

/** By which providers an installation can send. */
export function canSendBy({ whatsapp, sms }: Providers): Services['canSend'] {
  return { WHATSAPP: whatsapp !== null, SMS: sms !== null }
}

/** Who carries the messages of an installation: the providers of the settings, and the stand-in in the place of those that are not set. */
export function providersOf(config: Config, standIn: MessageStandIn | undefined): Providers {
  const whatsapp = config.whatsapp ?? standIn?.whatsapp
  const sms = config.sms ?? standIn?.sms
  return {
    whatsapp: whatsapp ? { ...whatsapp, client: whatsappClient(whatsapp) } : null,
    sms: sms ? { ...sms, client: smsClient(sms) } : null,
    push: pushClient(config.push, standIn === undefined ? {} : { standIn: standIn.url }),
  }
}
