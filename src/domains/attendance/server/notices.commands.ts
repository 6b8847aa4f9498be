import { command, query } from '../../../platform/command.ts'
import { noticeHold, noticesView } from '../attendance.schema.ts'
import { attendanceActions } from './attendance.permissions.ts'
import type { AbsenceNotices } from './attendance.types.ts'

export const viewAbsenceNotices = query({
  action: attendanceActions.viewNotices,
  input: noticesView,
  run: async (): Promise<AbsenceNotices> => {
    throw new Error('soon')
  },
})
export const holdNotices = command<typeof noticeHold, undefined, AbsenceNotices>({
  action: attendanceActions.holdNotices,
  input: noticeHold,
  run: async () => {
    throw new Error('soon')
  },
})
export const releaseNotices = command<typeof noticeHold, undefined, AbsenceNotices>({
  action: attendanceActions.holdNotices,
  input: noticeHold,
  run: async () => {
    throw new Error('soon')
  },
})
