import { type SqlBool, sql } from 'kysely'
import { readIn, type Tx } from '#platform/database/connect.ts'
import { Refusal } from '#platform/refusal.ts'
import { type Day, showDay } from '#shared/dates.ts'
import type { Role } from '#shared/roles.ts'
import { t } from '#shared/texts.ts'
import { type ClosedDays, isDayClosed } from '../cashier.rules.ts'
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

/** Money of the counter, as far as the drawer of whoever takes it or gives it back is concerned. */
interface DrawerMoney {
  schoolId: number
  clerk: Clerk
  /** The day that the money is booked on. */
  day: Day
}

/**
 * Returns the statement that locks a clerk's drawer for money that is booked on a day. Check its rows with
 * {@link requireOpenDay}.
 */
export function drawerLock(db: Tx, { schoolId, clerk, day }: DrawerMoney) {
  return drawerOf(db, schoolId, clerk.subject)
    .select((row) =>
      row
        .exists(
          row
            .selectFrom('cashierDays as noted')
            .select('noted.id')
            .where('noted.schoolId', '=', schoolId)
            .whereRef('noted.drawerId', '=', 'cashDrawers.id')
            .where('noted.day', '=', day),
        )
        .as('isNoted'),
    )
    .select((row) =>
      row
        .selectFrom('cashDrawers as started')
        .select((first) => first.fn.min<Day | null>('started.closedFrom').as('day'))
        .where('started.schoolId', '=', schoolId)
        .as('startedOn'),
    )
    .forShare('cashDrawers')
}

/** A clerk's drawer as {@link drawerLock} has locked it; no row where the clerk had none. */
type LockedDrawer = readonly (ClosedDays & {
  isNoted: SqlBool
  /** The first day that anybody in the school has closed. */
  startedOn: Day | null
})[]

/**
 * Makes sure that a clerk's drawer is locked and takes money of a day, before the money is stored, and notes that the
 * clerk has money on that day. A clerk without a drawer gets one.
 * @param locked the rows of {@link drawerLock}
 * @param path the input's field with the day
 * @param role of the viewer who books the money; undefined where nobody chooses the day
 * @throws Refusal BAD_INPUT on `path` when the clerk has closed that day, or, for FEES, when it is before the first
 *   closed day: its money would be counted in no drawer
 */
export async function requireOpenDay(
  db: Tx,
  [known]: LockedDrawer,
  { path, role, ...money }: DrawerMoney & { path: string; role?: Role },
): Promise<void> {
  const drawer = known ?? (await firstDrawer(db, money))
  if (drawer && isDayClosed(money.day, drawer)) {
    const message = t`Your ${showDay(money.day)} is closed and takes no more money. Enter a later day, or ask an admin to open it again.`
    throw new Refusal('BAD_INPUT', message, [{ path, message }])
  }
  const first = drawer?.closedFrom ?? drawer?.startedOn ?? null
  if (role === 'FEES' && first !== null && money.day < first) {
    const message = t`${showDay(money.day)} is before the first closed day, so its money would be counted in no drawer. Enter a later day, or ask an admin.`
    throw new Refusal('BAD_INPUT', message, [{ path, message }])
  }
  if (!drawer?.isNoted) await db.executeQuery(notedDay(db, money))
}

async function firstDrawer(db: Tx, money: DrawerMoney) {
  await lockDrawer(db, money.schoolId, money.clerk.subject, 'share')
  const [[drawer]] = await readIn(db)(drawerLock(db, money))
  return drawer
}

/**
 * Locks a clerk's drawer for money that is booked on a day, and notes that the clerk has money on that day. Everything
 * that a clerk takes or gives back at the counter goes through this or {@link requireOpenDay}, before it is stored.
 * @throws Refusal as {@link requireOpenDay}
 */
export async function openDrawer(db: Tx, money: DrawerMoney & { path: string }): Promise<void> {
  const [locked] = await readIn(db)(drawerLock(db, money))
  await requireOpenDay(db, locked, money)
}

/** Notes that a clerk with a drawer has money on a day. */
function notedDay(db: Tx, { schoolId, clerk: { subject, name }, day }: DrawerMoney) {
  return db
    .insertInto('cashierDays')
    .columns(['schoolId', 'drawerId', 'day', 'clerkName'])
    .expression((row) =>
      row
        .selectFrom('cashDrawers')
        .select(['schoolId', 'id', sql<Day>`${day}::date`.as('day'), sql<string>`${name}::text`.as('clerkName')])
        .where('schoolId', '=', schoolId)
        .where('clerk', '=', subject),
    )
    .onConflict((conflict) => conflict.columns(['schoolId', 'drawerId', 'day']).doNothing())
}
