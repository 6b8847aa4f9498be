import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import { classSr, schoolOrder } from '#domains/classes/server/schoolOrder.exports.ts'
import { matchesSearch } from '#domains/students/server/students.exports.ts'
import type { Day } from '#shared/dates.ts'
import { ageingGroups, dueRange } from '../pending.rules.ts'
import { dueOnOfFee, termsUpTo } from './account.sql.ts'
import { balanceColumns, entriesOfFees, pendingOfEntries, positionsOfStudent } from './positions.sql.ts'
import type { pendingFilter, PendingSort } from '../pending.schema.ts'

/*
 * Pending fees: the positions of students (positions.sql.ts) in the fixed fees that a filter asks for. Either the
 * entries of the fees are summed in one grouping, or each student's are read through an index where a class, section or
 * search leaves few students. Measured with 5,000 students: the order of a term with 150,000 lines 78 ms, of several
 * terms 163 ms, of one class 13 and 45 ms; the rows of a page 2 to 6 ms.
 */

type PendingConditions = z.output<typeof pendingFilter> & {
  /** The day on which fees are overdue or not. */
  today: Day
}

/** A student with pending fees. */
export interface PendingStudent {
  studentId: number
  name: string
  phone: string
  registerNo: string
  disabled: boolean
  roll: string
  /** Class and section, `7-B`. */
  sectionName: string
  pending: number
  clearing: number
  /** The months of the shown term with something pending, unordered. */
  months: string[]
  /** Whether a fee of the shown term without a month is pending. */
  oneTime: boolean
  /** The names of other terms with something pending, by name. */
  earlierTerms: string[]
  /** The earliest due date of what is pending. */
  dueSince: Day
}

/** The overdue fees of one age. */
export interface AgeingSum {
  pending: number
  students: number
}

/** All students of a list in its order, and its sums. */
export interface PendingOrder {
  studentIds: number[]
  pending: number
  clearing: number
  /** By group of `ageingGroups`. */
  ageing: AgeingSum[]
}

/**
 * The pending fees of a section for a month, or for one-time fees, of one age: an index of `ageingGroups`, null for
 * fees that are not overdue.
 */
export interface PendingCell {
  sectionId: number
  sectionName: string
  month: string | null
  ageing: number | null
  pending: number
}

/**
 * Returns the condition that a column is of a term with fees that count. Several are an array, which is read once: the
 * indexes begin with school and term.
 */
function areTerms(column: string, schoolId: number, { termId, terms = 'TERM' }: PendingConditions): RawBuilder<unknown> {
  if (terms === 'TERM') return sql`${sql.ref(column)} = ${termId}`
  return sql`${sql.ref(column)} = any(array(${termsUpTo({ schoolId, termId }, 'all')}))`
}

/** Dues from before Shala are of an earlier year, although their fees are in the term of the import. */
function areOfYears({ termId, terms = 'TERM' }: PendingConditions): RawBuilder<unknown> {
  if (terms === 'ALL') return sql`true`
  return terms === 'TERM' ? sql`opening_year is null` : sql`(term_id <> ${termId} or opening_year is not null)`
}

/** Selects the fixed fees that match the filter, each with its ageing group; null for a fee that is not overdue. */
function dueFees(schoolId: number, filter: PendingConditions): RawBuilder<unknown> {
  const { month, upTo, oneTime, due, today } = filter
  const placeOf = (one: RawBuilder<unknown>) => sql`(
    select fee_month_start(${one}, terms.starts_on) from terms where terms.school_id = ${schoolId} and terms.id = fees.term_id)`
  const ofMonth = upTo ? sql`${placeOf(sql`fees.month`)} <= ${placeOf(sql`${month}`)}` : sql`month = ${month}`
  const asked = oneTime ? sql`month is null` : month === undefined ? sql`true` : ofMonth
  const { from, to } = dueRange(due, today)
  const ageing = ageingGroups.map((group, index) => {
    const range = dueRange(group, today)
    return sql`when due_on <= ${range.to} and due_on >= ${range.from} then ${sql.lit(index)}`
  })
  const earlierTerm = sql`case when opening_year is not null then opening_year || '-' || right((opening_year + 1)::text, 2)
    when term_id <> ${filter.termId}
    then (select name from terms where terms.school_id = ${schoolId} and terms.id = term_id) end as earlier_term`
  // Without the offset a due date is computed wherever it is used: a page of the list took 9.4 ms instead of 3.3.
  return sql`select id, term_id, fee_category_id, month, once_on, ${earlierTerm}, amount, true as fixed_amount, due_on, case ${sql.join(ageing, sql` `)} end as ageing from (
      select id, term_id, fee_category_id, month, due_on as once_on, opening_year, amount, ${dueOnOfFee} as due_on from fees
      where school_id = ${schoolId} and ${areTerms('term_id', schoolId, filter)} and ${areOfYears(filter)} and fixed_amount and deleted_at is null and ${asked}
      offset 0
    ) fee
    where due_on between ${from}::date and ${to}::date`
}

