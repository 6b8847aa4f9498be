import { sql } from 'kysely'
import { namedStatement } from '#platform/database/cachedStatement.ts'
import { readIn, type Tx } from '#platform/database/connect.ts'
import { Refusal } from '#platform/refusal.ts'
import { type Day, showDay } from '#shared/dates.ts'
import { t } from '#shared/texts.ts'
import { isDayClosed } from '../cashier.rules.ts'
import { drawerOf } from './cashier.sql.ts'

/** Whose drawer it is: the account that takes the money. */
export interface Clerk {
  subject: string
  name: string
}

/**
 * Locks a clerk's drawer, which is made with its first use. Payments and refunds share the lock; a closing excludes
 * them. Take it after the accounts and the fees, and before a receipt counter.
 */
export async function lockDrawer(db: Tx, schoolId: number, clerk: string, lock: 'share' | 'update') {
  const drawer = drawerOf(db, schoolId, clerk)
  const locked = lock === 'share' ? drawer.forShare() : drawer.forUpdate()
  const known = await locked.executeTakeFirst()
  if (known) return known
  await db
    .insertInto('cashDrawers')
    .values({ schoolId, clerk })
    .onConflict((conflict) => conflict.columns(['schoolId', 'clerk']).doNothing())
    .execute()
  return locked.executeTakeFirstOrThrow()
}

/**
 * Locks a clerk's drawer for money that is booked on a day, and notes that the clerk has money on that day. Everything
 * that a clerk takes or gives back at the counter goes through here, before it is stored.
 * @param path the input's field with the day
 * @throws Refusal BAD_INPUT on `path` when the clerk has closed that day
 */
export async function openDrawer(
  db: Tx,
  { schoolId, clerk, day, path }: { schoolId: number; clerk: Clerk; day: Day; path: string },
): Promise<void> {
  const note = () => readIn(db)(sharedDrawer(db, schoolId, clerk.subject), notedDay(db, schoolId, clerk, day))
  let [[drawer]] = await note()
  if (!drawer) {
    await lockDrawer(db, schoolId, clerk.subject, 'share')
    ;[[drawer]] = await note()
  }
  if (drawer && isDayClosed(day, drawer)) {
    const message = t`Your ${showDay(day)} is closed and takes no more money. Enter a later day, or ask an admin to open it again.`
    throw new Refusal('BAD_INPUT', message, [{ path, message }])
  }
}

function sharedDrawer(db: Tx, schoolId: number, clerk: string) {
  return namedStatement('shared drawer', { schoolId, clerk }, (of) => drawerOf(db, of.schoolId, of.clerk).forShare())
}

/** Notes that a clerk has money on a day; nothing where the clerk has no drawer yet. */
function notedDay(db: Tx, schoolId: number, { subject, name }: Clerk, day: Day) {
  return namedStatement('noted day', { schoolId, subject, name, day }, (of) =>
    db
      .insertInto('cashierDays')
      .columns(['schoolId', 'drawerId', 'day', 'clerkName'])
      .expression((row) =>
        row
          .selectFrom('cashDrawers')
          .select(['schoolId', 'id', sql<Day>`${of.day}::date`.as('day'), sql<string>`${of.name}::text`.as('clerkName')])
          .where('schoolId', '=', of.schoolId)
          .where('clerk', '=', of.subject),
      )
      .onConflict((conflict) => conflict.columns(['schoolId', 'drawerId', 'day']).doNothing()),
  )
}
