import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { auditRows, refusal } from '#tests/refusals.ts'
import { type TestSchool, type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { notAuthorized } from '#platform/action.ts'
import { checkData } from '#platform/dataChecks.ts'
import { schoolDay } from '#shared/dates.ts'
import { sumMoney } from '#shared/money.ts'
import {
  addExpense,
  addExpenseCategory,
  deleteExpense,
  deleteExpenseCategory,
  listExpenseCategories,
  listExpenses,
  viewExpensesActions,
} from './expenses.commands.ts'
import { spentInDays } from './expenses.exports.ts'

let world: TestWorld
let categoryId: number
let names = 0

beforeAll(async () => {
  // FEES may use days of the term, while its receipt year is not closed.
  vi.useFakeTimers({ now: new Date('2026-11-22T06:00:00Z'), toFake: ['Date'] })
  world = await testWorld()
})

afterAll(async () => {
  vi.useRealTimers()
  await world.close()
})

beforeEach(async () => {
  categoryId = await newCategory()
})

const always = { start: '2000-01-01', end: '2199-12-31' }

async function newCategory(school: TestSchool = world.own, name = `Category ${names++}`): Promise<number> {
  return (await addExpenseCategory(await world.call('superadmin'), school.id, { name })).id
}

function input(fields: object = {}) {
  return { key: randomUUID(), termId: world.own.termId, categoryId, amount: 50_000, paidOn: '2026-06-10', ...fields }
}

async function add(fields: object = {}, who: Who = 'fees') {
  return addExpense(await world.call(who), world.own.id, input(fields))
}

/** Returns the expenses of this test's category, and the sum of all expenses of a range. */
async function listed(range = always) {
  const list = await listExpenses(await world.call('fees'), world.own.id, { termId: world.own.termId, ...range })
  expect(list.total).toBe(sumMoney(list.expenses.map((expense) => expense.amount)))
  return list.expenses.filter((expense) => expense.categoryId === categoryId)
}

const forbidden = { code: 'FORBIDDEN', message: notAuthorized(), problems: [] }

describe('adding an expense', () => {
  test('books it on the day it was paid, with its author, day of entry and audit row', async () => {
    const added = await add({ comment: '  Chalk and dusters ' })
    expect(added).toMatchObject({
      categoryId,
      amount: 50_000,
      comment: 'Chalk and dusters',
      paidOn: '2026-06-10',
      enteredOn: schoolDay(new Date()),
      createdByName: 'fees of Own School',
    })
    expect(await listed()).toEqual([added])
    expect((await auditRows(world)).at(-1)).toMatchObject({ role: 'FEES', action: 'expense.add', rowIds: [added.id] })
  })

  test('FEES cannot date it outside the term, nor in a receipt year that is closed; ADMIN can', async () => {
    for (const paidOn of ['2026-03-31', '2001-01-01']) {
      const refused = await refusal(add({ paidOn }))
      expect(refused).toMatchObject({
        code: 'BAD_INPUT',
        problems: [{ path: 'paidOn', message: expect.stringContaining('is closed') }],
      })
    }
    expect(await listed()).toEqual([])
    expect(await add({ paidOn: '2026-03-31' }, 'admin')).toMatchObject({ paidOn: '2026-03-31' })
  })

  test('reports every invalid field and stores nothing', async () => {
    const wrong = { amount: 0, paidOn: '2199-01-01', categoryId: 0, key: 'x' }
    const refused = await refusal(add(wrong))
    expect(refused.code).toBe('BAD_INPUT')
    expect(refused.problems).toEqual(
      expect.arrayContaining([
        { path: 'amount', message: 'More than zero' },
        { path: 'paidOn', message: 'The paid-on date cannot be in the future' },
        { path: 'categoryId', message: 'Required' },
        { path: 'key', message: 'This is not a request key' },
      ]),
    )
    expect(await listed()).toEqual([])
  })

  test('accepts only existing categories of this school', async () => {
    const gone = await newCategory()
    await deleteExpenseCategory(await world.call('superadmin'), world.own.id, { id: gone })
    const message = 'This category is not there any more. Choose another one.'
    for (const wrong of [gone, await newCategory(world.other), 999_999])
      expect(await refusal(add({ categoryId: wrong }))).toEqual({
        code: 'BAD_INPUT',
        message,
        problems: [{ path: 'categoryId', message }],
      })
  })

  test('accepts only terms of this school', async () => {
    for (const termId of [world.other.termId, 999_999]) expect((await refusal(add({ termId }))).code).toBe('NOT_FOUND')
  })

  test('a repeated request is one expense, also after its deletion; another amount under the key is refused', async () => {
    const call = await world.call('fees')
    const request = input({ comment: 'once' })
    const first = await addExpense(call, world.own.id, request)
    expect(await addExpense(call, world.own.id, request)).toEqual(first)
    expect(await refusal(addExpense(call, world.own.id, { ...request, amount: 60_000 }))).toMatchObject({
      code: 'CONFLICT',
      problems: [{ path: 'key' }],
    })
    expect(await listed()).toEqual([first])
    await deleteExpense(await world.call('admin'), world.own.id, { key: randomUUID(), id: first.id })
    expect(await addExpense(call, world.own.id, request)).toEqual(first)
    expect(await listed()).toEqual([])
  })

  test('eight concurrent requests with one key are one expense, with eight keys they are eight', async () => {
    const call = await world.call('fees')
    const request = input()
    const answers = await Promise.all(Array.from({ length: 8 }, () => addExpense(call, world.own.id, request)))
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1)
    expect(await listed()).toHaveLength(1)
    await Promise.all(Array.from({ length: 8 }, () => addExpense(call, world.own.id, { ...request, key: randomUUID() })))
    expect(await listed()).toHaveLength(9)
  })
})

