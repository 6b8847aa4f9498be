import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { type S3Server, startS3Server } from '#tests/s3Server.ts'
import { copyErasures, erasuresList, erasuresToApply, readErasures, recordErasure, takeFormerErasures } from './erasures.ts'
import type { StorageConfig } from './files/storage.ts'

const folder = temporaryFolder('erasures')
let bucket: S3Server
let nth = 0
let dataDir = ''

beforeAll(async () => {
  bucket = await startS3Server()
})
beforeEach(() => {
  dataDir = join(folder, String((nth += 1)))
  mkdirSync(dataDir)
  bucket.objects.clear()
})
afterAll(async () => {
  await bucket.close()
  rmSync(folder, { recursive: true, force: true })
})

const createdAt = new Date('2026-06-01T10:00:00.123Z')
const at = new Date('2026-07-01T00:00:00.000Z')
const student = (studentId: number) => ({ schoolId: 7, studentId, createdAt })
const line = (studentId: number) => `7,${studentId},2026-06-01T10:00:00.123Z,2026-07-01T00:00:00.000Z`

test.each([
  ['a folder', () => ({ dataDir, storageUrl: pathToFileURL(join(dataDir, 'shared')).href })],
  ['a bucket', () => ({ dataDir, storageUrl: bucket.url })],
])('servers that share %s share one list, each student once', async (_, storage) => {
  const config = storage()
  const other = { ...config, dataDir: join(dataDir, 'of another server') }
  expect(await readErasures(config)).toEqual([])
  // More than one page of a bucket.
  for (let id = 1; id <= 12; id += 1) await recordErasure(id % 2 === 0 ? config : other, student(id), at)
  await recordErasure(config, student(3), new Date(at.getTime() + 1))
  const ids = Array.from({ length: 12 }, (_, index) => index + 1)
  for (const server of [config, other]) {
    const erasures = await readErasures(server)
    expect(erasures.toSorted((a, b) => a.studentId - b.studentId)).toEqual(ids.map(student))
  }
})

test('the list of an earlier version is taken into the storage once, also what is left of it after an interruption', async () => {
  const config: StorageConfig = { dataDir, storageUrl: bucket.url }
  const list = join(dataDir, 'erasures.csv')
  writeFileSync(list, `${line(1)}\n${line(2)}\n7,3,2026-06-0`)
  expect(await readErasures(config)).toEqual([student(1), student(2)])
  bucket.broken = true
  await expect(takeFormerErasures(config)).rejects.toThrow()
  bucket.broken = false
  expect(existsSync(list)).toBe(true)
  await takeFormerErasures(config)
  expect(existsSync(list)).toBe(false)
  expect(await erasuresList(config)).toEqual([line(1), line(2)])
  await takeFormerErasures(config)
  writeFileSync(list, `${line(2)}\n`)
  expect(await erasuresList(config)).toEqual([line(1), line(2)])
})

test('the copy beside backups is there when nobody was erased, and only grows', async () => {
  const config: StorageConfig = { dataDir, storageUrl: undefined }
  const backups = join(dataDir, 'backups')
  mkdirSync(backups)
  const copied = () => readFileSync(join(backups, 'erasures.csv'), 'utf8')
  await copyErasures(config, backups)
  expect(copied()).toBe('')
  await recordErasure(config, student(1), at)
  await copyErasures(config, backups)
  rmSync(join(dataDir, 'files'), { recursive: true })
  await recordErasure(config, student(2), at)
  for (let times = 0; times < 2; times += 1) await copyErasures(config, backups)
  expect(copied()).toBe(`${line(1)}\n${line(2)}\n`)
})

test('after a restore they come from the storage, a list or the folder of another storage; nothing at all is refused', async () => {
  const config: StorageConfig = { dataDir, storageUrl: undefined }
  await expect(erasuresToApply(config)).rejects.toThrow(/There are no erasures in .*files. Name the list/)
  await expect(erasuresToApply(config, join(dataDir, 'none.csv'))).rejects.toThrow(/There is no list of erasures at .*none.csv/)
  await recordErasure(config, student(1), at)
  const list = join(dataDir, 'kept.csv')
  writeFileSync(list, `${line(2)}\n`)
  expect(await erasuresToApply(config)).toEqual([student(1)])
  expect(await erasuresToApply(config, list)).toEqual([student(2)])
  expect(await erasuresToApply({ ...config, storageUrl: bucket.url }, join(dataDir, 'files/erasures'))).toEqual([student(1)])
})
