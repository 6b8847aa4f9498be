import { registeredText, type RegisteredText, channelProblem } from '../kinds.rules.ts'
import type { MessageChannel, MessageKind } from '../messaging.rules.ts'
import { kindsOfMessages } from '../texts.kinds.ts'
import { filled } from '../texts.rules.ts'
import type { Compose } from './letters.ts'
import { templatesOfSchool } from './templates.sql.ts'

/** What a message is filled from. */
export interface Sayable {
  kind: MessageKind
  /** Of a notice: the name of its templates; '' for every other kind. */
  name: string
  channel: MessageChannel
  params: Readonly<Record<string, string>>
}

/** What a message reads like by its channel, by the texts that are registered now. */
export function textOf(
  registered: readonly (RegisteredText & { text: string; price: number })[],
  { kind, name, channel, params }: Sayable,
): string {
  return filled(kind, channel, registeredText(registered, { kind, name, channel }).text, params).text
}

/** Says a message by the text that is registered for its channel, or by the product's own where none has to be. */
export const composeLetter: Compose = async (db, school, message, channel) => {
  const { kind, batchId, params } = message
  const templates = await templatesOfSchool(db, school.id).where('kind', '=', kind).execute()
  const batch =
    kind !== 'NOTICE' || batchId === null
      ? undefined
      : await db
          .selectFrom('messageBatches')
          .select('templateName')
          .where('schoolId', '=', school.id)
          .where('id', '=', batchId)
          .executeTakeFirst()
  const name = batch?.templateName ?? ''
  const closed = channelProblem(school, templates, { kind, name, channel })
  if (closed !== null) return { unsayable: `${closed}.` }
  const { text: registered, template } = registeredText(templates, { kind, name, channel })
  const { text, params: values, problem } = filled(kind, channel, registered, params)
  if (problem !== null) return { unsayable: `${problem}.` }
  const { title } = kindsOfMessages[kind]
  return {
    template: {
      name: template?.whatsappName ?? '',
      language: template?.language ?? 'en',
      dltTemplateId: template?.dltTemplateId ?? '',
      text: registered,
    },
    ...{ text, params: values },
    title: kind === 'CHAT' ? title : `${title} · ${params.school || school.name}`,
    link: linkOf(kind, params),
    tag: kind === 'CHAT' ? `chat-${params.thread ?? ''}` : null,
  }
}

/** Where a notification leads: a path of this installation. */
function linkOf(kind: MessageKind, params: Readonly<Record<string, string>>): string | null {
  if (kind === 'CHAT') return params.thread ? `/chat?thread=${params.thread}` : '/chat'
  return kind === 'FEE_REMINDER' && params.code ? `/${params.code}` : null
}
