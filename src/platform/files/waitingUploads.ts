import { t } from '#shared/texts.ts'

/**
 * Maximum number of files of one person that wait to be checked, and of all persons. An import of photos sends three at
 * once. Their bytes are bounded by those in flight, 24 MB of a person and 96 MB of all (`http/bodyLimits.ts`).
 */
export const waitingUploads = { waitingOfPerson: 10, waiting: 100 }

/** The messages for files that may not wait. */
export const uploadMessages = {
  tooManyOfPerson: () =>
    t`${waitingUploads.waitingOfPerson} of your files are being checked already. Please send this one again in a few seconds.`,
  tooMany: () => t`Many files are being checked at the moment. Please send this one again in a few seconds.`,
}
