import { z } from 'zod'
import { requiredText } from '#shared/inputs.ts'
import { collapseSpaces } from '#shared/names.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { phoneField } from '#shared/phones.ts'
import type { ImportColumn } from '#shared/importColumns.ts'
import { flagCell, importColumns, importRow, rollField } from '#domains/students/server/studentFiles.exports.ts'

/** The name of a term, class or section as the school's own are written. */
const placeName = requiredText(60).transform(collapseSpaces)

const blankIs = (value: string) => (cell: unknown) => (typeof cell === 'string' && cell.trim() === '' ? value : cell)

/** A row: one student in one term. What is said of the student herself is a cell of Bulk Add. */
export const legacyRow = importRow.extend({
  legacy_id: requiredText(50),
  term: placeName,
  class: placeName,
  section: placeName,
  roll: z.preprocess(blankIs('0'), rollField()),
  phone: z.preprocess(blankIs(defaultPhone), phoneField),
  disabled: flagCell.optional(),
})

const own: readonly ImportColumn[] = [
  { key: 'legacy_id', label: 'Legacy id', required: true, aliases: ['old_id', 'previous_id', 'student_id'] },
  { key: 'term', label: 'Term', required: true, aliases: ['year', 'academic_year', 'session'] },
]
const required = new Set(['class', 'section', 'name'])

/** The columns of a file from the previous system, in the order of the sample. */
export const legacyColumns: readonly ImportColumn[] = [
  ...own,
  ...importColumns.map((column) => ({ ...column, required: required.has(column.key) })),
  { key: 'disabled', label: 'Disabled', required: false, aliases: ['left', 'inactive'] },
]
