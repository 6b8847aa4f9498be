import { action } from '#platform/action.ts'
import type { School } from '#platform/school.ts'
import type { Viewer } from '#platform/viewer.ts'
import { type Day, schoolDay } from '#shared/dates.ts'
import { dayRefused } from '../attendance.rules.ts'

/**
 * Attendance is the office's, the teachers' and the attendant's. Rows are narrowed where they are read: an ADMIN limited to
 * classes finds only their sections; a TEACHER the own ones, and where attendance is taken by subject also the registers of the
 * subjects she teaches.
 */
const staff = { roles: ['SUPERADMIN', 'ADMIN', 'TEACHER', 'ATTENDANT'] } as const
const office = { roles: ['SUPERADMIN', 'ADMIN'] } as const

/** What the row of a permission has: the school is enough, since only rows a viewer may know of are asked about. */
export interface OfSchool {
  schoolId: number
}

/** A register of a day, taken or not. */
interface OfDay extends OfSchool {
  day: Day
}

export const attendanceActions = {
  view: action<OfSchool | undefined>('attendance.view', staff),
  /** What was stored already is answered on every day; what is new is up to `take`. */
  askToTake: action<OfDay | undefined>('attendance.take', staff),
  take: action<OfDay | undefined>('attendance.take', {
    ...staff,
    rule: ({ viewer, row }) =>
      row ? dayRefused(row.day, schoolDay(new Date()), viewer.role === 'SUPERADMIN' || viewer.role === 'ADMIN') : null,
  }),
  import: action<OfSchool | undefined>('attendance.import', { ...office, general: notSubjectwise }),
  viewHolidays: action<undefined>('attendance.viewHolidays', staff),
  changeHolidays: action<OfSchool | undefined>('attendance.changeHolidays', { ...office, general: onlyOfAllClasses }),
  viewNotices: action<OfSchool | undefined>('attendance.viewNotices', office),
  holdNotices: action<OfSchool | undefined>('attendance.holdNotices', office),
  /** Of the whole school, not of one section. */
  holdAllNotices: action<OfSchool | undefined>('attendance.holdAllNotices', { ...office, general: onlyOfAllClasses }),
}

/** The Import Data tab of a subject-wise school has no import (specification, section 2). */
function notSubjectwise({ school }: { school: School }): string | null {
  return school.attType === 'SUBJECTWISE' ? 'Attendance of a subject-wise school is not imported' : null
}

function onlyOfAllClasses({ viewer }: { viewer: Viewer }): string | null {
  return viewer.classIds ? 'You are limited to some classes, and this is about the whole school' : null
}
