import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { addDays, monthStart, schoolDay } from '#shared/dates.ts'
import { fromNow } from '../moments.ts'
import { clearAttendance } from './attendance.ts'
import { addLecture, addRegister, setSchool } from './rows.ts'
import type { World } from './testWorld.ts'

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
  const { id: schoolId, section7A, section7B, section8A } = world.own
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
      const theirs = students.filter((_, nth) => place(nth) === sectionId)
      const registerId = await addRegister(
        db,
        world.own,
        {
          sectionId,
          day,
          session,
          subjectId,
          starts: session === 'SUBJECT' ? `0${hour}:00`.slice(-5) : null,
          takenAt: new Date(`${day}T${String(hour).padStart(2, '0')}:00:00+05:30`),
          takenBy,
          takenByName: 'Meera',
        },
        theirs.flatMap(({ studentId }, nth) => (marks[nth] === '-' ? [] : [{ studentId, value: marks[nth] ?? 'P' }])),
      )
      const ended = offset % 2 ? { endedAt: new Date(), endedHow: 'TEACHER' } : {}
      if (session === 'LECTURE')
        await addLecture(db, world.own, registerId, {
          teacherName: 'Meera',
          startedAt: fromNow(-60_000),
          ...ended,
        })
    }
  })
}
