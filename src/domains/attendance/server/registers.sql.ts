import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { Viewer } from '#platform/viewer.ts'
import { sectionMembers } from '#domains/students/server/sectionMembers.exports.ts'
import type { Mark } from '#shared/marks.ts'
import { type RegisterSession, takenSessions, weekdayOf } from '../attendance.rules.ts'
import { leaveNotesAbout } from './leaveNotes.sql.ts'
import {
  isInTerm,
  sectionOrder,
  lectureIsLive,
  sectionsOfTerm,
  countMembers,
  sectionVisible,
  takesRegister,
} from './sections.sql.ts'

/** A register of a day; `id` is null when it was not taken. */
export interface DayRow {
  sectionId: number
  sectionName: string
  classId: number
  session: RegisterSession
  subjectId: number | null
  subjectName: string | null
  starts: string | null
  ends: string | null
  students: number
  /** Whether the day is in the term. */
  inTerm: boolean
  id: number | null
  version: number | null
  present: number | null
  absent: number | null
  late: number | null
  takenAt: Date | null
  takenByName: string | null
}

const registerColumns = sql`r.id, r.version, r.present, r.absent, r.late, r.taken_at, r.taken_by_name`

interface DayView {
  termId: number | RawBuilder<unknown>
  day: string
  /**
   * Whether the students of each section are counted, which takes longer than all the rest. True by default; else the
   * number is 1 for a section with students.
   */
  counted?: boolean
}

/** Returns the registers that are expected or taken on a day, by section and time. */
export function registersOfDay(db: Db, schoolId: number, attType: string, viewer: Viewer, view: DayView) {
  return db
    .selectFrom(
      (attType === 'SUBJECTWISE'
        ? registersBySlot(schoolId, viewer, view)
        : registersBySection(schoolId, attType, viewer, view)
      ).as<'d'>('d'),
    )
    .selectAll()
}

function registersBySection(schoolId: number, attType: string, viewer: Viewer, { termId, day, counted = true }: DayView) {
  return sql<DayRow>`(
    with p as (${sectionsOfTerm(schoolId, termId, sectionVisible(viewer))}),
    seats as (select p.section_id, seated.students from p cross join ${seatCount(schoolId, day, counted)})
    select p.section_id, p.section_name, p.class_id, x.session, null::bigint as subject_id, null::text as subject_name,
      null::time as starts, null::time as ends, seats.students, ${isInTerm(schoolId, termId, day)} as in_term, ${registerColumns}
    from p
    join seats on seats.section_id = p.section_id
    cross join unnest(${takenSessions(attType)}::text[]) with ordinality x (session, nth)
    left join registers r on r.school_id = ${schoolId} and r.section_id = p.section_id and r.day = ${day} and r.session = x.session
    order by ${sectionOrder}, x.nth)`
}

function seatCount(schoolId: number, day: string, counted: boolean): RawBuilder<unknown> {
  return counted
    ? countMembers(schoolId, day)
    : sql`lateral (
      select count(*)::int as students from (select from (${sectionMembers(schoolId, day, sql`section_id = p.section_id`)}) member limit 1) anybody
    ) seated`
}

/** SQL of a day's registers by subject: the slots of the current timetable, and registers taken by an older one. */
function registersBySlot(schoolId: number, viewer: Viewer, { termId, day, counted = true }: DayView) {
  return sql<DayRow>`(
    with p as (${sectionsOfTerm(schoolId, termId, sql`true`)}),
    taught as (
      select subjects.id, subjects.name, subjects.section_id from subjects
      join sections on sections.school_id = ${schoolId} and sections.id = subjects.section_id
      where subjects.school_id = ${schoolId} and subjects.term_id = ${termId} and ${takesRegister(viewer)}
    ),
    x as (
      select taught.section_id, taught.id as subject_id, taught.name as subject_name, slot.starts, max(slot.ends) as ends
      from taught
      cross join lateral (
        select starts, ends from subject_slots where school_id = ${schoolId} and subject_id = taught.id and day = ${weekdayOf(day)}
        union all
        select starts, null from registers
        where school_id = ${schoolId} and section_id = taught.section_id and day = ${day} and session = 'SUBJECT' and subject_id = taught.id
      ) slot
      group by taught.section_id, taught.id, taught.name, slot.starts
    ),
    seats as (
      select p.section_id, seated.students from (select distinct section_id from x) p cross join ${seatCount(schoolId, day, counted)}
    )
    select p.section_id, p.section_name, p.class_id, 'SUBJECT' as session, x.subject_id, x.subject_name, x.starts, x.ends,
      seats.students, ${isInTerm(schoolId, termId, day)} as in_term, ${registerColumns}
    from x
    join p on p.section_id = x.section_id
    join seats on seats.section_id = x.section_id
    left join registers r on r.school_id = ${schoolId} and r.section_id = x.section_id and r.day = ${day}
      and r.session = 'SUBJECT' and r.subject_id = x.subject_id and r.starts = x.starts
    order by ${sectionOrder}, x.starts, x.subject_name, x.subject_id)`
}

