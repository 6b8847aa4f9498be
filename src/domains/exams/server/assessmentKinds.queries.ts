import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import { query } from '#platform/command.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import { termChoice } from '../exams.schema.ts'
import { resultActions } from './scores.permissions.ts'
import { rowsOf } from './scores.sql.ts'

/** Assessments that only some terms have. */
export interface AssessmentKinds {
  /** Whether a class of the viewer has holistic cards. */
  holistic: boolean
  /** Whether results of the year are published in a class whose failed students are examined again. */
  reexamination: boolean
}

/** Selects the kinds of a term without reading a report card. */
function selectAssessmentKinds(db: Db | Tx, viewer: Viewer, schoolId: number, termId: number) {
  const assessed = sql`
    from sections
    join class_assessments c on c.school_id = ${schoolId} and c.class_id = sections.class_id
    join assessment_schemes s on s.school_id = ${schoolId} and s.id = c.scheme_id`
  const ofTerm = sql`sections.school_id = ${schoolId} and sections.term_id = ${termId}`
  return rowsOf(
    db,
    sql<AssessmentKinds>`
      select
        exists (
          select ${assessed}
          where ${ofTerm} and s.content->'holistic'->'classes' @> to_jsonb(c.scheme_class) and ${visibleSection(viewer)}
        ) as holistic,
        exists (
          select ${assessed}
          join result_publications p on p.school_id = ${schoolId} and p.section_id = sections.id
          where ${ofTerm} and p.part = '' and p.withdrawn_at is null and not p.supplementary
            and exists (
              select from jsonb_array_elements(s.content->'classes') k
              where k->>'name' = c.scheme_class and k->>'compartment' is distinct from '0'
            )
        ) as reexamination
      from schools where schools.id = ${schoolId}`,
  )
}

/** Returns which kinds of assessment a term has, so that a screen offers no others. */
export const viewAssessmentKinds = query({
  action: resultActions.view,
  input: termChoice,
  run: async ({ db, read, viewer, schoolId, input: { termId } }): Promise<AssessmentKinds> =>
    (await read(selectAssessmentKinds(db, viewer, schoolId, termId)))[0][0] ?? { holistic: false, reexamination: false },
})
