import type { SendMail } from '../mail/mail.ts'
import { startPollingLoop } from '../jobs/pollingLoop.ts'
import { schoolById } from '../school.ts'
import { type DocumentTimes, documentTimes } from './documentJobs.rules.ts'
import type { DocumentJob } from './documentJobs.sql.ts'
import { composeDocumentMail } from './documentMail.ts'
import { RunAborted, type RunDependencies, runJob } from './runJob.ts'
import { claimJob, claimMail, recordMailResult, type JobKey, queuedJobs } from './runs.sql.ts'
import { registerDocumentWorker } from './registeredWorkers.ts'

export interface WorkerDependencies extends RunDependencies {
  sendMail: SendMail
}

/** Documents made at once in a process, so that a report need not wait for 2,000 ID cards; and mails sent at once. */
const concurrency = { make: 2, mail: 2 }
/** How long a run may take to end when the server stops. */
const graceMs = 5000

/**
 * Makes ordered documents of all schools and sends their mails. Each job is done once, however many processes there are
 * and however often one dies. `stop` ends the runs of this process and releases their jobs.
 */
export function startDocumentWorker(parts: WorkerDependencies, times: DocumentTimes = documentTimes): { stop(): Promise<void> } {
  const { database, log } = parts
  const making = new Map<string, { schoolId: number; ending: AbortController; run: Promise<void> }>()
  const mailing = new Map<string, Promise<void>>()
  let stopped = false

  /** Claims the oldest jobs first, but prefers schools that have no running job in this process. */
  async function fillMaking(): Promise<void> {
    if (making.size >= concurrency.make) return
    const busy = new Set([...making.values()].map((run) => run.schoolId))
    const queued = (await queuedJobs(database, false)).filter((jobKey) => !making.has(keyOf(jobKey)))
    for (const jobKey of queued.toSorted((a, b) => Number(busy.has(a.schoolId)) - Number(busy.has(b.schoolId)))) {
      if (stopped || making.size >= concurrency.make) return
      const claim = await claimJob(database, jobKey, times)
      if (!claim) continue
      const ending = new AbortController()
      const run = runJob(parts, claim, times, ending)
        .catch((err: unknown) => log.error({ err }, 'A document could not be made'))
        .finally(() => {
          making.delete(keyOf(jobKey))
          loop.pollIn(0)
        })
      making.set(keyOf(jobKey), { schoolId: jobKey.schoolId, ending, run })
      if (stopped) ending.abort(new RunAborted('stopping'))
    }
  }

  async function fillMailing(): Promise<void> {
    if (mailing.size >= concurrency.mail) return
    for (const jobKey of (await queuedJobs(database, true)).filter((job) => !mailing.has(keyOf(job)))) {
      if (stopped || mailing.size >= concurrency.mail) return
      const job = await claimMail(database, jobKey, times)
      if (!job) continue
      const sending = sendMailOf(job)
        .catch((err: unknown) => log.error({ err }, 'A mail of a document was not sent'))
        .finally(() => {
          mailing.delete(keyOf(jobKey))
          loop.pollIn(0)
        })
      mailing.set(keyOf(jobKey), sending)
    }
  }

  /** The mail is never sent again automatically, whether the mail server took it or this process ended meanwhile. */
  async function sendMailOf(job: DocumentJob): Promise<void> {
    const school = await schoolById(database, job.schoolId)
    const mailContext = { to: job.email ?? '', schoolName: school?.name ?? '', now: new Date() }
    const state = await parts.sendMail(composeDocumentMail(parts.services.config, job, mailContext)).then(
      () => 'SENT' as const,
      () => 'FAILED' as const,
    )
    await recordMailResult(database, job, state)
  }

  const loop = startPollingLoop({
    poll: async () => {
      await fillMaking()
      await fillMailing()
      return undefined
    },
    idleMs: times.look,
    log,
    failure: 'Documents could not be looked after',
  })
  registerDocumentWorker(database, {
    wake: loop.wake,
    end: (schoolId, jobId) => making.get(keyOf({ schoolId, jobId }))?.ending.abort(new RunAborted('lost')),
  })

  return {
    stop: async () => {
      stopped = true
      registerDocumentWorker(database, undefined)
      const polled = loop.stop()
      for (const { ending } of making.values()) ending.abort(new RunAborted('stopping'))
      const everything = Promise.all([polled, ...[...making.values()].map(({ run }) => run), ...mailing.values()])
      await Promise.race([everything, new Promise((resolve) => setTimeout(resolve, graceMs).unref())])
    },
  }
}

function keyOf({ schoolId, jobId }: JobKey): string {
  return `${schoolId}/${jobId}`
}
