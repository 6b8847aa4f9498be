import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { eventually } from '#tests/eventually.ts'
import { lockWaiters } from '#tests/lockWaiters.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { Database } from '../database/connect.ts'
import { isSessionOpen } from './openSessions.ts'

let world: TestWorld
/** Two processes that serve the same people. */
let processes: Database[]

beforeAll(async () => {
  world = await testWorld()
  processes = [1, 2].map(() => new Database(world.appUrl, { onError: () => undefined, connections: 2 }))
})

afterAll(async () => {
  for (const database of processes) await database.close()
  await world.close()
})

async function open(subject: string): Promise<string> {
  const id = randomUUID()
  await asOwner(
    world.ownerUrl,
    `with account as (
       insert into auth."user" (id, name, email, "emailVerified") values ($2::uuid, 'Signed in', $2::text || '@signed.test', true)
       on conflict (id) do nothing)
     insert into auth.session (id, "userId", token, "expiresAt", "updatedAt")
     values ($1, $2::uuid, gen_random_uuid()::text, now() + interval '1 day', now())`,
    [id, subject],
  )
  return id
}

test('whose session ends while a crowd is looked up is refused by every process, and nobody else', async () => {
  const { teacher = '', student = '' } = world.own.subjects
  const [ended, kept] = [await open(teacher), await open(student)]
  // Every lookup waits until the session has ended.
  const owner = new pg.Client({ connectionString: world.ownerUrl })
  await owner.connect()
  await owner.query('begin')
  await owner.query('lock table auth.session in access exclusive mode')
  const answers = processes.map((database) => {
    const crowd = Array.from({ length: 100 }, () => isSessionOpen(database, randomUUID(), ended))
    return Promise.all([isSessionOpen(database, teacher, ended), isSessionOpen(database, student, kept), ...crowd])
  })
  await eventually(async () => expect(await lockWaiters(owner)).toBe(processes.length))
  await owner.query('delete from auth.session where id = $1', [ended])
  await owner.query('commit')
  await owner.end()
  for (const [ofTeacher, ofStudent, ...ofCrowd] of await Promise.all(answers)) {
    expect([ofTeacher, ofStudent]).toEqual([false, true])
    expect(ofCrowd).not.toContain(true)
  }
})

test("another account's session opens nothing", async () => {
  const { teacher = '', student = '' } = world.own.subjects
  const session = await open(teacher)
  for (const database of processes) {
    expect(await isSessionOpen(database, student, session)).toBe(false)
    expect(await isSessionOpen(database, teacher, session)).toBe(true)
  }
})
