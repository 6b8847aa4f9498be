import { hasModule } from '#shared/modules.ts'
import { t } from '#shared/texts.ts'
import { defaultChannels, type MessageChannel, type MessageKind } from './messaging.rules.ts'
import { kindsOfMessages, type TemplateChannel } from './texts.kinds.ts'

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
  CHAT: (school) => (school.chat ? null : t`The chat is switched off`),
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

/** Finds the template for a kind, name and channel. */
function templateFor<Text extends RegisteredText>(
  registered: readonly Text[],
  { kind, name, channel }: { kind: MessageKind; name: string; channel: MessageChannel },
): Text | undefined {
  for (const templateKind of templateKindsFor(kind)) {
    const template = registered.find(
      (template) =>
        template.kind === templateKind && template.channel === channel && template.name.toLowerCase() === name.toLowerCase(),
    )
    if (template) return template
  }
  return undefined
}

/**
 * Returns why a school cannot send a kind by a channel, as text for staff; null when it can.
 * @param name the notice's template name; '' for every other kind
 */
export function channelProblem(
  school: MessagingSchool,
  registered: readonly RegisteredText[],
  { kind, name, channel }: { kind: MessageKind; name: string; channel: MessageChannel },
): string | null {
  if (channel === 'EMAIL' || channel === 'APP') return null
  if (channel === 'WHATSAPP' && !school.whatsapp) return t`WhatsApp is switched off for this school`
  if (channel === 'SMS' && school.smsDisabled) return t`SMS is switched off for this school`
  if (channel === 'SMS' && school.senderId === '') return t`The school has no sender ID for SMS`
  return templateFor(registered, { kind, name, channel }) ? null : t`No ${channelNames[channel]} template is registered`
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

/**
 * Returns the text and price of a kind by a channel: the registered template, or else the product's own text. A notice
 * without a template for this channel uses the text that its name has for another channel.
 */
export function registeredText<Text extends RegisteredText & { text: string; price: number }>(
  registered: readonly Text[],
  { kind, name, channel }: { kind: MessageKind; name: string; channel: MessageChannel },
): { text: string; price: number; template: Text | null } {
  const template = templateFor(registered, { kind, name, channel })
  if (template) return { text: template.text, price: template.price, template }
  const hasSameName = (text: Text) => text.kind === kind && text.name.toLowerCase() === name.toLowerCase()
  const other = kind === 'NOTICE' ? registered.find(hasSameName) : undefined
  return { text: other?.text ?? kindsOfMessages[kind].text, price: 0, template: null }
}
