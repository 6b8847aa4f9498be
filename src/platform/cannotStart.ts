/**
 * Error when something outside the program prevents the start. The message is one or two plain sentences for the person
 * at the terminal: what is wrong and what to do. It never contains a password.
 */
export class CannotStart extends Error {}

/** Returns whether an error of Node.js or PostgreSQL, or the text of a log, says that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  const { code } = error as { code?: string }
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') return true
  return /no space left on device|disk full|disk quota exceeded/i.test(error instanceof Error ? error.message : String(error))
}

export function diskFullError(folder: string): CannotStart {
  return new CannotStart(
    `The disk that holds ${folder} is full. Make room on it (a few hundred megabytes) and start again; what was saved before is safe.`,
  )
}
