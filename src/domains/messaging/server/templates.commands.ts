import { z } from 'zod'
import { command, query } from '#platform/command.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import type { School } from '#platform/school.ts'
import { type KindSetting, kindSetting, notReady } from '../kinds.rules.ts'
import { type MessageKind, messageKinds } from '../messaging.rules.ts'
import { kindForm, templateForm, templateId } from '../messaging.schema.ts'
import { templateActions } from './templates.permissions.ts'
import { kindsOfSchool, lockTemplate, type StoredKind, type Template, templatesOfSchool } from './templates.sql.ts'

/** How a kind of message goes in a school, and why it does not. */
export interface KindOfSchool extends KindSetting {
  schoolId: number
  kind: MessageKind
  /** Whether nobody has chosen other ways than the school's usual ones. */
  usual: boolean
  notReadyReason: string | null
}

const conflicts = {
  message_templates_once: { path: 'name', message: 'There is a template of this kind and way with this name already' },
}

/** The school, for what the viewer may do with its messages. */
export const viewMessaging = query({
  action: templateActions.list,
  input: z.object({}),
  run: async ({ schoolId }) => ({ schoolId }),
})

/** The texts a school has registered. */
export const listTemplates = query({
  action: templateActions.list,
  input: z.object({}),
  run: async ({ db, read, schoolId }) => (await read(templatesOfSchool(db, schoolId)))[0],
})

/**
 * Adds a registered text, or changes one. BAD_INPUT on its fields, CONFLICT on `name` for a second one of a kind and way, and on
 * `version` when somebody has changed it meanwhile; NOT_FOUND for one that was deleted.
 */
export const saveTemplate = command<typeof templateForm, Template | null, Template>({
  action: templateActions.save,
  input: templateForm,
  conflicts,
  load: async ({ db, schoolId, input }) => (input.id === undefined ? null : lockTemplate(db, schoolId, input.id)),
  run: async ({ db, viewer, schoolId, input, row }) => {
    const { kind, channel, language, text, price } = input
    // What a form holds of the other way, or of another kind, is not on its screen.
    const form = {
      kind,
      name: kind === 'NOTICE' ? input.name : '',
      channel,
      language,
      text,
      price,
      whatsappName: channel === 'WHATSAPP' ? input.whatsappName : '',
      dltTemplateId: channel === 'SMS' ? input.dltTemplateId : '',
      smsTemplateId: channel === 'SMS' ? input.smsTemplateId : '',
    }
    const values = { ...form, changedByName: viewer.name }
    if (row === null) {
      const added = await db
        .insertInto('messageTemplates')
        .values({ schoolId, ...values })
        .returningAll()
        .executeTakeFirstOrThrow()
      return { result: added, ids: [added.id], fields: Object.keys(form) }
    }
    if (row.kind !== form.kind || row.channel !== form.channel) {
      const message = 'Kind and way of a template stay as they are. Add another one.'
      throw new Refusal('BAD_INPUT', message, [{ path: row.kind === form.kind ? 'channel' : 'kind', message }])
    }
    if (input.version !== row.version) {
      const message = `${row.changedByName} has changed this template meanwhile. Look at it before you save.`
      throw new Refusal('CONFLICT', message, [{ path: 'version', message }])
    }
    const changed = await db
      .updateTable('messageTemplates')
      .set({ ...values, version: row.version + 1, changedAt: new Date() })
      .where('schoolId', '=', schoolId)
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return { result: changed, ids: [row.id], fields: Object.keys(form) }
  },
})

/** Takes a registered text out of use; what waits for it goes another way, or is told to staff. Answers its id. */
export const deleteTemplate = command<typeof templateId, Template, number>({
  action: templateActions.delete,
  input: templateId,
  load: ({ db, schoolId, input }) => lockTemplate(db, schoolId, input.id),
  run: async ({ db, viewer, schoolId, row }) => {
    await db
      .updateTable('messageTemplates')
      .set({ deletedAt: new Date(), changedAt: new Date(), changedByName: viewer.name })
      .where('schoolId', '=', schoolId)
      .where('id', '=', row.id)
      .execute()
    return { result: row.id, ids: [row.id], fields: ['deletedAt'] }
  },
})

/** How every kind goes in a school. */
export const listKinds = query({
  action: templateActions.listKinds,
  input: z.object({}),
  run: async ({ db, read, school, schoolId }) => {
    const [templates, kinds] = await read(templatesOfSchool(db, schoolId), kindsOfSchool(db, schoolId))
    return messageKinds.map((kind) => kindRow(school, kind, templates, kinds))
  },
})

/** Switches a kind on or off in a school, and chooses the ways it goes; without any it goes as the school's messages usually do. */
export const saveKind = command({
  action: templateActions.setKind,
  input: kindForm,
  run: async ({ db, viewer, school, schoolId, input: { kind, enabled, channels } }) => {
    const values = { enabled, channels, changedAt: new Date(), changedByName: viewer.name }
    await db
      .insertInto('messageKinds')
      .values({ schoolId, kind, ...values })
      .onConflict((conflict) => conflict.columns(['schoolId', 'kind']).doUpdateSet(values))
      .execute()
    const templates = await templatesOfSchool(db, schoolId).execute()
    const kinds = await kindsOfSchool(db, schoolId).execute()
    return { result: kindRow(school, kind, templates, kinds), ids: [], fields: [kind, 'enabled', 'channels'] }
  },
})

function kindRow(school: School, kind: MessageKind, templates: readonly Template[], kinds: readonly StoredKind[]): KindOfSchool {
  const stored = kinds.find((row) => row.kind === kind)
  const setting = kindSetting(school, kind, stored)
  return {
    ...setting,
    schoolId: school.id,
    kind,
    usual: !stored || stored.channels.length === 0,
    notReadyReason: notReady(school, templates, kind, setting),
  }
}

/** @throws Refusal NOT_FOUND where there is no such template */
export function templateOf(templates: readonly Template[], id: number): Template {
  const found = templates.find((template) => template.id === id)
  if (!found) throw notFound()
  return found
}
