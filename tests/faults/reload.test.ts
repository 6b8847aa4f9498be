import { expect, onTestFinished, test, vi } from 'vitest'
import { patience, testDatabase } from '../database.ts'
import { runReload } from './reload.ts'

vi.setConfig({ testTimeout: patience(600_000) })

test('no request fails while serving processes are replaced', async () => {
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  const { ownerUrl, secretKey, dataDir } = database
  const counted = await runReload({ seed: 3, rounds: 1, ownerUrl, secretKey, dataDir, say: () => undefined })
  expect(counted.failed).toEqual([])
  expect(counted.sent).toBeGreaterThan(50)
})
