import { action } from '#platform/action.ts'
import type { School } from '#platform/school.ts'
import type { Viewer } from '#platform/viewer.ts'
import { type Day, schoolDay } from '#shared/dates.ts'
import { t } from '#shared/texts.ts'
import { dayRefusal } from '../attendance.rules.ts'

/**
 * Roles with access to attendance. The queries narrow the rows: a class-limited ADMIN finds the sections of those
 * classes only. A TEACHER finds the own sections, and by subject also registers of the own subjects elsewhere.
 */
const staff = { roles: ['SUPERADMIN', 'ADMIN', 'TEACHER', 'ATTENDANT'] } as const
const teachers = { roles: ['SUPERADMIN', 'ADMIN', 'TEACHER'] } as const
const office = { roles: ['SUPERADMIN', 'ADMIN'] } as const

/** The row of a permission. The school suffices, because queries return only rows that the viewer may see. */
export interface SchoolRow {
  schoolId: number
}

/** A register of a day, taken or not. */
interface RegisterDayRow extends SchoolRow {
  day: Day
}

export const attendanceActions = {
  view: action<SchoolRow | undefined>('attendance.view', staff),
  /** Lets a repeated request get its stored answer on any day. A new save also needs `take`. */
  submit: action<RegisterDayRow | undefined>('attendance.take', staff),
  take: action<RegisterDayRow | undefined>('attendance.take', {
    ...staff,
    rule: ({ viewer, row }) =>
      row ? dayRefusal(row.day, schoolDay(new Date()), viewer.role === 'SUPERADMIN' || viewer.role === 'ADMIN') : null,
  }),
  import: action<SchoolRow | undefined>('attendance.import', { ...office, general: subjectwiseRefusal }),
  viewHolidays: action<undefined>('attendance.viewHolidays', staff),
  changeHolidays: action<SchoolRow | undefined>('attendance.changeHolidays', { ...office, general: classLimitRefusal }),
  viewNotices: action<SchoolRow | undefined>('attendance.viewNotices', office),
  /** Who is absent today and whether the families know, with their phones. */
  viewFamilies: action<SchoolRow | undefined>('attendance.viewFamilies', teachers),
  /** Recording that a family has been told, as by phone. */
  tellFamily: action<SchoolRow | undefined>('attendance.tellFamily', teachers),
  /** Sending the notice of an absence before, or without, the time of the section. */
  sendNotice: action<SchoolRow | undefined>('attendance.sendNotice', office),
  /** Asking a teacher on the phone for a register that was not taken. */
  nudge: action<SchoolRow | undefined>('attendance.nudge', office),
  holdNotices: action<SchoolRow | undefined>('attendance.holdNotices', office),
  /** Holds the notices of the whole school instead of one section's. */
  holdAllNotices: action<SchoolRow | undefined>('attendance.holdAllNotices', { ...office, general: classLimitRefusal }),
}

/** The Import Data tab of a subject-wise school has no import (specification, section 2). */
function subjectwiseRefusal({ school }: { school: School }): string | null {
  return school.attType === 'SUBJECTWISE' ? t`Attendance of a subject-wise school is not imported` : null
}

function classLimitRefusal({ viewer }: { viewer: Viewer }): string | null {
  return viewer.classIds ? t`You are limited to some classes, and this is about the whole school` : null
}
