import { type SqlBool, sql } from 'kysely'
import { plural, t } from '#shared/texts.ts'
import { command } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { clearReferences } from '#platform/database/citus/clearReferences.ts'
import {
  countChangedSince,
  importIdInput,
  importTimeoutMs,
  type ImportRow,
  lockImport,
  markUndone,
  refuseWithDependents,
} from '#platform/imports.ts'
import { notFound } from '#platform/refusal.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleSection } from './classes.exports.ts'
import { sectionActions } from './classes.permissions.ts'
import { countDependents } from './sectionDependents.exports.ts'

/** Numbers of sections and classes that were deleted. */
export interface UndoneSections {
  sections: number
  classes: number
}

/**
 * Deletes the sections of an import, all or none, and the classes it created that are then empty and to which no ADMIN
 * is limited. Returns their numbers, without those deleted earlier. CONFLICT, with the counts in its message, when the
 * sections have students, subjects, registers, incidents or chat messages, or were changed since.
 */
export const undoSectionsImport = command<typeof importIdInput, ImportRow, UndoneSections>({
  action: sectionActions.undoImport,
  input: importIdInput,
  statementTimeoutMs: importTimeoutMs,
  load: lockImport('sections'),
  run: async ({ db, viewer, schoolId, row }) => {
    await markUndone(db, row)
    const ids = await lockSections(db, viewer, schoolId, row.rowIds)
    const { students, subjects } = await countRecords(db, schoolId, ids)
    const dependents = await countDependents(db, schoolId, ids)
    const changed = await countChangedSince(db, row, ['section.update'])
    refuseWithDependents('sections', [
      [students, t`${plural(students, { one: '# student', other: '# students' })}`],
      [subjects, t`${plural(subjects, { one: '# subject', other: '# subjects' })}`],
      ...dependents,
      [changed, t`${plural(changed, { one: '# record changed since', other: '# records changed since' })}`],
    ])
    await clearReferences(db, schoolId, 'sections', ids)
    await db.deleteFrom('sections').where('schoolId', '=', schoolId).where(isOneOf('id', ids)).execute()
    const classes = await deleteEmptyClasses(db, schoolId, row.classIds)
    return { result: { sections: ids.length, classes }, ids, fields: classes > 0 ? ['classes'] : [] }
  },
})

function isOneOf(column: string, ids: readonly number[]) {
  return sql<SqlBool>`${sql.ref(column)} = any(${ids}::bigint[])`
}

/** Locks those of the sections that still exist. NOT_FOUND when the viewer may not see one of them. */
async function lockSections(db: Tx, viewer: Viewer, schoolId: number, ids: readonly number[]): Promise<number[]> {
  const sections = await db
    .selectFrom('sections')
    .select('id')
    .select(sql<boolean>`${visibleSection(viewer)}`.as('visible'))
    .where('schoolId', '=', schoolId)
    .where(isOneOf('id', ids))
    .orderBy('id')
    .forUpdate()
    .execute()
  if (sections.some((section) => !section.visible)) throw notFound()
  return sections.map((section) => section.id)
}

/** Counts the students and subjects of sections. */
function countRecords(db: Tx, schoolId: number, sectionIds: readonly number[]) {
  const count = (table: 'enrolments' | 'subjects') =>
    db
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('count'))
      .where(`${table}.schoolId`, '=', schoolId)
      .where(isOneOf('sectionId', sectionIds))
      .$asScalar()
      .$notNull()
  return db.selectNoFrom([count('enrolments').as('students'), count('subjects').as('subjects')]).executeTakeFirstOrThrow()
}

/** Deletes classes without sections. Keeps those of limited admins, who would see no class without their only one. */
async function deleteEmptyClasses(db: Tx, schoolId: number, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  // Locked before the check, so that nobody adds a section or limits an admin concurrently.
  await db
    .selectFrom('classes')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where(isOneOf('id', ids))
    .orderBy('id')
    .forUpdate()
    .execute()
  const uses = (table: 'sections' | 'classAdmins') =>
    db.selectFrom(table).select('classId').where(`${table}.schoolId`, '=', schoolId).where(isOneOf('classId', ids))
  const deleted = await db
    .deleteFrom('classes')
    .where('schoolId', '=', schoolId)
    .where(isOneOf('id', ids))
    .where('id', 'not in', uses('sections'))
    .where('id', 'not in', uses('classAdmins'))
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
