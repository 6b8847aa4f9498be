import { t } from '@lingui/core/macro'
import type { ImportColumn } from '#shared/importColumns.ts'
import type { CellProblem, ImportRow, RowProblem } from '#ui/import/importTable.ts'
import { fileStudentFinder, readFileCell, twiceInFile } from '../../scoresImport.rules.ts'
import { columnLabel } from '../scores/columnLabel.ts'
import { typedScore, withPoints } from '../scores/typedScore.ts'
import type { ScoreFileQuery } from './scoreFile.graphql.ts'

export type ScoreFile = ScoreFileQuery['scoreFile']
type Sheet = ScoreFile['sheets'][number]
type Student = ScoreFile['students'][number]

/** A column with marks: a test of a subject. */
export interface MarkColumn {
  /** Its key in the rows and in the server's problems. */
  key: string
  sheet: Sheet
  test: Sheet['columns'][number]
  /** Such as `Periodic test`, or `Science: Periodic test` in a file of several subjects. */
  label: string
}

/** English in every language, so that a file fits wherever it is uploaded. */
const personHeaders = 'Register No,Roll,Name'.split(',')

/** Formats a section: `7-B`. */
export function sectionOf({ className, sectionName }: ScoreFile): string {
  return `${className}-${sectionName}`
}

/** Returns the columns with marks that a file may have. */
export function markColumns({ sheets }: ScoreFile): MarkColumn[] {
  return sheets
    .flatMap((sheet) => sheet.columns.map((test) => ({ sheet, test })))
    .map(({ sheet, test }, index) => ({
      key: `c${index}`,
      sheet,
      test,
      label: sheets.length > 1 ? `${sheet.subjectName}: ${columnLabel(test)}` : columnLabel(test),
    }))
}

/**
 * Returns the columns of the file: who, and the tests. What a teacher types is corrected as on the sheet: 17½ is 17.5.
 */
export function scoreFileColumns(file: ScoreFile): ImportColumn[] {
  return [
    { key: 'registerNo', label: t`Register No`, aliases: ['register_no', 'register_number', 'gr_no'] },
    { key: 'roll', label: t`Roll`, aliases: ['roll_no', 'roll_number'] },
    { key: 'name', label: t`Name`, aliases: ['student', 'student_name'] },
    ...markColumns(file).map(({ key, label, sheet, test }) => ({
      key,
      label,
      repair: (cell: string) => typedScore(cell, test, sheet.grades).value,
    })),
  ]
}

/**
 * Returns the template: the students with the marks that stand. Its headers are those of the tests in every language.
 */
export function scoreFileTemplate(file: ScoreFile): { columns: string[]; example: string[][] } {
  const columns = markColumns(file)
  return {
    columns: [...personHeaders, ...columns.map(({ label }) => label)],
    example: file.students.map((student) => [
      student.registerNo,
      student.roll,
      student.name,
      ...columns.map((column) => storedIn(column, student)?.value ?? ''),
    ]),
  }
}

function storedIn({ sheet, test }: MarkColumn, { studentId }: Student) {
  return sheet.scores.find(
    (score) => score.studentId === studentId && score.component === test.component && score.test === test.test,
  )
}

const who = ({ registerNo = '', roll = '', name = '' }: ImportRow) => ({ registerNo, roll, name })

/** Returns the check of a row: its student, and each mark. */
export function checkScoreRow(file: ScoreFile) {
  const findStudent = fileStudentFinder(file.students, sectionOf(file))
  const columns = markColumns(file)
  return (row: ImportRow): CellProblem[] => {
    const student = findStudent(who(row))
    return [
      ...('problem' in student ? [student.problem] : []),
      ...columns.flatMap(({ key, sheet, test }) => {
        const read = readFileCell(row[key] ?? '', test, withPoints(sheet.grades))
        return 'problem' in read ? [{ key, message: read.problem }] : []
      }),
    ]
  }
}

/** Returns the check of all rows: no student stands in two of them. */
export function checkScoreFile(file: ScoreFile) {
  const findStudent = fileStudentFinder(file.students, sectionOf(file))
  return (rows: readonly ImportRow[]): RowProblem[] => {
    const first = new Map<string, number>()
    return rows.flatMap((row, index) => {
      const student = findStudent(who(row))
      if ('problem' in student) return []
      const before = first.get(student.found.studentId)
      if (before === undefined) {
        first.set(student.found.studentId, index)
        return []
      }
      const key = row.registerNo ? 'registerNo' : row.roll ? 'roll' : 'name'
      return [{ index, key, message: twiceInFile(before) }]
    })
  }
}

/** A cell of the file that has another value than the one that stands. */
export interface Difference {
  key: string
  student: string
  label: string
  stored: string
  storedBy: string
  value: string
}

/** A cell that the file would fill or change. */
interface ReadCell {
  column: MarkColumn
  student: Student
  value: string
  stored: ReturnType<typeof storedIn>
}

/** Returns the marks of correct rows that are not stored yet. */
function newCells(file: ScoreFile, rows: readonly ImportRow[]): ReadCell[] {
  const findStudent = fileStudentFinder(file.students, sectionOf(file))
  const columns = markColumns(file)
  return rows.flatMap((row) => {
    const student = findStudent(who(row))
    if ('problem' in student) return []
    return columns.flatMap((column): ReadCell[] => {
      const value = row[column.key] ?? ''
      const stored = storedIn(column, student.found)
      return value === '' || value === stored?.value ? [] : [{ column, student: student.found, value, stored }]
    })
  })
}

const differenceKey = ({ column, student }: Pick<ReadCell, 'column' | 'student'>) => `${student.studentId} ${column.key}`

/** Returns what a file changes: the marks that it adds, and those that differ from what stands. */
export function compareFile(file: ScoreFile, rows: readonly ImportRow[]): { added: number; differences: Difference[] } {
  const cells = newCells(file, rows)
  const differing = cells.filter(({ stored }) => stored !== undefined)
  return {
    added: cells.length - differing.length,
    differences: differing.map((cell) => ({
      key: differenceKey(cell),
      student: cell.student.name,
      label: cell.column.label,
      stored: cell.stored?.value ?? '',
      storedBy: cell.stored?.changedByName ?? '',
      value: cell.value,
    })),
  }
}

/** Returns a row as the server takes it. A mark that differs from what stands is sent only if the file is to win. */
export function scoreRowInput(file: ScoreFile, fileWins: (key: string) => boolean) {
  const findStudent = fileStudentFinder(file.students, sectionOf(file))
  const columns = markColumns(file)
  return (row: ImportRow) => {
    const student = findStudent(who(row))
    const found = 'found' in student ? student.found : null
    const stored = columns.map((column) => (found ? (storedIn(column, found)?.value ?? '') : ''))
    return {
      ...who(row),
      seen: stored,
      values: columns.map((column, index) => {
        const value = row[column.key] ?? ''
        const isDifferent = stored[index] !== '' && value !== stored[index]
        return found && isDifferent && !fileWins(differenceKey({ column, student: found })) ? '' : value
      }),
    }
  }
}

/** Returns the columns as the server takes them. */
export function columnInputs(file: ScoreFile) {
  return markColumns(file).map(({ sheet: { subjectId }, test: { component, test } }) => ({ subjectId, component, test }))
}
