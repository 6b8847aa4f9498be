import { sql } from 'kysely'
import { z } from 'zod'
import { command, query, type CommandContext } from '#platform/command.ts'
import { attachFile, removeFile } from '#platform/files/files.ts'
import { Refusal } from '#platform/refusal.ts'
import { t } from '#shared/texts.ts'
import { completeFields, imagesOf, missingParts, missingPartsMessage, picturesOf } from '../certificates.rules.ts'
import { formatForm, formatSeen, maxFields, tooManyFieldsMessage, usualFormatForm } from '../certificates.schema.ts'
import type { FormatDoc } from '../format.schema.ts'
import { formatActions } from './certificates.permissions.ts'
import { type FormatRow, formatRows, isOnCertificates, lockFormat, markUsual, pictureBytes } from './formats.sql.ts'

const conflicts = () => ({ certificate_formats_name: { path: 'name', message: t`A format with this name exists already` } })

/** Lists the formats of a school, by name. */
export const listFormats = query({
  action: formatActions.list,
  input: z.object({}),
  run: async ({ db, read, schoolId }): Promise<FormatRow[]> => (await read(formatRows(db, schoolId)))[0],
})

const changedMessage = () => t`Somebody else has changed this format in the meantime. Copy what you have typed, and open it anew.`

/**
 * Maximum bytes of a layout's pictures. A picture that the layout shows twice counts twice, because it is embedded
 * twice.
 */
const maxPictureBytes = 8_000_000
const picturesTooLargeMessage = () =>
  t`The pictures of this format are too large together: at most ${maxPictureBytes / 1_000_000} MB, and a picture that is shown twice counts twice. Use smaller pictures, or fewer.`

function badInput(path: 'fields' | 'format', message: string): Refusal {
  return new Refusal('BAD_INPUT', message, [{ path, message }])
}

interface FormatSlot {
  schoolId: number
  stored: FormatRow | null
}

/**
 * Adds a format, or stores a new version of the one that was seen. Fields of the layout that are missing from the list
 * are added at its end.
 * @throws Refusal BAD_INPUT for a node that a certificate cannot hold, with its path; for a layout without the
 *   student's name, the serial or the date; for missing or too large pictures; for too many fields
 * @throws Refusal CONFLICT on `name` when it is taken; on `seen` when the format was changed meanwhile
 */
export const saveFormat = command<typeof formatForm, FormatSlot, FormatRow>({
  action: formatActions.save,
  input: formatForm,
  conflicts,
  load: async ({ db, schoolId, input }) => {
    const stored = input.id === null ? null : await lockFormat(db, schoolId, input.id)
    return stored === undefined ? undefined : { schoolId, stored }
  },
  run: async (running) => {
    const { db, viewer, schoolId, input } = running
    const { stored } = running.row
    if (stored && stored.version !== input.seen)
      throw new Refusal('CONFLICT', changedMessage(), [{ path: 'seen', message: changedMessage() }])
    const fields = completeFields(input.format, input.fields)
    if (fields.length > maxFields) throw badInput('fields', tooManyFieldsMessage())
    const after = await syncPictures(running, stored, input.format)
    const images = imagesOf(input.format)
    const bytes = await pictureBytes(db, schoolId, images)
    if (images.reduce((sum, fileId) => sum + (bytes.get(fileId) ?? 0), 0) > maxPictureBytes)
      throw badInput('format', picturesTooLargeMessage())
    const values = {
      name: input.name,
      format: sql<string>`${JSON.stringify(input.format)}::jsonb`,
      fields: sql<string>`${JSON.stringify(fields)}::jsonb`,
      version: (stored?.version ?? 0) + 1,
      changedByName: viewer.name,
      changedAt: new Date(),
    }
    const { id } = stored
      ? await db
          .updateTable('certificateFormats')
          .set(values)
          .where('schoolId', '=', schoolId)
          .where('id', '=', stored.id)
          .returning('id')
          .executeTakeFirstOrThrow()
      : await db
          .insertInto('certificateFormats')
          .values({ schoolId, ...values })
          .returning('id')
          .executeTakeFirstOrThrow()
    const result = await formatRows(db, schoolId).where('id', '=', id).executeTakeFirstOrThrow()
    return { result, ids: [id], fields: ['name', 'format', 'fields'], afterCommit: after }
  },
})

/**
 * Attaches a layout's new pictures and removes those that are no longer used. Pictures on issued certificates are kept
 * for ever.
 * @returns a function that removes the files' bytes, for the command's `afterCommit`
 */
async function syncPictures(
  { db, call, schoolId }: Pick<CommandContext<unknown, unknown>, 'db' | 'call' | 'schoolId'>,
  stored: FormatRow | null,
  now: FormatDoc | null,
): Promise<() => Promise<void>> {
  const before = stored ? picturesOf(JSON.parse(stored.format) as FormatDoc) : []
  const after = now ? picturesOf(now) : []
  for (const fileId of after)
    if (!before.includes(fileId)) await attachFile({ db, call, schoolId }, fileId, 'certificate-picture', 'format')
  const removals: (() => Promise<void>)[] = []
  for (const fileId of before)
    if (!after.includes(fileId) && !(await isOnCertificates(db, schoolId, stored?.id ?? 0, fileId)))
      removals.push(await removeFile(db, call, schoolId, fileId))
  return async () => {
    for (const remove of removals) await remove()
  }
}

/**
 * Sets or clears a school's usual format and returns all its formats.
 * @throws Refusal CONFLICT on `id` for a format with which no certificate can be issued
 */
export const setUsualFormat = command<typeof usualFormatForm, FormatRow, FormatRow[]>({
  action: formatActions.setUsual,
  input: usualFormatForm,
  load: async ({ db, schoolId, input }) => {
    // Locks all formats in the order of their ids, so that of two users the second waits for the first.
    const formats = await formatRows(db, schoolId).clearOrderBy().orderBy('id').forUpdate().execute()
    return formats.find(({ id }) => id === input.id)
  },
  run: async ({ db, schoolId, input, row }) => {
    const problem = input.usual ? missingPartsMessage(missingParts(JSON.parse(row.format) as FormatDoc)) : ''
    if (problem) throw new Refusal('CONFLICT', problem, [{ path: 'id', message: problem }])
    await markUsual(db, schoolId, row.id, input.usual)
    return { result: await formatRows(db, schoolId).execute(), ids: [row.id], fields: ['usual'] }
  },
})

/**
 * Deletes a format. One with issued certificates is only marked as deleted, because they refer to it.
 * @throws Refusal CONFLICT on `seen` when it was changed meanwhile
 */
export const deleteFormat = command<typeof formatSeen, FormatRow, number>({
  action: formatActions.delete,
  input: formatSeen,
  load: ({ db, schoolId, input }) => lockFormat(db, schoolId, input.id),
  run: async (running) => {
    const { db, schoolId, row } = running
    const { id, seen } = running.input
    if (row.version !== seen) throw new Refusal('CONFLICT', changedMessage(), [{ path: 'seen', message: changedMessage() }])
    if (await isOnCertificates(db, schoolId, id)) {
      const marked = db.updateTable('certificateFormats').set({ deletedAt: new Date(), usual: false })
      await marked.where('schoolId', '=', schoolId).where('id', '=', id).execute()
      return { result: id, ids: [id] }
    }
    await db.deleteFrom('certificateFormats').where('schoolId', '=', schoolId).where('id', '=', id).execute()
    return { result: id, ids: [id], afterCommit: await syncPictures(running, row, null) }
  },
})
