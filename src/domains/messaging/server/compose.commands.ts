import type { z } from 'zod'
import { t } from '#shared/texts.ts'
import { may, requirePermission } from '#platform/action.ts'
import { command, query, type QueryContext } from '#platform/command.ts'
import { initialPasswordsQuery } from '#platform/auth/accounts.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import { audiences, batchesView, messagesOrder, messagesPreview } from '../messaging.schema.ts'
import { recipientsOfAudience, visibleCurrentSections } from './audience.sql.ts'
import { batchById, batchCount, batchPage, type BatchRow } from './batches.sql.ts'
import type { Preview } from './composeBatch.ts'
import { composeForStudents, type NamedBatch, orderBatch } from './orderBatch.ts'
import { templateActions } from './templates.permissions.ts'
import { requireTemplate } from './templates.commands.ts'
import { templatesOfSchool } from './templates.sql.ts'
import { wakeSender } from './wakeSender.ts'

type ComposeContext = Pick<QueryContext<z.output<typeof messagesPreview>>, 'read' | 'call' | 'viewer' | 'school' | 'input'> & {
  db: Db | Tx
}

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

async function composeForViewer({ db, read, call, viewer, school, input }: ComposeContext): Promise<NamedBatch> {
  const { kind, audience, sectionIds, studentIds, templateId, text, otherTexts } = input
  requirePermission(may(templateActions.send, { viewer, school, row: { schoolId: school.id, kind, audience } }))
  if (audience === audiences.sections && sectionIds.length === 0) throw missingRefusal('sectionIds', t`Choose sections`)
  if (audience === audiences.students && studentIds.length === 0) throw missingRefusal('studentIds', t`Choose students`)
  const [templates, people, sections] = await read(
    templatesOfSchool(db as Db, school.id),
    recipientsOfAudience(db as Db, school, viewer, input),
    visibleCurrentSections(db as Db, school.id, viewer, audience === audiences.sections ? sectionIds : []),
  )
  if (audience === audiences.sections && sections.length < new Set(sectionIds).size) throw notFound()
  if (audience === audiences.students && people.length < new Set(studentIds).size) throw notFound()
  const template = kind === 'NOTICE' && templateId !== undefined ? requireTemplate(templates, templateId) : null
  if (template && template.kind !== kind) throw notFound()
  const subjects = kind === 'LOGIN_DETAILS' ? people.flatMap((student) => student.subject ?? []) : []
  const [accounts] = subjects.length > 0 ? await read(initialPasswordsQuery(subjects)) : [[]]
  return composeForStudents({ db, read, call, school }, people, {
    kind,
    name: template?.name ?? '',
    text,
    otherTexts: Object.fromEntries(otherTexts.flatMap((other) => (other.text === '' ? [] : [[other.language, other.text]]))),
    withInitialPassword: new Set(accounts.map((account) => account.subject)),
  })
}

function missingRefusal(path: string, message: string): Refusal {
  return new Refusal('BAD_INPUT', message, [{ path, message }])
}
