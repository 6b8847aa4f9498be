import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildWebIfStale } from '#app/webBuild.ts'
import { freePort } from '#platform/freePort.ts'
import { startEmbedded } from '#platform/database/embedded.ts'
import { schoolDay } from '#shared/dates.ts'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { fromNow } from '../moments.ts'
import { enterTestMoment, shiftDatabase } from '../moment/testMoment.ts'

/** A start that says nothing for so long hangs. Between two of its lines are seconds. */
const silenceMs = 300_000

/**
 * Starts the whole product with the demo schools at the test moment, on a free port and in a temporary data folder.
 * Uses the server at E2E_URL instead if that is set. Sets E2E_DATA_DIR to the data folder, where tests read sent mails
 * and find the database.
 * @returns the function that stops the server
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL) return undefined
  // Before the clock is shifted: the build's files are kept for later runs.
  await buildWebIfStale(() => process.stdout.write('Building the browser side …\n'))
  enterTestMoment()
  const dataDir = temporaryFolder('e2e')
  const database = await startEmbedded({
    dataDir,
    log: () => undefined,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  })
  await shiftDatabase(database.ownerUrl)
  const port = await freePort()
  const server = spawn(process.execPath, ['src/app/start.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: database.ownerUrl,
      DEMO: 'on',
      PASSWORD_COST: 'cheap',
      // A connection that is late because the machine is busy is none of a test's business.
      PGCONNECT_TIMEOUT: '60',
      // One super administrator sets up the schools of all tests; `npm run budget` has the budget of a person.
      WORK_PER_MINUTE: process.env.WORK_PER_MINUTE ?? '0',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async () => {
    if (server.exitCode === null) {
      server.kill('SIGINT')
      await once(server, 'exit')
    }
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await new Promise<void>((resolve, reject) => {
      let output = ''
      const hung = () =>
        reject(new Error(`The server has said nothing for ${silenceMs / 1000} s of its start. Its output:\n${output}`))
      const deadline = setTimeout(hung, silenceMs).unref()
      server.stdout.on('data', (chunk: Buffer) => {
        deadline.refresh()
        output += chunk.toString()
        if (!output.includes('Shala runs at')) return
        clearTimeout(deadline)
        resolve()
      })
      server.once('exit', () => reject(new Error(`The server did not start. Its output:\n${output}`)))
    })
  } catch (error) {
    await stop()
    throw error
  }
  await waitForTheNextDay()
  process.env.E2E_URL = `http://localhost:${port}`
  process.env.E2E_DATA_DIR = dataDir
  return stop
}

/** Each file tells the story of one day: they begin after midnight, when the server has started just before it. */
async function waitForTheNextDay(): Promise<void> {
  const tomorrow = schoolDay(fromNow(30 * 60_000))
  while (schoolDay(new Date()) < tomorrow) await sleep(1000)
}
