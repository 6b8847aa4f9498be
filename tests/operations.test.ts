import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { rotateSecrets, sealedColumns } from '#app/rotateSecrets.ts'
import { viewFeeAccount } from '#domains/fees/server/account.queries.ts'
import { collectPayment } from '#domains/fees/server/payments.commands.ts'
import { makeBackup } from '#platform/backup/backup.ts'
import { dropFormerSlot } from '#platform/backup/dropFormerSlot.ts'
import { FilesBeside } from '#platform/backup/filesBeside.ts'
import type { Manifest } from '#platform/backup/manifest.ts'
import { restoreBackup } from '#platform/backup/restore.ts'
import { verifyBackup } from '#platform/backup/verify.ts'
import { type Config, loadConfig } from '#platform/config.ts'
import { appPassword, appUrl, Database } from '#platform/database/connect.ts'
import { type Embedded, startEmbedded } from '#platform/database/embedded.ts'
import { withKeptSecrets } from '#platform/database/installation.ts'
import { migrate } from '#platform/database/migrate.ts'
import { checkData, type Finding } from '#platform/dataChecks.ts'
import { copyErasures, erasuresList, erasuresToApply, recordErasure } from '#platform/erasures.ts'
import { storageKey } from '#platform/files/storage.ts'
import { claimStorage } from '#platform/files/storageMark.ts'
import { requestUpload } from '#platform/files/requestUpload.ts'
import { registerFiles } from '#platform/files/routes.ts'
import { seal, unseal } from '#platform/sealed.ts'
import { keyId } from '#platform/secretKeys.ts'
import { testSecretKey } from './database.ts'
import { startS3Server } from './s3Server.ts'
import { aPayment } from './world/fees.ts'
import { type Ground, groundOn } from './matrix/ground.ts'

// Databases that the product restores have their own clock.
await vi.hoisted(async () => (await import('#tests/moment/testMoment.ts')).leaveTestMoment())

// Its own server, because roles belong to a whole PostgreSQL, and these tests change their passwords.
const dataDir = temporaryFolder('operations')
const file = join(dataDir, 'whole.backup')
const say = (): void => undefined
const erasure = { schoolId: 1, studentId: 7, createdAt: new Date('2026-01-01T00:00:00.000Z') }
const erasedAt = new Date('2026-02-02T00:00:00.000Z')
const erased = '1,7,2026-01-01T00:00:00.000Z,2026-02-02T00:00:00.000Z'
let server: Embedded
let ground: Ground
let config: Config

beforeAll(async () => {
  server = await startEmbedded({ dataDir, log: say, settings: { fsync: 'off', autovacuum: 'off' } })
  ground = await groundOn(server.ownerUrl, { DATA_DIR: dataDir, SECRET_KEY: testSecretKey })
  config = ground.config
  // The matrix's sealed values are placeholders.
  for (const { table, column, context } of sealedColumns) {
    const { rows } = await ground.owner.query<{ school: string; id: string }>(
      `select school_id::text as school, id::text from ${table} where ${column} is not null`,
    )
    for (const { school, id } of rows)
      await ground.owner.query(`update ${table} set ${column} = $3 where school_id = $1 and id = $2`, [
        school,
        id,
        seal(`${column} of ${id}`, testSecretKey, context(Number(school), Number(id))),
      ])
  }
  const { rows } = await ground.owner.query<{ school: string; id: string }>(
    'select school_id::text as school, id::text from files',
  )
  for (const { school, id } of rows) {
    mkdirSync(join(dataDir, 'files', school), { recursive: true })
    writeFileSync(join(dataDir, 'files', school, id), `the bytes of ${id}`)
  }
  await claimStorage(server.ownerUrl, config)
  // Documents in progress, and queued mails.
  await ground.owner.query(`
    with done as (
      update document_jobs set email = 'a@b.test', mail_state = 'WAITING' where state = 'DONE' returning school_id, id
    )
    insert into background_tasks (kind, school_id, item_id) select 'DOCUMENT_MAIL', school_id, id from done`)
})
afterAll(async () => {
  await ground.close()
  await server.stop()
})