/** Selects the sections that match the filter, numbered in the school's order. */
export function listedSections(
  schoolId: number,
  viewer: Viewer,
  { termId, classId, sectionId }: PendingConditions,
): RawBuilder<unknown> {
  return sql`select section_id, name, row_number() over (order by ${schoolOrder('section')}) as place from (
      select sections.id as section_id, classes.name || '-' || sections.name as name, sections.sr, sections.class_id,
        ${classSr} as class_sr
      from sections join classes on classes.school_id = current_school() and classes.id = sections.class_id
      where sections.school_id = ${schoolId} and sections.term_id = ${termId} and ${visibleSection(viewer)}
    ) section
    where ${classId === undefined ? sql`true` : sql`class_id = ${classId}`} and ${sectionId === undefined ? sql`true` : sql`section_id = ${sectionId}`}`
}

/**
 * Selects the matching students by section, each with a lateral subquery.
 * @param each the subquery, which may refer to the student as `e` and `s`
 */
export function perStudent(
  schoolId: number,
  filter: PendingConditions,
  selected: RawBuilder<unknown>,
  each: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`select ${selected}
    from places
    join enrolments e
      on e.school_id = ${schoolId} and e.section_id = places.section_id and ${matchesSearch(schoolId, filter.search ?? '')}
    join students s on s.school_id = ${schoolId} and s.id = e.student_id and ${filter.disabledToo ? sql`true` : sql`not s.disabled`}
    cross join lateral (${each}) owing`
}

/** Selects the positions of student `e` on the fees of the CTE `due`, with some of its columns. */
function positionsOfListed(schoolId: number, filter: PendingConditions, columns: readonly string[]): RawBuilder<unknown> {
  const inTerms = (column: string) => areTerms(column, schoolId, filter)
  return positionsOfStudent({ school: sql`${schoolId}`, student: sql`e.student_id`, inTerms }, sql`due`, columns)
}

/** Excludes erased students: a category's new fees would count for them too, and nobody collects these. */
const notErased = sql`s.erased_at is null`

const studentColumns = sql`e.student_id, e.roll, e.roll_sort, places.place, places.section_id, places.name as section_name,
    s.name, s.phone, s.register_no, s.disabled, owing.pending, owing.clearing, owing.ageing`

/** The sums of one student by group of age, as an array. */
const byAgeing = (sumOf: (isOfGroup: RawBuilder<boolean>) => RawBuilder<number>) =>
  sql`array[${sql.join(ageingGroups.map((_, index) => sumOf(sql<boolean>`ageing = ${sql.lit(index)}`)))}]`

/** The sums of all students by group of age. */
const totalAgeing = sql`jsonb_build_array(${sql.join(
  ageingGroups.map(
    (_, index) =>
      sql`jsonb_build_object('pending', coalesce(sum(ageing[${sql.lit(index + 1)}]), 0), 'students', count(*) filter (where ageing[${sql.lit(index + 1)}] > 0))`,
  ),
)})`

/** Selects the students with pending fees when a class, section or search leaves few students. */
function pendingOfFewStudents(schoolId: number, filter: PendingConditions): RawBuilder<unknown> {
  const ageing = byAgeing((isOfGroup) => sql`coalesce(sum(pending) filter (where ${isOfGroup}), 0)::bigint`)
  const each = sql`select sum(pending)::bigint as pending, sum(clearing)::bigint as clearing, ${ageing} as ageing
    from (${positionsOfListed(schoolId, filter, ['ageing'])}) position
    where ${notErased} having sum(pending) > 0`
  return perStudent(schoolId, filter, studentColumns, each)
}

/** Selects the students with pending fees of the whole term: sums first, then joins the students. */
function pendingOfWholeTerm(schoolId: number, { termId, disabledToo }: PendingConditions): RawBuilder<unknown> {
  return sql`select ${studentColumns}
    from (
      select student_id, ${pendingOfEntries()} as pending, ${balanceColumns}, ${byAgeing(pendingOfEntries)} as ageing
      from (${entriesOfFees(schoolId, sql`due`, ['ageing'])}) entry
      group by student_id having sum(owed) > 0
    ) owing
    join enrolments e on e.school_id = ${schoolId} and e.term_id = ${termId} and e.student_id = owing.student_id
    join students s on s.school_id = ${schoolId} and s.id = e.student_id and ${disabledToo ? notErased : sql`not s.disabled`}
    join places on places.section_id = e.section_id`
}

const sectionOrder = 'place, roll_sort, student_id'
const sortColumns: Readonly<Record<Exclude<PendingSort, 'SECTION'>, string>> = {
  NAME: 'name',
  REGISTER_NO: 'register_no',
  PHONE: 'phone',
  PENDING: 'pending',
  CLEARING: 'clearing',
}

