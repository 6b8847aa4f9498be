import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { Database, readIn } from './connect.ts'
import { statement } from './statement.ts'
import { withStatementTimeout } from './statementTimeout.ts'

let world: TestWorld
/** One connection, so that every test uses the one that the test before has left. */
let one: Database

beforeAll(async () => {
  world = await testWorld()
  one = new Database(world.appUrl, { connections: 1, onError: () => undefined })
})

afterAll(async () => {
  await one.close()
  await world.close()
})

const addTerm = (name: string) =>
  statement<{ name: string }>('insert into terms (school_id, name, current) values ($1, $2, false) returning name', [
    world.own.id,
    name,
  ])
const numberOf = (text: string) => statement<{ n: number }>('select ($1::text)::int as n', [text])
const notANumber = numberOf('y')
const termNames = async () => {
  const [rows] = await one.read(world.own.id, [
    statement<{ name: string }>('select name from terms where school_id = $1 order by id', [world.own.id]),
  ] as const)
  return rows.map(({ name }) => name)
}
test('the statements of a transaction are stored in their order, its last ones too', async () => {
  await one.transaction(world.own.id, async (db, last = readIn(db)) => {
    await readIn(db)(addTerm('first'), addTerm('second'))
    expect(await last(addTerm('third'), addTerm('fourth'))).toEqual([[{ name: 'third' }], [{ name: 'fourth' }]])
  })
  expect((await termNames()).slice(-4)).toEqual(['first', 'second', 'third', 'fourth'])
})

test('a failure among the last statements takes everything back, and the connection is as good as before', async () => {
  const before = await termNames()
  for (const tail of [
    [notANumber, addTerm('after')],
    [addTerm('before'), notANumber],
  ] as const) {
    const failing = one.transaction(world.own.id, async (db, last = readIn(db)) => {
      await db.insertInto('terms').values({ schoolId: world.own.id, name: 'earlier', current: false }).execute()
      await last(...tail)
    })
    await expect(failing).rejects.toMatchObject({ code: '22P02' })
    expect(await termNames()).toEqual(before)
  }
})

test('a constraint that is checked by the commit is the failure of the last statements', async () => {
  const before = await termNames()
  const failing = one.transaction(world.own.id, async (db, last = readIn(db)) => {
    await sql`create temporary table twice (n int unique deferrable initially deferred)`.execute(db)
    await sql`insert into twice values (1), (1)`.execute(db)
    await last(addTerm('never'))
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await termNames()).toEqual(before)
})

test('a failure that the caller has swallowed is not committed', async () => {
  const before = await termNames()
  const swallowing = (end: 'last' | 'return') =>
    one.transaction(world.own.id, async (db, last = readIn(db)) => {
      await readIn(db)(addTerm('lost'))
      await readIn(db)(notANumber).catch(() => undefined)
      if (end === 'last') await last()
    })
  for (const end of ['last', 'return'] as const) {
    await expect(swallowing(end)).rejects.toThrow(/aborted|rolled back/)
    expect(await termNames()).toEqual(before)
  }
})

test('nothing follows the last statements', async () => {
  const before = await termNames()
  const following = one.transaction(world.own.id, async (db, last = readIn(db)) => {
    await last(addTerm('the last'))
    await readIn(db)(addTerm('one more'))
  })
  await expect(following).rejects.toThrow('ended already')
  expect(await termNames()).toEqual([...before, 'the last'])
})

test('an exception before the last statements takes everything back', async () => {
  const before = await termNames()
  const failing = one.transaction(world.own.id, async (db) => {
    await readIn(db)(addTerm('lost'))
    throw new Error('decided otherwise')
  })
  await expect(failing).rejects.toThrow('decided otherwise')
  expect(await termNames()).toEqual(before)
})

test('a transaction sees one school and its own timeout, and neither stays on the connection', async () => {
  const state = statement<{ school: string; limit: string }>(
    "select current_setting('app.school_id', true) as school, current_setting('statement_timeout') as limit",
    [],
  )
  const inside = await withStatementTimeout(1234, () =>
    one.transaction(world.own.id, async (db, last = readIn(db)) => (await last(state))[0][0]),
  )
  expect(inside).toEqual({ school: String(world.own.id), limit: '1234ms' })
  const { rows } = await one.kysely.executeQuery(state)
  expect(rows).toEqual([{ school: '', limit: '0' }])
})

test('statements that have failed are answered as before afterwards', async () => {
  const three = (value: string) =>
    one.read(world.own.id, [statement('select 1', []), numberOf(value), statement('select 3', [])] as const)
  expect(await three('7')).toEqual([[{ '?column?': 1 }], [{ n: 7 }], [{ '?column?': 3 }]])
  for (let turn = 0; turn < 5; turn++) await expect(three('y')).rejects.toMatchObject({ code: '22P02' })
  expect(await three('8')).toEqual([[{ '?column?': 1 }], [{ n: 8 }], [{ '?column?': 3 }]])
})

test('a transaction whose first statement comes later is in its school', async () => {
  await one.transaction(world.own.id, async (db, last = readIn(db)) => {
    await new Promise((resolve) => setImmediate(resolve))
    const [[row]] = await last(statement<{ school: string }>("select current_setting('app.school_id') as school", []))
    expect(row).toEqual({ school: String(world.own.id) })
  })
})
