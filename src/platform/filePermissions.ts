import { chmodSync, chownSync, type Dirent, existsSync, type Stats, statSync } from 'node:fs'
import { chmod, lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'

/** Makes new files of this process and its children private to the user (600, folders 700), whatever the umask was. */
export function restrictNewFiles(): void {
  process.umask(0o077)
}

/**
 * Closes a folder to other users. Where root's database runs as its own account, that account's group may enter the
 * folder but not list it. A sticky folder such as /tmp stays as it is.
 */
export function restrictFolder(folder: string, account?: { gid: number }): void {
  const stats = statSync(folder)
  if (!isOwnedByUs(stats) || (stats.mode & 0o1000) !== 0) return
  if (account) chownSync(folder, 0, account.gid)
  chmodSync(folder, account ? 0o710 : 0o700)
}

/** Shala's entries in the data folder, except the embedded database, which has its own modes. */
const ownNames =
  /^(files|restored|mail|messages|backups|secret\.key|last-backup|erasures\.csv|postgres\.place|gateway\.json|server-\d+\.json)$/

/** Sets mode 600 on files and 700 on folders that an earlier version wrote with the umask of its time. */
export async function restrictDataFolder(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return
  for await (const entry of await opendir(dataDir)) if (ownNames.test(entry.name)) await restrictEntry(dataDir, entry)
}

async function restrictEntry(folder: string, entry: Dirent): Promise<void> {
  if (!entry.isDirectory() && !entry.isFile()) return
  const path = join(folder, entry.name)
  const mode = entry.isDirectory() ? 0o700 : 0o600
  try {
    const stats = await lstat(path)
    if (isOwnedByUs(stats) && (stats.mode & 0o777) !== mode) await chmod(path, mode)
    if (entry.isDirectory()) for await (const child of await opendir(path)) await restrictEntry(path, child)
  } catch (error) {
    // The entry was a draft that was renamed or removed meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

/** Returns whether this process' user owns a file. Files of others stay as they are. */
function isOwnedByUs({ uid }: Pick<Stats, 'uid'>): boolean {
  return uid === process.getuid?.()
}
