import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { graphql } from '../../bench/http.ts'
import { signer } from '#scripts/signer.ts'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { loadConfig } from '#platform/config.ts'
import { Database } from '#platform/database/connect.ts'
import { allRows } from '../allRows.ts'
import { countAllAsDead } from '../backgroundTasks.ts'
import { patience, type TestDatabase, testDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { lockWaiters } from '../lockWaiters.ts'
import { withoutSchedules } from '../withoutSchedules.ts'
import { type World, worldOn } from '../world/testWorld.ts'
import { type MortalServer, mortalServer } from './mortalServer.ts'
import { turnYear } from './turnedYear.ts'

let testing: TestDatabase
let database: Database
let world: World
let owner: pg.Client
let server: MortalServer | undefined
const dataDir = temporaryFolder('faults-promotion')

vi.setConfig({ testTimeout: patience(600_000) })

beforeAll(async () => {
  testing = await testDatabase()
  database = new Database(testing.appUrl, { onError: () => undefined, connections: 2 })
  const config = loadConfig({ DATA_DIR: dataDir, SECRET_KEY: testing.secretKey, DATABASE_URL: testing.ownerUrl })
  world = await worldOn(database, config)
  await withoutSchedules(testing.ownerUrl)
  owner = new pg.Client({ connectionString: testing.ownerUrl })
  await owner.connect()
})

afterAll(async () => {
  await server?.stop()
  await owner.end()
  await database.close()
  await testing.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a promotion continues after the server is killed, with the same result; reversing it restores every row', async () => {
  const school = world.own
  const { newTermId, pairs } = await turnYear(testing.ownerUrl, school, { sections: 30, students: 600 })
  server = await mortalServer({
    DATABASE_URL: testing.ownerUrl,
    SECRET_KEY: testing.secretKey,
    DATA_DIR: join(dataDir, 'server'),
  })
  // Its first start has marked the storage of files.
  const before = await allRows(testing.ownerUrl)
  const mortal = server
  const token = await (await signer(testing.ownerUrl, server.url))((await world.call('superadmin')).viewer?.subject ?? '')
  const ask = async <Data>(document: string, input: object) =>
    (await graphql(mortal.url, token, document, { s: String(school.id), i: input })) as Data
  const order = async () => {
    const { batch } = await ask<{ batch: { id: string } }>(
      'mutation ($s: ID!, $i: StudentPromotion!) { batch: promoteStudents(schoolId: $s, input: $i) { id } }',
      {
        key: randomUUID(),
        termId: String(school.termId),
        toTermId: newTermId,
        rolls: 'BY_NAME',
        feeCategories: true,
        moves: pairs.map((pair) => ({ ...pair, stayingIds: [] })),
      },
    )
    return batch.id
  }
  const done = async (id: string) => (await owner.query('select state from promotions where id = $1', [id])).rows[0]
  const until = (id: string) => eventually(async () => expect((await done(id)).state).toBe('DONE'))
  const places = async () => {
    const sql = 'select student_id, section_id, roll from enrolments where term_id = $1 order by 1'
    return (await owner.query(sql, [newTermId])).rows
  }
  const reverse = (id: string) =>
    ask('mutation ($s: ID!, $i: PromotionOfId!) { reversePromotion(schoolId: $s, input: $i) { state } }', { id })

  const whole = await order()
  await until(whole)
  const expected = await places()
  expect(expected).toHaveLength(600)
  await reverse(whole)
  expect(await allRows(testing.ownerUrl)).toEqual(before)

  // A lock on the 13th section stops its part, and the server is killed there.
  await owner.query('begin')
  await owner.query('select from sections where school_id = $1 and id = $2 for no key update', [
    school.id,
    pairs[12]?.targetSectionId,
  ])
  const killed = await order()
  const reader = new pg.Client({ connectionString: testing.ownerUrl })
  await reader.connect()
  await eventually(async () => expect(await lockWaiters(reader)).toBeGreaterThan(0))
  const stand =
    "select count(*) filter (where state = 'DONE')::int as done, count(*)::int as total from promotion_sections where promotion_id = $1"
  expect((await reader.query(stand, [killed])).rows).toEqual([{ done: 12, total: 30 }])
  await mortal.kill()
  await owner.query('rollback')
  // As if the timeout for a silent run had passed.
  await countAllAsDead(testing.ownerUrl)
  await until(killed)
  await reader.end()
  expect(await places()).toEqual(expected)
  await reverse(killed)
  expect(await allRows(testing.ownerUrl)).toEqual(before)
  // Nobody else has written: two comparisons of all rows were of this test's changes alone.
  expect((await owner.query('select name from jobs.schedule')).rows).toEqual([])
  expect(mortal.errors().filter((text) => text.includes('"unexpected"'))).toEqual([])
})
