import type { z } from 'zod'
import { command, type Done, type Running } from '#platform/command.ts'
import { type Imported, importMs, importOf, recordImport } from '#platform/imports.ts'
import { once } from '#platform/once.ts'
import { seesClass, sectionsByName } from '#domains/classes/server/classes.exports.ts'
import { fileWords, studentImport } from '../studentFiles.schema.ts'
import { placeKey } from '../students.rules.ts'
import { studentActions } from './students.permissions.ts'
import { providedFields } from './providedFields.ts'
import { refuseRolls } from './rolls.ts'
import { addStudents, type Entry, refuse } from './writeStudents.ts'

/**
 * Adds students from a file to a term, all or none, with accounts as in `addStudent`. Answers how many, and the import's id
 * for `undoStudentsImport`. Problems stand at `rows.N.field`, N from 0: BAD_INPUT for a cell that is not valid, for a class
 * and section the term does not have (or the viewer does not see), for a roll that stands twice in a section or that a student of it
 * has, and for a login e-mail or RFID that stands twice; CONFLICT
 * for one that is taken. The same key with the same rows answers the first import again.
 */
export const importStudents = command({
  action: studentActions.importStudents,
  input: studentImport,
  statementTimeoutMs: importMs,
  run: (running) =>
    once(
      running,
      studentActions.importStudents.name,
      running.input,
      () => storeStudents(running),
      async (ids) => ({ id: (await importOf(running, 'students', ids)).id, count: ids.length }),
    ),
})

async function storeStudents(running: Running<z.output<typeof studentImport>, unknown>): Promise<Done<Imported>> {
  const { db, viewer, schoolId, input } = running
  const sections = new Map(
    (await sectionsByName(db, schoolId, input.termId).execute())
      .filter((section) => seesClass(viewer, section.classId))
      .map((section) => [placeKey(section.className, section.name), section]),
  )
  const entries = input.rows.map((row, place): Entry & { found: boolean } => {
    const section = sections.get(placeKey(row.class, row.section))
    const { roll } = row
    return {
      path: `rows.${place}.`,
      said: providedFields(row),
      found: section !== undefined,
      seat: {
        termId: input.termId,
        roll,
        sectionId: section?.id ?? 0,
        className: section?.className ?? row.class,
        sectionName: section?.name ?? row.section,
      },
    }
  })
  refuse(
    'BAD_INPUT',
    entries.flatMap(({ path, found, seat }) =>
      found ? [] : [{ path: `${path}class`, message: fileWords.noClass(seat.className, seat.sectionName) }],
    ),
  )
  await refuseRolls(
    running,
    entries.map(({ path, seat }) => ({ path, seat, studentId: null })),
  )
  const ids = await addStudents(running, entries)
  const fields = new Set(entries.flatMap(({ said }) => Object.keys(said)))
  const result: Imported = { id: await recordImport(running, 'students', ids), count: ids.length }
  return { result, ids, fields: [...fields, 'section', 'roll'] }
}
