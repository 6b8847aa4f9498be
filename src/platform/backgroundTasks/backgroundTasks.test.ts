import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { countAllAsDead, hurriedTimes } from '#tests/backgroundTasks.ts'
import { eventually } from '#tests/eventually.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { Database, type Tx } from '../database/connect.ts'
import { takeOverFormerOrders } from './formerOrders.ts'
import { abortTask, wakeTaskWorker } from './registeredWorkers.ts'
import {
  advanceTask,
  cancelTask,
  type Claim,
  claimTasks,
  endTask,
  keepTask,
  orderTask,
  releaseTask,
} from './backgroundTasks.sql.ts'
import { ServerStops, startTaskWorker, type Task, TaskLost, type TaskTimes } from './worker.ts'

let world: TestWorld
let database: Database
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: vi.fn<(fields: unknown, message: string) => void>() }
const workers: { stop(): Promise<void> }[] = []

beforeAll(async () => {
  world = await testWorld()
  database = world.database
})
beforeEach(() => asOwner(world.ownerUrl, 'delete from background_tasks'))
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  log.error.mockClear()
})
afterAll(() => world.close())

const silenceMs = 600_000
const key = (id: number, schoolId = world.own.id) => ({ kind: 'DOCUMENT' as const, schoolId, id })
const inSchool = <Result>(run: (db: Tx) => Promise<Result>, schoolId = world.own.id) => database.transaction(schoolId, run)
const order = (id: number, by: string | null = null, schoolId = world.own.id) =>
  inSchool((db) => orderTask(db, key(id, schoolId), by), schoolId)
const claim = (most = 10) => claimTasks(database, 'DOCUMENT', { most, silenceMs })
const idsOf = (claims: readonly Claim[]) => claims.map(({ id }) => id)
const waiting = () =>
  asOwner<{ id: number; starts: number; taken: boolean }>(
    world.ownerUrl,
    'select item_id::int as id, starts, run is not null as taken from background_tasks order by 1',
  )

async function claimOne(): Promise<Claim> {
  const [claimed] = await claim(1)
  if (!claimed) throw new Error('Nothing is due.')
  return claimed
}

describe('a claim', () => {
  test('takes what is due once, of its own kind, and no more than asked for', async () => {
    for (const id of [1, 2, 3]) await order(id)
    await inSchool((db) => orderTask(db, { ...key(9), kind: 'PROMOTION' }))
    expect(idsOf(await claim(2))).toEqual([1, 2])
    expect(idsOf(await claim(2))).toEqual([3])
    expect(await claim()).toEqual([])
  })

  test('takes turns between persons, and between schools where there is none', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    for (const id of [1, 2, 3]) await order(id, first)
    await order(4, second)
    await order(5, null, world.other.id)
    await order(6, null, world.other.id)
    expect(idsOf(await claim())).toEqual([1, 4, 5, 2, 6, 3])
  })

  test('prefers the schools with the least under way', async () => {
    await order(1, randomUUID())
    await claimOne()
    await order(2, randomUUID())
    await order(3, randomUUID(), world.other.id)
    expect(idsOf(await claim())).toEqual([3, 2])
  })

  test('of several processes at once gets each task once', async () => {
    for (let id = 1; id <= 20; id += 1) await order(id)
    const claims = (await Promise.all(Array.from({ length: 4 }, () => claim(20)))).flat()
    expect(idsOf(claims).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, nth) => nth + 1))
  })

  test('is lost by silence: the next one counts, and whoever had it before can store nothing', async () => {
    await order(1)
    const lost = await claimOne()
    expect(await keepTask(database, lost, silenceMs)).toBe(true)
    await countAllAsDead(world.ownerUrl)
    const taken = await claimOne()
    expect([lost.starts, taken.starts]).toEqual([1, 2])
    expect(await keepTask(database, lost, silenceMs)).toBe(false)
    expect(await inSchool((db) => advanceTask(db, lost))).toBe(false)
    expect(await inSchool((db) => releaseTask(db, lost, 0, true))).toBe(false)
    expect(await inSchool((db) => endTask(db, lost))).toBe(false)
    expect(await inSchool((db) => advanceTask(db, taken))).toBe(true)
    expect(await waiting()).toEqual([{ id: 1, starts: 1, taken: true }])
    expect(await inSchool((db) => endTask(db, taken))).toBe(true)
    expect(await waiting()).toEqual([])
  })

  test('is lost when the task is withdrawn, or ordered anew', async () => {
    await order(1)
    const withdrawn = await claimOne()
    await inSchool((db) => cancelTask(db, key(1)))
    expect(await keepTask(database, withdrawn, silenceMs)).toBe(false)
    await order(2)
    const before = await claimOne()
    await order(2)
    expect(await inSchool((db) => endTask(db, before))).toBe(false)
    expect((await claimOne()).starts).toBe(1)
  })

  test('of a school is of no other school', async () => {
    await order(1)
    const own = await claimOne()
    const foreign = { ...own, schoolId: world.other.id }
    expect(await keepTask(database, foreign, silenceMs)).toBe(false)
    expect(await inSchool((db) => endTask(db, foreign), world.other.id)).toBe(false)
    expect(await waiting()).toEqual([{ id: 1, starts: 1, taken: true }])
  })

  test('that is given back waits, and counts as a start or not', async () => {
    for (const id of [1, 2]) await order(id)
    const [first, second] = await claim()
    if (!first || !second) throw new Error('Two are due.')
    await inSchool((db) => releaseTask(db, first, 0, false))
    await inSchool((db) => releaseTask(db, second, silenceMs, true))
    expect(await waiting()).toEqual([
      { id: 1, starts: 0, taken: false },
      { id: 2, starts: 1, taken: false },
    ])
    expect(idsOf(await claim())).toEqual([1])
  })
})

