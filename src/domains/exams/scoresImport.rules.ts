import { nameKey } from '#shared/studentFinder.ts'
import { plural, t } from '#shared/texts.ts'
import { codes } from './scoreCodes.ts'
import type { Scale, Score } from './scheme.schema.ts'
import { readScore, type ScoreColumn } from './scores.rules.ts'

/*
 * Scores from a file: which student a row is of, and which score stands in a cell. The same on the screen and the
 * server.
 */

/** The cells of a row that name its student. Blank for those that the file does not have. */
export interface FileRow {
  registerNo: string
  roll: string
  name: string
}

/** A student of the section with what a file may call the student. */
export interface FileStudent extends FileRow {
  studentId: number | string
}

export interface CellProblem {
  key: keyof FileRow
  message: string
}

/** The student of a row, or why there is none. */
export type FoundInFile<Student> = { found: Student } | { problem: CellProblem }

function rollKey(roll: string): string {
  return nameKey(roll).replace(/^0+(?=\d)/, '')
}

/**
 * Returns a function that finds the student of a row: by register no., without one by roll, without both by name. A
 * name beside a number is a check.
 * @param section such as `7-B`, for the sentences
 */
export function fileStudentFinder<Student extends FileStudent>(
  students: readonly Student[],
  section: string,
): (row: FileRow) => FoundInFile<Student> {
  const named = (key: keyof FileRow, by: (text: string) => string) =>
    Map.groupBy(
      students.filter((student) => student[key] !== ''),
      (student) => by(student[key]),
    )
  const byRegisterNo = named('registerNo', nameKey)
  const byRoll = named('roll', rollKey)
  const byName = named('name', nameKey)
  const refused = (key: keyof FileRow, message: string) => ({ problem: { key, message } })
  function matches({ registerNo, roll, name }: FileRow): [keyof FileRow, readonly Student[], unknown: string] {
    if (registerNo !== '')
      return [
        'registerNo',
        byRegisterNo.get(nameKey(registerNo)) ?? [],
        t`No student of ${section} has the register no. ${registerNo}`,
      ]
    if (roll !== '') return ['roll', byRoll.get(rollKey(roll)) ?? [], t`No student of ${section} has the roll ${roll}`]
    return ['name', byName.get(nameKey(name)) ?? [], t`No student of ${section} is called ${name}`]
  }
  return (row) => {
    if (row.registerNo === '' && row.roll === '' && row.name === '')
      return refused('roll', t`Say whose marks these are: register no., roll or name`)
    const [key, found, unknown] = matches(row)
    const [student, ...others] = found
    if (!student) return refused(key, unknown)
    if (others.length > 0) {
      const count = plural(found.length, { one: '# student', other: '# students' })
      return refused(key, t`${count} of ${section} have this: give the register no.`)
    }
    if (row.name !== '' && nameKey(row.name) !== nameKey(student.name))
      return refused('name', t`The student of this row has another name`)
    return { found: student }
  }
}

/**
 * Returns why a student may not stand in a row: another row of the file is of the same one. `first` counts from 0. No
 * name, because a refusal repeats nothing that the file does not say.
 */
export function twiceInFile(first: number): string {
  // The header is row 1 of a spreadsheet.
  const row = first + 2
  return t`This student stands in row ${row} too`
}

/** Reads a cell of a file: a score, null for a blank one, which leaves what stands, or why it is neither. */
export function readFileCell(
  typed: string,
  column: Pick<ScoreColumn, 'highestMarks'>,
  grades: Scale['grades'],
): { score: Score | null } | { problem: string } {
  const read = readScore(typed, column, grades)
  if ('score' in read || grades.length > 0 || !/^\p{L}[\p{L}\s.]*$/u.test(typed.trim())) return read
  const [absent, leave, exempt] = codes
  return { problem: t`“${typed}” is no code. Write ${absent} for absent, ${leave} for medical leave, ${exempt} for exempt` }
}
