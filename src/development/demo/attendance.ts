import { sql } from 'kysely'
import type { Mark } from '#shared/marks.ts'
import { countMarks, weekdayOf } from '#domains/attendance/attendance.rules.ts'
import type { Tx } from '#platform/database/connect.ts'
import { addDays, type Day, indiaOffset, schoolDay } from '#shared/dates.ts'
import { type Inventor, inventor } from './invent.ts'
import { storeAll } from './store.ts'

/** The school, the term and the moment of the demo's attendance. */
export interface DemoAttendance {
  schoolId: number
  termId: number
  now: Date
}

/** Number of days before today that have registers. */
const daysTaken = { DAILY: 62, SUBJECTWISE: 36 }

/** Yearly holidays. Diwali is in every year on its days of 2026, so that the demo is the same. */
const yearly = [
  ['01-26', 'Republic Day'],
  ['04-14', 'Ambedkar Jayanti'],
  ['05-01', 'Maharashtra Day'],
  ['08-15', 'Independence Day'],
  ['10-02', 'Gandhi Jayanti'],
  ['11-07', 'Diwali'],
  ['11-08', 'Diwali'],
  ['11-09', 'Diwali'],
  ['11-10', 'Diwali'],
  ['11-11', 'Diwali'],
  ['12-25', 'Christmas'],
] as const

/**
 * Adds holidays and some months of registers up to yesterday, with recent corrections and the messages about absences.
 * Runs a few statements only, because the marks of a register are sent as one text.
 */
export async function addAttendance(db: Tx, demo: DemoAttendance, attType: keyof typeof daysTaken): Promise<void> {
  const invent = inventor(attType === 'DAILY' ? 1951 : 1965)
  const today = schoolDay(demo.now)
  const first = addDays(today, -daysTaken[attType])
  const off = new Set(await addHolidays(db, demo, first, addDays(today, 180)))
  const days = daysFrom(first, addDays(today, -1)).filter((day) => weekdayOf(day) !== 0 && !off.has(day))
  const slots = attType === 'DAILY' ? await wholeDays(db, demo) : await timetable(db, demo)
  const markOf = marker(invent)
  const registers = days.flatMap((day) =>
    slots
      .filter(({ weekday }) => weekday === null || weekday === weekdayOf(day))
      .map((slot): Register => {
        const marks = Array.from({ length: slot.students }, (_, place) => markOf(`${slot.sectionId} ${place}`, day))
        return { ...slot, day, marks, takenAt: `${day}T${after(slot.starts ?? '08:00:00', invent.below(12))}${indiaOffset}` }
      }),
  )
  await storeRegisters(db, demo, registers)
  await addCorrections(db, demo, days.slice(-3))
  if (attType === 'DAILY') await addMessages(db, demo, days.slice(-3))
}

