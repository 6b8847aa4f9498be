import { plural, t } from '#shared/texts.ts'
import { command } from '#platform/command.ts'
import { removeFile } from '#platform/files/files.ts'
import {
  importIdInput,
  type ImportRow,
  importTimeoutMs,
  lockImport,
  markUndone,
  refuseWithDependents,
} from '#platform/imports.ts'
import { notFound } from '#platform/refusal.ts'
import { setPhotos } from './importPhotos.commands.ts'
import { studentActions } from './students.permissions.ts'
import { lockForRemoval } from './students.sql.ts'

/**
 * Brings the photos back that an import of photos has replaced, and deletes those that it stored, all or none. Returns
 * the number of students, without those who were deleted or erased meanwhile. CONFLICT, with the count in its message,
 * when some have another photo by now.
 */
export const undoPhotosImport = command<typeof importIdInput, ImportRow, number>({
  action: studentActions.undoPhotosImport,
  input: importIdInput,
  statementTimeoutMs: importTimeoutMs,
  load: lockImport('photos'),
  run: async ({ db, call, viewer, schoolId, row }) => {
    await markUndone(db, row)
    const students = await lockForRemoval(db, schoolId, viewer, row.rowIds)
    if (students.some((student) => !student.known)) throw notFound()
    const photos = await db
      .selectFrom('importedPhotos')
      .select(['studentId', 'photoFile', 'formerFile'])
      .where('schoolId', '=', schoolId)
      .where('importId', '=', row.id)
      .orderBy('studentId')
      .execute()
    const present = new Map(students.map((student) => [student.id, student.photoFile]))
    const changed = photos.filter(({ studentId, photoFile }) => present.get(studentId) !== photoFile).length
    refuseWithDependents('photos', [
      [changed, t`${plural(changed, { one: '# photo was changed since', other: '# photos were changed since' })}`],
    ])
    await setPhotos(
      db,
      schoolId,
      photos.map(({ studentId, formerFile }) => ({ studentId, file: formerFile })),
    )
    await db
      .updateTable('importedPhotos')
      .set({ formerFile: null })
      .where('schoolId', '=', schoolId)
      .where('importId', '=', row.id)
      .execute()
    const removals: (() => Promise<void>)[] = []
    for (const { photoFile } of photos) removals.push(await removeFile(db, call, schoolId, photoFile))
    return {
      result: photos.length,
      ids: photos.map(({ studentId }) => studentId),
      fields: ['photoFile'],
      afterCommit: async () => {
        for (const remove of removals) await remove()
      },
    }
  },
})
