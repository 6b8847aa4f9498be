import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { addDays, type Day, monthStart, schoolDay, schoolTime } from '#shared/dates.ts'
import { clearAttendance, setSchool } from './attendanceWorld.ts'
import type { World } from './world.ts'

const today = schoolDay(new Date())
/** The whole previous month, so that everything in it is over. */
export const start = monthStart(addDays(monthStart(today), -1))
export const end = addDays(monthStart(today), -1)
export const days = Array.from({ length: 31 }, (_, place) => addDays(start, place)).filter((day) => day <= end)

/** The account that took the registers. */
export const takenBy = randomUUID()

/** Random attendance of the last month; days are counted from its first. */
export interface Plan {
  attType: 'DAILY' | 'DUAL' | 'SUBJECTWISE'
  breakdownLectures: boolean
  registers: { day: number; section: number; kind: number; subject: number; marks: string[] }[]
  holidays: number[]
  students: { gender: string; disabled: boolean; admitted: number; moved: boolean }[]
}

export const plans: fc.Arbitrary<Plan> = fc.record({
  attType: fc.constantFrom('DAILY', 'DUAL', 'SUBJECTWISE'),
  breakdownLectures: fc.boolean(),
  registers: fc.array(
    fc.record({
      // Several lectures of a subject on one day share a column; without this weight that would be rare.
      day: fc.oneof({ weight: 3, arbitrary: fc.nat(27) }, { weight: 1, arbitrary: fc.constant(3) }),
      section: fc.constantFrom(0, 0, 1, 2),
      kind: fc.constantFrom(0, 1, 2, 3, 3, 3),
      subject: fc.nat(1),
      marks: fc.array(fc.constantFrom('P', 'P', 'P', 'A', 'A', 'L', '-'), { minLength: 9, maxLength: 9 }),
    }),
    { minLength: 20, maxLength: 60 },
  ),
  holidays: fc.uniqueArray(fc.nat(27), { maxLength: 3 }),
  students: fc.array(
    fc.record({
      gender: fc.constantFrom('MALE', 'FEMALE', 'OTHER', 'BLANK'),
      disabled: fc.integer({ min: 0, max: 5 }).map((value) => value === 0),
      admitted: fc.constantFrom(-1, -1, -1, 5, 15),
      moved: fc.integer({ min: 0, max: 6 }).map((value) => value === 0),
    }),
    { minLength: 10, maxLength: 10 },
  ),
})

export const plainStudent: Plan['students'][number] = { gender: 'BLANK', disabled: false, admitted: -1, moved: false }

