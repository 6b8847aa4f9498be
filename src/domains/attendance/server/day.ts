import { generalPermission } from '#platform/action.ts'
import type { QueryContext } from '#platform/command.ts'
import type { School } from '#platform/school.ts'
import { type Day, schoolTime } from '#shared/dates.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { enabledChannels, kindsOfSchool, reaches } from '#domains/messaging/server/messaging.exports.ts'
import { countedSessions, dueAt, holidayName } from '../attendance.rules.ts'
import { type FamilyState, familyState, isTakenCareOf } from './familyState.ts'
import { attendanceActions } from './attendance.permissions.ts'
import {
  type AbsentStudent,
  absentStudents,
  currentTerm,
  type Nudge,
  nudgesOfDay,
  type RegisterTeacher,
  registerTeachers,
} from './day.sql.ts'
import { isExpected } from './registers.queries.ts'
import { type DayRow, registersOfDay } from './registers.sql.ts'
import { holidaysBetween } from './sections.sql.ts'

/** Identifies a register of the day, with its section's name. */
export type RegisterOfDay = Pick<DayRow, 'sectionId' | 'sectionName' | 'session' | 'subjectId' | 'subjectName' | 'starts'>

/** A register that is due and not taken, with whom to ask for it. */
export interface RegisterToTake extends RegisterOfDay {
  teachers: Pick<RegisterTeacher, 'name' | 'phone' | 'hasDevice'>[]
  askedAt: Date | null
  askedByName: string | null
}

/** An absent student whose family does not know. */
export interface FamilyToTell extends Pick<AbsentStudent, 'studentId' | 'name' | 'sectionName' | 'messageId'> {
  /** null for none. */
  phone: string | null
  state: FamilyState
}

/** An absent student of whose absence a guardian has told. */
export interface FamilyThatTold extends Pick<AbsentStudent, 'studentId' | 'name' | 'sectionName'> {
  phone: string | null
  reason: string
  /** The last day that was told of. */
  until: Day
}

/**
 * A student whose last scan of the day is IN and who is absent in the last register of the section, unless the family
 * was told.
 */
export interface MissingStudent
  extends Pick<
    AbsentStudent,
    'studentId' | 'name' | 'sectionId' | 'sectionName' | 'session' | 'subjectId' | 'starts' | 'takenByName' | 'leaveReason'
  > {
  cameAt: Date
  /** null for none. */
  phone: string | null
}

/** Absent students by what their families know. */
export interface Families {
  absent: number
  /** Told, or with a notice that was sent, or who have told the school themselves. */
  know: number
  /** With a notice that is being sent, or that is sent at the section's time. */
  soon: number
  /** The other ones, in the school's order. */
  toTell: FamilyToTell[]
  /** Those who have told the school, in the school's order. */
  toldUs: FamilyThatTold[]
}

/** Attendance on a day, in the viewer's sections. */
export interface AttendanceOfDay {
  /** Why no register is expected. */
  holiday: string | null
  /** Numbers of sections with registers, and of those with a taken one. */
  sections: number
  sectionsTaken: number
  /** Absent students by section, from its last taken register; sections where nobody is absent are left out. */
  absentBySection: (RegisterOfDay & { absent: number })[]
  notTaken: RegisterToTake[]
  families: Families
  missingInClass: MissingStudent[]
}

/**
 * Reads attendance on a day in two round trips at once, one statement a list. The caller has checked `viewFamilies`.
 */
