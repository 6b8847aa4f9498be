import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPayment } from '#tests/world/fees.ts'
import { addBankAccount } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { moduleDisabled, notAuthorized } from '#platform/action.ts'
import { checkData } from '#platform/dataChecks.ts'
import { invalidateSchool } from '#platform/school.ts'
import { assignFeeCategory, listStudentFeeCategories } from './assignments.commands.ts'
import {
  addFeeCategory,
  deleteFeeCategory,
  importFeeCategories,
  listFeeBankAccounts,
  listFeeCategories,
  updateFeeCategory,
} from './feeCategories.commands.ts'
import { addFees, listFees } from './feeItems.commands.ts'
import { collectPayment, deletePayment } from './payments.commands.ts'

let world: TestWorld
let account: number
let foreignAccount: number

beforeAll(async () => {
  world = await testWorld()
  account = await addBankAccount(world, world.own, { name: 'Fees' })
  foreignAccount = await addBankAccount(world, world.other, { name: 'Fees' })
})

afterAll(() => world.close())

async function switchSchool(flags: { feesModule?: boolean; onlineFees?: boolean; multipleAccounts?: boolean }) {
  await world.database.kysely.updateTable('schools').set(flags).where('id', '=', world.own.id).execute()
  invalidateSchool(world.database, world.own.id)
}

const form = (name: string, bankAccountId: number | null = account) => ({ termId: world.own.termId, name, bankAccountId })
const admin = () => world.call('admin')
const list = async (who: Parameters<typeof world.call>[0] = 'admin') =>
  listFeeCategories(await world.call(who), world.own.id, { termId: world.own.termId })
const add = async (name: string) => addFeeCategory(await admin(), world.own.id, form(name))

describe('adding a category', () => {
  test('stores it in the term, with its account and its audit row, and shows it to the counter', async () => {
    const added = await addFeeCategory(await admin(), world.own.id, form('  General   Fees '))
    expect(added).toMatchObject({
      name: 'General Fees',
      termId: world.own.termId,
      feeCount: 0,
      fixedTotal: 0,
      studentCount: 0,
      feesWithMoney: 0,
      bankAccount: { id: account, name: 'Fees', accNumber: '123456789' },
    })
    for (const who of ['superadmin', 'admin', 'limitedAdmin', 'fees'] as const) expect(await list(who)).toEqual([added])
    expect(await auditRows(world)).toEqual([
      { role: 'ADMIN', action: 'feeCategory.add', rowIds: [added.id], fields: ['termId', 'name', 'bankAccountId'] },
    ])
    const elsewhere = { termId: world.other.termId }
    expect(await listFeeCategories(await world.call('superadmin'), world.other.id, elsewhere)).toEqual([])
  })

  test('refuses a second category of the name in the term, ignoring case and under concurrency', async () => {
    const problem = { path: 'name', message: 'A fees category with this name exists already' }
    expect(await refusal(add('GENERAL FEES'))).toEqual({ code: 'CONFLICT', message: problem.message, problems: [problem] })
    const twins = await Promise.allSettled([1, 2, 3].map(() => add('Twin')))
    expect(twins.filter((twin) => twin.status === 'fulfilled')).toHaveLength(1)
  })

  test('needs a bank account of this school only when the school has online fees', async () => {
    const call = await admin()
    const refused = (bankAccountId: number | null) => refusal(addFeeCategory(call, world.own.id, form('Sports', bankAccountId)))
    const problem = (message: string) => ({ code: 'BAD_INPUT', message, problems: [{ path: 'bankAccountId', message }] })
    expect(await refused(null)).toEqual(problem('Bank Account Is Required'))
    expect(await refused(foreignAccount)).toEqual(problem('Bank account id does not match.'))
    await switchSchool({ onlineFees: false })
    expect(await refused(foreignAccount)).toEqual(problem('Bank account id does not match.'))
    expect(await addFeeCategory(call, world.own.id, form('Sports', null))).toMatchObject({ bankAccount: null })
    await switchSchool({ onlineFees: true })
  })

  test('without Multiple Accounts has the one account of the school, and no choice', async () => {
    const call = await admin()
    await switchSchool({ multipleAccounts: false })
    const second = await addBankAccount(world, world.own, { name: 'Second' })
    expect(await listFeeBankAccounts(call, world.own.id, {})).toMatchObject([{ id: account }])
    const added = await addFeeCategory(call, world.own.id, form('Choir', null))
    expect(added.bankAccount).toMatchObject({ id: account })
    const other = await refusal(updateFeeCategory(call, world.own.id, { id: added.id, name: 'Choir', bankAccountId: second }))
    expect(other.problems).toEqual([{ path: 'bankAccountId', message: 'Bank account id does not match.' }])
    const changed = await updateFeeCategory(call, world.own.id, { id: added.id, name: 'Choir 2', bankAccountId: null })
    expect(changed.bankAccount).toMatchObject({ id: account })
    const rows = [{ name: 'Band', bankAccountId: '' }]
    expect(await importFeeCategories(call, world.own.id, { termId: world.own.termId, rows })).toMatchObject([
      { name: 'Band', bankAccount: { id: account } },
    ])
    await switchSchool({ multipleAccounts: true })
    await world.database.transaction(world.own.id, (db) =>
      db.deleteFrom('bankAccounts').where('schoolId', '=', world.own.id).where('id', '=', second).execute(),
    )
  })

  test('in a term of another school is not found', async () => {
    const missing = await refusal(addFeeCategory(await admin(), world.own.id, { ...form('X'), termId: 999_999 }))
    expect(missing.code).toBe('NOT_FOUND')
    const foreign = { ...form('X'), termId: world.other.termId }
    expect(await refusal(addFeeCategory(await admin(), world.own.id, foreign))).toEqual(missing)
    expect(await refusal(listFeeCategories(await admin(), world.own.id, { termId: world.other.termId }))).toEqual(missing)
  })
})

