import { type ChildProcess, execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { signer } from '#scripts/signer.ts'
import { freePort } from '#platform/freePort.ts'
import { appUrl, Database } from '#platform/database/connect.ts'
import { startEmbedded } from '#platform/database/embedded.ts'
import { checkData } from '#platform/dataChecks.ts'
import { asOwner } from '../asOwner.ts'
import { shiftDatabase } from '../moment/testMoment.ts'
import { startS3Server } from '../s3Server.ts'
import { clerkOf, type Finished } from './documentCalls.ts'
import { forgetLimits } from './documents.ts'
import { nginxProxy } from './nginxProxy.ts'
import { releasesIn, type Releases } from './releases.ts'
import { type Crowd, crowdAt, type Requests } from './rollingLoad.ts'
import type { RollingSchool } from './rollingSchool.ts'
import { end, reload, startServer } from './rollingServers.ts'

export interface RollingRun {
  seed: number
  /** Two versions: tags or commits. */
  from: string
  to: string
  /** How often it is upgraded; in between it goes back to the version before. */
  rounds: number
  /** An empty folder. */
  folder: string
  say(text: string): void
}

export interface RollingCount {
  requests: number
  documents: number
  /** The migrations that the upgrade ran while people worked. */
  migrations: number
  wrong: string[]
}

/** Number of reports that are ordered at once. */
const clerks = 2

/**
 * Upgrades two servers with folders of their own, which share a bucket and a database, from one version to another
 * behind Debian's nginx, by the link and a reload, and then by restarts. People work meanwhile, and order reports.
 */
export async function runRolling({ seed, from, to, rounds, folder, say }: RollingRun): Promise<RollingCount> {
  const releases = releasesIn(join(folder, 'releases'))
  for (const version of [from, to]) {
    say(`making the release ${version}`)
    await releases.make(version)
  }
  const postgres = await startEmbedded({ dataDir: join(folder, 'database'), log: () => undefined })
  await shiftDatabase(postgres.ownerUrl)
  const bucket = await startS3Server()
  const secretKey = randomBytes(32).toString('base64')
  const ports = await Promise.all([freePort(), freePort()])
  const proxy = await nginxProxy(
    ports.map((port) => `http://localhost:${port}`),
    join(folder, 'nginx'),
  )
  const requests: Requests = { sent: 0, failed: [] }
  const dataDir = (nth: number) => join(folder, `server${nth}`)
  const start = (nth: number) =>
    startServer(join(releases.current, 'src/app/start.ts'), requests, {
      DATABASE_URL: postgres.ownerUrl,
      SECRET_KEY: secretKey,
      STORAGE_URL: bucket.url,
      DATA_DIR: dataDir(nth),
      APP_URL: proxy.url,
      PORT: String(ports[nth]),
      KEEP_ALIVE_SECONDS: '8',
    })
  const servers: ChildProcess[] = []
  let crowd: Crowd | undefined
  try {
    releases.use(from)
    for (const nth of [0, 1]) {
      mkdirSync(dataDir(nth), { recursive: true })
      servers.push(await start(nth))
    }
    const before = await migrationsOf(postgres.ownerUrl)
    const school = await schoolOf(releases, { ownerUrl: postgres.ownerUrl, secretKey, dataDir: dataDir(0) })
    crowd = await crowdAt(proxy.url, { ...school, ownerUrl: postgres.ownerUrl }, requests, seed, true)
    const reports = orderReports(postgres.ownerUrl, proxy.url, school)
    const versions = [to, ...Array.from({ length: rounds - 1 }, () => [from, to]).flat()]
    for (const version of versions) {
      releases.use(version)
      for (const nth of [0, 1]) await reload(dataDir(nth), ports[nth] ?? 0)
      say(`${version}: serving processes replaced, requests ${requests.sent}, failed ${requests.failed.length}`)
      for (const nth of [0, 1]) {
        await end(servers[nth])
        servers[nth] = await start(nth)
        // The proxy needs a moment to notice that it is back.
        await sleep(500)
      }
      say(`${version}: both servers restarted, requests ${requests.sent}, failed ${requests.failed.length}`)
    }
    const { finished, wrong } = await reports.stop()
    await crowd.stop()
    const migrations = (await migrationsOf(postgres.ownerUrl)) - before
    const { findings } = await checked(appUrl(postgres.ownerUrl, secretKey))
    wrong.push(...requests.failed, ...findings.map(({ check, rows }) => `The check ${check} found ${rows.length} rows.`))
    return { requests: requests.sent, documents: finished, migrations, wrong }
  } finally {
    await crowd?.stop()
    await Promise.all(servers.map(end))
    await proxy.stop()
    await bucket.close()
    await postgres.stop()
  }
}

/** Creates the school with the code of the release that the link names. */
async function schoolOf(
  { current }: Releases,
  installation: { ownerUrl: string; secretKey: string; dataDir: string },
): Promise<RollingSchool> {
  const code = `import { rollingSchool } from '${current}/tests/faults/rollingSchool.ts'
    process.stdout.write(JSON.stringify(await rollingSchool(${JSON.stringify(installation)}, false)))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code])
  const school = JSON.parse(stdout) as RollingSchool
  // The address of the account, as the check of the data wants it: releases up to 0.2.0 leave another one there.
  await asOwner(installation.ownerUrl, "update users set email = 'clerk@rolling.test' where subject = $1", [
    school.set.school.subjects.fees,
  ])
  return school
}

/** Orders one report after another until it is stopped, and looks at each one's files. */
function orderReports(ownerUrl: string, url: string, { set }: RollingSchool) {
  const over = new AbortController()
  const wrong: string[] = []
  let finished = 0
  const line = async (nth: number) => {
    const sign = await signer(ownerUrl, url)
    const clerk = clerkOf(url, set.school, await sign(set.school.subjects.admin ?? ''))
    for (let order = nth; !over.signal.aborted; order += clerks) {
      await forgetLimits({ ownerUrl })
      const report: Finished = await clerk.order(order)
      finished += 1
      if (report.state === 'DONE') wrong.push(...(await clerk.problemsOf(report)))
      else wrong.push(`A report is ${report.state}: ${report.failure}`)
    }
  }
  const lines = Array.from({ length: clerks }, (_, nth) => line(nth).catch((error: unknown) => void wrong.push(String(error))))
  return {
    stop: async () => {
      over.abort()
      await Promise.all(lines)
      return { finished, wrong }
    },
  }
}

async function migrationsOf(ownerUrl: string): Promise<number> {
  const [row] = await asOwner<{ count: number }>(ownerUrl, 'select count(*)::int as count from migrations')
  return row?.count ?? 0
}

async function checked(url: string) {
  const database = new Database(url, { onError: () => undefined, connections: 2 })
  try {
    return await checkData(database)
  } finally {
    await database.close()
  }
}