/** Writes a plan as rows: registers of every kind with their marks, whether they count or not. */
export async function writePlan(world: World, plan: Plan): Promise<void> {
  const { id: schoolId, termId, section7A, section7B, section8A } = world.own
  await setSchool(world, world.own, { attType: plan.attType, breakdownLectures: plan.breakdownLectures })
  await clearAttendance(world, world.own)
  await world.database.transaction(schoolId, async (db) => {
    const students = await db
      .selectFrom('enrolments')
      .select(['studentId', 'sectionId'])
      .where('schoolId', '=', schoolId)
      .orderBy('studentId')
      .execute()
    const subjects = await db.selectFrom('subjects').select('id').where('schoolId', '=', schoolId).orderBy('sr').execute()
    // Their sections before one of them moved.
    const place = (nth: number) => (nth === 0 || (nth >= 2 && nth < 7) ? section7A : nth === 1 ? section8A : section7B)
    for (const [nth, { studentId }] of students.entries()) {
      const { gender, disabled, admitted, moved } = plan.students[nth] ?? plainStudent
      const dateOfAdmission = admitted < 0 ? null : addDays(start, admitted)
      await db
        .updateTable('students')
        .set({ gender, disabled, dateOfAdmission })
        .where('schoolId', '=', schoolId)
        .where('id', '=', studentId)
        .execute()
      await db
        .updateTable('enrolments')
        .set({ sectionId: moved ? section8A : place(nth) })
        .where('schoolId', '=', schoolId)
        .where('studentId', '=', studentId)
        .execute()
    }
    for (const holiday of plan.holidays)
      await db
        .insertInto('holidays')
        .values({ schoolId, day: addDays(start, holiday), name: 'Diwali' })
        .execute()
    const known = new Set<string>()
    for (const { day: offset, section, kind, subject, marks } of plan.registers) {
      const day = addDays(start, offset)
      const sectionId = [section7A, section7B, section8A][section] ?? section7A
      const session =
        sectionId === section7A && kind === 3
          ? 'LECTURE'
          : sectionId === section7A && kind === 2
            ? 'SUBJECT'
            : plan.attType === 'DUAL'
              ? kind === 0
                ? 'MORNING'
                : 'AFTERNOON'
              : 'DAY'
      const subjectId = session === 'SUBJECT' || session === 'LECTURE' ? (subjects[subject]?.id ?? null) : null
      const hour = 9 + (known.size % 5)
      const key =
        session === 'LECTURE' ? randomUUID() : [day, sectionId, session, subjectId, session === 'SUBJECT' ? hour : ''].join()
      if (known.has(key)) continue
      known.add(key)
      const { id } = await db
        .insertInto('registers')
        .values({
          schoolId,
          termId,
          sectionId,
          day,
          session,
          subjectId,
          starts: session === 'SUBJECT' ? `0${hour}:00`.slice(-5) : null,
          takenAt: new Date(`${day}T${String(hour).padStart(2, '0')}:00:00+05:30`),
          takenBy,
          takenByName: 'Meera',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const theirs = students.filter((_, nth) => place(nth) === sectionId)
      const values = theirs.flatMap(({ studentId }, nth) =>
        marks[nth] === '-' ? [] : [{ schoolId, registerId: id, studentId, value: marks[nth] ?? 'P' }],
      )
      if (values.length > 0) await db.insertInto('marks').values(values).execute()
      if (session === 'LECTURE')
        await db
          .insertInto('lectures')
          .values({
            schoolId,
            registerId: id,
            batch: randomUUID(),
            teacherName: 'Meera',
            startedAt: new Date(Date.now() - 60_000),
            closesAt: new Date(Date.now() + 3_600_000),
            ...(offset % 2 ? { endedAt: new Date(), endedHow: 'TEACHER' } : {}),
          })
          .execute()
    }
  })
}

/** Returns all stored rows that the reports use. */
async function raw(world: World) {
  return world.database.transaction(world.own.id, async (db) => ({
    registers: await db.selectFrom('registers').selectAll().orderBy('day').orderBy('id').execute(),
    marks: await db.selectFrom('marks').selectAll().execute(),
    lectures: await db.selectFrom('lectures').selectAll().execute(),
    holidays: (await db.selectFrom('holidays').select('day').execute()).map((row) => row.day),
    subjects: await db.selectFrom('subjects').select(['id', 'name']).execute(),
    students: await db.selectFrom('students').selectAll().execute(),
    enrolments: await db.selectFrom('enrolments').selectAll().orderBy('rollSort').orderBy('studentId').execute(),
    sections: await db
      .selectFrom('sections')
      .innerJoin('classes', (on) =>
        on.onRef('classes.schoolId', '=', 'sections.schoolId').onRef('classes.id', '=', 'sections.classId'),
      )
      .select(['sections.id', 'sections.name', 'classes.name as className'])
      .execute(),
  }))
}

/** A student with the marks that count. */
export interface Counted {
  name: string
  student: Awaited<ReturnType<typeof raw>>['students'][number]
  marks: { day: Day; value: string; register: number }[]
  roll: string
  working: number
  here: boolean
}

/** A register that counts, with its start time. */
export interface CountedRegister {
  id: number
  day: Day
  session: string
  subjectId: number | null
  subject: string
  hour: string
}

/** A section with its registers that count, in the order of days and times. */
export interface CountedSection {
  name: string
  registers: CountedRegister[]
  lines: Counted[]
  /** Sundays and holidays of the month. */
  off: Day[]
}

/** Returns each section's counts, computed by going through the rows. */
export async function countRows(world: World, attType: string): Promise<CountedSection[]> {
  const { registers, marks, lectures, students, enrolments, sections, holidays, subjects } = await raw(world)
  const off = days.filter((day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 0 || holidays.includes(day))
  const counts: Record<string, string[]> = { DAILY: ['DAY'], DUAL: ['MORNING', 'AFTERNOON'], SUBJECTWISE: ['SUBJECT', 'LECTURE'] }
  const answer: CountedSection[] = []
  for (const section of sections) {
    const own = registers.filter(
      (register) =>
        register.sectionId === section.id &&
        counts[attType]?.includes(register.session) &&
        !lectures.some((lecture) => lecture.registerId === register.id && lecture.endedAt === null),
    )
    const lines: Counted[] = []
    const order = [
      ...enrolments.filter((row) => row.sectionId === section.id),
      ...enrolments.filter((row) => row.sectionId !== section.id),
    ]
    for (const { studentId, sectionId, roll } of order) {
      const student = students.find((row) => row.id === studentId)!
      const from = student.dateOfAdmission ?? '0000-00-00'
      const hers = own.flatMap((register) =>
        marks
          .filter((mark) => mark.registerId === register.id && mark.studentId === studentId)
          .map((mark) => ({ day: register.day, value: mark.value, register: register.id })),
      )
      const here = sectionId === section.id && !student.disabled
      if (!here && hers.length === 0) continue
      const working = new Set(own.map((register) => register.day).filter((day) => day >= from)).size
      const name = `${student.name}${sectionId === section.id ? (student.disabled ? ' (disabled)' : '') : ' (left)'}`
      lines.push({ name, student, marks: hers.filter((mark) => mark.day >= from), working, here, roll })
    }
    const ranks = ['DAY', 'MORNING', 'AFTERNOON']
    const rank = (session: string) => (ranks.includes(session) ? ranks.indexOf(session) : ranks.length)
    const counted = own
      .map(({ id, day, session, subjectId, starts, takenAt }) => ({
        id,
        day,
        session,
        subjectId,
        subject: subjects.find((one) => one.id === subjectId)?.name ?? '',
        hour: session === 'LECTURE' ? schoolTime(takenAt) : (starts ?? ''),
      }))
      .sort(
        (a, b) => a.day.localeCompare(b.day) || rank(a.session) - rank(b.session) || a.hour.localeCompare(b.hour) || a.id - b.id,
      )
    answer.push({ name: `${section.className}-${section.name}`, registers: counted, lines, off })
  }
  // The school's order: classes as stored, sections by name.
  return answer.sort((a, b) => a.name.localeCompare(b.name))
}
