import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { halt, initialise, launch } from '#platform/database/cluster.ts'
import { freePort } from '#platform/freePort.ts'
import { type DatabaseFolders, findDatabaseFolders, ownerPassword } from '#platform/database/databaseFolders.ts'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { asOwner } from './asOwner.ts'
import { patience, testSecretKey } from './database.ts'
import { mortalServer } from './faults/mortalServer.ts'

/*
 * No managed PostgreSQL gives its superuser away. Everything that an installation does in its life must work as the
 * owner that ops/database.sql makes, on the oldest PostgreSQL that is supported and on the newest.
 */

const root = join(import.meta.dirname, '..')
const debians = '/usr/lib/postgresql'
const servers: [name: string, binaries: string | undefined][] = [
  ['that comes with Shala', undefined],
  ...(existsSync(debians) ? readdirSync(debians) : [])
    .filter((version) => existsSync(join(debians, version, 'bin/initdb')))
    .map((version): [string, string] => [`${version} of Debian`, join(debians, version, 'bin')]),
]

describe.each(servers)('as an owner who is no superuser, on the PostgreSQL %s,', (_, binaries) => {
  const dataDir = temporaryFolder('ordinary-owner')
  let folders: DatabaseFolders
  let pid: number | undefined
  let settings: Record<string, string>

  beforeAll(async () => {
    const found = findDatabaseFolders(dataDir)
    folders = { ...found, binaries: binaries ?? found.binaries }
    const password = ownerPassword(folders)
    if (binaries === undefined) initialise(folders, 'postgres', false)
    else makeFiles(folders)
    const port = await freePort()
    pid = (await launch(folders, port, { fsync: 'off' })).pid
    for (const statement of readFileSync(join(root, 'ops/database.sql'), 'utf8').split(/;$/m).slice(0, -1))
      await asOwner(`postgres://postgres:${password}@127.0.0.1:${port}/postgres`, statement)
    settings = {
      DATABASE_URL: `postgres://shala:${encodeURIComponent('change this')}@127.0.0.1:${port}/shala`,
      SECRET_KEY: testSecretKey,
      DATA_DIR: join(dataDir, 'server'),
    }
    mkdirSync(join(dataDir, 'server'))
  }, patience(300_000))

  afterAll(async () => {
    if (pid !== undefined) await halt(folders, pid)
    rmSync(folders.folder, { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('the server starts with an empty database, and starts again', { timeout: patience(600_000) }, async () => {
    // The demo's rows once: it takes as long as everything else here.
    for (const DEMO of [binaries === undefined ? 'on' : 'off', 'off']) {
      const server = await mortalServer({ ...settings, DEMO })
      await server.stop()
      expect(server.errors()).toEqual([])
    }
    const roles = await asOwner(
      settings.DATABASE_URL ?? '',
      "select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = 'shala_app'",
    )
    expect(roles).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false }])
  })

  test('the data are checked, backed up and restored', { timeout: patience(600_000) }, async () => {
    const backup = join(dataDir, 'drilled.backup')
    expect(await command('check-data.ts')).toContain('0 violations')
    expect(await command('backup.ts', '--to', backup)).toContain('backed up')
    expect(await command('restore.ts', backup, '--to', 'drill')).toContain('0 violations')
  })

  test('the secret is replaced while a server works', { timeout: patience(600_000) }, async () => {
    const after = { SECRET_KEY: 'the secret that follows it, when it is replaced', SECRET_KEY_PREVIOUS: testSecretKey }
    const server = await mortalServer({ ...settings, ...after })
    settings = { ...settings, ...after }
    expect(await command('rotateSecrets.ts')).toContain('under the old key 0')
    await server.stop()
    delete settings.SECRET_KEY_PREVIOUS
    await (await mortalServer(settings)).stop()
  })

  /** Runs one of the scripts, and returns what it says. */
  async function command(script: string, ...values: string[]): Promise<string> {
    const child = spawn(process.execPath, [join('scripts', script), ...values], {
      cwd: root,
      env: { PATH: process.env.PATH, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [said, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
    return said + errors
  }
})

/** Makes the files of an older PostgreSQL's server, which has no locale of its own. */
function makeFiles({ binaries, cluster, passwordFile, account }: DatabaseFolders): void {
  mkdirSync(cluster)
  if (account) chownSync(cluster, account.uid, account.gid)
  const options = [
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ]
  const { status, stderr } = spawnSync(join(binaries, 'initdb'), [`--pgdata=${cluster}`, ...options, '--no-sync'], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
}
