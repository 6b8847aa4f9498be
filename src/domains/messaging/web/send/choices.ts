import type { MessageKindByHand } from '../../../../ui/generated/schema.types.ts'
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

/** The two templates that tell families how to sign in (specification, section 2). */
export function loginChoices({ messageKinds }: SendChoicesQuery): Choice[] {
  return messageKinds.flatMap(({ kind, text, notReadyReason }) => {
    if (kind !== 'LOGIN_DETAILS' && kind !== 'LOGIN_REMINDER') return []
    return [
      {
        ...{ name: kind, label: kindLabels[kind], kind, templateId: null, text, asksText: false },
        notReady: notReadyReason,
      },
    ]
  })
}

/** The school's notices, each once: one text for WhatsApp and one for SMS under the same name are one notice. */
export function noticeChoices({ messageTemplates, messageKinds }: SendChoicesQuery): Choice[] {
  const names = new Set<string>()
  const notice = messageKinds.find(({ kind }) => kind === 'NOTICE')
  return messageTemplates.flatMap(({ id, kind, name, text }) => {
    if (kind !== 'NOTICE' || names.has(name)) return []
    names.add(name)
    return [
      {
        ...{ name: id, label: name, kind, templateId: id, text, asksText: text.includes('{{text}}') },
        notReady: notice?.notReadyReason ?? null,
      },
    ]
  })
}
