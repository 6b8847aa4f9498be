import type { z } from 'zod'
import { command, type Running } from '#platform/command.ts'
import { isErased } from '#platform/erased.ts'
import { importMs } from '#platform/imports.ts'
import { type Problem, Refusal } from '#platform/refusal.ts'
import { seesClass, sectionKey, sectionsByName } from '#domains/classes/server/classes.exports.ts'
import { wrongSession } from '../attendance.rules.ts'
import { attendanceImport, type attendanceRow, words } from '../attendance.schema.ts'
import { attendanceActions } from './attendance.permissions.ts'
import type { ImportedMarks } from './attendance.types.ts'
import { correctMessages } from './corrections.ts'
import { type Filed, fileMarks, rollsOf } from './importAttendance.sql.ts'

type Row = z.output<typeof attendanceRow>
type Importing = Running<z.output<typeof attendanceImport>, undefined>

/**
 * Stores the marks of a file, all or none: rows of one section, day and session become one register. Marks that are stored already
 * with another value are corrected, and what they were is kept; students whom the file does not name keep theirs, or have none.
 * Problems stand at `rows.N.field`, N from 0: BAD_INPUT for a cell that is not valid, a class and section the term does not have (or
 * the viewer does not see), a roll that nobody or that several have, and a student who stands twice on a day.
 */
export const importAttendance = command<typeof attendanceImport, undefined, ImportedMarks>({
  action: attendanceActions.import,
  input: attendanceImport,
  statementTimeoutMs: importMs,
  conflicts: {
    marks_school_id_student_id_fkey: {
      path: 'rows',
      message: 'A student was deleted at this moment. Please send the file again.',
    },
    mark_changes_school_id_student_id_fkey: {
      path: 'rows',
      message: 'A student was deleted at this moment. Please send the file again.',
    },
  },
  run: async (running) => {
    const { db, viewer, school, schoolId, input } = running
    const filed = await filedMarks(running)
    const { registerIds, marks, changed } = await fileMarks(db, schoolId, input.termId, filed, viewer)
    for (const [day, ofDay] of Map.groupBy(changed, (mark) => mark.day))
      await correctMessages(
        db,
        school,
        day,
        ofDay.map((mark) => mark.studentId),
      )
    const result = { registers: registerIds.length, marks, changed: changed.length }
    return { result, ids: registerIds, fields: ['marks'] }
  },
})

/** The rows with their sections and students. @throws Refusal BAD_INPUT with a problem at each row that has none */
async function filedMarks({ db, viewer, school, schoolId, input }: Importing): Promise<Filed[]> {
  const sections = new Map(
    (await sectionsByName(db, schoolId, input.termId).execute())
      .filter((section) => seesClass(viewer, section.classId))
      .map((section) => [sectionKey(section.className, section.name), section]),
  )
  const found = input.rows.map((row) => sections.get(sectionKey(row.class, row.section)))
  const sectionIds = [...new Set(found.flatMap((section) => (section ? [section.id] : [])))]
  const seats = Map.groupBy(await rollsOf(db, schoolId, sectionIds), ({ sectionId, roll }) => seatKey(sectionId, roll))
  const seen = new Set<string>()
  const problems: Problem[] = []
  const filed = input.rows.flatMap((row, place): Filed[] => {
    const refuse = (field: keyof Row, message: string) => {
      problems.push({ path: `rows.${place}.${field}`, message })
      return []
    }
    const section = found[place]
    if (!section) return refuse('class', words.noClass(row.class, row.section))
    const wrong = sessionRefused(school.attType, row.session)
    if (wrong) return refuse('session', wrong)
    const seated = seats.get(seatKey(section.id, row.roll)) ?? []
    const enabled = seated.filter((student) => !student.disabled)
    const [student, another] = enabled.length > 0 ? enabled : seated
    const name = `${section.className}-${section.name}`
    if (!student) return refuse('roll', `${name} has no student with the roll ${row.roll}`)
    if (another) return refuse('roll', `${name} has several students with the roll ${row.roll}`)
    if (student.erasedAt) return refuse('roll', isErased)
    const key = `${student.studentId} ${row.date} ${row.session}`
    if (seen.has(key)) return refuse('roll', 'This student is in the file twice on this day')
    seen.add(key)
    const { studentId, sectionId } = student
    return [{ sectionId, day: row.date, session: row.session || 'DAY', studentId, value: row.value, note: row.note || null }]
  })
  if (problems.length > 0) throw new Refusal('BAD_INPUT', problems[0]?.message ?? words.notValid, problems.slice(0, 1000))
  return filed
}

function sessionRefused(attType: string, session: Row['session']): string | null {
  if (attType === 'DUAL') return session === '' ? words.noSession : null
  return session === '' ? null : wrongSession(attType, session)
}

/** A roll is the same number however many zeros stand before it. */
function seatKey(sectionId: number, roll: string): string {
  return `${sectionId} ${/^\d+$/.test(roll) ? Number(roll) : roll.toUpperCase()}`
}
