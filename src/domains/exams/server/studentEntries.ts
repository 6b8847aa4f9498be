import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import { type Problem, Refusal } from '#platform/refusal.ts'
import { t } from '#shared/texts.ts'

/*
 * What a section's students have in a part, entered for several at once and replaced as a whole for each: remarks and
 * the entries of holistic cards.
 */

/** The stored entries of a student, with the version that a change must have seen. */
export interface EntriesOfStudent {
  studentId: number
  name: string
  /** 0 without any. */
  version: number
  changedByName: string
}

/**
 * Refuses entries for students of another section or twice for one, and those that somebody else has changed since
 * they were opened.
 * @param lateMessage what is said of a student whose entries were changed or cleared meanwhile
 * @param problemsOf what else is wrong with the entries of one student, whose path is given
 * @throws Refusal BAD_INPUT on `students.N.studentId` and as `problemsOf` says; CONFLICT on `students.N`
 */
export function refuseEntries<Student extends EntriesOfStudent, Entries extends { studentId: number; seen: number }>(
  entered: readonly Entries[],
  students: readonly Student[],
  lateMessage: (student: Student) => string,
  problemsOf: (entries: Entries, path: string) => readonly Problem[] = () => [],
): void {
  const byId = new Map(students.map((student) => [student.studentId, student]))
  const seenIds = new Set<number>()
  const wrong: Problem[] = []
  const late: Problem[] = []
  entered.forEach((entries, index) => {
    const { studentId, seen } = entries
    const student = byId.get(studentId)
    const path = `students.${index}.studentId`
    if (!student) wrong.push({ path, message: t`This student is not in the section` })
    else if (seenIds.has(studentId)) wrong.push({ path, message: t`This student is here twice` })
    else if (student.version !== seen) late.push({ path: `students.${index}`, message: lateMessage(student) })
    seenIds.add(studentId)
    wrong.push(...problemsOf(entries, `students.${index}`))
  })
  if (wrong[0]) throw new Refusal('BAD_INPUT', wrong[0].message, wrong)
  if (late[0]) throw new Refusal('CONFLICT', late[0].message, late)
}

/** Stores entries of students in a part; null deletes those of a student. The caller holds the students' places. */
export async function storeEntries(
  db: Tx,
  to: { table: 'student_remarks'; column: 'remarks' } | { table: 'holistic_entries'; column: 'content' },
  { schoolId, termId, part }: { schoolId: number; termId: number; part: string },
  students: readonly { studentId: number; value: object | null }[],
  by: { subject: string; name: string },
): Promise<void> {
  const [table, column] = [sql.id(to.table), sql.id(to.column)]
  const gone = students.filter(({ value }) => value === null).map(({ studentId }) => studentId)
  const put = students.filter(({ value }) => value !== null)
  await sql`delete from ${table} where school_id = ${schoolId} and term_id = ${termId} and part = ${part}
    and student_id = any(${gone}::bigint[])`.execute(db)
  await sql`
    insert into ${table} as e (school_id, term_id, student_id, part, ${column}, version, changed_by, changed_by_name)
    select ${schoolId}::bigint, ${termId}::bigint, student_id, ${part}::text, value, 1, ${by.subject}::uuid, ${by.name}::text
    from unnest(
      ${put.map(({ studentId }) => studentId)}::bigint[], ${put.map(({ value }) => JSON.stringify(value))}::jsonb[]
    ) as incoming (student_id, value)
    on conflict (school_id, term_id, student_id, part) do update
      set ${column} = excluded.${column}, version = e.version + 1, changed_at = excluded.changed_at,
        changed_by = excluded.changed_by, changed_by_name = excluded.changed_by_name`.execute(db)
}
