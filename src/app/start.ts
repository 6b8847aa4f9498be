import { createServer } from 'node:net'
import { absenceNoticesJob } from '../domains/attendance/server/noticeJob.ts'
import { summariesJob } from '../domains/attendance/server/summaryJob.ts'
import { legacyImportJob, tendLegacyImportsJob } from '../domains/legacy/server/legacyJob.ts'
import { tendLectures } from '../domains/lectures/server/live.ts'
import { closeLecturesJob } from '../domains/lectures/server/lectureJobs.ts'
import { channelsOf } from '../domains/messaging/server/channels.ts'
import { forgetChatMessagesJob } from '../domains/messaging/server/forgetJob.ts'
import { sayMessages } from '../domains/messaging/server/saying.ts'
import { sendMessages, whatsappPerSecond } from '../domains/messaging/server/sender.ts'
import { feeRemindersJob } from '../domains/onlinefees/server/feeReminderJob.ts'
import { openPayLink } from '../domains/onlinefees/server/links.ts'
import { checkOrderJob, reconcileOrdersJob } from '../domains/onlinefees/server/orderJobs.ts'
import { tendPromotions } from '../domains/promotion/server/tend.ts'
import { CannotStart, diskFull, saysDiskFull } from '../platform/cannotStart.ts'
import { type Config, loadConfig } from '../platform/config.ts'
import { freePort } from '../platform/database/cluster.ts'
import { appUrl, Database } from '../platform/database/connect.ts'
import { startEmbedded } from '../platform/database/embedded.ts'
import { explainDatabase } from '../platform/database/explain.ts'
import { migrate } from '../platform/database/migrate.ts'
import { checkDataJob } from '../platform/dataChecks.ts'
import { expireDocumentsJob } from '../platform/documentJobs/expire.ts'
import { tendDocuments } from '../platform/documentJobs/tend.ts'
import { sweepUploadsJob } from '../platform/files/sweep.ts'
import { type Job, startJobs } from '../platform/jobs/jobs.ts'
import { createLog, type Log } from '../platform/logging.ts'
import { type Mailer, startMailer } from '../platform/mail/mail.ts'
import { pdfRenderer } from '../platform/pdf/renderers.ts'
import { WrongSetting } from '../platform/settings.ts'
import { demoAccounts, demoPassword, loadDemo } from './demo/load.ts'
import { makers } from './documents.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { type StartedProviders, startProviders } from './providers.ts'
import { cannotListen, startServer } from './server.ts'
import { buildWebIfStale, webFolder } from './webBuild.ts'

/** Vite serves the browser side in development. */
const withoutWeb = process.argv.includes('--without-web')

const say = (text: string) => void process.stdout.write(`${text}\n`)

/** What was started, to be stopped in the opposite order. */
const stops: (() => Promise<unknown>)[] = []
let stopping = false

process.on('SIGINT', onSignal)
process.on('SIGTERM', onSignal)
await start().catch(fail)

async function start(): Promise<void> {
  const config = await readConfig()
  const log = createLog(config.logLevel)
  await refuseTakenPort(config)
  const [ownerUrl] = await allOrFirstError([migratedDatabase(config, log), withoutWeb ? undefined : builtWeb()])
  const database = new Database(appUrl(ownerUrl, config.secretKey), {
    onError: (err) => {
      if (!stopping) log.error({ err }, 'A connection to the database broke')
    },
  })
  stops.push(() => database.close())
  const mailer = await startMailer(config, log)
  stops.push(() => mailer.stop())
  if (config.demo && (await loadDemo(database, config))) say('Two demo schools were loaded.')
  const gateway = await startGateway(config, database)
  stops.push(() => gateway.stop())
  const { payu } = gateway
  const providers = await startProviders(config)
  stops.push(() => providers.stop())
  const { push } = providers
  const settling = { database, services: { config, payu, push } }
  const bringing = { ...settling, log }
  const jobs = await startJobs(
    appUrl(ownerUrl, config.secretKey),
    [
      checkDataJob(database, log),
      sweepUploadsJob(database, config),
      expireDocumentsJob(database, config),
      closeLecturesJob(database),
      forgetChatMessagesJob(database),
      absenceNoticesJob(database),
      summariesJob(database),
      feeRemindersJob({ database, config }),
      checkOrderJob(settling) as Job<never>,
      reconcileOrdersJob(settling),
      legacyImportJob(bringing) as Job<never>,
      tendLegacyImportsJob(bringing),
    ],
    log,
  )
  stops.push(() => jobs.stop())
  const lectures = tendLectures(database, log)
  stops.push(() => lectures.stop())
  const promotions = tendPromotions({ database, log })
  stops.push(() => promotions.stop())
  const renderer = pdfRenderer(config)
  stops.push(() => renderer.stop())
  const { sendMail } = mailer
  const documents = tendDocuments({ database, services: { config, jobs, payu, push }, renderer, sendMail, makers, log })
  stops.push(() => documents.stop())
  const { handMail } = mailer
  const sender = sendMessages({
    ...{ database, log, compose: sayMessages(openPayLink(config)) },
    channels: channelsOf({ database, providers, handMail, appUrl: config.appUrl }),
    perSecond: { WHATSAPP: whatsappPerSecond, SMS: config.smsPerSecond },
  })
  stops.push(() => sender.stop())
  const server = await startServer(config, {
    ...{ log, ownerUrl, database, jobs, payu, providers, renderer, sendMail },
    webFolder: withoutWeb ? undefined : webFolder,
  })
  stops.push(() => server.stop())
  if (!stopping) welcome(config, { mailer, gateway, providers }, config.demo && (await hasDemo(database)))
}

