import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import { foundBySearch } from '#domains/students/server/students.exports.ts'
import type { Month } from '../months.ts'
import { monthsUpTo } from '../pending.rules.ts'
import type { pendingFilter, PendingSort, pendingView } from '../pending.schema.ts'

/*
 * Who owes what: what each student is asked for by fixed fees, without all that stands on them, as `balance` has it.
 *
 * Under row-level security the planner guesses one row wherever school and term stand together, and joins thousands one by one.
 * So nothing large is joined here: what is asked and what stands are appended and summed in one grouping, or read for one student
 * after the other by her index where a class, a section or a search leaves few. Measured with 5,000 students and 150,000 lines:
 * a page with its totals 100 ms, of one class 20 ms; the table by section and month 250 ms.
 */

type Filter = z.output<typeof pendingFilter> & {
  /** Instead of a month: the fees of these and those without one. */
  begun?: readonly Month[] | undefined
}

/** A student who owes something of what was asked about. */
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
  /** The months with something pending, in no certain order. */
  months: string[]
  /** Whether a fee without a month is pending. */
  oneTime: boolean
}

/** What all that match come to, on each row; on a page without rows it stands alone. */
export interface PendingTotals {
  total: number
  totalPending: number
  totalClearing: number
}

/** What a section's students owe for a month; null is one time. */
export interface PendingCell {
  sectionId: number
  sectionName: string
  month: string | null
  pending: number
}

/** The fixed fees asked about. */
export function dueFees(schoolId: number, { termId, month, upTo, oneTime, begun }: Filter): RawBuilder<unknown> {
  const months = month === undefined ? null : upTo ? monthsUpTo(month) : [month]
  const asked = begun
    ? sql`(month is null or month = any(${begun}::text[]))`
    : oneTime
      ? sql`month is null`
      : months
        ? sql`month = any(${months}::text[])`
        : sql`true`
  return sql`select id, fee_category_id, month, amount from fees
    where school_id = ${schoolId} and term_id = ${termId} and fixed_amount and deleted_at is null and ${asked}`
}

/** The sections asked about, in the school's order. */
export function places(schoolId: number, viewer: Viewer, { termId, classId, sectionId }: Filter): RawBuilder<unknown> {
  return sql`select section_id, name, row_number() over (order by class_sr, class_id, sr, section_id) as place from (
      select sections.id as section_id, classes.name || '-' || sections.name as name, sections.sr, sections.class_id,
        min(sections.sr) over (partition by sections.class_id) as class_sr
      from sections join classes on classes.school_id = sections.school_id and classes.id = sections.class_id
      where sections.school_id = ${schoolId} and sections.term_id = ${termId} and ${visibleSection(viewer)}
    ) section
    where ${classId === undefined ? sql`true` : sql`class_id = ${classId}`} and ${sectionId === undefined ? sql`true` : sql`section_id = ${sectionId}`}`
}

/** The students asked about in the order of the sections, each read with what `each` selects for her. */
export function oneByOne(
  schoolId: number,
  filter: Filter,
  selected: RawBuilder<unknown>,
  each: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`select ${selected}
    from places
    cross join lateral (
      select e.student_id, e.roll, e.roll_sort from enrolments e
      where e.school_id = ${schoolId} and e.section_id = places.section_id and ${foundBySearch(schoolId, filter.search ?? '')}
      offset 0
    ) e
    cross join lateral (
      select s.name, s.phone, s.register_no, s.disabled, s.erased_at from students s
      where s.school_id = ${schoolId} and s.id = e.student_id and ${filter.disabledToo ? sql`true` : sql`not s.disabled`}
      offset 0
    ) s
    cross join lateral (${each}) owing`
}

/** Of student `e`: what she is asked for by due fees, and less what stands on them, by fee. */
export function accountOf(schoolId: number, { termId }: Filter): RawBuilder<unknown> {
  return sql`
    select due.id as fee_id, due.month, due.amount, 0 as clearing from student_fee_categories a
    join due on due.fee_category_id = a.fee_category_id
    where a.school_id = ${schoolId} and a.term_id = ${termId} and a.student_id = e.student_id
    union all
    select l.fee_id, null, -l.amount, case l.status when 'CLEARING' then l.amount else 0 end from collected_lines l
    where l.school_id = ${schoolId} and l.term_id = ${termId} and l.student_id = e.student_id and l.deleted_at is null
      and l.status <> 'FAILED' and l.fee_id = any((select array_agg(id) from due)::bigint[])`
}

/** A fee that is added later is asked of her place as of every other; of her nobody collects it. */
const notErased = sql`s.erased_at is null`

const student = sql`e.student_id, e.roll, e.roll_sort, places.place, places.section_id, places.name as section_name,
    s.name, s.phone, s.register_no, s.disabled, owing.pending, owing.clearing`

/** Those who owe, where a class, a section or a search leaves few. */
function owingOfFew(schoolId: number, filter: Filter): RawBuilder<unknown> {
  const each = sql`select sum(amount)::bigint as pending, sum(clearing)::bigint as clearing from (${accountOf(schoolId, filter)}) account
    where ${notErased} having sum(amount) > 0`
  return oneByOne(schoolId, filter, student, each)
}

