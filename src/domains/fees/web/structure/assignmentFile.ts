import type { ImportColumn } from '#shared/importColumns.ts'
import type { CellProblem, ImportRow } from '#ui/import/importTable.ts'
import { nameKey, sectionKey, unknownCategory, unknownSection, unnamedStudent } from '../../fees.rules.ts'
import { feeAssignmentRow } from '../../fees.schema.ts'

/** The columns of FeesAssignmentTemplate.csv. */
export const assignmentColumns: readonly ImportColumn[] = [
  { key: 'class', label: 'Class', aliases: ['class_name'] },
  { key: 'section', label: 'Section', aliases: ['section_name'] },
  { key: 'roll', label: 'Roll', aliases: ['roll_no', 'roll_number'] },
  { key: 'registerNo', label: 'Register No', aliases: ['register_number', 'gr_no'] },
  { key: 'feeCategory', label: 'Fees Category', required: true, aliases: ['category', 'fees_structure'] },
]

interface Place {
  name: string
  class: { name: string }
}

/** What is wrong with a line as far as this page knows; whether the student is there, and alone, the server finds out. */
export function checkAssignment(categories: readonly { name: string }[], sections: readonly Place[]) {
  const names = new Set(categories.map((category) => nameKey(category.name)))
  const places = new Set(sections.map((section) => sectionKey(section.class.name, section.name)))
  return (row: ImportRow): CellProblem[] => {
    const line = sentAssignment(row)
    const parsed = feeAssignmentRow.safeParse(line)
    if (!parsed.success) return parsed.error.issues.map((issue) => ({ key: String(issue.path[0]), message: issue.message }))
    const missing = unnamedStudent(line)
    const problems: CellProblem[] = missing.map((key) => ({ key, message: 'Required' }))
    if (missing.length === 0 && line.registerNo === '' && !places.has(sectionKey(line.class, line.section)))
      problems.push({ key: 'class', message: unknownSection(line.class, line.section) })
    if (!names.has(nameKey(line.feeCategory))) problems.push({ key: 'feeCategory', message: unknownCategory(line.feeCategory) })
    return problems
  }
}

/** What a row is sent as. */
export function sentAssignment(row: ImportRow) {
  const { class: className = '', section = '', roll = '', registerNo = '', feeCategory = '' } = row
  return { class: className, section, roll, registerNo, feeCategory }
}
