import type { z } from 'zod'
import { command, query, type Running } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { studentById } from '#domains/students/server/studentRecords.exports.ts'
import { registeredText, textKindsOf } from '../kinds.rules.ts'
import { messageId, messagesOfStudentView, messagesView } from '../messages.schema.ts'
import { loginKinds } from '../messaging.schema.ts'
import { withHiddenLink } from '../payLink.rules.ts'
import { filled } from '../texts.rules.ts'
import { afterQuiet, type MessageState } from '../messaging.rules.ts'
import { type ListedMessage, messageById, messageCounts, messagePage, messagesAbout } from './messageList.sql.ts'
import { messageActions } from './messages.permissions.ts'
import { changeMessage, endMessage, lockMessage, type MessageRow, waitUntil } from './messages.sql.ts'
import { quietHoursOf } from './queue.sql.ts'
import { type Template, templatesOfSchool } from './templates.sql.ts'
import { wakeMessages } from './wake.ts'

/** What was sent, or will be, to whom. */
export type Message = ListedMessage

export interface MessageList {
  total: number
  rows: Message[]
  /** Of all states, whichever is chosen. */
  counts: { state: MessageState; count: number }[]
}

/** A page of the messages that the viewer may know of, the newest first, and how many are in which state. */
export const listMessages = query({
  action: messageActions.list,
  input: messagesView,
  run: async ({ db, read, viewer, schoolId, input }): Promise<MessageList> => {
    const [rows, counts, templates] = await read(
      messagePage(db, schoolId, viewer, input),
      messageCounts(db, schoolId, viewer, input),
      templatesOfSchool(db, schoolId),
    )
    const chosen = counts.filter(({ state }) => input.state === undefined || state === input.state)
    return { total: chosen.reduce((sum, { count }) => sum + count, 0), rows: rows.map((row) => withText(row, templates)), counts }
  },
})

const mostOfStudent = 100

/** The newest messages about a student, if the viewer may know of her. */
export const listMessagesOfStudent = query({
  action: messageActions.listOfStudent,
  input: messagesOfStudentView,
  run: async ({ db, read, viewer, schoolId, input: { studentId } }): Promise<Message[]> => {
    const [rows, templates, [student]] = await read(
      messagesAbout(db, schoolId, viewer, studentId, mostOfStudent),
      templatesOfSchool(db, schoolId),
      studentById(db, schoolId, viewer, studentId),
    )
    if (!student) throw notFound()
    return rows.map((row) => withText(row, templates))
  },
})

/** One that has not been sent yet says what it would say now. */
function withText(message: Message, templates: readonly Template[]): Message {
  if (message.text !== '') return message
  const { kind, channel, templateName: name, params } = message
  return {
    ...message,
    text: filled(kind, channel, registeredText(templates, { kind, name, channel }).text, withHiddenLink(params)).text,
  }
}

type Changing = Running<z.output<typeof messageId>, undefined>

/** The message, locked, if the viewer may know of it. */
async function load({ db, viewer, schoolId, input: { id } }: Pick<Changing, 'db' | 'viewer' | 'schoolId' | 'input'>) {
  const seen = await messageById(db, schoolId, viewer, id).executeTakeFirst()
  return seen && lockMessage(db, schoolId, id)
}

async function stored({ db, viewer, schoolId, input: { id } }: Pick<Changing, 'db' | 'viewer' | 'schoolId' | 'input'>) {
  const message = await messageById(db, schoolId, viewer, id).executeTakeFirst()
  if (!message) throw notFound()
  return withText(message, await templatesOfSchool(db, schoolId).where('kind', 'in', textKindsOf(message.kind)).execute())
}

/** Cancels a message that waits, for good: the job that has queued it leaves it alone. */
export const cancelMessage = command<typeof messageId, MessageRow & { now: Date }, Message>({
  action: messageActions.cancel,
  input: messageId,
  load,
  run: async ({ row, ...running }) => {
    const { db, viewer } = running
    await endMessage(db, row, 'CANCELLED', `Cancelled by ${viewer.name}.`)
    await changeMessage(db, row, { cancelledByName: viewer.name })
    return { result: await stored({ ...running }), ids: [row.id], fields: ['state'] }
  },
})

/**
 * Sends a message again that failed, or of which nobody knows: the person takes it upon herself that it may arrive twice. One that failed
 * goes through its channels anew. To the phone that its students have now; CONFLICT where that cannot be.
 */
export const retryMessage = command<typeof messageId, MessageRow & { now: Date }, Message>({
  action: messageActions.retry,
  input: messageId,
  load,
  run: async ({ row, ...running }) => {
    const { db, call, viewer, school } = running
    const failed = row.state === 'FAILED'
    const channel = (failed ? row.channels[0] : row.channel) ?? row.channel
    const dueAt = afterQuiet(row.kind, row.now, quietHoursOf(school))
    const expiresAt = row.expiresAt !== null && row.expiresAt > dueAt ? row.expiresAt : null
    const phone = await phoneNow(db, row)
    const step = { channel, state: 'QUEUED' as const, detail: `Sent again by ${viewer.name}.` }
    await waitUntil(db, row, channel, dueAt, { attempts: 0, stateAt: row.now, expiresAt, phone }, step)
    return {
      result: await stored({ ...running }),
      ids: [row.id],
      fields: ['state'],
      after: () => wakeMessages(call.database),
    }
  },
})

const phoneChanged = 'The phone has changed. Queue it anew.'

/**
 * The phone that a message goes to when it is sent again: the one that all its students have now.
 * @throws Refusal CONFLICT where they have no longer one, or where what the message says belongs to the phone it was queued for
 */
async function phoneNow(db: Tx, { schoolId, id, kind, phone }: MessageRow): Promise<string> {
  if (phone === '') return phone
  const phones = await db
    .selectFrom('messageStudents as about')
    .innerJoin('students as s', (on) => on.onRef('s.schoolId', '=', 'about.schoolId').onRef('s.id', '=', 'about.studentId'))
    .select('s.phone')
    .where('about.schoolId', '=', schoolId)
    .where('about.messageId', '=', id)
    .execute()
  const [first] = phones
  if (!first || phones.every((one) => one.phone === phone)) return phone
  const bound =
    kind === 'FEE_REMINDER' || kind === 'PAY_LINK' || loginKinds.includes(kind) || (kind === 'NOTICE' && phones.length > 1)
  if (bound || first.phone === defaultPhone || phones.some((one) => one.phone !== first.phone))
    throw new Refusal('CONFLICT', phoneChanged)
  return first.phone
}
