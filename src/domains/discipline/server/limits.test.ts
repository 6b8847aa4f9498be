import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal } from '#tests/refusals.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { checkData } from '#platform/dataChecks.ts'
import { schoolDay } from '#shared/dates.ts'
import { messageLimitReached } from '../discipline.rules.ts'
import { deleteIncident, recordIncidents, updateIncident } from './discipline.commands.ts'
import { addIncidentType } from './types.commands.ts'

let world: TestWorld
let typeId: number

beforeAll(async () => {
  world = await testWorld()
  typeId = (await addIncidentType(await world.call('admin'), world.own.id, { name: 'Late', points: -1 })).id
})

afterAll(() => world.close())

const fields = (notify: boolean) => ({ typeId, day: schoolDay(new Date()), points: -1, note: '', actionTaken: '', notify })
const input = (notify: boolean) => ({
  key: randomUUID(),
  sectionId: world.own.section7A,
  studentIds: [world.own.student7A],
  ...fields(notify),
})

async function waiting(): Promise<number> {
  const { kysely } = world.database
  const [rows] = await world.database.read(world.own.id, [
    kysely.selectFrom('messages').select('id').where('kind', '=', 'DISCIPLINE').where('state', '=', 'QUEUED'),
  ] as const)
  return rows.length
}

test('guardians get three messages per student and day, whoever records, also concurrently or by a change', async () => {
  const { id: schoolId } = world.own
  const callers = await Promise.all(
    (['teacher', 'admin', 'superadmin', 'teacher', 'admin'] as const).map((who) => world.call(who)),
  )
  const answers = (await Promise.all(callers.map((call) => recordIncidents(call, schoolId, input(true))))).flat()
  const [told, untold] = [answers.filter((incident) => incident.notify), answers.filter((incident) => !incident.notify)]
  expect([told.length, untold.length, await waiting()]).toEqual([3, 2, 3])

  const [admin, first, other] = [await world.call('admin'), told[0], untold[0]]
  if (!first || !other) throw new Error('Both were expected.')
  const change = { id: other.id, version: other.version, ...fields(true) }
  const words = messageLimitReached(['Asha Patil'])
  expect(await refusal(updateIncident(admin, schoolId, change))).toMatchObject({
    code: 'BAD_INPUT',
    message: words,
    problems: [{ path: 'notify', message: words }],
  })
  // Changing a notified incident updates its message; switching it off and on again queues the same one.
  const off = await updateIncident(admin, schoolId, { id: first.id, version: first.version, ...fields(false) })
  const on = await updateIncident(admin, schoolId, { id: first.id, version: off.version, ...fields(true) })
  expect([on.notify, await waiting()]).toEqual([true, 3])
  // A message that was cancelled before it was sent does not count.
  await deleteIncident(admin, schoolId, { id: first.id, reason: 'Wrong child' })
  expect((await updateIncident(admin, schoolId, change)).notify).toBe(true)
  expect(await waiting()).toBe(3)
  expect((await checkData(world.database)).findings).toEqual([])
})

test('a person may record sixty times within ten minutes; a repeated request counts once', async () => {
  const call = await world.call('limitedAdmin')
  const again = input(false)
  for (let nth = 0; nth < 3; nth += 1) await recordIncidents(call, world.own.id, again)
  for (let nth = 1; nth < 60; nth += 1) await recordIncidents(call, world.own.id, input(false))
  expect(await refusal(recordIncidents(call, world.own.id, input(true)))).toMatchObject({
    code: 'RATE_LIMITED',
    message: 'You have recorded incidents 60 times within 10 minutes. Please wait a few minutes.',
  })
  expect(await recordIncidents(call, world.own.id, again)).toHaveLength(1)
  expect(await recordIncidents(await world.call('teacher'), world.own.id, input(false))).toHaveLength(1)
})
