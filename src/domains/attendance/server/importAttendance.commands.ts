import type { z } from 'zod'
import { command, type CommandContext } from '#platform/command.ts'
import { erasedMessage } from '#domains/students/server/erased.exports.ts'
import { importTimeoutMs } from '#platform/imports.ts'
import { type Problem, Refusal } from '#platform/refusal.ts'
import { seesClass, sectionKey, sectionsByName } from '#domains/classes/server/classes.exports.ts'
import { type Day, showDay } from '#shared/dates.ts'
import { t } from '#shared/texts.ts'
import { sessionRefusal } from '../attendance.rules.ts'
import { attendanceImport, type attendanceRow, attendanceMessages } from '../attendance.schema.ts'
import { attendanceActions } from './attendance.permissions.ts'
import type { ImportedMarks } from './attendance.types.ts'
import { updateMessagesOfDay } from './updateMessagesOfDay.ts'
import { type FileMark, type PlaceInSection, placesInSections, storeFileMarks } from './importAttendance.sql.ts'

type Row = z.output<typeof attendanceRow>
type Importing = CommandContext<z.output<typeof attendanceImport>, undefined>

const studentDeleted = {
  path: 'rows',
  get message() {
    return t`A student was deleted at this moment. Please send the file again.`
  },
}

/**
 * Stores all marks of a file or none. Rows of one section, day and session become one register. A stored mark with
 * another value is corrected and its old value kept in the history. Students who are not in the file keep their mark,
 * or have none.
 *
 * Refuses with BAD_INPUT and problems at `rows.N.field`, N from 0: an invalid cell, a class and section that the term
 * does not have or the viewer does not see, a roll of no student or of several in the section that day, and a student
 * twice on a day.
 */
export const importAttendance = command<typeof attendanceImport, undefined, ImportedMarks>({
  action: attendanceActions.import,
  input: attendanceImport,
  statementTimeoutMs: importTimeoutMs,
  conflicts: {
    marks_school_id_student_id_fkey: studentDeleted,
    mark_changes_school_id_student_id_fkey: studentDeleted,
  },
  run: async (running) => {
    const { db, viewer, school, schoolId, input } = running
    const fileMarks = await resolveFileRows(running)
    const { registerIds, marks, changed } = await storeFileMarks(db, schoolId, input.termId, fileMarks, viewer)
    for (const [day, dayMarks] of Map.groupBy(changed, (mark) => mark.day))
      await updateMessagesOfDay(
        db,
        school,
        day,
        dayMarks.map((mark) => mark.studentId),
      )
    const result = { registers: registerIds.length, marks, changed: changed.length }
    return { result, ids: registerIds, fields: ['marks'] }
  },
})

/** Finds the section and the student of each row. @throws Refusal BAD_INPUT with a problem at each row without one */
async function resolveFileRows({ db, viewer, school, schoolId, input }: Importing): Promise<FileMark[]> {
  const sections = new Map(
    (await sectionsByName(db, schoolId, input.termId).execute())
      .filter((section) => seesClass(viewer, section.classId))
      .map((section) => [sectionKey(section.className, section.name), section]),
  )
  const rowSections = input.rows.map((row) => sections.get(sectionKey(row.class, row.section)))
  const sectionIds = [...new Set(rowSections.flatMap((section) => (section ? [section.id] : [])))]
  const places = Map.groupBy(await placesInSections(db, schoolId, sectionIds), ({ sectionId, roll }) => rollKey(sectionId, roll))
  const seen = new Set<string>()
  const problems: Problem[] = []
  const fileMarks = input.rows.flatMap((row, place): FileMark[] => {
    const refuse = (field: keyof Row, message: string) => {
      problems.push({ path: `rows.${place}.${field}`, message })
      return []
    }
    const section = rowSections[place]
    if (!section) return refuse('class', attendanceMessages.noClass(row.class, row.section))
    const wrong = fileSessionRefusal(school.attType, row.session)
    if (wrong) return refuse('session', wrong)
    const ofRoll = places.get(rollKey(section.id, row.roll)) ?? []
    const candidates = ofRoll.filter((place) => isThere(place, row.date))
    const enabled = candidates.filter((student) => !student.disabled)
    const [student, another] = enabled.length > 0 ? enabled : candidates
    const name = `${section.className}-${section.name}`
    if (!student && ofRoll.length > 0) {
      const day = showDay(row.date)
      return refuse('roll', t`${name} had no student with the roll ${row.roll} on ${day}`)
    }
    if (!student) return refuse('roll', t`${name} has no student with the roll ${row.roll}`)
    if (another) return refuse('roll', t`${name} has several students with the roll ${row.roll}`)
    if (student.erasedAt) return refuse('roll', erasedMessage())
    const key = `${student.studentId} ${row.date} ${row.session}`
    if (seen.has(key)) return refuse('roll', t`This student is in the file twice on this day`)
    seen.add(key)
    const { studentId, sectionId } = student
    return [{ sectionId, day: row.date, session: row.session || 'DAY', studentId, value: row.value, note: row.note || null }]
  })
  if (problems.length > 0)
    throw new Refusal('BAD_INPUT', problems[0]?.message ?? attendanceMessages.notValid, problems.slice(0, 1000))
  return fileMarks
}

/** Whether the place has this day. */
function isThere({ fromDay, untilDay }: PlaceInSection, day: Day): boolean {
  return (fromDay === null || fromDay <= day) && (untilDay === null || untilDay >= day)
}

function fileSessionRefusal(attType: string, session: Row['session']): string | null {
  if (attType === 'DUAL') return session === '' ? attendanceMessages.noSession : null
  return session === '' ? null : sessionRefusal(attType, session)
}

/** Returns a key that ignores leading zeros of a numeric roll. */
function rollKey(sectionId: number, roll: string): string {
  return `${sectionId} ${/^\d+$/.test(roll) ? Number(roll) : roll.toUpperCase()}`
}
