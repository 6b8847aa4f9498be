import { currentSchool } from '#platform/database/currentSchool.ts'
import { query, type QueryContext } from '#platform/command.ts'
import { generalPermission, requirePermission } from '#platform/action.ts'
import type { Db } from '#platform/database/connect.ts'
import { notFound } from '#platform/refusal.ts'
import type { School } from '#platform/school.ts'
import { type Day, schoolDay } from '#shared/dates.ts'
import { type Paise, subtractMoney } from '#shared/money.ts'
import { z } from 'zod'
import { isDayClosed, type NoteCounts } from '../cashier.rules.ts'
import { cashierDayChoice, cashierDaysView, closingChoice } from '../cashier.schema.ts'
import { formatReceiptNumber } from '../receipts.rules.ts'
import { cashiersOfDay, closings, deletedSince, drawerOf, openDaysBefore } from './cashier.sql.ts'
import {
  type DrawerFacts,
  drawerFacts,
  drawerStatements,
  type DrawerReceipt,
  drawerVersion,
  type ModeSum,
  type Outflow,
  sumByMode,
} from './cashierDay.ts'
import { cashierActions } from './fees.permissions.ts'
import { bankAccountChoices } from './feeCategories.sql.ts'

/** A clerk's day at the counter. */
export interface CashierDay extends DrawerFacts {
  id: string
  schoolId: number
  clerk: string
  /** null for a clerk who has no money on the day, and is not the viewer. */
  clerkName: string | null
  day: Day
  closed: boolean
  modes: ModeSum[]
  version: string
  /** Earlier days that the clerk must close first, oldest first. */
  openBefore: Day[]
  /** The closings of the day, the last first. Only the first may be in force. */
  closings: DayClosing[]
  bankAccounts: { id: number; name: string; accNumber: string }[]
}

/** The closing of a day, as its paper says it. */
export interface DayClosing {
  id: number
  schoolId: number
  school: { name: string; description: string }
  clerk: string
  clerkName: string
  day: Day
  closedAt: Date
  closedByName: string
  openingCash: Paise
  cashIn: Paise
  cashOut: Paise
  expectedCash: Paise
  countedCash: Paise
  difference: Paise
  reason: string
  notes: NoteCounts
  depositNotes: NoteCounts
  depositedCash: Paise
  carriedCash: Paise
  bankAccount: string | null
  modes: ModeSum[]
  receipts: DrawerReceipt[]
  outflows: Outflow[]
  depositCheques: DrawerReceipt[]
  /** The last closed day of the clerk: only that can be opened again. */
  isLast: boolean
  reopened: { at: Date; byName: string; reason: string } | null
}

/** A clerk on a day, as the head's list shows it. */
export interface CashierOfDay {
  schoolId: number
  clerk: string
  clerkName: string
  day: Day
  closed: boolean
  /** How often the day was opened again. */
  reopenings: number
  collected: Paise
  clearing: Paise
  cash: Paise
  receipts: number
  closing: { id: number; closedAt: Date; closedByName: string; difference: Paise; reason: string } | null
}

/** A day with money that its clerk has not closed. */
export interface OpenDay {
  clerk: string
  clerkName: string
  day: Day
}

/**
 * Returns a clerk's day: the own one of today by default. FORBIDDEN for somebody else's, unless the viewer may see the
 * days of all clerks.
 */
export const viewCashierDay = query({
  action: cashierActions.viewDay,
  input: cashierDayChoice,
  run: async (reading): Promise<CashierDay> => {
    const { db, read, viewer, school, schoolId, input } = reading
    const { clerk = viewer.subject, day = schoolDay(new Date()) } = input
    requireDayOf(reading, clerk)
    const drawer = { schoolId, clerk, day }
    const [[range], [carried], receipts, come, deleted, refunds, cancelled, open, rows, accounts] = await read(
      drawerOf(db, schoolId, clerk),
      ...drawerStatements(db, drawer),
      openDaysBefore(db, schoolId, day).where('drawer.clerk', '=', clerk),
      closings(db, schoolId).where('drawer.clerk', '=', clerk).where('closing.day', '=', day).orderBy('closing.id', 'desc'),
      bankAccountChoices(db, schoolId),
    )
    const facts = drawerFacts(day, { carried, receipts, come, deleted, refunds, cancelled })
    const closed = range !== undefined && isDayClosed(day, range)
    const [named] = clerk === viewer.subject ? [] : await read(namesOf(db, schoolId, clerk))
    return {
      ...facts,
      id: `${schoolId} ${clerk} ${day}`,
      schoolId,
      clerk,
      clerkName: clerk === viewer.subject ? viewer.name : (named?.[0]?.clerkName ?? null),
      day,
      closed,
      modes: sumByMode(facts.receipts),
      version: drawerVersion(facts),
      openBefore: open.map((row) => row.day),
      closings: rows.map((row) => toClosing(row, school)),
      bankAccounts: accounts,
    }
  },
})

