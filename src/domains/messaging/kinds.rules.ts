import { isLanguage, type Language } from '#shared/languages.ts'
import { hasModule } from '#shared/modules.ts'
import { t } from '#shared/texts.ts'
import { defaultChannels, type MessageChannel, type MessageKind } from './messaging.rules.ts'
import { ownTexts } from './ownTexts.ts'
import type { TemplateChannel } from './texts.kinds.ts'

/** The school settings that decide which messages are sent, and by which channels. */
export interface MessagingSchool {
  senderId: string
  whatsapp: boolean
  smsDisabled: boolean
  attNotification: boolean
  onlyAbsent: boolean
  feesModule: boolean
  onlineFees: boolean
  weeklySms: boolean
  timetableSummary: boolean
  attType: string
  discipline: boolean
  exams: boolean
  chat: boolean
}

/** Whether a kind is enabled in a school, and its channels in the order they are tried. */
export interface KindSetting {
  enabled: boolean
  channels: MessageChannel[]
}

/** The parts of a template that select it for a message. */
export interface RegisteredText {
  kind: string
  name: string
  channel: string
  /** As registered, such as `mr` or `en_US`. */
  language: string
}

/** Returns the language of a registered text; English for one that the product does not speak. */
export function languageOfText({ language }: Pick<RegisteredText, 'language'>): Language {
  const [code] = language.split('_')
  return isLanguage(code) ? code : 'en'
}

/** Returns the school's stored setting for a kind, or the default. By default every kind is enabled except receipts. */
export function kindSetting(
  school: MessagingSchool,
  kind: MessageKind,
  stored: { enabled: boolean; channels: readonly string[] } | undefined,
): KindSetting {
  const chosen = (stored?.channels ?? []) as MessageChannel[]
  return {
    enabled: stored?.enabled ?? kind !== 'RECEIPT',
    channels: chosen.length > 0 ? [...chosen] : defaultChannels(kind, school),
  }
}

/** Returns the reason why a school cannot send a kind; null when it can. */
type OffReason = (school: MessagingSchool) => string | null

const attendanceOff: OffReason = (school) => (school.attNotification ? null : t`Attendance notifications are switched off`)
const examsOff: OffReason = (school) => (school.exams ? null : t`The exams module is switched off`)
const feesOff: OffReason = (school) => (school.feesModule ? null : t`The fees module is switched off`)
const alwaysOn: OffReason = () => null

const offReasons: Readonly<Record<MessageKind, OffReason>> = {
  LOGIN_DETAILS: alwaysOn,
  LOGIN_REMINDER: alwaysOn,
  SIGN_IN_CODE: alwaysOn,
  ABSENCE: attendanceOff,
  LATE: (school) => attendanceOff(school) ?? (school.onlyAbsent ? t`The school tells of absences only` : null),
  FEE_REMINDER: feesOff,
  PAY_LINK: (school) => (hasModule(school, 'onlineFees') ? null : t`Paying fees online is switched off`),
  WEEKLY: (school) => (school.weeklySms ? null : t`The weekly summary is switched off`),
  TIMETABLE: (school) => {
    if (school.attType !== 'SUBJECTWISE') return t`Attendance is not taken by subject`
    return school.timetableSummary ? null : t`The timetable summary is switched off`
  },
  RECEIPT: feesOff,
  DISCIPLINE: (school) => (school.discipline ? null : t`The discipline module is switched off`),
  NOTICE: alwaysOn,
  EXAM: examsOff,
  RESULT: examsOff,
  CHAT: (school) => (school.chat ? null : t`The chat is switched off`),
  APPROVAL: feesOff,
  REGISTER: alwaysOn,
  MARKS: (school) => (school.exams ? null : t`The exams module is switched off`),
}

/**
 * Returns why a school cannot send a kind at all, whatever its templates: the setting or module behind it is off.
 * Returns null when it can.
 */
export function kindOffReason(school: MessagingSchool, kind: MessageKind): string | null {
  return offReasons[kind](school)
}

const channelNames: Readonly<Record<TemplateChannel, string>> = { WHATSAPP: 'WhatsApp', SMS: 'SMS' }

