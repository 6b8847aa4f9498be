import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { fromNow } from '#tests/moments.ts'
import { type Config, loadConfig } from '../../config.ts'
import { type Embedded, startEmbedded } from '../../database/embedded.ts'
import { migrate } from '../../database/migrate.ts'
import { isOnTheSameDisk, startContinuousBackup } from './continuousBackup.ts'
import { bringSecret, planRestore, refuseOtherSecretThan, restoreContinuous } from './restoreContinuous.ts'
import { readState } from './state.ts'

// PostgreSQL stamps its log, from which is restored, with its own clock.
await vi.hoisted(async () => (await import('#tests/moment/testMoment.ts')).leaveTestMoment())

/*
 * One installation with a backup that is made while it works, the end of its disk, and restores of it. The tests go on
 * from each other.
 */

const folder = temporaryFolder('continuous')
const backup = join(folder, 'backup')
const backupUrl = pathToFileURL(backup).href
const backupKey = 'a key of the tests that has 32 characters'
const pace = { everyMs: 100, baseEveryMs: 3_600_000, keepMs: 3_600_000 }
const said: string[] = []
const log = { info: () => undefined, error: (fields: { err: unknown }) => void said.push(String(fields.err)) }

let config: Config
let server: Embedded
let running: ReturnType<typeof startContinuousBackup>

const configOf = (name: string) => loadConfig({ DATA_DIR: join(folder, name), BACKUP_URL: backupUrl, BACKUP_KEY: backupKey })

async function begin(of: Config): Promise<Embedded> {
  const started = await startEmbedded({ dataDir: of.dataDir, log: () => undefined, settings: { fsync: 'off' } })
  await migrate(started.ownerUrl, of.secrets)
  return started
}

const copyTo = (ownerUrl: string, of: Config) =>
  startContinuousBackup({ backupUrl, ownerUrl, config: of, log: log as never, pace })

async function ask<Row extends object>(ownerUrl: string, query: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    return (await client.query<Row>(query, values)).rows
  } finally {
    await client.end()
  }
}

/** Waits until everything that was done before now is in the backup. */
async function safe(of: Config): Promise<void> {
  const now = new Date()
  await vi.waitFor(() => expect(Date.parse(readState(of.dataDir)?.safeAt ?? '')).toBeGreaterThan(now.getTime()), {
    timeout: 120_000,
    interval: 20,
  })
}

function objectsOf(kind: string): string[] {
  return readdirSync(backup, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes(kind))
}

async function restore(name: string, options: { until?: Date; chain?: string; backupKey?: string } = {}) {
  const given = { backupUrl, backupKey: options.backupKey ?? backupKey, chain: options.chain, until: options.until }
  const { plan, objects } = await planRestore(given, () => undefined)
  await bringSecret(plan, join(folder, name))
  const onto = configOf(name)
  refuseOtherSecretThan(plan, onto.secrets)
  return restoreContinuous(objects, plan, onto, () => undefined)
}

beforeAll(async () => {
  config = configOf('first')
  server = await begin(config)
  await ask(server.ownerUrl, 'create table noted (word text, at timestamptz not null default clock_timestamp())')
  running = copyTo(server.ownerUrl, config)
}, 600_000)

