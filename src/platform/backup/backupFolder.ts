import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const pattern = /^shala-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/

/** A backup in a folder, named by the moment at which it was begun. */
export interface BackupInFolder {
  path: string
  begunAt: Date
}

/** Returns the name of a backup that begins now: `shala-20261122T083000Z.backup`. */
export function backupName(now: Date): string {
  return `shala-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.backup`
}

/** Returns the complete backups of a folder, the oldest first. */
export async function backupsIn(folder: string): Promise<BackupInFolder[]> {
  const names = (await readdir(folder)).filter((name) => pattern.test(name)).sort()
  return names.map((name) => ({
    path: join(folder, name),
    begunAt: new Date(name.replace(pattern, '$1-$2-$3T$4:$5:$6Z')),
  }))
}
