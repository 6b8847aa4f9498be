import type { ProvidedFields } from './writeStudents.ts'

/** Columns of a file that say where the student sits or what to do with the row. */
const otherColumns = new Set(['roll', 'class', 'section', 'term', 'action', 'id'])

/** Returns the student's own fields that a row of a file fills in. A blank cell fills in nothing. */
export function providedFields(row: Readonly<Record<string, string | undefined>>): ProvidedFields {
  return Object.fromEntries(
    Object.entries(row).filter(([key, value]) => value !== undefined && value !== '' && !otherColumns.has(key)),
  )
}
