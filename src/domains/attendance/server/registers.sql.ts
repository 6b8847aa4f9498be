import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Mark } from '#shared/marks.ts'
import { type RegisterSession, takenSessions, weekdayOf } from '../attendance.rules.ts'
import { inOrder, lectureGoesOn, placesOfTerm, seatedIn, seatedStudents, seen, takesSubject } from './sections.sql.ts'

/** A register of a day as a row; `id` is null where it was not taken. */
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
  termId: number
  day: string
}

/** The registers that are expected or taken on a day, in the order of the sections and of the day. */
export function registersOfDay(db: Db, schoolId: number, attType: string, viewer: Viewer, view: DayView) {
  return db
    .selectFrom(
      (attType === 'SUBJECTWISE' ? bySlot(schoolId, viewer, view) : bySection(schoolId, attType, viewer, view)).as<'d'>('d'),
    )
    .selectAll()
}

function bySection(schoolId: number, attType: string, viewer: Viewer, { termId, day }: DayView) {
  return sql<DayRow>`(
    with p as materialized (${placesOfTerm(schoolId, termId, seen(viewer))}),
    seats as materialized (select p.section_id, seated.students from p cross join ${seatedIn(schoolId)})
    select p.section_id, p.section_name, p.class_id, x.session, null::bigint as subject_id, null::text as subject_name,
      null::time as starts, null::time as ends, seats.students, ${registerColumns}
    from p
    join seats on seats.section_id = p.section_id
    cross join unnest(${takenSessions(attType)}::text[]) with ordinality x (session, nth)
    left join registers r on r.school_id = ${schoolId} and r.section_id = p.section_id and r.day = ${day} and r.session = x.session
    order by ${inOrder}, x.nth)`
}

/** By the timetable of the weekday, and what was taken by an older one. */
function bySlot(schoolId: number, viewer: Viewer, { termId, day }: DayView) {
  return sql<DayRow>`(
    with p as materialized (${placesOfTerm(schoolId, termId, sql`true`)}),
    taught as materialized (
      select subjects.id, subjects.name, subjects.section_id from subjects
      cross join lateral (select * from sections where school_id = ${schoolId} and id = subjects.section_id offset 0) sections
      where subjects.school_id = ${schoolId} and subjects.term_id = ${termId} and ${takesSubject(viewer)}
    ),
    x as materialized (
      select taught.section_id, taught.id as subject_id, taught.name as subject_name, slot.starts, max(slot.ends) as ends
      from taught
      cross join lateral (
        select starts, ends from subject_slots where school_id = ${schoolId} and subject_id = taught.id and day = ${weekdayOf(day)}
        union all
        select starts, null from registers
        where school_id = ${schoolId} and section_id = taught.section_id and day = ${day} and session = 'SUBJECT' and subject_id = taught.id
        offset 0
      ) slot
      group by taught.section_id, taught.id, taught.name, slot.starts
    ),
    seats as materialized (
      select p.section_id, seated.students from (select distinct section_id from x) p cross join ${seatedIn(schoolId)}
    )
    select p.section_id, p.section_name, p.class_id, 'SUBJECT' as session, x.subject_id, x.subject_name, x.starts, x.ends,
      seats.students, ${registerColumns}
    from x
    join p on p.section_id = x.section_id
    join seats on seats.section_id = x.section_id
    left join lateral (
      select * from registers where school_id = ${schoolId} and section_id = x.section_id and day = ${day} and session = 'SUBJECT'
        and subject_id = x.subject_id and starts = x.starts offset 0
    ) r on true
    order by ${inOrder}, x.starts, x.subject_name, x.subject_id)`
}

/** Which register is asked about. */
export interface Named {
  sectionId: number
  day: string
  session: RegisterSession
  subjectId?: number | null | undefined
  starts?: string | null | undefined
}

/** That `r` is the register named. */
function isNamed(schoolId: number, { sectionId, day, session, subjectId, starts }: Named): RawBuilder<unknown> {
  const slot = subjectId
    ? sql`r.subject_id = ${subjectId} and r.starts = ${starts}`
    : sql`r.subject_id is null and r.starts is null`
  return sql`r.school_id = ${schoolId} and r.section_id = ${sectionId} and r.day = ${day} and r.session = ${session} and ${slot}`
}

/** What is known of a register named, whether it was taken or not. */
export interface NamedRow extends DayRow {
  termId: number
  holiday: string | null
  /** The enabled students of the section, by roll. */
  studentIds: number[]
}

/**
 * The register named, where the viewer takes it; no row for a section or a subject that is not there, or not the viewer's.
 * @param registerId which of the lectures that the names fit
 */
