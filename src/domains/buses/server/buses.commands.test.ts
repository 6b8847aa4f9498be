import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditRows, refusal } from '#tests/refusals.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { moduleDisabled, notAuthorized } from '#platform/action.ts'
import { invalidateSchool } from '#platform/school.ts'
import { addBus, listBuses, setBusDisabled, updateBus } from './buses.commands.ts'

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
})

afterAll(() => world.close())

const bus = { busno: 'MH 12 AB 1234', deviceId: 'D-1', gpsId: '', simNumber: '89910000' }

async function switchModule(on: boolean) {
  await world.database.kysely.updateTable('schools').set({ buses: on }).where('id', '=', world.own.id).execute()
  invalidateSchool(world.database, world.own.id)
}

describe('adding a bus', () => {
  test('stores it in this school, with its audit row', async () => {
    const call = await world.call('admin')
    const added = await addBus(call, world.own.id, { ...bus, busno: '  MH 12 AB 1234 ' })
    expect(added).toMatchObject({ ...bus, schoolId: world.own.id, disabled: false })
    expect(await listBuses(call, world.own.id, {})).toEqual([added])
    expect(await auditRows(world)).toEqual([
      { role: 'ADMIN', action: 'bus.add', rowIds: [added.id], fields: ['busno', 'deviceId', 'gpsId', 'simNumber'] },
    ])
    expect(await listBuses(await world.call('admin', world.other), world.other.id, {})).toEqual([])
  })

  test('refuses a second bus with the same number in any letter case; another school may have it', async () => {
    const again = addBus(await world.call('superadmin'), world.own.id, { ...bus, busno: 'mh 12 ab 1234' })
    const problem = { path: 'busno', message: 'A bus with this number exists already' }
    expect(await refusal(again)).toEqual({ code: 'CONFLICT', message: problem.message, problems: [problem] })
    await expect(addBus(await world.call('superadmin'), world.other.id, bus)).resolves.toMatchObject(bus)
  })

  test('names every field that is missing, and stores nothing', async () => {
    const refused = await refusal(
      addBus(await world.call('admin'), world.own.id, { busno: ' ', deviceId: '', gpsId: '', simNumber: '' }),
    )
    expect(refused.code).toBe('BAD_INPUT')
    expect(refused.problems).toEqual(['busno', 'deviceId', 'simNumber'].map((path) => ({ path, message: 'Required' })))
    expect(await listBuses(await world.call('admin'), world.own.id, {})).toHaveLength(1)
  })
})

describe('changing a bus', () => {
  test('replaces its fields; disabling and enabling keeps it in the table', async () => {
    const call = await world.call('admin')
    const [before] = await listBuses(call, world.own.id, {})
    const id = before!.id
    const changed = { busno: 'MH 12 AB 1235', deviceId: 'D-2', gpsId: 'G-2', simNumber: '89910001' }
    expect(await updateBus(call, world.own.id, { id, ...changed })).toMatchObject({ id, ...changed })
    expect(await setBusDisabled(call, world.own.id, { id, disabled: true })).toMatchObject({ ...changed, disabled: true })
    expect(await setBusDisabled(call, world.own.id, { id, disabled: false })).toMatchObject({ ...changed, disabled: false })
    expect((await auditRows(world)).slice(-3).map((row) => row.action)).toEqual([
      'bus.update',
      'bus.setDisabled',
      'bus.setDisabled',
    ])
  })

  test('of another school is refused like one that does not exist', async () => {
    const call = await world.call('admin')
    const [foreign] = await listBuses(await world.call('superadmin'), world.other.id, {})
    const missing = await refusal(updateBus(call, world.own.id, { id: 999_999, ...bus }))
    expect(missing.code).toBe('NOT_FOUND')
    expect(await refusal(updateBus(call, world.own.id, { id: foreign!.id, ...bus }))).toEqual(missing)
    expect(await refusal(setBusDisabled(call, world.own.id, { id: foreign!.id, disabled: true }))).toEqual(missing)
    expect(await refusal(updateBus(call, world.other.id, { id: foreign!.id, ...bus }))).toEqual(missing)
    expect((await listBuses(await world.call('superadmin'), world.other.id, {}))[0]).toEqual(foreign)
  })
})

describe('permissions', () => {
  test.each(['fees', 'teacher', 'attendant', 'student'] as const)('%s may not see or change buses', async (who) => {
    const call = await world.call(who)
    const forbidden = { code: 'FORBIDDEN', message: notAuthorized(), problems: [] }
    expect(await refusal(listBuses(call, world.own.id, {}))).toEqual(forbidden)
    expect(await refusal(addBus(call, world.own.id, { ...bus, busno: 'X' }))).toEqual(forbidden)
  })

  test.each(['anonymous', 'disabled'] as const)('%s is signed out', async (who) => {
    expect((await refusal(addBus(await world.call(who), world.own.id, bus))).code).toBe('SIGNED_OUT')
  })

  test('a super administrator must have chosen a school to change anything', async () => {
    expect((await refusal(addBus(await world.call('superadmin'), 0, bus))).code).toBe('DISABLED_MODULE')
  })

  test('nobody may see or change buses where the module is switched off', async () => {
    await switchModule(false)
    for (const who of ['admin', 'superadmin'] as const) {
      const call = await world.call(who)
      const disabledModule = { code: 'DISABLED_MODULE', message: moduleDisabled().message, problems: [] }
      expect(await refusal(listBuses(call, world.own.id, {}))).toEqual(disabledModule)
      expect(await refusal(addBus(call, world.own.id, { ...bus, busno: 'X' }))).toEqual(disabledModule)
    }
    await switchModule(true)
    expect(await listBuses(await world.call('admin'), world.own.id, {})).toHaveLength(1)
  })
})

test('of several concurrent additions of one number only one succeeds', async () => {
  const call = await world.call('admin')
  const twins = await Promise.allSettled([1, 2, 3].map(() => addBus(call, world.own.id, { ...bus, busno: 'MH 14 ZZ 1' })))
  expect(twins.filter((twin) => twin.status === 'fulfilled')).toHaveLength(1)
  expect((await listBuses(call, world.own.id, {})).filter((row) => row.busno === 'MH 14 ZZ 1')).toHaveLength(1)
})
