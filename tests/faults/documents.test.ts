import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { patience, type TestDatabase, testDatabase } from '../database.ts'
import { runDocuments } from './documents.ts'

let database: TestDatabase
const dataDir = temporaryFolder('faults-documents')

vi.setConfig({ testTimeout: patience(600_000) })

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('the browser and the server are killed during reports: each report is made and mailed once', async () => {
  const { ownerUrl, appUrl, secretKey } = database
  const counted = await runDocuments({
    seed: 3,
    orders: 3,
    kills: 1,
    hurry: true,
    ownerUrl,
    appUrl,
    secretKey,
    dataDir: join(dataDir, 'server'),
    say: () => undefined,
  })
  expect(counted.wrong).toEqual([])
  expect(counted.done).toBe(counted.orders)
  expect(counted.starts).toBeGreaterThan(counted.orders)
  expect([counted.kills.server, counted.kills.browser > 0]).toEqual([1, true])
})
