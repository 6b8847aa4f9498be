import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { action } from '#platform/action.ts'
import { command } from '#platform/command.ts'
import { enterSchool, type Tx } from '#platform/database/connect.ts'
import { type TestWorld, testWorld } from '../world/testWorld.ts'
import { UntouchedDatabase } from './untouched.ts'
import { type Fingerprint, fingerprints } from './verdict.ts'

let world: TestWorld
let untouched: UntouchedDatabase
let prints: Fingerprint

beforeAll(async () => {
  world = await testWorld()
  untouched = new UntouchedDatabase(world.appUrl, { connections: 1, onError: () => undefined })
  prints = await fingerprints(world.ownerUrl)
  for (const id of [0, world.own.id, world.other.id]) untouched.protect(id, await prints.of(id))
})

afterAll(async () => {
  await Promise.all([untouched.close(), prints.close()])
  await world.close()
})

/** Returns the violations reported for a command in the own school. */
async function saidOf(wrong: (db: Tx) => Promise<unknown>): Promise<string[]> {
  const planted = command({
    action: action('test.planted', { roles: ['ADMIN'] }),
    input: z.object({}),
    run: async ({ db }) => {
      await wrong(db)
      return { result: undefined, ids: [] }
    },
  })
  await planted({ ...(await world.call('admin')), database: untouched }, world.own.id, {})
  return untouched.foreign()
}

const addBus = (db: Tx, schoolId: number) =>
  db.insertInto('buses').values({ schoolId, busno: 'Planted', deviceId: '1', simNumber: '1' }).execute()

test('a command that writes in its own school is allowed', async () => {
  expect(await saidOf((db) => addBus(db, world.own.id))).toEqual([])
})

test('commands that write in another school are found', async () => {
  const { own, other } = world
  const there = async (db: Tx) => {
    await enterSchool(db, other.id)
    await addBus(db, other.id)
  }
  const back = async (db: Tx) => {
    await there(db)
    await enterSchool(db, own.id)
  }
  expect(await saidOf(back)).toEqual([`buses of school ${other.id}`])
  await untouched.transaction(own.id, there)
  expect(untouched.foreign()).toEqual([`ended in school ${other.id}`, `buses of school ${other.id}`])
  const deletes = async (db: Tx) => {
    await enterSchool(db, other.id)
    await db.deleteFrom('classAdmins').where('schoolId', '=', other.id).execute()
    await enterSchool(db, own.id)
  }
  expect(await saidOf(deletes)).toEqual([`class_admins of school ${other.id}`])
})

test('a command that changes or deletes a shared row of another school is found', async () => {
  const { other } = world
  // The database has put the school's stamp too.
  expect(await saidOf((db) => db.updateTable('schools').set({ name: 'Planted' }).where('id', '=', other.id).execute())).toEqual([
    `school_stamps of school ${other.id}`,
    `schools of school ${other.id}`,
  ])
  expect(await saidOf((db) => db.deleteFrom('logins').where('schoolId', '=', other.id).execute())).toEqual([
    `logins of school ${other.id}`,
  ])
})

test('a deferred constraint is checked', async () => {
  const late = (db: Tx) =>
    sql`create temporary table late (id integer unique deferrable initially deferred) on commit drop`
      .execute(db)
      .then(() => sql`insert into late values (1), (1)`.execute(db))
  await expect(saidOf(late)).rejects.toThrow('duplicate key')
})
