import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import type { StudentResult } from '../results.rules.ts'
import type { Score } from '../scheme.schema.ts'
import { type StoredScore, storedScore } from '../scores.rules.ts'
import { reportCard } from '../reportCard.schema.ts'
import type { ResultsScope } from './results.sql.ts'
import { enteringTeachers, rowsOf } from './scores.sql.ts'

/** A subject in which a student is examined again, with the second score. */
export interface ReexaminationRow extends StoredScore {
  schoolId: number
  studentId: number
  name: string
  roll: string
  sectionId: number
  sectionName: string
  className: string
  termId: number
  subjectId: number
  subjectName: string
  /** The marks of the subject's pattern, in hundredths. */
  highestMarks: number
  /** What was not reached in the subject, or in the total where no subject was failed. */
  shortfalls: StudentResult['shortfalls']
  changedAt: Date | null
  changedByName: string | null
  /** Names of those who enter the score. */
  teachers: string[]
  /** Whether the viewer is one of them. */
  teaches: boolean
  /** When a card after the second examination was published; null before. */
  publishedAt: Date | null
}

type SelectedRow = Omit<ReexaminationRow, 'shortfalls'> & { shortfalls: string }

/**
 * Selects who is examined again in what, of a term or of one section: students whose published card of the year says
 * so, also when the section was published again since and the card has the second marks. A TEACHER sees the own
 * sections and the subjects that are the own ones to enter. Pass its rows to {@link reexaminationFrom}.
 */
export function selectReexaminations(
  db: Db | Tx,
  viewer: Viewer,
  schoolId: number,
  { termId, sectionId }: { termId?: number; sectionId?: number | null | undefined },
) {
  const chosen = sectionId ? sql`sections.id = ${sectionId}` : sql`sections.term_id = ${termId}`
  const again = sql`select from jsonb_array_elements(c.content->'reexamined') g where g->>'subject'`
  const ofSubject = sql`select from jsonb_array_elements(c.content->'shortfalls') f where f->>'subject'`
  return rowsOf(
    db,
    sql<SelectedRow>`
      select sections.school_id, st.id as student_id, st.name, e.roll, sections.id as section_id, sections.name as section_name,
        classes.name as class_name, sections.term_id, a.id as subject_id, a.name as subject_name,
        coalesce(pattern.out_of, 0) as highest_marks, (c.content->'shortfalls')::text as shortfalls, r.marks, r.code,
        r.changed_at, r.changed_by_name, coalesce(t.names, '{}') as teachers, coalesce(t.teaches, false) as teaches,
        coalesce(again.published_at, case when exists (${again} is not null) then p.published_at end) as published_at
      from result_publications p
      join report_cards c on c.school_id = ${schoolId} and c.publication_id = p.id
      join enrolments e on e.school_id = ${schoolId} and e.term_id = p.term_id and e.student_id = c.student_id
      join students st on st.school_id = ${schoolId} and st.id = e.student_id and not st.disabled
      join sections on sections.school_id = ${schoolId} and sections.id = e.section_id
      join classes on classes.school_id = ${schoolId} and classes.id = sections.class_id
      join class_assessments k on k.school_id = ${schoolId} and k.class_id = sections.class_id
      join assessment_schemes s on s.school_id = ${schoolId} and s.id = k.scheme_id
      join assessed_subjects a on a.school_id = ${schoolId} and a.class_id = sections.class_id
        and (exists (${ofSubject} = a.name) or exists (${again} = a.name)
          or (a.kind = 'COUNTED' and c.content->>'outcome' = 'COMPARTMENT' and not exists (${ofSubject} is not null)))
      left join lateral (
        select (n->>'outOf')::int as out_of from jsonb_array_elements(s.content->'patterns') n where n->>'name' = a.pattern
      ) pattern on true
      left join reexamination_scores r on r.school_id = ${schoolId} and r.assessed_subject_id = a.id
        and r.student_id = e.student_id
      left join lateral (
        select array_agg(users.name order by users.name) as names, bool_or(users.id = ${viewer.userId}::bigint) as teaches
        from users where users.school_id = ${schoolId} and users.id in ${enteringTeachers(schoolId)}
      ) t on true
      left join lateral (
        select q.published_at from report_cards d
        join result_publications q on q.school_id = ${schoolId} and q.id = d.publication_id and q.supplementary
          and q.withdrawn_at is null
        where d.school_id = ${schoolId} and d.student_id = e.student_id and d.term_id = e.term_id
        order by q.id desc limit 1
      ) again on true
      where p.school_id = ${schoolId} and p.part = '' and p.withdrawn_at is null and not p.supplementary
        and (c.content->>'outcome' = 'COMPARTMENT' or exists (${again} is not null)) and ${chosen}
        and (${visibleSection(viewer)} or ${viewer.role === 'TEACHER' ? sql`coalesce(t.teaches, false)` : sql`false`})
      order by sections.sr, sections.id, e.roll_sort, e.roll, e.student_id, a.sr`,
  )
}

