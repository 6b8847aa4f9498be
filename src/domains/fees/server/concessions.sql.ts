import { sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { askedAmount, dueOnOfFee, type FeeAccountKey, isAsked } from './account.sql.ts'

/** Selects the kinds of concessions of a school that are not deleted, by name. */
export function concessionKinds(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('concessionKinds')
    .select(['schoolId', 'id', 'name', 'share', 'amount', 'categoryNames', 'forSiblings', 'needsDocument'])
    .where('schoolId', '=', schoolId)
    .where('deletedAt', 'is', null)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
}

export type ConcessionKind = Awaited<ReturnType<ReturnType<typeof concessionKinds>['execute']>>[number]

/**
 * Selects the concessions of the students whom the viewer may see, ended ones included, with the names of what they are
 * for and what they take off now.
 */
export function concessionRows(db: Db | Tx, schoolId: number, viewer: Viewer) {
  return db
    .selectFrom('concessions as concession')
    .innerJoin('concessionKinds as kind', (on) => onSameSchool(on, 'kind.id', 'concession.kindId'))
    .innerJoin('students', (on) => onSameSchool(on, 'students.id', 'concession.studentId'))
    .innerJoin('enrolments', (on) =>
      onSameSchool(on, 'enrolments.studentId', 'concession.studentId').onRef('enrolments.termId', '=', 'concession.termId'),
    )
    .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'enrolments.sectionId'))
    .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'sections.classId'))
    .selectAll('concession')
    .select([
      'kind.name as kindName',
      'students.name as studentName',
      sql<string>`classes.name || '-' || sections.name`.as('sectionName'),
      sql<string[] | null>`(select array_agg(c.name order by lower(c.name)) from fee_categories c
        where c.school_id = ${schoolId} and c.id = any(concession.fee_category_ids))`.as('categoryNames'),
      sql<
        { name: string; month: string | null }[] | null
      >`(select json_agg(json_build_object('name', f.name, 'month', f.month) order by f.sr, f.id)
        from fees f where f.school_id = ${schoolId} and f.id = any(concession.fee_ids))`.as('fees'),
      sql<number>`(select coalesce(sum(line.amount), 0)::bigint from collected_lines line where line.school_id = ${schoolId}
        and line.term_id = concession.term_id and line.student_id = concession.student_id
        and line.concession_id = concession.id and line.deleted_at is null)`.as('taken'),
    ])
    .where('concession.schoolId', '=', schoolId)
    .where(visibleSection(viewer))
}

/** A concession with its student, its kind's name and what it takes off now. */
export type Concession = Awaited<ReturnType<ReturnType<typeof concessionRows>['execute']>>[number]

/** Selects the concessions of an account, the oldest first. */
export function concessionsOfAccount(db: Db | Tx, viewer: Viewer, { schoolId, termId, studentId }: FeeAccountKey) {
  return concessionRows(db, schoolId, viewer)
    .where('concession.termId', '=', termId)
    .where('concession.studentId', '=', studentId)
    .orderBy('concession.id')
}

/** Selects the fees that apply to students in a term, with each student, in the order of allocation. */
export function feesOfStudents(db: Db | Tx, schoolId: number, termId: number, studentIds: readonly number[]) {
  return db
    .selectFrom('studentFeeCategories as assignment')
    .innerJoin('fees', (on) => onSameSchool(on, 'fees.feeCategoryId', 'assignment.feeCategoryId'))
    .innerJoin('terms as term', (on) => onSameSchool(on, 'term.id', 'fees.termId'))
    .select([
      'assignment.studentId',
      'fees.id',
      'fees.feeCategoryId',
      'fees.name',
      'fees.month',
      dueOnOfFee.as('dueOn'),
      askedAmount.as('amount'),
      'fees.fixedAmount',
    ])
    .where('assignment.schoolId', '=', schoolId)
    .where('assignment.termId', '=', termId)
    .where(sql<boolean>`assignment.student_id = any(${studentIds}::bigint[])`)
    .where('fees.deletedAt', 'is', null)
    .where(isAsked)
    .orderBy('fees.sr')
    .orderBy('fees.id')
}

