import { t } from '@lingui/core/macro'
import type { ImportColumn } from '#shared/importColumns.ts'
import type { ImportRow } from '#ui/import/importTable.ts'
import { importProblems, nameKey, collapseSpaces, splitTeachers } from '../classes.rules.ts'
import { sectionRow } from '../classes.schema.ts'
import type { SectionImportGroundQuery } from './classes.graphql.ts'

/** A header that is no word of a language. */
const fbIdKey = 'fbID'

/** The columns of SectionTemplate.csv. */
export const sectionColumns: readonly ImportColumn[] = [
  { key: 'sr', label: t`SR`, aliases: ['sr_no', 'serial'] },
  { key: 'class', label: t`Class`, required: true, aliases: ['class_name'] },
  { key: 'section', label: t`Section`, required: true, aliases: ['section_name'] },
  { key: 'teachers', label: t`Teachers`, aliases: ['teacher', 'teacher_emails'] },
  { key: 'notificationTime', label: t`Notification Time` },
  { key: 'fbId', label: fbIdKey },
]

/** Returns the problems of a row's cells. */
export function checkSectionRow(row: ImportRow) {
  const parsed = sectionRow.safeParse(row)
  if (parsed.success) return []
  return parsed.error.issues.map((issue) => ({ key: String(issue.path[0]), message: issue.message }))
}

/** Returns the checks of a file before the upload. The server repeats them. */
export function sectionFileChecks({ classes, sections, users, classesViewerCan }: SectionImportGroundQuery) {
  const context = {
    classes,
    sections: sections.map((section) => ({ classId: section.class.id, name: section.name })),
    emails: new Set(users.map((user) => user.email)),
    mayAddClasses: classesViewerCan.addClass.allowed,
  }
  const known = new Set(classes.map(({ name }) => nameKey(name)))
  return {
    checkAll: (rows: readonly ImportRow[]) => importProblems(rows.map(toImportedSection), context).map(toRowProblem),
    kindOf: (row: ImportRow) => (known.has(nameKey(row.class ?? '')) ? 'new' : t`new in new classes`),
  }
}

function toImportedSection(row: ImportRow) {
  const { class: className = '', section = '', teachers = '', notificationTime = '', fbId = '' } = row
  return {
    class: collapseSpaces(className),
    section: collapseSpaces(section),
    teachers: splitTeachers(teachers),
    notificationTime,
    fbId,
  }
}

function toRowProblem({ path, message }: { path: string; message: string }) {
  const [, index, key = null] = path.split('.')
  return { index: Number(index), key, message }
}

/** Converts a row to the server's input. */
export function sectionInput(row: ImportRow) {
  const { sr = '', class: className = '', section = '', teachers = '', notificationTime = '', fbId = '' } = row
  return { sr: sr === '' ? null : Number(sr), class: className, section, teachers, notificationTime, fbId }
}
