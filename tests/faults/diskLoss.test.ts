import { rmSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { runDiskLoss } from './diskLoss.ts'

// The restored database has its own clock.
await vi.hoisted(async () => (await import('#tests/moment/testMoment.ts')).leaveTestMoment())

test('a dead disk loses no payment that the server has called safe; restored elsewhere by the newest backup, the rest is there', async () => {
  const folder = temporaryFolder('faults-diskloss')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const counted = await runDiskLoss({ seed: 11, seconds: 8, processes: 1, folder, hurry: true, say: () => undefined })
  expect(counted.wrong).toEqual([])
  expect(counted.acknowledged - counted.lost).toBeGreaterThan(0)
}, 600_000)
