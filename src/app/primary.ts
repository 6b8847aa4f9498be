import cluster from 'node:cluster'
import { closeSync, existsSync, openSync } from 'node:fs'
import { createServer } from 'node:net'
import { setPasswordCost } from '#platform/auth/passwordHashing.ts'
import { dropFormerSlot } from '#platform/backup/dropFormerSlot.ts'
import { isOnTheSameDisk, startRegularBackups } from '#platform/backup/regularBackup.ts'
import { type Config, loadConfig } from '#platform/config.ts'
import { freePort } from '#platform/freePort.ts'
import { appUrl, Database } from '#platform/database/connect.ts'
import { startEmbedded } from '#platform/database/embedded.ts'
import { explainDatabase } from '#platform/database/explain.ts'
import { migrate } from '#platform/database/migrate.ts'
import { sayUnkeptPromises } from '#platform/database/citus/unkeptPromises.ts'
import { requireConnections } from '#platform/database/connectionLimit.ts'
import { diskFullError, isDiskFull } from '#platform/cannotStart.ts'
import type { DrainTiming } from '#platform/http/drain.ts'
import { beatEveryMs, startLiveness } from '#platform/liveness.ts'
import { createLog, type Log } from '#platform/logging.ts'
import { restrictDataFolder, restrictFolder } from '#platform/filePermissions.ts'
import { createMetrics, readingsText, startMetricsServer } from '#platform/metrics.ts'
import { startTracing } from '#platform/tracing.ts'
import { demoAccounts, demoPassword } from '#development/demo/accounts.ts'
import { ensureDemo } from './ensureDemo.ts'
import { explainStartupError } from './explainStartupError.ts'
import { drainTimings } from './drainTimings.ts'
import { explainListenError } from './explainListenError.ts'
import { notifySystemd } from './notifySystemd.ts'
import { removePidFile, writePidFile } from './pidFile.ts'
import type { ServingMessage } from './processMessages.ts'
import { prepareStorage } from './prepareStorage.ts'
import { processMetrics } from './processMetrics.ts'
import { createReload } from './reload.ts'
import type { Installation, serve as Serving } from './serve.ts'
import { mailFolder, startStandIns } from '#development/standIns/startStandIns.ts'
import { type ServingProcesses, superviseProcesses } from './supervise.ts'
import { keepChunks } from './keptChunks.ts'
import { buildWebIfStale, webFolder } from './webBuild.ts'

/** In development Vite serves the browser side. */
const withoutWeb = process.argv.includes('--without-web')
const inTerminal = process.stdin.isTTY

const say = (text: string) => void process.stdout.write(`${text}\n`)

/** Stops serving; runs before everything else is stopped. */
let stopServing: (timing: DrainTiming) => Promise<unknown> = async () => undefined
/** Stops the other started parts, in reverse order. */
const stops: (() => Promise<unknown>)[] = []
let stopping = false
/** Replaces the serving processes; set once they serve. */
let reload: (() => void) | undefined

process.on('SIGINT', () => onSignal(drainTimings.atOnce))
process.on('SIGTERM', () => onSignal(drainTimings.stopping))
process.on('SIGHUP', () => (isTerminalClosed() ? onSignal(drainTimings.atOnce) : reload?.()))
await start().catch(fail)

async function start(): Promise<void> {
  const config = await readConfig()
  setPasswordCost(config.passwordCost)
  const log = createLog(config.logLevel)
  await requireFreePort(config)
  // Loading takes a second, on a busy machine several, and blocks the process: a database connection would time out
  // meanwhile.
  const serving = config.processes === 1 ? await import('./serve.ts') : undefined
  const installation = startInstallation(config, log)
  // The serving processes load their code while the installation starts.
  if (serving) await serveInThisProcess(config, serving.serve, installation.serving)
  else await serveInProcesses(config, installation, log)
  const { demo, standIns } = await installation.all
  if (stopping) return
  printWelcome(config, standIns, demo)
  notifySystemd()
}

