import { command } from '../../../platform/command.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { teachersByEmail } from '../../users/server/users.exports.ts'
import { importProblems, nameKey } from '../classes.rules.ts'
import { sectionImport } from '../classes.schema.ts'
import { visibleSection } from './classes.exports.ts'
import { sectionActions } from './classes.permissions.ts'
import { classRows, lockTermForImport, visibleClass } from './classes.sql.ts'
import { orNow } from './sections.commands.ts'
import { teacherConflicts } from './teachers.sql.ts'

const meanwhile = 'Somebody changed the classes of this term meanwhile. Nothing was imported; please try again'

/**
 * Adds the sections of a file to a term, all or none. Classes are found by name whatever its case; unknown ones are created,
 * unless the viewer is limited to classes. Answers how many sections and classes were added. BAD_INPUT names every bad cell
 * as `rows.N.field`, N from 0.
 */
export const importSections = command({
  action: sectionActions.import,
  input: sectionImport,
  conflicts: {
    ...teacherConflicts,
    classes_name: { path: '', message: meanwhile },
    sections_name: { path: '', message: meanwhile },
    sections_school_id_term_id_class_id_fkey: { path: '', message: meanwhile },
  },
  load: ({ db, schoolId, input }) => lockTermForImport(db, schoolId, input.termId),
  run: async ({ db, viewer, schoolId, input: { termId, rows } }) => {
    const classes = await classRows(db, schoolId).where('classes.termId', '=', termId).where(visibleClass(viewer)).execute()
    const sections = await db
      .selectFrom('sections')
      .select(['classId', 'name'])
      .where('schoolId', '=', schoolId)
      .where('termId', '=', termId)
      .where(visibleSection(viewer))
      .execute()
    const users = await teachersByEmail(
      db,
      schoolId,
      rows.flatMap((row) => row.teachers),
    ).execute()
    const emails = new Map(users.map((user) => [user.email, user.id]))
    const mayAddClasses = viewer.classIds === null
    const problems = importProblems(rows, { classes, sections, emails: new Set(emails.keys()), mayAddClasses })
    if (problems[0]) throw new Refusal('BAD_INPUT', problems[0].message, problems)

    const classIds = new Map(classes.map((known) => [nameKey(known.name), known.id]))
    // The first spelling in the file names a new class.
    const newClasses = new Map<string, string>()
    for (const row of rows) {
      const key = nameKey(row.class)
      if (!classIds.has(key) && !newClasses.has(key)) newClasses.set(key, row.class)
    }
    if (newClasses.size > 0) {
      const added = await db
        .insertInto('classes')
        .values([...newClasses.values()].map((name) => ({ schoolId, termId, name })))
        .returning(['id', 'name'])
        .execute()
      for (const { id, name } of added) classIds.set(nameKey(name), id)
    }
    const classOf = (row: { class: string }) => classIds.get(nameKey(row.class)) ?? 0
    const stored = await db
      .insertInto('sections')
      .values(
        rows.map((row) => ({
          ...{ schoolId, termId, classId: classOf(row), name: row.section, sr: row.sr ?? 0, fbId: row.fbId },
          notificationTime: orNow(row.notificationTime),
        })),
      )
      .returning(['id', 'classId', 'name'])
      .execute()
    const sectionIds = new Map(stored.map((section) => [`${section.classId}\n${nameKey(section.name)}`, section.id]))
    const assigned = rows.flatMap((row) => {
      const sectionId = sectionIds.get(`${classOf(row)}\n${nameKey(row.section)}`) ?? 0
      return row.teachers.map((email) => ({ schoolId, sectionId, userId: emails.get(email) ?? 0 }))
    })
    // PostgreSQL takes 65,535 values in one statement.
    for (let from = 0; from < assigned.length; from += 10_000)
      await db
        .insertInto('sectionTeachers')
        .values(assigned.slice(from, from + 10_000))
        .execute()
    return {
      result: { sections: stored.length, classes: newClasses.size },
      ids: stored.map((section) => section.id),
      fields: ['sr', 'class', 'section', 'teachers', 'notificationTime', 'fbId'],
    }
  },
})