describe('looking expenses up', () => {
  test('uses the day of payment, both ends included, last first; the day book sums the same rows', async () => {
    const first = await add({ paidOn: '2025-03-31', amount: 10_001 }, 'admin')
    const second = await add({ paidOn: '2025-04-01', amount: 20_002 }, 'admin')
    const third = await add({ paidOn: '2025-04-30', amount: 30_003 }, 'admin')
    await add({ paidOn: '2025-05-01' }, 'admin')
    const range = { start: '2025-03-31', end: '2025-04-30' }
    expect(await listed(range)).toEqual([third, second, first])
    const spent = () =>
      world.database.read(world.own.id, [spentInDays(world.database.kysely, world.own.id, world.own.termId, range)] as const)
    expect(await spent()).toEqual([[{ spent: 60_006, expenses: 3 }]])
    await deleteExpense(await world.call('admin'), world.own.id, { key: randomUUID(), id: second.id })
    expect(await listed(range)).toEqual([third, first])
    expect(await spent()).toEqual([[{ spent: 40_004, expenses: 2 }]])
  })

  test('needs a year, and a start that is not after the end', async () => {
    const call = await world.call('fees')
    expect((await refusal(listExpenses(call, world.own.id, { termId: '', start: '', end: '' }))).problems).toEqual([
      { path: 'termId', message: 'Year Is Required' },
      { path: 'start', message: 'Start Date is Required' },
      { path: 'end', message: 'End Date is Required' },
    ])
    const turned = { termId: world.own.termId, start: '2026-06-02', end: '2026-06-01' }
    expect((await refusal(listExpenses(call, world.own.id, turned))).problems).toEqual([
      { path: 'end', message: 'End Date cannot precede Start Date' },
    ])
  })

  test('another school’s term is not found', async () => {
    const call = await world.call('fees')
    const missing = await refusal(listExpenses(call, world.own.id, { termId: 999_999, ...always }))
    expect(missing.code).toBe('NOT_FOUND')
    expect(await refusal(listExpenses(call, world.own.id, { termId: world.other.termId, ...always }))).toEqual(missing)
    expect(await refusal(listExpenses(call, world.other.id, { termId: world.other.termId, ...always }))).toEqual(missing)
  })
})

