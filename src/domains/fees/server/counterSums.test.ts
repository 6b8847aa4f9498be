import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTestFees, aPayment, paidBy, type TestFees } from '#tests/world/fees.ts'
import { asOwner } from '#tests/asOwner.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { Database } from '#platform/database/connect.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { viewCounterDay, viewFeeAccount } from './account.queries.ts'
import { settleCheque } from './cheques.commands.ts'
import { movePayment } from './movePayment.commands.ts'
import { collectPayment, counterDayAfter, deletePayment } from './payments.commands.ts'

let world: TestWorld
let fees: TestFees
/** The connections of another serving process, with what it knows. */
let elsewhere: Database

beforeAll(async () => {
  world = await testWorld()
  fees = await addTestFees(world, world.own)
  elsewhere = new Database(world.appUrl, { connections: 2, onError: () => undefined })
})

afterAll(async () => {
  await elsewhere.close()
  await world.close()
})

const today = schoolDay(new Date())

/** Returns what the counter shows, in the process of these connections. */
async function shown(database = world.database) {
  const { collected, clearing, receipts } = await viewCounterDay({ ...(await world.call('admin')), database }, world.own.id, {})
  return { collected, clearing, receipts }
}

/** Counts all payments of the day, as the owner of the database. */
async function counted() {
  const [row] = await asOwner<{ collected: string; clearing: string; receipts: number }>(
    world.ownerUrl,
    `select coalesce(sum(amount) filter (where state = 'COLLECTED'), 0) as collected,
       coalesce(sum(amount) filter (where state = 'CLEARING'), 0) as clearing, count(*) filter (where state <> 'FAILED')::int as receipts
     from payments where school_id = ${world.own.id} and collected_on = '${today}' and deleted_at is null`,
  )
  return { collected: Number(row?.collected), clearing: Number(row?.clearing), receipts: row?.receipts }
}

/** Returns the fee that is not fixed, as the counter shows it. */
async function seen(studentId: number) {
  const { fees: rows } = await viewFeeAccount(await world.call('admin'), world.own.id, { termId: world.own.termId, studentId })
  return [{ feeId: fees.donation, version: rows.find(({ id }) => id === fees.donation)?.version ?? '' }]
}

async function pay(amount: number, more: Record<string, unknown> = {}, studentId = world.own.student7A) {
  const payment = aPayment(world.own, await seen(studentId), amount, { studentId, ...more })
  return collectPayment(await world.call('admin'), world.own.id, payment)
}

const change = (id: number) => ({ key: randomUUID(), id, reason: 'Entered twice' })

test('the sums of every process are those of all payments, whatever happens to these', async () => {
  const step = fc.record({
    does: fc.constantFrom('PAY', 'PAY', 'CHEQUE', 'EARLIER', 'DELETE', 'CLEAR', 'FAIL', 'MOVE'),
    amount: fc.integer({ min: 1, max: 10_000_000 }),
    looks: fc.constantFrom('here', 'there', 'nowhere'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
      const open: number[] = []
      const cheques: number[] = []
      for (const { does, amount, looks } of steps) {
        const call = await world.call('admin')
        if (does === 'PAY') open.push((await pay(amount)).id)
        else if (does === 'CHEQUE') cheques.push((await pay(amount, paidBy('CHEQUE'))).id)
        else if (does === 'EARLIER') open.push((await pay(amount, { collectedOn: addDays(today, -1) })).id)
        else if (does === 'DELETE' || does === 'MOVE') {
          const id = open.pop()
          if (id === undefined) continue
          const { student8A: studentId } = world.own
          if (does === 'DELETE') await deletePayment(call, world.own.id, change(id))
          else await movePayment(call, world.own.id, { ...change(id), studentId, fees: await seen(studentId) })
        } else {
          const id = cheques.pop()
          if (id === undefined) continue
          const outcome = does === 'CLEAR' ? 'CLEARED' : 'FAILED'
          await settleCheque(call, world.own.id, { key: randomUUID(), id, outcome })
        }
        if (looks !== 'nowhere') expect(await shown(looks === 'here' ? world.database : elsewhere)).toEqual(await counted())
      }
      expect(await shown()).toEqual(await counted())
      expect(await shown(elsewhere)).toEqual(await counted())
    }),
    { numRuns: 12 },
  )
}, 300_000)

test('while clerks take money at once, every process shows whole payments, and never fewer than before', async () => {
  const before = (await shown()).receipts
  const students = [world.own.student7A, world.own.student8A]
  let running = true
  const watch = async (database: Database) => {
    for (let last = 0; running; ) {
      const { collected, receipts } = await shown(database)
      expect(collected % 100).toBe((await counted()).collected % 100)
      expect(receipts).toBeGreaterThanOrEqual(last)
      last = receipts
    }
  }
  const watching = [watch(world.database), watch(elsewhere)]
  // One account takes one payment at a time, so two students are two queues.
  await Promise.all(
    students.map(async (student) => {
      for (let turn = 0; turn < 25; turn += 1) await pay(100, {}, student)
    }),
  )
  running = false
  await Promise.all(watching)
  expect(await shown()).toEqual(await counted())
  expect(await shown(elsewhere)).toEqual(await counted())
  expect((await shown()).receipts).toBe(before + 50)
})

test('more payments than are added by their numbers are read with the whole day', async () => {
  await shown(elsewhere)
  await asOwner(
    world.ownerUrl,
    `with last as (select year, last from receipt_counters where school_id = ${world.own.id} order by year desc limit 1),
       made as (insert into payments (school_id, receipt_year, receipt_no, term_id, student_id, amount, mode, state, collected_on, created_by,
           created_by_name, receipt_prefix, student_name, section_name, roll, register_no)
         select ${world.own.id}, year, last + n, ${world.own.termId}, ${world.own.student7A}, n, 'CASH', 'COLLECTED', '${today}', gen_random_uuid(),
           'Clerk', '', 'Rohan', '7-A', '1', '' from last, generate_series(1, 501) n)
     update receipt_counters counter set last = counter.last + 501 from last where counter.school_id = ${world.own.id} and counter.year = last.year`,
  )
  expect(await shown(elsewhere)).toEqual(await counted())
})

test('a payment answers the day that follows its COMMIT, also after a change that this process has not seen', async () => {
  for (const between of [
    async () => undefined,
    async (id: number) => deletePayment(await world.call('admin'), world.own.id, change(id)),
  ]) {
    const first = await pay(300)
    await between(first.id)
    const day = await counterDayAfter(await pay(500))
    expect(day).toEqual(await viewCounterDay(await world.call('admin'), world.own.id, {}))
    expect(day).toMatchObject(await counted())
  }
  const { key, ...input } = aPayment(world.own, await seen(world.own.student7A), 700)
  const call = await world.call('admin')
  expect(await counterDayAfter(await collectPayment(call, world.own.id, { key, ...input }))).toMatchObject(await counted())
  // Sent again, it reads the day by itself.
  expect(counterDayAfter(await collectPayment(call, world.own.id, { key, ...input }))).toBeUndefined()
})
