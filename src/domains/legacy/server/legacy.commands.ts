import { command, query } from '#platform/command.ts'
import { attachFile } from '#platform/files/files.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { wakeTaskWorker } from '#platform/backgroundTasks/registeredWorkers.ts'
import { orderTask } from '#platform/backgroundTasks/backgroundTasks.sql.ts'
import { notFound } from '#platform/refusal.ts'
import { t } from '#shared/texts.ts'
import { z } from 'zod'
import { legacyImportId, legacyImportOrder } from '../legacy.schema.ts'
import { legacyActions } from './legacy.permissions.ts'
import { importById, type LegacyImport, newestImports } from './legacyImports.sql.ts'

const alreadyRunning = {
  path: '',
  get message() {
    return t`A file of this school is being read already. Please wait until it is done.`
  },
}

/**
 * Queues the import of a file. The same user must have uploaded it for `legacy-import`. CONFLICT if the school already
 * has an import under way. A repeated key returns the import's current state.
 */
export const importLegacy = command({
  action: legacyActions.order,
  input: legacyImportOrder,
  conflicts: { legacy_imports_one_at_once: alreadyRunning },
  run: (running) => {
    const { db, call, viewer, schoolId, input } = running
    const read = async (id = 0): Promise<LegacyImport> => importById(db, schoolId, id).executeTakeFirstOrThrow(notFound)
    return runOncePerKey(
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
        await orderTask(db, { kind: 'LEGACY_IMPORT', schoolId, id })
        wakeTaskWorker(call.database)
        return { result: await read(id), ids: [id] }
      },
      ([id]) => read(id),
    )
  },
})

/** Returns the newest imports of a school. */
export const listLegacyImports = query({
  action: legacyActions.list,
  input: z.object({}),
  run: async ({ db, read, schoolId }) => {
    const [imports] = await read(newestImports(db, schoolId))
    return imports
  },
})

/** Returns one import with its progress. */
export const findLegacyImport = query({
  action: legacyActions.list,
  input: legacyImportId,
  run: async ({ db, read, schoolId, input }) => {
    const [[stored]] = await read(importById(db, schoolId, input.id))
    if (!stored) throw notFound()
    return stored
  },
})

/** Checks the permission to see the layout of the files, which the resolver returns. */
export const readLegacyLayout = query({ action: legacyActions.list, input: z.object({}), run: async () => undefined })
