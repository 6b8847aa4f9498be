import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { readPidFile } from '#app/pidFile.ts'
import { clockSettings } from '../moment/testMoment.ts'
import type { Requests } from './rollingLoad.ts'

/**
 * Starts a server that has two serving processes, and resolves when people can work. What goes wrong in it counts as a
 * failed request.
 *
 * @param entry the `src/app/start.ts` of a release
 */
export async function startServer(
  entry: string,
  requests: Requests,
  settings: Record<string, string>,
  words: readonly string[] = [],
): Promise<ChildProcess> {
  const usual = { PROCESSES: '2', WORK_PER_MINUTE: '0', TRUSTED_PROXIES: '127.0.0.1,::1', DEMO: 'off', LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, [entry, ...words], {
    env: { PATH: process.env.PATH, ...clockSettings(), ...usual, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stderr?.on('data', (part: Buffer) => {
    for (const line of part.toString().split('\n'))
      if (line.includes('"unexpected"') || /^[^\s{}]/.test(line)) requests.failed.push(`A server said: ${line.slice(0, 500)}`)
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (part: Buffer) => {
      if (part.toString().includes('Shala runs at')) resolve()
    })
    child.once('exit', () => reject(new Error(`A server did not start: ${requests.failed.at(-1) ?? ''}`)))
  })
  return child
}

/** Replaces the serving processes of a server. @throws with its words when they go on as they were */
export async function reload(dataDir: string, port: number): Promise<void> {
  const before = readPidFile({ dataDir, port })
  if (!before) throw new Error('The server is not there.')
  process.kill(before.pid, 'SIGHUP')
  for (;;) {
    const { trouble, times } = readPidFile({ dataDir, port })?.replaced ?? { trouble: 'The server ended.', times: 0 }
    if (trouble !== null) throw new Error(trouble)
    if (times > before.replaced.times) return
    await sleep(50)
  }
}

export async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