function daysFrom(from: Day, to: Day): Day[] {
  const days = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** Returns a time of day some minutes later, within the hour. */
function after(time: string, minutes: number): string {
  return `${time.slice(0, 3)}${String(minutes).padStart(2, '0')}:00`
}

async function addHolidays(db: Tx, { schoolId }: DemoAttendance, from: Day, to: Day): Promise<Day[]> {
  const years = [...new Set([from.slice(0, 4), to.slice(0, 4)])]
  const all = years
    .flatMap((year) => yearly.map(([date, name]) => ({ schoolId, day: `${year}-${date}`, name })))
    .filter(({ day }) => day >= from && day <= to)
  await storeAll(db, 'holidays', all)
  return all.map(({ day }) => day)
}

/** A register of a section, on one weekday or on every school day. */
interface Slot {
  sectionId: number
  session: 'DAY' | 'SUBJECT'
  subjectId: number | null
  weekday: number | null
  starts: string | null
  students: number
  takenBy: string
  takenByName: string
}

interface Register extends Slot {
  day: Day
  marks: Mark[]
  takenAt: string
}

const seated = sql`(select count(*)::int from enrolments e where e.school_id = current_school() and e.section_id = s.id)`

async function wholeDays(db: Tx, { schoolId, termId }: DemoAttendance): Promise<Slot[]> {
  const { rows } = await sql<Slot>`
    select s.id as section_id, 'DAY' as session, null::bigint as subject_id, null::smallint as weekday, null::time as starts,
      ${seated} as students, u.subject as taken_by, u.name as taken_by_name
    from sections s
    join section_teachers t on t.school_id = current_school() and t.section_id = s.id
    join users u on u.school_id = current_school() and u.id = t.user_id
    where s.school_id = ${schoolId} and s.term_id = ${termId} order by s.id`.execute(db)
  return rows
}

async function timetable(db: Tx, { schoolId, termId }: DemoAttendance): Promise<Slot[]> {
  const { rows } = await sql<Slot>`
    select s.id as section_id, 'SUBJECT' as session, subject.id as subject_id, slot.day as weekday, slot.starts, ${seated} as students,
      u.subject as taken_by, u.name as taken_by_name
    from sections s
    join subjects subject on subject.school_id = current_school() and subject.section_id = s.id
    join subject_slots slot on slot.school_id = current_school() and slot.subject_id = subject.id
    join subject_teachers t on t.school_id = current_school() and t.subject_id = subject.id
    join users u on u.school_id = current_school() and u.id = t.user_id
    where s.school_id = ${schoolId} and s.term_id = ${termId} order by s.id, slot.starts, subject.id, slot.day`.execute(db)
  return rows
}

/** Returns marks in which an ill student is absent for some days, and some students are ill or late more often. */
function marker(invent: Inventor): (student: string, day: Day) => Mark {
  const known = new Map<string, { ill: number; late: number; until: Day; asked: Day }>()
  return (student, day) => {
    const habit = known.get(student) ?? {
      ill: invent.below(8) === 0 ? 60 : 18,
      late: invent.below(6) === 0 ? 70 : 8,
      until: '',
      asked: '',
    }
    known.set(student, habit)
    // Once a day, however many subjects there are.
    if (habit.asked !== day && habit.until < day && invent.below(1000) < habit.ill) habit.until = addDays(day, invent.below(3))
    habit.asked = day
    if (habit.until >= day) return 'A'
    return invent.below(1000) < habit.late ? 'L' : 'P'
  }
}

async function storeRegisters(db: Tx, { schoolId, termId }: DemoAttendance, registers: readonly Register[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select nextval('register_ids') as id from generate_series(1, ${registers.length}::int)`.execute(db)
  const ids = rows.map((row) => row.id)
  await storeAll(
    db,
    'registers',
    registers.map(({ sectionId, day, session, subjectId, starts, takenAt, takenBy, takenByName, marks }, place) => ({
      schoolId,
      id: ids[place],
      termId,
      sectionId,
      day,
      session,
      subjectId,
      starts,
      version: 1,
      ...countMarks(marks),
      takenAt,
      takenBy,
      takenByName,
      changedAt: takenAt,
    })),
  )
  await sql`
    with seated as materialized (
      select section_id, student_id, row_number() over (partition by section_id order by roll_sort, student_id)::int as place
      from enrolments where school_id = ${schoolId} and term_id = ${termId}
    )
    insert into marks (school_id, register_id, student_id, value)
    select ${schoolId}::bigint, taken.id, seated.student_id, substr(taken.marks, seated.place, 1)
    from unnest(${ids}::bigint[], ${registers.map((register) => register.sectionId)}::bigint[],
      ${registers.map((register) => register.marks.join(''))}::text[]) as taken (id, section_id, marks)
    join seated on seated.section_id = taken.section_id
    order by taken.id, seated.place
    returning school_id`.execute(db)
}

/** Adds corrections of recent days: each late student was marked absent first. */
async function addCorrections(db: Tx, { schoolId }: DemoAttendance, days: readonly Day[]): Promise<void> {
  await sql`
    with late as (
      select m.register_id, m.student_id, r.taken_at + '25 minutes' as at, r.taken_by, r.taken_by_name
      from registers r join marks m on m.school_id = current_school() and m.register_id = r.id
      where r.school_id = ${schoolId} and r.day = any(${days}::date[]) and m.value = 'L'
    ),
    noted as (
      update marks m set note = 'Came with the second bus' from late
      where m.school_id = ${schoolId} and m.register_id = late.register_id and m.student_id = late.student_id
    ),
    changed as (
      update registers r set version = 1 + late.n, changed_at = late.at
      from (select register_id, count(*) as n, max(at) as at from late group by register_id) late
      where r.school_id = ${schoolId} and r.id = late.register_id
    )
    insert into mark_changes (school_id, register_id, student_id, was, value, note, at, changed_by, changed_by_name)
    select ${schoolId}::bigint, register_id, student_id, 'A', 'L', 'Came with the second bus', at, taken_by, taken_by_name
    from late order by register_id, student_id returning school_id`.execute(db)
}

/** Adds the absence messages that were sent at eleven. */
async function addMessages(db: Tx, { schoolId }: DemoAttendance, days: readonly Day[]): Promise<void> {
  await sql`
    with told as (
      insert into messages (school_id, kind, event, day, phone, params, text, channels, channel, state, queued_at, due_at, attempts, tries,
        sent_at, state_at)
      select ${schoolId}::bigint, case m.value when 'A' then 'ABSENCE' else 'LATE' end, r.day || '/' || s.id, r.day, s.phone,
        jsonb_build_object('student', s.name, 'section', said.section, 'day', said.day, 'mark', m.value, 'subjects', '',
          'school', c.sms_suffix),
        format('Dear parent, %s of %s %s on %s. %s', s.name, said.section,
          case m.value when 'A' then 'was absent' else 'came late' end, said.day, c.sms_suffix),
        case when school.whatsapp then array['WHATSAPP', 'SMS'] else array['SMS'] end, case when school.whatsapp then 'WHATSAPP' else 'SMS' end,
        'DELIVERED', eleven.at, eleven.at, 1, 1, eleven.at, eleven.at
      from registers r
      join schools school on school.id = r.school_id
      cross join lateral (select (r.day + time '11:00') at time zone 'Asia/Kolkata' as at) eleven
      join marks m on m.school_id = current_school() and m.school_id = r.school_id and m.register_id = r.id and m.value <> 'P'
      join students s on s.school_id = current_school() and s.school_id = r.school_id and s.id = m.student_id
      join sections section on section.school_id = current_school() and section.school_id = r.school_id and section.id = r.section_id
      join classes c on c.school_id = current_school() and c.school_id = r.school_id and c.id = section.class_id
      cross join lateral (select c.name || '-' || section.name as section, to_char(r.day, 'DD Mon YYYY') as day) said
      where r.school_id = ${schoolId} and r.day = any(${days}::date[])
      order by r.day, s.id
      returning id, event, queued_at, channel
    ), noted as (
      insert into message_events (school_id, message_id, at, channel, state)
      select ${schoolId}::bigint, id, queued_at, channel, state from told, unnest(array['QUEUED', 'SENT', 'DELIVERED']) as state
      returning school_id
    )
    insert into message_students (school_id, message_id, student_id)
    select ${schoolId}::bigint, id, split_part(event, '/', 2)::bigint from told returning school_id`.execute(db)
}