async function databases(): Promise<string[]> {
  const { rows } = await ground.owner.query<{ name: string }>(
    "select datname as name from pg_database where datname like 'drill%'",
  )
  return rows.map((row) => row.name)
}

async function drill(to: string, path = file, settings = config) {
  const manifest = await verifyBackup(path, settings.backupKey)
  return restoreBackup({ ownerUrl: server.ownerUrl, path, manifest, config: settings }, { to, otherKey: false, say })
}

async function counts() {
  const { rows } = await ground.owner.query<{ payments: number; lines: number; files: number }>(
    `select (select count(*)::int from payments) as payments, (select count(*)::int from collected_lines) as lines,
            (select count(*)::int from files) as files`,
  )
  return rows[0] ?? { payments: 0, lines: 0, files: 0 }
}

async function waitingIn(ownerUrl: string) {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const { rows } = await client.query<{ messages: number; mails: number; queued: number; unknown: number }>(
    `select (select count(*)::int from messages where state in ('QUEUED', 'SENDING')) as messages,
            (select count(*)::int from document_jobs where mail_state in ('WAITING', 'SENDING')) as mails,
            (select count(*)::int from message_queue) + (select count(*)::int from background_tasks where kind = 'DOCUMENT_MAIL') as queued,
            (select count(*)::int from messages join message_events e on e.message_id = messages.id and e.state = messages.state
             where messages.state = 'UNKNOWN' and failure like '%nobody knows%' and detail = failure) as unknown`,
  )
  await client.end()
  return rows[0] ?? { messages: 0, mails: 0, queued: 0, unknown: 0 }
}

/** Returns whether a backup waits for a table. */
async function isWaiting(): Promise<boolean> {
  const { rowCount } = await ground.owner.query(
    "select from pg_stat_activity where application_name = 'shala backup' and wait_event_type = 'Lock'",
  )
  return rowCount === 1
}

