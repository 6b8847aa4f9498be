import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

const ticksPerSecond = 100

/** Returns the processor seconds of a process and its children: the serving processes, or PostgreSQL's backends. */
export function processorSeconds(parent: number): number {
  return processes()
    .filter((pid) => pid === parent || parentOf(pid) === parent)
    .reduce((sum, pid) => sum + secondsOf(pid), 0)
}

/** Returns the process of PostgreSQL whose children are its backends. */
export async function databaseProcess(ownerUrl: string): Promise<number> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    const { rows } = await owner.query<{ pid: string }>(`select split_part(pg_read_file('postmaster.pid'), chr(10), 1) as pid`)
    return Number(rows[0]?.pid)
  } finally {
    await owner.end()
  }
}

function processes(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

/** Returns the fields of `/proc/PID/stat` after the command's name, which may contain any character. */
function stat(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return []
  }
}

/** Returns a process's parent; undefined for a process that has ended. */
function parentOf(pid: number): number | undefined {
  const parent = stat(pid)[1]
  return parent === undefined ? undefined : Number(parent)
}

/** Returns a process's processor seconds. Includes ended children, so that a backend's end does not reduce the sum. */
function secondsOf(pid: number): number {
  const [user = 0, system = 0, ofUser = 0, ofSystem = 0] = stat(pid).slice(11, 15).map(Number)
  return (user + system + ofUser + ofSystem) / ticksPerSecond
}
