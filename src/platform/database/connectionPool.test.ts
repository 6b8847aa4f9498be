import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/database.ts'
import { eventually } from '#tests/eventually.ts'
import { lockWaiters } from '#tests/lockWaiters.ts'
import { Database } from './connect.ts'

let scratch: TestDatabase
beforeAll(async () => {
  scratch = await testDatabase()
})
afterAll(() => scratch.drop())

async function pooled(connections: number, run: (pool: Database['pool']) => Promise<void>): Promise<void> {
  const database = new Database(scratch.appUrl, { onError: () => undefined, connections })
  try {
    await run(database.pool)
  } finally {
    await database.close()
  }
}

test('many brief uses at once share three connections', async () => {
  // A use is brief as long as the clock stands, however busy the machine is.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await pooled(10, async (pool) => {
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, n) => pool.query<{ n: number }>('select $1::int as n', [n])),
      )
      expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(Array.from({ length: 200 }, (_, n) => n))
      expect(pool.totalCount).toBe(3)
    })
  } finally {
    vi.useRealTimers()
  }
})

test('uses that take long leave their place to others', async () => {
  await pooled(10, async (pool) => {
    const holder = new pg.Client({ connectionString: scratch.ownerUrl })
    await holder.connect()
    await holder.query('select pg_advisory_lock(7)')
    const slow = Array.from({ length: 8 }, () => pool.query('select pg_advisory_xact_lock(7)'))
    // The others are answered while all eight still wait for the lock.
    await eventually(async () => expect(await lockWaiters(holder)).toBe(8))
    await Promise.all(Array.from({ length: 20 }, () => pool.query('select 1')))
    expect(await lockWaiters(holder)).toBe(8)
    await holder.end()
    await Promise.all(slow)
  })
})

test('a use that fails or breaks its connection leaves its place', async () => {
  await pooled(1, async (pool) => {
    for (let time = 0; time < 10; time++) {
      await expect(pool.query('select 1 / 0')).rejects.toThrow('division by zero')
      const client = await pool.connect()
      client.release(true)
    }
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})

test('a database that cannot be reached refuses everyone who waits', async () => {
  const database = new Database('postgres://nobody@127.0.0.1:1/none', { onError: () => undefined, connections: 10 })
  const refused = await Promise.allSettled(Array.from({ length: 20 }, () => database.pool.query('select 1')))
  expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 'rejected'))
  await database.close()
})