/** With PORT=0 a free port is chosen here, so that the address people type can hold it. */
async function readConfig(): Promise<Config> {
  const config = loadConfig(process.env)
  return config.port === 0 ? loadConfig({ ...process.env, PORT: String(await freePort()) }) : config
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
    const embedded = await startEmbedded({ dataDir: config.dataDir, log: say, onLost: (error) => fail(error) })
    stops.push(() => embedded.stop())
    log.debug({}, 'The embedded database runs')
    await migrate(embedded.ownerUrl, config.secretKey).catch((error: unknown) => {
      throw saysDiskFull(error) ? diskFull(config.dataDir) : error
    })
    return embedded.ownerUrl
  }
  await migrate(databaseUrl, config.secretKey).catch((error: unknown) => {
    throw explainDatabase(error, databaseUrl) ?? error
  })
  return databaseUrl
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

/** An installation that was begun without the demo never gets it. */
async function hasDemo(database: Database): Promise<boolean> {
  const [found] = await database.read(0, [
    database.kysely.selectFrom('users').select('id').where('schoolId', '=', 0).where('email', '=', demoAccounts[0]),
  ] as const)
  return found.length > 0
}

interface Started {
  mailer: Mailer
  gateway: Gateway
  providers: StartedProviders
}

function welcome(config: Config, { mailer, gateway, providers }: Started, demo: boolean): void {
  say(`\nShala runs at ${config.appUrl}\n`)
  if (demo) {
    say(`Sign in with the password ${demoPassword} as`)
    for (const account of demoAccounts) say(`  ${account}`)
  } else say('Sign in with an account of this installation; npm run superadmin -- EMAIL "NAME" PHONE adds the first one.')
  say('')
  if (mailer.folder !== undefined) say(`No mail server is set (SMTP_URL): mails are kept in ${mailer.folder}`)
  if (gateway.standIn !== undefined)
    say(`No payment gateway is set (PAYU_URL): a stand-in that moves no money runs at ${gateway.standIn}`)
  if (providers.standIn !== undefined)
    say(`No WhatsApp or SMS is set (WHATSAPP_TOKEN, SMS_AUTH_KEY): what would go out is shown at ${providers.standIn}`)
  say('Stop with Ctrl-C.')
}

function onSignal(): void {
  if (stopping) process.exit(130)
  say('\nStopping …')
  void stop(0)
}

async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  for (const close of stops.reverse()) await close().catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
  process.exit(code)
}

function fail(error: unknown): Promise<void> {
  if (!stopping) process.stderr.write(`${explain(error)}\n`)
  return stop(1)
}

function explain(error: unknown): string {
  if (error instanceof WrongSetting || error instanceof CannotStart) return error.message
  if (saysDiskFull(error)) return diskFull(process.env.DATA_DIR ?? './data').message
  const { code, path } = error as NodeJS.ErrnoException
  if (path !== undefined && ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code ?? ''))
    return `Shala may not use ${path} (${code}). Let the user that starts it write there, or choose another data folder with DATA_DIR.`
  return `Shala cannot start because of a mistake of its own. Please report this:\n${error instanceof Error ? error.stack : String(error)}`
}
