import { sql } from 'kysely'
import { may, mustBeAllowed } from '#platform/action.ts'
import { countInside } from '#platform/auth/limits.ts'
import { command, type Running } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { attachFile } from '#platform/files/files.ts'
import { once } from '#platform/once.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import type { Viewer } from '#platform/viewer.ts'
import { attachmentName } from '../chat.rules.ts'
import { chatMessageInput, chatRead, chatRemoval, threadClosed, threadOpening } from '../chat.schema.ts'
import { chatActions } from './chat.permissions.ts'
import { forgetPush, forgetRemoved, pushMessage } from './chat.push.ts'
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

/** So many messages one person may write, in seconds and count: more than anybody types. */
const mostMessages = { window: 60, max: 20 }

/**
 * Opens the conversation of a section, or of one student; the one that is there where there is one. NOT_FOUND for a section or a
 * student that is not the viewer's to write to: a family has its own alone.
 */
export const openThread = command<typeof threadOpening, undefined, ThreadRow>({
  action: chatActions.open,
  input: threadOpening,
  run: async ({ db, viewer, schoolId, input }) => {
    const { sectionId = null, studentId = null } = input
    if (!(await isTheirs(db, viewer, schoolId, { sectionId, studentId }))) throw notFound()
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

async function isTheirs(
  db: Tx,
  viewer: Viewer,
  schoolId: number,
  { sectionId, studentId }: { sectionId: number | null; studentId: number | null },
): Promise<boolean> {
  if (viewer.role === 'STUDENT') return studentId !== null && studentId === viewer.studentId
  const found =
    sectionId === null
      ? contactStudents(db, viewer, schoolId).where('e.studentId', '=', studentId)
      : contactSections(db, viewer, schoolId).where('sections.id', '=', sectionId)
  return (await found.executeTakeFirst()) !== undefined
}

/**
 * Writes a message, once for its key, and tells the devices of those who read the conversation. FORBIDDEN where nothing can be
 * written, with the reason; BAD_INPUT on `fileId` that is not there; RATE_LIMITED.
 */
export const sendChatMessage = command<typeof chatMessageInput, ThreadRow, MessageRow>({
  action: chatActions.askToSend,
  input: chatMessageInput,
  load: ({ db, viewer, schoolId, input }) => lockThread(db, viewer, schoolId, input.threadId),
  run: (running) =>
    once(
      running,
      chatActions.send.name,
      running.input,
      () => write(running),
      ([id = 0]) => storedMessage(running.db, running.schoolId, id),
    ),
})

async function write(running: Running<ReturnType<typeof chatMessageInput.parse>, ThreadRow>) {
  const { db, call, viewer, school, schoolId, input, row: thread } = running
  mustBeAllowed(may(chatActions.send, { viewer, school, row: thread }))
  if (!(await countInside(db, `chat of ${viewer.subject}`, mostMessages)))
    throw new Refusal('RATE_LIMITED', `You have written ${mostMessages.max} messages within a minute. Please wait a little.`)
  const fileId = input.fileId || null
  if (fileId !== null) {
    await attachFile({ db, call, schoolId }, fileId, 'chat-attachment', 'fileId')
    await nameFile(db, schoolId, fileId, input.fileName)
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
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  await db
    .updateTable('chatThreads')
    .set({ lastMessageId: id, lastAuthor: author, version })
    .where('schoolId', '=', schoolId)
    .where('id', '=', thread.id)
    .execute()
  await readTo(db, viewer, schoolId, { threadId: thread.id, messageId: id, following: true })
  await pushMessage(db, school, viewer, thread, { id, author, text: input.text, hasFile: fileId !== null })
  return { result: await storedMessage(db, schoolId, id), ids: [id], fields: fileId === null ? ['text'] : ['text', 'file'] }
}

function storedMessage(db: Tx, schoolId: number, id: number): Promise<MessageRow> {
  return messageRows(db, schoolId).where('m.id', '=', id).executeTakeFirstOrThrow()
}

async function nameFile(db: Tx, schoolId: number, fileId: string, given: string): Promise<void> {
  const file = db.updateTable('files').where('schoolId', '=', schoolId).where('id', '=', fileId)
  const { contentType } = await db
    .selectFrom('files')
    .select('contentType')
    .where('schoolId', '=', schoolId)
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow()
  await file.set({ name: attachmentName(given, contentType) }).execute()
}

/** How far somebody has read; never back. */
async function readTo(
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

/** Says that the viewer has read a conversation up to a message; what waits to be told to her devices need not be told any more. */
export const markChatRead = command<typeof chatRead, ThreadRow, ThreadRow>({
  action: chatActions.markRead,
  input: chatRead,
  load: ({ db, viewer, schoolId, input }) =>
    threadRows(db, viewer, schoolId).where('t.id', '=', input.threadId).executeTakeFirst(),
  run: async ({ db, viewer, schoolId, input, row }) => {
    const messageId = Math.min(input.messageId, row.lastMessageId ?? 0)
    if (messageId > (row.lastReadId ?? 0)) {
      await readTo(db, viewer, schoolId, { threadId: row.id, messageId, following: false })
      await forgetPush(db, schoolId, viewer, row)
    }
    const result = await threadRows(db, viewer, schoolId).where('t.id', '=', row.id).executeTakeFirst()
    if (!result) throw notFound()
    return { result, ids: [row.id] }
  },
})

/** Keeps a message from being shown, with the reason; its text stays for whoever has to look into it. What waits to tell of it does not go. */
export const removeChatMessage = command<typeof chatRemoval, MessageRow, MessageRow>({
  action: chatActions.remove,
  input: chatRemoval,
  load: async ({ db, viewer, schoolId, input }) => {
    const found = () => visibleMessages(db, viewer, schoolId).where('m.id', '=', input.id).executeTakeFirst()
    const message = await found()
    if (!message) return undefined
    await lockThread(db, viewer, schoolId, message.threadId)
    return found()
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
    await forgetRemoved(db, schoolId, id)
    return { result: await storedMessage(db, schoolId, id), ids: [id], fields: ['removedAt', 'removedReason'] }
  },
})

/** Closes a conversation, so that nobody writes in it, or opens it again. */
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
