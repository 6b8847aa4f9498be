import { setTimeout as sleep } from 'node:timers/promises'
import { signer } from '#scripts/signer.ts'
import { loadConfig } from '#platform/config.ts'
import { Database } from '#platform/database/connect.ts'
import { checkData } from '#platform/dataChecks.ts'
import { asOwner } from '../asOwner.ts'
import { worldOn } from '../world/testWorld.ts'
import { type Clerk, clerkOf, type Finished } from './documentCalls.ts'
import { type KeptMail, keepMails } from './keptMails.ts'
import { databaseClock, giveUpTasks } from './lookOlder.ts'
import { type MortalServer, mortalServer } from './mortalServer.ts'
import { chanceOf } from './random.ts'
import { hasBrowser, killBrowser, lostBrowsers, lostSince } from './renderers.ts'

export interface DocumentsRun {
  seed: number
  /** Number of reports to order. */
  orders: number
  /** Number of kills of the browser, and then of the server, while a report is made or mailed. */
  kills: number
  /** True to backdate what a dead process left, instead of waiting until it is taken over. */
  hurry: boolean
  /** URLs of a migrated, empty database for its owner and the server's role, and the installation's secret. */
  ownerUrl: string
  appUrl: string
  secretKey: string
  /** An empty folder. */
  dataDir: string
  /** Stops the database as by a power failure; resolves when it answers again. */
  stopDatabase?(): Promise<void>
  say(text: string): void
}

/** Result of the run. */
export interface DocumentsCount {
  orders: number
  done: number
  /** Number of reports that failed with a message, after three interruptions. */
  givenUp: number
  /** Number of runs; more than orders when something interfered. */
  starts: number
  kills: { server: number; browser: number }
  mails: number
  /** Number of mails reported as possibly not sent. */
  mailsFailed: number
  /** Violations found. */
  wrong: string[]
}

/** Number of concurrent orders. */
const clerks = 2

/** Orders reports while the server and its rendering browser are killed, and compares the orders with the result. */
export async function runDocuments(run: DocumentsRun): Promise<DocumentsCount> {
  const database = new Database(run.appUrl, { onError: () => undefined, connections: 3 })
  const config = loadConfig({ DATA_DIR: run.dataDir, SECRET_KEY: run.secretKey, DATABASE_URL: run.ownerUrl })
  const { own } = await worldOn(database, config)
  const lost = await lostBrowsers()
  const post = await keepMails()
  const settings = { DATABASE_URL: run.ownerUrl, SECRET_KEY: run.secretKey, DATA_DIR: run.dataDir, SMTP_URL: post.url }
  const server = await mortalServer(settings)
  const count: DocumentsCount = {
    orders: 0,
    done: 0,
    givenUp: 0,
    starts: 0,
    kills: { server: 0, browser: 0 },
    mails: 0,
    mailsFailed: 0,
    wrong: [],
  }
  try {
    const sign = await signer(run.ownerUrl, server.url)
    const clerk = clerkOf(server.url, own, await sign(own.subjects.admin ?? ''))
    const over = new AbortController()
    const killing = killAgainAndAgain(run, server, count, over.signal)
    const finished: Finished[] = []
    let begun = 0
    const line = async () => {
      // Somebody must be waiting when something is killed.
      while (begun < run.orders || count.kills.server < run.kills) {
        await forgetLimits(run)
        finished.push(await clerk.order(begun++))
      }
    }
    await Promise.all(Array.from({ length: clerks }, line))
    over.abort()
    await killing
    count.orders = finished.length
    for (const one of finished) await compare(run, clerk, await clerk.settled(one.id), post.mails, count)
    count.mails = post.mails.length
    await compareAll(run, own.id, finished.length, database, count)
    const unexpected = server.errors().filter((text) => text.includes('"unexpected"'))
    count.wrong.push(...unexpected.slice(0, 5).map((text) => `The server logged: ${text}`))
    return count
  } finally {
    await server.stop()
    if ((await lostSince(lost)) > 0) count.wrong.push('A browser was left behind.')
    await post.stop()
    await database.close()
  }
}

