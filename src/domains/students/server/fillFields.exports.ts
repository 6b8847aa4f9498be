/** Fills in fields of many students, and the sheet of a portal: what src/domains/udise needs. */
export { changeFields } from './writeStudents.ts'
export { aadhaarOf } from './studentRecords.exports.ts'
export { lockStudents } from './students.sql.ts'
export { studentOrder } from './studentList.sql.ts'
