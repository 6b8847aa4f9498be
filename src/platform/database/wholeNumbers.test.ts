import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { Refusal } from '../refusal.ts'
import { asRefusal } from './failures.ts'

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
})

afterAll(() => world.close())

const number = (value: string) =>
  sql<{ value: number }>`select ${sql.raw(value)}::bigint as value from terms where school_id = current_school() limit 1`

async function readOf(value: string) {
  const db = world.database.kysely
  const query = db
    .selectFrom('terms')
    .select(sql<number>`${sql.raw(value)}::bigint`.as('value'))
    .where('schoolId', '=', world.own.id)
    .limit(1)
  return (await world.database.read(world.own.id, [query] as const))[0]
}

test('a whole number that cannot be held exactly is an error, and never another number', async () => {
  const transaction = (value: string) =>
    world.database.transaction(world.own.id, async (db) => (await number(value).execute(db)).rows)
  for (const ask of [readOf, transaction]) {
    expect(await ask('9007199254740991')).toEqual([{ value: Number.MAX_SAFE_INTEGER }])
    await expect(ask('9007199254740993')).rejects.toThrow('cannot be held exactly')
    // The connection is as good as before.
    expect(await ask('-1')).toEqual([{ value: -1 }])
  }
})

test('transactions that wait for each other are a refusal that says to try again', async () => {
  const hasOne = Promise.withResolvers<void>()
  const hasTwo = Promise.withResolvers<void>()
  const lock = (first: number, second: number, mine = hasOne, theirs = hasTwo) =>
    world.database.transaction(world.own.id, async (db) => {
      await sql`select pg_advisory_xact_lock(${first}::bigint)`.execute(db)
      mine.resolve()
      await theirs.promise
      await sql`select pg_advisory_xact_lock(${second}::bigint)`.execute(db)
    })
  const both = await Promise.allSettled([lock(1, 2), lock(2, 1, hasTwo, hasOne)])
  const ended = both.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  expect(ended).toHaveLength(1)
  expect(ended[0]).toBeInstanceOf(pg.DatabaseError)
  const refusal = asRefusal(ended[0])
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({ code: 'UNAVAILABLE' })
})