describe('an order of the version before', () => {
  const formerOrder = async (beat: string | null) => {
    const [job] = await asOwner<{ id: number }>(
      world.ownerUrl,
      `insert into document_jobs (school_id, kind, title, params, created_by, created_by_name, beat_at)
       values ($1, 'REPORT', 'Old', '{}', $2, 'Admin', now() + $3::interval) returning id::int`,
      [world.own.id, world.own.subjects.admin, beat],
    )
    const id = job?.id ?? 0
    await asOwner(world.ownerUrl, 'insert into document_queue (school_id, job_id) values ($1, $2)', [world.own.id, id])
    return id
  }

  test('is taken over, but not from a server that is at work on it', async () => {
    const [waits, dead, alive] = [await formerOrder(null), await formerOrder('-2 minutes'), await formerOrder('-5 seconds')]
    await takeOverFormerOrders(database)
    await takeOverFormerOrders(database)
    expect((await waiting()).map(({ id }) => id)).toEqual([waits, dead])
    expect(await asOwner(world.ownerUrl, 'select job_id::int as id from document_queue')).toEqual([{ id: alive }])
    await asOwner(world.ownerUrl, 'delete from document_jobs')
  })
})

describe('the worker', () => {
  /** The runs that are under way, by the task's id. */
  let runs: Map<number, { claim: Claim; signal: AbortSignal; end: PromiseWithResolvers<void> }>
  let interruptions: { id: number; starts: number; next: string }[]

  beforeEach(() => {
    runs = new Map()
    interruptions = []
  })

  const ends = (taken: Claim) => inSchool((db) => endTask(db, taken), taken.schoolId)
  const held: Task = {
    kind: 'DOCUMENT',
    atOnce: 2,
    carryOut: async (taken, signal) => {
      const end = Promise.withResolvers<void>()
      runs.set(taken.id, { claim: taken, signal, end })
      signal.addEventListener('abort', () => end.reject(signal.reason as Error))
      await end.promise
      if (!(await ends(taken))) throw new TaskLost()
    },
    interrupted: async (_db, { id, starts }, next) => void interruptions.push({ id, starts, next }),
  }

  function start(task: Partial<Task> = {}, times: Partial<TaskTimes> = {}): { stop(): Promise<void> } {
    const worker = startTaskWorker({ database, log }, [{ ...held, ...task }], { ...hurriedTimes, ...times })
    workers.push(worker)
    return worker
  }

  const run = (id: number) =>
    eventually(async () => {
      const one = runs.get(id)
      if (!one) throw new Error(`Task ${id} has not begun.`)
      return one
    })

  test('carries out so much at once, and looks when it is woken', async () => {
    start({}, { poll: silenceMs })
    for (const id of [1, 2, 3]) await order(id)
    wakeTaskWorker(database)
    await Promise.all([run(1), run(2)])
    expect(runs.has(3)).toBe(false)
    ;(await run(1)).end.resolve()
    ;(await run(3)).end.resolve()
    ;(await run(2)).end.resolve()
    await eventually(async () => expect(await waiting()).toEqual([]))
    expect([interruptions, log.error.mock.calls]).toEqual([[], []])
  })

  test('keeps its task by heartbeats, however long it takes', async () => {
    start({}, { beat: 20, silence: 60_000 })
    await order(1)
    const { end } = await run(1)
    // So late that nobody could claim it but for a heartbeat.
    const due = async () =>
      (await asOwner<{ at: Date }>(world.ownerUrl, 'select due_at as at from background_tasks'))[0]?.at.getTime() ?? 0
    const first = await due()
    await eventually(async () => expect(await due()).toBeGreaterThan(first))
    end.resolve()
    await eventually(async () => expect(await waiting()).toEqual([]))
  })

  test('ends a run whose task was withdrawn: at once in this process, at the next heartbeat in another', async () => {
    start()
    for (const id of [1, 2]) await order(id)
    const [here, elsewhere] = [await run(1), await run(2)]
    await inSchool((db) => cancelTask(db, key(1)))
    abortTask(database, key(1))
    expect(here.signal.reason).toBeInstanceOf(TaskLost)
    await inSchool((db) => cancelTask(db, key(2)))
    await eventually(async () => expect(elsewhere.signal.reason).toBeInstanceOf(TaskLost))
    expect([interruptions, await waiting()]).toEqual([[], []])
  })

  test('begins a failed task again, and gives it up after three starts', async () => {
    const begun: number[] = []
    start({
      carryOut: async ({ starts }) => {
        begun.push(starts)
        throw new Error('Not now.')
      },
      interrupted: async (_db, { id, starts }, next) => void interruptions.push({ id, starts, next }),
    })
    await order(1)
    await eventually(async () => expect(await waiting()).toEqual([]))
    expect(begun).toEqual([1, 2, 3])
    expect(interruptions).toEqual([
      { id: 1, starts: 1, next: 'AGAIN' },
      { id: 1, starts: 2, next: 'AGAIN' },
      { id: 1, starts: 3, next: 'AGAIN' },
      { id: 1, starts: 3, next: 'GIVEN_UP' },
    ])
    expect(log.error).toHaveBeenCalledTimes(3)
  })

  test('stores nothing of an interruption when another process has the task by then', async () => {
    const nameOf = async () =>
      (await asOwner(world.ownerUrl, 'select name from students where id = $1', [world.own.student7A]))[0]?.['name']
    const name = await nameOf()
    start({
      // So that this process does not claim it again itself.
      atOnce: 1,
      interrupted: async (db) => {
        await db.updateTable('students').set({ name: 'Interrupted' }).where('id', '=', world.own.student7A).execute()
      },
    })
    await order(1)
    const { end } = await run(1)
    await countAllAsDead(world.ownerUrl)
    const taken = await claimOne()
    end.reject(new Error('too late'))
    await eventually(async () => expect(log.error).toHaveBeenCalled())
    expect([await keepTask(database, taken, silenceMs), await nameOf()]).toEqual([true, name])
  })

  test('hands its tasks over when the server stops, without counting the start', async () => {
    const worker = start()
    await order(1)
    const { signal } = await run(1)
    await worker.stop()
    expect(signal.reason).toBeInstanceOf(ServerStops)
    expect(interruptions).toEqual([{ id: 1, starts: 0, next: 'AGAIN' }])
    expect(await waiting()).toEqual([{ id: 1, starts: 0, taken: false }])
    expect(log.error).not.toHaveBeenCalled()
  })

  test('of two processes one carries out each task, also when one of them dies', async () => {
    const other = new Database(world.appUrl, { onError: () => {}, connections: 2 })
    const done: number[] = []
    const quick = { carryOut: async (taken: Claim) => void ((await ends(taken)) && done.push(taken.id)) }
    for (let id = 1; id <= 8; id += 1) await order(id)
    // A process that claimed two and died.
    await claim(2)
    await countAllAsDead(world.ownerUrl)
    start(quick)
    workers.push(startTaskWorker({ database: other, log }, [{ ...held, ...quick }], hurriedTimes))
    await eventually(async () => expect(await waiting()).toEqual([]))
    expect(done.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    await Promise.all(workers.splice(0).map((worker) => worker.stop()))
    await other.close()
  })
})
