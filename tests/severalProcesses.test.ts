import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { addBus } from '#domains/buses/server/buses.commands.ts'
import { setSetupHidden } from '#domains/setup/server/setup.commands.ts'
import { setUserDisabled } from '#domains/users/server/users.commands.ts'
import { action } from '#platform/action.ts'
import { command } from '#platform/command.ts'
import { Database } from '#platform/database/connect.ts'
import { asRefusal } from '#platform/database/failures.ts'
import { listenForInvalidations } from '#platform/database/cacheInvalidation.ts'
import { withStatementTimeout } from '#platform/database/statementTimeout.ts'
import { sharedLimit } from '#platform/http/sharedLimit.ts'
import { schoolById } from '#platform/school.ts'
import { viewerOf } from '#platform/viewer.ts'
import { eventually } from './eventually.ts'
import { testWorld, type World } from './world/testWorld.ts'

let world: World & { ownerUrl: string; appUrl: string; close(): Promise<void> }
/** Another process on the same database, with its own caches. */
let other: Database
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  world = await testWorld()
  other = new Database(world.appUrl, { connections: 3, onError: () => undefined })
  for (const database of [world.database, other]) stops.push((await listenForInvalidations(world.appUrl, database)).stop)
})

afterAll(async () => {
  for (const stop of stops) await stop()
  await other.close()
  await world.close()
})

/** Returns whether a connection of the database has ended; of several, whether all of them have. */
const haveEnded = async (pids: readonly number[]) =>
  (await sql`select from pg_stat_activity where pid = any(${pids}::integer[])`.execute(world.database.kysely)).rows.length === 0

describe('a change in one process invalidates the caches of the others, however long they would keep an entry', () => {
  // The clock of the caches stands, so that no entry is dropped for its age.
  beforeAll(() => void vi.spyOn(performance, 'now').mockReturnValue(1))
  afterAll(() => void vi.restoreAllMocks())

  test('a disabled person is signed out everywhere', async () => {
    const subject = world.own.subjects.teacher ?? ''
    const change = async (disabled: boolean) =>
      setUserDisabled(await world.call('admin'), world.own.id, { id: String(world.own.users.teacher), disabled })
    expect((await viewerOf(other, subject))?.role).toBe('TEACHER')
    await change(true)
    await eventually(async () => expect(await viewerOf(other, subject)).toBeNull())
    await change(false)
    expect((await viewerOf(other, subject))?.role).toBe('TEACHER')
  })

  test('a changed setting of a school applies everywhere', async () => {
    expect((await schoolById(other, world.own.id))?.setupHiddenAt).toBeNull()
    await setSetupHidden(await world.call('admin'), world.own.id, { hidden: true })
    await eventually(async () => expect((await schoolById(other, world.own.id))?.setupHiddenAt).not.toBeNull())
  })

  test('a module that was just switched on is not refused in a process that has not heard of it', async () => {
    const deaf = new Database(world.appUrl, { connections: 2, onError: () => undefined })
    const switchBuses = (buses: boolean) =>
      world.database.kysely.updateTable('schools').set({ buses }).where('id', '=', world.own.id).execute()
    await switchBuses(false)
    expect((await schoolById(deaf, world.own.id))?.buses).toBe(false)
    await switchBuses(true)
    const call = { ...(await world.call('admin')), database: deaf }
    await expect(
      addBus(call, world.own.id, { busno: 'MH 12 AB 1234', deviceId: 'D-1', gpsId: '', simNumber: '89910000' }),
    ).resolves.toBeDefined()
    await deaf.close()
  })

  test('a listener that was disconnected clears its caches and listens again', async () => {
    const subject = world.own.subjects.fees ?? ''
    expect(await viewerOf(other, subject)).not.toBeNull()
    const listening = async () => {
      const { rows } = await sql<{ pid: number }>`
        select pid from pg_stat_activity
        where application_name = 'shala news' and datname = current_database() and query ~* '^(listen|select 1)' and state = 'idle'
      `.execute(world.database.kysely)
      return rows.map(({ pid }) => pid)
    }
    const disconnected = await eventually(async () => {
      const pids = await listening()
      expect(pids).toHaveLength(2)
      return pids
    })
    await sql`select pg_terminate_backend(pid) from unnest(${disconnected}::integer[]) as pid`.execute(world.database.kysely)
    await eventually(async () => expect(await haveEnded(disconnected)).toBe(true))
    // Without an invalidation message.
    await world.database.transaction(world.own.id, (db) =>
      db
        .updateTable('users')
        .set({ disabled: true })
        .where('schoolId', '=', world.own.id)
        .where('id', '=', world.own.users.fees)
        .execute(),
    )
    await eventually(async () => expect(await viewerOf(other, subject)).toBeNull())
    await eventually(async () => expect(await listening()).toHaveLength(2))
    const change = async (disabled: boolean) =>
      setUserDisabled(await world.call('admin'), world.own.id, { id: String(world.own.users.attendant), disabled })
    expect(await viewerOf(other, world.own.subjects.attendant ?? '')).not.toBeNull()
    await change(true)
    await eventually(async () => expect(await viewerOf(other, world.own.subjects.attendant ?? '')).toBeNull())
  })
})

