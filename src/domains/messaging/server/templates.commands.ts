import { z } from 'zod'
import { t } from '#shared/texts.ts'
import { command, query } from '#platform/command.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import type { School } from '#platform/school.ts'
import { type KindSetting, kindSetting, notReadyReason } from '../kinds.rules.ts'
import { type MessageKind, messageKinds } from '../messaging.rules.ts'
import { kindForm, templateForm, templateId } from '../messaging.schema.ts'
import { templateActions } from './templates.permissions.ts'
import { kindsOfSchool, lockTemplate, type StoredKind, type Template, templatesOfSchool } from './templates.sql.ts'

/** A kind's setting in a school, and why it is not sent. */
export interface KindOfSchool extends KindSetting {
  schoolId: number
  kind: MessageKind
  /** Whether the channels are the school's default. */
  usual: boolean
  notReadyReason: string | null
}

const conflicts = {
  message_templates_once: {
    path: 'name',
    get message() {
      return t`There is already a template with this name for this channel and language`
    },
  },
}

/** Returns the school's id, which the permissions for its messages are resolved with. */
export const viewMessaging = query({
  action: templateActions.list,
  input: z.object({}),
  run: async ({ schoolId }) => ({ schoolId }),
})

/** Returns the school's templates. */
export const listTemplates = query({
  action: templateActions.list,
  input: z.object({}),
  run: async ({ db, read, schoolId }) => (await read(templatesOfSchool(db, schoolId)))[0],
})

/**
 * Adds or changes a template. BAD_INPUT on its fields. CONFLICT on `name` for a second template of a kind and channel,
 * and on `version` when somebody else changed it. NOT_FOUND for a deleted one.
 */
export const saveTemplate = command<typeof templateForm, Template | null, Template>({
  action: templateActions.save,
  input: templateForm,
  conflicts,
  load: async ({ db, schoolId, input }) => (input.id === undefined ? null : lockTemplate(db, schoolId, input.id)),
  run: async ({ db, viewer, schoolId, input, row }) => {
    const { kind, channel, language, text, price } = input
    // Ignores values of fields that the form does not show for this kind and channel.
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
      const message = t`The kind and channel of a template cannot be changed. Add another template.`
      throw new Refusal('BAD_INPUT', message, [{ path: row.kind === form.kind ? 'channel' : 'kind', message }])
    }
    if (input.version !== row.version) {
      const message = t`${row.changedByName} has changed this template in the meantime. Check it before you save.`
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

/**
 * Deletes a template. Queued messages that would use it go by another channel or fail with the reason. Returns its id.
 */
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

/** Returns the setting of every kind in a school. */
export const listKinds = query({
  action: templateActions.listKinds,
  input: z.object({}),
  run: async ({ db, read, school, schoolId }) => {
    const [templates, kinds] = await read(templatesOfSchool(db, schoolId), kindsOfSchool(db, schoolId))
    return messageKinds.map((kind) => describeKind(school, kind, templates, kinds))
  },
})

/** Enables or disables a kind and sets its channels. Without channels the school's default applies. */
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
    return { result: describeKind(school, kind, templates, kinds), ids: [], fields: [kind, 'enabled', 'channels'] }
  },
})

function describeKind(
  school: School,
  kind: MessageKind,
  templates: readonly Template[],
  kinds: readonly StoredKind[],
): KindOfSchool {
  const stored = kinds.find((row) => row.kind === kind)
  const setting = kindSetting(school, kind, stored)
  return {
    ...setting,
    schoolId: school.id,
    kind,
    usual: !stored || stored.channels.length === 0,
    notReadyReason: notReadyReason(school, templates, kind, setting),
  }
}

/**
 * Returns the template with an id.
 * @throws Refusal NOT_FOUND when there is none
 */
export function requireTemplate(templates: readonly Template[], id: number): Template {
  const match = templates.find((template) => template.id === id)
  if (!match) throw notFound()
  return match
}
