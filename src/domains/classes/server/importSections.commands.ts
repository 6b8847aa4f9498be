import { sql } from 'kysely'
import type { z } from 'zod'
import { command, type CommandContext } from '#platform/command.ts'
import { importTimeoutMs, importWithRows, recordImport } from '#platform/imports.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { Refusal } from '#platform/refusal.ts'
import { teachersByEmail } from '#domains/users/server/users.exports.ts'
import { t } from '#shared/texts.ts'
import { importProblems, nameKey } from '../classes.rules.ts'
import { sectionImport } from '../classes.schema.ts'
import { visibleSection } from './classes.exports.ts'
import { sectionActions } from './classes.permissions.ts'
import { classRows, lockTermForImport, visibleClass } from './classes.sql.ts'
import { timeOrNow } from './sections.commands.ts'
import { teacherConflicts } from './teachers.sql.ts'

const changedConcurrently = {
  path: '',
  get message() {
    return t`Somebody changed the classes of this term at the same time. Nothing was imported. Please try again.`
  },
}

/**
 * Adds the sections of a file to a term, all or none. Classes are found by name, ignoring case; unknown ones are
 * created unless the viewer is limited to classes. The same key with the same rows returns the first import again.
 * @returns the numbers of sections and classes added, and the import's id for `undoSectionsImport`
 * @throws Refusal BAD_INPUT with a problem at `rows.N.field` for every invalid cell, N from 0
 */
export const importSections = command({
  action: sectionActions.import,
  input: sectionImport,
  statementTimeoutMs: importTimeoutMs,
  conflicts: {
    ...teacherConflicts,
    classes_name: changedConcurrently,
    sections_name: changedConcurrently,
    sections_school_id_term_id_class_id_fkey: changedConcurrently,
  },
  load: ({ db, schoolId, input }) => lockTermForImport(db, schoolId, input.termId),
  run: (running) =>
    runOncePerKey(
      running,
      sectionActions.import.name,
      running.input,
      () => storeSections(running),
      async (ids) => {
        const { id, classIds } = await importWithRows(running, 'sections', ids)
        return { id, sections: ids.length, classes: classIds.length }
      },
    ),
})

async function storeSections(running: CommandContext<z.output<typeof sectionImport>, unknown>) {
  const { db, viewer, schoolId, input } = running
  const { termId, rows } = input
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

  const classIds = new Map(classes.map(({ id, name }) => [nameKey(name), id]))
  // A new class gets the first spelling in the file.
  const newClasses = new Map<string, string>()
  for (const row of rows) {
    const key = nameKey(row.class)
    if (!classIds.has(key) && !newClasses.has(key)) newClasses.set(key, row.class)
  }
  const newClassIds: number[] = []
  if (newClasses.size > 0) {
    const added = await db
      .insertInto('classes')
      .columns(['schoolId', 'termId', 'name'])
      .expression(sql`select ${schoolId}::bigint, ${termId}::bigint, * from unnest(${[...newClasses.values()]}::text[])`)
      .returning(['id', 'name'])
      .execute()
    for (const { id, name } of added) {
      newClassIds.push(id)
      classIds.set(nameKey(name), id)
    }
  }
  const classIdOf = (row: { class: string }) => classIds.get(nameKey(row.class)) ?? 0
  const stored = await db
    .insertInto('sections')
    .columns(['schoolId', 'termId', 'classId', 'name', 'sr', 'fbId', 'notificationTime'])
    .expression(
      sql`select ${schoolId}::bigint, ${termId}::bigint, * from unnest(
          ${rows.map(classIdOf)}::bigint[], ${rows.map((row) => row.section)}::text[], ${rows.map((row) => row.sr ?? 0)}::integer[],
          ${rows.map((row) => row.fbId)}::text[], ${rows.map((row) => timeOrNow(row.notificationTime))}::timetz[]
        )`,
    )
    .returning(['id', 'classId', 'name'])
    .execute()
  const sectionIds = new Map(stored.map((section) => [`${section.classId}\n${nameKey(section.name)}`, section.id]))
  const assignments = rows.flatMap((row) => {
    const sectionId = sectionIds.get(`${classIdOf(row)}\n${nameKey(row.section)}`) ?? 0
    return row.teachers.map((email) => ({ sectionId, userId: emails.get(email) ?? 0 }))
  })
  await db
    .insertInto('sectionTeachers')
    .columns(['schoolId', 'sectionId', 'userId'])
    .expression(
      sql`select ${schoolId}::bigint, * from unnest(
          ${assignments.map(({ sectionId }) => sectionId)}::bigint[], ${assignments.map(({ userId }) => userId)}::bigint[]
        )`,
    )
    .returning('schoolId')
    .execute()
  const ids = stored.map((section) => section.id)
  return {
    result: {
      id: await recordImport(running, 'sections', ids, newClassIds),
      sections: ids.length,
      classes: newClassIds.length,
    },
    ids,
    fields: ['sr', 'class', 'section', 'teachers', 'notificationTime', 'fbId'],
  }
}
