import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { type StoppableDatabase, stoppableDatabase } from './stoppableDatabase.ts'
import { runAttendance } from './attendance.ts'

let database: StoppableDatabase
const dataDir = temporaryFolder('faults-attendance')

beforeAll(async () => {
  database = await stoppableDatabase(dataDir)
}, 600_000)

afterAll(async () => {
  await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('when the database stops while registers are saved and a lecture is polled, nobody is signed out and nothing is lost or half stored', async () => {
  const counted = await runAttendance({
    seed: 5,
    saves: 16,
    stops: 2,
    say: () => undefined,
    dataDir: join(dataDir, 'server'),
    ownerUrl: database.ownerUrl,
    appUrl: database.appUrl,
    secretKey: database.secretKey,
    stopDatabase: database.stopOnce,
  })
  expect(counted.wrong).toEqual([])
  expect(counted.saves).toBe(16)
  expect(counted.stops).toBeGreaterThanOrEqual(2)
}, 600_000)
