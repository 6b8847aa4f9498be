import { query } from '../../../platform/command.ts'
import { attendanceSummaryView, sectionMonthView, studentYearView } from '../attendance.schema.ts'
import { attendanceActions } from './attendance.permissions.ts'
import type { AttendanceSummary, SectionMonth, StudentYear } from './attendance.types.ts'

export const viewSectionMonth = query({
  action: attendanceActions.view,
  input: sectionMonthView,
  run: async (): Promise<SectionMonth> => {
    throw new Error('soon')
  },
})
export const viewStudentYear = query({
  action: attendanceActions.view,
  input: studentYearView,
  run: async (): Promise<StudentYear> => {
    throw new Error('soon')
  },
})
export const viewAttendanceSummary = query({
  action: attendanceActions.view,
  input: attendanceSummaryView,
  run: async (): Promise<AttendanceSummary> => {
    throw new Error('soon')
  },
})
