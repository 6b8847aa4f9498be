import { sql } from 'kysely'
import { z } from 'zod'
import { command, query, type CommandContext } from '#platform/command.ts'
import { attachFile, removeFile } from '#platform/files/files.ts'
import { Refusal } from '#platform/refusal.ts'
import { completeFields, imagesOf, missingParts, missingPartsMessage, picturesOf } from '../certificates.rules.ts'
import { formatForm, formatSeen, mostFields, usualFormatForm } from '../certificates.schema.ts'
import type { FormatDoc } from '../format.schema.ts'
import { formatActions } from './certificates.permissions.ts'
import { type FormatRow, formatRows, isOnCertificates, lockFormat, markUsual, pictureBytes } from './formats.sql.ts'

const conflicts = { certificate_formats_name: { path: 'name', message: 'A format with this name exists already' } }

/** The formats of a school, by name. */
export const listFormats = query({
  action: formatActions.list,
  input: z.object({}),
  run: async ({ db, read, schoolId }): Promise<FormatRow[]> => (await read(formatRows(db, schoolId)))[0],
})

const changed = 'Somebody else has changed this format in the meantime. Copy what you have typed, and open it anew.'

/** Bytes of a layout's pictures as they are stored. In the document each stands as often as the layout shows it. */
const mostPictureBytes = 8_000_000
const tooManyBytes = `The pictures of this format are too large together: at most ${mostPictureBytes / 1_000_000} MB, and one that stands there twice counts twice. Use smaller ones, or fewer.`

function refused(path: 'fields' | 'format', message: string): Refusal {
  return new Refusal('BAD_INPUT', message, [{ path, message }])
}

interface Place {
  schoolId: number
  stored: FormatRow | null
}

/**
 * Adds a format, or puts a new version in the place of the one that was seen. Fields the layout uses and nobody has named are added
 * at the end. BAD_INPUT naming the place of what a certificate cannot hold, for a layout without the student's name, the serial or the
 * date, for pictures that are not there or too large for one paper, and for more fields than can be filled; CONFLICT on `name`, and on `seen` when it was changed meanwhile.
 */
export const saveFormat = command<typeof formatForm, Place, FormatRow>({
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
    if (stored && stored.version !== input.seen) throw new Refusal('CONFLICT', changed, [{ path: 'seen', message: changed }])
    const fields = completeFields(input.format, input.fields)
    if (fields.length > mostFields) throw refused('fields', `At most ${mostFields} fields`)
    const after = await takePictures(running, stored, input.format)
    const images = imagesOf(input.format)
    const bytes = await pictureBytes(db, schoolId, images)
    if (images.reduce((sum, fileId) => sum + (bytes.get(fileId) ?? 0), 0) > mostPictureBytes)
      throw refused('format', tooManyBytes)
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
 * Pictures that are new in a layout become its own, and those that are taken out of it go, unless a certificate was issued with
 * them: that one shows them for ever.
 * @returns what removes their bytes, for the command's `afterCommit`
 */
async function takePictures(
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
 * Sets which format a school's certificates are usually issued with, or that none is the usual one. Answers all formats of the
 * school. CONFLICT on `id` for a format that no certificate can be issued with.
 */
export const setUsualFormat = command<typeof usualFormatForm, FormatRow, FormatRow[]>({
  action: formatActions.setUsual,
  input: usualFormatForm,
  load: async ({ db, schoolId, input }) => {
    // All of them, in one order: of two who choose at once, the second waits for the first.
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
 * Takes a format out of the list. What was issued with it keeps its layout, so that one that was used is only marked. CONFLICT on
 * `seen` when it was changed meanwhile.
 */
export const deleteFormat = command<typeof formatSeen, FormatRow, number>({
  action: formatActions.delete,
  input: formatSeen,
  load: ({ db, schoolId, input }) => lockFormat(db, schoolId, input.id),
  run: async (running) => {
    const { db, schoolId, row } = running
    const { id, seen } = running.input
    if (row.version !== seen) throw new Refusal('CONFLICT', changed, [{ path: 'seen', message: changed }])
    if (await isOnCertificates(db, schoolId, id)) {
      const marked = db.updateTable('certificateFormats').set({ deletedAt: new Date(), usual: false })
      await marked.where('schoolId', '=', schoolId).where('id', '=', id).execute()
      return { result: id, ids: [id] }
    }
    await db.deleteFrom('certificateFormats').where('schoolId', '=', schoolId).where('id', '=', id).execute()
    return { result: id, ids: [id], afterCommit: await takePictures(running, row, null) }
  },
})
