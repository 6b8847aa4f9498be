import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { eventually } from '#tests/eventually.ts'
import { type S3Server, startS3Server } from '#tests/s3Server.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { readErasures, recordErasure } from '../erasures.ts'
import { type MovedFiles, moveFiles } from './moveFiles.ts'
import { openStorage, type StorageConfig, storageKey } from './storage.ts'
import { claimStorage, otherStorage, storageCheck } from './storageMark.ts'

const folder = temporaryFolder('move-files')
let world: TestWorld
let owner: pg.Client
let bucket: S3Server
let nth = 0

/** The settings of two servers with a folder each, and of a server with the bucket. */
let here: StorageConfig
let there: StorageConfig
let target: StorageConfig

beforeAll(async () => {
  world = await testWorld()
  owner = new pg.Client({ connectionString: world.ownerUrl })
  await owner.connect()
  bucket = await startS3Server()
})
beforeEach(async () => {
  nth += 1
  bucket.objects.clear()
  await owner.query('delete from installation_storage')
  await owner.query('delete from files')
  here = { dataDir: join(folder, `${nth}-here`), storageUrl: undefined }
  there = { dataDir: join(folder, `${nth}-there`), storageUrl: undefined }
  target = { ...here, storageUrl: bucket.url }
  await claimStorage(world.ownerUrl, here)
})
afterAll(async () => {
  await owner.end()
  await world.close()
  await bucket.close()
  rmSync(folder, { recursive: true, force: true })
})

async function addFile(config: StorageConfig, schoolId: number, bytes: string): Promise<string> {
  const id = randomUUID()
  await owner.query(
    `insert into files (school_id, id, purpose, content_type, size, created_by, attached)
     values ($1, $2, 'student-photo', 'image/jpeg', $3, gen_random_uuid(), true)`,
    [schoolId, id, bytes.length],
  )
  const key = storageKey(schoolId, id)
  await (await openStorage(config)).put(key, bytes)
  return key
}

/** Moves while no server works. */
async function move(from: StorageConfig | undefined, to = target, withoutMissing = false): Promise<MovedFiles> {
  await endServers()
  return moveFiles(world.ownerUrl, to, { from, withoutMissing })
}

/** Ends the connections of the test's own server. */
async function endServers(): Promise<void> {
  const { rows } = await owner.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and usename = 'shala_app'",
  )
  for (const { pid } of rows) await owner.query('select pg_terminate_backend($1::integer)', [pid])
  const left = "select from pg_stat_activity where datname = current_database() and usename = 'shala_app'"
  await eventually(async () => expect((await owner.query(left)).rowCount).toBe(0))
}

const isReady = (config: StorageConfig) => storageCheck(config, world.database)()
const nothing = { moved: 0, bytes: 0, erasures: 0, removed: 0, missing: [], serving: false, done: true }