/**
 * Starts what exists once for all serving processes: the database, the demo, the browser side, the stand-ins of other
 * services.
 */
function startInstallation(config: Config, log: Log) {
  const all = startAll(config, log)
  return { all, serving: all.then(({ databaseUrl, standIns }): Installation => ({ databaseUrl, standIns, withoutWeb })) }
}

async function startAll(config: Config, log: Log) {
  const [ownerUrl] = await allOrFirstError([startDatabase(config, log), withoutWeb ? undefined : buildWeb(config)])
  if (config.databaseUrl !== undefined && existsSync(config.dataDir)) restrictFolder(config.dataDir)
  // Nothing waits for this: new files are private already.
  void restrictDataFolder(config.dataDir).catch((err: unknown) =>
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
  await sayUnkeptPromises(database, log)
  const { stop, ...standIns } = await startStandIns(config, database)
  stops.push(stop)
  await startStorage(config, ownerUrl, log)
  const demo = config.demo && (await ensureDemo({ database, ownerUrl }, config, say))
  await startBackups(config, ownerUrl, log)
  return { ownerUrl, databaseUrl, standIns, demo }
}

type Serve = typeof Serving

/** With one process everything runs in it. */
async function serveInThisProcess(config: Config, serve: Serve, installation: Promise<Installation>): Promise<void> {
  const metrics = createMetrics()
  const tracing = startTracing(config)
  stops.push(() => tracing.stop())
  const log = createLog(config.logLevel, undefined, metrics.observeLine)
  const serving = await serve(config, await installation, { metrics, log })
  stopServing = serving.stop
  await serveMetrics(config, async () => readingsText([await metrics.readings()]))
  await serveLiveness(config, (beat) => setInterval(beat, beatEveryMs).unref())
  reload = () =>
    say('Nothing was replaced: with one process (PROCESSES=1) new code is run by stopping this server and starting it again.')
}

async function serveMetrics({ metricsPort, host }: Config, read: () => Promise<string>): Promise<void> {
  if (metricsPort === 0) return
  const metrics = await startMetricsServer(read, host, metricsPort)
  stops.push(() => metrics.stop())
}

/**
 * Answers GET /health/live on HEALTH_PORT.
 *
 * @param whenAlive calls a function as long as a serving process works
 */
async function serveLiveness({ healthPort, host }: Config, whenAlive: (beat: () => void) => unknown): Promise<void> {
  if (healthPort === 0) return
  const liveness = await startLiveness(host, healthPort)
  stops.push(() => liveness.stop())
  whenAlive(() => liveness.beat())
}

async function serveInProcesses(config: Config, installation: ReturnType<typeof startInstallation>, log: Log): Promise<void> {
  const processes = superviseProcesses(config, installation.serving, log)
  stopServing = processes.stop
  const { ownerUrl } = await installation.all
  await processes.ready()
  await serveMetrics(config, processMetrics().text)
  await serveLiveness(config, (beat) =>
    cluster.on('message', (_, { type }: ServingMessage) => {
      if (type === 'alive') beat()
    }),
  )
  listenForReload(config, ownerUrl, processes)
}

function listenForReload(config: Config, ownerUrl: string, processes: ServingProcesses): void {
  writePidFile(config, { pid: process.pid, replaced: { times: 0, trouble: null } })
  stops.push(async () => removePidFile(config))
  reload = createReload({
    ownerUrl,
    withoutWeb,
    processes,
    say,
    onFinished: (replaced) => writePidFile(config, { pid: process.pid, replaced }),
  })
}

/** With PORT=0 chooses a free port here, so that the default APP_URL can contain it. */
async function readConfig(): Promise<Config> {
  const config = loadConfig(process.env)
  if (config.port !== 0) return config
  // The serving processes read the same settings.
  process.env.PORT = String(await freePort())
  return loadConfig(process.env)
}

/** Throws when the port is taken, before anything is set up or changed. */
async function requireFreePort(config: Config): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(explainListenError(error, config)))
    probe.listen(config.port, config.host, () => probe.close(() => resolve()))
  })
}

