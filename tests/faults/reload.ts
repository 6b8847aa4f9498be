import { join } from 'node:path'
import { freePort } from '#platform/freePort.ts'
import { crowdAt, type Requests } from './rollingLoad.ts'
import { rollingSchool } from './rollingSchool.ts'
import { end, reload, startServer } from './rollingServers.ts'

export interface ReloadRun {
  seed: number
  rounds: number
  ownerUrl: string
  secretKey: string
  /** An empty folder. */
  dataDir: string
  say(text: string): void
}

/** Replaces the serving processes of one server while people use it. It serves no pages. */
export async function runReload({ seed, rounds, ownerUrl, secretKey, dataDir, say }: ReloadRun): Promise<Requests> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const requests: Requests = { sent: 0, failed: [] }
  const settings = {
    DATABASE_URL: ownerUrl,
    SECRET_KEY: secretKey,
    DATA_DIR: dataDir,
    APP_URL: url,
    PORT: String(port),
    // A replaced process keeps connections open this long; the people respect it.
    KEEP_ALIVE_SECONDS: '3',
  }
  const entry = join(import.meta.dirname, '../../src/app/start.ts')
  const server = await startServer(entry, requests, settings, ['--without-web'])
  try {
    const school = await rollingSchool({ ownerUrl, secretKey, dataDir })
    const crowd = await crowdAt(url, { ...school, ownerUrl }, requests, seed, false)
    try {
      for (let round = 1; round <= rounds; round += 1) {
        await reload(dataDir, port)
        say(`round ${round}: serving processes replaced, requests ${requests.sent}, failed ${requests.failed.length}`)
      }
    } finally {
      await crowd.stop()
    }
  } finally {
    await end(server)
  }
  return requests
}
