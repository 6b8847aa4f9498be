import type { School } from '#platform/school.ts'
import type { Mark } from '#shared/marks.ts'
import type { QueryContext } from '#platform/command.ts'
import type { ReportScope } from './reportScope.ts'
import { holidaysBetween } from '#domains/attendance/server/attendance.exports.ts'
import { countedRegisters, marksOf, type MarksRow, type StudentRow, sectionStudents, type RegisterRow } from './registers.sql.ts'

/** A section with its registers of some days and who stands in them. */
export interface SectionRegisters {
  id: number
  name: string
  /** In the order of days and times. */
  registers: RegisterRow[]
  /** By roll; whoever has left comes last. */
  students: ReportStudent[]
}

export interface ReportStudent extends Omit<StudentRow, 'sectionId'> {
  /**
   * A mark for each register of the section; null where there is none. What is before the admission is null too: it does not count.
   */
  marks: readonly (Mark | null)[]
}

/** What reports of attendance are made of. */
export interface AttendanceOfSections {
  school: School
  sections: SectionRegisters[]
  /** The names of holidays by day. */
  holidays: ReadonlyMap<string, string>
}

/** Reads the registers of sections in some days with all their marks. */
export async function readRegisters(
  { db, read, school, schoolId }: Pick<QueryContext<unknown>, 'db' | 'read' | 'school' | 'schoolId'>,
  { viewAs, term, sections }: ReportScope,
  { start, end }: { start: string; end: string },
): Promise<AttendanceOfSections> {
  const sectionIds = sections.map((section) => section.id)
  const [registers, holidays] = await read(
    countedRegisters(db, school, viewAs, { termId: term.id, sectionIds, start, end }),
    holidaysBetween(db, schoolId, start, end),
  )
  const ofSection = Map.groupBy(registers, (register) => register.sectionId)
  const placed = [...ofSection.values()].flatMap((rows) => rows.map((register, place) => ({ ...register, place })))
  const [marks] = await read(
    marksOf(db, schoolId, {
      ids: placed.map((register) => register.id),
      sectionIds: placed.map((register) => register.sectionId),
      places: placed.map((register) => register.place),
    }),
  )
  const marked = { sectionIds: marks.map((row) => row.sectionId), studentIds: marks.map((row) => row.studentId) }
  const [people] = await read(sectionStudents(db, schoolId, term.id, sectionIds, marked))
  const texts = new Map(marks.map((row) => [keyOf(row.sectionId, row.studentId), row]))
  const peopleOf = Map.groupBy(people, (person) => person.sectionId)
  return {
    school,
    holidays: new Map(holidays.map(({ day, name }) => [day, name])),
    sections: sections.map(({ id, name }) => {
      const own = ofSection.get(id) ?? []
      return {
        id,
        name,
        registers: own,
        students: (peopleOf.get(id) ?? []).flatMap(({ sectionId, ...person }) => {
          const row = texts.get(keyOf(sectionId, person.id))
          if (!row && (person.disabled || person.left)) return []
          return [{ ...person, marks: counted(marksIn(row, own.length), own, person.admittedOn) }]
        }),
      }
    }),
  }
}

function keyOf(sectionId: number, studentId: number): string {
  return `${sectionId} ${studentId}`
}

function marksIn(row: MarksRow | undefined, length: number): (Mark | null)[] {
  const marks = Array.from({ length }, (): Mark | null => null)
  if (!row) return marks
  for (const one of row.marks.split(' ')) marks[Number(one.slice(0, -1))] = one.slice(-1) as Mark
  return marks
}

function counted(marks: (Mark | null)[], registers: readonly RegisterRow[], admittedOn: string | null): (Mark | null)[] {
  if (admittedOn === null) return marks
  return marks.map((mark, place) => ((registers[place]?.day ?? '') < admittedOn ? null : mark))
}
