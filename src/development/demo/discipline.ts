import { sql } from 'kysely'
import { usualTypes } from '#domains/discipline/discipline.rules.ts'
import type { Tx } from '#platform/database/connect.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { inventor } from './invent.ts'
import { storeAll } from './store.ts'

/** Notes and actions that teachers record, by incident type. */
const said: Readonly<Record<string, readonly [note: string, actionTaken: string][]>> = {
  'Homework not done': [
    ['Second time this week', 'To be shown tomorrow'],
    ['Forgot the notebook at home', ''],
  ],
  'Disturbed the class': [['Talked during the test', 'Sits in the first row for a week']],
  'Helped others': [['Explained fractions to a classmate', 'Praised before the class']],
  'Excellent work': [['Best project of the class', '']],
  'Represented the school': [['Taluka kabaddi team', 'Certificate given']],
}

/**
 * Adds the usual incident types and some months of incidents up to yesterday, recorded by each section's class
 * teachers. Guardians were notified of the worst and the best.
 */
export async function addIncidents(db: Tx, demo: { schoolId: number; termId: number; now: Date }): Promise<void> {
  const { schoolId, termId, now } = demo
  const invent = inventor(1973)
  const types = await storeAll<{ id: number; name: string; points: number }>(
    db,
    'incidentTypes',
    usualTypes().map((type) => ({ schoolId, ...type })),
    ['id', 'name', 'points'],
  )
  const byName = types.sort((one, other) => one.name.localeCompare(other.name))
  const { rows: pupils } = await sql<{ studentId: number; sectionId: number; subject: string; teacher: string }>`
    select e.student_id, e.section_id, u.subject, u.name as teacher
    from enrolments e
    join students s on s.school_id = current_school() and s.id = e.student_id and not s.disabled
    join lateral (select user_id from section_teachers t where t.school_id = current_school() and t.section_id = e.section_id
      order by user_id limit 1) t on true
    join users u on u.school_id = current_school() and u.id = t.user_id
    where e.school_id = ${schoolId} and e.term_id = ${termId} order by e.student_id`.execute(db)
  const today = schoolDay(now)
  await storeAll(
    db,
    'incidents',
    Array.from({ length: 90 }, () => {
      const { studentId, sectionId, subject, teacher } = invent.pick(pupils)
      const { id, name, points } = invent.pick(byName)
      // No Sundays.
      const some = addDays(today, -1 - invent.below(80))
      const day = new Date(some).getUTCDay() === 0 ? addDays(some, -1) : some
      const [note, actionTaken] = invent.pick(said[name] ?? [['', ''] as const])
      return {
        schoolId,
        termId,
        sectionId,
        studentId,
        incidentTypeId: id,
        day,
        points,
        note,
        actionTaken,
        notify: Math.abs(points) >= 10,
        version: 1,
        recordedAt: `${day}T13:10:00+05:30`,
        recordedBy: subject,
        recordedByName: teacher,
      }
    }).sort((one, other) => one.day.localeCompare(other.day)),
  )
}
