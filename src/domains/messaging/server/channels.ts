import type { Database } from '#platform/database/connect.ts'
import { msg } from '#shared/texts.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { SmsConfig, WhatsappConfig } from '#platform/messageConfig.ts'
import type { PushClient, PushResult } from '#platform/push/client.ts'
import type { School } from '#platform/school.ts'
import type { SendResult } from '#platform/sendResult.ts'
import type { SmsClient } from '#platform/sms/client.ts'
import { viewerOf } from '#platform/viewer.ts'
import type { WhatsappClient } from '#platform/whatsapp/client.ts'
import type { MessageChannel } from '../messaging.rules.ts'
import { variablesIn } from '../texts.rules.ts'
import { devicesOfAccount, devicesOfPhone, recordPushResults } from './devices.sql.ts'

/** A message as it is handed to a channel. */
export interface OutgoingMessage {
  /**
   * `${schoolId}-${messageId}-${try}`. The provider repeats it in its reports, so a message is found even when the
   * provider's answer was lost.
   */
  reference: string
  /** Ten digits; '' for none. */
  phone: string
  email: string
  /** The account whose devices are notified; null for none. */
  subject: string | null
  /**
   * Since when all students of the message are listed with the phone, see `ProvedPhone`. Devices of guardians who
   * proved it before are not notified; with null none is.
   */
  listedSince: string | null
  school: School
  /** The template at the provider. Its n-th variable is the n-th different {{variable}} of `text`. */
  template: {
    /** The template's name at WhatsApp; '' for none. */
    name: string
    /** WhatsApp's language code, such as `en` or `en_US`. */
    language: string
    /** MSG91's own id of the template, not the operators' (DLT) id; '' for none. */
    smsTemplateId: string
    text: string
  }
  params: Readonly<Record<string, string>>
  /** The one-time code for the copy button of a WhatsApp authentication template. */
  copyCode?: string
  /** The text with its variables replaced. */
  text: string
  title: string
  /** The path in this installation that the notification opens. */
  link: string | null
  /** On a device, a notification replaces the earlier one with the same tag; null never replaces. */
  tag: string | null
}

/** A channel that messages are sent by. */
export interface Channel {
  name: MessageChannel
  /** Whether this installation has a provider for it. */
  ready: boolean
  /**
   * Hands a message to the provider, once. Never throws. `signal` ends the wait; without an answer the result is
   * UNCLEAR.
   */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<SendResult>
}

/** The installation's message providers; null for one that is not configured. */
export interface Providers {
  whatsapp: (Pick<WhatsappConfig, 'appSecret' | 'verifyToken'> & { client: WhatsappClient }) | null
  sms: (Pick<SmsConfig, 'webhookSecret'> & { client: SmsClient }) | null
  push: PushClient
}

interface ChannelDependencies {
  database: Database
  providers: Providers
  handMail: Mailer['handMail']
  /** The product's public address, used in the links of e-mails. */
  appUrl: string
}

/** Creates the channels of an installation. */
export function createChannels({ database, providers, handMail, appUrl }: ChannelDependencies): Channel[] {
  const { whatsapp, sms, push } = providers
  const noProvider: SendResult = {
    outcome: 'REFUSED',
    code: 'NOT_SET_UP',
    reason: msg`This installation has no provider for it.`,
  }
  return [
    {
      name: 'WHATSAPP',
      ready: whatsapp !== null,
      send: async ({ phone, template, params, copyCode, reference }, signal) =>
        whatsapp?.client.send(
          {
            to: withCountryCode(phone),
            template: template.name,
            language: template.language,
            reference,
            parameters: parameterValues(template.text, params),
            ...(copyCode !== undefined && { copyCode }),
          },
          signal,
        ) ?? noProvider,
    },
    {
      name: 'SMS',
      ready: sms !== null,
      send: async ({ phone, school, template, params, reference }, signal) =>
        sms?.client.send(
          {
            to: withCountryCode(phone),
            sender: school.senderId,
            template: template.smsTemplateId,
            reference,
            values: parameterValues(template.text, params),
          },
          signal,
        ) ?? noProvider,
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
    { name: 'APP', ready: true, send: (letter, signal) => notifyDevices(database, push, letter, signal) },
  ]
}

const withCountryCode = (phone: string) => `91${phone}`

function parameterValues(text: string, params: Readonly<Record<string, string>>): string[] {
  return variablesIn(text).map((name) => params[name] ?? '')
}

/**
 * Sends a notification to all devices of an account, and to those of guardians who are signed in with the message's
 * phone. One device that accepts it makes the message ACCEPTED.
 */
async function notifyDevices(
  database: Database,
  push: PushClient,
  letter: OutgoingMessage,
  signal: AbortSignal,
): Promise<SendResult> {
  const { subject, phone, listedSince, title, text, link, reference } = letter
  // An account that may not sign in gets no notifications.
  const viewer = subject === null ? null : await viewerOf(database, subject)
  const ofAccount = viewer === null ? [] : await devicesOfAccount(database, viewer.subject)
  const ofGuardians = phone === '' || listedSince === null ? [] : await devicesOfPhone(database, phone, listedSince)
  const devices = [...ofAccount, ...ofGuardians.map((device) => ({ ...device, isGuardians: true }))]
  if (devices.length === 0)
    return { outcome: 'REFUSED', code: 'NO_DEVICE', reason: msg`No device of this account has notifications switched on.` }
  const notification = { title, body: text, link, tag: letter.tag ?? reference }
  const results = await Promise.all(
    devices.map(async (device) => ({
      id: device.id,
      pushed: await push.send(
        device,
        'isGuardians' in device ? { ...notification, link: link ?? '/family' } : notification,
        signal,
      ),
    })),
  )
  const idsOf = (outcome: PushResult['outcome']) => results.flatMap(({ id, pushed }) => (pushed.outcome === outcome ? id : []))
  await recordPushResults(database, idsOf('ACCEPTED'), idsOf('GONE'))
  const outcomes = results.map((result) => result.pushed)
  if (outcomes.some(({ outcome }) => outcome === 'ACCEPTED')) return { outcome: 'ACCEPTED', ref: reference }
  return (
    outcomes.find((pushed) => pushed.outcome === 'UNCLEAR') ??
    outcomes.find((pushed) => pushed.outcome === 'LATER') ??
    outcomes.find((pushed) => pushed.outcome === 'REFUSED') ?? {
      outcome: 'REFUSED',
      code: 'GONE',
      reason: msg`The devices of this account no longer take notifications.`,
    }
  )
}
