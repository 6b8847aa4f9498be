import type { Db, Read } from '#platform/database/connect.ts'
import { Refusal } from '#platform/refusal.ts'
import type { School, SchoolFlag } from '#platform/school.ts'
import { overdueOfStudents, studentsWithFreeSeats } from '#domains/fees/server/overdue.exports.ts'
import { schoolDay } from '#shared/dates.ts'
import { hasModule } from '#shared/modules.ts'
import { type Paise, showMoney } from '#shared/money.ts'
import { t } from '#shared/texts.ts'

interface Asking {
  db: Db
  read: Read
  school: School
}

/**
 * Returns the overdue fees, in paise, by the ids of the students whose report cards the school holds (decisions/0097).
 * Never cached, because a payment opens the cards at once. A student with a free seat is never held.
 */
export async function heldForDues({ db, read, school }: Asking, studentIds: readonly number[]): Promise<Map<number, Paise>> {
  const isOn = school.holdForDues && hasModule<SchoolFlag>(school, 'feesModule')
  if (!isOn || studentIds.length === 0) return new Map()
  const { id: schoolId } = school
  const [[term]] = await read(db.selectFrom('terms').select('id').where('schoolId', '=', schoolId).where('current', '=', true))
  if (!term) return new Map()
  const today = schoolDay(new Date())
  const [overdue, free] = await read(
    overdueOfStudents(db, schoolId, { termId: term.id, today }, studentIds),
    studentsWithFreeSeats(db, schoolId, { termId: term.id, day: today }),
  )
  const isFree = new Set(free.map(({ studentId }) => studentId))
  return new Map(overdue.filter(({ studentId }) => !isFree.has(studentId)).map(({ studentId, pending }) => [studentId, pending]))
}

/** @throws Refusal CONFLICT for a student whose cards are held, with the amount that opens them */
export async function refuseHeld(asking: Asking, studentId: number): Promise<void> {
  const amount = (await heldForDues(asking, [studentId])).get(studentId)
  if (amount !== undefined) throw new Refusal('CONFLICT', heldText(amount))
}

/** Returns why a family does not see a report card yet. */
export function heldText(amount: Paise): string {
  return t`The school gives out this report card when the overdue fees of ${showMoney(amount)} are paid. It opens at once after the payment.`
}
