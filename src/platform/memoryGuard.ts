import { readdir, readFile } from 'node:fs/promises'

/**
 * Returns the memory in bytes of a process and all its descendants by pid: private and shared memory, without mapped
 * files. Empty where the system does not report it; Linux does, which the browser of the npm package needs.
 */
export async function processMemory(root: number): Promise<Map<number, number>> {
  const memory = new Map<number, number>()
  let next = [root]
  while (next.length > 0) {
    const processes = await Promise.all(
      next.map(async (pid) => ({ pid, bytes: await ownMemory(pid), children: await childrenOf(pid) })),
    )
    for (const { pid, bytes } of processes) if (bytes !== null) memory.set(pid, bytes)
    next = processes.flatMap(({ children }) => children).filter((pid) => !memory.has(pid))
  }
  return memory
}

/** Returns null for a process that has ended. */
async function ownMemory(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null)
  if (status === null) return null
  let kilobytes = 0
  for (const [, number = '0'] of status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB/gm)) kilobytes += Number(number)
  return kilobytes * 1024
}

async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  )
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number))
}

/** Watches the memory of a process and its descendants, and kills those that exceed the limit. */
export interface MemoryGuard {
  /** Number of processes killed for exceeding the limit. */
  kills(): number
  stop(): void
}

/**
 * Starts a guard.
 *
 * @param most bytes of one process
 * @param every milliseconds between two checks
 */
export function guardMemory(root: number, most: number, every = 250): MemoryGuard {
  let kills = 0
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const check = async () => {
    for (const [pid, bytes] of await processMemory(root)) {
      if (stopped || bytes <= most) continue
      kills += 1
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended by itself.
      }
    }
    if (!stopped) timer = setTimeout(() => void check(), every)
  }
  void check()
  return {
    kills: () => kills,
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
