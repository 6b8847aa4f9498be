import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import type { SetupCounts } from '../setup.rules.ts'

/** Counts what a school and its current term have and lack, in one statement. */
export function setupCounts(db: Db, schoolId: number) {
  return db
    .selectFrom(
      sql<SetupCounts>`(
    with term as (select id, name from terms where school_id = ${schoolId} and current),
    people as (
      select count(*) filter (where role = 'ADMIN')::int as admins, count(*) filter (where role = 'TEACHER')::int as teachers,
        count(*) filter (where role not in ('ADMIN', 'TEACHER'))::int as others
      from users where school_id = ${schoolId} and not disabled
    ),
    able as (select id from users where school_id = ${schoolId} and not disabled),
    off as (select id from students where school_id = ${schoolId} and disabled),
    grades as (select id from classes where school_id = ${schoolId} and term_id = (select id from term)),
    groups as (select id, class_id from sections where school_id = ${schoolId} and term_id = (select id from term)),
    lessons as (select id, section_id from subjects where school_id = ${schoolId} and term_id = (select id from term)),
    seated as (
      select student_id, section_id from enrolments
      where school_id = ${schoolId} and term_id = (select id from term) and (student_id in (select id from off)) is not true
    ),
    categories as (
      select id from fee_categories where school_id = ${schoolId} and term_id = (select id from term) and deleted_at is null
    )
    select (select name from term) as term, people.admins, people.teachers, people.others as other_users,
      (select count(*)::int from grades) as classes,
      (select count(*)::int from grades where (id in (select class_id from groups)) is not true) as classes_without_section,
      (select count(*)::int from groups) as sections,
      (select count(*)::int from groups where (id in (
        select section_id from section_teachers where school_id = ${schoolId} and user_id in (select id from able))) is not true
      ) as sections_without_teacher,
      (select count(*)::int from groups where (id in (select section_id from lessons)) is not true) as sections_without_subject,
      (select count(*)::int from lessons where (id in (
        select subject_id from subject_teachers where school_id = ${schoolId} and user_id in (select id from able))) is not true
      ) as subjects_without_teacher,
      (select count(*)::int from groups where (id in (select section_id from seated)) is not true) as sections_without_student,
      (select count(*)::int from seated) as students,
      (select count(*)::int from seated where (student_id in (
        select id from students where school_id = ${schoolId} and phone = ${defaultPhone})) is true
      ) as students_without_phone,
      (select count(*)::int from categories) as fee_categories,
      (select count(*)::int from categories where (id in (
        select fee_category_id from fees where school_id = ${schoolId} and deleted_at is null)) is not true
      ) as categories_without_fees,
      (select count(*)::int from seated where (student_id in (
        select a.student_id from student_fee_categories a
        where a.school_id = ${schoolId} and a.fee_category_id in (select id from categories))) is not true
      ) as students_without_fees
    from people)`.as<'s'>('s'),
    )
    .selectAll()
}
