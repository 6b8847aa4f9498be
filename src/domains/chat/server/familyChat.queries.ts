import { type Expression, type SqlBool, sql } from 'kysely'
import { fileUrl } from '#platform/files/files.ts'
import { notFound } from '#platform/refusal.ts'
import { childOfPhone, guardianQuery, requireModule } from '#domains/students/server/guardians.exports.ts'
import { onlySchoolWrites, whyNotWrite } from '../chat.rules.ts'
import { familyAttachmentChoice, familyChatView } from '../chat.schema.ts'
import { type Messages, readMessages } from './chat.queries.ts'
import { threadRows, visibleMessages } from './chat.sql.ts'
import { guardianReader } from './guardianReader.ts'

/** What a guardian sees of one conversation of a child. */
export interface FamilyChat {
  guardian: string
  messages: Messages
  /** Why the guardian cannot write here; null when it can. */
  whyNotWrite: string | null
}

/** Matches the child's own conversation, or its section's. Needs `chat_threads t` in the query. */
export function familyThread({ studentId, ofSection }: { studentId: number; ofSection: boolean }): Expression<SqlBool> {
  return ofSection ? sql<SqlBool>`t.section_id is not null` : sql<SqlBool>`t.student_id = ${studentId}`
}

/**
 * Returns the newest messages of a child's own conversation or its section's, those before a message, or the changes
 * since a version. One in which nobody has written yet has no messages.
 */
export const viewFamilyChat = guardianQuery({
  name: 'familyChat.read',
  input: familyChatView,
  run: async ({ db, read, call, school, schoolId, guardian: proved, input }): Promise<FamilyChat> => {
    await requireModule(call, school, 'chat')
    const viewer = guardianReader(schoolId, proved.phone, { id: input.studentId, name: '' })
    const [[child], [thread]] = await read(
      childOfPhone(db, schoolId, proved, input.studentId),
      threadRows(db, viewer, schoolId).where(familyThread(input)),
    )
    if (!child) throw notFound()
    const { subject: guardian } = viewer
    const { before, seen } = input
    if (!thread)
      return {
        guardian,
        messages: { rows: [], more: false, version: 0, reads: [] },
        whyNotWrite: input.ofSection ? onlySchoolWrites() : null,
      }
    const messages = await readMessages({ db, read, viewer, schoolId }, { threadId: thread.id, before, seen })
    return { guardian, messages, whyNotWrite: whyNotWrite(thread, 'STUDENT') }
  },
})

/** Returns a new address of an attachment in a child's conversations. */
export const viewFamilyAttachment = guardianQuery({
  name: 'familyChat.attachment',
  input: familyAttachmentChoice,
  run: async ({ db, read, call, school, schoolId, guardian: proved, input: { studentId, messageId } }): Promise<string> => {
    await requireModule(call, school, 'chat')
    const viewer = guardianReader(schoolId, proved.phone, { id: studentId, name: '' })
    const [[child], [message]] = await read(
      childOfPhone(db, schoolId, proved, studentId),
      visibleMessages(db, viewer, schoolId).where('m.id', '=', messageId),
    )
    const file = child && message?.removedAt === null ? message.fileId : null
    const url = fileUrl(call, schoolId, file, 'chat-attachment')
    if (url === null) throw notFound()
    return url
  },
})
