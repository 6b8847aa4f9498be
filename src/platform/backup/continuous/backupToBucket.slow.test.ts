import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { type S3Server, startS3Server } from '#tests/s3Server.ts'
import { loadConfig } from '../../config.ts'
import { type Embedded, startEmbedded } from '../../database/embedded.ts'
import { migrate } from '../../database/migrate.ts'
import { startContinuousBackup } from './continuousBackup.ts'
import { bringSecret, planRestore, restoreContinuous } from './restoreContinuous.ts'
import { readState } from './state.ts'

// PostgreSQL stamps its log, from which is restored, with its own clock.
await vi.hoisted(async () => (await import('#tests/moment/testMoment.ts')).leaveTestMoment())

/*
 * The continuous backup into a bucket, over HTTP. Everything that does not depend on the place is tested with a folder.
 */

const folder = temporaryFolder('bucket-backup')
const backupKey = 'a key of the tests that has 32 characters'
const school = 7
const [removedFile, keptFile] = [randomUUID(), randomUUID()]
const failures: string[] = []
const log = { info: () => undefined, error: (fields: { err: unknown }) => void failures.push(String(fields.err)) }

let bucket: S3Server
let server: Embedded
let backup: ReturnType<typeof startContinuousBackup>

const configOf = (name: string) => loadConfig({ DATA_DIR: join(folder, name), BACKUP_URL: bucket.url, BACKUP_KEY: backupKey })
const pathOf = (file: string) => join(folder, 'first/files', String(school), file)

async function query<Row extends object>(ownerUrl: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Waits until everything that was done before now is in the bucket. */
async function untilSafe(): Promise<void> {
  const now = new Date()
  await vi.waitFor(() => expect(Date.parse(readState(join(folder, 'first'))?.safeAt ?? '')).toBeGreaterThan(now.getTime()), {
    timeout: 120_000,
    interval: 20,
  })
}

const namesWith = (text: string) => [...bucket.objects.keys()].filter((name) => name.includes(text))

beforeAll(async () => {
  bucket = await startS3Server()
  const config = configOf('first')
  server = await startEmbedded({ dataDir: config.dataDir, log: () => undefined, settings: { fsync: 'off' } })
  await migrate(server.ownerUrl, config.secrets)
  await query(server.ownerUrl, 'create table noted (word text)')
  mkdirSync(join(folder, 'first/files', String(school)), { recursive: true })
  for (const file of [removedFile, keptFile]) writeFileSync(pathOf(file), `the bytes of ${file}`)
  backup = startContinuousBackup({
    backupUrl: bucket.url,
    ownerUrl: server.ownerUrl,
    config,
    log: log as never,
    pace: { everyMs: 100, baseEveryMs: 3000, keepMs: 3_600_000 },
  })
}, 600_000)

afterAll(async () => {
  await backup?.stop()
  await server?.stop()
  await bucket?.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a lost disk costs at most five minutes of data: the backup in a bucket', () => {
  test('stores the log, base copies and files encrypted, and prunes them', async () => {
    await query(server.ownerUrl, "insert into noted (word) values ('before')")
    await untilSafe()
    expect(namesWith(`files/${school}/`)).toHaveLength(2)
    rmSync(pathOf(removedFile))
    // On a slow machine the first copy is the one that prunes.
    await vi.waitFor(() => expect(namesWith('files-gone/').length).toBeGreaterThan(0), { timeout: 120_000 })
    await vi.waitFor(() => expect(namesWith('/done').length).toBeGreaterThan(1), { timeout: 120_000 })
    for (const bytes of bucket.objects.values()) expect(bytes.toString('latin1', 0, 8)).toBe('SHALAOB1')
    expect(failures).toEqual([])
  }, 600_000)

  test('reports a failing bucket in words, and continues by itself', async () => {
    bucket.broken = true
    await query(server.ownerUrl, "insert into noted (word) values ('while it failed')")
    await vi.waitFor(
      () => expect(readState(join(folder, 'first'))?.trouble).toBe('The continuous backup does not go on: ServiceUnavailable.'),
      { timeout: 120_000 },
    )
    bucket.broken = false
    await untilSafe()
    expect(readState(join(folder, 'first'))?.trouble).toBeNull()
  }, 600_000)

  test('restores everything elsewhere after the disk is lost', async () => {
    await query(server.ownerUrl, "insert into noted (word) values ('the last one')")
    await untilSafe()
    await backup.stop()
    await server.stop()
    rmSync(join(folder, 'first'), { recursive: true })
    const wanted = { backupUrl: bucket.url, backupKey, chain: undefined, until: undefined }
    const { plan, objects } = await planRestore(wanted, () => undefined)
    await bringSecret(plan, join(folder, 'second'))
    const second = configOf('second')
    const restored = await restoreContinuous(objects, plan, second, () => undefined)
    expect(restored.findings).toEqual([])
    server = await startEmbedded({ dataDir: second.dataDir, log: () => undefined, settings: { fsync: 'off' } })
    const rows = await query<{ word: string }>(server.ownerUrl, 'select word from noted')
    expect(rows.map(({ word }) => word)).toEqual(['before', 'while it failed', 'the last one'])
  }, 600_000)
})
