import { sql } from 'kysely'
import { query } from '#platform/command.ts'
import { Refusal } from '#platform/refusal.ts'
import { guardianCommand, ownChild } from '#domains/students/server/guardians.exports.ts'
import { showDay } from '#shared/dates.ts'
import { t } from '#shared/texts.ts'
import { leaveNoteChoice, leaveNoteInput, leaveNotesView } from '../attendance.schema.ts'
import { attendanceActions } from './attendance.permissions.ts'
import { type LeaveNote, leaveNotesOfSection } from './leaveNotes.sql.ts'

/** Notes that a guardian may write about one child within a day. */
const maxNotesPerDay = 10

/**
 * Stores what a guardian tells the teacher about a child. A repeated key returns the stored note.
 *
 * Refuses with CONFLICT on `fromDay` for days of which something was told already, and with RATE_LIMITED after ten
 * notes about the child within a day, withdrawn ones too.
 */
export const addLeaveNote = guardianCommand({
  action: 'leaveNote.add',
  input: leaveNoteInput,
  run: async ({ db, schoolId, guardian, input }): Promise<{ result: LeaveNote; ids: number[] }> => {
    const { key, studentId, fromDay, toDay, reason } = input
    await ownChild(db, schoolId, guardian, studentId)
    const again = await db
      .selectFrom('leaveNotes')
      .select(['id', 'studentId', 'fromDay', 'toDay', 'reason', 'createdAt', 'withdrawnAt'])
      .where('schoolId', '=', schoolId)
      .where('key', '=', key)
      .executeTakeFirst()
    if (again && (again.studentId !== studentId || again.withdrawnAt !== null))
      throw new Refusal('CONFLICT', t`The teacher was told this already. Please load the page again.`)
    if (again) return { result: again, ids: [again.id] }
    // Two guardians of one child may write at the same moment.
    const notes = await db
      .selectFrom('leaveNotes')
      .select(['fromDay', 'toDay', 'createdAt', 'withdrawnAt'])
      .where('schoolId', '=', schoolId)
      .where('studentId', '=', studentId)
      .where((row) =>
        // Those of a day count whatever days they are about.
        row.or([row('toDay', '>=', fromDay), row('createdAt', '>', sql<Date>`now() - interval '1 day'`)]),
      )
      .execute()
    const other = notes.find((note) => note.withdrawnAt === null && note.fromDay <= toDay && note.toDay >= fromDay)
    if (other) {
      const message = t`The school was told about ${showDay(other.fromDay)} already.`
      throw new Refusal('CONFLICT', message, [{ path: 'fromDay', message }])
    }
    if (notes.filter((note) => note.createdAt.getTime() > Date.now() - 86_400_000).length >= maxNotesPerDay)
      throw new Refusal('RATE_LIMITED', t`You have written many times today. Please call the school.`)
    const note = await db
      .insertInto('leaveNotes')
      .values({ schoolId, studentId, key, fromDay, toDay, reason, phone: guardian.phone })
      .returning(['id', 'studentId', 'fromDay', 'toDay', 'reason', 'createdAt'])
      .executeTakeFirstOrThrow()
    return { result: note, ids: [note.id] }
  },
})

/** Takes back what a guardian has told, because the child comes after all. Idempotent. */
export const withdrawLeaveNote = guardianCommand({
  action: 'leaveNote.withdraw',
  input: leaveNoteChoice,
  run: async ({ db, schoolId, guardian, input }): Promise<{ result: true; ids: number[] }> => {
    const note = await db
      .selectFrom('leaveNotes')
      .select('studentId')
      .where('schoolId', '=', schoolId)
      .where('id', '=', input.id)
      .executeTakeFirst()
    await ownChild(db, schoolId, guardian, note?.studentId ?? 0)
    await db
      .updateTable('leaveNotes')
      .set({ withdrawnAt: new Date() })
      .where('schoolId', '=', schoolId)
      .where('id', '=', input.id)
      .where('withdrawnAt', 'is', null)
      .execute()
    return { result: true, ids: [input.id] }
  },
})

/** Lists what guardians have told about a day of a section. Empty for a section that the viewer does not take. */
export const listLeaveNotes = query({
  action: attendanceActions.view,
  input: leaveNotesView,
  run: async ({ db, read, viewer, schoolId, input }): Promise<LeaveNote[]> =>
    (await read(leaveNotesOfSection(db, schoolId, viewer, input)))[0],
})
