import { sql } from 'kysely'
import { t } from '#shared/texts.ts'
import { may, requirePermission } from '#platform/action.ts'
import { countInTransaction } from '#platform/auth/requestCounter.ts'
import { command, type CommandContext } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { attachFile } from '#platform/files/files.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import type { Viewer } from '#platform/viewer.ts'
import { attachmentName } from '../chat.rules.ts'
import { chatMessageInput, chatRead, chatRemoval, threadClosed, threadOpening } from '../chat.schema.ts'
import { chatActions } from './chat.permissions.ts'
import { cancelNotification, cancelNotificationsOfMessage, notifyReaders } from './chat.notifications.ts'
import {
  contactSections,
  contactStudents,
  lockThread,
  type MessageRow,
  messageRows,
  type ThreadRow,
  threadRows,
  visibleMessages,
} from './chat.sql.ts'

/** Maximum number of messages per person within `window` seconds. */
const messageRateLimit = { window: 60, max: 20 }

/**
 * Returns the conversation of a section or a student, and creates it if needed. NOT_FOUND for a section or student that
 * the viewer may not write to. A family may only write in its own.
 */
export const openThread = command<typeof threadOpening, undefined, ThreadRow>({
  action: chatActions.open,
  input: threadOpening,
  run: async ({ db, viewer, schoolId, input }) => {
    const { sectionId = null, studentId = null } = input
    if (!(await mayOpenThread(db, viewer, schoolId, { sectionId, studentId }))) throw notFound()
    await db
      .insertInto('chatThreads')
      .values({ schoolId, sectionId, studentId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const column = sectionId === null ? 't.studentId' : 't.sectionId'
    const thread = await threadRows(db, viewer, schoolId)
      .where(column, '=', sectionId ?? studentId)
      .executeTakeFirst()
    if (!thread) throw notFound()
    return { result: thread, ids: [thread.id] }
  },
})

async function mayOpenThread(
  db: Tx,
  viewer: Viewer,
  schoolId: number,
  { sectionId, studentId }: { sectionId: number | null; studentId: number | null },
): Promise<boolean> {
  if (viewer.role === 'STUDENT') return studentId !== null && studentId === viewer.studentId
  const contacts =
    sectionId === null
      ? contactStudents(db, viewer, schoolId).where('e.studentId', '=', studentId)
      : contactSections(db, viewer, schoolId).where('sections.id', '=', sectionId)
  return (await contacts.executeTakeFirst()) !== undefined
}

/**
 * Stores a message, once for its key, and notifies the readers' devices. FORBIDDEN with the reason when the viewer may
 * not write. BAD_INPUT on `fileId` for an unknown file. RATE_LIMITED.
 */
export const sendChatMessage = command<typeof chatMessageInput, ThreadRow, MessageRow>({
  action: chatActions.submit,
  input: chatMessageInput,
  load: ({ db, viewer, schoolId, input }) => lockThread(db, viewer, schoolId, input.threadId),
  run: (running) =>
    runOncePerKey(
      running,
      chatActions.send.name,
      running.input,
      () => storeMessage(running, running.input),
      ([id = 0]) => readMessage(running.db, running.schoolId, id),
    ),
})

/**
 * Stores a message in a conversation that the caller has locked.
 * @param guardianPhone of the guardian who writes it
 * @throws Refusal FORBIDDEN when the viewer may not write there, RATE_LIMITED
 */
export async function storeMessage(
  { db, call, viewer, school, schoolId, row: thread }: Omit<CommandContext<unknown, ThreadRow>, 'input' | 'read'>,
  input: { text: string; fileId: string; fileName: string },
  guardianPhone: string | null = null,
) {
  requirePermission(may(chatActions.send, { viewer, school, row: thread }))
  if (!(await countInTransaction(db, `chat of ${viewer.subject}`, messageRateLimit)))
    throw new Refusal('RATE_LIMITED', t`You have written ${messageRateLimit.max} messages within a minute. Please wait a little.`)
  const fileId = input.fileId || null
  if (fileId !== null) {
    await attachFile({ db, call, schoolId }, fileId, 'chat-attachment', 'fileId')
    await setAttachmentName(db, schoolId, fileId, input.fileName)
  }
  const author = viewer.role === 'STUDENT' ? 'FAMILY' : 'STAFF'
  const { id, version } = await db
    .insertInto('chatMessages')
    .values({
      schoolId,
      threadId: thread.id,
      author,
      text: input.text,
      fileId,
      writtenBy: viewer.subject,
      writtenByName: viewer.name,
      writtenByRole: viewer.role,
      writtenByPhone: guardianPhone,
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  await db
    .updateTable('chatThreads')
    .set({ lastMessageId: id, lastAuthor: author, version })
    .where('schoolId', '=', schoolId)
    .where('id', '=', thread.id)
    .execute()
  await moveReadMark(db, viewer, schoolId, { threadId: thread.id, messageId: id, following: true })
  // As all messages, it is in English.
  const from = guardianPhone === null ? viewer.name : `Family of ${viewer.name}`
  await notifyReaders(db, school, viewer, thread, { id, author, from, text: input.text, hasFile: fileId !== null })
  return { result: await readMessage(db, schoolId, id), ids: [id], fields: fileId === null ? ['text'] : ['text', 'file'] }
}

export function readMessage(db: Tx, schoolId: number, id: number): Promise<MessageRow> {
  return messageRows(db, schoolId).where('m.id', '=', id).executeTakeFirstOrThrow()
}

async function setAttachmentName(db: Tx, schoolId: number, fileId: string, originalName: string): Promise<void> {
  const file = db.updateTable('files').where('schoolId', '=', schoolId).where('id', '=', fileId)
  const { contentType } = await db
    .selectFrom('files')
    .select('contentType')
    .where('schoolId', '=', schoolId)
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow()
  await file.set({ name: attachmentName(originalName, contentType) }).execute()
}

/** Moves the viewer's read mark forward, never back. */
async function moveReadMark(
  db: Tx,
  viewer: Viewer,
  schoolId: number,
  { threadId, messageId, following }: { threadId: number; messageId: number; following: boolean },
): Promise<void> {
  await db
    .insertInto('chatReads')
    .values({ schoolId, threadId, subject: viewer.subject, lastReadId: messageId, following })
    .onConflict((conflict) =>
      conflict.columns(['schoolId', 'threadId', 'subject']).doUpdateSet({
        lastReadId: sql<number>`greatest(chat_reads.last_read_id, excluded.last_read_id)`,
        following: sql<boolean>`chat_reads.following or excluded.following`,
        readAt: sql<Date>`excluded.read_at`,
      }),
    )
    .execute()
}

/** Marks a conversation as read up to a message, and cancels the viewer's queued notification about it. */
export async function markRead(db: Tx, viewer: Viewer, schoolId: number, thread: ThreadRow, upTo: number): Promise<void> {
  const messageId = Math.min(upTo, thread.lastMessageId ?? 0)
  if (messageId <= (thread.lastReadId ?? 0)) return
  await moveReadMark(db, viewer, schoolId, { threadId: thread.id, messageId, following: false })
  await cancelNotification(db, schoolId, viewer, thread)
}

/** Marks a conversation as read up to a message. */
export const markChatRead = command<typeof chatRead, ThreadRow, ThreadRow>({
  action: chatActions.markRead,
  input: chatRead,
  load: ({ db, viewer, schoolId, input }) =>
    threadRows(db, viewer, schoolId).where('t.id', '=', input.threadId).executeTakeFirst(),
  run: async ({ db, viewer, schoolId, input, row }) => {
    await markRead(db, viewer, schoolId, row, input.messageId)
    const result = await threadRows(db, viewer, schoolId).where('t.id', '=', row.id).executeTakeFirst()
    if (!result) throw notFound()
    return { result, ids: [row.id] }
  },
})

/**
 * Removes a message with a reason: it is no longer shown, and its queued notifications are cancelled. The text stays in
 * the table for investigations.
 */
export const removeChatMessage = command<typeof chatRemoval, MessageRow, MessageRow>({
  action: chatActions.remove,
  input: chatRemoval,
  load: async ({ db, viewer, schoolId, input }) => {
    const findMessage = () => visibleMessages(db, viewer, schoolId).where('m.id', '=', input.id).executeTakeFirst()
    const message = await findMessage()
    if (!message) return undefined
    await lockThread(db, viewer, schoolId, message.threadId)
    return findMessage()
  },
  run: async ({ db, viewer, schoolId, input: { id, reason }, row }) => {
    const { version } = await db.selectNoFrom(sql<number>`nextval('chat_versions')`.as('version')).executeTakeFirstOrThrow()
    await db
      .updateTable('chatMessages')
      .set({ version, removedAt: new Date(), removedByName: viewer.name, removedReason: reason })
      .where('schoolId', '=', schoolId)
      .where('id', '=', id)
      .execute()
    await db.updateTable('chatThreads').set({ version }).where('schoolId', '=', schoolId).where('id', '=', row.threadId).execute()
    await cancelNotificationsOfMessage(db, schoolId, id)
    return { result: await readMessage(db, schoolId, id), ids: [id], fields: ['removedAt', 'removedReason'] }
  },
})

/** Closes a conversation for new messages, or opens it again. */
export const setThreadClosed = command<typeof threadClosed, ThreadRow, ThreadRow>({
  action: chatActions.setClosed,
  input: threadClosed,
  load: ({ db, viewer, schoolId, input }) => lockThread(db, viewer, schoolId, input.id),
  run: async ({ db, viewer, schoolId, input: { id, closed }, row }) => {
    if (closed !== (row.closedAt !== null))
      await db
        .updateTable('chatThreads')
        .set(closed ? { closedAt: new Date(), closedByName: viewer.name } : { closedAt: null, closedByName: null })
        .where('schoolId', '=', schoolId)
        .where('id', '=', id)
        .execute()
    const result = await threadRows(db, viewer, schoolId).where('t.id', '=', id).executeTakeFirst()
    if (!result) throw notFound()
    return { result, ids: [id], fields: ['closedAt'] }
  },
})
