import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/database.ts'
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
  await pooled(10, async (pool) => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => pool.query<{ n: number }>('select $1::int as n', [n])),
    )
    expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(Array.from({ length: 200 }, (_, n) => n))
    expect(pool.totalCount).toBe(3)
  })
})

test('uses that take long leave their place to others', async () => {
  await pooled(10, async (pool) => {
    const slow = Array.from({ length: 8 }, () => pool.query('select pg_sleep(1)'))
    // Eight are admitted three by three, 50 ms each.
    await sleep(200)
    const began = performance.now()
    await Promise.all(Array.from({ length: 20 }, () => pool.query('select 1')))
    expect(performance.now() - began).toBeLessThan(500)
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
