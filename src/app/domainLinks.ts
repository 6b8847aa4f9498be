import { attendanceOfSections, attendanceOfStudents } from '#domains/attendance/server/attendance.exports.ts'
import { attentionOfStudents } from '#domains/attention/server/attention.exports.ts'
import { chatOfSections } from '#domains/chat/server/chat.exports.ts'
import { registerSectionDependents } from '#domains/classes/server/sectionDependents.exports.ts'
import { incidentsOfSections } from '#domains/discipline/server/discipline.exports.ts'
import { papersOfSections } from '#domains/exams/server/dateSheet.exports.ts'
import { publicationsOfSections, refuseSectionWithScores, scoresOfStudents } from '#domains/exams/server/exams.exports.ts'
import { assignMovedSection, feeStudentHooks } from '#domains/fees/server/fees.exports.ts'
import { registerAfterClassChange } from '#domains/classes/server/sectionHooks.exports.ts'
import { registerStudentHooks } from '#domains/students/server/studentHooks.exports.ts'

// Classes and students are below the domains of what happens to them, and import none of these (the order of domains is
// in scripts/lint/boundaries.ts). What they must do about them in their own transactions is registered here.
registerSectionDependents([attendanceOfSections, incidentsOfSections, chatOfSections, papersOfSections, publicationsOfSections])
registerStudentHooks([attendanceOfStudents, attentionOfStudents, scoresOfStudents, feeStudentHooks])
registerAfterClassChange(async (...changed) => {
  await refuseSectionWithScores(...changed)
  await assignMovedSection(...changed)
})