/** Selects the name of a clerk on the latest day with money. */
export function namesOf(db: Db, schoolId: number, clerk: string) {
  return db
    .selectFrom('cashierDays as taken')
    .innerJoin('cashDrawers as drawer', (on) =>
      on.on('drawer.schoolId', '=', currentSchool).onRef('drawer.id', '=', 'taken.drawerId'),
    )
    .select('taken.clerkName')
    .where('taken.schoolId', '=', schoolId)
    .where('drawer.clerk', '=', clerk)
    .orderBy('taken.day', 'desc')
    .limit(1)
}

/** Returns one closing for its paper. NOT_FOUND for an unknown one, FORBIDDEN as `viewCashierDay`. */
export const viewClosing = query({
  action: cashierActions.viewDay,
  input: closingChoice,
  run: async (reading): Promise<DayClosing & { deletedSince: DeletedReceipt[] }> => {
    const { db, read, school, schoolId, input } = reading
    const [[row]] = await read(closings(db, schoolId).where('closing.id', '=', input.id))
    if (!row) throw notFound()
    requireDayOf(reading, row.clerk)
    const closing = toClosing(row, school)
    const [deleted] = await read(
      deletedSince(
        db,
        schoolId,
        closing.receipts.map(({ paymentId }) => paymentId),
      ),
    )
    return {
      ...closing,
      deletedSince: deleted.map((payment) => ({
        receiptNumber: formatReceiptNumber(payment),
        amount: payment.amount,
        deletedAt: payment.deletedAt ?? new Date(),
        deletedByName: payment.deletedByName ?? '',
        reason: payment.deleteReason ?? '',
      })),
    }
  },
})

/** A receipt that was deleted after its day was closed. */
export interface DeletedReceipt {
  receiptNumber: string
  amount: Paise
  deletedAt: Date
  deletedByName: string
  reason: string
}

/** Lists the clerks with money on a day, or with a closing of it. */
export const listCashiers = query({
  action: cashierActions.list,
  input: cashierDaysView,
  run: async ({ db, read, schoolId, input: { day } }): Promise<CashierOfDay[]> => {
    const [rows] = await read(cashiersOfDay(db, schoolId, day))
    return rows.map((row) => ({
      schoolId,
      clerk: row.clerk,
      clerkName: row.clerkName,
      day,
      closed: isDayClosed(day, row),
      reopenings: row.reopenings ?? 0,
      collected: row.collected,
      clearing: row.clearing,
      cash: row.cash,
      receipts: row.receipts,
      closing:
        row.closingId === null
          ? null
          : {
              id: row.closingId,
              closedAt: row.closedAt ?? new Date(),
              closedByName: row.closedByName ?? '',
              difference: subtractMoney(row.countedCash ?? 0, row.expectedCash ?? 0),
              reason: row.reason ?? '',
            },
    }))
  },
})

/** Maximum number of open days that are listed. */
const maxOpenDays = 100

/** Lists days before today that are not closed, oldest first. A school that closes no days has none. */
export const listOpenDays = query({
  action: cashierActions.list,
  input: z.object({}),
  run: async ({ db, read, schoolId }): Promise<OpenDay[]> =>
    (await read(openDaysBefore(db, schoolId, schoolDay(new Date())).limit(maxOpenDays)))[0],
})

/** @throws Refusal FORBIDDEN when the day is another clerk's and the viewer may not see the days of all */
function requireDayOf({ viewer, school }: Pick<QueryContext<unknown>, 'viewer' | 'school'>, clerk: string): void {
  if (clerk !== viewer.subject) requirePermission(generalPermission(cashierActions.list as never, viewer, school))
}

type ClosingRow = Awaited<ReturnType<ReturnType<typeof closings>['execute']>>[number]

/** Returns a closing from its row. */
export function toClosing(row: ClosingRow, school: School): DayClosing {
  const receipts = row.receipts as unknown as DrawerReceipt[]
  return {
    id: row.id,
    schoolId: row.schoolId,
    school: { name: school.name, description: school.description },
    clerk: row.clerk,
    clerkName: row.clerkName,
    day: row.day,
    closedAt: row.closedAt,
    closedByName: row.closedByName,
    openingCash: row.openingCash,
    cashIn: row.cashIn,
    cashOut: row.cashOut,
    expectedCash: row.expectedCash,
    countedCash: row.countedCash,
    difference: subtractMoney(row.countedCash, row.expectedCash),
    reason: row.reason,
    notes: row.notes as NoteCounts,
    depositNotes: row.depositNotes as NoteCounts,
    depositedCash: row.depositedCash,
    carriedCash: row.carriedCash,
    bankAccount: row.bankAccount,
    modes: sumByMode(receipts),
    receipts,
    outflows: row.outflows as unknown as Outflow[],
    depositCheques: row.depositCheques as unknown as DrawerReceipt[],
    isLast: row.reopenedAt === null && row.day === row.closedUntil,
    reopened:
      row.reopenedAt === null ? null : { at: row.reopenedAt, byName: row.reopenedByName ?? '', reason: row.reopenReason ?? '' },
  }
}