describe('rate limits are shared by all processes', () => {
  async function door(database: Database, max: number, name: string): Promise<FastifyInstance> {
    const app = Fastify()
    await app.register(rateLimit, { ...sharedLimit(database, name), max, timeWindow: 60_000 })
    app.get('/', async () => 'ok')
    app.get('/own', { config: { rateLimit: { max: 2 } } }, async () => 'ok')
    return app
  }

  async function counts(doors: FastifyInstance[], requests: number, url = '/') {
    const statuses = await Promise.all(
      Array.from({ length: requests }, async (_, index) => (await doors[index % doors.length]?.inject(url))?.statusCode),
    )
    return { passed: statuses.filter((one) => one === 200).length, refused: statuses.filter((one) => one === 429).length }
  }

  test('a small limit is exact, also for concurrent requests, and a route may have its own limit', async () => {
    const doors = [await door(world.database, 30, 'small'), await door(other, 30, 'small')]
    expect(await counts(doors, 50)).toEqual({ passed: 30, refused: 20 })
    expect(await counts(doors, 10, '/own')).toEqual({ passed: 2, refused: 8 })
    expect(await counts([await door(other, 30, 'another')], 10)).toEqual({ passed: 10, refused: 0 })
  })

  test('a large limit writes one in fifty requests, and is reached at most a fiftieth early', async () => {
    const asked = vi.spyOn(other.pool, 'query')
    const doors = [await door(world.database, 1000, 'large'), await door(other, 1000, 'large')]
    const { passed, refused } = await counts(doors, 1600)
    expect(passed).toBeGreaterThanOrEqual(980)
    expect(passed).toBeLessThanOrEqual(1000)
    expect(passed + refused).toBe(1600)
    expect(asked.mock.calls.length).toBeLessThanOrEqual(51)
    // The other process may have taken the last of the limit: then this one hears of it with its next request.
    await counts([doors[1] as FastifyInstance], 1)
    asked.mockClear()
    await counts([doors[1] as FastifyInstance], 500)
    expect(asked).not.toHaveBeenCalled()
    asked.mockRestore()
  })
})

describe('a statement releases its connection', () => {
  /** A process that gives a statement little time; nothing else is asked of it. */
  let other: Database
  beforeAll(() => {
    other = new Database(world.appUrl, { connections: 3, statementMs: 300, onError: () => undefined })
  })
  afterAll(() => other.close())
  const slow = sql<{ slept: string }>`select pg_sleep(0.6)::text as slept`

  test('after the time limit of a request, with an error', async () => {
    const error = await other.read(world.own.id, [{ compile: () => slow.compile(other.kysely) }] as const).catch(asRefusal)
    expect(error).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('took too long') })
    await expect(other.transaction(world.own.id, (db) => slow.execute(db))).rejects.toMatchObject({ code: '57014' })
  })

  test('background work has a longer limit, and its connection is clean for the next request', async () => {
    const one = { compile: () => slow.compile(other.kysely) }
    const [rows] = await withStatementTimeout(60_000, () => other.read(world.own.id, [one] as const))
    expect(rows).toHaveLength(1)
    await withStatementTimeout(60_000, () => other.transaction(world.own.id, (db) => slow.execute(db)))
    await expect(other.transaction(world.own.id, (db) => slow.execute(db))).rejects.toMatchObject({ code: '57014' })
    await expect(other.read(world.own.id, [one] as const)).rejects.toMatchObject({ code: '57014' })
  })

  test('a command may say how long a statement of it may take', async () => {
    const sleeping = (statementTimeoutMs?: number) =>
      command({
        action: action('test.sleep', { roles: ['ADMIN'] }),
        input: z.object({}),
        ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }),
        run: async ({ db }) => ({ result: (await slow.execute(db)).rows.length, ids: [] }),
      })
    const call = { ...(await world.call('admin')), database: other }
    await expect(sleeping()(call, world.own.id, {})).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await sleeping(60_000)(call, world.own.id, {})).toBe(1)
  })

  test('an idle transaction is ended', async () => {
    const still = other.transaction(world.own.id, async (db) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
      await eventually(async () => expect(await haveEnded(rows.map(({ pid }) => pid))).toBe(true))
      await sql`select 1`.execute(db)
    })
    expect(await still.catch(asRefusal)).toMatchObject({ code: 'UNAVAILABLE' })
  })
})
