import { command, query } from '#platform/command.ts'
import { attachFile } from '#platform/files/files.ts'
import { once } from '#platform/once.ts'
import { notFound } from '#platform/refusal.ts'
import { z } from 'zod'
import { legacyImportOfId, legacyOrder } from '../legacy.schema.ts'
import { legacyActions } from './legacy.permissions.ts'
import { importById, type LegacyImport, newestImports } from './legacyImports.sql.ts'
import { legacyImportQueue } from './legacyJob.ts'

const atOnce = 'A file of this school is being read already. Please wait until it is done.'

/**
 * Orders that a file is read and stored behind the answer. It must have been sent for `legacy-import` by the same person; a school has one
 * under way at most (CONFLICT). The same key again answers the import as it is now.
 */
export const importLegacy = command({
  action: legacyActions.order,
  input: legacyOrder,
  conflicts: { legacy_imports_one_at_once: { path: '', message: atOnce } },
  run: (running) => {
    const { db, call, viewer, schoolId, input } = running
    const read = async (id = 0): Promise<LegacyImport> => importById(db, schoolId, id).executeTakeFirstOrThrow(notFound)
    return once(
      running,
      legacyActions.order.name,
      input,
      async () => {
        await attachFile(running, input.fileId, 'legacy-import', 'fileId')
        const { id } = await db
          .insertInto('legacyImports')
          .values({
            schoolId,
            fileId: input.fileId,
            fileName: input.fileName,
            createdBy: viewer.subject,
            createdByName: viewer.name,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await db.insertInto('legacyQueue').values({ schoolId, importId: id }).execute()
        await call.services.jobs.send({ name: legacyImportQueue }, { schoolId, importId: id }, { tx: db })
        return { result: await read(id), ids: [id] }
      },
      ([id]) => read(id),
    )
  },
})

/** The newest imports of a school. */
export const listLegacyImports = query({
  action: legacyActions.list,
  input: z.object({}),
  run: async ({ db, read, schoolId }) => {
    const [imports] = await read(newestImports(db, schoolId))
    return imports
  },
})

/** One import, as far as it is. */
export const findLegacyImport = query({
  action: legacyActions.list,
  input: legacyImportOfId,
  run: async ({ db, read, schoolId, input }) => {
    const [[found]] = await read(importById(db, schoolId, input.id))
    if (!found) throw notFound()
    return found
  },
})

/** Nobody else sees the layout of the files. */
export const readLegacyLayout = query({ action: legacyActions.list, input: z.object({}), run: async () => undefined })