test('all files and erasures go into a bucket, and servers with the folder are not ready any more; twice changes nothing', async () => {
  const keys = [await addFile(here, world.own.id, 'one'), await addFile(here, world.other.id, 'another')]
  for (let more = 0; more < 12; more += 1) keys.push(await addFile(here, world.own.id, `file ${more}`))
  const erasure = { schoolId: 7, studentId: 1, createdAt: new Date('2026-06-01T10:00:00.123Z') }
  await recordErasure(here, erasure)
  await (await openStorage(here)).put('7/of-no-row', 'x')
  expect(await isReady(here)).toBe(true)
  expect(await isReady(target)).toBe(otherStorage)
  const moved = await move(here)
  expect(moved).toEqual({ ...nothing, moved: 14, bytes: 84, there: 0, erasures: 1 })
  expect([...bucket.objects.keys()].filter((key) => /^\d+\//.test(key)).toSorted()).toEqual(keys.toSorted())
  expect(bucket.objects.get(keys[1] ?? '')?.toString()).toBe('another')
  expect(await readErasures(target)).toEqual([erasure])
  expect(await isReady(target)).toBe(true)
  expect(await isReady(here)).toBe(otherStorage)
  expect(await claimStorage(world.ownerUrl, here)).toBe(false)
  const before = new Map(bucket.objects)
  expect(await move(here)).toEqual({ ...nothing, there: 14 })
  expect(bucket.objects).toEqual(before)
  // And out of the bucket again.
  const disk = { ...there, storageUrl: pathToFileURL(join(there.dataDir, 'disk')).href }
  expect(await move(target, disk)).toEqual({ ...nothing, moved: 14, bytes: 84, there: 0, erasures: 1 })
  expect([await isReady(disk), await isReady(target)]).toEqual([true, otherStorage])
})

test('while a server works files are copied and not handed over; what it deletes then does not stay', async () => {
  const [kept, erased] = [await addFile(here, world.own.id, 'kept'), await addFile(here, world.own.id, 'erased')]
  await world.database.kysely.selectFrom('schools').select('id').execute()
  const first = await moveFiles(world.ownerUrl, target, { from: here, withoutMissing: false })
  expect(first).toEqual({ ...nothing, moved: 2, bytes: 10, there: 0, serving: true, done: false })
  expect([await isReady(here), await isReady(target)]).toEqual([true, otherStorage])
  await owner.query('delete from files where id = $1', [erased.split('/')[1]])
  await (await openStorage(here)).delete(erased)
  const late = await addFile(here, world.own.id, 'late')
  expect(await move(here)).toEqual({ ...nothing, moved: 1, bytes: 4, there: 1, removed: 1 })
  expect([...bucket.objects.keys()].filter((key) => /^\d+\//.test(key)).toSorted()).toEqual([kept, late].toSorted())
})

test('what a server that is stopped meanwhile may have stored since is left to another run', async () => {
  await addFile(here, world.own.id, 'early')
  await world.database.kysely.selectFrom('schools').select('id').execute()
  const disk = await openStorage(here)
  const read = disk.getStream.bind(disk)
  let late: string | undefined
  disk.getStream = async (key) => {
    late ??= await addFile(here, world.own.id, 'late')
    await endServers()
    return read(key)
  }
  const first = await moveFiles(world.ownerUrl, target, { from: here, withoutMissing: false })
  expect(first).toMatchObject({ moved: 1, serving: true, done: false })
  expect(await move(here)).toMatchObject({ moved: 1, there: 1, done: true })
  expect(bucket.objects.get(late ?? '')?.toString()).toBe('late')
})

test('of two servers with a folder each, the files of both come together', async () => {
  const [first, second] = [await addFile(here, world.own.id, 'first'), await addFile(there, world.own.id, 'second')]
  const half = await move(here)
  expect(half).toEqual({ ...nothing, moved: 1, bytes: 5, there: 0, missing: [second], done: false })
  expect(await isReady(target)).toBe(otherStorage)
  expect(await move(there)).toEqual({ ...nothing, moved: 1, bytes: 6, there: 1 })
  expect([bucket.objects.has(first), bucket.objects.has(second), await isReady(target)]).toEqual([true, true, true])
})

test('lost files keep the files where they are, unless the operator goes on without them', async () => {
  const [kept, lost] = [await addFile(here, world.own.id, 'kept'), await addFile(here, world.own.id, 'lost')]
  await (await openStorage(here)).delete(lost)
  expect(await move(here)).toMatchObject({ moved: 1, missing: [lost], done: false })
  expect(await move(here, target, true)).toMatchObject({ moved: 0, there: 1, missing: [lost], done: true })
  expect([bucket.objects.has(kept), await isReady(target)]).toEqual([true, true])
})

test('an interrupted run is finished by the next, and half a file is copied again', async () => {
  const keys = [await addFile(here, world.own.id, 'one'), await addFile(here, world.own.id, 'another')]
  bucket.broken = true
  await expect(move(here)).rejects.toThrow()
  bucket.broken = false
  expect(await move(here)).toMatchObject({ moved: 2, done: true })
  // As it was before the end of that run, with half a file.
  await owner.query('update installation_storage set next_mark = mark, mark = gen_random_uuid()')
  bucket.objects.set(keys[0] ?? '', Buffer.from('o'))
  bucket.objects.delete(keys[1] ?? '')
  expect(await move(here)).toMatchObject({ moved: 2, bytes: 10, there: 0, done: true })
  expect(keys.map((key) => bucket.objects.get(key)?.toString())).toEqual(['one', 'another'])
})

test('files that were brought by other means are counted, and the storage is taken', async () => {
  const key = await addFile(here, world.own.id, 'brought')
  bucket.objects.set(key, Buffer.from('brought'))
  expect(await move(undefined)).toEqual({ ...nothing, there: 1 })
  expect(await isReady(target)).toBe(true)
})

test('a storage of somebody else is refused, and nothing in it is touched', async () => {
  await addFile(here, world.own.id, 'ours')
  bucket.objects.set('3/of-theirs', Buffer.from('x'))
  await expect(move(here)).rejects.toThrow(/^There are files in the bucket shala at .* already, and it carries no mark/)
  expect([...bucket.objects.keys()]).toEqual(['3/of-theirs'])
  bucket.objects.set('shala-storage', Buffer.from(randomUUID()))
  await expect(move(here)).rejects.toThrow(/^The storage the bucket shala at .* belongs to another installation/)
  expect(bucket.objects.size).toBe(2)
})

test('a file that arrives changed ends the run, and is not kept', async () => {
  const key = await addFile(here, world.own.id, 'whole')
  const set = bucket.objects.set.bind(bucket.objects)
  bucket.objects.set = (name, bytes) => set(name, name === key ? Buffer.from('whale') : bytes)
  try {
    await expect(move(here)).rejects.toThrow(`The file ${key} arrived changed in the bucket shala at `)
  } finally {
    bucket.objects.set = set
  }
  expect(bucket.objects.has(key)).toBe(false)
  expect(await isReady(here)).toBe(true)
  expect(await move(here)).toMatchObject({ moved: 1, done: true })
})
