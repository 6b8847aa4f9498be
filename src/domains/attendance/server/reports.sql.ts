import { type RawBuilder, sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { StudentHead } from '#domains/students/server/studentHead.exports.ts'
import type { Day } from '#shared/dates.ts'
import type { Mark } from '#shared/marks.ts'
import { type MarkCounts, countedSessions, type RegisterSession } from '../attendance.rules.ts'
import {
  isOfHoliday,
  lastDayOfTerm,
  sectionOrder,
  lectureIsLive,
  sectionsOfTerm,
  countMembers,
  sectionVisible,
} from './sections.sql.ts'

/** A section and a span of days. */
export interface Span {
  sectionId: number
  from: string
  to: string
}

/** SQL of the local start time of register `r`: the start of its slot or lecture. */
const startOf = sql`case r.session when 'LECTURE' then date_trunc('second', r.taken_at at time zone 'Asia/Kolkata')::time else r.starts end`

/** From which the days of the week are counted: whole numbers, because `extract` returns numeric, which costs more. */
const aSunday = sql.lit('2000-01-02')

const rankOf = sql`case r.session when 'DAY' then 0 when 'MORNING' then 1 when 'AFTERNOON' then 2 else 3 end`

/**
 * SQL of a section's registers with `nth`, the number of their column in the grid. Each register has its own column,
 * but lectures of one subject and day share one unless the school has set breakdownLectures.
 */
function registersWithColumn(school: School, { sectionId, from, to }: Span): RawBuilder<unknown> {
  const merged = school.breakdownLectures ? sql`false` : sql`r.session = 'LECTURE'`
  return sql`select r.*, dense_rank() over (order by r.day, r.rank, r.first, r.key)::int as nth
    from (
      select r.*, case when ${merged} then -coalesce(r.subject_id, 0) else r.id end as key, ${rankOf} as rank, ${startOf} as start,
        case when ${merged} then min(r.taken_at at time zone 'Asia/Kolkata') over (partition by r.day, r.session, r.subject_id)::time
          else ${startOf} end as first
      from registers r
      where r.school_id = ${school.id} and r.section_id = ${sectionId} and r.day between ${from} and ${to}
    ) r`
}

/** A register of the month's grid. */
export interface ColumnRow extends MarkCounts {
  id: number
  day: string
  session: RegisterSession
  subjectName: string | null
  starts: string | null
  takenAt: Date
  takenByName: string
  /** The column's number, from 1. Merged lectures have the same one. */
  nth: number
}

/** Returns the registers of a section's days, by column. */
export function monthColumns(db: Db, school: School, span: Span) {
  return db
    .selectFrom(
      sql<ColumnRow>`(
    select r.id, r.day, r.session, subjects.name as subject_name, r.start as starts, r.present, r.absent, r.late, r.taken_at,
      r.taken_by_name, r.nth
    from (${registersWithColumn(school, span)}) r
    left join subjects on subjects.school_id = ${school.id} and subjects.id = r.subject_id
    order by r.nth, r.id)`.as<'c'>('c'),
    )
    .selectAll()
}

/** A student of the month's grid: one character per column, and the sums of the registers that count. */
export interface GridRow extends MarkCounts {
  id: number
  name: string
  roll: string
  disabled: boolean
  left: boolean
  marks: string
}

/**
 * Returns the students who have come to a section until the last of the days, and everybody with marks in it, by roll,
 * with their marks as one string. PostgreSQL joins the strings, so that 50 students × 150 columns are 50 result rows.
 */
export function monthGrid(db: Db, school: School, span: Span) {
  const counted = countedSessions(school.attType)
  return db
    .selectFrom(
      sql<GridRow>`(
    with r as (select id, nth, session, ${isOfHoliday(school.id)} as free from (${registersWithColumn(school, span)}) r),
    marked as (
      select m.student_id, r.nth, m.value, r.session = any(${counted}::text[]) and not r.free as counted
      from r join marks m on m.school_id = ${school.id} and m.register_id = r.id
    ),
    listed as (
      select student_id from marked
      union
      select e.student_id from enrolments e
      join students s on s.school_id = ${school.id} and s.id = e.student_id and not s.disabled
      where e.school_id = ${school.id} and e.section_id = ${span.sectionId} and (e.from_day is null or e.from_day <= ${span.to})
    ),
    cells as (
      select student_id, nth,
        case when bool_or(value = 'P') then 'P' when bool_or(value = 'L') then 'L' when bool_or(value = 'A') then 'A' else '·' end as value
      from (
        select student_id, nth, value from marked
        union all
        select listed.student_id, nth, null from listed cross join generate_series(1, (select max(nth) from r)) nth
      ) cell
      group by student_id, nth
    ),
    texts as (select student_id, string_agg(value, '' order by nth) as marks from cells group by student_id),
    sums as (
      select student_id, count(*) filter (where value = 'P')::int as present, count(*) filter (where value = 'A')::int as absent,
        count(*) filter (where value = 'L')::int as late
      from marked where counted group by student_id
    )
    select s.id, s.name, s.disabled, coalesce(e.roll, '') as roll, e.section_id is distinct from ${span.sectionId} as "left",
      coalesce(texts.marks, '') as marks, coalesce(sums.present, 0) as present, coalesce(sums.absent, 0) as absent,
      coalesce(sums.late, 0) as late
    from listed
    join students s on s.school_id = ${school.id} and s.id = listed.student_id
    left join sections on sections.school_id = ${school.id} and sections.id = ${span.sectionId}
    left join enrolments e
      on e.school_id = ${school.id} and e.term_id = sections.term_id and e.student_id = listed.student_id
    left join texts on texts.student_id = listed.student_id
    left join sums on sums.student_id = listed.student_id
    order by e.section_id is distinct from ${span.sectionId}, e.roll_sort, s.id)`.as<'g'>('g'),
    )
    .selectAll()
}

/** Returns a section with its name; no row if the viewer does not see it. */
export function visibleSectionById(db: Db, schoolId: number, viewer: Viewer, sectionId: number) {
  return db
    .selectFrom(
      sql<{ id: number; name: string }>`(
    select sections.id, classes.name || '-' || sections.name as name
    from sections join classes on classes.school_id = ${schoolId} and classes.id = sections.class_id
    where sections.school_id = ${schoolId} and sections.id = ${sectionId} and ${sectionVisible(viewer)})`.as<'s'>('s'),
    )
    .selectAll()
}

/** Returns a student with the section in a term; no row if the viewer does not see that section. */
export function visibleStudent(db: Db, schoolId: number, viewer: Viewer, termId: number, studentId: number) {
  return db
    .selectFrom(
      sql<StudentHead & { sectionName: string; startsOn: Day }>`(
    select s.school_id, s.id, s.name, s.register_no, s.disabled, s.photo_file, e.roll, terms.starts_on,
      classes.name || '-' || sections.name as section_name
    from students s
    join enrolments e on e.school_id = ${schoolId} and e.student_id = s.id and e.term_id = ${termId}
    join terms on terms.school_id = ${schoolId} and terms.id = e.term_id
    join sections on sections.school_id = ${schoolId} and sections.id = e.section_id
    join classes on classes.school_id = ${schoolId} and classes.id = sections.class_id
    where s.school_id = ${schoolId} and s.id = ${studentId} and ${sectionVisible(viewer)})`.as<'s'>('s'),
    )
    .selectAll()
}

interface YearRow {
  registerId: number
  day: string
  session: RegisterSession
  subjectName: string | null
  starts: string | null
  value: Mark
  note: string
}

/** Returns a student's marks of a term in date order, from registers of any section. */
export function yearMarks(db: Db, schoolId: number, termId: number, studentId: number) {
  return db
    .selectFrom(
      sql<YearRow>`(
    select r.id as register_id, r.day, r.session, subjects.name as subject_name, ${startOf} as starts, m.value, m.note
    from marks m
    join registers r on r.school_id = ${schoolId} and r.id = m.register_id
    left join subjects on subjects.school_id = ${schoolId} and subjects.id = r.subject_id
    where m.school_id = ${schoolId} and m.student_id = ${studentId} and r.term_id = ${termId}
    order by r.day, ${rankOf}, ${startOf}, r.id)`.as<'y'>('y'),
    )
    .selectAll()
}

/** Returns the holidays from the first to the last month in which a student has marks. */
export function yearHolidays(db: Db, schoolId: number, termId: number, studentId: number) {
  return db
    .selectFrom(
      sql<{ day: string; name: string }>`(
    select h.day, h.name from (
      select date_trunc('month', min(r.day)::timestamp)::date as first, max(r.day) as last
      from marks m
      join registers r on r.school_id = ${schoolId} and r.id = m.register_id
      where m.school_id = ${schoolId} and m.student_id = ${studentId} and r.term_id = ${termId}
    ) span
    join holidays h on h.school_id = ${schoolId} and h.day between span.first and (date_trunc('month', span.last::timestamp) + '1 month - 1 day')::date
    order by h.day)`.as<'h'>('h'),
    )
    .selectAll()
}

interface SumRow extends MarkCounts {
  sectionId: number
  sectionName: string
  students: number
  taken: number
}

/**
 * Returns the viewer's sections of a term with the sums of their registers over a span of days. Sums the registers' own
 * counts from one index without reading marks; what each register costs is multiplied by a school's 10,000 a term.
 * Registers of holidays are few, so they are counted apart and taken away. A lecture counts once it has ended.
 */
export function summaryRows(db: Db, school: School, viewer: Viewer, view: { termId: number; from: Day; to: Day; today: Day }) {
  const { termId, from, to, today } = view
  const expected = sql`r.session <> 'LECTURE' and (r.day - ${aSunday}::date) % 7 <> 0 and r.day between term.first_day and term.last_day`
  const ended = school.attType === 'SUBJECTWISE' ? sql`(r.session <> 'LECTURE' or not ${lectureIsLive(school.id)})` : sql`true`
  const counted = sql`r.session = any(${countedSessions(school.attType)}::text[]) and ${ended}`
  const sums = sql`count(*) filter (where ${expected}) as taken, coalesce(sum(r.present), 0) as present,
        coalesce(sum(r.absent), 0) as absent, coalesce(sum(r.late), 0) as late`
  const less = (column: string) =>
    sql`(sums.${sql.ref(column)} - coalesce(holiday.${sql.ref(column)}, 0))::int as ${sql.ref(column)}`
  return db
    .selectFrom(
      sql<SumRow>`(
    with p as (${sectionsOfTerm(school.id, termId, sectionVisible(viewer))}),
    term as (select t.starts_on as first_day, ${lastDayOfTerm(school.id)} as last_day from terms t
      where t.school_id = ${school.id} and t.id = ${termId}),
    holiday as (
      select r.section_id, ${sums}
      from holidays h
      join registers r on r.school_id = ${school.id} and r.day = h.day and r.term_id = ${termId}
      cross join term
      where h.school_id = ${school.id} and h.day between ${from} and ${to} and ${counted}
      group by r.section_id
    )
    select p.section_id, p.section_name, seated.students, ${sql.join(['taken', 'present', 'absent', 'late'].map(less))}
    from p
    cross join term
    cross join lateral (
      select ${sums}
      from registers r
      where r.school_id = ${school.id} and r.term_id = ${termId} and r.section_id = p.section_id and r.day between ${from} and ${to}
        and ${counted}
    ) sums
    cross join ${countMembers(school.id, today)}
    left join holiday on holiday.section_id = p.section_id
    order by ${sectionOrder})`.as<'s'>('s'),
    )
    .selectAll()
}

/** Days of a term on which a section has students. */
interface OccupiedRow {
  sectionId: number
  firstDay: Day
  lastDay: Day
}

/**
 * Returns the days of a span on which sections of a term have students. The spans of one section may overlap. A section
 * in which somebody has been all along is found from an index; of the others every place is read.
 */
export function occupiedDays(db: Db, schoolId: number, { termId, from, to }: { termId: number; from: Day; to: Day }) {
  const since = (place: string) => sql`greatest(${from}::date, ${sql.ref(`${place}.from_day`)}, s.date_of_admission)`
  // Without the offset PostgreSQL joins the sections with everybody who has a place: it read 1,987 rows of a school
  // where one of each section is enough (bench/rowsRead).
  return db
    .selectFrom(
      sql<OccupiedRow>`(
    with p as (
      select id, exists (
        select from enrolments e where e.school_id = ${schoolId} and e.section_id = sections.id and (e.from_day is null or e.from_day <= ${from})
          and e.student_id not in (select id from students where school_id = ${schoolId} and disabled
            union all select id from students where school_id = ${schoolId} and date_of_admission > ${from})
        offset 0) as is_steady
      from sections where school_id = ${schoolId} and term_id = ${termId}
    )
    select id as section_id, ${from}::date as first_day, ${to}::date as last_day from p where is_steady
    union
    select p.id, ${since('e')}, ${to}::date
    from p
    join enrolments e on e.school_id = ${schoolId} and e.section_id = p.id
    join students s on s.school_id = ${schoolId} and s.id = e.student_id and not s.disabled
    where not p.is_steady
    union
    select p.id, ${since('f')}, least(${to}::date, f.until_day)
    from p
    join former_places f on f.school_id = ${schoolId} and f.section_id = p.id
    join students s on s.school_id = ${schoolId} and s.id = f.student_id
    where not p.is_steady)`.as<'o'>('o'),
    )
    .selectAll()
}

/** Returns the first and the last day of a term; no row for one that the school does not have. */
export function daysOfTerm(db: Db, schoolId: number, termId: number) {
  return db
    .selectFrom(
      sql<{ firstDay: Day; lastDay: Day }>`(
    select t.starts_on as first_day, ${lastDayOfTerm(schoolId)} as last_day from terms t
    where t.school_id = ${schoolId} and t.id = ${termId})`.as<'t'>('t'),
    )
    .selectAll()
}

/** Counts the timetable slots of a term's sections by weekday. */
export function slotsByWeekday(db: Db, schoolId: number, termId: number) {
  return db
    .selectFrom('subjectSlots')
    .innerJoin('subjects', (on) => onSameSchool(on, 'subjects.id', 'subjectSlots.subjectId'))
    .select((row) => ['subjects.sectionId', 'subjectSlots.day', row.fn.countAll<number>().as('slots')])
    .where('subjectSlots.schoolId', '=', schoolId)
    .where('subjects.termId', '=', termId)
    .groupBy(['subjects.sectionId', 'subjectSlots.day'])
}