afterAll(async () => {
  await running?.stop()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('a lost disk costs at most five minutes of data: the embedded database', () => {
  let between: Date
  const schoolFile = { school: 7, id: randomUUID() }

  test('copies acknowledged data within moments, encrypted, readable by its owner only', async () => {
    await safe(config)
    await ask(server.ownerUrl, "insert into noted (word) values ('before')")
    await safe(config)
    between = (await ask<{ at: Date }>(server.ownerUrl, 'select clock_timestamp() as at'))[0]?.at ?? new Date()
    await ask(server.ownerUrl, "insert into noted (word) values ('गुरुकुल')")
    mkdirSync(join(config.dataDir, 'files/7'), { recursive: true })
    writeFileSync(join(config.dataDir, 'files/7', schoolFile.id), 'the bytes of a photo')
    await safe(config)
    expect(objectsOf('done')).toHaveLength(1)
    expect(objectsOf(schoolFile.id)).toHaveLength(1)
    for (const name of readdirSync(backup, { recursive: true, encoding: 'utf8' })) {
      const path = join(backup, name)
      const found = statSync(path)
      expect(found.mode & 0o077).toBe(0)
      if (found.isFile()) expect(readFileSync(path, 'latin1').slice(0, 8)).toBe('SHALAOB1')
    }
    expect(said).toEqual([])
  }, 600_000)

  test('continues the chain after a restart, and after the database was killed', async () => {
    const { chain } = readState(config.dataDir) ?? {}
    await running.stop()
    await ask(server.ownerUrl, "insert into noted (word) values ('while nobody copied')")
    running = copyTo(server.ownerUrl, config)
    await safe(config)
    const [{ pid } = { pid: 0 }] = await ask<{ pid: number }>(
      server.ownerUrl,
      "select pid from pg_stat_activity where backend_type = 'walsender'",
    )
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => ask(server.ownerUrl, "insert into noted (word) values ('after a crash')"), { timeout: 120_000 })
    await safe(config)
    expect(readState(config.dataDir)?.chain).toBe(chain)
    expect(objectsOf('done')).toHaveLength(1)
  }, 600_000)

  test('reports a target that cannot be written in words, keeps the log, and continues by itself', async () => {
    const moved = `${backup}-away`
    const before = readState(config.dataDir)?.safeAt
    rmSync(moved, { recursive: true, force: true })
    renameSync(backup, moved)
    writeFileSync(backup, 'not a folder')
    await ask(server.ownerUrl, "insert into noted (word) values ('while it was away')")
    await vi.waitFor(() => expect(readState(config.dataDir)?.trouble).toMatch(/^The continuous backup does not go on: /), {
      timeout: 120_000,
    })
    expect(Date.parse(readState(config.dataDir)?.safeAt ?? '')).toBeLessThan(Date.parse(before ?? '') + 2000)
    rmSync(backup)
    renameSync(moved, backup)
    await safe(config)
    expect(readState(config.dataDir)?.trouble).toBeNull()
  }, 600_000)

  test('restores everything elsewhere with one command after the disk is lost, and every check passes', async () => {
    await ask(server.ownerUrl, "insert into noted (word) values ('the last one')")
    await safe(config)
    await running.stop()
    await server.stop()
    rmSync(config.dataDir, { recursive: true })
    const restored = await restore('second')
    expect(restored).toMatchObject({ findings: [], missingFiles: 0 })
    expect(restored.checks).toBeGreaterThan(30)
    const second = configOf('second')
    expect(second.secretKey).toBe(config.secretKey)
    server = await begin(second)
    const words = await ask<{ word: string }>(server.ownerUrl, 'select word from noted order by at')
    expect(words.map(({ word }) => word)).toEqual([
      'before',
      'गुरुकुल',
      'while nobody copied',
      'after a crash',
      'while it was away',
      'the last one',
    ])
  }, 600_000)

  test('restores a chosen moment, and nothing after it', async () => {
    await restore('earlier', { until: between })
    const earlier = await begin(configOf('earlier'))
    try {
      const words = await ask<{ word: string }>(earlier.ownerUrl, 'select word from noted')
      expect(words).toEqual([{ word: 'before' }])
    } finally {
      await earlier.stop()
    }
    await expect(restore('future', { until: fromNow(60_000) })).rejects.toThrow('The backup ends before that moment.')
    expect(existsSync(join(folder, 'future/postgres/cluster'))).toBe(false)
    await expect(restore('past', { until: new Date(0) })).rejects.toThrow('No backup at this address reaches so far back.')
  }, 600_000)

  test('restores only into an empty folder, only with the right key, and detects a changed byte', async () => {
    await expect(restore('second')).rejects.toThrow('A backup is restored over nothing')
    await expect(restore('third', { backupKey: 'another key that has 32 characters or more' })).rejects.toThrow(
      'does not decrypt',
    )
    const [part = ''] = objectsOf('000001')
    const path = join(backup, part)
    const bytes = readFileSync(path)
    const changed = Buffer.from(bytes)
    changed[5000] = (changed[5000] ?? 0) ^ 1
    writeFileSync(path, changed)
    await expect(restore('third')).rejects.toThrow('does not decrypt')
    expect(existsSync(join(folder, 'third/postgres/cluster'))).toBe(false)
    writeFileSync(path, bytes)
    const [piece = ''] = objectsOf('wal/')
    const log = readFileSync(join(backup, piece))
    rmSync(join(backup, piece))
    await expect(restore('third')).rejects.toThrow('A part of the log is missing')
    writeFileSync(join(backup, piece), log)
  }, 600_000)

  test('makes a restored installation wait until the other one has surely ended, then start its own chain', async () => {
    const second = configOf('second')
    running = copyTo(server.ownerUrl, second)
    await vi.waitFor(() => expect(readState(second.dataDir)?.trouble).toContain('another installation wrote into BACKUP_URL'), {
      timeout: 120_000,
    })
    vi.useFakeTimers({ toFake: ['Date'], now: fromNow(180_000) })
    await vi.waitFor(() => expect(readState(second.dataDir)?.chain).not.toBeNull(), { timeout: 120_000 })
    vi.useRealTimers()
    await vi.waitFor(() => expect(objectsOf('done')).toHaveLength(2), { timeout: 120_000 })
    await ask(server.ownerUrl, "insert into noted (word) values ('on another disk')")
    await safe(second)
    await running.stop()
    const at = (await ask<{ at: Date }>(server.ownerUrl, 'select at from noted order by at desc limit 1'))[0]?.at
    const { lastCommit } = await restore('third')
    expect(Number(lastCommit)).toBeGreaterThanOrEqual(Number(at))
  }, 600_000)
})

test('detects a backup on the disk of the data', async () => {
  expect(await isOnTheSameDisk(backupUrl, folder)).toBe(true)
  expect(await isOnTheSameDisk('s3://key:secret@host/bucket', folder)).toBe(false)
})
