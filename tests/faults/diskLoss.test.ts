import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { runDiskLoss } from './diskLoss.ts'

test('a dead disk loses at most five minutes of payments, restored from the continuous backup elsewhere', async () => {
  const folder = temporaryFolder('faults-diskloss')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const counted = await runDiskLoss({ seed: 11, seconds: 8, processes: 1, folder, hurry: true, say: () => undefined })
  expect(counted.wrong).toEqual([])
  expect(counted.acknowledged - counted.lost).toBeGreaterThan(0)
  expect(counted.oldestLostSeconds).toBeLessThan(300)
}, 180_000)
