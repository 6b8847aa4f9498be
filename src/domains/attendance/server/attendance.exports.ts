import { saidWhenRead } from '#shared/saidWhenRead.ts'
import { sql } from 'kysely'
import { plural, t } from '#shared/texts.ts'
import type { Tx } from '#platform/database/connect.ts'
import type { SectionDependents } from '#domains/classes/server/sectionDependents.exports.ts'
import { deleteMessages } from '#domains/messaging/server/messaging.exports.ts'
import type { StudentHooks } from '#domains/students/server/studentHooks.exports.ts'

export { updateMessagesOfDay } from './updateMessagesOfDay.ts'
export { holidayName, percentOf, weekdayOf } from '../attendance.rules.ts'
export {
  holidaysBetween,
  takesRegister,
  termById,
} from './sections.sql.ts'

/** Errors when a section, a subject or a book still has attendance and cannot be deleted. */
export const deletionRefusals = saidWhenRead({
  section: () => t`Attendance was taken in this section. Its registers keep it from being deleted.`,
  subject: () => t`Attendance was taken in this subject. Its registers keep it from being deleted.`,
  book: () => t`This book was read in lectures. They keep it from being deleted.`,
})

/** Registers of sections, with their constraints and those of books that were read in lectures. */
export const attendanceOfSections: SectionDependents = {
  textOf: (count) => t`${plural(count, { one: '# register', other: '# registers' })}`,
  countOfSections: countRegisters,
  messages: {
    get section() {
      const { section } = deletionRefusals
      return {
        registers_school_id_term_id_section_id_fkey: section,
        registers_school_id_subject_id_fkey: section,
        lectures_school_id_book_id_fkey: section,
        book_progresses_school_id_book_id_fkey: section,
      }
    },
    get subject() {
      const { subject } = deletionRefusals
      return {
        registers_school_id_subject_id_fkey: subject,
        lectures_school_id_book_id_fkey: subject,
        book_progresses_school_id_book_id_fkey: subject,
      }
    },
    get book() {
      const { book } = deletionRefusals
      return { lectures_school_id_book_id_fkey: book, book_progresses_school_id_book_id_fkey: book }
    },
  },
}

/** Attendance goes with a deleted student; marks keep an import of students from being undone. */
export const attendanceOfStudents: StudentHooks = {
  beforeDeletion: deleteStudentAttendance,
  countDependents: async (db, schoolId, studentIds) => {
    const count = await countStudentMarks(db, schoolId, studentIds)
    return [count, t`${plural(count, { one: '# mark in a register', other: '# marks in registers' })}`]
  },
}

async function countRegisters(db: Tx, schoolId: number, sectionIds: readonly number[]): Promise<number> {
  const { count } = await db
    .selectFrom('registers')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`section_id = any(${sectionIds}::bigint[])`)
    .executeTakeFirstOrThrow()
  return count
}

async function countStudentMarks(db: Tx, schoolId: number, studentIds: readonly number[]): Promise<number> {
  const { count } = await db
    .selectFrom('marks')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`student_id = any(${studentIds}::bigint[])`)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Deletes the attendance of students who are deleted for good: marks with their history, gate scans, who told the
 * family, and messages. Keeps the registers' counts equal to their marks and raises their versions, so that whoever has
 * one open is told that it has changed.
 */
async function deleteStudentAttendance(db: Tx, schoolId: number, studentIds: readonly number[]): Promise<void> {
  const ofStudents = sql`school_id = ${schoolId} and student_id = any(${studentIds}::bigint[])`
  // Locks in the order of the ids and before counting, because a register may be under correction right now.
  await sql`select from registers where school_id = ${schoolId}
    and id in (select register_id from marks where ${ofStudents}) order by id for no key update`.execute(db)
  await sql`delete from mark_changes where ${ofStudents}`.execute(db)
  await sql`
    with gone as (delete from marks where ${ofStudents} returning register_id, value),
    sums as (
      select register_id, count(*) filter (where value = 'P') as present, count(*) filter (where value = 'A') as absent,
        count(*) filter (where value = 'L') as late
      from gone group by register_id
    )
    update registers r set present = r.present - sums.present, absent = r.absent - sums.absent, late = r.late - sums.late,
      version = r.version + 1, changed_at = now()
    from sums where r.school_id = ${schoolId} and r.id = sums.register_id`.execute(db)
  await sql`delete from gate_scans where ${ofStudents}`.execute(db)
  await sql`delete from told_families where ${ofStudents}`.execute(db)
  await sql`delete from leave_notes where ${ofStudents}`.execute(db)
  await deleteMessages(db, schoolId, studentIds)
}