/** Starts a backup that has its snapshot and waits for a table, while a payment and an upload are made. */
async function backupAtWork() {
  const { own, world } = ground
  const app = Fastify()
  await registerFiles(app, { config, database: ground.database })
  const holder = new pg.Client({ connectionString: server.ownerUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table lectures in access exclusive mode')
  try {
    const backup = makeBackup(server.ownerUrl, config, { to: file, keep: 1 })
    await expect.poll(isWaiting, { timeout: 50_000 }).toBe(true)
    const clerk = await world.call('fees')
    const { fees } = await viewFeeAccount(clerk, own.id, { termId: own.termId, studentId: own.student7A })
    const seen = fees.filter(({ id }) => id === own.extra.library).map(({ id, version }) => ({ feeId: id, version }))
    await collectPayment(clerk, own.id, aPayment(own, seen, 30_000))
    const payload = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#336699' } })
      .png()
      .toBuffer()
    const type = { contentType: 'image/png', size: payload.length }
    const { url } = await requestUpload(await world.call('admin'), own.id, { purpose: 'student-photo', ...type })
    const upload = await app.inject({ method: 'PUT', url, payload, headers: { 'content-type': 'image/png' } })
    const during = { upload: upload.statusCode, waiting: await isWaiting() }
    await holder.query('rollback')
    return { during, manifest: (await backup).manifest }
  } finally {
    await holder.end()
    await app.close()
  }
}

describe('a backup', () => {
  test('is restored row by row and byte by byte, made while the installation works', async () => {
    await recordErasure(config, erasure, erasedAt)
    const [before, waiting] = [await counts(), await waitingIn(server.ownerUrl)]
    const { manifest, during } = await backupAtWork()
    const snapshot = Object.fromEntries(manifest.tables.map(({ schema, name, rows }) => [`${schema}.${name}`, rows]))
    // A payment and an upload after the snapshot, which did not wait: neither is in the backup.
    expect(during).toEqual({ upload: 201, waiting: true })
    expect(await counts()).toEqual({ payments: before.payments + 1, lines: before.lines + 1, files: before.files + 1 })
    const of = {
      payments: snapshot['public.payments'],
      lines: snapshot['public.collected_lines'],
      files: snapshot['public.files'],
    }
    expect(of).toEqual(before)
    expect(manifest.files.count).toBe(before.files)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file).includes(testSecretKey)).toBe(false)
    expect(manifest.files).toMatchObject({ kept: 'folder', missing: 0 })
    expect(manifest.keys).toEqual([keyId(testSecretKey)])
    const restored = await drill('drill')
    expect(restored.files).toBe(manifest.files.count)
    expect(restored.newer).toEqual([])
    // The list of erasures belongs to the installation: it is in no backup, and a restore does not change it.
    expect(readFileSync(file).includes(erased)).toBe(false)
    expect(await erasuresList(config)).toEqual([erased])
    expect(readdirSync(join(dataDir, 'restored/drill'))).not.toContain('erasures')
    const counted = (findings: Finding[]) => findings.map(({ check, schoolId, rows }) => `${check} ${schoolId} ${rows.length}`)
    expect(counted(restored.findings)).toEqual(counted((await checkData(ground.database)).findings))
    // Queued messages are not sent after a restore, and a person is told why.
    expect(restored.settled).toEqual({ messages: waiting.messages, mails: waiting.mails })
    expect(waiting.messages * waiting.mails).toBeGreaterThan(0)
    expect(await waitingIn(restored.ownerUrl)).toEqual({ messages: 0, mails: 0, queued: 0, unknown: waiting.messages })
    // A backup of the restored data equals the backup.
    const again = { ...config, storageUrl: `file://${join(dataDir, 'restored/drill')}` }
    const second = await makeBackup(restored.ownerUrl, again, { to: join(dataDir, 'second.backup'), keep: 1 })
    expect(second.troubles).toEqual([])
    const settled = ['messages', 'message_events', 'message_queue', 'document_jobs', 'background_tasks', 'installation_storage']
    const others = (all: Manifest['tables']) => all.filter(({ name }) => !settled.includes(name))
    expect(others(second.manifest.tables)).toEqual(others(manifest.tables))
    expect(second.manifest.files).toEqual(manifest.files)
    const kept = (all: Manifest['sequences']) => all.filter(({ name }) => name !== 'message_event_ids')
    expect(kept(second.manifest.sequences)).toEqual(kept(manifest.sequences))
  })

  test('overwrites nothing, and a failure leaves nothing behind', async () => {
    await expect(makeBackup(server.ownerUrl, config, { to: file, keep: 1 })).rejects.toThrow(
      /exists. A backup is written over nothing/,
    )
    await expect(drill('drill')).rejects.toThrow(/The database drill exists/)
    const manifest = await verifyBackup(file, undefined)
    const own = { ownerUrl: server.ownerUrl, path: file, manifest, config }
    await expect(restoreBackup(own, { to: undefined, otherKey: false, say })).rejects.toThrow(/The database is not empty/)
    expect((await ground.owner.query('select from students')).rowCount).toBeGreaterThan(0)
    // Verified while it was complete, and truncated since.
    const cut = join(dataDir, 'cut.backup')
    copyFileSync(file, cut)
    truncateSync(cut, statSync(file).size - 20_000)
    const half = { ...own, path: cut }
    await expect(restoreBackup(half, { to: 'drill_half', otherKey: false, say })).rejects.toThrow()
    expect(await databases()).toEqual(['drill'])
    expect(existsSync(join(dataDir, 'restored/drill_half'))).toBe(false)
    const unsaid = { ...config, secrets: { current: 'a secret that is not the one of the backup' } }
    await expect(drill('drill_key', file, unsaid)).rejects.toThrow(/which is not the one that is set/)
  })

  test('says which files are lost, and counts those that were deleted while it was written', async () => {
    const taken = new Map<string, Buffer>()
    let removed: object = {}
    const take = async ({ withRow }: { withRow: boolean }) => {
      const { rows } = await ground.owner.query<{ school: string; id: string }>(
        'select school_id::text as school, id::text from files order by school_id, id',
      )
      const { school = '', id = '' } = rows.find(({ id }) => existsSync(join(dataDir, 'files', '1', id))) ?? {}
      const key = storageKey(Number(school), id)
      taken.set(key, readFileSync(join(dataDir, 'files', key)))
      if (withRow) {
        await ground.owner.query("set session_replication_role = 'replica'")
        const deletion = 'delete from files where school_id = $1 and id = $2 returning to_jsonb(files) as row'
        removed = (await ground.owner.query<{ row: object }>(deletion, [school, id])).rows[0]?.row ?? {}
        await ground.owner.query("set session_replication_role = 'origin'")
      }
      rmSync(join(dataDir, 'files', key))
    }
    const holder = new pg.Client({ connectionString: server.ownerUrl })
    await holder.connect()
    await holder.query('begin')
    await holder.query('lock table lectures in access exclusive mode')
    const backup = makeBackup(server.ownerUrl, config, { to: join(dataDir, 'fewer.backup'), keep: 1 })
    await expect.poll(isWaiting, { timeout: 50_000 }).toBe(true)
    await take({ withRow: true })
    await take({ withRow: false })
    await holder.end()
    const { manifest, troubles } = await backup
    const [, lost = ''] = [...taken.keys()]
    expect(troubles).toHaveLength(1)
    expect(troubles[0]).toContain(`1 file of the database not in ${dataDir}/files, and so not in this backup: ${lost} (`)
    expect(manifest.files.missing).toBe(2)
    expect(manifest.files.count + 2).toBe(manifest.tables.find(({ name }) => name === 'files')?.rows)
    for (const [key, bytes] of taken) writeFileSync(join(dataDir, 'files', key), bytes)
    await ground.owner.query('insert into files select (jsonb_populate_record(null::files, $1)).*', [removed])
  })

  test('with another storage than that of the database is refused', async () => {
    const to = join(dataDir, 'elsewhere.backup')
    const elsewhere = { ...config, dataDir: join(dataDir, 'elsewhere') }
    await expect(makeBackup(server.ownerUrl, elsewhere, { to, keep: 1 })).rejects.toThrow(
      `The files of this installation do not lie in ${dataDir}/elsewhere/files`,
    )
    expect(existsSync(to)).toBe(false)
  })

  test('of files in a bucket says which are not there, and is written while the bucket does not answer', async () => {
    const bucket = await startS3Server()
    try {
      const inBucket = { ...config, storageUrl: bucket.url }
      for (const name of readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })) {
        const path = join(name.parentPath, name.name)
        if (name.isFile()) bucket.objects.set(path.slice(join(dataDir, 'files/').length), readFileSync(path))
      }
      const { manifest, troubles } = await makeBackup(server.ownerUrl, inBucket, { to: join(dataDir, 'b.backup'), keep: 1 })
      expect([manifest.files.kept, troubles]).toEqual(['bucket', []])
      const [lost = ''] = [...bucket.objects.keys()].filter((key) => /^\d/.test(key))
      bucket.objects.delete(lost)
      const fewer = await makeBackup(server.ownerUrl, inBucket, { to: join(dataDir, 'c.backup'), keep: 1 })
      expect(fewer.troubles.join()).toContain(`1 file of the database not in the bucket shala at `)
      expect(fewer.troubles.join()).toContain(lost)
      bucket.broken = true
      const blind = await makeBackup(server.ownerUrl, inBucket, { to: join(dataDir, 'd.backup'), keep: 1 })
      expect(blind.troubles).toEqual([expect.stringMatching(/^The bucket of the files does not answer \(\w+\)/)])
      expect((await verifyBackup(blind.path, undefined)).files.count).toBe(manifest.files.count)
    } finally {
      await bucket.close()
    }
  })

  test('that was changed or truncated is refused before anything is created', async () => {
    const bytes = readFileSync(file)
    for (const at of [bytes.indexOf('data/public.students/') + 552, bytes.indexOf('"moment"') + 12, bytes.length - 1600]) {
      const changed = join(dataDir, 'changed.backup')
      const copy = Buffer.from(bytes)
      copy.writeUInt8(copy.readUInt8(at) ^ 0x41, at)
      writeFileSync(changed, copy)
      await expect(verifyBackup(changed, undefined)).rejects.toThrow()
    }
    writeFileSync(join(dataDir, 'short.backup'), bytes.subarray(0, bytes.length / 2))
    await expect(verifyBackup(join(dataDir, 'short.backup'), undefined)).rejects.toThrow(/cannot be read|no backup|damaged/)
  })

  test('is encrypted with BACKUP_KEY, and the oldest ones in a folder are deleted', async () => {
    const settings = { ...config, backupKey: 'a key of backups that nobody else has' }
    const folder = join(dataDir, 'kept')
    mkdirSync(folder)
    for (const day of ['01', '02']) writeFileSync(join(folder, `shala-202601${day}T000000Z.backup`), '')
    writeFileSync(join(folder, '.shala-shala-20260103T000000Z.backup.4194999.part'), 'half')
    const { path, manifest } = await makeBackup(server.ownerUrl, settings, { to: folder, keep: 2 })
    expect(readdirSync(folder)).toEqual(['erasures.csv', 'shala-20260102T000000Z.backup', path.slice(folder.length + 1)])
    // The list of erasures survives the disk, and a new list removes nothing from its copy.
    rmSync(join(dataDir, 'files/erasures'), { recursive: true })
    const later = { ...erasure, studentId: 8 }
    await recordErasure(config, later, erasedAt)
    await copyErasures(config, folder)
    await copyErasures(config, folder)
    const list = join(folder, 'erasures.csv')
    expect(readFileSync(list, 'utf8')).toBe(`${erased}\n${erased.replace('7', '8')}\n`)
    expect(await erasuresToApply(config, list)).toEqual([erasure, later])
    expect(readFileSync(path).includes('manifest.json')).toBe(false)
    expect(await verifyBackup(path, settings.backupKey)).toEqual(manifest)
    await expect(verifyBackup(path, undefined)).rejects.toThrow(/is encrypted. Set BACKUP_KEY/)
    await expect(verifyBackup(path, `${settings.backupKey}!`)).rejects.toThrow(/BACKUP_KEY is not the key/)
    const cut = join(dataDir, 'cut-encrypted.backup')
    writeFileSync(cut, readFileSync(path).subarray(0, 24 + 65_552))
    await expect(verifyBackup(cut, settings.backupKey)).rejects.toThrow(/cut off|not the key/)
  })
})

