import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { viewCollected, viewFeesChart } from '#domains/dashboard/server/dashboard.queries.ts'
import { viewMoney } from '#domains/dashboard/server/money.queries.ts'
import { addExpense, addExpenseCategory } from '#domains/expenses/server/expenses.commands.ts'
import { viewFeeAccount } from '#domains/fees/server/account.queries.ts'
import { settleCheque } from '#domains/fees/server/cheques.commands.ts'
import { giveDiscount } from '#domains/fees/server/discounts.commands.ts'
import { collectPayment, deletePayment } from '#domains/fees/server/payments.commands.ts'
import { listPending } from '#domains/fees/server/pending.queries.ts'
import { giveBack } from '#domains/fees/server/refunds.commands.ts'
import { setStudentDisabled } from '#domains/students/server/students.commands.ts'
import { updateSchool } from '#domains/schools/server/schools.commands.ts'
import type { Call } from '#platform/command.ts'
import { Database } from '#platform/database/connect.ts'
import { Refusal } from '#platform/refusal.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { eventually } from './eventually.ts'
import { addTestFees, aPayment, type TestFees } from './world/fees.ts'
import { inSchool } from './world/rows.ts'
import { type TestWorld, testWorld, type Who } from './world/testWorld.ts'

/*
 * The pending list with its sums, the dashboard's cards and chart and the page of money are kept by every process
 * (`stampedRead.ts`). Two processes are asked beside each other, and neither hears of the other's changes but by the
 * stamp. What the database does by itself, in a cascade or a function with the owner's rights, puts one too.
 */

let world: TestWorld
let fees: TestFees
/** Another serving process. */
let other: Database
let expenseCategory: number
const today = schoolDay(new Date())

beforeAll(async () => {
  world = await testWorld()
  fees = await addTestFees(world, world.own)
  other = new Database(world.appUrl, { connections: 4, onError: () => undefined })
  expenseCategory = (await addExpenseCategory(await world.call('admin'), world.own.id, { name: 'Chalk' })).id
})

afterAll(async () => {
  await other.close()
  await world.close()
})

type Figures = Awaited<ReturnType<typeof figures>>

/** Reads every kept figure in a process. */
async function figures(database: Database, who: Who) {
  const { id, termId } = world.own
  const call = { ...(await world.call(who)), database }
  const lists = [{}, { sort: 'PENDING', descending: true, pageSize: 1 }, { search: 'asha' }, { due: 'OVERDUE' }, { terms: 'ALL' }]
  return Promise.all([
    viewCollected(call, id, {}),
    viewFeesChart(call, id, { termId }),
    viewMoney(call, id, { termId }),
    ...lists.map((list) => listPending(call, id, { termId, ...list })),
    ...[world.own.student7A, world.own.student8A].map((studentId) => accountOf(call, studentId)),
  ])
}

/** The account of a student; undefined for who may not see it. */
async function accountOf(call: Call, studentId: number) {
  return viewFeeAccount(call, world.own.id, { termId: world.own.termId, studentId }).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })
}

/** A process that has kept nothing adds everything up. */
const anew = (who: Who): Promise<Figures> => figures(Object.create(world.database) as Database, who)

async function seen(studentId: number, feeIds: readonly number[]) {
  const account = await viewFeeAccount(await world.call('admin'), world.own.id, { termId: world.own.termId, studentId })
  return account.fees.filter(({ id }) => feeIds.includes(id)).map(({ id, version }) => ({ feeId: id, version }))
}

const pupil = (place: number) => (place % 2 === 0 ? world.own.student7A : world.own.student8A)

async function pay(place: number, more: Record<string, unknown> = {}) {
  const shown = await seen(pupil(place), [fees.tuitionApr, fees.tuitionMay, fees.donation])
  const input = aPayment(world.own, shown, 100 + place, { studentId: pupil(place), ...more })
  return collectPayment(await world.call('admin'), world.own.id, input)
}

const set = (run: Parameters<typeof inSchool>[2]) => () => inSchool(world, world.own.id, run)

