import { readdir, readFile } from 'node:fs/promises'

/**
 * The memory in bytes of a process and of everything it has started, each by its id: what is its own or shared, without the files it has
 * mapped. Empty where the system does not tell (it does on Linux, which the browser of the npm package needs).
 */
export async function memoryOf(root: number): Promise<Map<number, number>> {
  const found = new Map<number, number>()
  let next = [root]
  while (next.length > 0) {
    const told = await Promise.all(
      next.map(async (pid) => ({ pid, bytes: await ownMemory(pid), children: await childrenOf(pid) })),
    )
    for (const { pid, bytes } of told) if (bytes !== null) found.set(pid, bytes)
    next = told.flatMap(({ children }) => children).filter((pid) => !found.has(pid))
  }
  return found
}

/** null for a process that is not there any more. */
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

/** Watches what a process and everything it has started take, and kills what takes too much. */
export interface MemoryGuard {
  /** How often it had to. */
  kills(): number
  stop(): void
}

/** @param most bytes of one process; @param every milliseconds between two looks */
export function guardMemory(root: number, most: number, every = 250): MemoryGuard {
  let kills = 0
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const look = async () => {
    for (const [pid, bytes] of await memoryOf(root)) {
      if (stopped || bytes <= most) continue
      kills += 1
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended by itself.
      }
    }
    if (!stopped) timer = setTimeout(() => void look(), every)
  }
  void look()
  return {
    kills: () => kills,
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
