import { z } from 'zod'
import { hostShape } from './push/hosts.ts'
import { type PushKeys, publicKeyOf, pushKeysOf } from './push/keys.ts'
import { urlSetting, WrongSetting } from './settings.ts'

const secret = z.string().optional()

/** The settings of the message channels. */
export const messageSettings = {
  WHATSAPP_URL: urlSetting('http:', 'https:').optional(),
  WHATSAPP_PHONE_NUMBER_ID: z.string().regex(/^\d+$/, "must be the number's id at WhatsApp: digits only").optional(),
  WHATSAPP_TOKEN: secret,
  WHATSAPP_APP_SECRET: secret,
  WHATSAPP_VERIFY_TOKEN: secret,
  SMS_URL: urlSetting('http:', 'https:').optional(),
  SMS_AUTH_KEY: secret,
  SMS_WEBHOOK_SECRET: z.string().min(16, 'must have 16 characters or more').optional(),
  SMS_PER_SECOND: z.coerce
    .number('must be a number from 1 to 1000')
    .min(1, 'must be 1 or more')
    .max(1000, 'must be 1000 or less')
    .default(20),
  PUSH_SUBJECT: urlSetting('mailto:', 'https:').optional(),
  PUSH_PUBLIC_KEY: secret,
  PUSH_PRIVATE_KEY: secret,
  PUSH_HOSTS: z
    .string()
    .default('')
    .transform((value) => value.toLowerCase().split(','))
    .transform((parts) => parts.map((part) => part.trim()).filter((part) => part !== ''))
    .refine(
      (hosts) => hosts.every((host) => hostShape.test(host)),
      'must be hosts with commas between them, such as *.push.example',
    ),
}

/** A phone number at WhatsApp's Cloud API. */
export interface WhatsappConfig {
  /** Includes the version of the API, such as https://graph.facebook.com/v23.0. */
  url: string
  phoneNumberId: string
  token: string
  /** Verifies the signature of WhatsApp's webhook calls. */
  appSecret: string
  /** The token that WhatsApp sends when its webhook is set up. */
  verifyToken: string
}

/** An account at MSG91. */
export interface SmsConfig {
  url: string
  authKey: string
  /** Sent in the URL or a header of MSG91's webhook, which has no signature. */
  webhookSecret: string
}

export interface PushConfig extends PushKeys {
  /** The contact that a push service writes to about problems: `mailto:` or https. */
  subject: string
  /** Hosts of push services besides those of the known browsers. */
  hosts: readonly string[]
}

export interface MessageConfig {
  /** When undefined a stand-in is used; in production no WhatsApp message goes out. */
  whatsapp: WhatsappConfig | undefined
  /** When undefined a stand-in is used; in production no SMS goes out. */
  sms: SmsConfig | undefined
  /** Maximum number of SMS per second of the account. */
  smsPerSecond: number
  push: PushConfig
  /** Whether the settings name the key pair. Otherwise the installation generates its own. */
  pushKeysAreSet: boolean
}

type Values = z.output<z.ZodObject<typeof messageSettings>> & { MAIL_FROM: string }

/**
 * Reads the message settings.
 *
 * @throws WrongSetting for a provider that is set up in part
 */
export function messageConfig(value: Values, secretKey: string): MessageConfig {
  return {
    whatsapp: whatsapp(value),
    sms: sms(value),
    smsPerSecond: value.SMS_PER_SECOND,
    push: { ...pushKeys(value, secretKey), subject: value.PUSH_SUBJECT ?? mailAddress(value.MAIL_FROM), hosts: value.PUSH_HOSTS },
    pushKeysAreSet: value.PUSH_PRIVATE_KEY !== undefined,
  }
}

function whatsapp(value: Values): WhatsappConfig | undefined {
  const { WHATSAPP_URL, WHATSAPP_PHONE_NUMBER_ID, WHATSAPP_TOKEN, WHATSAPP_APP_SECRET, WHATSAPP_VERIFY_TOKEN } = value
  const needed = { WHATSAPP_PHONE_NUMBER_ID, WHATSAPP_TOKEN, WHATSAPP_APP_SECRET, WHATSAPP_VERIFY_TOKEN }
  if (!isConfigured('WhatsApp', needed, WHATSAPP_URL)) return undefined
  return {
    url: (WHATSAPP_URL ?? 'https://graph.facebook.com/v23.0').replace(/\/+$/, ''),
    phoneNumberId: needed.WHATSAPP_PHONE_NUMBER_ID,
    token: needed.WHATSAPP_TOKEN,
    appSecret: needed.WHATSAPP_APP_SECRET,
    verifyToken: needed.WHATSAPP_VERIFY_TOKEN,
  }
}

function sms(value: Values): SmsConfig | undefined {
  const { SMS_URL, SMS_AUTH_KEY, SMS_WEBHOOK_SECRET } = value
  const needed = { SMS_AUTH_KEY, SMS_WEBHOOK_SECRET }
  if (!isConfigured('SMS', needed, SMS_URL)) return undefined
  return {
    url: (SMS_URL ?? 'https://control.msg91.com').replace(/\/+$/, ''),
    authKey: needed.SMS_AUTH_KEY,
    webhookSecret: needed.SMS_WEBHOOK_SECRET,
  }
}

function pushKeys({ PUSH_PUBLIC_KEY, PUSH_PRIVATE_KEY }: Values, secretKey: string): PushKeys {
  const settings = { PUSH_PUBLIC_KEY, PUSH_PRIVATE_KEY }
  if (!isConfigured('web push', settings)) return pushKeysOf(secretKey)
  const publicKey = publicKeyOf(settings.PUSH_PRIVATE_KEY)
  if (publicKey === null) throw new WrongSetting('The setting PUSH_PRIVATE_KEY must be a private key of P-256 in base64url.')
  if (publicKey !== settings.PUSH_PUBLIC_KEY.replace(/=+$/, ''))
    throw new WrongSetting('The setting PUSH_PUBLIC_KEY must be the public half of PUSH_PRIVATE_KEY, in base64url.')
  return { publicKey, privateKey: settings.PUSH_PRIVATE_KEY }
}

/**
 * Returns whether a provider is set up. Throws for a partial setup, which nobody would notice before the first message
 * fails.
 */
function isConfigured<Name extends string>(
  provider: string,
  needed: Record<Name, string | undefined>,
  ...others: (string | undefined)[]
): needed is Record<Name, string> {
  const missing = Object.entries(needed).filter(([, value]) => value === undefined)
  if (missing.length === Object.keys(needed).length && others.every((value) => value === undefined)) return false
  if (missing.length === 0) return true
  const names = missing.map(([name]) => name)
  throw new WrongSetting(
    `The setting${names.length > 1 ? 's' : ''} ${names.join(', ')} ${names.length > 1 ? 'are' : 'is'} required: ${provider} is set up in part.`,
  )
}

function mailAddress(from: string): string {
  return `mailto:${/<([^>]+)>/.exec(from)?.[1] ?? from.trim()}`
}
