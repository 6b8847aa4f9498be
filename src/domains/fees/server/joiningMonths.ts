import { sql } from 'kysely'
import type { CommandContext } from '#platform/command.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { JoiningMonth } from '#shared/joiningMonth.ts'
import { type AssignedMonths, monthsFromDay } from '../assignedMonths.rules.ts'
import { type NewAssignment, writeMonths } from './assignedMonths.sql.ts'

type Assigning = Pick<CommandContext<unknown, unknown>, 'db' | 'schoolId' | 'school'>

/** Selects those of some students who were admitted after a term began. */
export function joiners(db: Db | Tx, schoolId: number, termId: number, studentIds: readonly number[]) {
  return db
    .selectFrom('students')
    .innerJoin('terms', (on) => on.on('terms.schoolId', '=', schoolId).on('terms.id', '=', termId))
    .select(['students.id', 'students.dateOfAdmission as joinedOn', 'terms.startsOn'])
    .where('students.schoolId', '=', schoolId)
    .where(sql<boolean>`students.id = any(${studentIds}::bigint[])`)
    .whereRef('students.dateOfAdmission', '>', 'terms.startsOn')
    .$narrowType<{ joinedOn: string }>()
}

type Joiner = Awaited<ReturnType<ReturnType<typeof joiners>['execute']>>[number]

/** Returns the months that a student of {@link joiners} pays: from the month of admission on, by the school's rule. */
export function monthsOfJoiner({ joinedOn, startsOn }: Joiner, { joiningMonth }: Pick<School, 'joiningMonth'>): AssignedMonths {
  return monthsFromDay(joinedOn, startsOn, joiningMonth as JoiningMonth)
}

/** Returns new assignments with the months that their students pay: joiners those of {@link monthsOfJoiner}. */
export async function fromJoining(
  { db, schoolId, school }: Assigning,
  termId: number,
  pairs: readonly { studentId: number; feeCategoryId: number }[],
): Promise<NewAssignment[]> {
  if (pairs.length === 0) return []
  const ids = [...new Set(pairs.map(({ studentId }) => studentId))]
  const rows = await joiners(db, schoolId, termId, ids).execute()
  const months = new Map(rows.map((joiner) => [joiner.id, monthsOfJoiner(joiner, school)]))
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
