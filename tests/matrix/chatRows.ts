import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/database/connect.ts'
import type { TestSchool } from '../world/testWorld.ts'
import type { Extra } from './cells.ts'

/** Adds the conversations of the student in 7-A and of the section 8-A, each with a message that has a file. */
export async function addChat(db: Tx, { id: schoolId, student7A, section8A }: TestSchool): Promise<Extra> {
  const added = async (of: { studentId: number } | { sectionId: number }) => {
    const thread = await db
      .insertInto('chatThreads')
      .values({ schoolId, ...of })
      .returning('id')
      .executeTakeFirstOrThrow()
    const file = await db
      .insertInto('files')
      .values({
        schoolId,
        purpose: 'chat-attachment',
        contentType: 'application/pdf',
        size: 9,
        name: 'Note.pdf',
        createdBy: randomUUID(),
        attached: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const message = await db
      .insertInto('chatMessages')
      .values({
        schoolId,
        threadId: thread.id,
        author: 'STAFF',
        text: 'A note',
        fileId: file.id,
        writtenBy: randomUUID(),
        writtenByName: 'A Teacher',
        writtenByRole: 'TEACHER',
      })
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow()
    await db
      .updateTable('chatThreads')
      .set({ lastMessageId: message.id, lastAuthor: 'STAFF', version: message.version })
      .where('schoolId', '=', schoolId)
      .where('id', '=', thread.id)
      .execute()
    return { thread: thread.id, message: message.id }
  }
  const [seven, eight] = [await added({ studentId: student7A }), await added({ sectionId: section8A })]
  return { thread7: seven.thread, chatMessage7: seven.message, thread8: eight.thread, chatMessage8: eight.message }
}
