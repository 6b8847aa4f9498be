import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { waitingWork } from './waitingWork.sql.ts'

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
})
afterAll(() => world.close())

test('what is due and what was given up is counted by kind, and what is under way or comes later is not', async () => {
  await asOwner(
    world.ownerUrl,
    `insert into background_tasks (kind, school_id, item_id, due_at) values
       ('DOCUMENT', $1, 1, now() - interval '2 minutes'), ('DOCUMENT', $1, 2, now() - interval '1 minute'),
       ('DOCUMENT', $1, 3, now() + interval '30 seconds'), ('DOCUMENT_MAIL', $1, 4, now())`,
    [world.own.id],
  )
  await asOwner(world.ownerUrl, `select jobs.create_queue('close-lectures', '{"policy": "standard"}')`, [])
  await asOwner(
    world.ownerUrl,
    `insert into jobs.job (name, state, completed_on) values
       ('close-lectures', 'failed', now() - interval '1 hour'), ('close-lectures', 'failed', now() - interval '2 days')`,
    [],
  )
  const found = await waitingWork(world.database)
  expect(found.toSorted((one, other) => one.work.localeCompare(other.work))).toEqual([
    { work: 'document', due: 2, oldestSeconds: expect.any(Number), givenUp: 0 },
    { work: 'document mail', due: 1, oldestSeconds: expect.any(Number), givenUp: 0 },
    { work: 'job.close-lectures', due: 0, oldestSeconds: 0, givenUp: 1 },
  ])
  expect(found.find(({ work }) => work === 'document')?.oldestSeconds).toBeGreaterThanOrEqual(120)
})
