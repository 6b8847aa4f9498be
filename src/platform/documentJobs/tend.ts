import type { SendMail } from '../mail/mail.ts'
import { startPollingLoop } from '../jobs/pollingLoop.ts'
import { schoolById } from '../school.ts'
import { type DocumentTimes, documentTimes } from './documentJobs.rules.ts'
import type { DocumentJob } from './documentJobs.sql.ts'
import { documentMail } from './mail.ts'
import { Ended, type RunParts, runJob } from './run.ts'
import { claimJob, claimMail, mailed, type Place, queuedJobs } from './runs.sql.ts'
import { tendedBy } from './wake.ts'

export interface DocumentParts extends RunParts {
  sendMail: SendMail
}

/** So many jobs are made at once in a process, so that a report need not wait for 2,000 ID cards; and so many mails are sent. */
const lanes = { make: 2, mail: 2 }
/** How long a run may take to end when the server stops. */
const graceMs = 5000

/**
 * Makes what is ordered of all schools, and sends the mails: a job is done once however many processes there are and however often one
 * dies. `stop` ends the runs of this process and gives their jobs back.
 */
export function tendDocuments(parts: DocumentParts, times: DocumentTimes = documentTimes): { stop(): Promise<void> } {
  const { database, log } = parts
  const making = new Map<string, { schoolId: number; ending: AbortController; run: Promise<void> }>()
  const mailing = new Map<string, Promise<void>>()
  let stopped = false

  /** The oldest first, but a school that has none under way here before one that has. */
  async function fillMaking(): Promise<void> {
    if (making.size >= lanes.make) return
    const busy = new Set([...making.values()].map((one) => one.schoolId))
    const places = (await queuedJobs(database, false)).filter((place) => !making.has(keyOf(place)))
    for (const place of places.toSorted((a, b) => Number(busy.has(a.schoolId)) - Number(busy.has(b.schoolId)))) {
      if (stopped || making.size >= lanes.make) return
      const claim = await claimJob(database, place, times)
      if (!claim) continue
      const ending = new AbortController()
      const run = runJob(parts, claim, times, ending)
        .catch((err: unknown) => log.error({ err }, 'A document could not be made'))
        .finally(() => {
          making.delete(keyOf(place))
          loop.pollIn(0)
        })
      making.set(keyOf(place), { schoolId: place.schoolId, ending, run })
      if (stopped) ending.abort(new Ended('stopping'))
    }
  }

  async function fillMailing(): Promise<void> {
    if (mailing.size >= lanes.mail) return
    for (const place of (await queuedJobs(database, true)).filter((one) => !mailing.has(keyOf(one)))) {
      if (stopped || mailing.size >= lanes.mail) return
      const job = await claimMail(database, place, times)
      if (!job) continue
      const sending = sendMailOf(job)
        .catch((err: unknown) => log.error({ err }, 'A mail of a document was not sent'))
        .finally(() => {
          mailing.delete(keyOf(place))
          loop.pollIn(0)
        })
      mailing.set(keyOf(place), sending)
    }
  }

  /** Whether or not the mail server took it, and also when this process ends meanwhile, it is not sent again by itself. */
  async function sendMailOf(job: DocumentJob): Promise<void> {
    const school = await schoolById(database, job.schoolId)
    const given = { to: job.email ?? '', schoolName: school?.name ?? '', now: new Date() }
    const state = await parts.sendMail(documentMail(parts.services.config, job, given)).then(
      () => 'SENT' as const,
      () => 'FAILED' as const,
    )
    await mailed(database, job, state)
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
  tendedBy(database, {
    wake: loop.wake,
    end: (schoolId, jobId) => making.get(keyOf({ schoolId, jobId }))?.ending.abort(new Ended('lost')),
  })

  return {
    stop: async () => {
      stopped = true
      tendedBy(database, undefined)
      const polled = loop.stop()
      for (const { ending } of making.values()) ending.abort(new Ended('stopping'))
      const everything = Promise.all([polled, ...[...making.values()].map((one) => one.run), ...mailing.values()])
      await Promise.race([everything, new Promise((resolve) => setTimeout(resolve, graceMs).unref())])
    },
  }
}

function keyOf({ schoolId, jobId }: Place): string {
  return `${schoolId}/${jobId}`
}
