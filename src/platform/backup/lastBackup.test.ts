import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { lastBackup, noteBackup } from './lastBackup.ts'

const folder = temporaryFolder('last-backup')

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('records the moment of a backup, also on a machine without a data folder', () => {
  const dataDir = join(folder, 'not', 'there')
  expect(lastBackup(dataDir)).toBeUndefined()
  noteBackup(dataDir, '2026-11-22T00:00:00.000Z')
  expect(lastBackup(dataDir)).toBe(Date.UTC(2026, 10, 22) / 1000)
  noteBackup(dataDir, 'no moment')
  expect(lastBackup(dataDir)).toBeUndefined()
})
