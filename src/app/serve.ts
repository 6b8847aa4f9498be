import { absenceNoticesJob } from '#domains/attendance/server/noticeJob.ts'
import { summariesJob } from '#domains/attendance/server/summaryJob.ts'
import { countSchoolsJob } from '#domains/dashboard/server/countSchoolsJob.ts'
import { attentionJob } from '#domains/attention/server/attentionJob.ts'
import { legacyImportTask } from '#domains/legacy/server/legacyTask.ts'
import { resultMessagesJob } from '#domains/exams/server/resultMessagesJob.ts'
import { closeLecturesJob } from '#domains/lectures/server/closeLecturesJob.ts'
import { manageLiveLectures } from '#domains/lectures/server/liveSchool.ts'
import { createChannels } from '#domains/messaging/server/channels.ts'
import { createMessageRenderer } from '#domains/messaging/server/messageRenderer.ts'
import { startSender, whatsappPerSecond } from '#domains/messaging/server/sender.ts'
import { feeRemindersJob } from '#domains/onlinefees/server/feeReminderJob.ts'
import { dueOfReminder } from '#domains/onlinefees/server/dueNow.ts'
import { openPayLink } from '#domains/onlinefees/server/links.ts'
import { findNoticeOrderJob } from '#domains/onlinefees/server/notices.ts'
import { checkOrderJob, reconcileOrdersJob } from '#domains/onlinefees/server/orderJobs.ts'
import { retentionJob } from '#domains/privacy/server/retention.ts'
import { promotionTask } from '#domains/promotion/server/promotionTask.ts'
import { lastBackup } from '#platform/backup/lastBackup.ts'
import { safetyOf, secondsLate, watchSafeMoment } from '#platform/backup/safeMoment.ts'
import type { Config } from '#platform/config.ts'
import { Database } from '#platform/database/connect.ts'
import { listenForInvalidations } from '#platform/database/cacheInvalidation.ts'
import { withKeptSecrets } from '#platform/database/installation.ts'
import { checkDataJob, lastDataCheck } from '#platform/dataChecks.ts'
import { expireDocumentsJob } from '#platform/documentJobs/expireDocuments.ts'
import { documentTask } from '#platform/documentJobs/documentTask.ts'
import { documentMailTask } from '#platform/documentJobs/mailTask.ts'
import { deleteFormerPhotosJob } from '#domains/students/server/deleteFormerPhotos.exports.ts'
import { sweepUploadsJob } from '#platform/files/sweepUploads.ts'
import type { DrainTiming } from '#platform/http/drain.ts'
import { type Job, startJobs } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/logging.ts'
import { startMailer } from '#platform/mail/mail.ts'
import type { Metrics } from '#platform/metrics.ts'
import { nameKeysJob } from '#platform/nameKeysJob.ts'
import { studentPhonesJob } from '#platform/guardians/studentPhones.ts'
import { payuClient } from '#platform/payu/client.ts'
import { pdfRenderer } from '#platform/pdf/renderers.ts'
import { makers } from './documents.ts'
import { sendCapabilities, messageProviders } from './providers.ts'
import { startServer } from './server.ts'
import type { StandIns } from '#development/standIns/startStandIns.ts'
import { startTaskWorker } from '#platform/backgroundTasks/worker.ts'
import { waitingWork } from '#platform/waitingWork/waitingWork.sql.ts'
import { webFolder } from './webBuild.ts'

/** What exists once for all serving processes. */
export interface Installation {
  /** The URL of the migrated database, as the unprivileged role. */
  databaseUrl: string
  standIns: StandIns
  /** In development Vite serves the browser side. */
  withoutWeb: boolean
}

/** The metrics and the log of one process. */
export interface Observability {
  metrics: Metrics
  log: Log
}

export interface Serving {
  /**
   * Stops serving and hands the background work over to other processes. A second call may shorten the time that
   * requests have.
   */
  stop(timing: DrainTiming): Promise<void>
}

/**
 * Serves requests and does a share of the background work. Any number of processes on any number of machines may serve
 * one database.
 *
 * @throws CannotStart when the address cannot be listened on, or the sign-in provider of AUTH_ISSUER does not answer
 */
