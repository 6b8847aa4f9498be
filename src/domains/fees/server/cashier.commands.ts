import { command, type CommandContext } from '#platform/command.ts'
import type { Db } from '#platform/database/connect.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { t } from '#shared/texts.ts'
import { countDrawer, isDayClosed, reasonMissing } from '../cashier.rules.ts'
import { closeDayInput, notesOf, reopenDayInput } from '../cashier.schema.ts'
import { closings, openDaysBefore } from './cashier.sql.ts'
import { type DayClosing, namesOf, toClosing } from './cashier.queries.ts'
import { drawerVersion, readDrawer } from './cashierDay.ts'
import { lockDrawer } from './drawers.ts'
import { cashierActions, type DrawerRow } from './fees.permissions.ts'
import { bankAccountChoices } from './feeCategories.sql.ts'
import { storeClosing } from './storeClosing.ts'

type CloseDay = ReturnType<typeof closeDayInput.parse>

/**
 * Closes a clerk's day: stores what its paper says, and refuses the clerk's money on it from then on. Days are closed
 * in order. BAD_INPUT on `reason` for a difference without one, on `deposit` and `bankAccountId`; CONFLICT when the day
 * is closed already, when an earlier day must be closed first, or when money came or was deleted since the clerk
 * counted. A repeated key returns the first closing.
 */
export const closeDay = command<typeof closeDayInput, DrawerRow & { name: string }, DayClosing>({
  action: cashierActions.close,
  input: closeDayInput,
  load: async ({ db, viewer, schoolId, input: { clerk = viewer.subject } }) => {
    if (clerk === viewer.subject) return { schoolId, clerk, name: viewer.name }
    const known = await namesOf(db as Db, schoolId, clerk).executeTakeFirst()
    return known && { schoolId, clerk, name: known.clerkName }
  },
  run: (running) =>
    runOncePerKey(
      running,
      cashierActions.close.name,
      running.input,
      () => countAndClose(running),
      ([id = 0]) => readClosing(running, id),
    ),
})

async function countAndClose(running: CommandContext<CloseDay, DrawerRow & { name: string }>) {
  const { db, viewer, schoolId, input, row } = running
  const { clerk } = row
  const { day } = input
  const named = showDay(day)
  const drawer = await lockDrawer(db, schoolId, clerk, 'update')
  if (isDayClosed(day, drawer)) throw new Refusal('CONFLICT', t`${named} is closed already.`)
  if (drawer.closedUntil !== null && day < drawer.closedUntil)
    throw new Refusal('CONFLICT', t`${named} is before the first closed day. Its money is in no drawer any more.`)
  const [open] = await openDaysBefore(db, schoolId, day).where('drawer.clerk', '=', clerk).limit(1).execute()
  if (open) throw new Refusal('CONFLICT', t`Close ${showDay(open.day)} first: days are closed in order.`)

  const facts = await readDrawer(db, { schoolId, clerk, day })
  if (drawerVersion(facts) !== input.version)
    throw new Refusal(
      'CONFLICT',
      t`Money was taken or deleted meanwhile: ${showMoney(facts.expected)} should be in the drawer now. Nothing was closed. Check the count and close again.`,
    )
  const { notes, deposit } = input
  const counted = { notes: notesOf(notes), deposit: notesOf(deposit), reason: input.reason }
  const { difference, deposited } = countDrawer(facts.expected, counted.notes, counted.deposit)
  if (difference !== 0 && input.reason === '') throw refuseField('reason', reasonMissing())
  const id = await storeClosing(db, {
    schoolId,
    drawer,
    day,
    clerkName: row.name,
    by: viewer,
    facts,
    counted: { ...counted, bankAccount: await depositAccount(running, deposited > 0) },
  })
  return { result: await readClosing(running, id), ids: [id] }
}

/**
 * Opens a closed day again: the clerk's last one, because each closing carries its cash on to the next. The closing
 * stays with who opened it and why. CONFLICT when it is open already or a later day is closed; NOT_FOUND for an unknown
 * one.
 */
export const reopenDay = command<typeof reopenDayInput, DrawerRow, DayClosing>({
  action: cashierActions.reopen,
  input: reopenDayInput,
  load: async ({ db, schoolId, input }) => closings(db, schoolId).where('closing.id', '=', input.id).executeTakeFirst(),
  run: (running) => {
    const { db, viewer, schoolId, input, row } = running
    return runOncePerKey(
      running,
      cashierActions.reopen.name,
      input,
      async () => {
        const drawer = await lockDrawer(db, schoolId, row.clerk, 'update')
        const closing = await readClosing(running, input.id)
        const day = showDay(closing.day)
        if (closing.reopened) throw new Refusal('CONFLICT', t`${closing.reopened.byName} has opened ${day} again already.`)
        if (drawer.closedUntil !== null && closing.day < drawer.closedUntil)
          throw new Refusal(
            'CONFLICT',
            t`${showDay(drawer.closedUntil)} was closed after ${day}, with the cash that was carried on. Open that day first.`,
          )
        await db
          .updateTable('dayClosings')
          .set({ reopenedAt: new Date(), reopenedBy: viewer.subject, reopenedByName: viewer.name, reopenReason: input.reason })
          .where('schoolId', '=', schoolId)
          .where('id', '=', closing.id)
          .execute()
        const [before] = await closings(db, schoolId)
          .where('closing.drawerId', '=', drawer.id)
          .where('closing.reopenedAt', 'is', null)
          .orderBy('closing.day', 'desc')
          .limit(1)
          .execute()
        await db
          .updateTable('cashDrawers')
          .set({ closedFrom: before ? drawer.closedFrom : null, closedUntil: before?.day ?? null })
          .where('schoolId', '=', schoolId)
          .where('id', '=', drawer.id)
          .execute()
        return { result: await readClosing(running, closing.id), ids: [closing.id], fields: ['reopenedAt'] }
      },
      ([id = 0]) => readClosing(running, id),
    )
  },
})

async function readClosing({ db, school, schoolId }: CommandContext<unknown, unknown>, id: number): Promise<DayClosing> {
  const row = await closings(db, schoolId).where('closing.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return toClosing(row, school)
}

/** Returns the account as the deposit slip names it. A deposit needs one where the school has any. */
async function depositAccount(
  { db, schoolId, input: { bankAccountId } }: CommandContext<CloseDay, unknown>,
  isDeposited: boolean,
): Promise<string | null> {
  if (!isDeposited) return null
  const accounts = await bankAccountChoices(db, schoolId).select('ifsc').execute()
  if (accounts.length === 0) return null
  const account = accounts.find(({ id }) => id === bankAccountId)
  if (!account) throw refuseField('bankAccountId', t`Choose the account for the deposit`)
  return `${account.name}, ${account.accNumber}, ${account.ifsc}`
}

function refuseField(path: string, message: string): Refusal {
  return new Refusal('BAD_INPUT', message, [{ path, message }])
}
