import { stat } from 'node:fs/promises'
import { CannotStart } from '../cannotStart.ts'
import { backupsIn } from './backupFolder.ts'
import type { Manifest } from './manifest.ts'
import { verifyBackup } from './verify.ts'

/**
 * Verifies the backup to restore: a file, or the newest one of a folder.
 *
 * @param until the backup must not be of a later moment
 * @throws CannotStart when there is none, or it is damaged
 */
export async function findBackup(
  from: string,
  backupKey: string | undefined,
  until?: Date,
): Promise<{ path: string; manifest: Manifest }> {
  const stats = await stat(from).catch(() => undefined)
  const backups = stats?.isDirectory() ? await backupsIn(from) : [{ path: from, begunAt: new Date(0) }]
  for (const { path, begunAt } of backups.toReversed()) {
    if (until !== undefined && begunAt > until) continue
    const manifest = await verifyBackup(path, backupKey)
    // A backup that had to wait for a lock is of a later moment than its name.
    if (until === undefined || new Date(manifest.moment) <= until) return { path, manifest }
  }
  const wanted = until === undefined ? '' : ` of ${until.toISOString()} or before`
  throw new CannotStart(`There is no backup${wanted} in ${from}.`)
}
