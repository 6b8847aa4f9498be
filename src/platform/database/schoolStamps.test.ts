import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { addTestFees } from '#tests/world/fees.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { enterSchool } from './connect.ts'
import { readStamp } from './stampedRead.ts'
import { statement } from './statement.ts'

/* Whatever changes what kept sums depend on puts a new stamp in the same transaction (decisions/0125). */

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
  await addTestFees(world, world.own)
  await asOwner(
    world.ownerUrl,
    `create function raise_fees(school bigint) returns void language sql security definer set search_path = public, pg_temp
       as 'update fees set amount = amount + 100 where school_id = school and fixed_amount'`,
  )
  await asOwner(world.ownerUrl, 'grant execute on function raise_fees to shala_app')
})
afterAll(() => world.close())

async function stamp(schoolId = world.own.id): Promise<string | undefined> {
  const [[row]] = await world.database.read(schoolId, [readStamp(schoolId)])
  return row?.stamp
}

/** Returns whether work has put a new stamp in the own school, and none in the other. */
async function stamped(work: () => Promise<unknown>): Promise<boolean> {
  const [before, elsewhere] = [await stamp(), await stamp(world.other.id)]
  await work()
  expect(await stamp(world.other.id)).toBe(elsewhere)
  return (await stamp()) !== before
}

const rename = (schoolId = world.own.id) => statement('update students set name = name where school_id = $1', [schoolId])

test.each<[string, () => Promise<unknown>]>([
  ['a statement', () => world.database.write(world.own.id, [rename()])],
  ['a transaction', () => world.database.transaction(world.own.id, (db) => db.executeQuery(rename().compile()))],
  ['the last statements of a transaction', () => world.database.transaction(world.own.id, async (_db, last) => last?.(rename()))],
  [
    'a row that is removed',
    () =>
      world.database.write(world.own.id, [
        statement('delete from student_fee_categories where school_id = $1 and student_id = $2', [
          world.own.id,
          world.own.student8A,
        ]),
      ]),
  ],
  [
    'the school itself',
    () => world.database.write(world.own.id, [statement('update schools set fees_date = 12 where id = $1', [world.own.id])]),
  ],
  [
    'a function with the owner’s rights',
    () => world.database.write(world.own.id, [statement('select raise_fees($1)', [world.own.id])]),
  ],
  [
    'a cascade',
    async () => {
      const { own } = world
      const add = statement<{ id: number }>(
        `insert into users (school_id, name, email, phone, role, subject)
         values ($1, 'Gone', 'gone@own.test', '9800000009', 'TEACHER', gen_random_uuid()) returning id`,
        [own.id],
      )
      const [[user]] = await world.database.write(own.id, [add])
      const teach = statement('insert into section_teachers (school_id, section_id, user_id) values ($1, $2, $3)', [
        own.id,
        own.section7A,
        user?.id,
      ])
      await world.database.write(own.id, [teach])
      const before = await stamp()
      await world.database.write(own.id, [statement('delete from users where school_id = $1 and id = $2', [own.id, user?.id])])
      expect(await stamp()).not.toBe(before)
    },
  ],
  ['a correction by hand', () => asOwner(world.ownerUrl, 'update terms set name = name where school_id = $1', [world.own.id])],
])('%s puts a new stamp', async (_, work) => {
  expect(await stamped(work)).toBe(true)
})

test('what is not committed, and what no sum depends on, puts none', async () => {
  const givenUp = () =>
    world.database.transaction(world.own.id, async (db) => {
      await db.executeQuery(rename().compile())
      throw new Error('given up')
    })
  expect(await stamped(() => givenUp().catch(() => undefined))).toBe(false)
  const other = statement('update users set phone = phone where school_id = $1', [world.own.id])
  expect(await stamped(() => world.database.write(world.own.id, [other]))).toBe(false)
})

test('a transaction over two schools puts the stamp of each, and is in the last one afterwards', async () => {
  const before = [await stamp(), await stamp(world.other.id)]
  await world.database.transaction(world.own.id, async (db) => {
    await db.executeQuery(rename().compile())
    await enterSchool(db, world.other.id)
    await db.executeQuery(rename(world.other.id).compile())
  })
  const after = [await stamp(), await stamp(world.other.id)]
  after.forEach((one, at) => expect(one).not.toBe(before[at]))
})

test('two who write in a school wait for each other only at the commit', async () => {
  await world.database.transaction(world.own.id, async (db) => {
    await db
      .updateTable('students')
      .set({ name: 'One' })
      .where('schoolId', '=', world.own.id)
      .where('id', '=', world.own.student7A)
      .execute()
    // Would wait for ever if the first held the stamp.
    await world.database.write(world.own.id, [
      statement("update students set name = 'Two' where school_id = $1 and id = $2", [world.own.id, world.own.student8A]),
    ])
  })
})

test('a school that is removed needs none', async () => {
  const [school] = await asOwner<{ id: string }>(
    world.ownerUrl,
    "insert into schools (name, admin_phone) values ('Closed', '9800000001') returning id",
  )
  await asOwner(world.ownerUrl, 'delete from schools where id = $1', [school?.id])
  expect(await asOwner(world.ownerUrl, 'select from school_stamps where school_id = $1', [school?.id])).toEqual([])
})
