import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import type { Problem } from '#platform/refusal.ts'
import { t } from '#shared/texts.ts'
import { type Scheme, showMarks } from '../scheme.schema.ts'
import { type LostColumn, lostColumns, type UsedColumn } from '../scores.rules.ts'
import type { AssessmentRow } from './schemes.sql.ts'
import { lockSubjects } from './scores.sql.ts'

/** Locks the subjects of classes against new scores and returns the columns with scores. Lock the assessments first. */
export async function lockUsedColumns(db: Tx, schoolId: number, classes: readonly AssessmentRow[]): Promise<UsedColumn[]> {
  const ids = classes.flatMap(({ subjects }) => subjects.map(({ id }) => id))
  await lockSubjects(db, schoolId, ids).execute()
  const { rows } = await sql<UsedColumn>`
    select assessed_subject_id as subject_id, part, component, test, max(marks) as most from scores
    where school_id = ${schoolId} and assessed_subject_id = any(${ids}::bigint[])
    group by assessed_subject_id, part, component, test
    order by assessed_subject_id, part, component, test`.execute(db)
  return rows
}

/** Returns a problem for each column whose scores could not stay if the classes were assessed by another scheme. */
export async function lostScores(
  db: Tx,
  schoolId: number,
  {
    classes,
    used,
    before,
    after,
    path,
  }: {
    classes: readonly AssessmentRow[]
    used: readonly UsedColumn[]
    before: Scheme
    after: Scheme
    path: string
  },
): Promise<Problem[]> {
  const subjects = new Map(
    classes.flatMap(({ className, subjects: all }) => all.map((each) => [each.id, { ...each, className }])),
  )
  const lost = lostColumns(before, after, (id) => subjects.get(id)?.pattern ?? '', used).slice(0, 20)
  if (lost.length === 0) return []
  const students = await firstStudents(db, schoolId, lost)
  return lost.map((column, index) => {
    const subject = subjects.get(column.subjectId)
    const student = students[index]
    const what = lostMessage(column, { name: student?.name ?? '', marks: showMarks(student?.marks ?? 0) })
    const [className, subjectName] = [subject?.className ?? '', subject?.name ?? '']
    return { path, message: t`Class ${className}, ${subjectName}: ${what}` }
  })
}

/** Returns a problem for each part that goes although students of the classes have remarks or entries in it. */
export async function lostEntries(
  db: Tx,
  schoolId: number,
  { classes, before, after, path }: { classes: readonly AssessmentRow[]; before: Scheme; after: Scheme; path: string },
): Promise<Problem[]> {
  const gone = before.parts.map(({ name }) => name).filter((part) => after.parts.every(({ name }) => name !== part))
  if (gone.length === 0) return []
  const { rows } = await sql<{ part: string; className: string; name: string }>`
    select distinct on (entry.part, classes.name) entry.part, classes.name as class_name, students.name
    from (select term_id, student_id, part from student_remarks where school_id = ${schoolId}
      union all select term_id, student_id, part from holistic_entries where school_id = ${schoolId}) entry
    join enrolments on enrolments.school_id = current_school() and enrolments.term_id = entry.term_id
      and enrolments.student_id = entry.student_id
    join students on students.school_id = current_school() and students.id = entry.student_id
    join sections on sections.school_id = current_school() and sections.id = enrolments.section_id
    join classes on classes.school_id = current_school() and classes.id = sections.class_id
    where entry.part = any(${gone}::text[])
      and classes.id = any(${classes.map(({ classId }) => classId)}::bigint[])
    order by entry.part, classes.name, students.name, students.id`.execute(db)
  return rows.map(({ part, className, name }) => ({
    path,
    message: t`Class ${className}: “${part}” has remarks or holistic entries, such as those of ${name}, so it cannot go`,
  }))
}

function lostMessage({ why, component, part, highestMarks }: LostColumn, student: { name: string; marks: string }): string {
  const { name, marks } = student
  const highest = showMarks(highestMarks)
  if (why === 'ABOVE') return t`${name} has ${marks} in “${component}”, ${part}, which is more than ${highest}`
  return why === 'GONE'
    ? t`“${component}” in ${part} has scores, such as that of ${name}, so it cannot go`
    : t`“${component}” in ${part} has grades, such as that of ${name}, so their number cannot change`
}

/** Returns the first student by name of each column, or the first one above its highest mark, in the order given. */
async function firstStudents(db: Tx, schoolId: number, lost: readonly LostColumn[]) {
  const { rows } = await sql<{ name: string | null; marks: number | null }>`
    select found.name, found.marks from unnest(
      ${lost.map(({ subjectId }) => subjectId)}::bigint[], ${lost.map(({ part }) => part)}::text[],
      ${lost.map(({ component }) => component)}::text[], ${lost.map(({ test }) => test)}::integer[],
      ${lost.map(({ why, highestMarks }) => (why === 'ABOVE' ? highestMarks : null))}::integer[]
    ) with ordinality as lost (subject_id, part, component, test, above, place)
    left join lateral (
      select students.name, scores.marks from scores
      join students on students.school_id = ${schoolId} and students.id = scores.student_id
      where scores.school_id = ${schoolId} and scores.assessed_subject_id = lost.subject_id and scores.part = lost.part
        and scores.component = lost.component and scores.test = lost.test and (lost.above is null or scores.marks > lost.above)
      order by students.name, students.id limit 1
    ) found on true
    order by lost.place`.execute(db)
  return rows.map(({ name, marks }) => ({ name: name ?? '', marks }))
}
