import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#platform/database/cluster.ts'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'

const patience = 120_000

/**
 * Starts the whole product as people start it, with the demo schools, on a free port and in a data folder of its own.
 * With E2E_URL set, that server is used instead. Tests find the data folder (mails!) in E2E_DATA_DIR.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL) return undefined
  const dataDir = temporaryFolder('e2e')
  const port = await freePort()
  const server = spawn(process.execPath, ['src/app/start.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, NODE_ENV: 'development', PORT: String(port), DATA_DIR: dataDir, DEMO: 'on', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async () => {
    if (server.exitCode === null) {
      server.kill('SIGINT')
      await once(server, 'exit')
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await new Promise<void>((resolve, reject) => {
      let said = ''
      server.stdout.on('data', (part: Buffer) => {
        said += part.toString()
        if (said.includes('Shala runs at')) resolve()
      })
      server.once('exit', () => reject(new Error(`The server did not start. It said:\n${said}`)))
      setTimeout(
        () => reject(new Error(`The server took more than ${patience / 1000} s to start. It said:\n${said}`)),
        patience,
      ).unref()
    })
  } catch (error) {
    await stop()
    throw error
  }
  process.env.E2E_URL = `http://localhost:${port}`
  process.env.E2E_DATA_DIR = dataDir
  return stop
}
