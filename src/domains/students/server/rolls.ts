import type { Tx } from '../../../platform/database/connect.ts'
import type { Problem } from '../../../platform/refusal.ts'
import { fileWords } from '../studentFiles.schema.ts'
import { repeated } from '../students.rules.ts'
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
 * @param free ids of students who leave their seats by the same file
 * @throws Refusal BAD_INPUT with a problem at each row's roll
 */
export async function refuseRolls(
  { db, schoolId }: { db: Tx; schoolId: number },
  rows: readonly SeatedRow[],
  free: readonly number[] = [],
): Promise<void> {
  const keys = rows.map(({ seat }) => keyOf(seat))
  const problems = repeated(keys).flatMap((place): Problem[] => {
    const row = rows[place]
    return row ? [{ path: `${row.path}roll`, message: fileWords.rollTwice(row.seat.roll, nameOf(row.seat)) }] : []
  })
  const moving = new Set([...free, ...rows.flatMap(({ studentId }) => (studentId === null ? [] : [studentId]))])
  const seated = await seatedIn(
    db,
    schoolId,
    rows.map(({ seat }) => seat.sectionId),
  )
  const staying = new Map(
    seated.filter(({ studentId }) => !moving.has(studentId)).map((found) => [keyOf(found), found.studentId]),
  )
  // A student who keeps the seat may share it from before: that is not this file's doing.
  const kept = new Set(seated.map((found) => `${found.studentId} ${keyOf(found)}`))
  const taken = rows.flatMap((row, place) => {
    const holder = staying.get(keys[place] ?? '')
    return holder === undefined || kept.has(`${row.studentId} ${keys[place]}`) ? [] : [{ row, holder }]
  })
  const names =
    taken.length === 0
      ? new Map<number, string>()
      : await namesOf(
          db,
          schoolId,
          taken.map(({ holder }) => holder),
        )
  for (const { row, holder } of taken) {
    const message = fileWords.rollTaken(row.seat.roll, nameOf(row.seat), names.get(holder) ?? '')
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
