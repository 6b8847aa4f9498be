import { runOncePerKey } from '#platform/requestKeys.ts'
import { notFound } from '#platform/refusal.ts'
import { guardianCommand, ownChild, requireModule } from '#domains/students/server/guardians.exports.ts'
import { familyChatRead, familyMessageInput } from '../chat.schema.ts'
import { markRead, readMessage, storeMessage } from './chat.commands.ts'
import { lockThread, type MessageRow, threadRows } from './chat.sql.ts'
import { familyThread } from './familyChat.queries.ts'
import { guardianReader } from './guardianReader.ts'

/** A message as its guardian gets it back. */
export interface FamilyMessageRow {
  guardian: string
  message: MessageRow
}

/**
 * Stores what a guardian writes to the school about a child, once for its key, in the child's own conversation.
 *
 * FORBIDDEN with the reason where nobody of the family may write, RATE_LIMITED.
 */
export const sendFamilyMessage = guardianCommand({
  action: 'familyMessage.send',
  input: familyMessageInput,
  run: async ({ db, call, school, schoolId, guardian, input }): Promise<{ result: FamilyMessageRow; ids: readonly number[] }> => {
    await requireModule(call, school, 'chat')
    const { studentId, text } = input
    const child = await ownChild(db, schoolId, guardian, studentId)
    const viewer = guardianReader(schoolId, guardian.phone, { id: studentId, name: child.name })
    await db
      .insertInto('chatThreads')
      .values({ schoolId, studentId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { id } = await db
      .selectFrom('chatThreads')
      .select('id')
      .where('schoolId', '=', schoolId)
      .where('studentId', '=', studentId)
      .executeTakeFirstOrThrow()
    const row = await lockThread(db, viewer, schoolId, id)
    if (!row) throw notFound()
    const { result, ids } = await runOncePerKey(
      { db, schoolId, viewer },
      'familyMessage.send',
      input,
      () => storeMessage({ db, call, viewer, school, schoolId, row }, { text, fileId: '', fileName: '' }, guardian.phone),
      ([stored = 0]) => readMessage(db, schoolId, stored),
    )
    return { result: { guardian: viewer.subject, message: result }, ids }
  },
})

/** Marks a conversation as read by the guardian up to a message. Idempotent. */
export const markFamilyChatRead = guardianCommand({
  action: 'familyChat.markRead',
  input: familyChatRead,
  run: async ({ db, call, school, schoolId, guardian, input }): Promise<{ result: true; ids: number[] }> => {
    await requireModule(call, school, 'chat')
    const child = await ownChild(db, schoolId, guardian, input.studentId)
    const viewer = guardianReader(schoolId, guardian.phone, { id: input.studentId, name: child.name })
    const thread = await threadRows(db, viewer, schoolId).where(familyThread(input)).executeTakeFirst()
    if (!thread) throw notFound()
    await markRead(db, viewer, schoolId, thread, input.messageId)
    return { result: true, ids: [thread.id] }
  },
})
