import { type Db, type Read, readIn, type Tx } from '#platform/database/connect.ts'
import { type Paise, sumMoney } from '#shared/money.ts'
import { hasLateFees } from '#domains/fees/server/online.exports.ts'
import { currentTerm, dueOfStudents } from './family.queries.ts'
import { undecidedFees } from './orders.sql.ts'

interface OfTerm {
  schoolId: number
  termId: number
}

/**
 * Returns what to ask students for now: what the pending list says is due, and where a late fee may be on it or an
 * order may hold a part of it, what the family's page asks. Those of whom nothing is to be asked are left out.
 * @param pending the due sums of the pending list, which has no late fees
 */
export async function dueNow(
  read: Read,
  db: Db | Tx,
  { schoolId, termId }: OfTerm,
  pending: readonly { id: number; pending: Paise }[],
): Promise<Map<number, Paise>> {
  const ids = pending.map(({ id }) => id)
  const [[lateFees], undecided] = await read(hasLateFees(db, schoolId), undecidedFees(db, schoolId, ids))
  const held = new Set(undecided.filter(({ blocked }) => blocked).map(({ studentId }) => studentId))
  const differing = lateFees ? ids : ids.filter((id) => held.has(id))
  const exact = await dueOfStudents(read, db, { schoolId, termId }, differing)
  return new Map(pending.map((row): [number, Paise] => [row.id, exact.get(row.id) ?? row.pending]).filter(([, due]) => due > 0))
}

/** Returns what is due now of the students that a reminder is about; 0 where nothing is to be asked. */
export async function dueOfReminder(db: Tx, schoolId: number, messageId: number): Promise<Paise> {
  const [term, about] = [
    await currentTerm(db, schoolId).executeTakeFirst(),
    await db
      .selectFrom('messageStudents')
      .select('studentId')
      .where('schoolId', '=', schoolId)
      .where('messageId', '=', messageId)
      .execute(),
  ]
  if (!term) return 0
  const due = await dueOfStudents(
    readIn(db),
    db,
    { schoolId, termId: term.id },
    about.map(({ studentId }) => studentId),
  )
  return sumMoney([...due.values()])
}
