import type { z } from 'zod'
import { may, mustBeAllowed } from '#platform/action.ts'
import { command, query, type Reading } from '#platform/command.ts'
import { initialPasswords } from '#platform/auth/accounts.ts'
import { once } from '#platform/once.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import { kindSetting } from '../kinds.rules.ts'
import { audiences, batchesView, messagesOrder, messagesPreview } from '../messaging.schema.ts'
import { listeners, sectionsSeen } from './audience.sql.ts'
import { batchById, batchCount, batchPage, type BatchRow, lastOfToken } from './batches.sql.ts'
import { type Composed, compose, type Preview } from './compose.ts'
import { queueMessages as queue } from './queue.sql.ts'
import { templateActions } from './templates.permissions.ts'
import { templateOf } from './templates.commands.ts'
import { kindsOfSchool, templatesOfSchool } from './templates.sql.ts'
import { wakeMessages } from './wake.ts'

type Asking = Pick<Reading<z.output<typeof messagesPreview>>, 'read' | 'call' | 'viewer' | 'school' | 'input'> & { db: Db | Tx }

/** What a person sends is of no use three days later. */
const freshMs = 3 * 86_400_000

/**
 * What would be sent: to how many, by which ways, for how much, with the first messages as they read. `token` stands for exactly that.
 * FORBIDDEN for login details to anybody but a SUPERADMIN, and for the whole school to whom classes limit; NOT_FOUND for a section, a
 * student or a template that is not the viewer's; BAD_INPUT where nothing was chosen.
 */
export const previewMessages = query({
  action: templateActions.askToSend,
  input: messagesPreview,
  run: async (reading): Promise<Preview> => (await composed(reading)).preview,
})

/**
 * Queues what was previewed, exactly that: CONFLICT on `token` where it is not the same any more, or where somebody has sent exactly
 * that in the last ten minutes; BAD_INPUT for what has problems. The same key with the same input answers the first batch again.
 */
export const queueMessages = command({
  action: templateActions.askToSend,
  input: messagesOrder,
  run: (running) => {
    const { db, call, viewer, school, schoolId, input } = running
    return once(
      running,
      templateActions.send.name,
      input,
      async () => {
        const { preview, channels, messages, name } = await composed(running)
        const [problem] = preview.problems
        if (problem !== undefined) throw new Refusal('BAD_INPUT', problem, [{ path: '', message: problem }])
        if (preview.token !== input.token) {
          const message = 'What would be sent is not what you have seen any more. Please look at it again.'
          throw new Refusal('CONFLICT', message, [{ path: 'token', message }])
        }
        const last = await lastOfToken(db, schoolId, input.token)
        if (last?.fresh) throw justSent(last.createdByName)
        const created = await db
          .insertInto('messageBatches')
          .values({
            schoolId,
            kind: input.kind,
            templateName: name,
            audience: input.audience,
            text: input.text,
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
        if (!created) throw justSent((await lastOfToken(db, schoolId, input.token))?.createdByName ?? 'Somebody')
        const { id } = created
        const expiresAt = new Date(Date.now() + freshMs)
        await queue(
          db,
          school,
          input.kind,
          messages.map((message) => ({ ...message, event: `${id}/${message.studentIds[0]}`, expiresAt })),
          { batchId: id, channels },
        )
        const result = await batchById(db, schoolId, id).executeTakeFirstOrThrow()
        return { result, ids: [id], fields: ['kind', 'audience'], after: () => wakeMessages(call.database) }
      },
      ([id = 0]) => batchById(db, schoolId, id).executeTakeFirstOrThrow(),
    )
  },
})

/** A page of what was ordered, newest first, with what became of it; an ADMIN limited to classes sees the own orders. */
export const listBatches = query({
  action: templateActions.listBatches,
  input: batchesView,
  run: async ({ db, read, viewer, schoolId, input }): Promise<{ rows: BatchRow[]; total: number }> => {
    const [rows, [counted]] = await read(batchPage(db, schoolId, viewer, input), batchCount(db, schoolId, viewer, input))
    return { rows, total: counted?.total ?? 0 }
  },
})

async function composed({ db, read, call, viewer, school, input }: Asking): Promise<Composed & { name: string }> {
  const { kind, audience, sectionIds, studentIds, templateId, text } = input
  mustBeAllowed(may(templateActions.send, { viewer, school, row: { schoolId: school.id, kind, audience } }))
  if (audience === audiences.sections && sectionIds.length === 0) throw missing('sectionIds', 'Choose sections')
  if (audience === audiences.students && studentIds.length === 0) throw missing('studentIds', 'Choose students')
  const [templates, kinds, people, sections] = await read(
    templatesOfSchool(db as Db, school.id),
    kindsOfSchool(db as Db, school.id),
    listeners(db as Db, school, viewer, input),
    sectionsSeen(db as Db, school.id, viewer, audience === audiences.sections ? sectionIds : []),
  )
  if (audience === audiences.sections && sections.length < new Set(sectionIds).size) throw notFound()
  if (audience === audiences.students && people.length < new Set(studentIds).size) throw notFound()
  const template = kind === 'NOTICE' && templateId !== undefined ? templateOf(templates, templateId) : null
  if (template && template.kind !== kind) throw notFound()
  const name = template?.name ?? ''
  const setting = kindSetting(
    school,
    kind,
    kinds.find((row) => row.kind === kind),
  )
  const { appUrl, authIssuer } = call.services.config
  const subjects = kind === 'LOGIN_DETAILS' ? people.flatMap((one) => one.subject ?? []) : []
  const [accounts] = subjects.length > 0 ? await read(initialPasswords(subjects)) : [[]]
  const initial = new Set(accounts.map((one) => one.subject))
  const told = { name, text, address: appUrl, outside: authIssuer !== undefined, listeners: people, initial, now: new Date() }
  return { ...compose({ school, kind, setting, templates, ...told }), name }
}

function justSent(name: string): Refusal {
  const message = `${name} has just sent exactly this.`
  return new Refusal('CONFLICT', message, [{ path: 'token', message }])
}

function missing(path: string, message: string): Refusal {
  return new Refusal('BAD_INPUT', message, [{ path, message }])
}
