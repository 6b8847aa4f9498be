import type { SendMail } from '../mail/mail.ts'
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
/** After an order this process looks every so many milliseconds, for so many: its transaction is about to commit. */
const eager = { every: 100, for: 2000 }
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
  let timer: NodeJS.Timeout | undefined
  let looking = false
  /** Something has changed since the look that is under way began. */
  let outdated = false
  let eagerUntil = 0

  function lookIn(ms: number): void {
    if (looking) {
      outdated = true
      return
    }
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void look(), ms)
  }

  async function look(): Promise<void> {
    looking = true
    outdated = false
    try {
      await fillMaking()
      await fillMailing()
    } catch (err) {
      log.error({ err }, 'Documents could not be looked after')
    } finally {
      looking = false
      lookIn(outdated ? 0 : performance.now() < eagerUntil ? eager.every : times.look)
    }
  }

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
          lookIn(0)
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
          lookIn(0)
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

  tendedBy(database, {
    wake: () => {
      eagerUntil = performance.now() + eager.for
      lookIn(eager.every / 4)
    },
    end: (schoolId, jobId) => making.get(keyOf({ schoolId, jobId }))?.ending.abort(new Ended('lost')),
  })
  lookIn(0)

  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      tendedBy(database, undefined)
      for (const { ending } of making.values()) ending.abort(new Ended('stopping'))
      const everything = Promise.all([...[...making.values()].map((one) => one.run), ...mailing.values()])
      await Promise.race([everything, new Promise((resolve) => setTimeout(resolve, graceMs).unref())])
    },
  }
}

function keyOf({ schoolId, jobId }: Place): string {
  return `${schoolId}/${jobId}`
}
