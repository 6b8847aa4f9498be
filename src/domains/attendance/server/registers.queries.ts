import { z } from 'zod'
import { may, type Permission } from '#platform/action.ts'
import { query } from '#platform/command.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import type { Mark } from '#shared/marks.ts'
import { t } from '#shared/texts.ts'
import { holidayName, suggestedMark, sessionRefusal } from '../attendance.rules.ts'
import { markHistoryView, registerSheetView, registersOfDayView } from '../attendance.schema.ts'
import { attendanceActions } from './attendance.permissions.ts'
import type { DayOfRegisters, DayRegister, MarkChange, RegisterSheet, TakenRegister } from './attendance.types.ts'
import {
  changesOfMark,
  type DayRow,
  type RegisterRef,
  type RegisterDetails,
  registerByRef,
  registersOfDay,
  studentsOfRegister,
  visibleRegister,
} from './registers.sql.ts'
import { holidaysBetween, termById } from './sections.sql.ts'

/** Permissions for the parts of the attendance screen. */
export interface AttendanceRights {
  take: Permission
  view: Permission
  import: Permission
  holidays: Permission
  notices: Permission
}

/** Returns the viewer's permissions for the parts of the attendance screen. */
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
 * Returns the registers that are expected or taken on a day, without lectures, for the sections that the viewer takes.
 * Refuses with NOT_FOUND for a term that the school does not have.
 */
export const viewRegistersOfDay = query({
  action: attendanceActions.view,
  input: registersOfDayView,
  run: async ({ db, read, viewer, school, schoolId, input }): Promise<DayOfRegisters> => {
    const { day, termId } = input
    const [rows, [dayHoliday], terms] = await read(
      registersOfDay(db, schoolId, school.attType, viewer, input),
      holidaysBetween(db, schoolId, day, day),
      termById(db, schoolId, termId),
    )
    if (terms.length === 0) throw notFound()
    const holiday = holidayName(day, dayHoliday?.name)
    return { id: `${termId} ${day}`, day, holiday, registers: rows.map((row) => dayRegister(schoolId, day, holiday, row)) }
  },
})

/** Whether a register is expected on a school day: its section has students, and the day is in the term. */
export function isExpected({ students, inTerm }: Pick<DayRow, 'students' | 'inTerm'>): boolean {
  return students > 0 && inTerm
}

/** Converts a row into the register that screens use. */
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
    expected: holiday === null && isExpected(row),
    register: takenRegister(row),
  }
}

function takenRegister({ id, version, present, absent, late, takenAt, takenByName }: DayRow): TakenRegister | null {
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
 * Refuses a session that the school does not take, and a slot that is neither in the timetable nor taken already.
 * @throws Refusal BAD_INPUT on `session` or `starts`
 */
export function mustBeInTimetable(attType: string, ref: RegisterRef, row: RegisterDetails): void {
  const wrong = sessionRefusal(attType, ref.session)
  if (wrong) throw new Refusal('BAD_INPUT', wrong, [{ path: 'session', message: wrong }])
  if (ref.session === 'SUBJECT' && row.ends === null && row.id === null) {
    const { subjectName, sectionName } = row
    const message =
      subjectName === null
        ? t`This subject is not in the timetable of ${sectionName} at this time`
        : t`${subjectName} is not in the timetable of ${sectionName} at this time`
    throw new Refusal('BAD_INPUT', message, [{ path: 'starts', message }])
  }
}

/**
 * Returns a register to take or correct: those who were in the section that day, with their marks. Refuses with
 * NOT_FOUND for a section or subject that the viewer does not take. Refuses with BAD_INPUT for a session that the
 * school does not take or a slot that is not in the timetable.
 */
export const viewRegister = query({
  action: attendanceActions.view,
  input: registerSheetView,
  run: async ({ db, read, viewer, school, schoolId, input }): Promise<RegisterSheet> => {
    const [[row], students, marks, corrections, leave, scans = []] = await read(
      registerByRef(db, schoolId, viewer, input, { seated: false }),
      ...studentsOfRegister(db, school, input),
    )
    if (!row) throw notFound()
    mustBeInTimetable(school.attType, input, row)
    const { sectionId, sectionName, classId, subjectId, subjectName, starts } = row
    const markOf = byStudent(marks)
    const correctionsOf = byStudent(corrections)
    const scanOf = byStudent(scans)
    const leaveOf = byStudent(leave)
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
      rows: students.map(({ studentId, name, roll }) => {
        const mark = markOf.get(studentId)
        const gateIn = scanOf.get(studentId)?.at ?? null
        const told = leaveOf.get(studentId)
        return {
          studentId,
          name,
          roll,
          mark: mark?.value ?? null,
          note: mark?.note ?? '',
          gateIn,
          changes: correctionsOf.get(studentId)?.changes ?? 0,
          leaveReason: told?.reason ?? null,
          leaveToldAt: told?.createdAt ?? null,
          suggested: suggestedMark(mark?.value ?? null, gateIn !== null, school.defaultAbsent),
        }
      }),
    }
  },
})

function byStudent<Row extends { studentId: number }>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.studentId, row]))
}

/** Returns the corrections of one mark, oldest first. NOT_FOUND when the viewer sees no such register or mark. */
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