function orderBy(sort: PendingSort, descending: boolean): RawBuilder<unknown> {
  const direction = descending ? 'desc' : 'asc'
  if (sort === 'SECTION') return sql.raw(`place ${direction}, roll_sort ${direction}, student_id ${direction}`)
  return sql.raw(`${sortColumns[sort]} ${direction}, ${sectionOrder}`)
}

/** The students with pending fees as `owing`, with the due fees and the sections that they are found by. */
function owing(schoolId: number, viewer: Viewer, filter: PendingConditions): RawBuilder<unknown> {
  const { classId, sectionId, search = '' } = filter
  const few = classId !== undefined || sectionId !== undefined || search !== ''
  return sql`due as (${dueFees(schoolId, filter)}),
    places as (${listedSections(schoolId, viewer, filter)}),
    owing as (${few ? pendingOfFewStudents(schoolId, filter) : pendingOfWholeTerm(schoolId, filter)})`
}

/** Selects the ids of all students with pending fees in the order of a list, and the sums of the list: one row. */
export function pendingOrder(
  db: Db | Tx,
  schoolId: number,
  viewer: Viewer,
  { sort = 'SECTION', descending = false, ...filter }: PendingConditions & { sort?: PendingSort; descending?: boolean },
) {
  return db
    .selectFrom(
      sql<PendingOrder>`(
    with ${owing(schoolId, viewer, filter)}
    select coalesce(array_agg(student_id order by ${orderBy(sort, descending)}), '{}') as student_ids,
      coalesce(sum(pending), 0)::bigint as pending, coalesce(sum(clearing), 0)::bigint as clearing, ${totalAgeing} as ageing
    from owing)`.as<'pending'>('pending'),
    )
    .selectAll()
}

/** Selects all students with pending fees, by section and roll. */
export function owingStudents(db: Db | Tx, schoolId: number, viewer: Viewer, filter: PendingConditions) {
  return db
    .selectFrom(
      sql<Pick<PendingStudent, 'name' | 'phone' | 'sectionName' | 'pending'> & { id: number }>`(
    with ${owing(schoolId, viewer, filter)}
    select student_id as id, name, phone, section_name, pending from owing order by ${sql.raw(sectionOrder)})`.as<'pending'>(
        'pending',
      ),
    )
    .selectAll()
}

/** Selects the students of one page, in the order of their ids. Who has nothing pending any more is left out. */
export function pendingRows(
  db: Db | Tx,
  schoolId: number,
  viewer: Viewer,
  filter: PendingConditions,
  studentIds: readonly number[],
) {
  return db
    .selectFrom(
      sql<PendingStudent>`(
    with due as (${dueFees(schoolId, filter)}),
    places as (${listedSections(schoolId, viewer, filter)})
    select e.student_id, s.name, s.phone, s.register_no, s.disabled, e.roll, places.name as section_name, owing.*
    from unnest(${studentIds}::bigint[]) with ordinality listed (student_id, nth)
    join enrolments e on e.school_id = ${schoolId} and e.term_id = ${filter.termId} and e.student_id = listed.student_id
    join students s on s.school_id = ${schoolId} and s.id = e.student_id
    join places on places.section_id = e.section_id
    cross join lateral (
      select sum(pending)::bigint as pending, sum(clearing)::bigint as clearing,
        coalesce(array_agg(distinct month) filter (where pending > 0 and earlier_term is null and month is not null), '{}') as months,
        coalesce(bool_or(month is null) filter (where pending > 0 and earlier_term is null), false) as one_time,
        coalesce(array_agg(distinct earlier_term) filter (where pending > 0 and earlier_term is not null), '{}') as earlier_terms,
        min(due_on) filter (where pending > 0) as due_since
      from (${positionsOfListed(schoolId, filter, ['month', 'earlier_term', 'due_on'])}) position
      having sum(pending) > 0
    ) owing
    order by listed.nth)`.as<'pending'>('pending'),
    )
    .selectAll()
}

/** Sums the pending fees of the matching students by section, month and age, in the school's order of sections. */
export function pendingBySection(db: Db, schoolId: number, viewer: Viewer, filter: PendingConditions) {
  const each = sql`select month, ageing, pending from (${positionsOfListed(schoolId, filter, ['month', 'ageing'])}) position
    where ${notErased} and pending > 0`
  return db
    .selectFrom(
      sql<PendingCell>`(
    with due as (${dueFees(schoolId, filter)}),
    places as (${listedSections(schoolId, viewer, filter)})
    select section_id, section_name, month, ageing, sum(pending)::bigint as pending
    from (${perStudent(schoolId, filter, sql`places.place, places.section_id, places.name as section_name, owing.month, owing.ageing, owing.pending`, each)}) owing
    group by place, section_id, section_name, month, ageing
    order by place)`.as<'pending'>('pending'),
    )
    .selectAll()
}