export async function serve(
  settings: Config,
  { databaseUrl, standIns, withoutWeb }: Installation,
  { metrics, log }: Observability,
): Promise<Serving> {
  const effectiveSettings = {
    ...settings,
    smtpUrl: settings.smtpUrl ?? standIns.smtpUrl,
    payuUrl: settings.payuUrl ?? standIns.payuUrl,
  }
  const connections = splitConnections(settings.connectionsPerProcess)
  let ending = false
  const database = new Database(databaseUrl, {
    connections: connections.requests,
    statementMs,
    onError: (err) => {
      if (!ending) log.error({ err }, 'A connection to the database broke')
    },
  })
  const invalidations = await listenForInvalidations(databaseUrl, database)
  metrics.watchWaiting(() => waitingWork(database))
  metrics.watchDataCheck(() => lastDataCheck(database))
  metrics.watchBackup(() => lastBackup(config.dataDir))
  const safeMoment = watchSafeMoment(settings, database)
  metrics.watchSafeMoment(() => secondsLate(safetyOf(database)))
  const config = await withKeptSecrets(effectiveSettings, database)
  const { smtpUrl, mailFrom } = config
  if (smtpUrl === undefined) throw new Error('There is neither a mail server (SMTP_URL) nor a stand-in for one.')
  const mailer = startMailer({ smtpUrl, mailFrom }, log)
  const { sendMail, handMail } = mailer
  const payu = config.payuUrl === undefined ? null : payuClient(config.payuUrl)
  const providers = messageProviders(config, standIns.messages)
  const { push } = providers
  const jobContext = { database, services: { config, payu, push, canSend: sendCapabilities(providers) } }
  const nameKeys = nameKeysJob(database)
  const studentPhones = studentPhonesJob(database)
  const jobs = await startJobs(
    databaseUrl,
    [
      checkDataJob(database, log),
      nameKeys,
      studentPhones,
      sweepUploadsJob(database, config, log),
      deleteFormerPhotosJob(database, config),
      expireDocumentsJob(database, config),
      closeLecturesJob(database),
      retentionJob(database, config),
      absenceNoticesJob(database),
      summariesJob(database),
      countSchoolsJob(database),
      attentionJob(database),
      feeRemindersJob({ database, config }),
      resultMessagesJob({ database, config }),
      checkOrderJob(jobContext) as Job<never>,
      reconcileOrdersJob(jobContext),
      findNoticeOrderJob(jobContext) as Job<never>,
    ],
    log,
    connections.jobs,
  )
  const lectures = manageLiveLectures(database, log)
  const renderer = pdfRenderer(config)
  const services = { ...jobContext.services, jobs }
  const worker = startTaskWorker({ database, log }, [
    documentTask({ database, services, renderer, makers, log }),
    documentMailTask({ database, config, sendMail }),
    promotionTask({ database, log }),
    legacyImportTask({ database, services, log }),
  ])
  const sender = startSender({
    database,
    log,
    compose: createMessageRenderer({ openPayLink: openPayLink(config), dueOfReminder, secrets: config.secrets }),
    channels: createChannels({ database, providers, handMail, appUrl: config.appUrl }),
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
  // When everything else has started, and once for all processes that start together.
  for (const job of [nameKeys, studentPhones]) await jobs.send(job, {}, { singletonKey: 'start', singletonSeconds: 600 })
  async function stop(drained: Promise<unknown>, timing: DrainTiming): Promise<void> {
    ending = true
    const stopped = await Promise.allSettled([
      drained,
      // Background work is left to the other processes. Running requests may still queue jobs.
      jobs.rest(),
      sender.stop(),
      worker.stop(),
    ])
    for (const close of [
      lectures.stop,
      () => jobs.stop(timing.graceMs / 2),
      renderer.stop,
      mailer.stop,
      invalidations.stop,
      safeMoment.stop,
      () => database.close(),
    ])
      stopped.push(...(await Promise.allSettled([close()])))
    for (const result of stopped)
      if (result.status === 'rejected') log.error({ err: result.reason }, 'A part of the server could not be stopped in order')
  }

  let stopped: Promise<void> | undefined
  return {
    stop: (timing) => {
      const drained = server.stop(timing)
      return (stopped ??= stop(drained, timing))
    },
  }
}

/** Statement timeout of a request. An import of 5,000 students takes two seconds. */
const statementMs = 30_000

/**
 * Divides the connections of one process: sign-in and jobs have their own pools, and one connection listens for
 * invalidations.
 */
function splitConnections(all: number): { requests: number; signIn: number; jobs: number } {
  const signIn = Math.max(2, Math.min(5, Math.floor(all / 4)))
  const jobs = Math.max(2, Math.min(4, Math.floor(all / 5)))
  return { signIn, jobs, requests: all - signIn - jobs - 1 }
}
