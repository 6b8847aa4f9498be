import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { patience, type TestDatabase, testDatabase } from '../database.ts'
import { runRolling } from './rolling.ts'

let database: TestDatabase

vi.setConfig({ testTimeout: patience(150_000) })

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.drop())

test('serving processes are replaced by new ones while people work, and no request fails', async () => {
  const { ownerUrl, secretKey, dataDir } = database
  const counted = await runRolling({ seed: 3, rounds: 1, servers: 1, ownerUrl, secretKey, dataDir, say: () => undefined })
  expect(counted.failed).toEqual([])
  expect(counted.sent).toBeGreaterThan(50)
})