test('bank account choices have only name and number, for those who add categories', async () => {
  const accounts = [{ id: account, name: 'Fees', accNumber: '123456789' }]
  expect(await listFeeBankAccounts(await admin(), world.own.id, {})).toEqual(accounts)
  for (const who of ['fees', 'limitedAdmin', 'teacher'] as const)
    expect((await refusal(listFeeBankAccounts(await world.call(who), world.own.id, {}))).code).toBe('FORBIDDEN')
})

test('changing a category replaces its name and account; another school’s is not found', async () => {
  const { id } = await add('Hostel')
  const changed = { id, name: 'Hostel and Mess', bankAccountId: account }
  expect(await updateFeeCategory(await admin(), world.own.id, changed)).toMatchObject({ id, name: 'Hostel and Mess' })
  expect((await refusal(updateFeeCategory(await admin(), world.own.id, { ...changed, name: 'Sports' }))).problems).toEqual([
    { path: 'name', message: 'A fees category with this name exists already' },
  ])
  expect((await refusal(updateFeeCategory(await admin(), world.own.id, { ...changed, bankAccountId: null }))).code).toBe(
    'BAD_INPUT',
  )
  const foreign = updateFeeCategory(await world.call('admin', world.other), world.other.id, changed)
  expect((await refusal(foreign)).code).toBe('NOT_FOUND')
})

