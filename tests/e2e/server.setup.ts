import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#platform/database/cluster.ts'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'

const startTimeoutMs = 120_000

/**
 * Starts the whole product with the demo schools, on a free port and in a temporary data folder. Uses the server at
 * E2E_URL instead if that is set. Sets E2E_DATA_DIR to the data folder, where tests read sent mails.
 * @returns the function that stops the server
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
      let output = ''
      server.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (output.includes('Shala runs at')) resolve()
      })
      server.once('exit', () => reject(new Error(`The server did not start. Its output:\n${output}`)))
      setTimeout(
        () => reject(new Error(`The server took more than ${startTimeoutMs / 1000} s to start. Its output:\n${output}`)),
        startTimeoutMs,
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