/** What staff do to money and students. */
const changes: Readonly<Record<string, (place: number) => Promise<unknown>>> = {
  pay: (place) => pay(place),
  earlierDay: (place) => pay(place, { collectedOn: addDays(today, -(place % 40)) }),
  cheque: async (place) => {
    const { id } = await pay(place, { mode: 'CHEQUE', chequeNo: '004512' })
    const outcome = place % 3 === 0 ? 'FAILED' : 'CLEARED'
    if (place % 4 > 0) await settleCheque(await world.call('admin'), world.own.id, { key: randomUUID(), id, outcome })
  },
  deletePayment: async (place) => {
    const { id } = await pay(place)
    await deletePayment(await world.call('admin'), world.own.id, { key: randomUUID(), id, reason: 'entered twice' })
  },
  discount: async (place) =>
    giveDiscount(await world.call('admin'), world.own.id, {
      key: randomUUID(),
      termId: world.own.termId,
      studentId: pupil(place),
      amount: 1 + place,
      comment: 'sister',
      fees: await seen(pupil(place), [fees.tuitionMay, fees.library]),
    }),
  refund: async (place) => {
    await pay(place)
    return giveBack(await world.call('admin'), world.own.id, {
      key: randomUUID(),
      termId: world.own.termId,
      studentId: pupil(place),
      fees: await seen(pupil(place), [fees.tuitionApr, fees.tuitionMay]),
      amount: 1 + (place % 100),
      mode: 'CASH',
      reason: 'paid twice',
      refundedOn: today,
      askAgain: place % 3 > 0,
    })
  },
  expense: async (place) =>
    addExpense(await world.call('admin'), world.own.id, {
      key: randomUUID(),
      termId: world.own.termId,
      categoryId: expenseCategory,
      amount: 1 + place,
      paidOn: today,
    }),
  feesDate: async (place) => updateSchool(await world.call('superadmin'), world.own.id, { feesDate: 1 + (place % 28) }),
  disable: async (place) =>
    setStudentDisabled(await world.call('admin'), world.own.id, { id: pupil(place), disabled: place % 3 === 0 }),
  amount: (place) =>
    set((db) =>
      db
        .updateTable('fees')
        .set({ amount: 10_000_000 + place })
        .where('schoolId', '=', world.own.id)
        .where('id', '=', fees.tuitionMay)
        .execute(),
    )(),
  dueOn: (place) =>
    set((db) =>
      db
        .updateTable('fees')
        .set({ dueOn: addDays(today, (place % 3) - 1) })
        .where('schoolId', '=', world.own.id)
        .where('id', '=', fees.library)
        .execute(),
    )(),
  category: (place) =>
    set((db) =>
      db
        .updateTable('feeCategories')
        .set({ name: `Tuition ${place}` })
        .where('schoolId', '=', world.own.id)
        .where('id', '=', fees.category)
        .execute(),
    )(),
  removeFee: (place) =>
    set((db) =>
      db
        .updateTable('fees')
        .set({ deletedAt: place % 2 === 0 ? null : new Date() })
        .where('schoolId', '=', world.own.id)
        .where('id', '=', fees.tuitionApr)
        .execute(),
    )(),
  move: (place) =>
    set((db) =>
      db
        .updateTable('enrolments')
        .set({ sectionId: place % 3 === 0 ? world.own.section8A : world.own.section7A })
        .where('schoolId', '=', world.own.id)
        .where('studentId', '=', pupil(place))
        .execute(),
    )(),
  termStart: (place) =>
    set((db) =>
      db
        .updateTable('terms')
        .set({ startsOn: place % 2 === 0 ? '2026-04-01' : '2027-04-01' })
        .where('schoolId', '=', world.own.id)
        .where('id', '=', world.own.termId)
        .execute(),
    )(),
}

test('no figure is of before a change, in the process that made it and in another', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...Object.keys(changes)), fc.nat(500), fc.constantFrom('admin', 'limitedAdmin')), {
        minLength: 3,
        maxLength: 6,
      }),
      async (steps) => {
        for (const [name, place, who] of steps) {
          // A rule may forbid it, such as a refund of more than is left.
          await changes[name]?.(place).catch((error: unknown) => {
            if (!(error instanceof Refusal)) throw error
          })
          const expected = await anew(who)
          for (const database of [other, world.database]) expect(await figures(database, who)).toEqual(expected)
        }
      },
    ),
    { numRuns: 12 },
  )
})

test('shows in every process what was acknowledged before it was asked, while clerks take money', async () => {
  const { own } = world
  for (const id of [own.student7A, own.student8A])
    await setStudentDisabled(await world.call('admin'), own.id, { id, disabled: false })
  const totals = async (database: Database) => {
    const call = { ...(await world.call('admin')), database }
    const [{ cards }, { pending, clearing }] = await Promise.all([
      viewCollected(call, own.id, {}),
      listPending(call, own.id, { termId: own.termId }),
    ])
    return { today: cards[0]?.collected ?? 0, pending: pending + clearing }
  }
  const before = await totals(Object.create(world.database) as Database)
  let acknowledged = 0
  let clerks = 2
  let asked = 0
  const clerk = async (studentId: number) => {
    for (let turn = 0; turn < 25; turn += 1) {
      const input = aPayment(own, await seen(studentId, [fees.tuitionMay]), 1, { studentId })
      await collectPayment(await world.call('admin'), own.id, input)
      acknowledged += 1
      // Somebody looks between any two payments of a clerk.
      const before = asked
      await eventually(() => expect(asked).toBeGreaterThan(before), 1)
    }
    clerks -= 1
  }
  const reader = async (database: Database) => {
    while (clerks > 0) {
      const least = acknowledged
      const shown = await totals(database)
      expect(shown.today - before.today).toBeGreaterThanOrEqual(least)
      expect(before.pending - shown.pending).toBeGreaterThanOrEqual(least)
      asked += 1
    }
  }
  await Promise.all([clerk(own.student7A), clerk(own.student8A), reader(world.database), reader(other), reader(other)])
  expect(await totals(other)).toEqual({ today: before.today + 50, pending: before.pending - 50 })
})

test('a change that is not committed, or is rolled back, is in no figure', async () => {
  const before = await figures(other, 'admin')
  const failing = world.database.transaction(world.own.id, async (db) => {
    await db
      .updateTable('fees')
      .set({ amount: 20_000_000 })
      .where('schoolId', '=', world.own.id)
      .where('fixedAmount', '=', true)
      .execute()
    expect(await figures(other, 'admin')).toEqual(before)
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await figures(other, 'admin')).toEqual(before)
})
