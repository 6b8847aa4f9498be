import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { currentSchool } from '#platform/database/currentSchool.ts'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import { inReadersOrder } from '#platform/database/nameOrder.ts'
import { sectionCounts } from '#domains/classes/server/classes.exports.ts'

/** Selects the previous term and the current one. */
export function termsFor(db: Db | Tx, schoolId: number, termId: number) {
  return db
    .selectFrom('terms')
    .select(['id', 'name', 'current'])
    .where('schoolId', '=', schoolId)
    .where((row) => row.or([row('id', '=', termId), row('current', '=', true)]))
}

/** A subselect of the school's current term. */
const currentTerm = (schoolId: number) => sql`(select id from terms where school_id = ${schoolId} and current)`

/**
 * Selects from enrolments `e` of a school with their students `p`, and each student's enrolment `n` in the current
 * term, if any.
 */
function withCurrentEnrolment(db: Db, schoolId: number) {
  return db
    .selectFrom('enrolments as e')
    .innerJoin('students as p', (on) => onSameSchool(on, 'p.id', 'e.studentId'))
    .leftJoin('enrolments as n', (on) =>
      onSameSchool(on, 'n.studentId', 'e.studentId').on('n.termId', '=', sql<number>`${currentTerm(schoolId)}`),
    )
    .where('e.schoolId', '=', schoolId)
}

/**
 * Selects the sections of the previous term with the numbers of students, subjects and books. The teachers include
 * those whom a promotion has cleared.
 */
export function promotableSections(db: Db, schoolId: number, termId: number) {
  const counted = sectionCounts('s')
  return db
    .selectFrom('sections as s')
    .innerJoin('classes as c', (on) => onSameSchool(on, 'c.id', 's.classId'))
    .leftJoin(
      () =>
        withCurrentEnrolment(db, schoolId)
          .select([
            'e.sectionId',
            sql<number>`count(*) filter (where n.id is null and not p.disabled)`.as('ready'),
            sql<number>`count(*) filter (where n.id is null and p.disabled)`.as('disabled'),
            sql<number>`count(n.id)`.as('already'),
          ])
          .where('e.termId', '=', termId)
          .groupBy('e.sectionId')
          .as('students'),
      (on) => on.onRef('students.sectionId', '=', 's.id'),
    )
    .select((row) => [
      's.id',
      's.sr',
      's.name',
      's.classId',
      'c.name as className',
      row.fn.coalesce('students.ready', sql<number>`0`).as('ready'),
      row.fn.coalesce('students.disabled', sql<number>`0`).as('disabled'),
      row.fn.coalesce('students.already', sql<number>`0`).as('already'),
      counted.subjects.as('subjectCount'),
      counted.books.as('bookCount'),
      jsonArrayFrom(
        row
          .selectFrom('users')
          .select(['users.id', 'users.name', 'users.email'])
          .where('users.schoolId', '=', currentSchool)
          .where('users.disabled', '=', false)
          .where(
            sql<boolean>`users.id in (
              select user_id from section_teachers where school_id = current_school() and section_id = s.id
              union
              select link.user_id from promotions batch
              join promotion_rows r on r.school_id = current_school() and r.promotion_id = batch.id and r.change = 'CLEARED'
              cross join unnest(r.ids, r.other_ids) link (section_id, user_id)
              where batch.school_id = current_school() and batch.from_term_id = s.term_id and batch.state <> 'REVERSED'
                and link.section_id = s.id)`,
          )
          .orderBy(inReadersOrder('users.name'))
          .orderBy('users.id'),
      ).as('teachers'),
    ])
    .where('s.schoolId', '=', schoolId)
    .where('s.termId', '=', termId)
    .orderBy('s.sr')
    .orderBy('s.id')
}

