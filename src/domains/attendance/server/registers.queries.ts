import { z } from 'zod'
import { may, type Permission } from '#platform/action.ts'
import { query } from '#platform/command.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import type { Mark } from '#shared/marks.ts'
import { holidayName, suggestedMark, wrongSession } from '../attendance.rules.ts'
import { markHistoryView, registerSheetView, registersOfDayView } from '../attendance.schema.ts'
import { attendanceActions } from './attendance.permissions.ts'
import type { DayOfRegisters, DayRegister, MarkChange, RegisterSheet, TakenRegister } from './attendance.types.ts'
import {
  changesOfMark,
  type DayRow,
  type Named,
  type NamedRow,
  registerNamed,
  registersOfDay,
  studentsOfRegister,
  visibleRegister,
} from './registers.sql.ts'
import { holidaysBetween, termWithId } from './sections.sql.ts'

/** Which parts of the attendance screen are for a viewer. */
export interface AttendanceRights {
  take: Permission
  view: Permission
  import: Permission
  holidays: Permission
  notices: Permission
}

/** Which parts of the attendance screen are for the viewer. */
export const viewAttendanceRights = query({
  action: attendanceActions.view,
  input: z.object({}),
  run: async ({ viewer, school, schoolId }): Promise<AttendanceRights> => {
    const facts = { viewer, school, row: { schoolId } }
    return {
      take: may(attendanceActions.take, { ...facts, row: undefined }),
      view: may(attendanceActions.view, facts),
      import: may(attendanceActions.import, facts),
      holidays: may(attendanceActions.changeHolidays, facts),
      notices: may(attendanceActions.viewNotices, facts),
    }
  },
})

/**
 * The registers that are expected or taken on a day, for the sections the viewer takes; the lectures of a day are not among them. NOT_FOUND for a term the school does not have.
 */
export const viewRegistersOfDay = query({
  action: attendanceActions.view,
  input: registersOfDayView,
  run: async ({ db, read, viewer, school, schoolId, input }): Promise<DayOfRegisters> => {
    const { day, termId } = input
    const [rows, [named], terms] = await read(
      registersOfDay(db, schoolId, school.attType, viewer, input),
      holidaysBetween(db, schoolId, day, day),
      termWithId(db, schoolId, termId),
    )
    if (terms.length === 0) throw notFound()
    const holiday = holidayName(day, named?.name)
    return { id: `${termId} ${day}`, day, holiday, registers: rows.map((row) => dayRegister(schoolId, day, holiday, row)) }
  },
})

/** A row of a day as the screens know it. */
export function dayRegister(schoolId: number, day: string, holiday: string | null, row: DayRow): DayRegister {
  const { sectionId, sectionName, classId, session, subjectId, subjectName, starts, ends, students } = row
  return {
    schoolId,
    day,
    sectionId,
    sectionName,
    classId,
    session,
    subjectId,
    subjectName,
    starts,
    ends,
    students,
    expected: holiday === null,
    register: taken(row),
  }
}

function taken({ id, version, present, absent, late, takenAt, takenByName }: DayRow): TakenRegister | null {
  if (id === null || takenAt === null) return null
  return {
    id,
    version: version ?? 0,
    takenAt,
    takenByName: takenByName ?? '',
    present: present ?? 0,
    absent: absent ?? 0,
    late: late ?? 0,
  }
}

/**
 * Refuses a register that the school does not take, or that the timetable does not have and nobody has taken either.
 * @throws Refusal BAD_INPUT on `session` or `starts`
 */
export function mustBeTakenHere(attType: string, named: Named, row: NamedRow): void {
  const wrong = wrongSession(attType, named.session)
  if (wrong) throw new Refusal('BAD_INPUT', wrong, [{ path: 'session', message: wrong }])
  if (named.session === 'SUBJECT' && row.ends === null && row.id === null) {
    const message = `${row.subjectName ?? 'This subject'} is not in the timetable of ${row.sectionName} at this time`
    throw new Refusal('BAD_INPUT', message, [{ path: 'starts', message }])
  }
}

/**
 * One register to be taken or corrected: the enabled students of the section with their marks. NOT_FOUND for a section or a subject
 * the viewer does not take, BAD_INPUT for a session the school does not take and a slot that is not in the timetable.
 */
export const viewRegister = query({
  action: attendanceActions.view,
  input: registerSheetView,
  run: async ({ db, read, viewer, school, schoolId, input }): Promise<RegisterSheet> => {
    const [[row], students] = await read(registerNamed(db, schoolId, viewer, input), studentsOfRegister(db, schoolId, input))
    if (!row) throw notFound()
    mustBeTakenHere(school.attType, input, row)
    const { sectionId, sectionName, classId, subjectId, subjectName, starts } = row
    return {
      schoolId,
      day: input.day,
      session: input.session,
      sectionId,
      sectionName,
      classId,
      subjectId,
      subjectName,
      starts,
      holiday: holidayName(input.day, row.holiday),
      registerId: row.id,
      version: row.version ?? 0,
      takenAt: row.takenAt,
      takenByName: row.takenByName,
      rows: students.map((student) => ({
        ...student,
        suggested: suggestedMark(student.mark, student.gateIn !== null, school.defaultAbsent),
      })),
    }
  },
})

/** The corrections of one mark, oldest first. NOT_FOUND where the viewer does not see the register, or it has no such mark. */
export const viewMarkHistory = query({
  action: attendanceActions.view,
  input: markHistoryView,
  run: async ({ db, read, viewer, schoolId, input }): Promise<MarkChange[]> => {
    const { registerId, studentId } = input
    const [[register], changes] = await read(
      visibleRegister(db, schoolId, viewer, registerId, studentId),
      changesOfMark(db, schoolId, registerId, studentId),
    )
    if (!register) throw notFound()
    return changes.map((change) => ({ ...change, was: change.was as Mark | null, value: change.value as Mark }))
  },
})
