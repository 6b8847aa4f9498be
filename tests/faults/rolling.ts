import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readPidFile } from '#app/pidFile.ts'
import { buildWebIfStale } from '#app/webBuild.ts'
import { freePort } from '#platform/database/cluster.ts'
import { startStopwatch } from '../stopwatch.ts'
import { nginxProxy } from './nginxProxy.ts'
import { type Crowd, crowdAt, type Requests } from './rollingLoad.ts'
import { roundRobinProxy } from './rollingProxy.ts'
import { rollingSchool } from './rollingSchool.ts'
import { clockSettings } from '../moment/testMoment.ts'

export interface RollingRun {
  seed: number
  rounds: number
  /** 2 runs two servers behind a proxy; 1 replaces one server's processes, without serving pages. */
  servers: 1 | 2
  /** True for Debian's nginx with the configuration of `ops/` instead of the proxy of the tests. */
  nginx?: boolean
  ownerUrl: string
  secretKey: string
  /** An empty folder. */
  dataDir: string
  say(text: string): void
}

const root = join(import.meta.dirname, '../..')

/** Replaces serving processes, and stops and starts servers behind a proxy, while people use both. */
export async function runRolling(run: RollingRun): Promise<Requests & { times: number[] }> {
  const { ownerUrl, secretKey, dataDir, say } = run
  const pages = run.servers === 2
  if (pages) await buildWebIfStale(() => say('building the browser side'))
  const ports = await Promise.all(Array.from({ length: run.servers }, freePort))
  const addresses = ports.map((port) => `http://localhost:${port}`)
  const proxy = run.servers === 2 ? await proxyOf(run, addresses) : undefined
  const issuer = proxy?.url ?? addresses[0] ?? ''
  const requests: Requests = { sent: 0, failed: [] }
  const times: number[] = []
  const settings = {
    DATABASE_URL: ownerUrl,
    SECRET_KEY: secretKey,
    DATA_DIR: dataDir,
    APP_URL: issuer,
    PROCESSES: '2',
    WORK_PER_MINUTE: '0',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    DEMO: 'off',
    LOG_LEVEL: 'error',
    // A replaced process keeps connections open this long; the proxy and the people respect it.
    KEEP_ALIVE_SECONDS: pages ? '8' : '3',
  }
  const start = (nth: number) => startServer({ ...settings, PORT: String(ports[nth]) }, pages, requests)
  const servers: ChildProcess[] = []
  const crowds: Crowd[] = []
  let said = 0
  /** Reports failures immediately, because a server that does not restart ends the run. */
  const tell = (text: string) => {
    say(`${text}, requests ${requests.sent}, failed ${requests.failed.length}`)
    for (; said < requests.failed.length; said += 1) say(`  ${requests.failed[said]}`)
  }
  try {
    for (let nth = 0; nth < run.servers; nth += 1) servers.push(await start(nth))
    const school = { ...(await rollingSchool(run, pages)), ownerUrl }
    const direct = await crowdAt(addresses[0] ?? '', issuer, school, requests, run.seed)
    crowds.push(direct)
    if (proxy) crowds.push(await crowdAt(proxy.url, issuer, school, requests, run.seed + 1))
    await sleep(500)
    for (let round = 0; round < run.rounds; round += 1) {
      const took = startStopwatch()
      await reload(dataDir, ports[0] ?? 0)
      times.push(took())
      tell(`round ${round + 1}: serving processes replaced`)
      if (!proxy) continue
      for (const nth of [1, 0]) {
        // People without a proxy pause while the only server is stopped.
        if (nth === 0) await direct.pause()
        await end(servers[nth])
        servers[nth] = await start(nth)
        // The proxy needs a moment to notice that it is back.
        await sleep(500)
        direct.resume()
      }
      tell(`round ${round + 1}: both servers restarted`)
    }
    await sleep(300)
  } finally {
    for (const crowd of crowds) await crowd.stop()
    await Promise.all(servers.map(end))
    await proxy?.stop()
  }
  return { ...requests, times }
}

function proxyOf({ nginx, dataDir }: RollingRun, addresses: readonly string[]) {
  return nginx === true ? nginxProxy(addresses, join(dataDir, 'nginx')) : roundRobinProxy(addresses)
}

async function startServer(settings: Record<string, string>, pages: boolean, requests: Requests): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['src/app/start.ts', ...(pages ? [] : ['--without-web'])], {
    cwd: root,
    env: { PATH: process.env.PATH, ...clockSettings(), ...settings },
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

async function reload(dataDir: string, port: number): Promise<void> {
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

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