/** Identifies a register. SUBJECT also needs the subject and the start of its slot. */
export interface RegisterRef {
  sectionId: number
  day: string
  session: RegisterSession
  subjectId?: number | null | undefined
  starts?: string | null | undefined
}

/** SQL condition: `r` is this register. */
function matchesRegister(schoolId: number, { sectionId, day, session, subjectId, starts }: RegisterRef): RawBuilder<unknown> {
  const slot = subjectId
    ? sql`r.subject_id = ${subjectId} and r.starts = ${starts}`
    : sql`r.subject_id is null and r.starts is null`
  return sql`r.school_id = ${schoolId} and r.section_id = ${sectionId} and r.day = ${day} and r.session = ${session} and ${slot}`
}

/** A register, taken or not, with its section's students. */
export interface RegisterDetails extends DayRow {
  termId: number
  holiday: string | null
  /** The students who are in the section that day, by roll. */
  studentIds: number[]
}

interface RegisterOptions {
  /** Selects one lecture, because several lectures can match the same reference. */
  registerId?: number
  /** Whether the section's students are read. True by default. */
  seated?: boolean
}

/** Returns a register that the viewer takes; no row when the section or subject is missing or not the viewer's. */
export function registerByRef(
  db: Db | Tx,
  schoolId: number,
  viewer: Viewer,
  ref: RegisterRef,
  { registerId, seated = true }: RegisterOptions = {},
) {
  const { sectionId, day, session, subjectId, starts } = ref
  const subject = subjectId
    ? sql`join subjects on subjects.school_id = current_school() and subjects.section_id = sections.id and subjects.id = ${subjectId}`
    : sql``
  // A lecture outside the timetable has no time of its own.
  const slot =
    subjectId && starts
      ? sql`left join subject_slots slot on slot.school_id = current_school() and slot.subject_id = subjects.id
        and slot.day = ${weekdayOf(day)} and slot.starts = ${starts}`
      : sql``
  const ofSubject = subjectId
    ? sql`subjects.id as subject_id, subjects.name as subject_name, ${starts ?? null}::time as starts,
        ${starts ? sql`slot.ends` : sql`null::time`} as ends`
    : sql`null::bigint as subject_id, null::text as subject_name, null::time as starts, null::time as ends`
  const seats = seated
    ? sql`lateral (
      select coalesce(array_agg(seat.student_id order by seat.roll_sort, seat.student_id), '{}') as ids
      from (${membersOfRegister(schoolId, ref)}) seat
    )`
    : sql`(values ('{}'::bigint[]))`
  return db
    .selectFrom(
      sql<RegisterDetails>`(
    select sections.id as section_id, sections.term_id, classes.name || '-' || sections.name as section_name, sections.class_id,
      ${session}::text as session, ${ofSubject}, seated.ids as student_ids, cardinality(seated.ids) as students,
      ${isInTerm(schoolId, sql`sections.term_id`, day)} as in_term,
      (select name from holidays where school_id = ${schoolId} and day = ${day}) as holiday, ${registerColumns}
    from sections
    join classes on classes.school_id = current_school() and classes.id = sections.class_id
    ${subject} ${slot}
    left join registers r on r.school_id = current_school()
      and ${registerId === undefined ? matchesRegister(schoolId, ref) : sql`r.id = ${registerId}`}
    cross join ${seats} seated (ids)
    where sections.school_id = ${schoolId} and sections.id = ${sectionId} and ${subjectId ? takesRegister(viewer) : sectionVisible(viewer)}
    limit 1)`.as<'n'>('n'),
    )
    .selectAll()
}

/** SQL of the students whom a register asks for. */
function membersOfRegister(schoolId: number, { sectionId, day }: Pick<RegisterRef, 'sectionId' | 'day'>): RawBuilder<unknown> {
  return sectionMembers(schoolId, day, sql`section_id = ${sectionId}`)
}

/** A student of a section on a day. */
export interface SeatedStudent {
  studentId: number
  name: string
  roll: string
}

/**
 * Returns the statements that read the students whom a register asks for, by roll, and what is known of them: marks,
 * numbers of corrections, what guardians have told about the day, and the first scans at the gate of a school that
 * scans there. As one statement that joins them, they take PostgreSQL 0.35 ms instead of 0.2, because most of them find
 * little.
 */
export function studentsOfRegister(db: Db, school: School, sheet: RegisterRef) {
  const { id: schoolId } = school
  const { day } = sheet
  const ids = sql`array(select student_id from (${membersOfRegister(schoolId, sheet)}) seat)`
  return [
    namedMembers(db, schoolId, sheet),
    db
      .selectFrom('marks')
      .select(['studentId', sql<Mark>`value`.as('value'), 'note'])
      .where('schoolId', '=', schoolId)
      .where('registerId', '=', idOfRegister(schoolId, sheet)),
    db
      .selectFrom('markChanges')
      .select(['studentId', sql<number>`count(*)::int`.as('changes')])
      .where('schoolId', '=', schoolId)
      .where('registerId', '=', idOfRegister(schoolId, sheet))
      .groupBy('studentId'),
    db
      .selectFrom(
        sql<{ studentId: number; reason: string; createdAt: Date }>`(${leaveNotesAbout(schoolId, day, ids)})`.as<'told'>('told'),
      )
      .select(['studentId', 'reason', 'createdAt']),
    ...(school.qrcode || school.rfid
      ? [
          db
            .selectFrom('gateScans')
            .select(['studentId', sql<Date>`min(at)`.as('at')])
            .where('schoolId', '=', schoolId)
            .where('day', '=', day)
            .where('direction', '=', 'IN')
            .where(sql<SqlBool>`student_id = any(${ids})`)
            .groupBy('studentId'),
        ]
      : []),
  ] as const
}

