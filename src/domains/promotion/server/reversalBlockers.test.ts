import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { lockWaiters } from '#tests/lockWaiters.ts'
import { addOnlinePayments, anOrder, onlineGateway, type OnlineSchool } from '#tests/world/onlinePayments.ts'
import { startTestWorker } from '#tests/backgroundTasks.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { startNextTerm } from '#tests/world/yearEnd.ts'
import { refusal } from '#tests/refusals.ts'
import type { Call } from '#platform/command.ts'
import { checkData } from '#platform/dataChecks.ts'
import type { GatewayStandIn } from '#development/standIns/gateway.ts'
import { createOrder, giveUpOrder } from '#domains/onlinefees/server/orders.commands.ts'
import { findPromotion, promotionGround } from './promotionContext.queries.ts'
import { promoteSections, promoteStudents } from './promotion.commands.ts'
import { reversePromotion } from './reversal.commands.ts'
import { promotionTask } from './promotionTask.ts'

let world: TestWorld
let owner: pg.Client
let tender: { stop(): Promise<void> }
let standIn: GatewayStandIn
let call: Call
let own: OnlineSchool
let newTermId: number
let target: number

/** Sets up the new year with 8-A and the fees of the previous one, which can be paid online. */
beforeAll(async () => {
  world = await testWorld()
  owner = new pg.Client({ connectionString: world.ownerUrl })
  await owner.connect()
  ;({ standIn, call } = await onlineGateway(world))
  ;({ newTermId } = await startNextTerm(world, world.own))
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
  tender = startTestWorker(world.database, [promotionTask({ database: world.database, log })])
  own = await addOnlinePayments(world, world.own, call.services.config.secretKey)
  await carriedOut(
    await promoteSections(await world.call('admin'), world.own.id, {
      key: randomUUID(),
      termId: world.own.termId,
      toTermId: newTermId,
      subjects: false,
      books: false,
      smsNames: false,
      sections: [{ sectionId: world.own.section8A, className: '8', sectionName: 'A', teacherIds: [] }],
      feeCategoryIds: [own.fees.category],
    }),
  )
  const { targets } = await promotionGround(await world.call('admin'), world.own.id, { termId: world.own.termId })
  target = targets[0]?.id ?? 0
})

afterAll(async () => {
  await tender.stop()
  await standIn.stop()
  await owner.end()
  await world.close()
})

async function carriedOut({ id }: { id: number }): Promise<number> {
  const admin = await world.call('admin')
  await eventually(async () =>
    expect(await findPromotion(admin, world.own.id, { id })).toMatchObject({ state: 'DONE', failed: 0 }),
  )
  return id
}

const reversed = async (id: number) => reversePromotion(await world.call('superadmin'), world.own.id, { id })

/** Creates an online order for the promoted child's first fee in the new year. */
async function ordering() {
  const fee = await owner.query("select id from fees where term_id = $1 and name = 'Library'", [newTermId])
  const input = await anOrder(call, own.token, { [world.own.student7A]: [Number(fee.rows[0].id)] })
  return () => createOrder(call, own.token, input)
}

/** Runs two transactions that need the child's enrolment; both wait, and the first gets the lock first. */
async function oneAfterTheOther<A, B>(first: () => Promise<A>, second: () => Promise<B>) {
  const waiting = (count: number) => eventually(async () => expect(await lockWaiters(owner)).toBe(count))
  await owner.query('begin')
  await owner.query('select from enrolments where school_id = $1 and term_id = $2 and student_id = $3 for update', [
    world.own.id,
    newTermId,
    world.own.student7A,
  ])
  const one = first().catch((error: unknown) => error)
  await Promise.race([waiting(1), endedEarly('first', one)])
  const other = second().catch((error: unknown) => error)
  await Promise.race([waiting(2), endedEarly('first', one), endedEarly('second', other)])
  await owner.query('commit')
  return [await one, await other]
}

/** Fails as soon as a transaction that should wait has ended, with what it returned or threw. */
async function endedEarly(which: string, transaction: Promise<unknown>): Promise<never> {
  throw new Error(`The ${which} transaction did not wait`, { cause: await transaction })
}

test('an open online order blocks the reversal of its students, also concurrently', async () => {
  const id = await carriedOut(
    await promoteStudents(await world.call('admin'), world.own.id, {
      key: randomUUID(),
      termId: world.own.termId,
      toTermId: newTermId,
      rolls: 'KEEP',
      feeCategories: true,
      moves: [{ sectionId: world.own.section7A, targetSectionId: target, stayingIds: [] }],
    }),
  )
  const order = await ordering()
  const blocked = 'This cannot be reversed any more: 8-A has 1 online payment under way.'
  const [form, refused] = (await oneAfterTheOther(order, () => reversed(id))) as [Awaited<ReturnType<typeof order>>, unknown]
  expect(refused).toMatchObject({ code: 'CONFLICT', message: blocked })
  expect((await refusal(reversed(id))).message).toBe(blocked)
  expect(await giveUpOrder(call, own.token, form.ref)).toMatchObject({ state: 'CANCEL' })

  const another = await ordering()
  const [back, late] = await oneAfterTheOther(() => reversed(id), another)
  expect(back).toMatchObject({ state: 'REVERSED' })
  expect(late).toMatchObject({ code: 'NOT_FOUND' })
  const open = await owner.query("select from online_orders where state = 'CREATED'")
  expect(open.rowCount).toBe(0)
  expect((await checkData(world.database)).findings).toEqual([])
})
