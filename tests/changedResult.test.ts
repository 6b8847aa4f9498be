import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBus, listBuses, updateBus } from '#domains/buses/server/buses.commands.ts'
import { Database } from '#platform/database/connect.ts'
import { asOwner } from './asOwner.ts'
import { type TestWorld, testWorld } from './world/testWorld.ts'

let world: TestWorld
/** One connection, so that everything meets the statements that were parsed before. */
let database: Database

beforeAll(async () => {
  world = await testWorld()
  database = new Database(world.appUrl, { connections: 1, onError: () => undefined })
})

afterAll(async () => {
  await database.close()
  await world.close()
})

const bus = (busno: string) => ({ busno, deviceId: 'D-1', gpsId: '', simNumber: '89910000' })

test('servers of the version before go on working when a migration adds a column', async () => {
  const call = { ...(await world.call('admin')), database }
  const { id: schoolId } = world.own
  const { id } = await addBus(call, schoolId, bus('MH 12 AB 0001'))
  const work = {
    add: () => addBus(call, schoolId, bus('MH 12 AB 0002')),
    update: () => updateBus(call, schoolId, { id, ...bus('MH 12 AB 0003') }),
    list: () => listBuses(call, schoolId, {}),
    single: () => database.kysely.selectFrom('schools').selectAll().where('id', '=', schoolId).execute(),
  }
  await work.update()
  await work.list()
  await work.single()
  let column = 0
  for (const [name, run] of Object.entries(work)) {
    await asOwner(world.ownerUrl, `alter table buses add column color_${(column += 1)} text not null default ''`)
    await asOwner(world.ownerUrl, `alter table schools add column color_${column} text not null default ''`)
    await expect(run(), name).resolves.toBeTruthy()
  }
  expect((await work.list()).map(({ busno }) => busno)).toEqual(['MH 12 AB 0002', 'MH 12 AB 0003'])
})
