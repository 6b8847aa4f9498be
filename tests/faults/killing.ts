import { readFile } from 'node:fs/promises'
import { runningServer } from '#platform/database/cluster.ts'
import { findDatabaseFolders } from '#platform/database/databaseFolders.ts'
import { memoryOf } from '#platform/pdf/memory.ts'

/** Kills all that PostgreSQL is on a data folder, as if the power had gone for it alone. */
export async function killDatabase(dataDir: string): Promise<void> {
  const postmaster = databaseOf(dataDir)
  for (const pid of [...(await memoryOf(postmaster)).keys()].reverse()) kill(pid)
}

/** Kills one process that works for a connection; PostgreSQL then ends all others and recovers by itself. */
export async function killBackend(dataDir: string): Promise<void> {
  for (const pid of (await memoryOf(databaseOf(dataDir))).keys())
    if (/postgres: shala_app .*/.test(await commandOf(pid))) return kill(pid)
}

/** The processes that serve, where the server is more than one; none where it is one. */
export async function servingProcesses(serverPid: number): Promise<number[]> {
  const found: number[] = []
  for (const pid of (await memoryOf(serverPid)).keys())
    if (pid !== serverPid && (await commandOf(pid)).includes('src/app/start.ts')) found.push(pid)
  return found
}

/** One that has ended meanwhile is dead as well. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function databaseOf(dataDir: string): number {
  const running = runningServer(findDatabaseFolders(dataDir))
  if (!running) throw new Error(`No database runs on ${dataDir}.`)
  return running.pid
}

const commandOf = (pid: number) =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').then(
    (text) => text.replaceAll('\0', ' '),
    () => '',
  )
