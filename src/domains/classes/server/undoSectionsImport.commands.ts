import { type SqlBool, sql } from 'kysely'
import { command } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { clearReferences } from '#platform/database/clearReferences.ts'
import { changedSince, importId, importMs, type ImportRow, lockImport, markUndone, mustStandAlone } from '#platform/imports.ts'
import { notFound } from '#platform/refusal.ts'
import type { Viewer } from '#platform/viewer.ts'
import { registersOfSections } from '#domains/attendance/server/attendance.exports.ts'
import { chatMessagesOfSections } from '#domains/chat/server/chat.exports.ts'
import { incidentsOfSections } from '#domains/discipline/server/discipline.exports.ts'
import { visibleSection } from './classes.exports.ts'
import { sectionActions } from './classes.permissions.ts'

/** How many sections and classes were removed. */
export interface UndoneSections {
  sections: number
  classes: number
}

/**
 * Removes the sections of an import, all or none, and the classes it created that are empty then; a class to which an admin
 * is limited stays. Answers how many went; those deleted meanwhile do not count. CONFLICT, with a sentence that says what and
 * how many, when the sections have students, subjects, registers, incidents or chat messages or were changed since.
 */
export const undoSectionsImport = command<typeof importId, ImportRow, UndoneSections>({
  action: sectionActions.undoImport,
  input: importId,
  statementTimeoutMs: importMs,
  load: lockImport('sections'),
  run: async ({ db, viewer, schoolId, row }) => {
    await markUndone(db, row)
    const ids = await lockSections(db, viewer, schoolId, row.rowIds)
    const { students, subjects } = await standingOn(db, schoolId, ids)
    mustStandAlone('sections', [
      [students, 'student', 'students'],
      [subjects, 'subject', 'subjects'],
      [await registersOfSections(db, schoolId, ids), 'register', 'registers'],
      [await incidentsOfSections(db, schoolId, ids), 'incident', 'incidents'],
      [await chatMessagesOfSections(db, schoolId, ids), 'chat message', 'chat messages'],
      [await changedSince(db, row, ['section.update']), 'record changed since', 'records changed since'],
    ])
    await clearReferences(db, schoolId, 'sections', ids)
    await db.deleteFrom('sections').where('schoolId', '=', schoolId).where(oneOf('id', ids)).execute()
    const classes = await deleteEmptyClasses(db, schoolId, row.classIds)
    return { result: { sections: ids.length, classes }, ids, fields: classes > 0 ? ['classes'] : [] }
  },
})

function oneOf(column: string, ids: readonly number[]) {
  return sql<SqlBool>`${sql.ref(column)} = any(${ids}::bigint[])`
}

/** Those of the sections that are still there, locked. NOT_FOUND when the viewer may not know of one of them. */
async function lockSections(db: Tx, viewer: Viewer, schoolId: number, ids: readonly number[]): Promise<number[]> {
  const sections = await db
    .selectFrom('sections')
    .select('id')
    .select(sql<boolean>`${visibleSection(viewer)}`.as('visible'))
    .where('schoolId', '=', schoolId)
    .where(oneOf('id', ids))
    .orderBy('id')
    .forUpdate()
    .execute()
  if (sections.some((section) => !section.visible)) throw notFound()
  return sections.map((section) => section.id)
}

/** How many students and subjects locked sections have. */
function standingOn(db: Tx, schoolId: number, sectionIds: readonly number[]) {
  const count = (table: 'enrolments' | 'subjects') =>
    db
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('count'))
      .where(`${table}.schoolId`, '=', schoolId)
      .where(oneOf('sectionId', sectionIds))
      .$asScalar()
      .$notNull()
  return db.selectNoFrom([count('enrolments').as('students'), count('subjects').as('subjects')]).executeTakeFirstOrThrow()
}

/** Deletes those classes that have no section. Without its only class, an admin would be limited no more: such a class stays. */
async function deleteEmptyClasses(db: Tx, schoolId: number, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  // Locked before they are counted: nobody adds a section, or limits an admin, meanwhile.
  await db
    .selectFrom('classes')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where(oneOf('id', ids))
    .orderBy('id')
    .forUpdate()
    .execute()
  const uses = (table: 'sections' | 'classAdmins') =>
    db.selectFrom(table).select('classId').where(`${table}.schoolId`, '=', schoolId).where(oneOf('classId', ids))
  const deleted = await db
    .deleteFrom('classes')
    .where('schoolId', '=', schoolId)
    .where(oneOf('id', ids))
    .where('id', 'not in', uses('sections'))
    .where('id', 'not in', uses('classAdmins'))
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
