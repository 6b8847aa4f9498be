import type { Tx } from '#platform/database/connect.ts'
import type { Problem } from '#platform/refusal.ts'
import { fileMessages } from '../studentFiles.schema.ts'
import { duplicateIndexes, isRoll, takenSeats } from '../students.rules.ts'
import { lockSections, studentNames, rollsOfSections } from './students.sql.ts'
import { refuseProblems, type Seat } from './writeStudents.ts'

/** A form or a row of a file that gives a student a seat. */
export interface SeatedRow {
  path: string
  seat: Seat
  /** null for a new student. */
  studentId: number | null
}

/**
 * Refuses two rows with one roll in one section, and a row with the roll of another enrolled student. Roll 0 stands for
 * none. Locks the sections, so that of two requests with one roll the second sees the first.
 * @param leaving ids of students whom the same file deletes
 * @throws Refusal BAD_INPUT with a problem at each row's roll
 */
export async function refuseTakenRolls(
  { db, schoolId }: { db: Tx; schoolId: number },
  given: readonly SeatedRow[],
  leaving: readonly number[] = [],
): Promise<void> {
  const rows = given.filter(({ seat }) => isRoll(seat.roll))
  if (rows.length === 0) return
  await lockSections(
    db,
    schoolId,
    rows.map(({ seat }) => seat.sectionId),
  )
  const keys = rows.map(({ seat }) => rollKey(seat))
  const problems = duplicateIndexes(keys).flatMap((index): Problem[] => {
    const row = rows[index]
    return row ? [{ path: `${row.path}roll`, message: fileMessages.rollTwice(row.seat.roll, sectionLabel(row.seat)) }] : []
  })
  const seated = await rollsOfSections(
    db,
    schoolId,
    rows.map(({ seat }) => seat.sectionId),
  )
  const taken = takenSeats(
    rows.map(({ studentId }, index) => ({ studentId, key: keys[index] ?? '' })),
    seated.map((seat) => ({ studentId: seat.studentId, key: rollKey(seat) })),
    leaving,
  )
  const names =
    taken.length === 0
      ? new Map<number, string>()
      : await studentNames(
          db,
          schoolId,
          taken.map(({ holder }) => holder.studentId),
        )
  for (const { index, holder } of taken) {
    const row = rows[index]
    if (!row) continue
    const message = fileMessages.rollTaken(row.seat.roll, sectionLabel(row.seat), names.get(holder.studentId) ?? '')
    problems.push({ path: `${row.path}roll`, message })
  }
  refuseProblems('BAD_INPUT', problems)
}

function rollKey({ sectionId, roll }: { sectionId: number; roll: string }): string {
  return `${sectionId} ${roll.toLowerCase()}`
}

function sectionLabel({ className, sectionName }: Seat): string {
  return `${className}-${sectionName}`
}
