import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../database.ts'
import { runRolling } from './rolling.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.drop())

test('serving processes are replaced by new ones while people work, and no request fails', async () => {
  const { ownerUrl, secretKey, dataDir } = database
  const counted = await runRolling({ seed: 3, rounds: 1, servers: 1, ownerUrl, secretKey, dataDir, say: () => undefined })
  expect(counted.failed).toEqual([])
  expect(counted.sent).toBeGreaterThan(50)
}, 150_000)
