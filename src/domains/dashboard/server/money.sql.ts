import { type RawBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import type { Db } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import { classSr, schoolOrder } from '#domains/classes/server/schoolOrder.exports.ts'
import { balanceColumns, dueOnOfFee, entriesOfFees, pendingOfEntries } from '#domains/fees/server/reports.exports.ts'
import { matchesSearch } from '#domains/students/server/students.exports.ts'
import type { Day } from '#shared/dates.ts'
import type { FeeMonth, FeeSums } from '../dashboard.rules.ts'
import type { StudentMoneySort, studentMoneyView } from '../money.schema.ts'

/*
 * The sums of the fees of a term by month and class, and by student: paid, conceded and written off by the lines of all
 * students, pending by the fixed fees of enabled ones less every line on them.
 */

/** The fees whose sums are read. */
interface SummedFees {
  termId: number
  /** The day on which fees are overdue or not. */
  today: Day
  month?: string | undefined
  oneTime?: boolean | undefined
}

function summedFees(schoolId: number, { termId, today, month, oneTime }: SummedFees): RawBuilder<unknown> {
  const asked = oneTime ? sql`month is null` : month === undefined ? sql`true` : sql`month = ${month}`
  // Dues from before Shala are of earlier years, as the fees of earlier terms are.
  return sql`select id, term_id, fee_category_id, month, due_on as once_on, amount, fixed_amount, ${dueOnOfFee} < ${today}::date as overdue from fees
      where school_id = ${schoolId} and term_id = ${termId} and opening_year is null and deleted_at is null and ${asked}`
}

/** Selects the sections that the viewer sees, numbered in the school's order. */
function placesOf(
  schoolId: number,
  viewer: Viewer,
  { termId, classId, sectionId }: { termId: number; classId?: number | undefined; sectionId?: number | undefined },
): RawBuilder<unknown> {
  return sql`select section_id, class_id, name, row_number() over (order by ${schoolOrder('section')}) as place from (
      select sections.id as section_id, classes.name || '-' || sections.name as name, sections.sr, sections.class_id,
        ${classSr} as class_sr
      from sections join classes on classes.school_id = current_school() and classes.id = sections.class_id
      where sections.school_id = ${schoolId} and sections.term_id = ${termId} and ${visibleSection(viewer)}
    ) section
    where ${classId === undefined ? sql`true` : sql`class_id = ${classId}`} and ${sectionId === undefined ? sql`true` : sql`section_id = ${sectionId}`}`
}

/** Finds the section of the student of `account`, and whether the student is disabled. */
function placeOfStudent(schoolId: number, termId: number, search = ''): RawBuilder<unknown> {
  return sql`join enrolments e on e.school_id = ${schoolId} and e.term_id = ${termId} and e.student_id = account.student_id
      and ${matchesSearch(schoolId, search)}
    join students s on s.school_id = ${schoolId} and s.id = account.student_id`
}

/** Nobody asks a disabled student for fees. */
const askedOf = (column: 'pending' | 'overdue') => sql`case when s.disabled then 0 else account.${sql.ref(column)} end`

/** Sums of the fees of one month of the students of one class. */
export interface MonthOfClass extends FeeMonth {
  classId: number
  className: string
}

/**
 * Sums the fees of a term by month and class, in the school's order of classes. Months and classes without fees are
 * left out.
 *
 * Each entry finds the class of its student in two arrays, by a binary search (`width_bucket`): a join of 150,000 lines
 * with their students would take five times as long. Every line and assignment is of an enrolled student (a foreign
 * key), so each is found. The code of a class is even for students who are enabled and odd for disabled ones; 0 is of
 * sections that the viewer does not see.
 */
export function feesByMonthAndClass(
  db: Db,
  schoolId: number,
  viewer: Viewer,
  { termId, today, upTo }: { termId: number; today: Day; upTo?: Day | undefined },
) {
  const codeOf = (column: string) => sql`(select codes from people)[width_bucket(${sql.ref(column)}, (select ids from people))]`
  const isInTime = upTo === undefined ? sql`true` : sql`line.collected_on <= ${upTo}`
  const isEnabled = sql`code % 2 = 0`
  return db
    .selectFrom(
      sql<MonthOfClass>`(
    with places as (
      select section_id, class_id, class_name, dense_rank() over (order by class_sr, class_id) as class_place, is_visible from (
        select sections.id as section_id, sections.class_id, classes.name as class_name, ${classSr} as class_sr,
          ${visibleSection(viewer)} as is_visible
        from sections join classes on classes.school_id = current_school() and classes.id = sections.class_id
        where sections.school_id = ${schoolId} and sections.term_id = ${termId}
      ) section
    ),
    disabled_students as (select id from students where school_id = ${schoolId} and disabled),
    people as (
      select array_agg(student_id order by student_id) as ids, array_agg(code order by student_id) as codes from (
        select e.student_id, (case when not places.is_visible then 0
          else places.class_place * 2 + case when (e.student_id in (select id from disabled_students)) is true then 1 else 0 end end)::int as code
        from places
        join enrolments e on e.school_id = ${schoolId} and e.section_id = places.section_id
      ) person
    ),
    due as (${summedFees(schoolId, { termId, today })}),
    entries as (
      select month, overdue, ${codeOf('student_id')} as code, status, sum(value) as value, sum(owed) as owed
      from (${entriesOfFees(schoolId, sql`due`, ['month', 'overdue'], isInTime)}) entry
      group by 1, 2, 3, 4
    )
    select month, class_id, class_name, ${balanceColumns}, ${pendingOfEntries(isEnabled)} as pending,
      ${pendingOfEntries(sql`${isEnabled} and overdue`)} as overdue
    from entries join (select distinct class_id, class_name, class_place from places where is_visible) class on class.class_place = entries.code / 2
    group by month, class_id, class_name, class_place
    order by class_place)`.as<'sums'>('sums'),
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
    with due as (${summedFees(schoolId, view)}),
    places as (${placesOf(schoolId, viewer, view)}),
    account as (
      select student_id, ${balanceColumns}, ${pendingOfEntries()} as pending, ${pendingOfEntries(sql`overdue`)} as overdue
      from (${entriesOfFees(schoolId, sql`due`, ['overdue'])}) entry
      group by student_id
    ),
    listed as (
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

/** The term before another one, with its first day. */
export interface TermBefore {
  id: number
  name: string
  startsOn: Day
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
