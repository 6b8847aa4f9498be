import type { Config } from '#platform/config.ts'
import { takeFormerErasures } from '#platform/erasures.ts'
import { claimStorage, otherStorage } from '#platform/files/storageMark.ts'

/**
 * Claims the storage of files for the database, and takes a former list of erasures into it. Says so when the files of
 * the database lie elsewhere: then this server is not ready.
 *
 * @throws when the storage does not answer
 */
export async function prepareStorage(ownerUrl: string, config: Config, say: (text: string) => void): Promise<void> {
  if (await claimStorage(ownerUrl, config)) await takeFormerErasures(config)
  else say(otherStorage)
}
