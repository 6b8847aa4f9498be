import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'

/** Said where a section cannot be deleted, because something was written to it; by the constraint `chat_messages_thread`. */
export const messagesStandOnSection = 'Chat messages were written to this section. They keep it from being deleted.'

/** How many messages were written to sections; removed ones are there as well. */
export async function chatMessagesOfSections(db: Tx, schoolId: number, sectionIds: readonly number[]): Promise<number> {
  const { count } = await db
    .selectFrom('chatMessages as m')
    .innerJoin('chatThreads as t', (on) => on.onRef('t.schoolId', '=', 'm.schoolId').onRef('t.id', '=', 'm.threadId'))
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('m.schoolId', '=', schoolId)
    .where(sql<boolean>`t.section_id = any(${sectionIds}::bigint[])`)
    .executeTakeFirstOrThrow()
  return count
}
