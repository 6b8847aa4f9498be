import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { patience } from '#tests/database.ts'
import { addClerk, addTestFees, aPayment, type TestFees } from '#tests/world/fees.ts'
import { addStudents, assignFees } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import type { Call } from '#platform/command.ts'
import { checkData } from '#platform/dataChecks.ts'
import { viewFeeAccount } from './account.queries.ts'
import { collectPayment, deletePayment } from './payments.commands.ts'

/*
 * The receipt number is taken by the last statements of a payment, which are sent together with the COMMIT
 * (decisions/0073). Whatever else happens at the same time, receipts are numbered 1 to n.
 */

let world: TestWorld
let fees: TestFees
let students: number[]
let clerks: Call[]

beforeAll(async () => {
  world = await testWorld()
  fees = await addTestFees(world, world.own)
  students = await addStudents(world, world.own, world.own.section7A, 30)
  await assignFees(world, world.own, fees.category, students)
  clerks = await Promise.all(['One', 'Two', 'Three', 'Four'].map((name) => addClerk(world, name)))
})

afterAll(() => world.close())

const clerk = (turn: number) => clerks[turn % clerks.length] as Call

async function seen(call: Call, studentId: number, feeId: number) {
  const account = await viewFeeAccount(call, world.own.id, { termId: world.own.termId, studentId })
  return [{ feeId, version: account.fees.find(({ id }) => id === feeId)?.version ?? '' }]
}

async function pay(turn: number, studentId: number, amount: number) {
  const call = clerk(turn)
  return collectPayment(
    call,
    world.own.id,
    aPayment(world.own, await seen(call, studentId, fees.donation), amount, { studentId }),
  )
}

const numbers = async () =>
  (
    await asOwner<{ no: number }>(
      world.ownerUrl,
      'select receipt_no::int as no from payments where school_id = $1 order by receipt_no',
      [world.own.id],
    )
  ).map(({ no }) => no)
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('many payments at once are numbered without a gap, whether some are refused or deleted meanwhile', {
  timeout: patience(300_000),
}, async () => {
  // The first two of a school race for its first number.
  await Promise.all([pay(0, students[0] ?? 0, 100), pay(1, students[1] ?? 0, 100)])
  const tooMuch = async (studentId: number) =>
    collectPayment(
      clerk(1),
      world.own.id,
      aPayment(world.own, await seen(clerk(1), studentId, fees.library), 99_999_999, { studentId }),
    )
  const outcomes = await Promise.allSettled(
    students.flatMap((studentId, turn) => [
      pay(turn, studentId, 100 + turn),
      ...(turn % 3 === 0 ? [tooMuch(studentId)] : []),
      ...(turn % 5 === 0
        ? [
            pay(turn + 1, studentId, 500).then(({ id }) =>
              deletePayment(clerk(turn), world.own.id, { key: crypto.randomUUID(), id, reason: 'entered twice' }),
            ),
          ]
        : []),
    ]),
  )
  expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true)
  const stored = await numbers()
  expect(stored.length).toBeGreaterThan(students.length)
  expect(stored).toEqual(upTo(stored.length))
  expect((await checkData(world.database)).findings).toEqual([])
})

test('of two payments with one key at once one is stored, and both answer with its receipt', async () => {
  const before = await numbers()
  for (let round = 0; round < 20; round++) {
    const studentId = students[round] ?? 0
    const input = aPayment(world.own, await seen(clerk(0), studentId, fees.donation), 100, { studentId })
    const [one, two] = await Promise.all([
      collectPayment(clerk(0), world.own.id, input),
      collectPayment(clerk(0), world.own.id, input),
    ])
    expect(two).toEqual(one)
  }
  expect(await numbers()).toEqual(upTo(before.length + 20))
})

test('a failure of the last statements leaves nothing behind, and the same request is stored afterwards', async () => {
  const before = await numbers()
  const [studentId = 0] = students
  const input = aPayment(world.own, await seen(clerk(0), studentId, fees.donation), 777, { studentId })
  await asOwner(world.ownerUrl, 'alter table collected_lines add constraint unlucky check (amount <> 777) not valid')
  await expect(collectPayment(clerk(0), world.own.id, input)).rejects.toMatchObject({ code: '23514' })
  expect(await numbers()).toEqual(before)
  const left = await asOwner(world.ownerUrl, 'select from request_keys where school_id = $1 and key = $2', [
    world.own.id,
    input.key,
  ])
  expect(left).toEqual([])
  await asOwner(world.ownerUrl, 'alter table collected_lines drop constraint unlucky')
  const { id, receiptNo } = await collectPayment(clerk(0), world.own.id, input)
  expect(receiptNo).toBe(before.length + 1)
  const [audited] = await asOwner<{ ids: string[] }>(
    world.ownerUrl,
    "select row_ids::text[] as ids from audit_log where school_id = $1 and action = 'payment.collect' order by id desc limit 1",
    [world.own.id],
  )
  expect(audited?.ids).toEqual([String(id)])
  const [key] = await asOwner<{ ids: string[] }>(
    world.ownerUrl,
    'select row_ids::text[] as ids from request_keys where school_id = $1 and key = $2',
    [world.own.id, input.key],
  )
  expect(key?.ids).toEqual([String(id)])
})
