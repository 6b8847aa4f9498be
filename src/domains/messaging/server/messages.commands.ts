import type { z } from 'zod'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import { command, query, type CommandContext } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { languageOfSchool, type School } from '#platform/school.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { isLanguage } from '#shared/languages.ts'
import { t } from '#shared/texts.ts'
import { studentById } from '#domains/students/server/studentRecords.exports.ts'
import { registeredText, templateKindsFor } from '../kinds.rules.ts'
import { messageId, messagesOfStudentView, messagesView } from '../messages.schema.ts'
import { withHiddenLink } from '../payLink.rules.ts'
import { renderText } from '../texts.rules.ts'
import { typedLanguageParam } from '../typedText.rules.ts'
import { spokenParams } from './spokenParams.ts'
import { afterQuiet, messageKindRules, type MessageState } from '../messaging.rules.ts'
import { type ListedMessage, messageById, messageCounts, messagePage, messagesAbout } from './messageList.sql.ts'
import { messageActions } from './messages.permissions.ts'
import { changeMessage, endMessage, lockMessage, type MessageRow, requeueMessage } from './messages.sql.ts'
import { quietHoursOfSchool } from './queue.sql.ts'
import { type Template, templatesOfSchool } from './templates.sql.ts'
import { wakeSender } from './wakeSender.ts'

/** A message as staff see it. */
export type Message = ListedMessage

export interface MessageList {
  total: number
  rows: Message[]
  /** Counts of all states, whichever state is selected. */
  counts: { state: MessageState; count: number }[]
}

/** Returns a page of the messages that the viewer may see, newest first, with the count of each state. */
export const listMessages = query({
  action: messageActions.list,
  input: messagesView,
  run: async ({ db, read, viewer, school, schoolId, input }): Promise<MessageList> => {
    const [rows, counts, templates] = await read(
      messagePage(db, schoolId, viewer, input),
      messageCounts(db, schoolId, viewer, input),
      templatesOfSchool(db, schoolId),
    )
    const chosen = counts.filter(({ state }) => input.state === undefined || state === input.state)
    return {
      total: chosen.reduce((sum, { count }) => sum + count, 0),
      rows: rows.map((row) => withRenderedText(row, templates, school)),
      counts,
    }
  },
})

const maxOfStudent = 100

/** Returns the newest messages about a student that the viewer may see. NOT_FOUND for any other student. */
export const listMessagesOfStudent = query({
  action: messageActions.listOfStudent,
  input: messagesOfStudentView,
  run: async ({ db, read, viewer, school, schoolId, input: { studentId } }): Promise<Message[]> => {
    const [rows, templates, [student]] = await read(
      messagesAbout(db, schoolId, viewer, studentId, maxOfStudent),
      templatesOfSchool(db, schoolId),
      studentById(db, schoolId, viewer, studentId),
    )
    if (!student) throw notFound()
    return rows.map((row) => withRenderedText(row, templates, school))
  },
})

/** Returns the message with its text. For a message that was not sent yet, the text as it would be sent now. */
function withRenderedText(message: Message, templates: readonly Template[], school: School): Message {
  if (message.text !== '') return message
  const { kind, channel, templateName: name, params, familyLanguage } = message
  const languages = [params[typedLanguageParam], familyLanguage, languageOfSchool(school)].filter(isLanguage)
  const { text, language } = registeredText(templates, { kind, name, channel }, languages)
  return { ...message, text: renderText(kind, channel, text, withHiddenLink(spokenParams(params, language))).text }
}

type MessageCommand = CommandContext<z.output<typeof messageId>, undefined>

/** Locks the message if the viewer may see it. */
async function loadMessage({
  db,
  viewer,
  schoolId,
  input: { id },
}: Pick<MessageCommand, 'db' | 'viewer' | 'schoolId' | 'input'>) {
  const visible = await messageById(db, schoolId, viewer, id).executeTakeFirst()
  return visible && lockMessage(db, schoolId, id)
}

async function readMessage({
  db,
  viewer,
  school,
  schoolId,
  input: { id },
}: Pick<MessageCommand, 'db' | 'viewer' | 'school' | 'schoolId' | 'input'>) {
  const message = await messageById(db, schoolId, viewer, id).executeTakeFirst()
  if (!message) throw notFound()
  return withRenderedText(
    message,
    await templatesOfSchool(db, schoolId).where('kind', 'in', templateKindsFor(message.kind)).execute(),
    school,
  )
}

/** Cancels a queued message for good: queueing its event again does not revive it. */
export const cancelMessage = command<typeof messageId, MessageRow & { now: Date }, Message>({
  action: messageActions.cancel,
  input: messageId,
  load: loadMessage,
  run: async ({ row, ...running }) => {
    const { db, viewer } = running
    await endMessage(db, row, 'CANCELLED', `Cancelled by ${viewer.name}.`)
    await changeMessage(db, row, { cancelledByName: viewer.name })
    return { result: await readMessage({ ...running }), ids: [row.id], fields: ['state'] }
  },
})

/**
 * Queues a FAILED or UNKNOWN message again, at the risk that an unknown one arrives twice. A failed message starts with
 * its first channel. It goes to the current phone of its students. CONFLICT when that is not possible.
 */
export const retryMessage = command<typeof messageId, MessageRow & { now: Date }, Message>({
  action: messageActions.retry,
  input: messageId,
  load: loadMessage,
  run: async ({ row, ...running }) => {
    const { db, call, viewer, school } = running
    const hasFailed = row.state === 'FAILED'
    const channel = (hasFailed ? row.channels[0] : row.channel) ?? row.channel
    const dueAt = afterQuiet(row.kind, row.now, quietHoursOfSchool(school))
    const expiresAt = row.expiresAt !== null && row.expiresAt > dueAt ? row.expiresAt : null
    const phone = await currentPhone(db, row)
    const step = { channel, state: 'QUEUED' as const, detail: `Sent again by ${viewer.name}.` }
    await requeueMessage(db, row, channel, dueAt, { attempts: 0, stateAt: row.now, expiresAt, phone }, step)
    return {
      result: await readMessage({ ...running }),
      ids: [row.id],
      fields: ['state'],
      afterCommit: () => wakeSender(call.database),
    }
  },
})

/**
 * Returns the phone for a message that is sent again: the current phone of all its students.
 * @throws Refusal CONFLICT when they no longer share a phone, or when the text belongs to the phone it was queued for
 */
async function currentPhone(db: Tx, { schoolId, id, kind, phone }: MessageRow): Promise<string> {
  if (phone === '') return phone
  const phones = await db
    .selectFrom('messageStudents as about')
    .innerJoin('students as s', (on) => onSameSchool(on, 's.id', 'about.studentId'))
    .select('s.phone')
    .where('about.schoolId', '=', schoolId)
    .where('about.messageId', '=', id)
    .execute()
  const [first] = phones
  if (!first || phones.every((student) => student.phone === phone)) return phone
  const boundToPhone = messageKindRules[kind].boundToPhone || (kind === 'NOTICE' && phones.length > 1)
  if (boundToPhone || first.phone === defaultPhone || phones.some((student) => student.phone !== first.phone))
    throw new Refusal('CONFLICT', t`The phone number has changed. Create the message again.`)
  return first.phone
}
