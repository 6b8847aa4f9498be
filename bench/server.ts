import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { codeExchange, passwordSignIn } from '#scripts/codeExchange.ts'
import { appUrl } from '#platform/database/connect.ts'
import { startEmbedded } from '#platform/database/embedded.ts'
import { migrate } from '#platform/database/migrate.ts'
import { freePort } from '#platform/freePort.ts'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'

const secretKey = 'the secret of a benchmark, which keeps nothing secret'

/** A separate database and, after `serve`, the product's server process on it. */
export interface BenchServer {
  ownerUrl: string
  secretKey: string
  /** Process id of the product, after `serve`. */
  pid(): number
  appUrl: string
  /** @param settings additional settings of the server */
  serve(settings?: Record<string, string>): Promise<{ url: string; token(email: string, password: string): Promise<string> }>
  /** Starts `rawServer.ts` with a module's statements, and returns its URL. */
  serveRaw(connections: number, module: string): Promise<string>
  stop(): Promise<void>
}

/**
 * Starts a migrated, empty database with PostgreSQL's default settings and those that a workload needs to be measured.
 */
export async function benchServer(settings: Record<string, string> = {}): Promise<BenchServer> {
  const dataDir = temporaryFolder('bench')
  const database = await startEmbedded({ dataDir, settings, log: () => undefined })
  await migrate(database.ownerUrl, secretKey)
  let child: ChildProcess | undefined
  let rawChild: ChildProcess | undefined
  return {
    ownerUrl: database.ownerUrl,
    secretKey,
    pid: () => child?.pid ?? 0,
    appUrl: appUrl(database.ownerUrl, secretKey),
    serve: async (settings = {}) => {
      const port = await freePort()
      const url = `http://localhost:${port}`
      child = spawn(process.execPath, ['src/app/start.ts', '--without-web'], {
        env: {
          ...process.env,
          PORT: String(port),
          DATA_DIR: join(dataDir, 'server'),
          DATABASE_URL: database.ownerUrl,
          SECRET_KEY: secretKey,
          DEMO: 'off',
          LOG_LEVEL: 'error',
          PROCESSES: process.env.PROCESSES ?? '1',
          // One person of a benchmark does the work of a whole school.
          WORK_PER_MINUTE: '0',
          ...settings,
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      await ready(url, child)
      return {
        url,
        token: async (email, password) => (await codeExchange(url, await passwordSignIn(url, { email, password }))).accessToken,
      }
    },
    serveRaw: async (connections, module) => {
      rawChild = spawn(process.execPath, ['bench/rawServer.ts', database.ownerUrl, String(connections), module], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const port = await new Promise<string>((resolve) =>
        rawChild?.stdout?.once('data', (data: Buffer) => resolve(data.toString().trim())),
      )
      return `http://127.0.0.1:${port}`
    },
    stop: async () => {
      rawChild?.kill('SIGKILL')
      if (child && child.exitCode === null) {
        const ended = new Promise((resolve) => child?.once('exit', resolve))
        child.kill('SIGINT')
        await ended
      }
      await database.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  const end = Date.now() + 180_000
  while (Date.now() < end && child.exitCode === null) {
    const response = await fetch(`${url}/health/ready`).catch(() => null)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`The server at ${url} did not become ready.`)
}
