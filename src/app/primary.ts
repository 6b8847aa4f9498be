import { closeSync, existsSync, openSync } from 'node:fs'
import { createServer } from 'node:net'
import {
  forgetContinuousBackup,
  isOnTheSameDisk,
  logKeptAtMost,
  startContinuousBackup,
} from '#platform/backup/continuous/continuousBackup.ts'
import { type Config, loadConfig } from '#platform/config.ts'
import { freePort } from '#platform/database/cluster.ts'
import { appUrl, Database } from '#platform/database/connect.ts'
import { startEmbedded } from '#platform/database/embedded.ts'
import { explainDatabase } from '#platform/database/explain.ts'
import { migrate } from '#platform/database/migrate.ts'
import { requireConnections } from '#platform/database/connectionLimit.ts'
import { diskFull, saysDiskFull } from '#platform/cannotStart.ts'
import type { Farewell } from '#platform/http/drain.ts'
import { createLog, type Log } from '#platform/logging.ts'
import { closeDataFolder, closeFolder } from '#platform/privateFiles.ts'
import { createMetrics, readingsText, startMetricsServer } from '#platform/metrics.ts'
import { startTracing } from '#platform/tracing.ts'
import { demoAccounts, demoPassword } from './demo/accounts.ts'
import { explain } from './explain.ts'
import { farewells } from './farewells.ts'
import { cannotListen } from './listening.ts'
import { removePidFile, writePidFile } from './pidFile.ts'
import { processMetrics } from './processMetrics.ts'
import { replaceServing } from './replace.ts'
import type { Installation, serve as Serving } from './serve.ts'
import { mailFolder, startStandIns } from './standIns.ts'
import { type ServingProcesses, superviseProcesses } from './supervise.ts'
import { buildWebIfStale } from './webBuild.ts'

/** Vite serves the browser side in development. */
const withoutWeb = process.argv.includes('--without-web')
const inTerminal = process.stdin.isTTY

const say = (text: string) => void process.stdout.write(`${text}\n`)

/** Ends serving, before anything else is stopped. */
let stopServing: (farewell: Farewell) => Promise<unknown> = async () => undefined
/** What was started besides, to be stopped in the opposite order. */
const stops: (() => Promise<unknown>)[] = []
let stopping = false
/** Replaces the serving processes, once they serve. */
let reload: (() => void) | undefined

process.on('SIGINT', () => onSignal(farewells.atOnce))
process.on('SIGTERM', () => onSignal(farewells.stopping))
process.on('SIGHUP', () => (terminalIsGone() ? onSignal(farewells.atOnce) : reload?.()))
await start().catch(fail)

async function start(): Promise<void> {
  const config = await readConfig()
  const log = createLog(config.logLevel)
  await refuseTakenPort(config)
  // Loading it takes a second, on a busy machine several, in which nothing else is heard: a connection would be given up meanwhile.
  const here = config.processes === 1 ? await import('./serve.ts') : undefined
  const installation = bringUp(config, log)
  // The serving processes load their code meanwhile.
  if (here) await serveHere(config, here.serve, installation.serving)
  else await superviseThem(config, installation, log)
  const { demo, standIns } = await installation.all
  if (!stopping) welcome(config, standIns, demo)
}

/** What there is once, whatever serves: the database, the demo, the browser side, what stands in for other services. */
function bringUp(config: Config, log: Log) {
  const all = bringUpAll(config, log)
  return { all, serving: all.then(({ databaseUrl, standIns }): Installation => ({ databaseUrl, standIns, withoutWeb })) }
}

async function bringUpAll(config: Config, log: Log) {
  const [ownerUrl] = await allOrFirstError([migratedDatabase(config, log), withoutWeb ? undefined : builtWeb()])
  if (config.databaseUrl !== undefined && existsSync(config.dataDir)) closeFolder(config.dataDir)
  // Nobody waits for it: what is written from now on is closed already.
  void closeDataFolder(config.dataDir).catch((err: unknown) =>
    log.warn({ err }, 'Files of the data folder could not be closed to others'),
  )
  const databaseUrl = appUrl(ownerUrl, config.secrets)
  const database = new Database(databaseUrl, {
    connections: 2,
    onError: (err) => {
      if (!stopping) log.error({ err }, 'A connection to the database broke')
    },
  })
  stops.push(() => database.close())
  await requireConnections(database, config.connections)
  const { stop, ...standIns } = await startStandIns(config, database)
  stops.push(stop)
  return { ownerUrl, databaseUrl, standIns, demo: config.demo && (await loadedDemo(config, database)) }
}

type Serve = typeof Serving

/** With one process everything is in it. */
async function serveHere(config: Config, serve: Serve, installation: Promise<Installation>): Promise<void> {
  const metrics = createMetrics()
  const tracing = startTracing(config)
  stops.push(() => tracing.stop())
  const log = createLog(config.logLevel, undefined, metrics.observeLine)
  const serving = await serve(config, await installation, { metrics, log })
  stopServing = serving.stop
  await showMetrics(config, async () => readingsText([await metrics.readings()]))
  reload = () =>
    say('Nothing was replaced: with one process (PROCESSES=1) new code is run by stopping this server and starting it again.')
}

async function showMetrics({ metricsPort, host }: Config, read: () => Promise<string>): Promise<void> {
  if (metricsPort === 0) return
  const metrics = await startMetricsServer(read, host, metricsPort)
  stops.push(() => metrics.stop())
}

async function superviseThem(config: Config, installation: ReturnType<typeof bringUp>, log: Log): Promise<void> {
  const processes = superviseProcesses(config, installation.serving, log)
  stopServing = processes.stop
  const { ownerUrl } = await installation.all
  await processes.ready()
  await showMetrics(config, processMetrics().text)
  listenForReload(config, ownerUrl, processes)
}

