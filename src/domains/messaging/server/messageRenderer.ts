import { codeHours, handOutCodes, createCodeToSend } from '#platform/auth/codes.ts'
import { msg } from '#shared/texts.ts'
import type { Tx } from '#platform/database/connect.ts'
import type { School, SchoolFlag } from '#platform/school.ts'
import type { Secrets } from '#platform/secretKeys.ts'
import { isLanguage, type Language, languageNames } from '#shared/languages.ts'
import { hasModule } from '#shared/modules.ts'
import { type Paise, showMoney } from '#shared/money.ts'
import { channelProblem, kindOffReason, kindSetting, registeredText, templateKindsFor } from '../kinds.rules.ts'
import { type MessageChannel, type MessageKind, sentByParam } from '../messaging.rules.ts'
import { kindsByHand } from '../messaging.schema.ts'
import { createGuardianCodeToSend } from '#platform/guardians/codes.ts'
import { codeSessionParam, guardianCodeParam } from '../oneTimeCode.rules.ts'
import { payLinkParam, withHiddenLink } from '../payLink.rules.ts'
import { ownTexts } from '../ownTexts.ts'
import { typedLanguageParam } from '../typedText.rules.ts'
import { renderText, variablesIn } from '../texts.rules.ts'
import type { RenderMessage, MessageCancelled, RenderedMessage, ChannelSkipped } from './rendering.ts'
import type { MessageRow } from './messages.sql.ts'
import { languagesOfReader } from './audience.sql.ts'
import { spokenParams } from './spokenParams.ts'
import { kindsOfSchool, templatesOfSchool } from './templates.sql.ts'

/** The address of a family's page. */
export interface PayLink {
  link: string
  /** The last part of the address. */
  code: string
}

/** Returns the address of a guardian link for a phone; null when it expired or was revoked. */
export type OpenPayLink = (db: Tx, wanted: { schoolId: number; id: number; phone: string }) => Promise<PayLink | null>

/** Returns what is due now of the students that a fee reminder is about, in paise; 0 where nothing is to be asked. */
export type DueOfReminder = (db: Tx, schoolId: number, messageId: number) => Promise<Paise>

/**
 * Creates the function that renders messages. It uses the template registered at that moment, and for a notice the
 * template name of its batch; a fee reminder asks for what is due at that moment. A message that a job queued is
 * cancelled when its kind is off by now. Only the text that is handed over contains a family's address.
 */
export function createMessageRenderer(parts: RenderDependencies): RenderMessage {
  return (db, school, message, channel) => renderMessage(db, school, message, { channel, ...parts })
}

/** The sources of codes and addresses that only the recipient may read. */
interface RenderDependencies {
  openPayLink: OpenPayLink
  dueOfReminder: DueOfReminder
  /** The keys that one-time codes are hashed with. */
  secrets: Secrets
}

interface RenderOptions extends RenderDependencies {
  channel: MessageChannel
}

async function renderMessage(
  db: Tx,
  school: School,
  message: MessageRow,
  { channel, openPayLink, dueOfReminder, secrets }: RenderOptions,
): Promise<RenderedMessage | ChannelSkipped | MessageCancelled> {
  const { kind, batchId } = message
  const off = await kindOffNow(db, school, message)
  if (off !== null) return { cancelReason: `${off}.` }
  const payLink = await resolvePayLink(db, school, message, openPayLink)
  if (payLink === null) return { cancelReason: msg`The pay link has expired or was revoked.` }
  const due = kind === 'FEE_REMINDER' ? await dueOfReminder(db, school.id, message.id) : null
  if (due === 0) return { cancelReason: msg`What it asks for was paid in the meantime, or a payment is under way.` }
  const params = due === null ? message.params : { ...message.params, amount: showMoney(due).replace('₹', '') }
  const templates = await templatesOfSchool(db, school.id).where('kind', 'in', templateKindsFor(kind)).execute()
  const batch = batchId === null ? undefined : await templateNameOf(db, school.id, batchId)
  const templateKey = { kind, name: batch?.templateName ?? '', channel }
  const problem = channelProblem(school, templates, templateKey)
  if (problem !== null) return { skipReason: `${problem}.` }
  const languages = await languagesFor(db, school, message)
  const { text, language: spoken, template } = registeredText(templates, templateKey, languages)
  const code = variablesIn(text).includes('code') && kindsWithCode.includes(kind) ? await createCode(db, secrets, message) : ''
  if (code === null) return { cancelReason: msg`A password was chosen or another code requested in the meantime.` }
  const told = spokenParams(params, spoken)
  const values = { ...told, ...payLink, ...(code && { code }) }
  const rendered = renderText(kind, channel, text, values)
  if (rendered.problem !== null) return { skipReason: `${rendered.problem}.` }
  const { whatsappName: name = '', language = 'en', smsTemplateId = '' } = template ?? {}
  return {
    template: { name, language, smsTemplateId, text },
    text: rendered.text,
    params: rendered.params,
    ...(kind === 'SIGN_IN_CODE' && code && { copyCode: code }),
    ...(code && { kept: renderText(kind, channel, text, told).text }),
    ...(payLink.code && { kept: renderText(kind, channel, text, withHiddenLink(told)).text }),
    ...(spoken !== languages[0] && { note: missingTextNote(languages[0], spoken) }),
    ...notification(message, payLink, languages[0]),
  }
}

