import Fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { eventually } from '#tests/eventually.ts'
import { refusal } from '#tests/refusals.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { invalidateSchool, schoolById } from '../school.ts'
import { filesQuota, insertFiles, viewFilesUse } from './filesUse.ts'
import { requestUpload } from './requestUpload.ts'
import { registerFiles } from './routes.ts'
import { warnOfFullSchools } from './sweepUploads.ts'

let world: TestWorld
let app: FastifyInstance
let png: Buffer
let config: Awaited<ReturnType<TestWorld['call']>>['services']['config']
const megabyte = 1_000_000

beforeAll(async () => {
  world = await testWorld()
  config = (await world.call('admin')).services.config
  app = Fastify()
  await registerFiles(app, { config, database: world.database })
  png = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
  // Of the school, not of the installation.
  await world.database.kysely.updateTable('schools').set({ filesQuotaMb: 1 }).where('id', '=', world.own.id).execute()
})

afterAll(async () => {
  await app.close()
  await world.close()
})

async function used(who: Who = 'admin'): Promise<number> {
  return (await viewFilesUse(await world.call(who), world.own.id, {})).used
}

async function addRow(size: number): Promise<void> {
  const createdBy = world.own.subjects.admin ?? ''
  const row = { schoolId: world.own.id, purpose: 'document', contentType: 'application/pdf', size, createdBy }
  await world.database.transaction(world.own.id, (db) => db.insertInto('files').values(row).execute())
}

async function addressOfUpload(): Promise<string> {
  const photo = { purpose: 'student-photo', contentType: 'image/png', size: png.length }
  return (await requestUpload(await world.call('admin'), world.own.id, photo)).url
}

const put = (url: string) => app.inject({ method: 'PUT', url, payload: png, headers: { 'content-type': 'image/png' } })

test('what is used counts every file of the school, and is seen by the heads of it alone', async () => {
  expect(await used()).toBe(0)
  await addRow(300_000)
  expect((await put(await addressOfUpload())).statusCode).toBe(201)
  expect(await used()).toBeGreaterThan(300_000)
  expect(await viewFilesUse(await world.call('superadmin'), world.own.id, {})).toEqual({ used: await used(), quota: megabyte })
  expect(await viewFilesUse(await world.call('admin', world.other), world.other.id, {})).toEqual({
    used: 0,
    quota: 10_000 * megabyte,
  })
  for (const who of ['limitedAdmin', 'fees', 'teacher', 'student'] as const)
    expect(await refusal(used(who)), who).toMatchObject({ code: 'FORBIDDEN' })
})

test('of uploads sent together, as many are stored as there is room for', async () => {
  const before = await used()
  expect((await put(await addressOfUpload())).statusCode).toBe(201)
  const size = (await used()) - before
  const urls = await Promise.all(Array.from({ length: 5 }, addressOfUpload))
  await addRow(megabyte - (await used()) - Math.floor(2.5 * size))
  const answers = await Promise.all(urls.map(put))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409, 409])
  const message = answers.find(({ statusCode }) => statusCode === 409)?.json().message
  expect(message).toMatch(/^The files of this school take 1 MB of 1 MB, and this one does not fit\. An administrator can /)
  expect(message).toContain('A super administrator can allow more space.')
  expect(await used()).toBeLessThanOrEqual(megabyte)
  // A refused file leaves neither a row nor bytes, and its address is good when there is room again.
  await world.database.kysely.updateTable('schools').set({ filesQuotaMb: 2 }).where('id', '=', world.own.id).execute()
  const late = urls[answers.findIndex(({ statusCode }) => statusCode === 409)] ?? ''
  invalidateSchool(world.database, world.own.id)
  expect((await put(late)).statusCode).toBe(201)
})

test('an address for a file that does not fit is refused on its size', async () => {
  await addRow(2 * megabyte - (await used()) - 10)
  expect(await refusal(addressOfUpload())).toMatchObject({
    code: 'CONFLICT',
    problems: [{ path: 'size', message: expect.stringContaining('take 2 MB of 2 MB') }],
  })
})

test('two files at the same moment do not pass the quota together, documents neither', async () => {
  const school = await schoolById(world.database, world.own.id)
  const quota = filesQuota(config, school ?? { filesQuotaMb: null })
  const row = {
    schoolId: world.own.id,
    purpose: 'document',
    contentType: 'application/pdf',
    createdBy: world.own.subjects.admin ?? '',
  }
  const stored = Promise.withResolvers<undefined>()
  const commit = Promise.withResolvers<undefined>()
  const first = world.database.transaction(world.own.id, async (db) => {
    const isNew = await insertFiles(db, world.own.id, quota, [{ ...row, size: 6 }])
    stored.resolve(undefined)
    await commit.promise
    return isNew
  })
  await stored.promise
  const second = refusal(
    world.database.transaction(world.own.id, (db) => insertFiles(db, world.own.id, quota, [{ ...row, size: 6 }])),
  )
  await eventually(async () => {
    const waits = `select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
    expect(await asOwner(world.ownerUrl, waits)).toHaveLength(1)
  })
  commit.resolve(undefined)
  expect(await first).toBe(true)
  expect(await second).toMatchObject({ code: 'CONFLICT' })
  expect(await used()).toBe(2 * megabyte - 4)
})

test('the operator’s log names the schools that are nearly full', async () => {
  const lines: unknown[] = []
  await warnOfFullSchools(world.database, config, { warn: (fields, message) => lines.push([fields, message]) })
  expect(lines).toEqual([[{ schoolId: world.own.id }, 'The files of a school are nearly full']])
})

test('attachments of one person that no message has taken may take 50 MB, and those of others are not affected', async () => {
  const student = world.own.subjects.student ?? ''
  const quota = 1000 * megabyte
  await world.database.kysely.updateTable('schools').set({ filesQuotaMb: 1000 }).where('id', '=', world.own.id).execute()
  invalidateSchool(world.database, world.own.id)
  const attachment = { purpose: 'chat-attachment', contentType: 'image/png', size: png.length }
  const ask = async (who: Who) => requestUpload(await world.call(who), world.own.id, attachment)
  const before = await used()
  expect((await put((await ask('student')).url)).statusCode).toBe(201)
  const size = (await used()) - before
  const urls = [(await ask('student')).url, (await ask('student')).url]
  const row = { schoolId: world.own.id, ...attachment, createdBy: student }
  const taken = { ...row, size: 50 * megabyte, attached: true, stored: true }
  await world.database.transaction(world.own.id, async (db) => {
    await db.insertInto('files').values(taken).execute()
    // One of the two fits.
    await insertFiles(db, world.own.id, quota, [{ ...row, size: 50 * megabyte - Math.floor(2.5 * size) }])
  })
  const answers = await Promise.all(urls.map(put))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409])
  const message =
    'Your files that are in no message yet take 50 MB of 50 MB, and this one does not fit. Such files are deleted within two days. Please try again then.'
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toEqual({ code: 'CONFLICT', message })
  const another = requestUpload(await world.call('student'), world.own.id, { ...attachment, size: megabyte })
  expect(await refusal(another)).toEqual({ code: 'CONFLICT', message, problems: [{ path: 'size', message }] })
  await expect(ask('teacher')).resolves.toBeDefined()
})
