import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, testSecretKey } from '../database.ts'
import { runCanaries } from './canaries.ts'

let database: Awaited<ReturnType<typeof testDatabase>>

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('no private value is in logs, tables or errors; the full run is npm run canaries', { timeout: 600_000 }, async () => {
  const { ownerUrl, dataDir } = database
  const counted = await runCanaries({ ownerUrl, dataDir, secretKey: testSecretKey, every: false })
  expect(counted.wrong).toEqual([])
  expect(counted.found).toBe(0)
  expect(counted.faults).toBeGreaterThan(100)
})
