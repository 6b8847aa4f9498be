import { readFile } from 'node:fs/promises'

/** Of all Linux systems on which Node.js runs. */
const ticksPerSecond = 100

/**
 * Returns how long a process has had a processor since it started, in milliseconds, exact to ten. Null for a process
 * that has ended, and where the system does not report it; Linux does.
 */
export async function processorTime(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  // The name is in brackets and may contain anything. After it, the twelfth and thirteenth value are the times of the
  // process and of the system for it.
  const values = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(values[11]) + Number(values[12])) * 1000) / ticksPerSecond
}
