import { absenceNoticesJob } from '#domains/attendance/server/noticeJob.ts'
import { summariesJob } from '#domains/attendance/server/summaryJob.ts'
import { legacyImportJob, tendLegacyImportsJob } from '#domains/legacy/server/legacyJob.ts'
import { closeLecturesJob } from '#domains/lectures/server/lectureJobs.ts'
import { tendLectures } from '#domains/lectures/server/live.ts'
import { channelsOf } from '#domains/messaging/server/channels.ts'
import { sayMessages } from '#domains/messaging/server/saying.ts'
import { sendMessages, whatsappPerSecond } from '#domains/messaging/server/sender.ts'
import { feeRemindersJob } from '#domains/onlinefees/server/feeReminderJob.ts'
import { openPayLink } from '#domains/onlinefees/server/links.ts'
import { checkOrderJob, reconcileOrdersJob } from '#domains/onlinefees/server/orderJobs.ts'
import { retentionJob } from '#domains/privacy/server/retention.ts'
import { startPromotionWorker } from '#domains/promotion/server/worker.ts'
import { alertedMoment, safetyOf, watchArchiver } from '#platform/backup/continuous/safeMoment.ts'
import { lastBackup } from '#platform/backup/lastBackup.ts'
import type { Config } from '#platform/config.ts'
import { Database } from '#platform/database/connect.ts'
import { listenForInvalidations } from '#platform/database/cacheInvalidation.ts'
import { withKeptSecrets } from '#platform/database/installation.ts'
import { checkDataJob, lastDataCheck } from '#platform/dataChecks.ts'
import { expireDocumentsJob } from '#platform/documentJobs/expire.ts'
import { tendDocuments } from '#platform/documentJobs/tend.ts'
import { sweepUploadsJob } from '#platform/files/sweep.ts'
import type { Farewell } from '#platform/http/drain.ts'
import { type Job, startJobs } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/logging.ts'
import { startMailer } from '#platform/mail/mail.ts'
import type { Metrics } from '#platform/metrics.ts'
import { payuClient } from '#platform/payu/client.ts'
import { pdfRenderer } from '#platform/pdf/renderers.ts'
import { makers } from './documents.ts'
import { canSendBy, providersOf } from './providers.ts'
import { startServer } from './server.ts'
import type { StandIns } from './standIns.ts'
import { waitingWork } from './waitingWork.ts'
import { webFolder } from './webBuild.ts'

/** What was brought up once for the whole installation. */
export interface Installation {
  /** The address of the migrated database, as the unprivileged role. */
  databaseUrl: string
  standIns: StandIns
  /** Vite serves the browser side in development. */
  withoutWeb: boolean
}

/** What a process says of itself. */
export interface Telling {
  metrics: Metrics
  log: Log
}

export interface Serving {
  /** Hands everything over to whoever serves on, and ends. Told again, requests may have less time. */
  stop(farewell: Farewell): Promise<void>
}

/**
 * Serves: answers requests, and does its share of what is done behind the answers. Any number of processes, on any number of machines, may
 * do so on one database.
 * @throws CannotStart when the address cannot be listened on, or the sign-in provider of AUTH_ISSUER does not answer
 */
export async function serve(
  settings: Config,
  { databaseUrl, standIns, withoutWeb }: Installation,
  { metrics, log }: Telling,
): Promise<Serving> {
  const given = { ...settings, smtpUrl: settings.smtpUrl ?? standIns.smtpUrl, payuUrl: settings.payuUrl ?? standIns.payuUrl }
  const connections = share(settings.connectionsPerProcess)
  let ending = false
  const database = new Database(databaseUrl, {
    connections: connections.requests,
    statementMs,
    onError: (err) => {
      if (!ending) log.error({ err }, 'A connection to the database broke')
    },
  })
  const news = await listenForInvalidations(databaseUrl, database)
  metrics.watchWaiting(() => waitingWork(database))
  metrics.watchDataCheck(() => lastDataCheck(database))
  metrics.watchBackup(() => lastBackup(config.dataDir))
  const archiver = watchArchiver(settings, database)
  metrics.watchSafeMoment(() => alertedMoment(safetyOf(settings, database)))
  const config = await withKeptSecrets(given, database)
  const mailer = await startMailer(config, log)
  const { sendMail, handMail } = mailer
  const payu = config.payuUrl === undefined ? null : payuClient(config.payuUrl)
  const providers = providersOf(config, standIns.messages)
  const { push } = providers
  const settling = { database, services: { config, payu, push, canSend: canSendBy(providers) } }
  const bringing = { ...settling, log }
  const jobs = await startJobs(
    databaseUrl,
    [
      checkDataJob(database, log),
      sweepUploadsJob(database, config),
      expireDocumentsJob(database, config),
      closeLecturesJob(database),
      retentionJob(database, config),
      absenceNoticesJob(database),
      summariesJob(database),
      feeRemindersJob({ database, config }),
      checkOrderJob(settling) as Job<never>,
      reconcileOrdersJob(settling),
      legacyImportJob(bringing) as Job<never>,
      tendLegacyImportsJob(bringing),
    ],
    log,
    connections.jobs,
  )
  const lectures = tendLectures(database, log)
  const promotions = startPromotionWorker({ database, log })
  const renderer = pdfRenderer(config)
  const documents = tendDocuments({
    database,
    services: { config, jobs, payu, push, canSend: canSendBy(providers) },
    renderer,
    sendMail,
    makers,
    log,
  })
  const sender = sendMessages({
    database,
    log,
    compose: sayMessages({ openPayLink: openPayLink(config), secrets: config.secrets }),
    channels: channelsOf({ database, providers, handMail, appUrl: config.appUrl }),
    perSecond: { WHATSAPP: whatsappPerSecond, SMS: config.smsPerSecond },
  })
  const server = await startServer(config, {
    log,
    databaseUrl,
    database,
    jobs,
    payu,
    providers,
    renderer,
    sendMail,
    metrics,
    signInConnections: connections.signIn,
    webFolder: withoutWeb ? undefined : webFolder,
  })
  async function stop(left: Promise<unknown>, farewell: Farewell): Promise<void> {
    ending = true
    const stopped = await Promise.allSettled([
      left,
      // What is done behind the answers is somebody else's from now on; requests that are under way may still order it.
      jobs.rest(),
      sender.stop(),
      documents.stop(),
      promotions.stop(),
    ])
    for (const close of [
      lectures.stop,
      () => jobs.stop(farewell.graceMs / 2),
      renderer.stop,
      mailer.stop,
      news.stop,
      archiver.stop,
      () => database.close(),
    ])
      stopped.push(...(await Promise.allSettled([close()])))
    for (const one of stopped)
      if (one.status === 'rejected') log.error({ err: one.reason }, 'Something could not be stopped in order')
  }

  let stopped: Promise<void> | undefined
  return {
    stop: (farewell) => {
      const left = server.stop(farewell)
      return (stopped ??= stop(left, farewell))
    },
  }
}

/** What a statement of a request may take. An import of 5,000 students takes two seconds. */
const statementMs = 30_000

/** The connections of one process by what they are for: sign-in and jobs have pools of their own, and one listens. */
function share(all: number): { requests: number; signIn: number; jobs: number } {
  const signIn = Math.max(2, Math.min(5, Math.floor(all / 4)))
  const jobs = Math.max(2, Math.min(4, Math.floor(all / 5)))
  return { signIn, jobs, requests: all - signIn - jobs - 1 }
}