describe('deleting an expense', () => {
  test('keeps it with who deleted it and when, and happens once', async () => {
    const { id } = await add()
    const call = await world.call('admin')
    const request = { key: randomUUID(), id }
    expect((await deleteExpense(call, world.own.id, request)).id).toBe(id)
    expect((await deleteExpense(call, world.own.id, request)).id).toBe(id)
    const again = await refusal(deleteExpense(await world.call('superadmin'), world.own.id, { key: randomUUID(), id }))
    expect(again).toMatchObject({ code: 'CONFLICT', message: 'This expense was deleted by admin of Own School already.' })
    expect(await listed()).toEqual([])
    const { kysely } = world.database
    const [[row]] = await world.database.read(world.own.id, [
      kysely.selectFrom('expenses').selectAll().where('id', '=', id),
    ] as const)
    expect(row).toMatchObject({ amount: 50_000, deletedByName: 'admin of Own School', deletedAt: expect.any(Date) })
    expect((await auditRows(world)).at(-1)).toMatchObject({ action: 'expense.delete', rowIds: [id] })
  })

  test('is refused to FEES and to another school', async () => {
    const { id } = await add()
    const request = { key: randomUUID(), id }
    for (const who of ['fees', 'teacher', 'attendant', 'student'] as const)
      expect(await refusal(deleteExpense(await world.call(who), world.own.id, request))).toEqual(forbidden)
    const missing = await refusal(deleteExpense(await world.call('admin'), world.own.id, { ...request, id: 999_999 }))
    expect(missing.code).toBe('NOT_FOUND')
    expect(await refusal(deleteExpense(await world.call('admin', world.other), world.other.id, request))).toEqual(missing)
    expect(await listed()).toHaveLength(1)
  })

  test('of two concurrent deletions, one gets a conflict', async () => {
    const { id } = await add()
    const call = await world.call('admin')
    const both = [1, 2].map(() => deleteExpense(call, world.own.id, { key: randomUUID(), id }))
    const results = await Promise.allSettled(both)
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  })
})

