import { query } from '#platform/command.ts'
import { notFound } from '#platform/refusal.ts'
import { termAttendance } from '#domains/attendance/server/termAttendance.exports.ts'
import { proposedRemarks, remarkFacts } from '../remarks.rules.ts'
import { sectionRemarksChoice } from '../remarks.schema.ts'
import type { Mark } from '../marks.rules.ts'
import { periodResult } from '../results.rules.ts'
import { remarkActions } from './remarks.permissions.ts'
import { remarkFrom, type RemarkRow, selectRemarks } from './remarks.sql.ts'
import { computeResults, readSection } from './results.queries.ts'

/** What the rules of the school's list propose for a student. */
export interface StudentProposals {
  studentId: number
  /** Total in the part or the year; null while there is none. */
  total: Mark | null
  remarks: RemarkRow[]
}

/**
 * Returns for each student of a section the remarks whose rules apply to the present result, by roll. NOT_FOUND for a
 * section that the viewer may not see, and for a part that the scheme does not have; '' is the year.
 */
export const viewRemarkProposals = query({
  action: remarkActions.view,
  input: sectionRemarksChoice,
  run: async (reading): Promise<StudentProposals[]> => {
    const { db, read, school, schoolId, input } = reading
    const { sectionId } = input
    const part = input.part || null
    const { section, scheme, ...source } = await readSection(reading, sectionId)
    if (part !== null && !scheme.parts.some(({ name }) => name === part)) throw notFound()
    const list = (await read(selectRemarks(db, schoolId)))[0].map(remarkFrom)
    const results = computeResults(source)
    // The attendance of a section is read student by student.
    const isRead = list.some(({ rule }) => rule?.on === 'ATTENDANCE')
    const { termId } = section
    const attendance = isRead
      ? await read(...results.map(({ studentId }) => termAttendance(db, school, { termId, studentId })))
      : []
    return results.map(({ studentId, result }, index) => {
      const days = attendance[index]?.[0]
      const { total } = periodResult(result, part)
      const present = days ? { present: Number(days.daysPresent), workingDays: days.workingDays } : null
      return {
        studentId,
        total: typeof total === 'string' ? null : total,
        remarks: proposedRemarks(list, remarkFacts(result, part, present)),
      }
    })
  },
})
