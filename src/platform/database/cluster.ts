import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, closeSync, existsSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CannotStart, diskFullError, isDiskFull } from '../cannotStart.ts'
import type { DatabaseFolders } from './databaseFolders.ts'

/** Error when PostgreSQL did not start; `said` is its output. */
export class NotStarted extends Error {
  readonly said: string

  constructor(said: string) {
    super(`PostgreSQL does not start. It says: ${said.split('\n').slice(-5).join('\n')}`)
    this.said = said
  }
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Failed statements stay out of its log: their texts and details hold names and phones.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  // Looks four times a minute, and not once, whether a table has grown: after an import plans are for small tables.
  autovacuum_naptime: '15s',
}

/**
 * Creates the files of an empty database server in a draft folder that is renamed when complete, so that an interrupted
 * set-up leaves nothing that looks like a database.
 *
 * @throws CannotStart
 */
export function initialise(folders: DatabaseFolders, owner: string, sync: boolean): void {
  const { folder, cluster, binaries, passwordFile, account } = folders
  const draft = mkdtempSync(join(folder, 'draft-'))
  try {
    if (account) chownSync(draft, account.uid, account.gid)
    const made = spawnSync(
      join(binaries, 'initdb'),
      [
        `--pgdata=${draft}`,
        `--username=${owner}`,
        `--pwfile=${passwordFile}`,
        '--auth-local=reject',
        '--auth-host=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        // The same order, and the same upper and lower case, whatever languages a machine has.
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        ...(sync ? [] : ['--no-sync']),
      ],
      { ...account, cwd: draft, env: environment(), encoding: 'utf8' },
    )
    if (made.status !== 0) {
      const reason = made.error?.message ?? made.stderr.trim()
      if (isDiskFull(reason)) throw diskFullError(folder)
      throw new CannotStart(`The database could not be set up in ${folder}: ${reason}`)
    }
    renameSync(draft, cluster)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(cluster)) throw error
  }
}

/** Returns the server that runs on these files, by its pid file; ignores a file left by a killed server. */
export function runningServer({ cluster }: DatabaseFolders): { pid: number; port: number } | undefined {
  const [pid, , , port] = pidFile(cluster)
  if (!pid || !port) return undefined
  return commandOf(Number(pid)).includes(cluster) ? { pid: Number(pid), port: Number(port) } : undefined
}

/**
 * Starts the server and waits until it accepts connections, which after a crash may include a recovery. It stops when
 * this process dies.
 *
 * @throws NotStarted
 */
export async function launch(folders: DatabaseFolders, port: number, extra: Record<string, string>): Promise<ChildProcess> {
  const { cluster, binaries, account, logFile } = folders
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  if (existsSync(logFile) && statSync(logFile).size > 5_000_000) renameSync(logFile, `${logFile}.1`)
  const output = openSync(logFile, 'a', 0o600)
  const written = statSync(logFile).size
  const options = Object.entries({ ...settings, ...extra }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(binaries, 'postgres'), ['-D', cluster, '-p', String(port), ...options], {
    ...account,
    cwd: cluster,
    env: environment(),
    // A session of its own: Ctrl-C reaches this process alone, which stops PostgreSQL after the last request.
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  let failed: Error | undefined
  child.once('error', (error) => {
    failed = error
  })
  child.unref()
  for (;;) {
    await sleep(20)
    if (failed) throw new NotStarted(failed.message)
    if (child.exitCode !== null || child.signalCode !== null)
      throw new NotStarted(readFileSync(logFile).subarray(written).toString('utf8').trim())
    const lines = pidFile(cluster)
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') break
  }
  stopWithUs(child)
  return child
}

/**
 * Starts a shell that reads from a pipe: when this process is killed, the pipe closes and the shell stops the server.
 */
function stopWithUs(server: ChildProcess): void {
  if (process.platform === 'win32') return
  const guard = spawn('/bin/sh', ['-c', 'read -r stopped || kill -INT "$1"', 'sh', String(server.pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.on('error', () => undefined)
  guard.stdin.on('error', () => undefined)
  guard.unref()
  if (guard.stdin instanceof Socket) guard.stdin.unref()
  server.once('exit', () => guard.stdin.end('stopped\n'))
}

/** Stops a server: rolls back open transactions and writes everything. After 20 s stops it without that. */
export async function halt(folders: DatabaseFolders, pid: number): Promise<void> {
  const gone = async (seconds: number) => {
    for (let waited = 0; waited < seconds * 50; waited += 1) {
      if (runningServer(folders)?.pid !== pid) return true
      await sleep(20)
    }
    return false
  }
  signal(pid, 'SIGINT')
  if (await gone(20)) return
  signal(pid, 'SIGQUIT')
  await gone(5)
}

export function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Returns the lines of the pid file: pid, folder, start, port, socket folder, address, shared memory, state. */
function pidFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return []
  }
}

/** Returns '' for a process that has ended or is a zombie; another process may have its pid by now. */
function commandOf(pid: number): string {
  if (process.platform !== 'linux') return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C' }
}
