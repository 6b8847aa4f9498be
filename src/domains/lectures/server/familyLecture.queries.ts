import type { Mark } from '#shared/marks.ts'
import { notFound } from '#platform/refusal.ts'
import { childOfPhone, guardianQuery, requireModule } from '#domains/students/server/guardians.exports.ts'
import { familyAttendInput } from '../lectures.schema.ts'
import { recordPresence } from './lectures.queries.ts'

/** A child's lecture, as its family follows it. */
export interface FamilyAttended {
  live: boolean
  myMark: Mark
}

/**
 * Records a child's presence in a lecture and returns the child's mark. A family shares one phone: what the guardian's
 * page polls counts as the student's own.
 */
export const attendFamilyLecture = guardianQuery({
  name: 'familyLecture.attend',
  input: familyAttendInput,
  run: async ({ db, read, call, school, schoolId, guardian, input: { id, studentId } }): Promise<FamilyAttended> => {
    const polledAt = new Date()
    await requireModule(call, school, 'liveLecture')
    const [[child]] = await read(childOfPhone(db, schoolId, guardian, studentId))
    if (!child) throw notFound()
    const batch = await recordPresence(call.database, schoolId, { id, studentId, polledAt })
    return { live: batch.isLive(new Date()), myMark: batch.markOf(studentId) }
  },
})
