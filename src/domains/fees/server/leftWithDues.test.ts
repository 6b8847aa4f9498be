import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { refusal } from '#tests/refusals.ts'
import { addTestFees, aPayment } from '#tests/world/fees.ts'
import { addFeeCategory, addFees, addStudents, assignFees, enrol, setCurrentTerm } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { addTermWithSection, type TermWithSection } from '#tests/world/yearEnd.ts'
import { viewFeeAccount } from './account.queries.ts'
import { listLeftWithDues } from './leftWithDues.ts'
import { collectPayment } from './payments.commands.ts'

/*
 * Last year Gita and Hari were in 10-B and owed ₹800 each; Gita has gone, Hari is in 7-A now. Asha of 7-A, who owes
 * ₹3,300, is disabled.
 */

let world: TestWorld
let earlier: TermWithSection
let gita: number
let hari: number

beforeAll(async () => {
  world = await testWorld()
  await addTestFees(world, world.own)
  earlier = await addTermWithSection(world, world.own, { name: '2025-26', past: true }, '10')
  const category = await addFeeCategory(world, earlier, { name: 'Class 10' })
  await addFees(world, earlier, category, [{ name: 'Tuition', amount: 80_000, month: 'MAR' }])
  const [first = 0] = await addStudents(world, earlier, earlier.sectionId, [
    { name: 'Gita Rao', phone: '9822000301', registerNo: 'G-1', roll: '1' },
  ])
  const [second = 0] = await addStudents(world, world.own, world.own.section7A, [{ name: 'Hari Rao', roll: '77' }])
  await enrol(world, earlier, earlier.sectionId, [{ studentId: second, roll: '2' }])
  gita = first
  hari = second
  await assignFees(world, earlier, category, [gita, hari])
})

afterAll(() => world.close())

const list = async (who: Who = 'admin', search = '') => listLeftWithDues(await world.call(who), world.own.id, { search })
const names = async (who: Who = 'admin') => (await list(who)).map(({ name }) => name)
const setDisabled = (id: number, disabled: boolean) =>
  asOwner(world.ownerUrl, 'update students set disabled = $2 where id = $1', [id, disabled])

test('who has no place in a term that is not past is listed with the last place and all that is owed', async () => {
  expect(await list()).toEqual([
    {
      studentId: gita,
      name: 'Gita Rao',
      phone: '9822000301',
      registerNo: 'G-1',
      disabled: false,
      termId: earlier.termId,
      termName: '2025-26',
      sectionName: expect.stringMatching(/^10-/),
      pending: 80_000,
    },
  ])
})

test('a disabled student is listed too, with what is owed of all terms, the most first', async () => {
  await setDisabled(world.own.student7A, true)
  await setDisabled(hari, true)
  expect((await list()).map(({ studentId, pending }) => [studentId, pending])).toEqual([
    [world.own.student7A, 330_000],
    [gita, 80_000],
    [hari, 80_000],
  ])
  expect((await list()).find(({ studentId }) => studentId === hari)?.termId).toBe(world.own.termId)
  await setDisabled(world.own.student7A, false)
  await setDisabled(hari, false)
})

test('after the next term has become current, who has no place in it has left, as soon as somebody has one', async () => {
  const { own } = world
  const next = await addTermWithSection(world, own, { name: '2027-28' }, '8')
  await setCurrentTerm(world, { ...own, termId: next.termId })
  // The new year is prepared, and nobody is promoted yet.
  expect(await names()).toEqual(['Gita Rao'])
  await enrol(world, next, next.sectionId, [{ studentId: hari, roll: '1' }])
  expect((await list()).map(({ name, termId }) => [name, termId])).toEqual([
    ['Asha Patil', own.termId],
    ['Rohan Patil', own.termId],
    ['Gita Rao', earlier.termId],
  ])
  await asOwner(world.ownerUrl, 'delete from enrolments where term_id = $1', [next.termId])
  await setCurrentTerm(world, own)
})

test('a search finds them by name, register number, phone and roll', async () => {
  const found = async (search: string) => (await list('admin', search)).map(({ name }) => name)
  for (const search of ['gita', 'rao', 'G-1', '9822000301']) expect([search, await found(search)]).toEqual([search, ['Gita Rao']])
  for (const search of ['Hari', 'nobody']) expect([search, await found(search)]).toEqual([search, []])
})

test('what is owed can be paid at the counter in the term of the last place; then the student is not listed any more', async () => {
  const call = await world.call('admin')
  const of = { termId: earlier.termId, studentId: gita }
  const { fees } = await viewFeeAccount(call, world.own.id, of)
  const seen = fees.map(({ id, version }) => ({ feeId: id, version }))
  await collectPayment(call, world.own.id, aPayment(world.own, seen, 80_000, of))
  expect(await names()).toEqual([])
})

test('an admin of some classes sees those who were in them, and nobody else sees any', async () => {
  await setDisabled(world.own.student7A, true)
  await setDisabled(world.own.student8A, true)
  expect(await names()).toHaveLength(2)
  expect(await names('limitedAdmin')).toEqual(['Asha Patil'])
  for (const who of ['teacher', 'attendant'] as const) expect((await refusal(list(who))).code).toBe('FORBIDDEN')
  expect((await refusal(listLeftWithDues(await world.call('admin'), world.other.id, {}))).code).toBe('NOT_FOUND')
})