/**
 * Returns the kinds whose templates a kind may use, in order of preference. A pay link may use the fee reminder's
 * template, because registering a text with the operators takes days and the reminder says the same.
 */
export function templateKindsFor(kind: MessageKind): MessageKind[] {
  return kind === 'PAY_LINK' ? ['PAY_LINK', 'FEE_REMINDER'] : [kind]
}

/** Which registered texts a message may use. */
interface TextKey {
  kind: MessageKind
  /** The notice's template name; '' for every other kind. */
  name: string
  channel: MessageChannel
}

/** Returns the templates for a kind, name and channel, in all languages, the preferred kinds first. */
function templatesFor<Text extends RegisteredText>(registered: readonly Text[], { kind, name, channel }: TextKey): Text[] {
  return templateKindsFor(kind).flatMap((templateKind) =>
    registered.filter(
      (template) =>
        template.kind === templateKind && template.channel === channel && template.name.toLowerCase() === name.toLowerCase(),
    ),
  )
}

/** Returns the first text in the most preferred language; else the first of all. */
function inPreferredLanguage<Text extends RegisteredText>(
  texts: readonly Text[],
  languages: readonly Language[],
): Text | undefined {
  for (const language of languages) {
    const match = texts.find((text) => languageOfText(text) === language)
    if (match) return match
  }
  return texts[0]
}

/** Returns why a school cannot send a kind by a channel, as text for staff; null when it can. */
export function channelProblem(school: MessagingSchool, registered: readonly RegisteredText[], key: TextKey): string | null {
  const { channel } = key
  if (channel === 'EMAIL' || channel === 'APP') return null
  if (channel === 'WHATSAPP' && !school.whatsapp) return t`WhatsApp is switched off for this school`
  if (channel === 'SMS' && school.smsDisabled) return t`SMS is switched off for this school`
  if (channel === 'SMS' && school.senderId === '') return t`The school has no sender ID for SMS`
  return templatesFor(registered, key).length > 0 ? null : t`No ${channelNames[channel]} template is registered`
}

/** Returns why a school can send a kind by no channel, as text for staff; null when at least one channel is open. */
export function notReadyReason(
  school: MessagingSchool,
  registered: readonly RegisteredText[],
  kind: MessageKind,
  { enabled, channels }: KindSetting,
): string | null {
  const offReason = kindOffReason(school, kind)
  if (offReason !== null) return offReason
  if (!enabled) return t`It is switched off`
  const names =
    kind === 'NOTICE'
      ? [...new Set(registered.filter((template) => template.kind === kind).map((template) => template.name))]
      : ['']
  const problems = (names.length > 0 ? names : ['']).map((name) =>
    channels.map((channel) => channelProblem(school, registered, { kind, name, channel })),
  )
  if (problems.some((channelProblems) => channelProblems.includes(null))) return null
  return [...new Set(problems.flat().filter((problem) => problem !== null))].join('. ') || t`No channel is chosen`
}

/** A text as it goes by a channel. */
export interface ChosenText<Text> {
  text: string
  /** In paise; 0 for a text of the product's own. */
  price: number
  language: Language
  /** null for a channel that needs no registered text. */
  template: Text | null
}

/**
 * Returns the text and price of a kind by a channel: the registered template in the first of the languages that has
 * one, or else in any; or else the product's own text in the first language. A notice without a template for this
 * channel uses the text that its name has for another channel.
 * @param languages the reader's language first
 */
export function registeredText<Text extends RegisteredText & { text: string; price: number }>(
  registered: readonly Text[],
  key: TextKey,
  languages: readonly Language[],
): ChosenText<Text> {
  const { kind, name } = key
  const template = inPreferredLanguage(templatesFor(registered, key), languages)
  if (template) return { text: template.text, price: template.price, language: languageOfText(template), template }
  const hasSameName = (text: Text) => text.kind === kind && text.name.toLowerCase() === name.toLowerCase()
  const other = kind === 'NOTICE' ? inPreferredLanguage(registered.filter(hasSameName), languages) : undefined
  if (other) return { text: other.text, price: 0, language: languageOfText(other), template: null }
  const [language = 'en'] = languages
  return { text: ownTexts[language][kind].text, price: 0, language, template: null }
}
