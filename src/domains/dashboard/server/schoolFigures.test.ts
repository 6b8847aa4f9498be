import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { addTestFees, aPayment, type TestFees } from '#tests/world/fees.ts'
import { takeRegister, today } from '#tests/world/attendance.ts'
import { addSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { refusal } from '#tests/refusals.ts'
import { viewFeeAccount } from '#domains/fees/server/account.queries.ts'
import { collectPayment } from '#domains/fees/server/payments.commands.ts'
import { addDays } from '#shared/dates.ts'
import { countSchools } from './countSchoolsJob.ts'
import { viewFeesChart } from './dashboard.queries.ts'
import { compareSchools } from './schoolFigures.queries.ts'

let world: TestWorld
let fees: TestFees

beforeAll(async () => {
  world = await testWorld()
  fees = await addTestFees(world, world.own)
  await addTestFees(world, world.other)
})
afterAll(() => world.close())

const compare = async (view: Record<string, unknown> = {}) => compareSchools(await world.call('superadmin'), 0, view)
const age = (minutes: number) =>
  asOwner(world.ownerUrl, 'update school_figures set counted_at = now() - make_interval(mins => $1)', [minutes])

test('schools are compared by the figures that their own screens show', async () => {
  const { id: schoolId, termId, student7A, section7A } = world.own
  const clerk = await world.call('fees')
  const account = await viewFeeAccount(clerk, schoolId, { termId, studentId: student7A })
  const version = account.fees.find((fee) => fee.id === fees.tuitionApr)?.version ?? ''
  await collectPayment(
    clerk,
    schoolId,
    aPayment(world.own, [{ feeId: fees.tuitionApr, version }], 150_000, { studentId: student7A }),
  )
  await takeRegister(world, 'teacher', { sectionId: section7A }, { [student7A]: 'A' })
  const { rows, sums } = await compare()
  const own = rows.find((row) => row.schoolId === schoolId)
  expect(own).toMatchObject({
    students: 2,
    present: 0,
    absent: 1,
    sectionsTaken: 1,
    collectedToday: 150_000,
    collectedTerm: 150_000,
    openDays: 0,
  })
  const { months } = await viewFeesChart(await world.call('admin'), schoolId, { termId })
  expect(own?.overdue).toBe(months.reduce((sum, month) => sum + month.overdue, 0))
  expect(sums).toMatchObject({ total: rows.length, students: 4, collectedToday: 150_000 })
})

test('they are found, sorted and paged', async () => {
  await addSchool(world.database, { name: 'Aaranya Vidyalaya', description: 'Pune 100%' })
  const names = async (view: Record<string, unknown>) => (await compare(view)).rows.map(({ name }) => name)
  expect((await names({}))[0]).toBe('Aaranya Vidyalaya')
  expect(await names({ search: 'VIDYALAYA pune' })).toEqual(['Aaranya Vidyalaya'])
  expect(await names({ search: '100%' })).toEqual(['Aaranya Vidyalaya'])
  expect(await names({ search: '%aara%' })).toEqual([])
  const byMoney = await compare({ sort: 'COLLECTED_TERM', descending: true })
  expect(byMoney.rows[0]?.schoolId).toBe(world.own.id)
  const second = await compare({ pageSize: 1, page: 1 })
  expect([second.rows.length, second.sums.total]).toEqual([1, 3])
  expect((await compare({ page: 99 })).sums.total).toBe(3)
})

test('figures of another day are not shown as those of today, and the job counts what is outdated', async () => {
  await compare()
  await asOwner(world.ownerUrl, 'update school_figures set day = $1', [addDays(today, -1)])
  const found = await world.database.read(0, [world.database.kysely.selectFrom('schoolFigures').selectAll()] as const)
  expect(found[0]).toHaveLength(3)
  expect(await countSchools(world.database, new Date())).toBe(3)
  expect(await countSchools(world.database, new Date())).toBe(0)
  await age(11)
  expect(await countSchools(world.database, new Date())).toBe(3)
})

test('a school reads its own figures only, and nobody else compares', async () => {
  const [own] = await world.database.read(world.own.id, [
    world.database.kysely.selectFrom('schoolFigures').select('schoolId'),
  ] as const)
  expect(own).toEqual([{ schoolId: world.own.id }])
  for (const who of ['admin', 'fees', 'teacher'] as const)
    expect(await refusal(compareSchools(await world.call(who), 0, {}))).toMatchObject({ code: 'FORBIDDEN' })
  const changed = world.database.write(0, [
    world.database.kysely.updateTable('schoolFigures').set({ students: 9 }).returning('id'),
  ] as const)
  expect((await changed)[0]).toEqual([])
})
