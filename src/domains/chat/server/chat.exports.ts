import { sql } from 'kysely'
import { plural, t } from '#shared/texts.ts'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Tx } from '#platform/database/connect.ts'
import type { SectionDependents } from '#domains/classes/server/sectionDependents.exports.ts'

export const chatOfSections: SectionDependents = {
  textOf: (count) => t`${plural(count, { one: '# chat message', other: '# chat messages' })}`,
  countOfSections: countMessages,
  messages: {
    section: {
      get chat_messages_thread() {
        return t`Chat messages were written to this section. They keep it from being deleted.`
      },
    },
  },
}

/** Counts the messages of sections' conversations. Includes removed ones, because their rows stay. */
async function countMessages(db: Tx, schoolId: number, sectionIds: readonly number[]): Promise<number> {
  const { count } = await db
    .selectFrom('chatMessages as m')
    .innerJoin('chatThreads as t', (on) => onSameSchool(on, 't.id', 'm.threadId'))
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('m.schoolId', '=', schoolId)
    .where(sql<boolean>`t.section_id = any(${sectionIds}::bigint[])`)
    .executeTakeFirstOrThrow()
  return count
}
