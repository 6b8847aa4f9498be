import { type RawBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import type { Db } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import { classSr, schoolOrder } from '#domains/classes/server/schoolOrder.exports.ts'
import { dueOnOfFee } from '#domains/fees/server/reports.exports.ts'
import { matchesSearch } from '#domains/students/server/students.exports.ts'
import type { Day } from '#shared/dates.ts'
import type { FeeSums } from '../dashboard.rules.ts'
import type { StudentMoneySort, studentMoneyView } from '../money.schema.ts'

/*
 * The sums of the fees of a term by class and by student, as `feeMonths` sums them by month: paid, conceded and
 * written off by the lines of all students, pending by the fixed fees of enabled ones less every line on them. Class
 * and list of students are the same rows, so they agree.
 *
 * As in the pending list nothing large is joined, because under row-level security the planner expects one row. Fees
 * and lines are appended and summed by student, and each student's place is found through an index.
 */

/** The fees whose sums are read. */
interface SummedFees {
  termId: number
  /** The day on which fees are overdue or not. */
  today: Day
  /** Leaves out the lines of later days. */
  upTo?: Day | undefined
  month?: string | undefined
  oneTime?: boolean | undefined
}

function summedFees(schoolId: number, { termId, today, month, oneTime }: SummedFees): RawBuilder<unknown> {
  const asked = oneTime ? sql`month is null` : month === undefined ? sql`true` : sql`month = ${month}`
  return sql`select id, fee_category_id, amount, fixed_amount, ${dueOnOfFee} < ${today}::date as overdue from fees
      where school_id = ${schoolId} and term_id = ${termId} and deleted_at is null and ${asked}`
}

/** Selects the sums of each student from the CTE `due`: what is asked, and the lines on it. */
function sumsOfStudents(schoolId: number, { termId, upTo }: SummedFees): RawBuilder<unknown> {
  const isInTime = upTo === undefined ? sql`true` : sql`l.collected_on <= ${upTo}`
  const sumOf = (condition: RawBuilder<unknown>) => sql`coalesce(sum(amount) filter (where ${condition}), 0)::bigint`
  return sql`select student_id,
      ${sumOf(sql`status in ('PAID', 'PART_PAID', 'REFUND')`)} as paid,
      ${sumOf(sql`status = 'CLEARING'`)} as clearing,
      ${sumOf(sql`status = 'DISCOUNT'`)} as discount,
      ${sumOf(sql`status = 'CONCESSION'`)} as concession,
      ${sumOf(sql`status = 'WRITE_OFF'`)} as written_off,
      coalesce(sum(case status when 'ASKED' then amount else -amount end) filter (where fixed_amount), 0)::bigint as pending,
      coalesce(sum(case status when 'ASKED' then amount else -amount end) filter (where fixed_amount and overdue), 0)::bigint as overdue
    from (
      select a.student_id, 'ASKED' as status, category.amount, true as fixed_amount, category.overdue
      from (select fee_category_id, overdue, sum(amount) as amount from due where fixed_amount group by fee_category_id, overdue) category
      cross join lateral (
        select student_id from student_fee_categories a
        where a.school_id = ${schoolId} and a.fee_category_id = category.fee_category_id
        offset 0
      ) a
      union all
      select l.student_id, l.status, l.amount, due.fixed_amount, due.overdue
      from due
      cross join lateral (
        select l.student_id, l.status, l.amount from collected_lines l
        where l.school_id = ${schoolId} and l.term_id = ${termId} and l.fee_id = due.id and l.deleted_at is null and l.status <> 'FAILED'
          and ${isInTime}
        offset 0
      ) l
    ) entry
    group by student_id`
}

/** Selects the sections that the viewer sees, numbered in the school's order. */
function placesOf(
  schoolId: number,
  viewer: Viewer,
  { termId, classId, sectionId }: { termId: number; classId?: number | undefined; sectionId?: number | undefined },
): RawBuilder<unknown> {
  return sql`select section_id, class_id, class_name, name, row_number() over (order by ${schoolOrder('section')}) as place from (
      select sections.id as section_id, classes.name as class_name, classes.name || '-' || sections.name as name, sections.sr,
        sections.class_id, ${classSr} as class_sr
      from sections join classes on classes.school_id = sections.school_id and classes.id = sections.class_id
      where sections.school_id = ${schoolId} and sections.term_id = ${termId} and ${visibleSection(viewer)}
    ) section
    where ${classId === undefined ? sql`true` : sql`class_id = ${classId}`} and ${sectionId === undefined ? sql`true` : sql`section_id = ${sectionId}`}`
}

/** Finds the section of the student of `account`, and whether the student is disabled. */
function placeOfStudent(schoolId: number, termId: number, search = ''): RawBuilder<unknown> {
  return sql`cross join lateral (
      select e.section_id, e.roll, e.roll_sort from enrolments e
      where e.school_id = ${schoolId} and e.term_id = ${termId} and e.student_id = account.student_id and ${matchesSearch(schoolId, search)}
      offset 0
    ) e
    cross join lateral (
      select s.name, s.register_no, s.disabled from students s where s.school_id = ${schoolId} and s.id = account.student_id
      offset 0
    ) s`
}

/** Nobody asks a disabled student for fees. */
const askedOf = (column: 'pending' | 'overdue') => sql`case when s.disabled then 0 else account.${sql.ref(column)} end`

/** Sums of the fees of a class. */
export interface FeeClass extends FeeSums {
  classId: number
  className: string
}

/** Sums the fees of a term by class, in the school's order. Classes without fees are left out. */
export function feeClasses(db: Db, schoolId: number, viewer: Viewer, fees: SummedFees) {
  const sums = sql.join(
    ['paid', 'clearing', 'discount', 'concession', 'written_off', 'pending', 'overdue'].map(
      (column) => sql`sum(${sql.ref(column)})::bigint as ${sql.ref(column)}`,
    ),
  )
  return db
    .selectFrom(
      sql<FeeClass>`(
    with due as materialized (${summedFees(schoolId, fees)}),
    places as materialized (${placesOf(schoolId, viewer, fees)}),
    account as materialized (${sumsOfStudents(schoolId, fees)}),
    section as materialized (
      select section_id, ${sums} from (
        select e.section_id, account.paid, account.clearing, account.discount, account.concession, account.written_off,
          ${askedOf('pending')} as pending, ${askedOf('overdue')} as overdue
        from account ${placeOfStudent(schoolId, fees.termId)}
      ) student
      group by section_id
    )
    select class_id, class_name, ${sums} from section join places on places.section_id = section.section_id
    group by class_id, class_name
    order by min(place))`.as<'classes'>('classes'),
    )
    .selectAll()
}

/** A student of a term with the sums of the fees. */
export interface StudentMoney extends FeeSums {
  studentId: number
  name: string
  registerNo: string
  roll: string
  /** Class and section, `7-B`. */
  sectionName: string
  disabled: boolean
}

/** Sums over all pages, repeated on each row. A page without students has one row with these alone. */
export interface StudentMoneyTotals {
  total: number
  sums: FeeSums
}

const sortColumns: Readonly<Record<Exclude<StudentMoneySort, 'SECTION'>, string>> = {
  NAME: 'name',
  EXPECTED: 'paid + clearing + discount + concession + pending',
  PAID: 'paid',
  CONCEDED: 'discount + concession',
  WRITTEN_OFF: 'written_off',
  PENDING: 'pending',
  OVERDUE: 'overdue',
}

function orderBy(sort: StudentMoneySort, descending: boolean): RawBuilder<unknown> {
  const direction = descending ? 'desc' : 'asc'
  if (sort === 'SECTION') return sql.raw(`place ${direction}, roll_sort ${direction}, student_id ${direction}`)
  return sql.raw(`${sortColumns[sort]} ${direction}, place, roll_sort, student_id`)
}

/** Selects one page of the students of a term with the sums of their fees. Students without any sum are left out. */
export function studentMoneyPage(
  db: Db,
  schoolId: number,
  viewer: Viewer,
  view: z.output<typeof studentMoneyView> & { today: Day },
) {
  const { page = 0, pageSize = 20, sort = 'SECTION', descending = false } = view
  const total = (column: string) => sql`coalesce(sum(${sql.ref(column)}), 0)`
  return db
    .selectFrom(
      sql<StudentMoneyTotals & { [K in keyof StudentMoney]: StudentMoney[K] | null }>`(
    with due as materialized (${summedFees(schoolId, view)}),
    places as materialized (${placesOf(schoolId, viewer, view)}),
    account as materialized (${sumsOfStudents(schoolId, view)}),
    listed as materialized (
      select * from (
        select account.student_id, account.paid, account.clearing, account.discount, account.concession, account.written_off,
          ${askedOf('pending')} as pending, ${askedOf('overdue')} as overdue,
          s.name, s.register_no, s.disabled, e.roll, e.roll_sort, places.place, places.name as section_name
        from account ${placeOfStudent(schoolId, view.termId, view.search)}
        join places on places.section_id = e.section_id
      ) student
      where pending <> 0 or paid <> 0 or clearing <> 0 or discount <> 0 or concession <> 0 or written_off <> 0
    ),
    page as (
      select *, row_number() over (order by ${orderBy(sort, descending)}) as nth from listed
      order by ${orderBy(sort, descending)} limit ${pageSize} offset ${page * pageSize}
    )
    select totals.*, student_id, name, register_no, disabled, roll, section_name, paid, clearing, discount, concession, written_off, pending, overdue
    from (
      select count(*)::int as total, jsonb_build_object('paid', ${total('paid')}, 'clearing', ${total('clearing')},
        'discount', ${total('discount')}, 'concession', ${total('concession')}, 'writtenOff', ${total('written_off')},
        'pending', ${total('pending')}, 'overdue', ${total('overdue')}) as sums
      from listed
    ) totals
    left join page on true
    order by nth)`.as<'students'>('students'),
    )
    .selectAll()
}

/** Selects a term with the one before it; no row when the school has none. */
export function termAndBefore(db: Db, schoolId: number, termId: number) {
  const before = db
    .selectFrom('terms as earlier')
    .select(['earlier.id', 'earlier.name', 'earlier.startsOn'])
    .where('earlier.schoolId', '=', schoolId)
    .where(sql<boolean>`(not earlier.past, earlier.id) < (not this.past, this.id)`)
    .orderBy('earlier.past')
    .orderBy('earlier.id', 'desc')
    .limit(1)
  return db
    .selectFrom('terms as this')
    .select(['this.name', 'this.startsOn', jsonObjectFrom(before).as('before')])
    .where('this.schoolId', '=', schoolId)
    .where('this.id', '=', termId)
}