/** Kills the browser and the server in turn, while something is made or mailed. */
async function killAgainAndAgain(
  run: DocumentsRun,
  server: MortalServer,
  { kills }: DocumentsCount,
  signal: AbortSignal,
): Promise<void> {
  const chance = chanceOf(run.seed, 1)
  while (!signal.aborted && kills.server < run.kills) {
    while (!signal.aborted && !(await hasBrowser(server.pid()))) await sleep(20)
    await untilBusy(run, signal)
    await sleep(chance.whole(0, 800))
    if (await killBrowser(server.pid())) kills.browser += 1
    await untilBusy(run, signal)
    await sleep(chance.whole(0, 1200))
    // A small report is made in less than that: the first kill must interrupt one, and every second of the others does.
    const mustInterrupt = kills.server % 2 === 0
    if (mustInterrupt) await until(run, signal, beingMade)
    if (signal.aborted) return
    const died = await databaseClock(run.ownerUrl)
    let interrupted = false
    await server.kill(async () => {
      interrupted = await hasInterrupted(run)
    })
    // A report that was done at the last moment was not interrupted: the next kill must do it.
    if (interrupted || !mustInterrupt) kills.server += 1
    if (run.hurry) await giveUpTasks(run.ownerUrl, died)
    await untilBusy(run, signal)
    if (!signal.aborted) await run.stopDatabase?.()
    run.say(`killed: the server ${kills.server} times, the browser ${kills.browser} times`)
  }
}

const beingMade = "state = 'RUNNING'"

/** Returns whether the dead server has left a report half made, after its last statements. */
async function hasInterrupted({ ownerUrl }: DocumentsRun): Promise<boolean> {
  const atWork = "select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()"
  while ((await asOwner(ownerUrl, atWork, [])).length > 0) await sleep(20)
  return (await asOwner(ownerUrl, `select from document_jobs where ${beingMade}`, [])).length > 0
}

/** Waits until a report is made or mailed. */
async function untilBusy(run: DocumentsRun, signal: AbortSignal): Promise<void> {
  await until(run, signal, "state = 'RUNNING' or mail_state = 'SENDING'")
}

/** Waits for a report of which this condition holds. */
async function until({ ownerUrl }: DocumentsRun, signal: AbortSignal, condition: string): Promise<void> {
  while (!signal.aborted) {
    const found = await asOwner(ownerUrl, `select from document_jobs where ${condition}`, [])
    if (found.length > 0) return
    await sleep(20)
  }
}

/** Resets the rate limits, because nobody orders so much so fast. The database may be unavailable just now. */
export async function forgetLimits({ ownerUrl }: Pick<DocumentsRun, 'ownerUrl'>): Promise<void> {
  const forgotten = async () => {
    try {
      await asOwner(ownerUrl, "update document_jobs set created_at = now() - interval '10 minutes 1 second'")
      await asOwner(ownerUrl, "delete from auth.request_counts where key like 'document-mail %'")
      return true
    } catch {
      return false
    }
  }
  while (!(await forgotten())) await sleep(200)
}

/** Checks an order: made completely and once, or failed with a message, and mailed at most once. */
async function compare(
  run: DocumentsRun,
  clerk: Clerk,
  job: Finished,
  mails: readonly KeptMail[],
  count: DocumentsCount,
): Promise<void> {
  const [{ starts } = { starts: 0 }] = await asOwner<{ starts: number }>(
    run.ownerUrl,
    'select starts from document_jobs where id = $1',
    [job.id],
  )
  count.starts += starts
  const told = mails.filter((mail) => mail.text.includes(job.marker)).length
  if (job.state === 'FAILED' && /interrupted three times|Could not generate PDF/.test(job.failure ?? '')) {
    count.givenUp += 1
    if (starts !== 3) count.wrong.push(`An order was given up after ${starts} starts.`)
    if (told > 0) count.wrong.push('A mail went out about an order that was given up.')
    return
  }
  if (job.state !== 'DONE') {
    count.wrong.push(`An order is ${job.state}: ${job.failure}`)
    return
  }
  count.done += 1
  if (told > 1) count.wrong.push(`A document was told of by ${told} mails.`)
  if (job.mailState === 'FAILED') count.mailsFailed += 1
  else if (job.mailState !== 'SENT' || told !== 1) count.wrong.push(`A mail is ${job.mailState}, and ${told} arrived.`)
  count.wrong.push(...(await clerk.problemsOf(job)))
}

/** Checks that there is nothing else: no duplicate order, no pending work, and valid data. */
async function compareAll(
  { ownerUrl }: DocumentsRun,
  schoolId: number,
  orders: number,
  database: Database,
  { wrong }: DocumentsCount,
): Promise<void> {
  const [row] = await asOwner<{ jobs: number; queued: number; ordered: number }>(
    ownerUrl,
    `select (select count(*)::int from document_jobs where school_id = $1) as jobs,
       (select count(*)::int from background_tasks) as queued,
       (select count(*)::int from audit_log where school_id = $1 and action = 'report.order' and not fields @> '{again}') as ordered`,
    [schoolId],
  )
  if (row?.jobs !== orders || row.ordered !== orders) wrong.push(`${orders} orders were given, ${row?.jobs} are stored.`)
  if (row?.queued !== 0) wrong.push(`${row?.queued} orders are still to be looked after.`)
  const { findings } = await checkData(database)
  wrong.push(...findings.map(({ check, rows }) => `The check ${check} found ${rows.length} rows.`))
}
