import { z } from 'zod'
import { may, type Permission } from '../../../platform/action.ts'
import { query } from '../../../platform/command.ts'
import { markHistoryView, registerSheetView, registersOfDayView } from '../attendance.schema.ts'
import { attendanceActions } from './attendance.permissions.ts'
import type { DayOfRegisters, MarkChange, RegisterSheet } from './attendance.types.ts'

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
export const viewRegistersOfDay = query({
  action: attendanceActions.view,
  input: registersOfDayView,
  run: async (): Promise<DayOfRegisters> => {
    throw new Error('soon')
  },
})
export const viewRegister = query({
  action: attendanceActions.view,
  input: registerSheetView,
  run: async (): Promise<RegisterSheet> => {
    throw new Error('soon')
  },
})
export const viewMarkHistory = query({
  action: attendanceActions.view,
  input: markHistoryView,
  run: async (): Promise<MarkChange[]> => {
    throw new Error('soon')
  },
})
