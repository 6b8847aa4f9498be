import type { Tx } from '../../../platform/database/connect.ts'
import type { School } from '../../../platform/school.ts'
import { channelProblem, registeredText } from '../kinds.rules.ts'
import type { MessageChannel } from '../messaging.rules.ts'
import { kindsOfMessages } from '../texts.kinds.ts'
import { filled } from '../texts.rules.ts'
import type { Said, Unsayable } from './letters.ts'
import type { MessageRow } from './messages.sql.ts'
import { templatesOfSchool } from './templates.sql.ts'

/**
 * Says a message by a channel, in the text that is registered for it just now; a notice by the templates of the name that its order
 * has chosen.
 */
export async function sayMessage(
  db: Tx,
  school: School,
  message: MessageRow,
  channel: MessageChannel,
): Promise<Said | Unsayable> {
  const { kind, batchId, params } = message
  const templates = await templatesOfSchool(db, school.id).where('kind', '=', kind).execute()
  const batch = batchId === null ? undefined : await templateNameOf(db, school.id, batchId)
  const chosen = { kind, name: batch?.templateName ?? '', channel }
  const closed = channelProblem(school, templates, chosen)
  if (closed !== null) return { unsayable: `${closed}.` }
  const { text, template } = registeredText(templates, chosen)
  const said = filled(kind, channel, text, params)
  if (said.problem !== null) return { unsayable: `${said.problem}.` }
  const { whatsappName: name = '', language = 'en', smsTemplateId = '' } = template ?? {}
  return {
    template: { name, language, smsTemplateId, text },
    ...{ text: said.text, params: said.params },
    ...notification(message),
  }
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
function notification({ kind, params }: MessageRow): Pick<Said, 'title' | 'link' | 'tag'> {
  if (kind === 'FEE_REMINDER')
    return { title: kindsOfMessages[kind].title, link: params.code ? `/${params.code}` : null, tag: null }
  if (kind !== 'CHAT') return { title: kindsOfMessages[kind].title, link: null, tag: null }
  const { from = kindsOfMessages[kind].title, thread = '' } = params
  return { title: from, link: thread === '' ? '/chat' : `/chat?thread=${encodeURIComponent(thread)}`, tag: `chat-${thread}` }
}
