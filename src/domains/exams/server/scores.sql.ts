import { type Compilable, type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import { type StoredScore, storedScore } from '../scores.rules.ts'
import type { Score } from '../scheme.schema.ts'

/** A sheet that is asked for: a subject of a section in a part. */
export interface SheetChoice {
  sectionId: number
  subjectId: number
  part: string
}

/** Who has locked a sheet, and when. */
export interface SheetLock {
  at: Date
  byName: string
}

/** A sheet without its students and scores. */
export interface SheetRow extends SheetChoice {
  schoolId: number
  sectionName: string
  classId: number
  className: string
  termId: number
  termName: string
  subjectName: string
  pattern: string
  /** The scheme of the class, as JSON text. */
  content: string
  /** Names of those who enter the scores. */
  teachers: string[]
  /** Whether the viewer is one of them. */
  teaches: boolean
  locked: SheetLock | null
}

/** Returns SQL as a statement for `read`. */
export function rowsOf<Row>(db: Db | Tx, statement: RawBuilder<Row>): Compilable<Row> {
  return { compile: () => statement.compile(db) }
}

/**
 * SQL of the ids of the teachers who enter the scores of assessed subject `a` in `sections`: those of the section's
 * subject of the same name; those of the section where it has none.
 */
export function enteringTeachers(schoolId: number): RawBuilder<unknown> {
  const ofSubject = sql`select t.user_id from subjects
    join subject_teachers t on t.school_id = ${schoolId} and t.subject_id = subjects.id
    where subjects.school_id = ${schoolId} and subjects.section_id = sections.id and lower(subjects.name) = lower(a.name)`
  return sql`(${ofSubject} union all
    select t.user_id from section_teachers t
    where t.school_id = ${schoolId} and t.section_id = sections.id and not exists (${ofSubject}))`
}

/** SQL condition: the viewer sees the scores of assessed subject `a` in `sections`. */
function sheetVisible(viewer: Viewer, schoolId: number): RawBuilder<unknown> {
  return viewer.role === 'TEACHER'
    ? sql`(${visibleSection(viewer)} or ${viewer.userId}::bigint in ${enteringTeachers(schoolId)})`
    : sql`${visibleSection(viewer)}`
}

/** A sheet as the database returns it: `locked` in two columns. */
type SelectedSheet = Omit<SheetRow, 'part' | 'locked'> & { lockedAt: Date | null; lockedByName: string | null }

/** Selects a sheet that the viewer may see. Pass its row to {@link sheetFrom}. */
export function selectSheet(db: Db | Tx, viewer: Viewer, schoolId: number, { subjectId, ...place }: SheetChoice) {
  return sheetRows(db, viewer, schoolId, place, sql`a.id = ${subjectId}`)
}

/** Selects the sheets of a section in a part that the viewer may see: of some subjects, or of all (null). */
export function selectSheets(
  db: Db | Tx,
  viewer: Viewer,
  schoolId: number,
  place: Omit<SheetChoice, 'subjectId'>,
  subjectIds: readonly number[] | null,
) {
  return sheetRows(db, viewer, schoolId, place, subjectIds ? sql`a.id = any(${subjectIds}::bigint[])` : sql`true`)
}

function sheetRows(
  db: Db | Tx,
  viewer: Viewer,
  schoolId: number,
  { sectionId, part }: Omit<SheetChoice, 'subjectId'>,
  ofSubjects: RawBuilder<unknown>,
) {
  return rowsOf(
    db,
    sql<SelectedSheet>`
      select sections.school_id, sections.id as section_id, sections.name as section_name, sections.class_id,
        classes.name as class_name, sections.term_id, terms.name as term_name, a.id as subject_id, a.name as subject_name,
        a.pattern, s.content::text as content, coalesce(t.names, '{}') as teachers, coalesce(t.teaches, false) as teaches,
        l.locked_at, l.locked_by_name
      from sections
      join classes on classes.school_id = ${schoolId} and classes.id = sections.class_id
      join terms on terms.school_id = ${schoolId} and terms.id = sections.term_id
      join assessed_subjects a on a.school_id = ${schoolId} and a.class_id = sections.class_id
      join class_assessments c on c.school_id = ${schoolId} and c.class_id = a.class_id
      join assessment_schemes s on s.school_id = ${schoolId} and s.id = c.scheme_id
      left join score_locks l on l.school_id = ${schoolId} and l.section_id = sections.id
        and l.assessed_subject_id = a.id and l.part = ${part}
      left join lateral (
        select array_agg(users.name order by users.name) as names, bool_or(users.id = ${viewer.userId}::bigint) as teaches
        from users where users.school_id = ${schoolId} and users.id in ${enteringTeachers(schoolId)}
      ) t on true
      where sections.school_id = ${schoolId} and sections.id = ${sectionId} and ${ofSubjects}
        and ${sheetVisible(viewer, schoolId)}
      order by a.sr`,
  )
}

export function sheetFrom(row: SelectedSheet | undefined, part: string): SheetRow | undefined {
  if (!row) return undefined
  const { lockedAt, lockedByName, ...sheet } = row
  return { ...sheet, part, locked: lockedAt && { at: lockedAt, byName: lockedByName ?? '' } }
}

/** A student of a sheet. */
export interface SheetStudent {
  studentId: number
  name: string
  roll: string
}

/** Selects the enabled students of a section by roll. */
export function selectStudents(db: Db | Tx, schoolId: number, sectionId: number) {
  return rowsOf(
    db,
    sql<SheetStudent>`
      select e.student_id, s.name, e.roll from enrolments e
      join lateral (
        select name from students where school_id = ${schoolId} and id = e.student_id and not disabled
      ) s on true
      where e.school_id = ${schoolId} and e.section_id = ${sectionId}
      order by e.roll_sort, e.roll, e.student_id`,
  )
}

/** A stored score with who has changed it last. */
export interface ScoreRow extends StoredScore {
  studentId: number
  component: string
  test: number
  changedAt: Date
  changedByName: string
}

/** Selects the scores of a sheet. Those of students who have left the section stay with them. */
export function selectScores(db: Db | Tx, schoolId: number, { sectionId, subjectId, part }: SheetChoice) {
  return rowsOf(
    db,
    sql<ScoreRow>`
      select student_id, component, test, marks, code, changed_at, changed_by_name from scores
      where school_id = ${schoolId} and assessed_subject_id = ${subjectId} and part = ${part}
        and student_id = any(array(select student_id from enrolments where school_id = ${schoolId} and section_id = ${sectionId}))`,
  )
}

/**
 * Locks a subject of a class, so that its scores are changed by one person at a time, and neither it nor its scheme
 * meanwhile.
 */
export function lockSubjects(db: Tx, schoolId: number, ids: readonly number[]) {
  return db
    .selectFrom('assessedSubjects')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
}

/** Locks the places of students in a section, so that none of them comes to another class meanwhile. */
export function holdPlaces(db: Tx, schoolId: number, sectionId: number, studentIds: readonly number[]) {
  return db
    .selectFrom('enrolments')
    .select('studentId')
    .where('schoolId', '=', schoolId)
    .where('sectionId', '=', sectionId)
    .where(sql<boolean>`student_id = any(${studentIds}::bigint[])`)
    .orderBy('studentId')
    .forShare()
}

/** A cell that changes. */
export interface ScoreChange {
  studentId: number
  component: string
  test: number
  was: Score | null
  score: Score | null
}

/**
 * Returns the statement that stores changes of a sheet whose subject is locked, with their history. Its row has the
 * moment, and the ids of the history.
 */
export function storedScores(
  db: Tx,
  { schoolId, subjectId, part, termId }: SheetRow,
  changes: readonly ScoreChange[],
  { reason, subject, name }: { reason: string; subject: string; name: string },
) {
  const was = changes.map((change) => storedScore(change.was))
  const now = changes.map(({ score }) => storedScore(score))
  const cells = {
    studentIds: changes.map(({ studentId }) => studentId),
    components: changes.map(({ component }) => component),
    tests: changes.map(({ test }) => test),
    marksBefore: was.map(({ marks }) => marks),
    codesBefore: was.map(({ code }) => code),
    marks: now.map(({ marks }) => marks),
    codes: now.map(({ code }) => code),
  }
  return rowsOf(
    db,
    sql<{ at: Date; ids: number[] }>`
      with incoming as (
        select * from unnest(
          ${cells.studentIds}::bigint[], ${cells.components}::text[], ${cells.tests}::integer[], ${cells.marksBefore}::integer[],
          ${cells.codesBefore}::text[], ${cells.marks}::integer[], ${cells.codes}::text[]
        ) as incoming (student_id, component, test, was_marks, was_code, marks, code)
      ),
      put as (
        insert into scores (school_id, assessed_subject_id, part, component, test, student_id, term_id, marks, code, changed_by, changed_by_name)
        select ${schoolId}::bigint, ${subjectId}::bigint, ${part}::text, component, test, student_id, ${termId}::bigint,
          marks, code, ${subject}::uuid, ${name}::text
        from incoming where marks is not null or code is not null
        on conflict (school_id, assessed_subject_id, part, component, test, student_id) do update
          set marks = excluded.marks, code = excluded.code, changed_at = excluded.changed_at, changed_by = excluded.changed_by,
            changed_by_name = excluded.changed_by_name
      ),
      gone as (
        delete from scores using incoming
        where scores.school_id = ${schoolId} and scores.assessed_subject_id = ${subjectId} and scores.part = ${part}
          and scores.component = incoming.component and scores.test = incoming.test and scores.student_id = incoming.student_id
          and incoming.marks is null and incoming.code is null
      ),
      kept as (
        insert into score_changes (school_id, assessed_subject_id, part, component, test, student_id, was_marks, was_code, marks, code,
          reason, changed_by, changed_by_name)
        select ${schoolId}::bigint, ${subjectId}::bigint, ${part}::text, component, test, student_id, was_marks, was_code,
          marks, code, ${reason}::text, ${subject}::uuid, ${name}::text
        from incoming
        returning id
      )
      select now() as at, array(select id from kept order by id) as ids`,
  )
}

/** A change of a score, from its history. */
export interface ScoreChangeRow {
  id: number
  studentId: number
  component: string
  test: number
  wasMarks: StoredScore['marks']
  wasCode: StoredScore['code']
  marks: StoredScore['marks']
  code: StoredScore['code']
  reason: string
  at: Date
  changedByName: string
}

/** Selects the history of a sheet's scores of some students who are in its section, the newest change first. */
export function selectChanges(
  db: Db | Tx,
  schoolId: number,
  { sectionId, subjectId, part }: SheetChoice,
  studentIds: readonly number[],
  cell?: { component: string; test: number },
) {
  const ofCell = cell ? sql`and component = ${cell.component} and test = ${cell.test}` : sql``
  return rowsOf(
    db,
    sql<ScoreChangeRow>`
      select id, student_id, component, test, was_marks, was_code, marks, code, reason, at, changed_by_name from score_changes
      where school_id = ${schoolId} and assessed_subject_id = ${subjectId} and part = ${part}
        and student_id = any(array(select student_id from enrolments where school_id = ${schoolId} and section_id = ${sectionId}
          and student_id = any(${studentIds}::bigint[]))) ${ofCell}
      order by id desc`,
  )
}
