import { t } from '@lingui/core/macro'
import type { ImportColumn } from '#shared/importColumns.ts'
import { missingStudentFields, sectionKey, unknownSectionMessage } from '#shared/studentFinder.ts'
import type { CellProblem, ImportRow } from '#ui/import/importTable.ts'
import { earlierResultRow } from '../../earlierResults.schema.ts'

/** The columns of ResultsTemplate.csv. */
export const earlierResultColumns: readonly ImportColumn[] = [
  { key: 'registerNo', label: t`Register No`, aliases: ['register_no', 'register_number', 'gr_no'] },
  { key: 'class', label: t`Class`, aliases: ['class_name', 'class_now'] },
  { key: 'section', label: t`Section`, aliases: ['section_name'] },
  { key: 'roll', label: t`Roll`, aliases: ['roll_no', 'roll_number'] },
  { key: 'name', label: t`Name`, aliases: ['student', 'student_name'] },
  { key: 'year', label: t`Term`, required: true, aliases: ['year', 'school_year', 'session', 'academic_year'] },
  { key: 'classThen', label: t`Class then`, required: true, aliases: ['class_then', 'former_class', 'passed_class'] },
  { key: 'exam', label: t`Exam`, required: true, aliases: ['examination', 'test'] },
  { key: 'subject', label: t`Subject`, required: true, aliases: ['subject_name'] },
  { key: 'marks', label: t`Marks`, aliases: ['marks_obtained', 'obtained', 'score'] },
  { key: 'outOf', label: t`Out of`, aliases: ['out_of', 'max_marks', 'maximum_marks', 'highest_marks'] },
  { key: 'grade', label: t`Grade`, aliases: ['grades'] },
  { key: 'outcome', label: t`Result`, aliases: ['outcome', 'remark'] },
]

/** The template's headers: English in every language, so that a file fits wherever it is uploaded. */
export const earlierResultHeaders =
  'Register No,Class,Section,Roll,Name,Term,Class then,Exam,Subject,Marks,Out of,Grade,Result'.split(',')

/** Returns the check of a row in the browser. The server finds the student and compares the rows with each other. */
export function checkEarlierResult(sections: readonly { name: string; class: { name: string } }[]) {
  const places = new Set(sections.map((section) => sectionKey(section.class.name, section.name)))
  return (row: ImportRow): CellProblem[] => {
    const line = earlierResultInput(row)
    const problems = (earlierResultRow.safeParse(line).error?.issues ?? []).map(({ path, message }) => ({
      key: String(path[0]),
      message,
    }))
    const missing = missingStudentFields(line)
    if (missing.length === 0 && line.registerNo === '' && !places.has(sectionKey(line.class, line.section)))
      return [...problems, { key: 'class', message: unknownSectionMessage(line.class, line.section) }]
    return [...problems, ...missing.map((key) => ({ key, message: t`Required` }))]
  }
}

/** Returns a row as the server takes it. */
export function earlierResultInput(row: ImportRow) {
  const { class: className = '', section = '', roll = '', registerNo = '', name = '' } = row
  const { year = '', classThen = '', exam = '', subject = '', marks = '', outOf = '', grade = '', outcome = '' } = row
  return { class: className, section, roll, registerNo, name, year, classThen, exam, subject, marks, outOf, grade, outcome }
}
