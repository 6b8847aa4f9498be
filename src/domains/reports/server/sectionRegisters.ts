import type { School } from '#platform/school.ts'
import type { Mark } from '#shared/marks.ts'
import type { QueryContext } from '#platform/command.ts'
import type { ReportScope } from './reportScope.ts'
import { holidaysBetween } from '#domains/attendance/server/attendance.exports.ts'
import {
  countedRegisters,
  marksByStudent,
  type MarksRow,
  type StudentRow,
  sectionStudents,
  type RegisterRow,
} from './registers.sql.ts'

/** A section with its registers of a range of days and their students. */
export interface SectionRegisters {
  id: number
  name: string
  /** The registers in the order of days and times. */
  registers: RegisterRow[]
  /** The students by roll; those who have left come last. */
  students: ReportStudent[]
}

/** A student with the marks of a range of days. */
export interface ReportStudent extends Omit<StudentRow, 'sectionId'> {
  /** A mark for each register of the section. Null without a mark and before the admission, which does not count. */
  marks: readonly (Mark | null)[]
}

/** The data of all attendance reports. */
export interface SectionsAttendance {
  school: School
  sections: SectionRegisters[]
  /** The names of holidays by day. */
  holidays: ReadonlyMap<string, string>
}

/** Reads the registers of sections in a range of days with all their marks. */
export async function readSectionsAttendance(
  { db, read, school, schoolId }: Pick<QueryContext<unknown>, 'db' | 'read' | 'school' | 'schoolId'>,
  { viewAs, term, sections }: ReportScope,
  { start, end }: { start: string; end: string },
): Promise<SectionsAttendance> {
  const sectionIds = sections.map((section) => section.id)
  const [registers, holidays] = await read(
    countedRegisters(db, school, viewAs, { termId: term.id, sectionIds, start, end }),
    holidaysBetween(db, schoolId, start, end),
  )
  const registersBySection = Map.groupBy(registers, (register) => register.sectionId)
  const bySection = [...registersBySection.values()]
  // In two halves at once: the marks of 5,000 students' term take PostgreSQL half a second of one core.
  const middle = Math.ceil(bySection.length / 2)
  const halves = [bySection.slice(0, middle), bySection.slice(middle)].filter(({ length }) => length > 0)
  const reading = halves.map((half) => {
    const indexed = half.flatMap((rows) => rows.map((register, index) => ({ ...register, index })))
    return read(
      marksByStudent(db, schoolId, {
        ids: indexed.map((register) => register.id),
        sectionIds: indexed.map((register) => register.sectionId),
        indexes: indexed.map((register) => register.index),
      }),
    )
  })
  const marks = (await Promise.all(reading)).flatMap(([rows]) => rows)
  const marked = { sectionIds: marks.map((row) => row.sectionId), studentIds: marks.map((row) => row.studentId) }
  const [students] = await read(sectionStudents(db, schoolId, term.id, { sectionIds, end }, marked))
  const marksByKey = new Map(marks.map((row) => [studentKey(row.sectionId, row.studentId), row]))
  const studentsBySection = Map.groupBy(students, (student) => student.sectionId)
  return {
    school,
    holidays: new Map(holidays.map(({ day, name }) => [day, name])),
    sections: sections.map(({ id, name }) => {
      const sectionRows = registersBySection.get(id) ?? []
      return {
        id,
        name,
        registers: sectionRows,
        students: (studentsBySection.get(id) ?? []).flatMap(({ sectionId, ...student }) => {
          const row = marksByKey.get(studentKey(sectionId, student.id))
          if (!row && (student.disabled || student.left)) return []
          const allMarks = parseMarks(row, sectionRows.length)
          return [{ ...student, marks: withoutMarksBeforeAdmission(allMarks, sectionRows, student.admittedOn) }]
        }),
      }
    }),
  }
}

function studentKey(sectionId: number, studentId: number): string {
  return `${sectionId} ${studentId}`
}

function parseMarks(row: MarksRow | undefined, length: number): (Mark | null)[] {
  const marks = Array.from({ length }, (): Mark | null => null)
  if (!row) return marks
  for (const entry of row.marks.split(' ')) marks[Number(entry.slice(0, -1))] = entry.slice(-1) as Mark
  return marks
}

function withoutMarksBeforeAdmission(
  marks: (Mark | null)[],
  registers: readonly RegisterRow[],
  admittedOn: string | null,
): (Mark | null)[] {
  if (admittedOn === null) return marks
  return marks.map((mark, index) => ((registers[index]?.day ?? '') < admittedOn ? null : mark))
}
