import type { MessageKindByHand } from '#ui/generated/schema.types.ts'
import { kindLabels } from '../messageWords.ts'
import type { SendChoicesQuery } from './send.graphql.ts'

/** Something that can be sent by hand. */
export interface Choice {
  /** Its word in the form. */
  name: string
  label: string
  kind: MessageKindByHand
  /** Of a notice: the template. */
  templateId: string | null
  /** As registered, with its {{variables}}. */
  text: string
  /** The person who sends it writes a part of it. */
  asksText: boolean
  /** Why it cannot be sent as it should be. */
  notReady: string | null
}

/** The text that most get: WhatsApp's where there is one. */
function registered({ messageTemplates }: SendChoicesQuery, kind: string, name: string) {
  const texts = messageTemplates.filter((one) => one.kind === kind && one.name.toLowerCase() === name.toLowerCase())
  return texts.find(({ channel }) => channel === 'WHATSAPP') ?? texts[0]
}

/** The two templates that tell families how to sign in (specification, section 2). */
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
        text: registered(choices, kind, '')?.text ?? text,
        notReady: notReadyReason,
      },
    ]
  })
}

/** The school's notices, each once: one text for WhatsApp and one for SMS under the same name are one notice. */
export function noticeChoices(choices: SendChoicesQuery): Choice[] {
  const notice = choices.messageKinds.find(({ kind }) => kind === 'NOTICE')
  return choices.messageTemplates.flatMap((template) => {
    const { id, kind, name, text } = template
    if (kind !== 'NOTICE' || registered(choices, kind, name) !== template) return []
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