test('a backup with its files beside is restored with them; a damaged one is named, and all else comes back', async () => {
  const settings = { ...config, backupKey: 'a key of backups that nobody else has' }
  const folder = join(dataDir, 'regular')
  mkdirSync(folder)
  const filesBeside = new FilesBeside(folder, settings.backupKey)
  const { path, manifest } = await makeBackup(server.ownerUrl, settings, { to: folder, filesBeside })
  expect(manifest.files.kept).toBe('beside')
  const copies = join(folder, readdirSync(folder).find((name) => name.startsWith('files-')) ?? '')
  const keys = readdirSync(copies, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('/'))
  expect(keys).toHaveLength(manifest.files.count)
  const [damaged = '', whole = ''] = keys
  const bytes = readFileSync(join(copies, damaged))
  bytes.writeUInt8(bytes.readUInt8(30) ^ 1, 30)
  writeFileSync(join(copies, damaged), bytes)
  const restored = await drill('drill_beside', path, settings)
  expect(restored.lostFiles).toEqual([damaged])
  expect(restored.files).toBe(keys.length - 1)
  const storage = join(dataDir, 'restored/drill_beside')
  expect(readFileSync(join(storage, whole))).toEqual(readFileSync(join(dataDir, 'files', whole)))
  expect(existsSync(join(storage, damaged))).toBe(false)
  expect(existsSync(join(storage, 'shala-storage'))).toBe(true)
})

