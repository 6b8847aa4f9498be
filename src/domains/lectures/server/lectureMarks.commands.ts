import { sql } from 'kysely'
import { may, mustBeAllowed } from '#platform/action.ts'
import { command } from '#platform/command.ts'
import { mustNotBeErased } from '#platform/erased.ts'
import { once } from '#platform/once.ts'
import type { Mark } from '#shared/marks.ts'
import { correctMessages } from '#domains/attendance/server/attendance.exports.ts'
import { lectureMarkInput } from '../lectures.schema.ts'
import { liveSchool } from './live.ts'
import { type HeldMarks, lectureActions } from './lectures.permissions.ts'
import { lockBatches } from './lectures.sql.ts'

/** A mark as a teacher has set it by hand. */
export interface LectureMark {
  id: number
  studentId: number
  value: Mark
}

/**
 * Sets a student's mark by hand, in every register of the lectures that were started together; her presence changes it no more, also
 * where the mark stays as it is stored. What it was before is kept. NOT_FOUND for a student who has no mark in them, FORBIDDEN after
 * the lecture's own day.
 */
export const setLectureMark = command<typeof lectureMarkInput, HeldMarks, LectureMark>({
  action: lectureActions.askToMark,
  input: lectureMarkInput,
  conflicts: {
    mark_changes_school_id_student_id_fkey: { path: 'studentId', message: 'This student does not exist any more.' },
    marks_school_id_student_id_fkey: { path: 'studentId', message: 'This student does not exist any more.' },
  },
  load: async ({ db, viewer, schoolId, input }) => {
    const lectures = await lockBatches(db, viewer, schoolId, [input.id])
    const ids = lectures.map((lecture) => lecture.id)
    const marks = await db
      .selectFrom('marks')
      .select([
        'registerId',
        'value',
        sql<string | null>`(select c.value from mark_changes c
          where c.school_id = marks.school_id and c.register_id = marks.register_id and c.student_id = marks.student_id
          order by c.id desc limit 1)`.as('decided'),
      ])
      .where('schoolId', '=', schoolId)
      .where(sql<boolean>`register_id = any(${ids}::bigint[])`)
      .where('studentId', '=', input.studentId)
      .orderBy('registerId')
      .execute()
    const [lecture] = lectures
    if (marks.length > 0) await mustNotBeErased(db, schoolId, [input.studentId])
    return lecture && marks.length > 0 ? { day: lecture.day, ids, marks } : undefined
  },
  run: async (running) => {
    const { db, call, viewer, school, schoolId, input, row } = running
    const { id, studentId, value, deviceAt = null } = input
    const result: LectureMark = { id, studentId, value }
    return once(
      running,
      lectureActions.mark.name,
      input,
      async () => {
        mustBeAllowed(may(lectureActions.mark, { viewer, school, row }))
        const changed = row.marks.filter((mark) => mark.value !== value || mark.decided !== value)
        for (const { registerId, value: was } of changed) {
          await db
            .updateTable('marks')
            .set({ value })
            .where('schoolId', '=', schoolId)
            .where('registerId', '=', registerId)
            .where('studentId', '=', studentId)
            .execute()
          await db
            .insertInto('markChanges')
            .values({
              schoolId,
              registerId,
              studentId,
              was,
              value,
              deviceAt,
              changedBy: viewer.subject,
              changedByName: viewer.name,
            })
            .execute()
          await db
            .updateTable('registers')
            .set((register) => ({
              version: register('version', '+', 1),
              changedAt: new Date(),
              ...(was === value ? {} : { ...counted(was as Mark, -1), ...counted(value, 1) }),
            }))
            .where('schoolId', '=', schoolId)
            .where('id', '=', registerId)
            .execute()
        }
        if (changed.length > 0) await correctMessages(db, school, row.day, [studentId])
        const ids = changed.map((mark) => mark.registerId)
        return { result, ids, fields: ['marks'], after: () => liveSchool(call.database, schoolId).outdated(row.ids) }
      },
      async () => result,
    )
  },
})

const counts = { P: 'present', A: 'absent', L: 'late' } as const

function counted(mark: Mark, change: 1 | -1) {
  return { [counts[mark]]: sql<number>`${sql.ref(counts[mark])} + ${change}::int` }
}
