import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import type { Day } from '#shared/dates.ts'
import { type ClosedDays, countDrawer, type NoteCounts } from '../cashier.rules.ts'
import type { DrawerFacts } from './cashierDay.ts'
import type { Clerk } from './drawers.ts'

/** A day to close with its counted drawer. */
export interface NewClosing {
  schoolId: number
  /** Locked for update. */
  drawer: ClosedDays & { id: number }
  day: Day
  clerkName: string
  by: Clerk
  facts: DrawerFacts
  counted: {
    notes: NoteCounts
    deposit: NoteCounts
    /** Required with a difference. */
    reason: string
    bankAccount: string | null
  }
  /** Now by default. */
  closedAt?: Date
}

/**
 * Stores the closing of a day as its paper says it, and closes the day.
 * @returns the closing's id
 */
export async function storeClosing(db: Tx, closing: NewClosing): Promise<number> {
  const { schoolId, drawer, day, clerkName, by, facts, counted, closedAt } = closing
  const cash = countDrawer(facts.expected, counted.notes, counted.deposit)
  const { id } = await db
    .insertInto('dayClosings')
    .values({
      schoolId,
      drawerId: drawer.id,
      day,
      clerkName,
      closedAt,
      closedBy: by.subject,
      closedByName: by.name,
      openingCash: facts.opening,
      cashIn: facts.cashIn,
      cashOut: facts.cashOut,
      expectedCash: facts.expected,
      countedCash: cash.counted,
      reason: cash.difference === 0 ? '' : counted.reason,
      depositedCash: cash.deposited,
      carriedCash: cash.carried,
      notes: asJson(counted.notes),
      depositNotes: asJson(counted.deposit),
      bankAccount: counted.bankAccount,
      receipts: asJson(facts.receipts),
      outflows: asJson(facts.outflows),
      depositCheques: asJson(facts.depositCheques),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('cashDrawers')
    .set({ closedFrom: drawer.closedFrom ?? day, closedUntil: day })
    .where('schoolId', '=', schoolId)
    .where('id', '=', drawer.id)
    .execute()
  return id
}

const asJson = (value: object) => sql<string>`${JSON.stringify(value)}::jsonb`
