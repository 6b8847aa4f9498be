import { indiaOffset, schoolTime } from '#shared/dates.ts'
import { command, query, type QueryContext } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { clearReferences } from '#platform/database/citus/clearReferences.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import type { School } from '#platform/school.ts'
import { t } from '#shared/texts.ts'
import { bySr, sectionHasStudents } from '../classes.rules.ts'
import { rowId, sectionForm, sectionUpdate, missingSrMessage, termChoice } from '../classes.schema.ts'
import { visibleSection } from './classes.exports.ts'
import { sectionActions } from './classes.permissions.ts'
import { lockClass, lockSection, type SectionRow, sectionRows, termWithId } from './classes.sql.ts'
import { dependentConflicts } from './sectionDependents.exports.ts'
import { afterClassChange } from './sectionHooks.exports.ts'
import { replaceTeachers, teacherConflicts } from './teachers.sql.ts'

const conflicts = {
  ...teacherConflicts,
  sections_name: {
    path: 'name',
    get message() {
      return t`This class has a section with this name already`
    },
  },
}

/** Returns the sections of a term that the viewer may see, by serial number. NOT_FOUND for an unknown term. */
export const listSections = query({ action: sectionActions.list, input: termChoice, run: sectionsOfTerm })

/** Returns the sections of a term that a TEACHER teaches; all of them for a SUPERADMIN. */
export const listMySections = query({ action: sectionActions.mine, input: termChoice, run: sectionsOfTerm })

async function sectionsOfTerm({ db, read, viewer, schoolId, input }: QueryContext<{ termId: number }>): Promise<SectionRow[]> {
  const sections = sectionRows(db, schoolId).where('sections.termId', '=', input.termId).where(visibleSection(viewer))
  const [rows, terms] = await read(sections, termWithId(db, schoolId, input.termId))
  if (terms.length === 0) throw notFound()
  return rows.sort(bySr)
}

/** Adds a section to a class, in the class's term. CONFLICT on a `name` that the class has already. */
export const addSection = command({
  action: sectionActions.add,
  input: sectionForm,
  conflicts,
  load: ({ db, viewer, schoolId, input }) => lockClass(db, viewer, schoolId, input.classId, 'hold'),
  run: async ({ db, school, schoolId, input, row }) => {
    requireSr(school, input.sr)
    const { teacherIds, ...fields } = input
    const { id } = await db
      .insertInto('sections')
      .values({ schoolId, termId: row.termId, ...fields, notificationTime: timeOrNow(fields.notificationTime) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await replaceTeachers(db, schoolId, 'section', id, teacherIds)
    return { result: await storedSection(db, schoolId, id), ids: [id], fields: Object.keys(input) }
  },
})

/**
 * Replaces the fields and teachers of a section. It may move to another class of its term, with its students, subjects
 * and books. CONFLICT on the `name` of another section of the class.
 */
export const updateSection = command({
  action: sectionActions.update,
  input: sectionUpdate,
  conflicts,
  load: ({ db, viewer, schoolId, input }) => lockSection(db, viewer, schoolId, input.id, 'change'),
  run: async (running) => {
    const { db, viewer, school, schoolId, input, row } = running
    requireSr(school, input.sr)
    const { id, teacherIds, sr, ...fields } = input
    if (fields.classId !== row.classId) {
      const target = await lockClass(db, viewer, schoolId, fields.classId, 'hold')
      if (target?.termId !== row.termId) throw notFound()
    }
    await db
      .updateTable('sections')
      .set({ ...fields, sr: sr ?? 0, notificationTime: timeOrNow(fields.notificationTime) })
      .where('schoolId', '=', schoolId)
      .where('id', '=', id)
      .execute()
    await replaceTeachers(db, schoolId, 'section', id, teacherIds)
    if (fields.classId !== row.classId)
      await afterClassChange(running, { sectionId: id, termId: row.termId, fromClassId: row.classId })
    return {
      result: await storedSection(db, schoolId, id),
      ids: [id],
      fields: Object.keys(input).filter((field) => field !== 'id'),
    }
  },
})

/** Deletes a section with its subjects and books, and returns its id. Refused when it has students or registers. */
export const deleteSection = command({
  action: sectionActions.delete,
  input: rowId,
  conflicts: () => ({
    enrolments_school_id_term_id_section_id_fkey: { path: '', message: sectionHasStudents() },
    ...dependentConflicts('section'),
  }),
  load: ({ db, viewer, schoolId, input }) => lockSection(db, viewer, schoolId, input.id, 'change'),
  run: async ({ db, schoolId, input: { id } }) => {
    // Locks the subjects before deleting their books, because a concurrent addBook could leave a book without subject.
    const subjects = await db
      .selectFrom('subjects')
      .select('id')
      .where('schoolId', '=', schoolId)
      .where('sectionId', '=', id)
      .orderBy('id')
      .forUpdate()
      .execute()
    if (subjects.length > 0) {
      const ids = subjects.map((subject) => subject.id)
      await db.deleteFrom('books').where('schoolId', '=', schoolId).where('subjectId', 'in', ids).execute()
      await db.deleteFrom('subjects').where('schoolId', '=', schoolId).where('id', 'in', ids).execute()
    }
    await clearReferences(db, schoolId, 'sections', [id])
    await db.deleteFrom('sections').where('schoolId', '=', schoolId).where('id', '=', id).execute()
    return { result: id, ids: [id], fields: subjects.length > 0 ? ['subjects', 'books'] : [] }
  },
})

/** Returns the time, or the current time in India when it is blank (specification, section 5). */
export function timeOrNow(notificationTime: string): string {
  return notificationTime || `${schoolTime(new Date())}${indiaOffset}`
}

function requireSr(school: School, sr: number | undefined): void {
  const missing = missingSrMessage(school.attType, sr)
  if (missing) throw new Refusal('BAD_INPUT', missing, [{ path: 'sr', message: missing }])
}

function storedSection(db: Tx, schoolId: number, id: number): Promise<SectionRow> {
  return sectionRows(db, schoolId).where('sections.id', '=', id).executeTakeFirstOrThrow()
}
