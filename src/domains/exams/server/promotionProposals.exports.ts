import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import { type PromotionProposal, promotionProposal } from '../promotionProposal.rules.ts'
import { reportCard } from '../reportCard.schema.ts'
import type { Outcome } from '../passing.rules.ts'
import { saySchemeOf } from './sayScheme.ts'
import { rowsOf } from './scores.sql.ts'

/** A student of a section whose results of the year are published, with the newest card. */
interface YearCard {
  studentId: number
  sectionId: number
  detains: boolean
  outcome: Outcome | null
  /** As JSON text. */
  shortfalls: string
  reexamined: boolean
}

/**
 * Selects what published results of the year say of the enabled students of a term, or of one section. Students of
 * sections without published results are left out. Pass its rows to {@link proposalOf}.
 */
export function selectYearCards(db: Db, schoolId: number, scope: { termId: number } | { sectionId: number }) {
  const chosen = 'termId' in scope ? sql`sections.term_id = ${scope.termId}` : sql`sections.id = ${scope.sectionId}`
  const live = sql`p.part = '' and p.withdrawn_at is null`
  return rowsOf(
    db,
    sql<YearCard>`
      select e.student_id, e.section_id, coalesce(k.detains, false) as detains, card.content->>'outcome' as outcome,
        coalesce(card.content->'shortfalls', '[]')::text as shortfalls,
        coalesce(jsonb_array_length(card.content->'reexamined'), 0) > 0 as reexamined
      from sections
      join enrolments e on e.school_id = ${schoolId} and e.section_id = sections.id
      join students on students.school_id = ${schoolId} and students.id = e.student_id and not students.disabled
      join class_assessments a on a.school_id = ${schoolId} and a.class_id = sections.class_id
      join assessment_schemes s on s.school_id = ${schoolId} and s.id = a.scheme_id
      left join lateral (
        select (k->>'detains')::boolean as detains from jsonb_array_elements(s.content->'classes') k
        where k->>'name' = a.scheme_class
      ) k on true
      left join lateral (
        select c.content from report_cards c
        join result_publications p on p.school_id = ${schoolId} and p.id = c.publication_id and ${live}
        where c.school_id = ${schoolId} and c.student_id = e.student_id and c.term_id = e.term_id
        order by p.id desc limit 1
      ) card on true
      where sections.school_id = ${schoolId} and ${chosen} and exists (
        select from result_publications p where p.school_id = ${schoolId} and p.section_id = sections.id and ${live}
      )`,
  )
}

/** Returns what a published result proposes. */
export function proposalOf({ shortfalls, ...card }: YearCard): PromotionProposal {
  const failed = reportCard.shape.shortfalls.parse(JSON.parse(shortfalls))
  return promotionProposal({ ...card, shortfalls: failed.map(saySchemeOf) })
}
