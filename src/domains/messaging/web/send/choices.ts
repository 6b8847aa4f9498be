import type { MessageKindByHand } from '#ui/generated/schema.types.ts'
import type { Language } from '#shared/languages.ts'
import { languageOfText } from '../../kinds.rules.ts'
import { kindLabels } from '../messageLabels.ts'
import type { SendChoicesQuery } from './send.graphql.ts'

/** A message that can be chosen in the form. */
export interface Choice {
  /** The value in the form. */
  name: string
  label: string
  kind: MessageKindByHand
  /** The template of a notice; null for login messages. */
  templateId: string | null
  /** The registered text with its {{variables}}. */
  text: string
  /** Whether the text contains {{text}}, which the sender writes. */
  asksText: boolean
  /** The further languages in which the sender may write it: those of its templates, without the school's. */
  otherLanguages: readonly Language[]
  /** Why it cannot be sent; null when it can. */
  notReady: string | null
}

/** What a person's text replaces. */
const typed = '{{text}}'

function templatesNamed({ messageTemplates }: SendChoicesQuery, kind: string, name: string) {
  return messageTemplates.filter((template) => template.kind === kind && template.name.toLowerCase() === name.toLowerCase())
}

/**
 * Returns the template to show: in the school's language if there is one, and WhatsApp's, because most recipients get
 * that one.
 */
function shownTemplate(choices: SendChoicesQuery, kind: string, name: string, own: Language) {
  const all = templatesNamed(choices, kind, name)
  const inOwn = all.filter((template) => languageOfText(template) === own)
  const texts = inOwn.length > 0 ? inOwn : all
  return texts.find(({ channel }) => channel === 'WHATSAPP') ?? texts[0]
}

function otherLanguages(choices: SendChoicesQuery, name: string, own: Language): Language[] {
  const texts = templatesNamed(choices, 'NOTICE', name).filter(({ text }) => text.includes(typed))
  return [...new Set(texts.map(languageOfText))].filter((language) => language !== own)
}

/** Returns the two login messages (specification, section 2). */
export function loginChoices(choices: SendChoicesQuery, own: Language): Choice[] {
  return choices.messageKinds.flatMap(({ kind, text, notReadyReason }) => {
    if (kind !== 'LOGIN_DETAILS' && kind !== 'LOGIN_REMINDER') return []
    return [
      {
        name: kind,
        label: kindLabels[kind],
        kind,
        templateId: null,
        asksText: false,
        otherLanguages: [],
        text: shownTemplate(choices, kind, '', own)?.text ?? text,
        notReady: notReadyReason,
      },
    ]
  })
}

/**
 * Returns the school's notices, each once: the templates of all channels and languages with one name are one notice.
 *
 * @param own the school's language
 */
export function noticeChoices(choices: SendChoicesQuery, own: Language): Choice[] {
  const notice = choices.messageKinds.find(({ kind }) => kind === 'NOTICE')
  return choices.messageTemplates.flatMap((template) => {
    const { id, kind, name, text } = template
    if (kind !== 'NOTICE' || shownTemplate(choices, kind, name, own) !== template) return []
    return [
      {
        name: id,
        label: name,
        kind,
        templateId: id,
        text,
        asksText: text.includes(typed),
        otherLanguages: text.includes(typed) ? otherLanguages(choices, name, own) : [],
        notReady: notice?.notReadyReason ?? null,
      },
    ]
  })
}
