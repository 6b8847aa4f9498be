import type { z } from 'zod'
import { t } from '#shared/texts.ts'
import { may, requirePermission } from '#platform/action.ts'
import { command, query, type QueryContext } from '#platform/command.ts'
import { initialPasswordsQuery } from '#platform/auth/accounts.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import { kindSetting } from '../kinds.rules.ts'
import { audiences, batchesView, messagesOrder, messagesPreview } from '../messaging.schema.ts'
import { recipientsOfAudience, visibleCurrentSections } from './audience.sql.ts'
import { batchById, batchCount, batchPage, type BatchRow, latestBatchWithToken } from './batches.sql.ts'
import { type ComposedBatch, composeBatch, type Preview } from './composeBatch.ts'
import { queueMessages as queue } from './queue.sql.ts'
import { templateActions } from './templates.permissions.ts'
import { requireTemplate } from './templates.commands.ts'
import { kindsOfSchool, templatesOfSchool } from './templates.sql.ts'
import { wakeSender } from './wakeSender.ts'

type ComposeContext = Pick<QueryContext<z.output<typeof messagesPreview>>, 'read' | 'call' | 'viewer' | 'school' | 'input'> & {
  db: Db | Tx
}

/** Messages of a batch expire after three days. */
const batchExpiryMs = 3 * 86_400_000

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
    const { db, call, viewer, school, schoolId, input } = running
    return runOncePerKey(
      running,
      templateActions.send.name,
      input,
      async () => {
        const { preview, channels, messages, name } = await composeForViewer(running)
        const [problem] = preview.problems
        if (problem !== undefined) throw new Refusal('BAD_INPUT', problem, [{ path: '', message: problem }])
        if (preview.token !== input.token) {
          const message = t`The messages have changed since the preview. Please check them again.`
          throw new Refusal('CONFLICT', message, [{ path: 'token', message }])
        }
        const last = await latestBatchWithToken(db, schoolId, input.token)
        if (last?.recent) throw justSentRefusal(last.createdByName)
        const created = await db
          .insertInto('messageBatches')
          .values({
            schoolId,
            kind: input.kind,
            templateName: name,
            audience: input.audience,
            // In all its languages, for the list of what was sent.
            text: [input.text, ...input.otherTexts.map((other) => other.text)].filter(Boolean).join('\n'),
            token: input.token,
            againOf: last?.id ?? null,
            sectionIds: input.audience === audiences.sections ? input.sectionIds : [],
            studentIds: input.audience === audiences.students ? input.studentIds : [],
            total: preview.recipients,
            cost: preview.cost,
            createdBy: viewer.subject,
            createdByName: viewer.name,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
        if (!created) throw justSentRefusal((await latestBatchWithToken(db, schoolId, input.token))?.createdByName)
        const { id } = created
        const expiresAt = new Date(Date.now() + batchExpiryMs)
        await queue(
          db,
          school,
          input.kind,
          messages.map((message) => ({ ...message, event: `${id}/${message.studentIds[0]}`, expiresAt })),
          { batchId: id, channels },
        )
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

async function composeForViewer({
  db,
  read,
  call,
  viewer,
  school,
  input,
}: ComposeContext): Promise<ComposedBatch & { name: string }> {
  const { kind, audience, sectionIds, studentIds, templateId, text, otherTexts } = input
  requirePermission(may(templateActions.send, { viewer, school, row: { schoolId: school.id, kind, audience } }))
  if (audience === audiences.sections && sectionIds.length === 0) throw missingRefusal('sectionIds', t`Choose sections`)
  if (audience === audiences.students && studentIds.length === 0) throw missingRefusal('studentIds', t`Choose students`)
  const [templates, kinds, people, sections] = await read(
    templatesOfSchool(db as Db, school.id),
    kindsOfSchool(db as Db, school.id),
    recipientsOfAudience(db as Db, school, viewer, input),
    visibleCurrentSections(db as Db, school.id, viewer, audience === audiences.sections ? sectionIds : []),
  )
  if (audience === audiences.sections && sections.length < new Set(sectionIds).size) throw notFound()
  if (audience === audiences.students && people.length < new Set(studentIds).size) throw notFound()
  const template = kind === 'NOTICE' && templateId !== undefined ? requireTemplate(templates, templateId) : null
  if (template && template.kind !== kind) throw notFound()
  const name = template?.name ?? ''
  const setting = kindSetting(
    school,
    kind,
    kinds.find((row) => row.kind === kind),
  )
  const { appUrl, authIssuer } = call.services.config
  const subjects = kind === 'LOGIN_DETAILS' ? people.flatMap((student) => student.subject ?? []) : []
  const [accounts] = subjects.length > 0 ? await read(initialPasswordsQuery(subjects)) : [[]]
  const initial = new Set(accounts.map((account) => account.subject))
  const request = {
    school,
    kind,
    setting,
    templates,
    name,
    text,
    otherTexts: Object.fromEntries(otherTexts.flatMap((other) => (other.text === '' ? [] : [[other.language, other.text]]))),
    address: appUrl,
    hasExternalSignIn: authIssuer !== undefined,
    students: people,
    withInitialPassword: initial,
    now: new Date(),
  }
  return { ...composeBatch(request), name }
}

function justSentRefusal(name: string | undefined): Refusal {
  const message =
    name === undefined ? t`Somebody has just sent exactly these messages.` : t`${name} has just sent exactly these messages.`
  return new Refusal('CONFLICT', message, [{ path: 'token', message }])
}

function missingRefusal(path: string, message: string): Refusal {
  return new Refusal('BAD_INPUT', message, [{ path, message }])
}
