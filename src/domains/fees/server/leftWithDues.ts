import { sql } from 'kysely'
import { query } from '#platform/command.ts'
import { currentSchool } from '#platform/database/currentSchool.ts'
import type { Db } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import { matchesSearch } from '#domains/students/server/students.exports.ts'
import { leftWithDuesView } from '../pending.schema.ts'
import { owedInTerms } from './account.sql.ts'
import { paymentActions } from './fees.permissions.ts'

/** A student who has left the school and owes something. */
export interface LeftStudent {
  studentId: number
  name: string
  phone: string
  registerNo: string
  disabled: boolean
  /** The last term in which the student had a place, and class and section there. */
  termId: number
  termName: string
  sectionName: string
  /** Of all terms together. */
  pending: number
}

/**
 * Lists who has left and still owes, all or those whom a search finds: disabled students, and those whose last place is
 * in a term before the one that runs. Until somebody has a place in the current term, that is the term before it. The
 * most comes first. Their accounts are open at the counter in the term of their last place.
 */
export const listLeftWithDues = query({
  action: paymentActions.listPending,
  input: leftWithDuesView,
  run: async ({ db, read, viewer, schoolId, input }): Promise<LeftStudent[]> =>
    (await read(leftWithDues(db, schoolId, viewer, input.search ?? '')))[0],
})

function leftWithDues(db: Db, schoolId: number, viewer: Viewer, search: string) {
  const everyTerm = (column: string) =>
    sql`${sql.ref(column)} = any(array(select every_term.id from terms every_term where every_term.school_id = ${currentSchool}))`
  return db
    .selectFrom(
      sql<LeftStudent>`(
    with running as (
      select not terms.past as open, terms.id from terms
      where terms.school_id = ${schoolId}
        and (not terms.past, terms.id) <= (
          select not term.past, term.id from terms term where term.school_id = ${currentSchool} and term.current)
        and exists (select from enrolments own where own.school_id = ${currentSchool} and own.term_id = terms.id)
      order by terms.past, terms.id desc limit 1
    ),
    place as (
      select distinct on (e.student_id) e.student_id, e.roll, e.term_id, e.section_id, terms.name as term_name, terms.past
      from enrolments e join terms on terms.school_id = ${schoolId} and terms.id = e.term_id
      where e.school_id = ${schoolId}
      order by e.student_id, terms.past, terms.id desc
    ),
    owing as (
      select s.id as student_id, s.name, s.phone, s.register_no, s.disabled, e.term_id, e.term_name,
        classes.name || '-' || sections.name as section_name, ${owedInTerms(sql`s.id`, everyTerm)} as pending
      from place e
      join students s on s.school_id = ${schoolId} and s.id = e.student_id and s.erased_at is null
        and (s.disabled or (not e.past, e.term_id) < (select open, id from running))
      join sections on sections.school_id = ${schoolId} and sections.id = e.section_id
      join classes on classes.school_id = ${schoolId} and classes.id = sections.class_id
      where ${visibleSection(viewer)} and ${matchesSearch(schoolId, search)}
    )
    select * from owing where pending > 0 order by pending desc, student_id)`.as<'left_students'>('left_students'),
    )
    .selectAll()
}
