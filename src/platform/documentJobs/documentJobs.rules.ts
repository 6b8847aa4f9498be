import type { DocumentJob } from './documentJobs.sql.ts'

/** Intervals and limits of the document worker in milliseconds. Tests use shorter ones. */
export interface DocumentTimes {
  /** Interval between two polls of the queue. */
  look: number
  /** Interval between two heartbeats of a run. */
  beat: number
  /** A run without a heartbeat for this long counts as dead and is started again. */
  dead: number
  /** The same for a mail, which is never sent again automatically. Longer than sending one may take. */
  mailDead: number
  /** Delay before a failed run is retried. */
  again: number
  /** Maximum duration of a run. */
  most: number
}

export const documentTimes: DocumentTimes = {
  look: 2000,
  beat: 5000,
  dead: 30_000,
  mailDead: 60_000,
  again: 5000,
  most: 15 * 60_000,
}

/** Days for which the files of a document are kept. */
export const fileRetentionDays = 30

/** Maximum number of starts of a job: what ended three runs would end the fourth. */
export const maxStarts = 3

/** The next step for a queued job. */
export type Step = 'MAKE' | 'GIVE_UP' | 'MAIL' | 'MAIL_LOST' | 'WAIT' | 'NOTHING'

/**
 * Decides the next step for a queued job.
 *
 * @param silent milliseconds since the last heartbeat; null when there was none
 */
export function nextStep(
  { state, mailState, starts }: Pick<DocumentJob, 'state' | 'mailState' | 'starts'>,
  silent: number | null,
  times: DocumentTimes,
): Step {
  const since = silent ?? Number.POSITIVE_INFINITY
  switch (state) {
    case 'QUEUED':
      return since < times.again ? 'WAIT' : 'MAKE'
    case 'RUNNING':
      if (since < times.dead) return 'WAIT'
      return starts < maxStarts ? 'MAKE' : 'GIVE_UP'
    case 'DONE':
      if (mailState === 'WAITING') return 'MAIL'
      if (mailState !== 'SENDING') return 'NOTHING'
      return since < times.mailDead ? 'WAIT' : 'MAIL_LOST'
    case 'FAILED':
    case 'CANCELLED':
      return 'NOTHING'
  }
}
