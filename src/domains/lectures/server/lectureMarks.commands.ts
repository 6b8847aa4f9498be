import { sql } from 'kysely'
import { may, requirePermission } from '#platform/action.ts'
import { command } from '#platform/command.ts'
import { mustNotBeErased } from '#domains/students/server/erased.exports.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import type { Mark } from '#shared/marks.ts'
import { updateMessagesOfDay } from '#domains/attendance/server/attendance.exports.ts'
import { t } from '#shared/texts.ts'
import { lectureMarkInput } from '../lectures.schema.ts'
import { liveSchool } from './liveSchool.ts'
import { type StudentLectureMarks, lectureActions } from './lectures.permissions.ts'
import { lockBatches } from './lectures.sql.ts'

/** A mark that a teacher has set by hand. */
export interface LectureMark {
  id: number
  studentId: number
  value: Mark
}

const studentGone = {
  path: 'studentId',
  get message() {
    return t`This student does not exist any more.`
  },
}

/**
 * Sets a student's mark by hand in every register of the batch, with history. From then on presence does not change the
 * mark, even if the new value equals the stored one. NOT_FOUND for a student without a mark in the batch. FORBIDDEN
 * after the lecture's own day.
 */
export const setLectureMark = command<typeof lectureMarkInput, StudentLectureMarks, LectureMark>({
  action: lectureActions.submitMark,
  input: lectureMarkInput,
  conflicts: {
    mark_changes_school_id_student_id_fkey: studentGone,
    marks_school_id_student_id_fkey: studentGone,
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
          where c.school_id = current_school() and c.register_id = marks.register_id and c.student_id = marks.student_id
          order by c.id desc limit 1)`.as('setByHand'),
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
    return runOncePerKey(
      running,
      lectureActions.mark.name,
      input,
      async () => {
        requirePermission(may(lectureActions.mark, { viewer, school, row }))
        const changed = row.marks.filter((mark) => mark.value !== value || mark.setByHand !== value)
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
              ...(was === value ? {} : { ...countChange(was as Mark, -1), ...countChange(value, 1) }),
            }))
            .where('schoolId', '=', schoolId)
            .where('id', '=', registerId)
            .execute()
        }
        if (changed.length > 0) await updateMessagesOfDay(db, school, row.day, [studentId])
        const ids = changed.map((mark) => mark.registerId)
        return { result, ids, fields: ['marks'], afterCommit: () => liveSchool(call.database, schoolId).invalidate(row.ids) }
      },
      async () => result,
    )
  },
})

const countColumns = { P: 'present', A: 'absent', L: 'late' } as const

function countChange(mark: Mark, change: 1 | -1) {
  return { [countColumns[mark]]: sql<number>`${sql.ref(countColumns[mark])} + ${change}::int` }
}
