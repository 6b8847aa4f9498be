import type { DocumentJob } from './documentJobs.sql.ts'

/** How long what may take, in milliseconds; the tests are in a hurry. */
export interface DocumentTimes {
  /** Between two looks for work that nobody has told of. */
  look: number
  /** Between two signs of life of a run. */
  beat: number
  /** A run that was silent for so long is given up, and started again. */
  dead: number
  /** The same of a mail, which is never sent again by itself. Longer than sending one may take. */
  mailDead: number
  /** Before a run that could not go on is tried again. */
  again: number
  /** A run that takes longer is ended. */
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

/** How long the files of a document are kept. */
export const keptDays = 30

/** So often a run is started: whatever has ended three of them would end the fourth. */
export const mostStarts = 3

/** What is to be done about a job that is found in the queue. */
export type Step = 'MAKE' | 'GIVE_UP' | 'MAIL' | 'MAIL_LOST' | 'WAIT' | 'NOTHING'

/** @param silent milliseconds since the last sign of life; null when there was none */
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
      return starts < mostStarts ? 'MAKE' : 'GIVE_UP'
    case 'DONE':
      if (mailState === 'WAITING') return 'MAIL'
      if (mailState !== 'SENDING') return 'NOTHING'
      return since < times.mailDead ? 'WAIT' : 'MAIL_LOST'
    case 'FAILED':
    case 'CANCELLED':
      return 'NOTHING'
  }
}
