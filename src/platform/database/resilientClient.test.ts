import { once } from 'node:events'
import { sql } from 'kysely'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { testDatabase } from '#tests/database.ts'
import { Database } from './connect.ts'
import { asRefusal } from './failures.ts'

test('a connection that ends in the middle of a transaction refuses its request, and ends nothing else', async () => {
  const test = await testDatabase()
  const database = new Database(test.appUrl, { onError: () => undefined, connections: 1 })
  try {
    const acquired = once(database.pool, 'acquire') as Promise<[pg.PoolClient]>
    const broken = database.transaction(0, async (db) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
      const [client] = await acquired
      const ended = new Promise((resolve) => client.once('end', resolve))
      await asOwner(test.ownerUrl, 'select pg_terminate_backend($1::integer)', [rows[0]?.pid])
      // Nothing is being asked when the connection ends: an error that nobody listens to would end the process.
      await ended
      await sql`select 1`.execute(db)
    })
    const error = asRefusal(await broken.catch((thrown: unknown) => thrown))
    expect(error).toMatchObject({ code: 'UNAVAILABLE' })
    expect(await database.transaction(0, async (db) => (await sql`select 1 as one`.execute(db)).rows)).toEqual([{ one: 1 }])
  } finally {
    await database.close()
    await test.drop()
  }
})
