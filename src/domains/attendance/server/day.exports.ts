import { attendanceActions } from './attendance.permissions.ts'

export {
  type AttendanceOfDay,
  type Families,
  type FamilyThatTold,
  type FamilyToTell,
  readAttendanceOfDay,
  type RegisterOfDay,
  type RegisterToTake,
  seesFamilies,
} from './day.ts'
export { attendanceSums } from './day.sql.ts'
export { RegisterSessionType } from './registers.graphql.ts'

/** What a viewer may do from the page of the day. */
export const dayActions = {
  nudge: attendanceActions.nudge,
  sendNotice: attendanceActions.sendNotice,
  tellFamily: attendanceActions.tellFamily,
}