/** Selects the sections of the current term with their numbers of students. */
export function targetSections(db: Db, schoolId: number) {
  return db
    .selectFrom('sections as s')
    .innerJoin('classes as c', (on) => onSameSchool(on, 'c.id', 's.classId'))
    .select(['s.id', 's.termId', 's.name', 's.classId', 'c.name as className', sectionCounts('s').students.as('studentCount')])
    .where('s.schoolId', '=', schoolId)
    .where('s.termId', '=', sql<number>`${currentTerm(schoolId)}`)
    .orderBy('s.sr')
    .orderBy('s.id')
}

/**
 * Selects the fee categories of the previous term with their numbers of fees and students, and whether the name exists
 * in the current term. Dues from before Shala stay in their term.
 */
export function promotableFees(db: Db, schoolId: number, termId: number) {
  return db
    .selectFrom('feeCategories as f')
    .select((row) => [
      'f.id',
      'f.name',
      row
        .selectFrom('fees')
        .select((own) => own.fn.countAll<number>().as('count'))
        .where('fees.schoolId', '=', currentSchool)
        .whereRef('fees.feeCategoryId', '=', 'f.id')
        .where('fees.deletedAt', 'is', null)
        .$asScalar()
        .$notNull()
        .as('feeCount'),
      row
        .selectFrom('studentFeeCategories as a')
        .select((own) => own.fn.countAll<number>().as('count'))
        .where('a.schoolId', '=', currentSchool)
        .whereRef('a.feeCategoryId', '=', 'f.id')
        .$asScalar()
        .$notNull()
        .as('studentCount'),
      sql<boolean>`exists (select from fee_categories n where n.school_id = current_school() and n.deleted_at is null
        and n.term_id = ${currentTerm(schoolId)} and lower(n.name) = lower(f.name))`.as('there'),
    ])
    .where('f.schoolId', '=', schoolId)
    .where('f.termId', '=', termId)
    .where('f.deletedAt', 'is', null)
    .where(sql<boolean>`not exists (select from fees opening where opening.school_id = current_school() and opening.fee_category_id = f.id
      and opening.opening_year is not null and opening.deleted_at is null)`)
    .orderBy('f.name')
    .orderBy('f.id')
}

/** Selects the students of sections of the previous term, with their sections in the current term. */
export function candidates(db: Db, schoolId: number, sectionIds: readonly number[]) {
  return withCurrentEnrolment(db, schoolId)
    .select(['p.id', 'p.name', 'p.registerNo', 'p.disabled', 'e.sectionId', 'e.roll', 'n.sectionId as targetId'])
    .where(sql<boolean>`e.section_id = any(${sectionIds}::bigint[])`)
    .orderBy('e.rollSort')
    .orderBy('e.studentId')
}

/** Selects the rolls of students enrolled in sections. */
export function placesTaken(db: Db, schoolId: number, sectionIds: readonly number[]) {
  return db
    .selectFrom('enrolments')
    .select(['sectionId as targetId', 'roll'])
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`section_id = any(${sectionIds}::bigint[])`)
}

/**
 * Selects the fee categories that students of the previous term were given by hand, with numbers, and whether the name
 * exists in the current term.
 */
export function feesOfStudents(db: Db, schoolId: number, termId: number, studentIds: readonly number[]) {
  return db
    .selectFrom('studentFeeCategories as a')
    .innerJoin('feeCategories as f', (on) => onSameSchool(on, 'f.id', 'a.feeCategoryId'))
    .select((row) => [
      'f.name',
      row.fn.countAll<number>().as('students'),
      sql<boolean>`bool_or(exists (select from fee_categories n where n.school_id = current_school() and n.deleted_at is null
        and n.term_id = ${currentTerm(schoolId)} and lower(n.name) = lower(f.name)))`.as('there'),
    ])
    .where('a.schoolId', '=', schoolId)
    .where('a.termId', '=', termId)
    .where('a.byRule', '=', false)
    .where(sql<boolean>`a.student_id = any(${studentIds}::bigint[])`)
    .groupBy('f.name')
    .orderBy('f.name')
}
