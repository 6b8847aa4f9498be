import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { patience, type TestDatabase, testDatabase } from '../database.ts'
import { runMessages } from './messages.ts'

vi.setConfig({ testTimeout: patience(600_000) })

let database: TestDatabase
const dataDir = temporaryFolder('faults-messages')

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('the server is killed while it sends, and providers fail, hang or answer twice: no message is sent twice or lost', async () => {
  const { ownerUrl, appUrl, secretKey } = database
  const counted = await runMessages({
    seed: 7,
    messages: 100,
    kills: 1,
    servers: 1,
    hurry: true,
    ownerUrl,
    appUrl,
    secretKey,
    dataDir: join(dataDir, 'server'),
    say: () => undefined,
  })
  expect(counted.wrong).toEqual([])
  expect([counted.queued, counted.twice, counted.lost, counted.kills]).toEqual([100, 0, 0, 1])
  expect(counted.sent + counted.failed + counted.unknown).toBe(100)
  expect(counted.sent).toBeGreaterThan(75)
})