function listenForReload(config: Config, ownerUrl: string, processes: ServingProcesses): void {
  writePidFile(config, { pid: process.pid, replaced: { times: 0, trouble: null } })
  stops.push(async () => removePidFile(config))
  reload = replaceServing({
    ownerUrl,
    withoutWeb,
    processes,
    say,
    over: (replaced) => writePidFile(config, { pid: process.pid, replaced }),
  })
}

/** With PORT=0 a free port is chosen here, so that the address people type can hold it. */
async function readConfig(): Promise<Config> {
  const config = loadConfig(process.env)
  if (config.port !== 0) return config
  // The serving processes read the same settings.
  process.env.PORT = String(await freePort())
  return loadConfig(process.env)
}

/** Before anything is set up or changed. */
async function refuseTakenPort(config: Config): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(cannotListen(error, config)))
    probe.listen(config.port, config.host, () => probe.close(() => resolve()))
  })
}

async function migratedDatabase(config: Config, log: Log): Promise<string> {
  const { databaseUrl } = config
  if (databaseUrl === undefined) {
    const embedded = await startEmbedded({
      dataDir: config.dataDir,
      log: say,
      onLost: (error: Error) => fail(error),
      connections: config.connections,
      settings: config.backupUrl === undefined ? {} : { max_slot_wal_keep_size: logKeptAtMost(config.dataDir) },
    })
    stops.push(() => embedded.stop())
    log.debug({}, 'The embedded database runs')
    await migrate(embedded.ownerUrl, config.secrets, { say }).catch((error: unknown) => {
      throw saysDiskFull(error) ? diskFull(config.dataDir) : error
    })
    await beginBackup(config, embedded.ownerUrl, log)
    return embedded.ownerUrl
  }
  await migrate(databaseUrl, config.secrets, { say }).catch((error: unknown) => {
    throw explainDatabase(error, databaseUrl) ?? error
  })
  return databaseUrl
}

/** Copies the embedded database to BACKUP_URL from now on. */
async function beginBackup(config: Config, ownerUrl: string, log: Log): Promise<void> {
  const { backupUrl } = config
  if (backupUrl === undefined) return forgetContinuousBackup(ownerUrl)
  if (await isOnTheSameDisk(backupUrl, config.dataDir))
    say(
      'BACKUP_URL is on the disk of DATA_DIR: a disk that dies takes both. Choose a folder on another disk or machine, or a bucket.',
    )
  if (config.backupKey === undefined)
    say(
      'The backup at BACKUP_URL is not encrypted (BACKUP_KEY is not set): whoever can read it reads the data of the children in it.',
    )
  const backup = startContinuousBackup({ backupUrl, ownerUrl, config, log })
  stops.push(() => backup.stop())
}

async function builtWeb(): Promise<void> {
  await buildWebIfStale(() => say('Building the browser side …'))
}

/** Waits for both even when one fails, so that what the other started is known and can be stopped. */
async function allOrFirstError<A, B>(work: [Promise<A>, B | Promise<B>]): Promise<[A, Awaited<B>]> {
  const results = await Promise.allSettled(work)
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return Promise.all(work) as Promise<[A, Awaited<B>]>
}

/** Whether the demo is there; it is loaded into an empty database alone, and so an installation that was begun without it never gets it. */
async function loadedDemo(config: Config, database: Database): Promise<boolean> {
  const [[known], schools] = await Promise.all([
    database.read(0, [
      database.kysely.selectFrom('users').select('id').where('schoolId', '=', 0).where('email', '=', demoAccounts[0]),
    ] as const),
    database.kysely.selectFrom('schools').select('id').limit(2).execute(),
  ])
  if (schools.length > 1) return known.length > 0
  const { loadDemo } = await import('./demo/load.ts')
  const loaded = await loadDemo(database, config)
  if (loaded) say('Two demo schools were loaded.')
  return loaded
}

function welcome(config: Config, standIns: Installation['standIns'], demo: boolean): void {
  say(`\nShala runs at ${config.appUrl}\n`)
  if (demo) {
    say(`Sign in with the password ${demoPassword} as`)
    for (const account of demoAccounts) say(`  ${account}`)
  } else say('Sign in with an account of this installation; npm run superadmin -- EMAIL "NAME" PHONE adds the first one.')
  say('')
  if (standIns.smtpUrl !== undefined) say(`No mail server is set (SMTP_URL): mails are kept in ${mailFolder(config)}`)
  if (standIns.payuUrl !== undefined)
    say(`No payment gateway is set (PAYU_URL): a stand-in that moves no money runs at ${standIns.payuUrl}`)
  if (standIns.messages !== undefined)
    say(`No WhatsApp or SMS is set (WHATSAPP_TOKEN, SMS_AUTH_KEY): what would go out is shown at ${standIns.messages.url}`)
  say('Stop with Ctrl-C.')
}

/** A terminal that is closed sends the signal that elsewhere asks for new serving processes. */
function terminalIsGone(): boolean {
  if (!inTerminal) return false
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return false
  } catch {
    return true
  }
}

function onSignal(farewell: Farewell): void {
  if (stopping) process.exit(130)
  say('\nStopping …')
  void stop(0, farewell)
}

async function stop(code: number, farewell: Farewell): Promise<void> {
  if (stopping) return
  stopping = true
  for (const close of [() => stopServing(farewell), ...stops.reverse()])
    await close().catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
  process.exit(code)
}

function fail(error: unknown): Promise<void> {
  if (!stopping) process.stderr.write(`${explain(error)}\n`)
  return stop(1, farewells.atOnce)
}