export function registerNamed(db: Db | Tx, schoolId: number, viewer: Viewer, named: Named, registerId?: number) {
  const { sectionId, day, session, subjectId, starts } = named
  const subject = subjectId
    ? sql`join subjects on subjects.school_id = sections.school_id and subjects.section_id = sections.id and subjects.id = ${subjectId}`
    : sql``
  // A lecture outside the timetable has no time of its own.
  const slot =
    subjectId && starts
      ? sql`left join subject_slots slot on slot.school_id = subjects.school_id and slot.subject_id = subjects.id
        and slot.day = ${weekdayOf(day)} and slot.starts = ${starts}`
      : sql``
  const ofSubject = subjectId
    ? sql`subjects.id as subject_id, subjects.name as subject_name, ${starts ?? null}::time as starts,
        ${starts ? sql`slot.ends` : sql`null::time`} as ends`
    : sql`null::bigint as subject_id, null::text as subject_name, null::time as starts, null::time as ends`
  return db
    .selectFrom(
      sql<NamedRow>`(
    select sections.id as section_id, sections.term_id, classes.name || '-' || sections.name as section_name, sections.class_id,
      ${session}::text as session, ${ofSubject}, seated.ids as student_ids, cardinality(seated.ids) as students,
      (select name from holidays where school_id = ${schoolId} and day = ${day}) as holiday, ${registerColumns}
    from sections
    join classes on classes.school_id = sections.school_id and classes.id = sections.class_id
    ${subject} ${slot}
    left join registers r on r.school_id = sections.school_id
      and ${registerId === undefined ? isNamed(schoolId, named) : sql`r.id = ${registerId}`}
    cross join lateral (
      select coalesce(array_agg(e.student_id order by e.roll_sort, e.student_id), '{}') as ids
      from ${seatedStudents(schoolId, sectionId)} offset 0
    ) seated
    where sections.school_id = ${schoolId} and sections.id = ${sectionId} and ${subjectId ? takesSubject(viewer) : seen(viewer)}
    limit 1)`.as<'n'>('n'),
    )
    .selectAll()
}

export interface StudentRow {
  studentId: number
  name: string
  roll: string
  mark: Mark | null
  note: string
  gateIn: Date | null
  changes: number
}

/** The enabled students of the section with what the register named has of them, by roll. */
export function studentsOfRegister(db: Db, schoolId: number, named: Named) {
  const { sectionId, day } = named
  return db
    .selectFrom(
      sql<StudentRow>`(
    with r as materialized (select id from registers r where ${isNamed(schoolId, named)}),
    seated as materialized (select e.* from ${seatedStudents(schoolId, sectionId)}),
    changed as materialized (
      select student_id, count(*)::int as n from mark_changes
      where school_id = ${schoolId} and register_id = (select id from r) group by student_id
    )
    select seated.student_id, seated.name, seated.roll, m.value as mark, coalesce(m.note, '') as note,
      gate.at as gate_in, coalesce(changed.n, 0) as changes
    from seated
    left join lateral (
      select value, note from marks
      where school_id = ${schoolId} and register_id = (select id from r) and student_id = seated.student_id offset 0
    ) m on true
    left join lateral (
      select min(at) as at from gate_scans
      where school_id = ${schoolId} and day = ${day} and student_id = seated.student_id and direction = 'IN'
    ) gate on true
    left join changed on changed.student_id = seated.student_id
    order by seated.roll_sort, seated.student_id)`.as<'s'>('s'),
    )
    .selectAll()
}

/** What a correction must know of a register and a student's mark in it. */
export interface MarkedRow extends Named {
  schoolId: number
  registerId: number
  sectionName: string
  version: number
  /** Whether a lecture is live in it: one whose time is over is not, though nobody has ended it. */
  live: boolean
  studentName: string
  /** Whether she is an enabled student of the section. */
  seated: boolean
  value: Mark | null
  note: string
}

/** A register and a student of it, where the viewer takes it; the register is locked until the transaction ends. */
export async function lockMark(
  db: Tx,
  schoolId: number,
  viewer: Viewer,
  { registerId, studentId }: { registerId: number; studentId: number },
): Promise<MarkedRow | undefined> {
  // First the lock and then the look: what somebody else has just changed is seen.
  await sql`select from registers where school_id = ${schoolId} and id = ${registerId} for no key update`.execute(db)
  const { rows } = await sql<MarkedRow>`
    select r.school_id, r.id as register_id, r.section_id, r.day, r.session, r.subject_id, r.starts, r.version,
      classes.name || '-' || sections.name as section_name, students.name as student_name, m.value, coalesce(m.note, '') as note,
      ${lectureGoesOn(schoolId)} as live,
      not students.disabled and exists (select from enrolments e
        where e.school_id = ${schoolId} and e.section_id = r.section_id and e.student_id = students.id) as seated
    from registers r
    join sections on sections.school_id = ${schoolId} and sections.id = r.section_id
    join classes on classes.school_id = ${schoolId} and classes.id = sections.class_id
    left join subjects on subjects.school_id = ${schoolId} and subjects.id = r.subject_id
    join students on students.school_id = ${schoolId} and students.id = ${studentId}
    left join marks m on m.school_id = ${schoolId} and m.register_id = r.id and m.student_id = students.id
    where r.school_id = ${schoolId} and r.id = ${registerId} and ${takesSubject(viewer)}`.execute(db)
  const [row] = rows
  return row && (row.seated || row.value !== null) ? row : undefined
}

/** The corrections of one mark, oldest first; no row of a register the viewer does not see. */
export function changesOfMark(db: Db, schoolId: number, registerId: number, studentId: number) {
  return db
    .selectFrom('markChanges')
    .select(['id', 'at', 'changedByName as byName', 'was', 'value', 'note'])
    .where('schoolId', '=', schoolId)
    .where('registerId', '=', registerId)
    .where('studentId', '=', studentId)
    .orderBy('id')
}

/** A register the viewer may look into, with whether it has a mark of the student. */
export function visibleRegister(db: Db, schoolId: number, viewer: Viewer, registerId: number, studentId: number) {
  return db
    .selectFrom(
      sql<{ id: number }>`(
    select r.id from registers r
    join sections on sections.school_id = ${schoolId} and sections.id = r.section_id
    left join subjects on subjects.school_id = ${schoolId} and subjects.id = r.subject_id
    join marks m on m.school_id = ${schoolId} and m.register_id = r.id and m.student_id = ${studentId}
    where r.school_id = ${schoolId} and r.id = ${registerId} and ${takesSubject(viewer)})`.as<'r'>('r'),
    )
    .selectAll()
}
