import { expect, test } from 'vitest'
import { importColumns as attendanceColumns } from '#domains/attendance/web/import/attendanceFile.ts'
import { assignmentColumns } from '#domains/fees/web/structure/assignmentFile.ts'
import { categoryColumns } from '#domains/fees/web/structure/categoryFile.ts'
import { legacyColumns } from '#domains/legacy/server/legacyRow.ts'
import { editColumns, importColumns } from '#domains/students/studentColumns.ts'
import { sectionColumns } from '#domains/classes/web/sectionFile.ts'
import { teacherColumns } from '#domains/users/web/teacherFile.ts'
import { matchHeaders } from '#shared/importColumns.ts'

/*
 * A school prepares its files once, with the headers that an English screen shows. A screen in another language must
 * read them too: its labels are other words.
 */
test.each(
  Object.entries({
    attendanceColumns: attendanceColumns(true),
    assignmentColumns,
    categoryColumns,
    editColumns,
    importColumns,
    legacyColumns,
    sectionColumns,
    teacherColumns,
  }),
)('%s takes the English headers on a screen in another language', (_, columns) => {
  const headers = columns.map(({ label }) => label)
  const elsewhere = columns.map(({ key, required = false, aliases = [] }) => ({ key, label: 'स्तंभ', required, aliases }))
  const matched = matchHeaders(headers, elsewhere)
  expect(columns.filter(({ key }, index) => matched.get(key) !== index).map(({ key, label }) => [key, label])).toEqual([])
})
