import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/database/connect.ts'
import { schoolDay } from '#shared/dates.ts'
import { type CounterMode, counterModes } from '#shared/paymentModes.ts'
import type { TestSchool, World } from './world.ts'

/** Fees of a school in the test world: one category, assigned to both of its students. Amounts in paise. */
export interface TestFees {
  category: number
  /** ₹1,500.00 each. */
  tuitionApr: number
  tuitionMay: number
  /** ₹300.00, one time. */
  library: number
  /** Not fixed. */
  donation: number
}

/** Adds a fee category with four fees to a school and assigns it to its students. */
export async function addTestFees(db: Tx, school: TestSchool): Promise<TestFees> {
  const { id: schoolId, termId } = school
  const category = await db
    .insertInto('feeCategories')
    .values({ schoolId, termId, name: 'Tuition Fees' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const of = { schoolId, termId, feeCategoryId: category.id }
  const [tuitionApr = 0, tuitionMay = 0, library = 0, donation = 0] = (
    await db
      .insertInto('fees')
      .values([
        { ...of, name: 'Tuition', slug: 'tuition', amount: 150_000, fixedAmount: true, month: 'APR', sr: 1 },
        { ...of, name: 'Tuition', slug: 'tuition', amount: 150_000, fixedAmount: true, month: 'MAY', sr: 2 },
        { ...of, name: 'Library', slug: 'library', amount: 30_000, fixedAmount: true, month: null, sr: 3 },
        { ...of, name: 'Donation', slug: 'donation', amount: 0, fixedAmount: false, month: null, sr: 4 },
      ])
      .returning('id')
      .execute()
  ).map((fee) => fee.id)
  await db
    .insertInto('studentFeeCategories')
    .values(
      [school.student7A, school.student8A].map((studentId) => ({ schoolId, termId, studentId, feeCategoryId: category.id })),
    )
    .execute()
  return { category: category.id, tuitionApr, tuitionMay, library, donation }
}

/** Runs `addTestFees` in its own transaction. */
export function testFees(world: World, school: TestSchool = world.own): Promise<TestFees> {
  return world.database.transaction(school.id, (db) => addTestFees(db, school))
}

/** Returns a cash payment of today, to be changed by a test; `fees` are what the counter saw. */
export function aPayment(
  school: TestSchool,
  fees: readonly { feeId: number; version: string }[],
  amount: number,
  more: Record<string, unknown> = {},
) {
  return {
    key: randomUUID(),
    termId: school.termId,
    studentId: school.student7A,
    fees,
    amount,
    mode: 'CASH',
    collectedOn: schoolDay(new Date()),
    ...more,
  }
}

/** Returns a mode with its reference, for `aPayment`. */
export function paidBy(mode: CounterMode) {
  const { reference } = counterModes[mode]
  return reference ? { mode, [reference.field]: '004512' } : { mode }
}
