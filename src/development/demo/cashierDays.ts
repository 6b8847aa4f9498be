import { cashOf, countDrawer, denominations, type NoteCounts } from '#domains/fees/cashier.rules.ts'
import { readDrawer } from '#domains/fees/server/cashierDay.ts'
import { lockDrawer } from '#domains/fees/server/drawers.ts'
import { storeClosing } from '#domains/fees/server/storeClosing.ts'
import type { Tx } from '#platform/database/connect.ts'
import { addDays, type Day, indiaOffset, schoolDay } from '#shared/dates.ts'
import { type Paise, subtractMoney } from '#shared/money.ts'
import type { Clerk, DemoMoney } from './fees.ts'

/** Days before today on which the school began to close its days. */
const daysClosed = 7

/**
 * Closes the days of the last week: the counter's clerk all of them until yesterday, the office all but yesterday, so
 * that one day waits for its closing. Today is open.
 */
export async function closeDays(db: Tx, { schoolId, now, clerks }: DemoMoney): Promise<void> {
  const today = schoolDay(now)
  for (const [place, clerk] of clerks.entries()) {
    const drawer = await lockDrawer(db, schoolId, clerk.subject, 'update')
    const days = await daysWithMoney(db, schoolId, clerk, addDays(today, -daysClosed))
    if (days.length === 0) continue
    await db
      .insertInto('cashierDays')
      .values(days.map((day) => ({ schoolId, drawerId: drawer.id, day, clerkName: clerk.name })))
      .execute()
    const lastClosed = addDays(today, place === 0 ? -1 : -2)
    for (const day of days.filter((one) => one <= lastClosed)) await closeDay(db, { schoolId, clerk, day })
  }
}

/** Lists the days since a day on which a clerk took money at the counter. */
async function daysWithMoney(db: Tx, schoolId: number, clerk: Clerk, since: Day): Promise<Day[]> {
  const rows = await db
    .selectFrom('payments')
    .select('collectedOn')
    .distinct()
    .where('schoolId', '=', schoolId)
    .where('createdBy', '=', clerk.subject)
    .where('mode', '<>', 'ONLINE')
    .where('collectedOn', '>=', since)
    .orderBy('collectedOn')
    .execute()
  return rows.map(({ collectedOn }) => collectedOn)
}

async function closeDay(db: Tx, { schoolId, clerk, day }: { schoolId: number; clerk: Clerk; day: Day }): Promise<void> {
  const drawer = await lockDrawer(db, schoolId, clerk.subject, 'update')
  const facts = await readDrawer(db, { schoolId, clerk: clerk.subject, day })
  const notes = notesFor(facts.expected)
  // Small change stays in the drawer.
  const deposit: NoteCounts = { 500: notes[500] ?? 0, 200: notes[200] ?? 0 }
  const account = await db
    .selectFrom('bankAccounts')
    .select(['name', 'accNumber', 'ifsc'])
    .where('schoolId', '=', schoolId)
    .orderBy('id')
    .executeTakeFirst()
  const { difference, deposited } = countDrawer(facts.expected, notes, deposit)
  await storeClosing(db, {
    schoolId,
    drawer,
    day,
    clerkName: clerk.name,
    by: clerk,
    facts,
    counted: {
      notes,
      deposit,
      reason: difference === 0 ? '' : 'Paise are not in the drawer',
      bankAccount: account && deposited > 0 ? `${account.name}, ${account.accNumber}, ${account.ifsc}` : null,
    },
    closedAt: new Date(`${day}T17:30:00${indiaOffset}`),
  })
}

/** Returns the fewest notes and coins for an amount, without its paise. */
function notesFor(amount: Paise): NoteCounts {
  const notes: NoteCounts = {}
  for (const denomination of denominations)
    notes[denomination] = Math.floor(subtractMoney(amount, cashOf(notes)) / (denomination * 100))
  return notes
}
