import { chmodSync, chownSync, type Dirent, existsSync, type Stats, statSync } from 'node:fs'
import { chmod, lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'

/** Lets nobody else read what this process and its children write: files are 600 and folders 700 from now on, whatever the umask was. */
export function writePrivately(): void {
  process.umask(0o077)
}

/**
 * Closes a folder to everybody else. Where root's database runs as an account of its own, this account's group may pass
 * through, and read nothing. A folder that everybody writes to, such as /tmp, stays as it is.
 */
export function closeFolder(folder: string, account?: { gid: number }): void {
  const found = statSync(folder)
  if (!isOwn(found) || (found.mode & 0o1000) !== 0) return
  if (account) chownSync(folder, 0, account.gid)
  chmodSync(folder, account ? 0o710 : 0o700)
}

/** What Shala keeps in the data folder besides the embedded database, which has modes of its own. */
const ownNames =
  /^(files|restored|mail|messages|backups|secret\.key|last-backup|erasures\.csv|postgres\.place|gateway\.json|server-\d+\.json)$/

/** Makes files 600 and folders 700 that an earlier version wrote with the umask of its time. */
export async function closeDataFolder(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return
  for await (const entry of await opendir(dataDir)) if (ownNames.test(entry.name)) await close(dataDir, entry)
}

async function close(folder: string, entry: Dirent): Promise<void> {
  if (!entry.isDirectory() && !entry.isFile()) return
  const path = join(folder, entry.name)
  const mode = entry.isDirectory() ? 0o700 : 0o600
  try {
    const found = await lstat(path)
    if (isOwn(found) && (found.mode & 0o777) !== mode) await chmod(path, mode)
    if (entry.isDirectory()) for await (const inside of await opendir(path)) await close(path, inside)
  } catch (error) {
    // A draft that was renamed or removed meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

/** Whether a file is this process' own: others' stay as they are. */
function isOwn({ uid }: Pick<Stats, 'uid'>): boolean {
  return uid === process.getuid?.()
}
