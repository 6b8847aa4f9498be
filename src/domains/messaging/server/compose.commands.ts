import { command, query } from '#platform/command.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { audiences, batchesView, messagesOrder, messagesPreview } from '../messaging.schema.ts'
import { batchById, batchCount, batchPage, type BatchRow } from './batches.sql.ts'
import type { Preview } from './composeBatch.ts'
import { composeForViewer } from './composeForViewer.ts'
import { orderBatch } from './orderBatch.ts'
import { templateActions } from './templates.permissions.ts'
import { wakeSender } from './wakeSender.ts'

/**
 * Returns the preview of a batch: recipients, channels, cost and sample texts. `token` identifies exactly this preview.
 * FORBIDDEN for login details to anybody but a SUPERADMIN, and for the whole school to a class-limited viewer.
 * NOT_FOUND for a section, student or template the viewer may not see. BAD_INPUT when no section or student was chosen.
 */
export const previewMessages = query({
  action: templateActions.sendAny,
  input: messagesPreview,
  run: async (reading): Promise<Preview> => (await composeForViewer(reading)).preview,
})

/**
 * Queues exactly the previewed batch. CONFLICT on `token` when the preview would differ now, or when the same batch was
 * queued within the last ten minutes. BAD_INPUT for a batch with problems. The same key with the same input returns the
 * first batch again.
 */
export const queueMessages = command({
  action: templateActions.sendAny,
  input: messagesOrder,
  run: (running) => {
    const { db, call, schoolId, input } = running
    return runOncePerKey(
      running,
      templateActions.send.name,
      input,
      async () => {
        const composed = await composeForViewer(running)
        const { audience } = input
        const id = await orderBatch(running, composed, {
          kind: input.kind,
          audience,
          // In all its languages, for the list of what was sent.
          text: [input.text, ...input.otherTexts.map((other) => other.text)].filter(Boolean).join('\n'),
          token: input.token,
          sectionIds: audience === audiences.sections ? input.sectionIds : [],
          studentIds: audience === audiences.students ? input.studentIds : [],
        })
        const result = await batchById(db, schoolId, id).executeTakeFirstOrThrow()
        return { result, ids: [id], fields: ['kind', 'audience'], afterCommit: () => wakeSender(call.database) }
      },
      ([id = 0]) => batchById(db, schoolId, id).executeTakeFirstOrThrow(),
    )
  },
})

/** Returns a page of the batches, newest first. A class-limited ADMIN sees the own batches only. */
export const listBatches = query({
  action: templateActions.listBatches,
  input: batchesView,
  run: async ({ db, read, viewer, schoolId, input }): Promise<{ rows: BatchRow[]; total: number }> => {
    const [rows, [counted]] = await read(batchPage(db, schoolId, viewer, input), batchCount(db, schoolId, viewer, input))
    return { rows, total: counted?.total ?? 0 }
  },
})
