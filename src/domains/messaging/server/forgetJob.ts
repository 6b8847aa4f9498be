import { sql } from 'kysely'
import type { Database } from '../../../platform/database/connect.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'

/** A notification about a chat is kept for so long: what was written is kept by the chat. */
const keptDays = 7

/** Every night: forgets notifications about chats, of which there is one for each reader and conversation. */
export function forgetChatMessagesJob(database: Database): Job<never> {
  return {
    name: 'forget-chat-messages',
    cron: '20 21 * * *',
    retryLimit: 2,
    expireInSeconds: 600,
    run: async () => {
      await forgetChatMessages(database)
    },
  }
}

export async function forgetChatMessages(database: Database): Promise<void> {
  const schools = await database.kysely.selectFrom('schools').select('id').where('id', '>', 0).orderBy('id').execute()
  for (const { id } of schools)
    await database.transaction(id, (db) =>
      db
        .deleteFrom('messages')
        .where('schoolId', '=', id)
        .where('kind', '=', 'CHAT')
        .where('state', 'not in', ['QUEUED', 'SENDING'])
        .where('stateAt', '<', sql<Date>`now() - make_interval(days => ${keptDays})`)
        .execute(),
    )
}
