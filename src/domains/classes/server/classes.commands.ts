import { z } from 'zod'
import { command, query, type QueryContext } from '#platform/command.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { t } from '#shared/texts.ts'
import { byName, bySr } from '../classes.rules.ts'
import { classForm, classUpdate, rowId, termChoice } from '../classes.schema.ts'
import { visibleSection } from './classes.exports.ts'
import { classActions } from './classes.permissions.ts'
import {
  adminsOfClassOnly,
  type ClassRow,
  classRows,
  holdTerm,
  lockClass,
  type SectionRow,
  type SubjectRow,
  sectionRows,
  subjectRows,
  termWithId,
  visibleClass,
} from './classes.sql.ts'

const conflicts = {
  classes_name: {
    path: 'name',
    get message() {
      return t`A class with this name exists already`
    },
  },
  sections_school_id_term_id_class_id_fkey: {
    path: '',
    get message() {
      return t`This class has sections. Delete all its sections first`
    },
  },
}

/** Returns the classes of a term that the viewer may see, by name. NOT_FOUND for an unknown term. */
export const listClasses = query({
  action: classActions.list,
  input: termChoice,
  run: async (reading) => {
    const { db, read, viewer, schoolId, input } = reading
    const classes = classRows(db, schoolId).where('classes.termId', '=', input.termId).where(visibleClass(viewer))
    const [rows, terms] = await read(classes, termWithId(db, schoolId, input.termId))
    requireTerm(terms)
    return rows.sort(byName)
  },
})

/** A section with its subjects. */
export interface CurriculumSection {
  section: SectionRow
  subjects: SubjectRow[]
}

/** A class with its sections. */
export interface CurriculumClass {
  class: ClassRow
  sections: CurriculumSection[]
}

/** Returns the classes, sections, subjects and books of a term as a tree with their teachers, in one round trip. */
export const viewCurriculum = query({
  action: classActions.curriculum,
  input: termChoice,
  run: async (reading): Promise<CurriculumClass[]> => {
    const { db, read, viewer, schoolId, input } = reading
    const [classes, sections, subjects, terms] = await read(
      classRows(db, schoolId).where('classes.termId', '=', input.termId).where(visibleClass(viewer)),
      sectionRows(db, schoolId).where('sections.termId', '=', input.termId).where(visibleSection(viewer)),
      subjectRows(db, schoolId).where('subjects.termId', '=', input.termId).orderBy('subjects.sr').orderBy('subjects.id'),
      termWithId(db, schoolId, input.termId),
    )
    requireTerm(terms)
    const subjectsOf = Map.groupBy(subjects, (subject) => subject.sectionId)
    const sectionsOf = Map.groupBy(sections.sort(bySr), (section) => section.classId)
    return classes.sort(byName).map((row) => ({
      class: row,
      sections: (sectionsOf.get(row.id) ?? []).map((section) => ({ section, subjects: subjectsOf.get(section.id) ?? [] })),
    }))
  },
})

/** Returns the school as the row for actions that are not about one class. */
export const viewClassesArea = query({
  action: classActions.area,
  input: z.object({}),
  run: async ({ schoolId }) => ({ schoolId }),
})

/**
 * Adds a class to a term. CONFLICT on a `name` that the term has already. FORBIDDEN for an ADMIN limited to classes.
 */
export const addClass = command({
  action: classActions.add,
  input: classForm,
  conflicts,
  load: ({ db, schoolId, input }) => holdTerm(db, schoolId, input.termId),
  run: async ({ db, schoolId, input }) => {
    const { id } = await db
      .insertInto('classes')
      .values({ schoolId, ...input })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { result: await storedClass(db, schoolId, id), ids: [id], fields: Object.keys(input) }
  },
})

/** Renames a class. CONFLICT on the `name` of another class of the term. */
export const updateClass = command({
  action: classActions.update,
  input: classUpdate,
  conflicts,
  load: ({ db, viewer, schoolId, input }) => lockClass(db, viewer, schoolId, input.id, 'change'),
  run: async ({ db, schoolId, input: { id, name } }) => {
    await db.updateTable('classes').set({ name }).where('schoolId', '=', schoolId).where('id', '=', id).execute()
    return { result: await storedClass(db, schoolId, id), ids: [id], fields: ['name'] }
  },
})

/**
 * Deletes a class without sections, and returns its id. CONFLICT when it is the only class of a limited ADMIN, who
 * would then see no class.
 */
export const deleteClass = command({
  action: classActions.delete,
  input: rowId,
  conflicts,
  load: ({ db, viewer, schoolId, input }) => lockClass(db, viewer, schoolId, input.id, 'change'),
  run: async ({ db, schoolId, input: { id } }) => {
    const admins = await adminsOfClassOnly(db, schoolId, id)
    if (admins.length > 0) {
      const names = admins.map((admin) => admin.name).join(', ')
      throw new Refusal('CONFLICT', t`This is the only class of ${names}. Give them another class, or all classes, first`)
    }
    await db.deleteFrom('classes').where('schoolId', '=', schoolId).where('id', '=', id).execute()
    return { result: id, ids: [id] }
  },
})

function storedClass(db: QueryContext<unknown>['db'], schoolId: number, id: number): Promise<ClassRow> {
  return classRows(db, schoolId).where('classes.id', '=', id).executeTakeFirstOrThrow()
}

function requireTerm(terms: readonly unknown[]): void {
  if (terms.length === 0) throw notFound()
}