describe('deleting a category', () => {
  const remove = async (id: number, who: Parameters<typeof world.call>[0] = 'superadmin') =>
    deleteFeeCategory(await world.call(who), world.own.id, { id })

  test('is for super administrators; deletes its fees and assignments, and frees its name', async () => {
    const { id } = await add('Picnic')
    const fees = { feeCategoryIds: [id], name: 'Bus', fixedAmount: true, amount: 10_000, months: [] }
    await addFees(await admin(), world.own.id, fees)
    await assignFeeCategory(await admin(), world.own.id, { feeCategoryId: id, studentIds: [world.own.student7A] })
    expect((await list()).find((category) => category.id === id)).toMatchObject({
      feeCount: 1,
      fixedTotal: 10_000,
      studentCount: 1,
    })
    expect(await refusal(remove(id, 'admin'))).toMatchObject({ code: 'FORBIDDEN', message: notAuthorized() })
    expect(await remove(id)).toBe(id)
    const term = { termId: world.own.termId }
    expect((await list()).map((category) => category.id)).not.toContain(id)
    expect((await listFees(await admin(), world.own.id, term)).filter((fee) => fee.feeCategoryId === id)).toEqual([])
    const ofStudent = { ...term, studentId: world.own.student7A }
    expect(await listStudentFeeCategories(await admin(), world.own.id, ofStudent)).toEqual([])
    for (const again of [() => remove(id), () => rename(id)]) expect((await refusal(again())).code).toBe('NOT_FOUND')
    expect((await refusal(addFees(await admin(), world.own.id, fees))).code).toBe('NOT_FOUND')
    await expect(add('Picnic')).resolves.toMatchObject({ name: 'Picnic' })
    expect((await checkData(world.database)).findings).toEqual([])
  })

  async function rename(id: number) {
    return updateFeeCategory(await admin(), world.own.id, { id, name: 'Y', bankAccountId: account })
  }

  test('is refused while its fees have live money', async () => {
    const { id } = await add('Trip')
    const [fee] = await addFees(await admin(), world.own.id, {
      feeCategoryIds: [id],
      name: 'Trip',
      fixedAmount: true,
      amount: 50_000,
      months: [],
    })
    await assignFeeCategory(await admin(), world.own.id, { feeCategoryId: id, studentIds: [world.own.student7A] })
    const seen = [{ feeId: fee!.id, version: '50000:0:0:0' }]
    const payment = await collectPayment(await world.call('fees'), world.own.id, aPayment(world.own, seen, 20_000))
    expect(await refusal(remove(id))).toMatchObject({
      code: 'FORBIDDEN',
      message: 'One of its fees has payments or discounts. Delete them first',
    })
    const deletion = { key: randomUUID(), id: payment.id, reason: 'entered twice' }
    await deletePayment(await admin(), world.own.id, deletion)
    expect(await remove(id)).toBe(id)
  })

  test('and a concurrent payment: one of them wins, and no deleted category has money', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await add(`Race ${round}`)
      const [fee] = await addFees(await admin(), world.own.id, {
        feeCategoryIds: [id],
        name: 'Race',
        fixedAmount: true,
        amount: 50_000,
        months: [],
      })
      await assignFeeCategory(await admin(), world.own.id, { feeCategoryId: id, studentIds: [world.own.student7A] })
      const seen = [{ feeId: fee!.id, version: '50000:0:0:0' }]
      const clerk = await world.call('fees')
      const [paid, deleted] = await Promise.allSettled([
        collectPayment(clerk, world.own.id, aPayment(world.own, seen, 20_000)),
        remove(id),
      ])
      expect([paid.status, deleted.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    }
    expect((await checkData(world.database)).findings).toEqual([])
  })
})

describe('a file of categories', () => {
  const rows = (...names: [string, string][]) => ({
    termId: world.own.termId,
    rows: names.map(([name, bankAccountId]) => ({ name, bankAccountId })),
  })

  test('is stored completely, or not at all with every problem at its cell', async () => {
    const call = await admin()
    const before = await list()
    const bad = rows(['Class 1', String(account)], ['Class 2', String(foreignAccount)], ['hostel and mess', ''])
    expect(await refusal(importFeeCategories(call, world.own.id, bad))).toMatchObject({
      code: 'BAD_INPUT',
      problems: [
        { path: 'rows.1.bankAccountId', message: 'Bank account id does not match.' },
        { path: 'rows.2.name', message: 'A fees category with this name exists already' },
        { path: 'rows.2.bankAccountId', message: 'Bank Account Is Required' },
      ],
    })
    expect(await list()).toEqual(before)
    const added = await importFeeCategories(call, world.own.id, rows(['Class 1', String(account)], ['Class 2', String(account)]))
    expect(added).toMatchObject([
      { name: 'Class 1', bankAccount: { id: account } },
      { name: 'Class 2', bankAccount: { id: account } },
    ])
    expect(await list()).toHaveLength(before.length + 2)
    expect((await auditRows(world)).at(-1)).toMatchObject({
      action: 'feeCategory.import',
      rowIds: added.map((category) => category.id),
    })
  })
})

describe('permissions', () => {
  test.each(['fees', 'limitedAdmin', 'teacher', 'attendant', 'student'] as const)('%s may not change categories', async (who) => {
    const call = await world.call(who)
    const [first] = await list()
    const attempts = [
      () => addFeeCategory(call, world.own.id, form('X')),
      () => importFeeCategories(call, world.own.id, { termId: world.own.termId, rows: [{ name: 'X', bankAccountId: '' }] }),
      () => updateFeeCategory(call, world.own.id, { id: first!.id, name: 'X', bankAccountId: account }),
      () => deleteFeeCategory(call, world.own.id, { id: first!.id }),
    ]
    for (const attempt of attempts) expect((await refusal(attempt())).code).toBe('FORBIDDEN')
  })

  test('nobody may when the module is switched off', async () => {
    await switchSchool({ feesModule: false })
    for (const who of ['admin', 'superadmin', 'fees'] as const)
      expect(await refusal(list(who))).toEqual({ code: 'DISABLED_MODULE', message: moduleDisabled().message, problems: [] })
    expect((await refusal(add('X'))).code).toBe('DISABLED_MODULE')
    await switchSchool({ feesModule: true })
  })
})
