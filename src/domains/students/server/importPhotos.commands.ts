import { sql } from 'kysely'
import type { z } from 'zod'
import { command, query, type CommandContext, type CommandResult } from '#platform/command.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import { attachFile } from '#platform/files/files.ts'
import { type Imported, importTimeoutMs, recordImport } from '#platform/imports.ts'
import { type Problem, Refusal } from '#platform/refusal.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Viewer } from '#platform/viewer.ts'
import { duplicateIndexes } from '../students.rules.ts'
import { photoImport, photoMessages, photoStudentsView } from '../photoFiles.schema.ts'
import { studentActions } from './students.permissions.ts'
import { visibleStudents } from './students.sql.ts'

/** Selects the students with some register numbers whom the viewer may see; erased students have none. */
function studentsWithRegisterNos(db: Db | Tx, schoolId: number, viewer: Viewer, registerNos: readonly string[]) {
  return visibleStudents(db, schoolId, viewer)
    .where(sql<boolean>`students.register_no = any(${registerNos}::text[])`)
    .where('students.registerNo', '<>', '')
    .where('students.erasedAt', 'is', null)
    .orderBy('students.id')
}

/** Returns the students with the register numbers of a file of photos, for its preview. */
export const viewPhotoStudents = query({
  action: studentActions.importPhotos,
  input: photoStudentsView,
  run: async ({ db, read, viewer, schoolId, input: { termId, registerNos } }) => {
    const [students] = await read(
      studentsWithRegisterNos(db, schoolId, viewer, registerNos)
        .leftJoin('enrolments as place', (on) =>
          onSameSchool(on, 'place.studentId', 'students.id').on('place.termId', '=', termId),
        )
        .leftJoin('sections as room', (on) => onSameSchool(on, 'room.id', 'place.sectionId'))
        .leftJoin('classes as grade', (on) => onSameSchool(on, 'grade.id', 'room.classId'))
        .select([
          'students.schoolId',
          'students.id',
          'students.name',
          'students.registerNo',
          'students.disabled',
          'students.photoFile',
        ])
        .select('place.roll')
        .select(sql<string | null>`grade.name || '-' || room.name`.as('sectionName')),
    )
    return students
  },
})

/**
 * Stores the photos of students by register number, all or none. The photos before are kept for `undoPhotosImport`. The
 * same key with the same rows stores them once.
 * @throws Refusal BAD_INPUT with problems at `rows.N.registerNo` or `rows.N.photoFile`, N from 0: a number that no
 *   student or several have, or that occurs twice; an upload that is not there any more
 */
export const importStudentPhotos = command({
  action: studentActions.importPhotos,
  input: photoImport,
  statementTimeoutMs: importTimeoutMs,
  run: (running) =>
    runOncePerKey(
      running,
      studentActions.importPhotos.name,
      running.input,
      () => storePhotos(running),
      async (ids) => {
        const { importId } = await running.db
          .selectFrom('importedPhotos')
          .select('importId')
          .where('schoolId', '=', running.schoolId)
          .where('photoFile', '=', running.input.rows[0]?.photoFile ?? '')
          .executeTakeFirstOrThrow()
        return { id: importId, count: ids.length }
      },
    ),
})

async function storePhotos(running: CommandContext<z.output<typeof photoImport>, unknown>): Promise<CommandResult<Imported>> {
  const { db, viewer, schoolId, input } = running
  const students = await lockStudentsWithRegisterNos(
    db,
    schoolId,
    viewer,
    input.rows.map(({ registerNo }) => registerNo),
  )
  const byNumber = Map.groupBy(students, (student) => student.registerNo)
  refuseProblems(input.rows, byNumber)
  const photos: { studentId: number; photoFile: string; formerFile: string | null }[] = []
  for (const [index, { registerNo, photoFile }] of input.rows.entries()) {
    const [student] = byNumber.get(registerNo) ?? []
    if (!student) continue
    await attachFile(running, photoFile, 'student-photo', `rows.${index}.photoFile`)
    photos.push({ studentId: student.id, photoFile, formerFile: student.photoFile })
  }
  const ids = photos.map(({ studentId }) => studentId)
  const importId = await recordImport(running, 'photos', ids)
  await db
    .insertInto('importedPhotos')
    .values(photos.map((photo) => ({ schoolId, importId, ...photo })))
    .execute()
  await setPhotos(
    db,
    schoolId,
    photos.map(({ studentId, photoFile }) => ({ studentId, file: photoFile })),
  )
  return { result: { id: importId, count: ids.length }, ids, fields: ['photoFile'] }
}

/** Sets the photos of students; null for none. */
export async function setPhotos(
  db: Tx,
  schoolId: number,
  photos: readonly { studentId: number; file: string | null }[],
): Promise<void> {
  await sql`update students set photo_file = given.file
    from unnest(${photos.map(({ studentId }) => studentId)}::bigint[], ${photos.map(({ file }) => file)}::uuid[]) as given (id, file)
    where students.school_id = ${schoolId} and students.id = given.id`.execute(db)
}

/** Locks the students by id, the order in which every import locks them. */
async function lockStudentsWithRegisterNos(db: Tx, schoolId: number, viewer: Viewer, registerNos: readonly string[]) {
  const found = await studentsWithRegisterNos(db, schoolId, viewer, registerNos).select('students.id').execute()
  return db
    .selectFrom('students')
    .select(['id', 'registerNo', 'photoFile'])
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`id = any(${found.map(({ id }) => id)}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

function refuseProblems(
  rows: z.output<typeof photoImport>['rows'],
  byNumber: ReadonlyMap<string, readonly { id: number }[]>,
): void {
  const repeated = new Set(duplicateIndexes(rows.map(({ registerNo }) => registerNo)))
  const problems = rows.flatMap(({ registerNo }, index): Problem[] => {
    const path = `rows.${index}.registerNo`
    const count = byNumber.get(registerNo)?.length ?? 0
    if (count === 0) return [{ path, message: photoMessages.unknown(registerNo) }]
    if (count > 1) return [{ path, message: photoMessages.ambiguous(registerNo) }]
    return repeated.has(index) ? [{ path, message: photoMessages.twice(registerNo) }] : []
  })
  if (problems.length > 0) throw new Refusal('BAD_INPUT', problems[0]?.message ?? '', problems)
}