test('the replication slot of the continuous backup of earlier versions is dropped', async () => {
  await ground.owner.query("select pg_create_physical_replication_slot('shala_backup', true)")
  await dropFormerSlot(server.ownerUrl)
  expect((await ground.owner.query('select from pg_replication_slots')).rowCount).toBe(0)
  await dropFormerSlot(server.ownerUrl)
})

describe('the secret', () => {
  const next = 'the secret that comes after the one of the tests'
  const during = { current: next, previous: testSecretKey }

  async function oldConnections(): Promise<number | null> {
    const { rowCount } = await ground.owner.query(
      "select from pg_stat_activity where usename = 'shala_app' and application_name like 'shala%'",
    )
    return rowCount
  }

  async function connects(user: string, secretKey: string): Promise<boolean> {
    const url = new URL(server.ownerUrl)
    url.username = user
    url.password = appPassword(secretKey)
    const client = new pg.Client({ connectionString: url.href })
    const answered = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    return answered
  }

  test('resealing knows every sealed column', async () => {
    const { rows } = await ground.owner.query<{ place: string }>(
      `select table_name || '.' || column_name as place from information_schema.columns
       where table_schema = 'public' and data_type = 'bytea' and column_name like '%sealed' and table_name <> 'installation_secrets'`,
    )
    expect(sealedColumns.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(
      rows.map(({ place }) => place).toSorted(),
    )
  })

  test('is rotated while servers with the old and the new one work', async () => {
    const push = (await withKeptSecrets(config, ground.database)).push
    await expect(migrate(server.ownerUrl, next)).rejects.toThrow(/SECRET_KEY is not the secret of this database/)
    await expect(rotateSecrets(server.ownerUrl, during, say)).rejects.toThrow(/No server has begun with this SECRET_KEY/)
    await migrate(server.ownerUrl, during)
    expect(await connects('shala_app', testSecretKey)).toBe(true)
    expect(await connects('shala_app_next', next)).toBe(true)
    await expect(migrate(server.ownerUrl, next)).rejects.toThrow(/Set SECRET_KEY_PREVIOUS/)

    // The tests' server has the old secret and is stopped.
    await expect(rotateSecrets(server.ownerUrl, during, say)).rejects.toThrow(/\d connections are of servers that still seal/)
    await ground.owner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'shala_app' and application_name like 'shala%'",
    )
    await expect.poll(oldConnections, { timeout: 50_000 }).toBe(0)
    const { values, resealed, old } = await rotateSecrets(server.ownerUrl, during, say)
    expect(old).toBe(0)
    expect(values).toBeGreaterThan(8)
    expect(resealed).toBe(values)
    expect(await rotateSecrets(server.ownerUrl, during, say)).toEqual({ values, resealed: 0, old: 0 })
    for (const { table, column, context } of sealedColumns) {
      const { rows } = await ground.owner.query<{ school: string; id: string; sealed: Buffer }>(
        `select school_id::text as school, id::text, ${column} as sealed from ${table} where ${column} is not null`,
      )
      expect(rows.length).toBeGreaterThan(0)
      for (const { school, id, sealed } of rows)
        expect(unseal(sealed, next, context(Number(school), Number(id)))).toBe(`${column} of ${id}`)
    }

    await migrate(server.ownerUrl, next)
    expect(await connects('shala_app', testSecretKey)).toBe(false)
    expect(await connects('shala_app', next)).toBe(true)
    // Servers of the previous step have not been restarted yet.
    expect(await connects('shala_app_next', next)).toBe(true)
    await expect(migrate(server.ownerUrl, testSecretKey)).rejects.toThrow(/SECRET_KEY is not the secret of this database/)
    const later = loadConfig({ DATA_DIR: dataDir, SECRET_KEY: next, DATABASE_URL: server.ownerUrl })
    const database = new Database(appUrl(server.ownerUrl, next), { connections: 1, onError: say })
    expect((await withKeptSecrets(later, database)).push).toEqual(push)
    await database.close()
  })
})