async function startDatabase(config: Config, log: Log): Promise<string> {
  const { databaseUrl } = config
  if (databaseUrl === undefined) {
    const embedded = await startEmbedded({
      dataDir: config.dataDir,
      log: say,
      onLost: (error: Error) => fail(error),
      connections: config.connections,
    })
    stops.push(() => embedded.stop())
    log.debug({}, 'The embedded database runs')
    await migrate(embedded.ownerUrl, config.secrets, { say }).catch((error: unknown) => {
      throw isDiskFull(error) ? diskFullError(config.dataDir) : error
    })
    await dropFormerSlot(embedded.ownerUrl)
    return embedded.ownerUrl
  }
  await migrate(databaseUrl, config.secrets, { say }).catch((error: unknown) => {
    throw explainDatabase(error, databaseUrl) ?? error
  })
  return databaseUrl
}

/** Time after which a storage of files that did not answer is tried again, in milliseconds. */
const storageAgainMs = 60_000

/** Prepares the storage of files; one that does not answer keeps nobody from starting, and is tried until it does. */
async function startStorage(config: Config, ownerUrl: string, log: Log): Promise<void> {
  const prepared = () =>
    prepareStorage(ownerUrl, config, say).then(
      () => true,
      (err: unknown) => {
        log.error({ err, code: 'STORAGE' }, 'The storage of files does not answer')
        return false
      },
    )
  if (await prepared()) return
  const again = setInterval(() => void prepared().then((done) => done && clearInterval(again)), storageAgainMs)
  stops.push(async () => clearInterval(again))
}

/** Starts the backups of BACKUP_EVERY. */
async function startBackups(config: Config, ownerUrl: string, log: Log): Promise<void> {
  const { backupEvery: everyMinutes, backupFolder: folder } = config
  if (everyMinutes === undefined || folder === undefined) return
  if (await isOnTheSameDisk(folder, config.dataDir))
    say('BACKUP_FOLDER is on the disk of DATA_DIR: a disk that dies takes both. Choose a folder on another disk or machine.')
  if (config.backupKey === undefined)
    say(
      'The backups in BACKUP_FOLDER are not encrypted (BACKUP_KEY is not set): whoever can read them reads the data of the children in them.',
    )
  const backups = startRegularBackups({ ownerUrl, config, everyMinutes, folder }, log)
  stops.push(() => backups.stop())
}

async function buildWeb({ dataDir }: Config): Promise<void> {
  await buildWebIfStale(() => say('Building the browser side …'))
  await keepChunks(webFolder, dataDir)
}

/** Waits for both even when one fails, so that everything started is known and can be stopped. */
async function allOrFirstError<A, B>(work: [Promise<A>, B | Promise<B>]): Promise<[A, Awaited<B>]> {
  const results = await Promise.allSettled(work)
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return Promise.all(work) as Promise<[A, Awaited<B>]>
}

function printWelcome(config: Config, standIns: Installation['standIns'], demo: boolean): void {
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

/** Returns whether SIGHUP came from a closed terminal. Without a terminal the signal means a reload. */
function isTerminalClosed(): boolean {
  if (!inTerminal) return false
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return false
  } catch {
    return true
  }
}

function onSignal(timing: DrainTiming): void {
  if (stopping) process.exit(130)
  say('\nStopping …')
  void stop(0, timing)
}

async function stop(code: number, timing: DrainTiming): Promise<void> {
  if (stopping) return
  stopping = true
  for (const close of [() => stopServing(timing), ...stops.reverse()])
    await close().catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
  process.exit(code)
}

function fail(error: unknown): Promise<void> {
  if (!stopping) process.stderr.write(`${explainStartupError(error)}\n`)
  return stop(1, drainTimings.atOnce)
}
