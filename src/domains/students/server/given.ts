import type { Said } from './writeStudents.ts'

const notSaid = new Set(['roll', 'class', 'section', 'term', 'action', 'id'])

/** What a line says of the student herself: a blank cell says nothing. */
export function given(row: Readonly<Record<string, string | undefined>>): Said {
  return Object.fromEntries(
    Object.entries(row).filter(([key, value]) => value !== undefined && value !== '' && !notSaid.has(key)),
  )
}