export function reexaminationFrom({ shortfalls, ...row }: SelectedRow): ReexaminationRow {
  const all = reportCard.shape.shortfalls.parse(JSON.parse(shortfalls))
  const own = all.filter(({ subject }) => subject === row.subjectName)
  return { ...row, shortfalls: own.length > 0 ? own : all }
}

/** A second score of a scope. */
export interface SecondScore extends StoredScore {
  subjectId: number
  studentId: number
}

/** Selects the second scores of a scope, for its results. */
export function selectSecondScores(db: Db | Tx, schoolId: number, { termId, sectionId }: ResultsScope) {
  const chosen = sectionId === null ? sql`e.term_id = ${termId}` : sql`e.section_id = ${sectionId}`
  return rowsOf(
    db,
    sql<SecondScore>`
      select r.assessed_subject_id as subject_id, r.student_id, r.marks, r.code from reexamination_scores r
      join enrolments e on e.school_id = ${schoolId} and e.term_id = r.term_id and e.student_id = r.student_id
      where r.school_id = ${schoolId} and ${chosen}`,
  )
}

/** Selects the students of a section who have a card after the second examination that is not withdrawn. */
export function selectSupplementaryStudents(db: Db | Tx, schoolId: number, { termId, sectionId }: ResultsScope) {
  return rowsOf(
    db,
    sql<{ studentId: number }>`
      select distinct c.student_id from result_publications p
      join report_cards c on c.school_id = ${schoolId} and c.publication_id = p.id
      where p.school_id = ${schoolId} and p.term_id = ${termId} and p.supplementary and p.withdrawn_at is null
        and c.student_id = any(array(select student_id from enrolments where school_id = ${schoolId} and section_id = ${sectionId}))`,
  )
}

/** A second score that changes. */
export interface SecondScoreChange {
  studentId: number
  subjectId: number
  was: Score | null
  score: Score | null
}

/** Stores changes of second scores whose subjects are locked, with their history. */
export async function storeSecondScores(
  db: Tx,
  { schoolId, termId }: { schoolId: number; termId: number },
  changes: readonly SecondScoreChange[],
  { reason, subject, name }: { reason: string; subject: string; name: string },
): Promise<void> {
  const was = changes.map((change) => storedScore(change.was))
  const now = changes.map(({ score }) => storedScore(score))
  await sql`
    with incoming as (
      select * from unnest(
        ${changes.map(({ studentId }) => studentId)}::bigint[], ${changes.map(({ subjectId }) => subjectId)}::bigint[],
        ${was.map(({ marks }) => marks)}::integer[], ${was.map(({ code }) => code)}::text[],
        ${now.map(({ marks }) => marks)}::integer[], ${now.map(({ code }) => code)}::text[]
      ) as incoming (student_id, subject_id, was_marks, was_code, marks, code)
    ),
    put as (
      insert into reexamination_scores (school_id, assessed_subject_id, student_id, term_id, marks, code, changed_by, changed_by_name)
      select ${schoolId}::bigint, subject_id, student_id, ${termId}::bigint, marks, code, ${subject}::uuid, ${name}::text
      from incoming where marks is not null or code is not null
      on conflict (school_id, assessed_subject_id, student_id) do update
        set marks = excluded.marks, code = excluded.code, changed_at = excluded.changed_at, changed_by = excluded.changed_by,
          changed_by_name = excluded.changed_by_name
    ),
    gone as (
      delete from reexamination_scores r using incoming
      where r.school_id = ${schoolId} and r.assessed_subject_id = incoming.subject_id and r.student_id = incoming.student_id
        and incoming.marks is null and incoming.code is null
    )
    insert into reexamination_changes (school_id, assessed_subject_id, student_id, was_marks, was_code, marks, code, reason,
      changed_by, changed_by_name)
    select ${schoolId}::bigint, subject_id, student_id, was_marks, was_code, marks, code, ${reason}::text, ${subject}::uuid,
      ${name}::text
    from incoming
    returning school_id`.execute(db)
}

/** A change of a second score, from its history. */
export interface SecondScoreChangeRow {
  id: number
  wasMarks: StoredScore['marks']
  wasCode: StoredScore['code']
  marks: StoredScore['marks']
  code: StoredScore['code']
  reason: string
  at: Date
  changedByName: string
}

/** Selects the history of a second score, the newest change first. */
export function selectSecondScoreChanges(
  db: Db | Tx,
  schoolId: number,
  { studentId, subjectId }: { studentId: number; subjectId: number },
) {
  return rowsOf(
    db,
    sql<SecondScoreChangeRow>`
      select id, was_marks, was_code, marks, code, reason, at, changed_by_name from reexamination_changes
      where school_id = ${schoolId} and assessed_subject_id = ${subjectId} and student_id = ${studentId}
      order by id desc`,
  )
}
