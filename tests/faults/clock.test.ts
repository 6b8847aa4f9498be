import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { type TestDatabase, testDatabase } from '../database.ts'
import { runClock } from './clock.ts'

let database: TestDatabase
const dataDir = temporaryFolder('faults-clock')

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

test("the server's clock jumps: tokens expire with a message, locks and keys hold, messages are sent, receipts keep their year", async () => {
  const counted = await runClock({
    seed: 4,
    jumps: ["over the end of the receipts' year"],
    processes: 1,
    legacy: 5,
    database,
    dataDir: join(dataDir, 'server'),
    say: () => undefined,
  })
  expect(counted.wrong).toEqual([])
  expect(counted.looked).toBe(13)
}, 600_000)
