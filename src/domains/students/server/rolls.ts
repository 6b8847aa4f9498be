import type { Tx } from '#platform/database/connect.ts'
import type { Problem } from '#platform/refusal.ts'
import { fileWords } from '../studentFiles.schema.ts'
import { repeated, takenSeats } from '../students.rules.ts'
import { namesOf, seatedIn } from './students.sql.ts'
import { refuse, type Seat } from './writeStudents.ts'

/** A row of a file that puts a student, or a new one, onto a seat. */
export interface SeatedRow {
  path: string
  seat: Seat
  /** null for a new student. */
  studentId: number | null
}

/**
 * Refuses two rows with one roll in one section, and a row that takes the roll of a student who is there.
 * @param leaving ids of students who are deleted by the same file
 * @throws Refusal BAD_INPUT with a problem at each row's roll
 */
export async function refuseRolls(
  { db, schoolId }: { db: Tx; schoolId: number },
  rows: readonly SeatedRow[],
  leaving: readonly number[] = [],
): Promise<void> {
  const keys = rows.map(({ seat }) => keyOf(seat))
  const problems = repeated(keys).flatMap((place): Problem[] => {
    const row = rows[place]
    return row ? [{ path: `${row.path}roll`, message: fileWords.rollTwice(row.seat.roll, nameOf(row.seat)) }] : []
  })
  const seated = await seatedIn(
    db,
    schoolId,
    rows.map(({ seat }) => seat.sectionId),
  )
  const taken = takenSeats(
    rows.map(({ studentId }, place) => ({ studentId, key: keys[place] ?? '' })),
    seated.map((found) => ({ studentId: found.studentId, key: keyOf(found) })),
    leaving,
  )
  const names =
    taken.length === 0
      ? new Map<number, string>()
      : await namesOf(
          db,
          schoolId,
          taken.map(({ holder }) => holder.studentId),
        )
  for (const { index, holder } of taken) {
    const row = rows[index]
    if (!row) continue
    const message = fileWords.rollTaken(row.seat.roll, nameOf(row.seat), names.get(holder.studentId) ?? '')
    problems.push({ path: `${row.path}roll`, message })
  }
  refuse('BAD_INPUT', problems)
}

function keyOf({ sectionId, roll }: { sectionId: number; roll: string }): string {
  return `${sectionId} ${roll.toLowerCase()}`
}

function nameOf({ className, sectionName }: Seat): string {
  return `${className}-${sectionName}`
}
