import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditRows, refusal } from '#tests/refusals.ts'
import { addClass, addFeeCategory, addFees, addSectionTeacher, addTerm, assignFees } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { setSetupHidden, viewSetup } from './setup.commands.ts'

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
})

afterAll(() => world.close())

async function missing() {
  const { steps } = await viewSetup(await world.call('admin'), world.own.id, {})
  return steps.flatMap((step) => step.missing.map((missing) => missing.text))
}

test('counts what the own school’s current term has and lacks', async () => {
  const { id: schoolId, section7B, section8A, student7A, student8A, users } = world.own
  expect(await viewSetup(await world.call('superadmin'), schoolId, {})).toMatchObject({
    hidden: false,
    steps: [
      { step: 'TERM', done: true, facts: '2026-27 is current' },
      { step: 'USERS', done: true, facts: '2 admins · 1 teacher · 2 other users' },
      { step: 'CLASSES', done: false, facts: '2 classes · 3 sections' },
      { step: 'STUDENTS', done: false, facts: '2 students' },
      { step: 'FEES', done: false, facts: '0 fee categories' },
    ],
  })
  expect(await missing()).toEqual(['2 sections have no teacher', '1 section has no student', 'There is no fee category yet'])

  await world.database.transaction(schoolId, async (db) => {
    // Rows of an older term are not counted.
    await addClass(db, { id: schoolId, termId: await addTerm(db, world.own, { name: 'old' }) }, '1')
    const full = await addFeeCategory(db, world.own, { name: 'Tuition' })
    await addFeeCategory(db, world.own, { name: 'Empty' })
    await addFeeCategory(db, world.own, { name: 'Gone', deletedAt: new Date() })
    await addFees(db, world.own, full, [{ name: 'Fee', amount: 100 }])
    await assignFees(db, world.own, full, [student7A])
    await addClass(db, world.own, '9')
    // A disabled teacher does not count.
    await addSectionTeacher(db, world.own, section7B, users.disabled)
    await addSectionTeacher(db, world.own, section8A, users.teacher)
    await db.updateTable('students').set({ phone: defaultPhone }).where('id', '=', student8A).execute()
  })
  expect(await missing()).toEqual([
    '1 class has no section',
    '1 section has no teacher',
    '1 section has no student',
    '1 student has no phone, so no messages can be sent',
    '1 fee category has no fees',
    'No fee category is assigned to 1 student',
  ])
})

test('is for viewers of the whole school, who can hide it and show it again', async () => {
  for (const who of ['limitedAdmin', 'teacher', 'fees', 'attendant', 'student'] as const)
    expect((await refusal(viewSetup(await world.call(who), world.own.id, {}))).code).toBe('FORBIDDEN')
  const call = await world.call('admin')
  expect(await setSetupHidden(call, world.own.id, { hidden: true })).toBe(true)
  expect((await viewSetup(call, world.own.id, {})).hidden).toBe(true)
  expect((await auditRows(world)).at(-1)).toMatchObject({ action: 'setup.hide', rowIds: [world.own.id] })
  await setSetupHidden(call, world.own.id, { hidden: false })
  expect((await viewSetup(call, world.own.id, {})).hidden).toBe(false)
  expect((await refusal(setSetupHidden(call, world.other.id, { hidden: true }))).code).toBe('NOT_FOUND')
})
