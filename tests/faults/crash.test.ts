import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { CannotStart } from '#platform/cannotStart.ts'
import { runCrash } from './crash.ts'
import { runDisk } from './disk.ts'
import { type MixedScene, mixedScene } from './mixedScene.ts'
import { type SmallDisk, smallDisk } from './smallDisk.ts'

// Databases that the product sets up have their own clock.
await vi.hoisted(async () => (await import('#tests/moment/testMoment.ts')).leaveTestMoment())

const folder = temporaryFolder('faults-crash')
let disk: SmallDisk | string
let scene: MixedScene
let dataDir: string

beforeAll(async () => {
  disk = mounted()
  dataDir = typeof disk === 'string' ? join(folder, 'data') : disk.folder
  scene = await mixedScene({ seed: 3, processes: 1, legacy: 50, hurry: true, dataDir })
})

afterAll(async () => {
  await scene.stop()
  if (typeof disk !== 'string') disk.remove()
  rmSync(folder, { recursive: true, force: true })
})

test('PostgreSQL and the server are killed under a mixed load: everything acknowledged is stored once', async () => {
  const counted = await runCrash({ seed: 3, cycles: 2, order: ['database', 'server'], dataDir, say: () => undefined }, scene)
  expect(counted.wrong).toEqual([])
  expect(counted).toMatchObject({ lost: 0, duplicated: 0, killed: { database: 1, server: 1 } })
  expect(counted.acknowledged).toBeGreaterThan(10)
}, 600_000)

test('the disk becomes full under a mixed load: nothing acknowledged is lost (skipped with a message where no disk can be mounted)', async () => {
  if (typeof disk === 'string') return expect(disk).toContain('takes root')
  // The second round, in which the database itself ends.
  const run = { rounds: 1, from: 1, full: 700, withoutFiles: true, disk, say: () => undefined }
  const counted = await runDisk(run, scene)
  expect(counted.wrong).toEqual([])
  expect(counted).toMatchObject({ lost: 0, duplicated: 0, restarts: 1 })
  expect(counted.refused.size).toBeGreaterThan(0)
  return undefined
}, 600_000)

function mounted(): SmallDisk | string {
  try {
    return smallDisk(join(folder, 'disk'), 300)
  } catch (error) {
    if (error instanceof CannotStart) return error.message
    throw error
  }
}
