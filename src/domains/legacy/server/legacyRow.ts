import { z } from 'zod'
import { requiredText } from '#shared/inputs.ts'
import { collapseSpaces } from '#shared/names.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { phoneField } from '#shared/phones.schema.ts'
import type { ImportColumn } from '#shared/importColumns.ts'
import { flagCell, importColumns, importRow, rollField } from '#domains/students/server/studentFiles.exports.ts'
import { t } from '#shared/texts.ts'

/** The name of a term, class or section, with the same rules as in the product. */
const groupName = requiredText(60).transform(collapseSpaces)

const blankDefault = (value: string) => (cell: unknown) => (typeof cell === 'string' && cell.trim() === '' ? value : cell)

/** A row: one student in one term. The student's own fields are the cells of Bulk Add. */
export const legacyRow = importRow.extend({
  legacy_id: requiredText(50),
  term: groupName,
  class: groupName,
  section: groupName,
  roll: z.preprocess(blankDefault('0'), rollField()),
  phone: z.preprocess(blankDefault(defaultPhone), phoneField),
  disabled: flagCell.optional(),
})

const legacyColumnsOnly: readonly ImportColumn[] = [
  {
    key: 'legacy_id',
    get label() {
      return t`Legacy id`
    },
    required: true,
    aliases: ['old_id', 'previous_id', 'student_id'],
  },
  {
    key: 'term',
    get label() {
      return t`Term`
    },
    required: true,
    aliases: ['year', 'academic_year', 'session'],
  },
]
const required = new Set(['class', 'section', 'name'])

/** Columns of a file from the previous system, in the order of the sample. */
export const legacyColumns: readonly ImportColumn[] = [
  ...legacyColumnsOnly,
  ...importColumns.map((column) => ({
    key: column.key,
    get label() {
      return column.label
    },
    required: required.has(column.key),
    ...(column.repair && { repair: column.repair }),
    ...(column.aliases && { aliases: column.aliases }),
  })),
  {
    key: 'disabled',
    get label() {
      return t`Disabled`
    },
    required: false,
    aliases: ['left', 'inactive'],
  },
]
