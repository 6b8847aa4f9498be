import { codeHours, handOutCodes, newCodeToSend } from '#platform/auth/codes.ts'
import type { Tx } from '#platform/database/connect.ts'
import type { School, SchoolFlag } from '#platform/school.ts'
import type { Secrets } from '#platform/secretKeys.ts'
import { hasModule } from '#shared/modules.ts'
import { channelProblem, kindOff, kindSetting, registeredText, textKindsOf } from '../kinds.rules.ts'
import type { MessageChannel, MessageKind } from '../messaging.rules.ts'
import { sentByHand } from '../messaging.schema.ts'
import { codeSessionParam } from '../oneTimeCode.rules.ts'
import { payLinkParam, withHiddenLink } from '../payLink.rules.ts'
import { kindsOfMessages } from '../texts.kinds.ts'
import { filled, variablesIn } from '../texts.rules.ts'
import type { Compose, Ended, Said, Unsayable } from './letters.ts'
import type { MessageRow } from './messages.sql.ts'
import { kindsOfSchool, templatesOfSchool } from './templates.sql.ts'

/** The address of a family's page. */
export interface PayLink {
  link: string
  /** The end of the address. */
  code: string
}

/** Opens a guardian link that was made for a phone; null where it has expired or was revoked. */
export type OpenPayLink = (db: Tx, wanted: { schoolId: number; id: number; phone: string }) => Promise<PayLink | null>

/**
 * Says messages by a channel, in the text that is registered for it just now; a notice by the templates of the name that its order
 * has chosen. What a job has queued is told only while its kind is on. The address of a family is in what is handed over alone.
 */
export function sayMessages({ openPayLink, secrets }: Opening): Compose {
  return (db, school, message, channel) => say(db, school, message, { channel, openPayLink, secrets })
}

/** What the recipient alone is to know. */
interface Opening {
  openPayLink: OpenPayLink
  /** One-time codes are hashed with these. */
  secrets: Secrets
}

interface Way extends Opening {
  channel: MessageChannel
}

async function say(
  db: Tx,
  school: School,
  message: MessageRow,
  { channel, openPayLink, secrets }: Way,
): Promise<Said | Unsayable | Ended> {
  const { kind, batchId, params } = message
  const off = await switchedOff(db, school, kind)
  if (off !== null) return { ended: `${off}.` }
  const family = await familyLink(db, school, message, openPayLink)
  if (family === null) return { ended: 'The link to pay has expired or was revoked.' }
  const templates = await templatesOfSchool(db, school.id).where('kind', 'in', textKindsOf(kind)).execute()
  const batch = batchId === null ? undefined : await templateNameOf(db, school.id, batchId)
  const chosen = { kind, name: batch?.templateName ?? '', channel }
  const closed = channelProblem(school, templates, chosen)
  if (closed !== null) return { unsayable: `${closed}.` }
  const { text, template } = registeredText(templates, chosen)
  const code = variablesIn(text).includes('code') && codeKinds.includes(kind) ? await oneTimeCode(db, secrets, message) : ''
  if (code === null) return { ended: 'A password was chosen meanwhile, or another code was asked for.' }
  const opened = { ...params, ...family, ...(code && { code }) }
  const said = filled(kind, channel, text, opened)
  if (said.problem !== null) return { unsayable: `${said.problem}.` }
  const { whatsappName: name = '', language = 'en', smsTemplateId = '' } = template ?? {}
  return {
    template: { name, language, smsTemplateId, text },
    text: said.text,
    params: said.params,
    ...(kind === 'SIGN_IN_CODE' && code && { copyCode: code }),
    ...(code && { kept: filled(kind, channel, text, params).text }),
    ...(family.code && { kept: filled(kind, channel, text, withHiddenLink(params)).text }),
    ...notification(message, family),
  }
}

const codeKinds: readonly MessageKind[] = ['LOGIN_DETAILS', 'SIGN_IN_CODE']

/** Makes the code of a message that is about to be sent; null where nobody can sign in with it any more. */
async function oneTimeCode(db: Tx, secrets: Secrets, { kind, subject, params }: MessageRow): Promise<string | null> {
  if (subject === null) return null
  if (kind === 'SIGN_IN_CODE') return newCodeToSend(db, secrets, subject, params[codeSessionParam] ?? '')
  const codes = await handOutCodes(db, secrets, [subject], { hours: codeHours.inMessage, evenOwn: false })
  return codes.get(subject)?.code ?? null
}

/** Why nothing of a kind is told in a school just now; what a person has ordered is. */
async function switchedOff(db: Tx, school: School, kind: MessageKind): Promise<string | null> {
  if (sentByHand.some((one) => one === kind)) return null
  const stored = await kindsOfSchool(db, school.id).where('kind', '=', kind).executeTakeFirst()
  return kindOff(school, kind) ?? (kindSetting(school, kind, stored).enabled ? null : 'Messages of this kind are switched off')
}

/** The address that a message names, empty where it names none or the school has no online fees any more; null: it works no longer. */
async function familyLink(db: Tx, school: School, message: MessageRow, open: OpenPayLink): Promise<PayLink | null> {
  const id = message.params[payLinkParam]
  if (id === undefined || !hasModule<SchoolFlag>(school, 'onlineFees')) return { link: '', code: '' }
  return open(db, { schoolId: school.id, id: Number(id), phone: message.phone })
}

function templateNameOf(db: Tx, schoolId: number, batchId: number) {
  return db
    .selectFrom('messageBatches')
    .select('templateName')
    .where('schoolId', '=', schoolId)
    .where('id', '=', batchId)
    .executeTakeFirst()
}

/** What a device shows above the text, where a press on it leads, and what it replaces. */
function notification({ kind, params }: MessageRow, { code }: PayLink): Pick<Said, 'title' | 'link' | 'tag'> {
  if (kind === 'FEE_REMINDER' || kind === 'PAY_LINK')
    return { title: kindsOfMessages[kind].title, link: code ? `/${code}` : null, tag: null }
  if (kind !== 'CHAT') return { title: kindsOfMessages[kind].title, link: null, tag: null }
  const { from = kindsOfMessages[kind].title, thread = '' } = params
  return { title: from, link: thread === '' ? '/chat' : `/chat?thread=${encodeURIComponent(thread)}`, tag: `chat-${thread}` }
}
