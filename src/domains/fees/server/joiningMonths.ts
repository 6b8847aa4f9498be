import { sql } from 'kysely'
import type { CommandContext } from '#platform/command.ts'
import type { Day } from '#shared/dates.ts'
import type { JoiningMonth } from '#shared/joiningMonth.ts'
import { monthsFromDay } from '../assignedMonths.rules.ts'
import { type NewAssignment, writeMonths } from './assignments.sql.ts'

type Assigning = Pick<CommandContext<unknown, unknown>, 'db' | 'schoolId' | 'school'>

/**
 * Returns new assignments with the months that their students pay: a child who was admitted after the term began, from
 * the month of admission on, by the school's rule.
 */
export async function fromJoining(
  { db, schoolId, school }: Assigning,
  termId: number,
  pairs: readonly { studentId: number; feeCategoryId: number }[],
): Promise<NewAssignment[]> {
  if (pairs.length === 0) return []
  const { rows: joiners } = await sql<{ id: number; joinedOn: Day; startsOn: Day }>`
    select students.id, students.date_of_admission as "joinedOn", terms.starts_on as "startsOn"
    from students join terms on terms.school_id = ${schoolId} and terms.id = ${termId} and terms.starts_on < students.date_of_admission
    where students.school_id = ${schoolId} and students.id = any(${pairs.map(({ studentId }) => studentId)}::bigint[])`.execute(
    db,
  )
  const rule = school.joiningMonth as JoiningMonth
  const months = new Map(joiners.map(({ id, joinedOn, startsOn }) => [id, monthsFromDay(joinedOn, startsOn, rule)]))
  return pairs.map((pair) => ({ ...pair, ...months.get(pair.studentId) }))
}

/** Gives assignments that were made just now the months of {@link fromJoining}. */
export async function startFromJoining(
  running: Assigning,
  termId: number,
  pairs: readonly { studentId: number; feeCategoryId: number }[],
): Promise<void> {
  const later = (await fromJoining(running, termId, pairs)).filter(({ months = null }) => months !== null)
  await writeMonths(running.db, running.schoolId, later)
}
