import type { Compilable } from 'kysely'
import { cachedStatement, slottedViewer } from '#platform/database/cachedStatement.ts'
import type { Db } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Day } from '#shared/dates.ts'
import { absentStudents, currentTerm, registerTeachers } from './day.sql.ts'
import type { NoticeSchool } from './notices.sql.ts'
import { registersOfDay } from './registers.sql.ts'

interface Asking {
  school: NoticeSchool
  viewer: Viewer
  day: Day
}

/**
 * Returns the three longest statements of the page of the day, each compiled once for a kind of school and viewer: the
 * page is polled, and compiling them took as long as all of its GraphQL.
 */
export function dayStatements(db: Db, asking: Asking) {
  // The slots of a weekday are not compiled for any day.
  const registers = ({ school: { id, attType }, viewer, day }: Asking) =>
    registersOfDay(db, id, attType, viewer, { termId: currentTerm(id), day, counted: false })
  return {
    registers: asking.school.attType === 'SUBJECTWISE' ? registers(asking) : compiledOnce('registers', asking, registers),
    teachers: compiledOnce('teachers', asking, ({ school, viewer }) => registerTeachers(db, school, viewer)),
    absent: compiledOnce('absent', asking, ({ school, viewer, day }) => absentStudents(db, school, viewer, day)),
  }
}

/** The SQL depends on the way of taking attendance and on what limits the viewer; `build` reads nothing else. */
function compiledOnce<Row>(
  name: string,
  { school, viewer, day }: Asking,
  build: (asking: Asking) => Compilable<Row>,
): Compilable<Row> {
  return cachedStatement(
    `day ${name} ${school.attType} ${viewer.role}`,
    (slots): Asking => ({
      school: { attType: school.attType, ...slots('school', { id: school.id, subjectwiseSmsTime: school.subjectwiseSmsTime }) },
      viewer: slottedViewer(slots, viewer),
      ...slots('asked', { day }),
    }),
    build,
  )
}
