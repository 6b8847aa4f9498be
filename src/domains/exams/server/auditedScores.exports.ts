import { sql } from 'kysely'
import type { Db, Read } from '#platform/database/connect.ts'
import { t } from '#shared/texts.ts'
import { scoreGround, scoreOf, showScore, type StoredScore } from '../scores.rules.ts'
import { sayScorePlace } from './sayScheme.ts'
import { rowsOf } from './scores.sql.ts'
import { parseStored } from './storedScheme.ts'

/** How many changes of one entry of the audit log are shown at most. */
const mostShown = 500

/** A score that an entry of the audit log has changed. */
export interface AuditedScore {
  id: number
  studentId: number
  studentName: string
  /** Subject, test and part in words. */
  place: string
  /** As it is typed; '' for none. */
  was: string
  value: string
  /** Why it was changed after it was locked or published; '' before. */
  reason: string
}

/** The scores of an entry of the audit log: the first 500, and the number of all. */
export interface AuditedScores {
  total: number
  scores: AuditedScore[]
}

/** A change as the database returns it. `part` and `component` are null for a second score. */
interface ChangeRow extends StoredScore {
  total: number
  id: number
  studentId: number
  studentName: string
  subjectId: number
  subjectName: string
  part: string | null
  component: string | null
  test: number
  wasMarks: StoredScore['marks']
  wasCode: StoredScore['code']
  reason: string
}

/**
 * Reads which scores an entry of the audit log has changed. A command stores both in one transaction, so that they have
 * one moment and one person.
 */
export async function readAuditedScores(
  { db, read, schoolId }: { db: Db; read: Read; schoolId: number },
  auditId: number,
): Promise<AuditedScores> {
  const [rows] = await read(selectChanges(db, schoolId, auditId))
  const [subjects] = await read(selectSchemes(db, schoolId, [...new Set(rows.map(({ subjectId }) => subjectId))]))
  const schemeOf = new Map(subjects.map((subject) => [subject.id, subject]))
  return {
    total: rows[0]?.total ?? 0,
    scores: rows.map((row): AuditedScore => {
      const { id, studentId, studentName, subjectName: subject, part, component, test, reason } = row
      const scheme = schemeOf.get(row.subjectId)
      const ground = scheme && part !== null ? scoreGround(parseStored(scheme.content), scheme.pattern, part) : null
      const tests = ground?.columns.find((column) => column.component === component)?.tests ?? test
      const grades = ground?.grades ?? []
      return {
        id,
        studentId,
        studentName,
        place:
          part === null || component === null
            ? t`${subject}: re-examination`
            : sayScorePlace({ subject, part, component, test }, tests),
        was: showScore(scoreOf({ marks: row.wasMarks, code: row.wasCode }), grades),
        value: showScore(scoreOf(row), grades),
        reason,
      }
    }),
  }
}

function selectChanges(db: Db, schoolId: number, auditId: number) {
  return rowsOf(
    db,
    sql<ChangeRow>`
      select count(*) over ()::int as total, found.*, students.name as student_name, subjects.name as subject_name
      from (
        select c.id, c.student_id, c.assessed_subject_id as subject_id, c.part, c.component, c.test, c.was_marks, c.was_code,
          c.marks, c.code, c.reason
        from audit_log a
        join score_changes c on c.school_id = ${schoolId} and c.at = a.at and c.changed_by = a.subject
        where a.school_id = ${schoolId} and a.id = ${auditId}
        union all
        select c.id, c.student_id, c.assessed_subject_id, null, null, 1, c.was_marks, c.was_code, c.marks, c.code, c.reason
        from audit_log a
        join reexamination_changes c on c.school_id = ${schoolId} and c.at = a.at and c.changed_by = a.subject
        where a.school_id = ${schoolId} and a.id = ${auditId}
      ) found
      join students on students.school_id = ${schoolId} and students.id = found.student_id
      join assessed_subjects subjects on subjects.school_id = ${schoolId} and subjects.id = found.subject_id
      order by found.id limit ${mostShown}`,
  )
}

/** Selects the schemes by which subjects are assessed now, for the words of their grades. */
function selectSchemes(db: Db, schoolId: number, subjectIds: readonly number[]) {
  return rowsOf(
    db,
    sql<{ id: number; pattern: string; content: string }>`
      select a.id, a.pattern, s.content::text as content from assessed_subjects a
      join class_assessments c on c.school_id = ${schoolId} and c.class_id = a.class_id
      join assessment_schemes s on s.school_id = ${schoolId} and s.id = c.scheme_id
      where a.school_id = ${schoolId} and a.id = any(${subjectIds}::bigint[])`,
  )
}
