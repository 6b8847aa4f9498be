import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { asOwner } from '#tests/asOwner.ts'
import { fromNow } from '#tests/moments.ts'
import { setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { backupsIn } from './backupFolder.ts'
import { findBackup } from './findBackup.ts'
import { lastBackup } from './lastBackup.ts'
import { isOnTheSameDisk, RegularBackups } from './regularBackup.ts'
import { safetyOf, watchSafeMoment } from './safeMoment.ts'

const root = temporaryFolder('regular-backup')
const folder = join(root, 'disk/shala')
const backupKey = 'a key of backups that nobody else has'
const everyMinutes = 15

let world: TestWorld
let config: ConstructorParameters<typeof RegularBackups>[0]['config']
let backups: RegularBackups

beforeAll(async () => {
  world = await testWorld()
  config = { ...(await world.call('admin')).services.config, backupKey }
  mkdirSync(folder, { recursive: true })
  backups = makes()
})
afterEach(() => void vi.useRealTimers())
afterAll(async () => {
  await world.close()
  rmSync(root, { recursive: true, force: true })
})

function makes(): RegularBackups {
  return new RegularBackups({ ownerUrl: world.ownerUrl, config, everyMinutes, folder }, { info: () => undefined })
}

/** The names have seconds, so that two backups need two of them. */
let seconds = 0
async function runWhenDue(by = backups): Promise<void> {
  await asOwner(world.ownerUrl, "update regular_backup set safe_at = safe_at - interval '15 minutes'")
  seconds += 60
  vi.useFakeTimers({ toFake: ['Date'], now: fromNow(seconds * 1000) })
  await by.runIfDue().finally(() => void vi.useRealTimers())
}

const change = (name: string) => setSchool(world, world.own, { name })
const names = async () => (await backupsIn(folder)).map(({ path }) => path)

async function safety() {
  const watched = watchSafeMoment({ databaseUrl: undefined, backupEvery: everyMinutes }, world.database)
  await watched.stop()
  return safetyOf(world.database)
}

describe('the backups of BACKUP_EVERY', () => {
  test('the first one is made at once, and the next one when it is due', async () => {
    expect(await safety()).toMatchObject({ state: 'STARTING', at: null, everyMinutes })
    await backups.runIfDue()
    const [first] = await names()
    const { manifest } = await findBackup(folder, backupKey)
    expect(await safety()).toMatchObject({ state: 'ON', at: new Date(manifest.moment), trouble: null })
    expect(lastBackup(config.dataDir)).toBe(Date.parse(manifest.moment) / 1000)
    expect(await backups.runIfDue()).toBeLessThanOrEqual(60_000)
    expect(await names()).toEqual([first])
    await change('A name')
    await runWhenDue()
    expect(await names()).toEqual([first, expect.any(String)])
    expect(existsSync(join(folder, 'erasures.csv'))).toBe(true)
  })

  test('where nothing changed no backup is added, and the moment is safe all the same', async () => {
    const before = await names()
    // What the jobs of an idle server write.
    await asOwner(world.ownerUrl, "update jobs.queue set updated_on = now() + interval '1 second'")
    await asOwner(
      world.ownerUrl,
      `insert into school_figures (school_id, counted_at, day, students, present, absent, sections, sections_taken, collected_today,
         collected_term, overdue, open_days) values (${world.own.id}, now(), current_date, 1, 0, 0, 0, 0, 0, 0, 0, 0)`,
    )
    const { at } = await safety()
    await runWhenDue()
    expect(await names()).toEqual(before)
    expect(Number((await safety()).at)).toBeGreaterThan(Number(at) - everyMinutes * 60_000)
    await change('Another name')
    await runWhenDue()
    expect(await names()).toHaveLength(before.length + 1)
  })

  test('what another server has backed up since counts: the newest backup is never an older state', async () => {
    const [first, second] = [makes(), makes()]
    await change('One')
    await runWhenDue(first)
    await change('Two')
    await runWhenDue(second)
    await change('One')
    await runWhenDue(first)
    const { manifest: one } = await findBackup((await names()).at(-3) ?? '', backupKey)
    const { manifest: newest } = await findBackup(folder, backupKey)
    const school = (tables: typeof newest.tables) => tables.find(({ name }) => name === 'schools')?.sha256
    expect(school(newest.tables)).toBe(school(one.tables))
  })

  test('one process of all makes it', async () => {
    const holder = new pg.Client({ connectionString: world.ownerUrl })
    await holder.connect()
    await holder.query('select pg_advisory_lock(7422504)')
    const before = await names()
    await change('While another makes it')
    await runWhenDue()
    expect(await names()).toEqual(before)
    await holder.end()
  })

  test('uploaded files are beside it, copied once, and only complete ones', async () => {
    const [whole, half] = [randomUUID(), randomUUID()]
    const addFile = (id: string, stored: boolean) =>
      asOwner(
        world.ownerUrl,
        `insert into files (school_id, id, purpose, content_type, size, created_by, stored)
         values (${world.own.id}, '${id}', 'document', 'image/png', 9, '${randomUUID()}', ${stored})`,
      )
    await addFile(whole, true)
    await addFile(half, false)
    mkdirSync(join(config.dataDir, 'files', String(world.own.id)), { recursive: true })
    for (const id of [whole, half]) writeFileSync(join(config.dataDir, 'files', String(world.own.id), id), 'the photo')
    await runWhenDue()
    const { manifest, path } = await findBackup(folder, backupKey)
    expect(manifest.files).toMatchObject({ kept: 'beside', count: 1, missing: 0 })
    const copies = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    expect(copies.filter((name) => name.endsWith(whole))).toHaveLength(1)
    expect(copies.filter((name) => name.endsWith(half))).toHaveLength(0)
    expect(manifest.files.sha256).toBe(createHash('sha256').update(`${world.own.id}/${whole}\t9\n`).digest('hex'))
    expect(readFileSync(path, 'latin1').slice(0, 8)).toBe('SHALABK1')
  })

  test('a folder that is missing is said in words and not made; it goes on when the folder is back', async () => {
    await change('While the disk is away')
    renameSync(folder, `${folder}-away`)
    await expect(runWhenDue()).rejects.toThrow('is not there. Is its disk mounted?')
    expect(existsSync(folder)).toBe(false)
    const { at, trouble } = await safety()
    expect(trouble).toContain(`The folder ${folder} of BACKUP_FOLDER is not there.`)
    renameSync(`${folder}-away`, folder)
    await runWhenDue()
    expect(await safety()).toMatchObject({ state: 'ON', trouble: null })
    expect(Number((await safety()).at)).toBeGreaterThan(Number(at))
  })

  test('what the rule does not keep is removed after a new one is whole', async () => {
    const old = ['shala-20250301T000000Z.backup', 'shala-20250302T000000Z.backup']
    for (const name of old) writeFileSync(join(folder, name), 'of long ago')
    await runWhenDue()
    // Nothing had changed: no backup was added, and none was removed.
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(old))
    await change('Something')
    await runWhenDue()
    expect(readdirSync(folder).filter((name) => old.includes(name))).toEqual([])
  })

  test('the backup of a moment is the newest that is not of a later one', async () => {
    const all = await names()
    const { manifest } = await findBackup(all[1] ?? '', backupKey)
    expect((await findBackup(folder, backupKey)).path).toBe(all.at(-1))
    await expect(findBackup(folder, backupKey, new Date(0))).rejects.toThrow('There is no backup of 1970-01-01')
    await expect(findBackup(join(root, 'none'), backupKey)).rejects.toThrow('cannot be read')
    expect((await findBackup(all[1] ?? '', backupKey, new Date(manifest.moment))).path).toBe(all[1])
  })
})

test('recognises a folder on the disk of the data', async () => {
  expect(await isOnTheSameDisk(join(root, 'not/made/yet'), root)).toBe(true)
  expect(await isOnTheSameDisk('/proc', root)).toBe(false)
})
