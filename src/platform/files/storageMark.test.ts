import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import { eventually } from '#tests/eventually.ts'
import { type S3Server, startS3Server } from '#tests/s3Server.ts'
import { Database } from '../database/connect.ts'
import { openStorage, type StorageConfig } from './storage.ts'
import { claimStorage, markRestoredStorage, otherStorage, refuseOtherStorage, storageCheck } from './storageMark.ts'

const folder = temporaryFolder('storage-mark')
let testing: TestDatabase
let owner: pg.Client
let database: Database
let bucket: S3Server
let nth = 0

beforeAll(async () => {
  testing = await testDatabase()
  owner = new pg.Client({ connectionString: testing.ownerUrl })
  await owner.connect()
  database = new Database(testing.appUrl, { onError: () => undefined, connections: 1 })
  bucket = await startS3Server()
})
beforeEach(() => {
  nth += 1
})
afterEach(async () => {
  bucket.objects.clear()
  bucket.broken = false
  await owner.query('delete from installation_storage')
})
afterAll(async () => {
  await database.close()
  await owner.end()
  await testing.drop()
  await bucket.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The settings of a server with a folder of its own. */
function folderOf(server: string): StorageConfig {
  return { dataDir: join(folder, String(nth), server), storageUrl: undefined }
}
const shared = (server: string): StorageConfig => ({ ...folderOf(server), storageUrl: bucket.url })
const markFile = (server: string) => join(folderOf(server).dataDir, 'files/shala-storage')
const claim = (config: StorageConfig) => claimStorage(testing.ownerUrl, config)
const isReady = (config: StorageConfig) => storageCheck(config, database)()

describe('claiming', () => {
  test('the first server marks its storage, and another with a folder of its own is not ready until it has the same', async () => {
    expect(await claim(folderOf('first'))).toBe(true)
    expect(await claim(folderOf('first'))).toBe(true)
    expect(await isReady(folderOf('first'))).toBe(true)
    expect(await claim(folderOf('second'))).toBe(false)
    expect(existsSync(markFile('second'))).toBe(false)
    const ready = storageCheck(folderOf('second'), database)
    expect([await ready(), await ready()]).toEqual([otherStorage, otherStorage])
    // The folder of the first is mounted there.
    await (await openStorage(folderOf('second'))).put('shala-storage', readFileSync(markFile('first')))
    expect(await ready()).toBe(true)
  })

  test('of servers that start at once with a folder each, one has the storage', async () => {
    const servers = ['first', 'second', 'third'].map(folderOf)
    const claimed = await Promise.all(servers.map(claim))
    expect(claimed.filter(Boolean)).toHaveLength(1)
    expect(await Promise.all(servers.map(isReady))).toEqual(claimed.map((own) => own || otherStorage))
  })

  test('servers with one bucket are all ready, one with another bucket is not', async () => {
    const other = await startS3Server()
    try {
      expect([await claim(shared('first')), await claim(shared('second'))]).toEqual([true, true])
      expect([await isReady(shared('first')), await isReady(shared('second'))]).toEqual([true, true])
      const wrong = { ...shared('third'), storageUrl: other.url }
      expect(await claim(wrong)).toBe(false)
      expect(await isReady(wrong)).toBe(otherStorage)
    } finally {
      await other.close()
    }
  })

  test('a new database takes the storage of files that are there, with its mark', async () => {
    await (await openStorage(folderOf('old'))).put('7/a-file', 'x')
    expect(await claim(folderOf('old'))).toBe(true)
    const mark = readFileSync(markFile('old'), 'utf8')
    await owner.query('delete from installation_storage')
    expect(await claim(folderOf('old'))).toBe(true)
    expect(readFileSync(markFile('old'), 'utf8')).toBe(mark)
    expect(await isReady(folderOf('old'))).toBe(true)
  })
})

describe('readiness', () => {
  test('without a claimed storage a server is ready, as long as its own answers', async () => {
    expect(await isReady(folderOf('first'))).toBe(true)
    expect(await isReady({ dataDir: '/dev/null', storageUrl: undefined })).toBe('The storage of files cannot be read: ENOTDIR.')
  })

  test('a bucket that never answered is a reason; one that stops to answer is none, and a wrong one is', async () => {
    const config = shared('first')
    await claim(config)
    bucket.broken = true
    const [ready, late] = [storageCheck(config, database), storageCheck(config, database)]
    expect(await late()).toMatch(/^The storage of files cannot be read: \w+\.$/)
    bucket.broken = false
    expect([await late(), await ready()]).toEqual([true, true])
    const disk = await openStorage(config)
    const get = disk.get.bind(disk)
    let failed = 0
    disk.get = (key) =>
      get(key).catch((error: unknown) => {
        failed += 1
        throw error
      })
    bucket.broken = true
    expect(await ready()).toBe(true)
    await eventually(() => expect(failed).toBe(1))
    expect(await ready()).toBe(true)
    bucket.broken = false
    bucket.objects.clear()
    await eventually(async () => expect(await ready()).toBe(otherStorage))
  })
})

test('a backup with another storage is refused by its name, without the key of a bucket', async () => {
  await expect(refuseOtherStorage(owner, folderOf('any'))).resolves.toBeUndefined()
  await claim(folderOf('first'))
  await expect(refuseOtherStorage(owner, folderOf('first'))).resolves.toBeUndefined()
  await expect(refuseOtherStorage(owner, folderOf('second'))).rejects.toThrow(
    /^The files of this installation do not lie in \/.*second\/files: it does not carry the mark of the database/,
  )
  const refused = refuseOtherStorage(owner, shared('second'))
  await expect(refused).rejects.toThrow(/do not lie in the bucket shala at 127\.0\.0\.1:\d+:/)
  await expect(refused).rejects.not.toThrow(/se.cret/)
})

test('a restored database and its storage get a mark that the installation before does not have', async () => {
  await claim(folderOf('before'))
  await markRestoredStorage(owner, await openStorage(folderOf('restored')))
  expect(await isReady(folderOf('restored'))).toBe(true)
  expect(await isReady(folderOf('before'))).toBe(otherStorage)
})

test('a mark that was cut off is another one', async () => {
  await claim(folderOf('first'))
  writeFileSync(markFile('first'), readFileSync(markFile('first'), 'utf8').slice(0, 10))
  expect(await isReady(folderOf('first'))).toBe(otherStorage)
})
