import type { Database } from '#platform/database/connect.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { SmsConfig, WhatsappConfig } from '#platform/messageConfig.ts'
import type { PushClient, Pushed } from '#platform/push/client.ts'
import type { School } from '#platform/school.ts'
import type { Sent } from '#platform/sent.ts'
import type { SmsClient } from '#platform/sms/client.ts'
import { viewerOf } from '#platform/viewer.ts'
import type { WhatsappClient } from '#platform/whatsapp/client.ts'
import type { MessageChannel } from '../messaging.rules.ts'
import { variablesIn } from '../texts.rules.ts'
import { devicesOf, noteDevices } from './devices.sql.ts'

/** One message as a channel sends it. */
export interface Letter {
  /** `${schoolId}-${messageId}-${try}`: the provider is given it and says it again, so that a message whose answer was lost is found. */
  reference: string
  /** Ten digits; empty where there is none. */
  phone: string
  email: string
  /** The account whose devices are told; null where there is none. */
  subject: string | null
  school: School
  /** What is registered at the provider. Its n-th variable is the n-th different {{variable}} of `text`. */
  template: {
    /** WhatsApp's name of it; empty where it has none. */
    name: string
    /** WhatsApp's code, such as `en` or `en_US`. */
    language: string
    /** MSG91's own id of it, which is not the operators' (DLT); empty where it has none. */
    smsTemplateId: string
    text: string
  }
  params: Readonly<Record<string, string>>
  /** The one-time code of a template that WhatsApp has registered for authentication: its button copies the code. */
  copyCode?: string
  /** The text with its variables filled in. */
  text: string
  title: string
  /** Where a notification leads: a path of this installation. */
  link: string | null
  /** Notifications with the same tag replace each other on a device; null for one that stands alone. */
  tag: string | null
}

/** A way to people. */
export interface Channel {
  name: MessageChannel
  /** Whether this installation has it. */
  ready: boolean
  /** Hands a letter to the provider, once. Never throws; `signal` ends the wait, and what is not known by then is UNCLEAR. */
  send(letter: Letter, signal: AbortSignal): Promise<Sent>
}

/** Who carries messages for an installation; null where it has nobody. */
export interface Providers {
  whatsapp: (Pick<WhatsappConfig, 'appSecret' | 'verifyToken'> & { client: WhatsappClient }) | null
  sms: (Pick<SmsConfig, 'webhookSecret'> & { client: SmsClient }) | null
  push: PushClient
}

interface Parts {
  database: Database
  providers: Providers
  handMail: Mailer['handMail']
  /** Where people reach the product: links in mails begin with it. */
  appUrl: string
}

/** The ways to people of an installation. */
export function channelsOf({ database, providers, handMail, appUrl }: Parts): Channel[] {
  const { whatsapp, sms, push } = providers
  const absent: Sent = { outcome: 'REFUSED', code: 'NOT_SET_UP', reason: 'This installation has no provider for it.' }
  return [
    {
      name: 'WHATSAPP',
      ready: whatsapp !== null,
      send: async ({ phone, template, params, copyCode, reference }, signal) =>
        whatsapp?.client.send(
          {
            to: withCountry(phone),
            template: template.name,
            language: template.language,
            reference,
            parameters: valuesOf(template.text, params),
            ...(copyCode !== undefined && { copyCode }),
          },
          signal,
        ) ?? absent,
    },
    {
      name: 'SMS',
      ready: sms !== null,
      send: async ({ phone, school, template, params, reference }, signal) =>
        sms?.client.send(
          {
            to: withCountry(phone),
            sender: school.senderId,
            template: template.smsTemplateId,
            reference,
            values: valuesOf(template.text, params),
          },
          signal,
        ) ?? absent,
    },
    {
      name: 'EMAIL',
      ready: true,
      send: async ({ email, title, text, link, reference }) =>
        handMail({
          to: email,
          subject: title,
          text: link === null ? text : `${text}\n\n${appUrl}${link}`,
          messageId: `<${reference}@${new URL(appUrl).hostname}>`,
        }),
    },
    { name: 'APP', ready: true, send: (letter, signal) => tellDevices(database, push, letter, signal) },
  ]
}

const withCountry = (phone: string) => `91${phone}`

function valuesOf(text: string, params: Readonly<Record<string, string>>): string[] {
  return variablesIn(text).map((name) => params[name] ?? '')
}

/** One device that takes it is enough: the person is told. */
async function tellDevices(database: Database, push: PushClient, letter: Letter, signal: AbortSignal): Promise<Sent> {
  const { subject, title, text, link, reference } = letter
  // Who may not sign in any more is not told either.
  const viewer = subject === null ? null : await viewerOf(database, subject)
  const devices = viewer === null ? [] : await devicesOf(database, viewer.subject)
  if (devices.length === 0)
    return { outcome: 'REFUSED', code: 'NO_DEVICE', reason: 'Notifications are switched on on no device of this account.' }
  const notification = { title, body: text, link, tag: letter.tag ?? reference }
  const told = await Promise.all(
    devices.map(async (device) => ({ id: device.id, pushed: await push.send(device, notification, signal) })),
  )
  const idsOf = (outcome: Pushed['outcome']) => told.flatMap(({ id, pushed }) => (pushed.outcome === outcome ? id : []))
  await noteDevices(database, idsOf('ACCEPTED'), idsOf('GONE'))
  const pushed = told.map((one) => one.pushed)
  if (pushed.some(({ outcome }) => outcome === 'ACCEPTED')) return { outcome: 'ACCEPTED', ref: reference }
  return (
    pushed.find((one) => one.outcome === 'UNCLEAR') ??
    pushed.find((one) => one.outcome === 'LATER') ??
    pushed.find((one) => one.outcome === 'REFUSED') ?? {
      outcome: 'REFUSED',
      code: 'GONE',
      reason: 'The devices of this account are not to be told any more.',
    }
  )
}
