import type { z } from 'zod'
import { command, type CommandResult, type CommandContext } from '#platform/command.ts'
import { type Imported, importTimeoutMs, importWithRows, recordImport } from '#platform/imports.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { seesClass, sectionsByName } from '#domains/classes/server/classes.exports.ts'
import { fileMessages, studentImport } from '../studentFiles.schema.ts'
import { sectionKey } from '../students.rules.ts'
import { studentActions } from './students.permissions.ts'
import { askAboutSameStudents } from './askAboutSameStudents.ts'
import { providedFields } from './providedFields.ts'
import { registerNoConflict } from './registerNumbers.ts'
import { refuseTakenRolls } from './refuseTakenRolls.ts'
import { afterPlacements, beforePlacements } from './studentHooks.exports.ts'
import { addStudents, type StudentEntry, refuseProblems } from './writeStudents.ts'

/**
 * Adds students from a file to a term, all or none, with accounts as in `addStudent`. The same key with the same rows
 * returns the first import again.
 * @returns the number of students, and the import's id for `undoStudentsImport`
 * @throws Refusal with problems at `rows.N.field`, N from 0. BAD_INPUT: an invalid cell; a section that the term does
 * not have or the viewer does not see; a roll that is taken or occurs twice in a section; a login e-mail or RFID that
 * or register number that occurs twice. CONFLICT: a login e-mail, RFID or register number that is taken, and at
 * `rows.N.addAnyway` a child who is a student already
 */
export const importStudents = command({
  action: studentActions.importStudents,
  input: studentImport,
  statementTimeoutMs: importTimeoutMs,
  conflicts: registerNoConflict,
  run: (running) =>
    runOncePerKey(
      running,
      studentActions.importStudents.name,
      running.input,
      () => storeStudents(running),
      async (ids) => ({ id: (await importWithRows(running, 'students', ids)).id, count: ids.length }),
    ),
})

async function storeStudents(running: CommandContext<z.output<typeof studentImport>, unknown>): Promise<CommandResult<Imported>> {
  const { db, viewer, schoolId, input } = running
  const sections = new Map(
    (await sectionsByName(db, schoolId, input.termId).execute())
      .filter((section) => seesClass(viewer, section.classId))
      .map((section) => [sectionKey(section.className, section.name), section]),
  )
  const entries = input.rows.map((row, index): StudentEntry & { hasSection: boolean } => {
    const section = sections.get(sectionKey(row.class, row.section))
    const { roll } = row
    return {
      path: `rows.${index}.`,
      provided: providedFields(row),
      hasSection: section !== undefined,
      seat: {
        termId: input.termId,
        roll,
        sectionId: section?.id ?? 0,
        className: section?.className ?? row.class,
        sectionName: section?.name ?? row.section,
      },
    }
  })
  refuseProblems(
    'BAD_INPUT',
    entries.flatMap(({ path, hasSection, seat }) =>
      hasSection ? [] : [{ path: `${path}class`, message: fileMessages.noClass(seat.className, seat.sectionName) }],
    ),
  )
  await refuseTakenRolls(
    running,
    entries.map(({ path, seat }) => ({ path, seat, studentId: null })),
  )
  if (!input.addAnyway) await askAboutSameStudents(running, entries)
  const { termId } = input
  await beforePlacements(db, schoolId, [termId])
  const ids = await addStudents(running, entries)
  const placements = ids.map((studentId) => ({ termId, studentId, fromClassId: null }))
  const also = await afterPlacements(running, placements)
  const fields = new Set(entries.flatMap(({ provided }) => Object.keys(provided)))
  const result: Imported = { id: await recordImport(running, 'students', ids), count: ids.length }
  return { result, ids, fields: [...fields, 'section', 'roll', ...also] }
}