/** Returns the languages of a message, the preferred one first. What a person typed is in a language of its own. */
async function languagesFor(db: Tx, school: School, message: MessageRow): Promise<readonly [Language, ...Language[]]> {
  const languages = await languagesOfReader(db, school, message)
  const typed = message.params[typedLanguageParam]
  const [first = 'en', ...others] = isLanguage(typed) ? [typed, ...languages] : languages
  return [first, ...others]
}

/** Returns the note in a message's history that its text is not in the reader's language. */
function missingTextNote(wanted: Language, spoken: Language): string {
  return msg`There is no text in ${languageNames[wanted]}, so it goes in ${languageNames[spoken]}.`
}

const kindsWithCode: readonly MessageKind[] = ['LOGIN_DETAILS', 'SIGN_IN_CODE']

/** Creates the one-time code of a message that is being sent; null when nobody could sign in with it. */
async function createCode(db: Tx, secrets: Secrets, { kind, phone, subject, params }: MessageRow): Promise<string | null> {
  const guardianCode = params[guardianCodeParam]
  if (guardianCode !== undefined) return createGuardianCodeToSend(db, secrets, phone, guardianCode)
  if (subject === null) return null
  if (kind === 'SIGN_IN_CODE') return createCodeToSend(db, secrets, subject, params[codeSessionParam] ?? '')
  const codes = await handOutCodes(db, secrets, [subject], { hours: codeHours.inMessage, evenOwn: false })
  return codes.get(subject)?.code ?? null
}

/** The kinds that jobs queue, and persons as well. */
const kindsAlsoByHand: readonly MessageKind[] = ['RECEIPT', 'FEE_REMINDER']

/**
 * Returns why the school does not send a message now; always null for kinds that a person sends. A receipt or fee
 * reminder that a person sent needs its module, and not the switch by which they go out by themselves.
 */
async function kindOffNow(db: Tx, school: School, { kind, params }: MessageRow): Promise<string | null> {
  if (kindsByHand.some((one) => one === kind)) return null
  const stored = await kindsOfSchool(db, school.id).where('kind', '=', kind).executeTakeFirst()
  return (
    kindOffReason(school, kind) ??
    (kindSetting(school, kind, stored).enabled || (kindsAlsoByHand.includes(kind) && sentByParam in params)
      ? null
      : msg`Messages of this kind are switched off`)
  )
}

/**
 * Returns the address that a message links to. It is empty for a message without a link and for a school without online
 * fees; null means that the link no longer works.
 */
async function resolvePayLink(db: Tx, school: School, message: MessageRow, open: OpenPayLink): Promise<PayLink | null> {
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

/** Returns the notification's title, the page it opens, and its tag. */
function notification(
  { kind, params }: MessageRow,
  { code }: PayLink,
  language: Language,
): Pick<RenderedMessage, 'title' | 'link' | 'tag'> {
  const { title } = ownTexts[language][kind]
  if (kind === 'FEE_REMINDER' || kind === 'PAY_LINK') return { title, link: code ? `/${code}` : null, tag: null }
  if (kind === 'APPROVAL') return { title, link: '/fees?tab=approvals', tag: 'approvals' }
  if (kind === 'REGISTER') return { title, link: params.link ?? null, tag: `register-${params.register}` }
  if (kind === 'MARKS') return { title, link: params.link ?? null, tag: 'marks' }
  if (kind !== 'CHAT') return { title, link: null, tag: null }
  const { from = title, thread = '' } = params
  const ofStaff = thread === '' ? '/chat' : `/chat?thread=${encodeURIComponent(thread)}`
  return { title: from, link: params.link ?? ofStaff, tag: `chat-${thread}` }
}
