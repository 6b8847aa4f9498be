import { collapseSpaces } from './names.ts'
import { plural, t } from './texts.ts'

/*
 * Finds the students of a file's rows: by register no., otherwise by class, section and roll.
 */

/** The cells of a row that name its student. */
export interface NamedStudent {
  class: string
  section: string
  roll: string
  registerNo: string
}

/** A student of the term, with the fields by which a file names students. */
export interface MatchableStudent {
  id: number
  className: string
  sectionName: string
  roll: string
  registerNo: string
}

/** Returns the key by which rolls are compared, ignoring case and leading zeros. */
function rollKey(roll: string): string {
  return roll
    .trim()
    .toLowerCase()
    .replace(/^0+(?=\d)/, '')
}

/** Returns the key by which names are compared, ignoring case and spacing. */
export function nameKey(name: string): string {
  return collapseSpaces(name).toLowerCase()
}

/** Returns the key of a class and section. */
export function sectionKey(className: string, section: string): string {
  return `${nameKey(className)}\n${nameKey(section)}`
}

function groupBy<T>(values: Iterable<T>, keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}

/** Returns the fields a row lacks to name its student: by register no., otherwise by class, section and roll. */
export function missingStudentFields(row: NamedStudent): ('class' | 'section' | 'roll')[] {
  if (row.registerNo !== '') return []
  return (['class', 'section', 'roll'] as const).filter((key) => row[key] === '')
}

export const unknownSectionMessage = (className: string, section: string) =>
  t`${className} or ${section} does not match any class. Please check again!`

/** The student of a row, or what is wrong with its cells. */
export type FoundStudent<Student> = { found: Student } | { problems: { key: string; message: string }[] }

/**
 * Returns a function that finds the student of a row. A register no. decides alone; otherwise class, section and roll
 * must match exactly one student.
 */
export function studentFinder<Student extends MatchableStudent>(
  students: readonly Student[],
): (row: NamedStudent) => FoundStudent<Student> {
  const byRegisterNo = groupBy(
    students.filter((student) => student.registerNo !== ''),
    (student) => nameKey(student.registerNo),
  )
  const sections = new Set(students.map((student) => sectionKey(student.className, student.sectionName)))
  const byRoll = groupBy(students, (student) => `${sectionKey(student.className, student.sectionName)}\n${rollKey(student.roll)}`)
  const refused = (key: string, message: string) => ({ problems: [{ key, message }] })
  return (row) => {
    if (row.registerNo !== '') {
      const matches = byRegisterNo.get(nameKey(row.registerNo)) ?? []
      if (matches.length === 1 && matches[0]) return { found: matches[0] }
      return refused(
        'registerNo',
        matches.length === 0
          ? t`No student has the register no. ${row.registerNo}`
          : t`${plural(matches.length, { one: '# student has', other: '# students have' })} the register no. ${row.registerNo}`,
      )
    }
    const missing = missingStudentFields(row)
    if (missing.length > 0) return { problems: missing.map((key) => ({ key, message: t`Required` })) }
    const section = sectionKey(row.class, row.section)
    if (!sections.has(section)) return refused('class', unknownSectionMessage(row.class, row.section))
    const matches = byRoll.get(`${section}\n${rollKey(row.roll)}`) ?? []
    if (matches.length === 1 && matches[0]) return { found: matches[0] }
    const title = `${row.class}-${row.section}`
    return refused(
      'roll',
      matches.length === 0
        ? t`No student of ${title} has the roll ${row.roll}`
        : t`${plural(matches.length, { one: '# student', other: '# students' })} of ${title} have the roll ${row.roll}: give the register no.`,
    )
  }
}
