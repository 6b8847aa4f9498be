import { randomUUID } from 'node:crypto'
import { addDays, schoolDay } from '#shared/dates.ts'
import type { CounterMode, DetailField } from '#shared/paymentModes.ts'
import type { Call } from '#platform/command.ts'
import { viewerOf } from '#platform/viewer.ts'
import { addFeeCategory, addFees, addUser, assignFees, giveAccount, inSchool, type TxOrWorld } from './rows.ts'
import type { TestSchool, World } from './testWorld.ts'

/** Fees of a school in the test world: one category, assigned to both of its students. Amounts in paise. */
export interface TestFees {
  category: number
  /** ₹1,500.00 each. */
  tuitionApr: number
  tuitionMay: number
  /** ₹300.00, one time, due after the others. */
  library: number
  /** Not fixed. */
  donation: number
}

/** Adds a fee category with four fees to a school and assigns it to its two students. */
export function addTestFees(on: TxOrWorld, school: TestSchool): Promise<TestFees> {
  return inSchool(on, school.id, async (db) => {
    const category = await addFeeCategory(db, school, { name: 'Tuition Fees' })
    const [tuitionApr = 0, tuitionMay = 0, library = 0, donation = 0] = await addFees(db, school, category, [
      { name: 'Tuition', amount: 150_000, month: 'APR' },
      { name: 'Tuition', amount: 150_000, month: 'MAY' },
      { name: 'Library', amount: 30_000, dueOn: '2026-06-30' },
      { name: 'Donation' },
    ])
    await assignFees(db, school, category, [school.student7A, school.student8A])
    return { category, tuitionApr, tuitionMay, library, donation }
  })
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

/** A good reference of each mode at the counter, with what is typed beside it. */
const references = {
  CASH: {},
  UPI: { txnId: '004512' },
  CHEQUE: { chequeNo: '004512' },
  DD: { chequeNo: '004512', bankName: 'Bank of Maharashtra', instrumentOn: addDays(schoolDay(new Date()), -7) },
  BANK: { txnId: 'SBIN526329874512', transferKind: 'NEFT' },
  CARD: { txnId: '0A81C2', cardLast4: '4321' },
} as const satisfies Record<CounterMode, Partial<Record<DetailField | 'txnId' | 'chequeNo', string>>>

/** Returns a mode with its reference, for `aPayment`. */
export function paidBy(mode: CounterMode): { mode: CounterMode } & Partial<Record<DetailField | 'txnId' | 'chequeNo', string>> {
  return { mode, ...references[mode] }
}

/** Adds an ADMIN of the own school, who has taken no money yet, and returns the call of this clerk. */
export async function addClerk(world: World, name = 'Clerk'): Promise<Call> {
  const id = await addUser(world, world.own, { role: 'ADMIN', name, email: `${randomUUID()}@clerks.test` })
  const subject = await giveAccount(world, world.own, { userId: id })
  return { ...(await world.call('admin')), viewer: await viewerOf(world.database, subject) }
}
