import { command } from '../../../platform/command.ts'
import { correctMarkInput, saveRegisterInput } from '../attendance.schema.ts'
import { attendanceActions } from './attendance.permissions.ts'
import type { DayRegister } from './attendance.types.ts'

export const saveRegister = command<typeof saveRegisterInput, undefined, DayRegister>({
  action: attendanceActions.take,
  input: saveRegisterInput,
  run: async () => {
    throw new Error('soon')
  },
})
export const correctMark = command<typeof correctMarkInput, undefined, DayRegister>({
  action: attendanceActions.take,
  input: correctMarkInput,
  run: async () => {
    throw new Error('soon')
  },
})