/** Selects the students whom a register asks for, by roll. */
function namedMembers(db: Db, schoolId: number, sheet: RegisterRef) {
  return db
    .selectFrom(
      sql<SeatedStudent>`(
    select seat.student_id, student.name, seat.roll from (${membersOfRegister(schoolId, sheet)}) seat
    join students student on student.school_id = ${schoolId} and student.id = seat.student_id
    order by seat.roll_sort, seat.student_id)`.as<'s'>('s'),
    )
    .selectAll()
}

/** SQL of a register's id; null for one that was not taken. */
function idOfRegister(schoolId: number, ref: RegisterRef): RawBuilder<number> {
  return sql<number>`(select r.id from registers r where ${matchesRegister(schoolId, ref)})`
}

/**
 * Keeps the students of a section from moving until the transaction ends: a move locks the sections that are left, and
 * then looks for today's mark, so that no student is marked in two sections on one day.
 */
export async function lockMembers(db: Tx, schoolId: number, sectionId: number): Promise<void> {
  await sql`select from sections where school_id = ${schoolId} and id = ${sectionId} for key share`.execute(db)
}

/** A register and a student's mark in it, as a correction needs them. */
export interface MarkedRow extends RegisterRef {
  schoolId: number
  registerId: number
  sectionName: string
  version: number
  /** Whether it is of a live lecture. A lecture past its closing time is not live, even if nobody has ended it. */
  live: boolean
  studentName: string
  /** Whether the student is in this section that day. */
  seated: boolean
  value: Mark | null
  note: string
}

/** Locks a register that the viewer takes until the transaction ends and returns it with a student's mark. */
export async function lockMark(
  db: Tx,
  schoolId: number,
  viewer: Viewer,
  { registerId, studentId }: { registerId: number; studentId: number },
): Promise<MarkedRow | undefined> {
  // Locks before reading, so that a change committed meanwhile is visible.
  await sql`select from registers where school_id = ${schoolId} and id = ${registerId} for no key update`.execute(db)
  const { rows } = await sql<MarkedRow>`
    select r.school_id, r.id as register_id, r.section_id, r.day, r.session, r.subject_id, r.starts, r.version,
      classes.name || '-' || sections.name as section_name, students.name as student_name, m.value, coalesce(m.note, '') as note,
      ${lectureIsLive(schoolId)} as live,
      students.id in (select student_id from (${sectionMembers(schoolId, sql`r.day`, sql`section_id = r.section_id`)}) member) as seated
    from registers r
    join sections on sections.school_id = ${schoolId} and sections.id = r.section_id
    join classes on classes.school_id = ${schoolId} and classes.id = sections.class_id
    left join subjects on subjects.school_id = ${schoolId} and subjects.id = r.subject_id
    join students on students.school_id = ${schoolId} and students.id = ${studentId}
    left join marks m on m.school_id = ${schoolId} and m.register_id = r.id and m.student_id = students.id
    where r.school_id = ${schoolId} and r.id = ${registerId} and ${takesRegister(viewer)}`.execute(db)
  const [row] = rows
  return row && (row.seated || row.value !== null) ? row : undefined
}

/** Returns the corrections of one mark, oldest first. The caller checks whether the viewer sees the register. */
export function changesOfMark(db: Db, schoolId: number, registerId: number, studentId: number) {
  return db
    .selectFrom('markChanges')
    .select(['id', 'at', 'changedByName as byName', 'was', 'value', 'note'])
    .where('schoolId', '=', schoolId)
    .where('registerId', '=', registerId)
    .where('studentId', '=', studentId)
    .orderBy('id')
}

/** Returns the register's id if the viewer may see it and it has a mark of the student. */
export function visibleRegister(db: Db, schoolId: number, viewer: Viewer, registerId: number, studentId: number) {
  return db
    .selectFrom(
      sql<{ id: number }>`(
    select r.id from registers r
    join sections on sections.school_id = ${schoolId} and sections.id = r.section_id
    left join subjects on subjects.school_id = ${schoolId} and subjects.id = r.subject_id
    join marks m on m.school_id = ${schoolId} and m.register_id = r.id and m.student_id = ${studentId}
    where r.school_id = ${schoolId} and r.id = ${registerId} and ${takesRegister(viewer)})`.as<'r'>('r'),
    )
    .selectAll()
}