/** Those who owe, of the whole term: summed first, and only then looked at who they are. */
function owingOfAll(schoolId: number, { termId, disabledToo }: Filter): RawBuilder<unknown> {
  return sql`select ${student}
    from (
      select student_id, sum(amount)::bigint as pending, sum(clearing)::bigint as clearing from (
        select a.student_id, category.amount, 0 as clearing
        from (select fee_category_id, sum(amount) as amount from due group by fee_category_id) category
        cross join lateral (
          select student_id from student_fee_categories a
          where a.school_id = ${schoolId} and a.fee_category_id = category.fee_category_id
          offset 0
        ) a
        union all
        select l.student_id, -l.amount, case l.status when 'CLEARING' then l.amount else 0 end
        from due
        cross join lateral (
          select student_id, amount, status from collected_lines l
          where l.school_id = ${schoolId} and l.term_id = ${termId} and l.fee_id = due.id and l.deleted_at is null and l.status <> 'FAILED'
          offset 0
        ) l
      ) account
      group by student_id having sum(amount) > 0
    ) owing
    cross join lateral (
      select e.student_id, e.roll, e.roll_sort, e.section_id from enrolments e
      where e.school_id = ${schoolId} and e.term_id = ${termId} and e.student_id = owing.student_id
      offset 0
    ) e
    cross join lateral (
      select s.name, s.phone, s.register_no, s.disabled from students s
      where s.school_id = ${schoolId} and s.id = e.student_id and ${disabledToo ? notErased : sql`not s.disabled`}
      offset 0
    ) s
    join places on places.section_id = e.section_id`
}

const inPlace = 'place, roll_sort, student_id'
const columns: Readonly<Record<Exclude<PendingSort, 'SECTION'>, string>> = {
  NAME: 'name',
  REGISTER_NO: 'register_no',
  PHONE: 'phone',
  PENDING: 'pending',
  CLEARING: 'clearing',
}

function order(sort: PendingSort, descending: boolean): RawBuilder<unknown> {
  const direction = descending ? 'desc' : 'asc'
  if (sort === 'SECTION') return sql.raw(`place ${direction}, roll_sort ${direction}, student_id ${direction}`)
  return sql.raw(`${columns[sort]} ${direction}, ${inPlace}`)
}

/** One page of the students who owe, and what all of them owe. Without rows the totals stand alone, with `studentId` null. */
export function pendingPage(
  db: Db | Tx,
  schoolId: number,
  viewer: Viewer,
  view: z.output<typeof pendingView> & Pick<Filter, 'begun'>,
) {
  const { page = 0, pageSize = 20, sort = 'SECTION', descending = false, classId, sectionId, search = '' } = view
  const few = classId !== undefined || sectionId !== undefined || search !== ''
  return db
    .selectFrom(
      sql<PendingTotals & { [K in keyof PendingStudent]: PendingStudent[K] | null }>`(
    with due as materialized (${dueFees(schoolId, view)}),
    places as materialized (${places(schoolId, viewer, view)}),
    owing as materialized (${few ? owingOfFew(schoolId, view) : owingOfAll(schoolId, view)}),
    page as materialized (
      select *, row_number() over (order by ${order(sort, descending)}) as nth from owing
      order by ${order(sort, descending)} limit ${pageSize} offset ${page * pageSize}
    )
    select totals.total, totals.pending as total_pending, totals.clearing as total_clearing,
      e.student_id, e.name, e.phone, e.register_no, e.disabled, e.roll, e.section_name, e.pending, e.clearing, open.months, open.one_time
    from (
      select count(*)::int as total, coalesce(sum(pending), 0)::bigint as pending, coalesce(sum(clearing), 0)::bigint as clearing from owing
    ) totals
    left join page e on true
    left join lateral (
      select coalesce(array_agg(distinct month) filter (where month is not null), '{}') as months, bool_or(month is null) as one_time
      from (select max(month) as month from (${accountOf(schoolId, view)}) account group by fee_id having sum(amount) > 0) fee
    ) open on true
    order by e.nth)`.as<'pending'>('pending'),
    )
    .selectAll()
}

/** What the students of each section owe for each month, for those who match; sections in the school's order. */
export function pendingBySection(db: Db, schoolId: number, viewer: Viewer, filter: Filter) {
  const each = sql`select max(month) as month, sum(amount) as pending from (${accountOf(schoolId, filter)}) account where ${notErased}
    group by fee_id having sum(amount) > 0`
  return db
    .selectFrom(
      sql<PendingCell>`(
    with due as materialized (${dueFees(schoolId, filter)}),
    places as materialized (${places(schoolId, viewer, filter)})
    select section_id, section_name, month, sum(pending)::bigint as pending
    from (${oneByOne(schoolId, filter, sql`places.place, places.section_id, places.name as section_name, owing.month, owing.pending`, each)}) owing
    group by place, section_id, section_name, month
    order by place)`.as<'pending'>('pending'),
    )
    .selectAll()
}
