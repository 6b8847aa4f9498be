import { readFile } from 'node:fs/promises'
import { runningServer } from '#platform/database/cluster.ts'
import { findDatabaseFolders } from '#platform/database/databaseFolders.ts'
import { processMemory } from '#platform/memoryGuard.ts'

/** Kills all PostgreSQL processes of a data folder, as by a power failure of the database alone. */
export async function killDatabase(dataDir: string): Promise<void> {
  const postmaster = databaseOf(dataDir)
  for (const pid of [...(await processMemory(postmaster)).keys()].reverse()) kill(pid)
}

/** Kills one backend; PostgreSQL then ends all others and recovers by itself. */
export async function killBackend(dataDir: string): Promise<void> {
  for (const pid of (await processMemory(databaseOf(dataDir))).keys())
    if (/postgres: shala_app .*/.test(await commandOf(pid))) return kill(pid)
}

/** Returns the serving processes; none when the server is a single process. */
export async function servingProcesses(serverPid: number): Promise<number[]> {
  const found: number[] = []
  for (const pid of (await processMemory(serverPid)).keys())
    if (pid !== serverPid && (await commandOf(pid)).includes('src/app/start.ts')) found.push(pid)
  return found
}

/** Kills a process; one that has already ended is fine. */
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
