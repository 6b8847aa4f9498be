import { t } from '@lingui/core/macro'
import type { ImportColumn } from '#shared/importColumns.ts'
import type { CellProblem, ImportRow } from '#ui/import/importTable.ts'
import { openingDuesRow } from '../../openingDues.schema.ts'
import { missingStudentFields, sectionKey, unknownSectionMessage } from '#shared/studentFinder.ts'

/** The columns of OpeningDuesTemplate.csv. */
export const openingDuesColumns: readonly ImportColumn[] = [
  { key: 'registerNo', label: t`Register No`, aliases: ['register_no', 'register_number', 'gr_no'] },
  { key: 'class', label: t`Class`, aliases: ['class_name'] },
  { key: 'section', label: t`Section`, aliases: ['section_name'] },
  { key: 'roll', label: t`Roll`, aliases: ['roll_no', 'roll_number'] },
  { key: 'name', label: t`Name`, aliases: ['student', 'student_name'] },
  { key: 'amount', label: t`Amount`, required: true, aliases: ['due', 'dues', 'pending', 'balance'] },
  { key: 'year', label: t`Term`, required: true, aliases: ['year', 'school_year', 'of_year', 'session', 'academic_year'] },
  { key: 'note', label: t`Note`, aliases: ['notes', 'comment', 'remark', 'remarks'] },
]

/** The template's headers: English in every language, so that a file fits wherever it is uploaded. */
export const openingDuesHeaders = 'Register No,Class,Section,Roll,Name,Amount,Term,Note'.split(',')

/** Returns the check of a row in the browser. The server finds the student and compares the year with the term. */
export function checkOpeningDue(sections: readonly { name: string; class: { name: string } }[]) {
  const places = new Set(sections.map((section) => sectionKey(section.class.name, section.name)))
  return (row: ImportRow): CellProblem[] => {
    const line = openingDueInput(row)
    const parsed = openingDuesRow.safeParse(line)
    const problems = parsed.success
      ? []
      : parsed.error.issues.map((issue) => ({ key: String(issue.path[0]), message: issue.message }))
    const missing = missingStudentFields(line)
    if (missing.length === 0 && line.registerNo === '' && !places.has(sectionKey(line.class, line.section)))
      return [...problems, { key: 'class', message: unknownSectionMessage(line.class, line.section) }]
    return [...problems, ...missing.map((key) => ({ key, message: t`Required` }))]
  }
}

/** Returns a row as the server takes it. */
export function openingDueInput(row: ImportRow) {
  const { class: className = '', section = '', roll = '', registerNo = '', name = '', amount = '', year = '', note = '' } = row
  return { class: className, section, roll, registerNo, name, amount, year, note }
}
