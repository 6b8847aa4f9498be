import { readdir, readFile, readlink } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { processMemory } from '#platform/memoryGuard.ts'

/** Returns whether a server has started the browser that renders PDFs. */
export async function hasBrowser(serverPid: number): Promise<boolean> {
  return (await browserOf(serverPid)) !== undefined
}

/** Kills a server's rendering browser; false when it has none. */
export async function killBrowser(serverPid: number): Promise<boolean> {
  const pid = await browserOf(serverPid)
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
  return pid !== undefined
}

async function browserOf(serverPid: number): Promise<number | undefined> {
  for (const pid of (await processMemory(serverPid)).keys()) if (await isBrowser(pid)) return pid
  return undefined
}

/** Returns browsers whose server is gone. */
export async function lostBrowsers(): Promise<ReadonlySet<number>> {
  const lost = new Set<number>()
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    if (/^PPid:\t1$/m.test(status) && (await isBrowser(pid))) lost.add(pid)
  }
  return lost
}

/** Returns the number of browsers lost since, after ending ones have ended. */
export async function lostSince(before: ReadonlySet<number>): Promise<number> {
  for (let turn = 0; ; turn += 1) {
    const lost = [...(await lostBrowsers())].filter((pid) => !before.has(pid)).length
    if (lost === 0 || turn === 50) return lost
    await sleep(100)
  }
}

async function isBrowser(pid: number): Promise<boolean> {
  const path = await readlink(`/proc/${pid}/exe`).catch(() => '')
  return path.includes('/shala-chromium-')
}