describe('categories', () => {
  const categories = async () => listExpenseCategories(await world.call('fees'), world.own.id, {})
  const remove = async (id: number, who: Who = 'superadmin') => deleteExpenseCategory(await world.call(who), world.own.id, { id })

  test('have a unique name within the school, ignoring case', async () => {
    await newCategory(world.own, 'Stationery')
    const message = 'An expense category with this name exists already'
    expect(await refusal(newCategory(world.own, ' STATIONERY '))).toMatchObject({ problems: [{ path: 'name', message }] })
    await expect(newCategory(world.other, 'Stationery')).resolves.toBeGreaterThan(0)
    expect(await refusal(addExpenseCategory(await world.call('fees'), world.own.id, { name: ' ' }))).toMatchObject({
      code: 'BAD_INPUT',
      problems: [{ path: 'name', message: 'Required' }],
    })
  })

  test('with names that differ only in spaces, case or invisible characters are one', async () => {
    await newCategory(world.own, 'Office  Rent')
    expect((await categories()).map(({ name }) => name)).toContain('Office Rent')
    const message = 'An expense category with this name exists already'
    for (const name of ['Office Rent', 'OFFICE   RENT', 'OfficeRent', ' office\u00a0rent ', 'Office\u200b Rent', 'Office\tRent'])
      expect(await refusal(newCategory(world.own, name)), name).toMatchObject({
        code: 'CONFLICT',
        problems: [{ path: 'name', message }],
      })
    const same = await Promise.allSettled(['Bus fuel', 'Busfuel', 'BUS  FUEL'].map((name) => newCategory(world.own, name)))
    expect(same.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('are listed by name with the number of their expenses', async () => {
    const [b, a] = [await newCategory(world.own, 'zz b'), await newCategory(world.own, 'ZZ A')]
    await add({ categoryId: b })
    expect((await categories()).slice(-2)).toEqual([
      { schoolId: world.own.id, id: a, name: 'ZZ A', expenses: 0 },
      { schoolId: world.own.id, id: b, name: 'zz b', expenses: 1 },
    ])
  })

  test('can be deleted only without expenses, and then the name is free again', async () => {
    const id = await newCategory(world.own, 'Going')
    const expense = await add({ categoryId: id })
    expect(await refusal(remove(id))).toMatchObject({
      code: 'FORBIDDEN',
      message: '1 expense is in this category. It can be deleted when none is left.',
    })
    await deleteExpense(await world.call('admin'), world.own.id, { key: randomUUID(), id: expense.id })
    expect(await remove(id)).toBe(id)
    expect((await categories()).map((category) => category.id)).not.toContain(id)
    expect((await refusal(remove(id))).code).toBe('NOT_FOUND')
    await expect(newCategory(world.own, 'going')).resolves.toBeGreaterThan(id)
  })

  test('are deleted by super administrators only', async () => {
    for (const who of ['admin', 'limitedAdmin', 'fees', 'teacher'] as const)
      expect(await refusal(remove(categoryId, who))).toEqual(forbidden)
    const foreign = await newCategory(world.other)
    expect((await refusal(remove(foreign))).code).toBe('NOT_FOUND')
  })

  test('of an expense and the deletion of its category at the same time, one is refused', async () => {
    const call = await world.call('superadmin')
    for (let round = 0; round < 15; round++) {
      const id = await newCategory()
      const [added, removed] = await Promise.allSettled([
        addExpense(call, world.own.id, input({ categoryId: id })),
        deleteExpenseCategory(call, world.own.id, { id }),
      ])
      expect([added.status, removed.status].sort()).toEqual(['fulfilled', 'rejected'])
    }
    const { findings } = await checkData(world.database)
    expect(findings.filter(({ check }) => check.startsWith('expenses-'))).toEqual([])
  })
})

describe('permissions', () => {
  test.each(['teacher', 'attendant', 'student'] as const)('%s may neither see nor enter expenses', async (who) => {
    const call = await world.call(who)
    expect(await refusal(listExpenses(call, world.own.id, { termId: world.own.termId, ...always }))).toEqual(forbidden)
    expect(await refusal(listExpenseCategories(call, world.own.id, {}))).toEqual(forbidden)
    expect(await refusal(viewExpensesActions(call, world.own.id, {}))).toEqual(forbidden)
    expect(await refusal(add({}, who))).toEqual(forbidden)
    expect(await refusal(addExpenseCategory(call, world.own.id, { name: 'X' }))).toEqual(forbidden)
  })

  test('an admin limited to classes may not, because expenses concern the whole school', async () => {
    const call = await world.call('limitedAdmin')
    const refused = { code: 'FORBIDDEN', message: expect.stringContaining('the whole school') }
    expect(await refusal(listExpenses(call, world.own.id, { termId: world.own.termId, ...always }))).toMatchObject(refused)
    expect(await refusal(listExpenseCategories(call, world.own.id, {}))).toMatchObject(refused)
    expect(await refusal(add({}, 'limitedAdmin'))).toMatchObject(refused)
    const { id } = await add()
    expect(await refusal(deleteExpense(call, world.own.id, { key: randomUUID(), id }))).toMatchObject(refused)
  })
})

test('the data check reports an expense in a deleted category, and one entered before it was paid', async () => {
  const [first, second] = [await add(), await add({ categoryId: await newCategory() })]
  await world.database.transaction(world.own.id, async (db) => {
    await db.updateTable('expenseCategories').set({ deletedAt: new Date() }).where('id', '=', first.categoryId).execute()
    const { id } = await db
      .insertInto('expenses')
      .values({
        schoolId: world.own.id,
        termId: world.own.termId,
        expenseCategoryId: second.categoryId,
        amount: 1,
        paidOn: '2026-06-11',
        enteredOn: '2026-06-10',
        createdBy: randomUUID(),
        createdByName: 'somebody',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
  const { findings } = await checkData(world.database)
  const rows = (check: string) => findings.filter((finding) => finding.check === check).map((finding) => finding.rows)
  expect(rows('expenses-have-standing-categories')).toEqual([[{ id: first.id }]])
  expect(rows('expenses-were-paid-when-entered')).toEqual([[expect.objectContaining({ paid_on: '2026-06-11' })]])
})
