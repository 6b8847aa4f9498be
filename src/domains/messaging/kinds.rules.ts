import { hasModule } from '#shared/modules.ts'
import { defaultChannels, type MessageChannel, type MessageKind } from './messaging.rules.ts'
import { kindsOfMessages, type TemplateChannel } from './texts.kinds.ts'

/** What decides how messages go in a school. */
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

/** How a kind goes in a school: what was set, else the default. */
export interface KindSetting {
  enabled: boolean
  channels: MessageChannel[]
}

/** What a school has registered of a kind. */
export interface RegisteredText {
  kind: string
  name: string
  channel: string
}

/** How a kind goes in a school; receipts go where the school wants them, everything else where it is not put away. */
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

/** Why a kind is sent to nobody in a school, whatever is registered: the habit or module it belongs to is off. */
export function kindOff(school: MessagingSchool, kind: MessageKind): string | null {
  if ((kind === 'ABSENCE' || kind === 'LATE') && !school.attNotification) return 'Attendance notifications are switched off'
  if (kind === 'LATE' && school.onlyAbsent) return 'The school tells of absences only'
  if ((kind === 'FEE_REMINDER' || kind === 'RECEIPT') && !school.feesModule) return 'The fees module is switched off'
  if (kind === 'PAY_LINK' && !hasModule(school, 'onlineFees')) return 'Paying fees online is switched off'
  if (kind === 'WEEKLY' && !school.weeklySms) return 'The weekly summary is switched off'
  if (kind === 'TIMETABLE' && school.attType !== 'SUBJECTWISE') return 'Attendance is not taken by subject'
  if (kind === 'TIMETABLE' && !school.timetableSummary) return 'The timetable summary is switched off'
  if (kind === 'DISCIPLINE' && !school.discipline) return 'The discipline module is switched off'
  return kind === 'CHAT' && !school.chat ? 'The chat is switched off' : null
}

const channelWords: Readonly<Record<TemplateChannel, string>> = { WHATSAPP: 'WhatsApp', SMS: 'SMS' }

/**
 * The kinds by whose registered texts a kind goes, the first one first. Registering a text with the operators takes days, and the fee
 * reminder says all that a pay link has to.
 */
export function textKindsOf(kind: MessageKind): MessageKind[] {
  return kind === 'PAY_LINK' ? ['PAY_LINK', 'FEE_REMINDER'] : [kind]
}

/** The text that is registered for a kind and a channel; undefined where there is none. */
function templateFor<Text extends RegisteredText>(
  registered: readonly Text[],
  { kind, name, channel }: { kind: MessageKind; name: string; channel: MessageChannel },
): Text | undefined {
  for (const textKind of textKindsOf(kind)) {
    const found = registered.find(
      (one) => one.kind === textKind && one.channel === channel && one.name.toLowerCase() === name.toLowerCase(),
    )
    if (found) return found
  }
  return undefined
}

/**
 * Why a kind does not go one way in a school, in words for staff; null when it can.
 * @param name of a notice's template; '' for every other kind
 */
export function channelProblem(
  school: MessagingSchool,
  registered: readonly RegisteredText[],
  { kind, name, channel }: { kind: MessageKind; name: string; channel: MessageChannel },
): string | null {
  if (channel === 'EMAIL' || channel === 'APP') return null
  if (channel === 'WHATSAPP' && !school.whatsapp) return 'WhatsApp is switched off for this school'
  if (channel === 'SMS' && school.smsDisabled) return 'SMS is switched off for this school'
  if (channel === 'SMS' && school.senderId === '') return 'The school has no sender ID for SMS'
  return templateFor(registered, { kind, name, channel }) ? null : `No ${channelWords[channel]} template is registered`
}

/** Why a kind cannot be sent in a school at all, in words; null when some way is open. */
export function notReady(
  school: MessagingSchool,
  registered: readonly RegisteredText[],
  kind: MessageKind,
  { enabled, channels }: KindSetting,
): string | null {
  const off = kindOff(school, kind)
  if (off !== null) return off
  if (!enabled) return 'It is switched off'
  const names = kind === 'NOTICE' ? [...new Set(registered.filter((one) => one.kind === kind).map((one) => one.name))] : ['']
  const problems = (names.length > 0 ? names : ['']).map((name) =>
    channels.map((channel) => channelProblem(school, registered, { kind, name, channel })),
  )
  if (problems.some((of) => of.includes(null))) return null
  return [...new Set(problems.flat().filter((problem) => problem !== null))].join('. ') || 'No way is chosen'
}

/**
 * What a kind says by one channel: the registered text, or the product's own where nothing has to be registered. A notice that goes by
 * a channel without one says what its name has registered for another.
 */
export function registeredText<Text extends RegisteredText & { text: string; price: number }>(
  registered: readonly Text[],
  { kind, name, channel }: { kind: MessageKind; name: string; channel: MessageChannel },
): { text: string; price: number; template: Text | null } {
  const template = templateFor(registered, { kind, name, channel })
  if (template) return { text: template.text, price: template.price, template }
  const sameName = (one: Text) => one.kind === kind && one.name.toLowerCase() === name.toLowerCase()
  const other = kind === 'NOTICE' ? registered.find(sameName) : undefined
  return { text: other?.text ?? kindsOfMessages[kind].text, price: 0, template: null }
}