/** A fee of a student that a concession may cover. */
export type FeeOfStudent = Awaited<ReturnType<ReturnType<typeof feesOfStudents>['execute']>>[number]

/** Selects the live lines of students in a term, and which concession each is of. */
export function liveLinesOfStudents(db: Db | Tx, schoolId: number, termId: number, studentIds: readonly number[]) {
  return db
    .selectFrom('collectedLines as line')
    .select(['line.studentId', 'line.feeId', 'line.amount', 'line.concessionId'])
    .where('line.schoolId', '=', schoolId)
    .where('line.termId', '=', termId)
    .where(sql<boolean>`line.student_id = any(${studentIds}::bigint[])`)
    .where('line.deletedAt', 'is', null)
    .where('line.status', '<>', 'FAILED')
}

/** A student who could get a concession. */
export interface ConcessionCandidate {
  studentId: number
  name: string
  sectionName: string
  /** The phone that a family shares. */
  phone: string
  /** Whether the student has the concession in this term already. */
  hasIt: boolean
}

/** SQL that the student of `enrolments` has a concession of the kind in the term that is not ended. */
const hasKind = (schoolId: number, termId: number, kindId: number) => sql<boolean>`exists (
  select from concessions own where own.school_id = ${schoolId} and own.term_id = ${termId}
    and own.student_id = enrolments.student_id and own.kind_id = ${kindId} and own.ended_on is null)`

function candidates(db: Db, schoolId: number, viewer: Viewer, termId: number, kindId: number) {
  return db
    .selectFrom('enrolments')
    .innerJoin('students', (on) => onSameSchool(on, 'students.id', 'enrolments.studentId'))
    .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'enrolments.sectionId'))
    .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'sections.classId'))
    .select([
      'students.id as studentId',
      'students.name',
      'students.phone',
      sql<string>`classes.name || '-' || sections.name`.as('sectionName'),
      hasKind(schoolId, termId, kindId).as('hasIt'),
    ])
    .where('enrolments.schoolId', '=', schoolId)
    .where('enrolments.termId', '=', termId)
    .where('students.disabled', '=', false)
    .where('students.erasedAt', 'is', null)
    .where(visibleSection(viewer))
}

/**
 * Selects the families with several children of the term, by phone and from the highest class down, in the school's
 * order of classes.
 */
export function siblingCandidates(
  db: Db,
  schoolId: number,
  viewer: Viewer,
  { termId, kindId }: { termId: number; kindId: number },
) {
  const places = sql`(select s.class_id, min(s.sr) as sr from sections s where s.school_id = ${schoolId} and s.term_id = ${termId} group by s.class_id)`
  return candidates(db, schoolId, viewer, termId, kindId)
    .innerJoin(places.as<'place'>('place'), (on) => on.on(sql<boolean>`place.class_id = sections.class_id`))
    .where('students.phone', '<>', defaultPhone)
    .where(
      sql<boolean>`students.phone in (select other.phone from students other
        join enrolments place on place.school_id = current_school() and place.student_id = other.id
        where other.school_id = ${schoolId} and place.term_id = ${termId} and not other.disabled and other.erased_at is null
        group by other.phone having count(*) > 1)`,
    )
    .orderBy('students.phone')
    .orderBy(sql`place.sr desc, sections.class_id desc`)
    .orderBy('students.id')
}

/** Selects the term's students who had the kind in the last term before, without a last day, by section. */
export function earlierCandidates(
  db: Db,
  schoolId: number,
  viewer: Viewer,
  { termId, kindId }: { termId: number; kindId: number },
) {
  return candidates(db, schoolId, viewer, termId, kindId)
    .where(
      sql<boolean>`exists (select from concessions earlier where earlier.school_id = ${schoolId} and earlier.student_id = enrolments.student_id
        and earlier.kind_id = ${kindId} and earlier.ends_on is null and earlier.ended_on is null and earlier.term_id = (
          select terms.id from terms join terms this on this.school_id = current_school() and this.id = ${termId}
          where terms.school_id = ${schoolId} and (not terms.past, terms.id) < (not this.past, this.id)
          order by terms.past, terms.id desc limit 1))`,
    )
    .orderBy('sections.sr')
    .orderBy('sections.id')
    .orderBy('students.id')
}
