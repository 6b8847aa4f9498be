import { command } from '#platform/command.ts'
import { noticeChoice } from '../onlinefees.schema.ts'
import { lockNotice, type Notice, noticeRows } from './notices.sql.ts'
import { onlineActions } from './onlinefees.permissions.ts'

/** Marks a notice of the gateway as seen, so that it leaves the list. Idempotent: the first person stays noted. */
export const markNoticeSeen = command<typeof noticeChoice, Notice, Notice>({
  action: onlineActions.seeNotice,
  input: noticeChoice,
  load: ({ db, schoolId, input }) => lockNotice(db, schoolId, input.id),
  run: async ({ db, viewer, schoolId, row }) => {
    if (row.seenAt) return { result: row, ids: [] }
    await db
      .updateTable('gatewayNotices')
      .set({ seenAt: new Date(), seenBy: viewer.subject, seenByName: viewer.name })
      .where('schoolId', '=', schoolId)
      .where('id', '=', row.id)
      .execute()
    const result = await noticeRows(db, schoolId).where('notice.id', '=', row.id).executeTakeFirstOrThrow()
    return { result, ids: [row.id], fields: ['seenAt'] }
  },
})