export async function readAttendanceOfDay(
  { db, read, viewer, school, schoolId }: Pick<QueryContext<unknown>, 'db' | 'read' | 'viewer' | 'school' | 'schoolId'>,
  now: Date,
  day: Day,
): Promise<AttendanceOfDay> {
  const [[registers, [holiday], teachers, nudges, kinds], [absent]] = await Promise.all([
    read(
      registersOfDay(db, schoolId, school.attType, viewer, { termId: currentTerm(schoolId), day, counted: false }),
      holidaysBetween(db, schoolId, day, day),
      registerTeachers(db, school, viewer),
      nudgesOfDay(db, schoolId, day),
      kindsOfSchool(db, schoolId),
    ),
    // As long as all others together.
    read(absentStudents(db, school, viewer, day)),
  ])
  const noRegister = holidayName(day, holiday?.name)
  // Whom to ask, with the phone, is for those who ask.
  const mayNudge = generalPermission(attendanceActions.nudge, viewer, school).allowed
  const counted = registers.filter(
    (register) => countedSessions(school.attType).includes(register.session) && (register.id !== null || isExpected(register)),
  )
  // On a holiday nothing counts.
  const taken = holiday ? [] : lastTaken(counted)
  const channels = enabledChannels(school, 'ABSENCE', kinds)
  const noticesOn = school.attNotification && channels.length > 0 && !holiday
  return {
    holiday: noRegister,
    sections: new Set(counted.map(({ sectionId }) => sectionId)).size,
    sectionsTaken: taken.length,
    absentBySection: taken.flatMap((register) => (register.absent ? [{ ...register, absent: register.absent }] : [])),
    notTaken:
      noRegister === null
        ? counted
            .filter((register) => register.id === null && dueAt(register) <= schoolTime(now))
            .map((register) => registerToTake(register, mayNudge ? teachers : [], nudges))
        : [],
    families: familiesOf(
      absent.map((student) => ({
        ...student,
        family: familyState({
          told: student.toldAt !== null,
          leaveNote: student.leaveReason !== null,
          message: student.state,
          cancelledByPerson: student.cancelledByPerson,
          reachable: channels.length > 0 ? channels.some((way) => reaches(way, student)) : knownPhone(student.phone) !== null,
          noticesOn,
          held: student.held,
          timed: student.timed,
        }),
      })),
    ),
    missingInClass: absent.flatMap(missingInClass),
  }
}

/** Whether the viewer sees whose family knows of an absence. */
export function seesFamilies({ viewer, school }: Pick<QueryContext<unknown>, 'viewer'> & { school: School }): boolean {
  return generalPermission(attendanceActions.viewFamilies, viewer, school).allowed
}

/** Returns the last taken register of each section. */
function lastTaken(registers: readonly DayRow[]): DayRow[] {
  const bySection = new Map<number, DayRow>()
  for (const register of registers) {
    const before = bySection.get(register.sectionId)
    if (register.id !== null && (!before || dueAt(before) <= dueAt(register))) bySection.set(register.sectionId, register)
  }
  return [...bySection.values()]
}

function registerToTake(register: DayRow, teachers: readonly RegisterTeacher[], nudges: readonly Nudge[]): RegisterToTake {
  const { sectionId, sectionName, session, subjectId, subjectName, starts } = register
  const nudge = nudges.find(
    (asked) =>
      asked.sectionId === sectionId && asked.session === session && asked.subjectId === subjectId && asked.starts === starts,
  )
  return {
    sectionId,
    sectionName,
    session,
    subjectId,
    subjectName,
    starts,
    teachers: teachers.filter((teacher) => teacher.sectionId === sectionId && teacher.subjectId === subjectId),
    askedAt: nudge?.askedAt ?? null,
    askedByName: nudge?.askedByName ?? null,
  }
}

function familiesOf(students: readonly (AbsentStudent & { family: FamilyState })[]): Families {
  const toTell = students.filter(({ family }) => !isTakenCareOf(family))
  const soon = students.filter(({ family }) => family === 'ON_THE_WAY' || family === 'PLANNED').length
  return {
    absent: students.length,
    soon,
    know: students.length - soon - toTell.length,
    toTell: toTell.map(({ studentId, name, sectionName, messageId, phone, family }) => ({
      studentId,
      name,
      sectionName,
      messageId,
      phone: knownPhone(phone),
      state: family,
    })),
    toldUs: students.flatMap(({ studentId, name, sectionName, phone, leaveReason, leaveUntil }) =>
      leaveReason === null || leaveUntil === null
        ? []
        : [{ studentId, name, sectionName, phone: knownPhone(phone), reason: leaveReason, until: leaveUntil }],
    ),
  }
}

/** Returns the absent student as one who is missing in class, or nothing. */
function missingInClass(student: AbsentStudent): MissingStudent[] {
  const { studentId, name, sectionId, sectionName, session, subjectId, starts, takenByName, leaveReason, cameAt } = student
  if (cameAt === null || student.toldAt !== null) return []
  const phone = knownPhone(student.phone)
  return [{ studentId, name, sectionId, sectionName, session, subjectId, starts, takenByName, leaveReason, cameAt, phone }]
}

function knownPhone(phone: string): string | null {
  return phone === defaultPhone ? null : phone
}
