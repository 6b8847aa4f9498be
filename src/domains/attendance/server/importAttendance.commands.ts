import { command } from '../../../platform/command.ts'
import { attendanceImport } from '../attendance.schema.ts'
import { attendanceActions } from './attendance.permissions.ts'
import type { ImportedMarks } from './attendance.types.ts'

export const importAttendance = command<typeof attendanceImport, undefined, ImportedMarks>({
  action: attendanceActions.import,
  input: attendanceImport,
  run: async () => {
    throw new Error('soon')
  },
})
