import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#platform/freePort.ts'
import { clockSettings } from '../moment/testMoment.ts'

/** The product's server as a process that can be killed and restarted. */
export interface MortalServer {
  url: string
  pid(): number
  alive(): boolean
  kills(): number
  /** Resolves when it answers. */
  up(): Promise<void>
  /** Resolves when it reports that it is ready, which may take long on a busy machine; rejects when it has ended. */
  ready(): Promise<void>
  /** Kills the server with SIGKILL, awaits a look at the remains, and restarts it. Does nothing during a restart. */
  kill(whileDead?: () => Promise<void>): Promise<void>
  stop(): Promise<void>
  /**
   * Returns the errors in its log, without connections to PostgreSQL that came late: on a busy machine work behind the
   * requests gets none in time, says so and tries again.
   */
  errors(): readonly string[]
}

const cameLate = /timeout exceeded when trying to connect|Connection terminated due to connection timeout/

const root = join(import.meta.dirname, '../..')

/**
 * Starts the server with these settings behind a proxy that passes each family's address. On a free port unless one is
 * given.
 */
export async function mortalServer(settings: Record<string, string>, given?: number): Promise<MortalServer> {
  const port = given ?? (await freePort())
  const url = `http://localhost:${port}`
  const errors: string[] = []
  let child: ChildProcess | undefined
  let kills = 0
  let starting: Promise<void> | undefined

  async function begin(): Promise<void> {
    const started = spawn(process.execPath, ['src/app/start.ts', '--without-web'], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        TRUSTED_PROXIES: '127.0.0.1,::1',
        DEMO: 'off',
        LOG_LEVEL: 'error',
        PROCESSES: '1',
        WORK_PER_MINUTE: '0',
        PASSWORD_COST: 'cheap',
        ...clockSettings(),
        ...settings,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child = started
    createInterface({ input: started.stderr }).on('line', (line) => {
      if (!cameLate.test(line)) errors.push(line)
    })
    await ready()
  }

  const ended = () => !child || child.exitCode !== null || child.signalCode !== null

  async function ready(): Promise<void> {
    for (; !ended(); await sleep(50)) {
      const response = await fetch(`${url}/health/ready`).catch(() => null)
      await response?.body?.cancel()
      if (response?.ok) return
    }
    throw new Error(`The server did not start again. It says:\n${errors.slice(-20).join('\n')}`)
  }

  async function end(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    if (!child || ended()) return
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }

  const start = () => (starting = begin().finally(() => (starting = undefined)))
  await start()
  return {
    url,
    pid: () => child?.pid ?? 0,
    alive: () => !ended(),
    kills: () => kills,
    ready,
    up: async () => {
      await starting
    },
    kill: async (whileDead) => {
      if (starting) return
      kills += 1
      starting = end('SIGKILL').then(whileDead).then(begin)
      await starting.finally(() => (starting = undefined))
    },
    stop: async () => {
      await starting
      await end('SIGINT')
    },
    errors: () => errors,
  }
}
