import { onSameSchool } from '#platform/database/onSameSchool.ts'
import { type Day, schoolTime } from '#shared/dates.ts'
import { days } from './world/randomRegisters.ts'
import type { World } from './world/testWorld.ts'

/* Attendance counted by going through the stored rows, to compare the reports with. */

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
      .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'sections.classId'))
      .where('sections.schoolId', '=', world.own.id)
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
        !holidays.includes(register.day) &&
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
