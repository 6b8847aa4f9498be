import type { MessageKindByHand } from '#ui/generated/schema.types.ts'
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
  /** Why it cannot be sent; null when it can. */
  notReady: string | null
}

/** Returns the template to show: WhatsApp's if there is one, because most recipients get that one. */
function shownTemplate({ messageTemplates }: SendChoicesQuery, kind: string, name: string) {
  const texts = messageTemplates.filter(
    (template) => template.kind === kind && template.name.toLowerCase() === name.toLowerCase(),
  )
  return texts.find(({ channel }) => channel === 'WHATSAPP') ?? texts[0]
}

/** Returns the two login messages (specification, section 2). */
export function loginChoices(choices: SendChoicesQuery): Choice[] {
  return choices.messageKinds.flatMap(({ kind, text, notReadyReason }) => {
    if (kind !== 'LOGIN_DETAILS' && kind !== 'LOGIN_REMINDER') return []
    return [
      {
        name: kind,
        label: kindLabels[kind],
        kind,
        templateId: null,
        asksText: false,
        text: shownTemplate(choices, kind, '')?.text ?? text,
        notReady: notReadyReason,
      },
    ]
  })
}

/** Returns the school's notices, each once: the templates of all channels with one name are one notice. */
export function noticeChoices(choices: SendChoicesQuery): Choice[] {
  const notice = choices.messageKinds.find(({ kind }) => kind === 'NOTICE')
  return choices.messageTemplates.flatMap((template) => {
    const { id, kind, name, text } = template
    if (kind !== 'NOTICE' || shownTemplate(choices, kind, name) !== template) return []
    return [
      {
        name: id,
        label: name,
        kind,
        templateId: id,
        text,
        asksText: text.includes('{{text}}'),
        notReady: notice?.notReadyReason ?? null,
      },
    ]
  })
}
