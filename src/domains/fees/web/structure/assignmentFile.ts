import { t } from '@lingui/core/macro'
import type { ImportColumn } from '#shared/importColumns.ts'
import type { CellProblem, ImportRow } from '#ui/import/importTable.ts'
import { unknownCategoryMessage } from '../../fees.rules.ts'
import { feeAssignmentRow } from '../../fees.schema.ts'
import { missingStudentFields, nameKey, sectionKey, unknownSectionMessage } from '#shared/studentFinder.ts'

/** The columns of FeesAssignmentTemplate.csv. */
export const assignmentColumns: readonly ImportColumn[] = [
  { key: 'class', label: t`Class`, aliases: ['class_name'] },
  { key: 'section', label: t`Section`, aliases: ['section_name'] },
  { key: 'roll', label: t`Roll`, aliases: ['roll_no', 'roll_number'] },
  { key: 'registerNo', label: t`Register No`, aliases: ['register_no', 'register_number', 'gr_no'] },
  { key: 'feeCategory', label: t`Fees Category`, required: true, aliases: ['fees_category', 'category', 'fees_structure'] },
]

/** The template's headers: English in every language, so that a file fits wherever it is uploaded. */
export const assignmentHeaders = 'Class,Section,Roll,Register No,Fees Category'.split(',')

interface SectionName {
  name: string
  class: { name: string }
}

/** Returns the check of a row in the browser. The server checks whether the student exists and is the only match. */
export function checkAssignment(categories: readonly { name: string }[], sections: readonly SectionName[]) {
  const names = new Set(categories.map((category) => nameKey(category.name)))
  const places = new Set(sections.map((section) => sectionKey(section.class.name, section.name)))
  return (row: ImportRow): CellProblem[] => {
    const line = assignmentInput(row)
    const parsed = feeAssignmentRow.safeParse(line)
    if (!parsed.success) return parsed.error.issues.map((issue) => ({ key: String(issue.path[0]), message: issue.message }))
    const missing = missingStudentFields(line)
    const problems: CellProblem[] = missing.map((key) => ({ key, message: t`Required` }))
    if (missing.length === 0 && line.registerNo === '' && !places.has(sectionKey(line.class, line.section)))
      problems.push({ key: 'class', message: unknownSectionMessage(line.class, line.section) })
    if (!names.has(nameKey(line.feeCategory)))
      problems.push({ key: 'feeCategory', message: unknownCategoryMessage(line.feeCategory) })
    return problems
  }
}

/** Returns a row as the server takes it. */
export function assignmentInput(row: ImportRow) {
  const { class: className = '', section = '', roll = '', registerNo = '', feeCategory = '' } = row
  return { class: className, section, roll, registerNo, feeCategory }
}
