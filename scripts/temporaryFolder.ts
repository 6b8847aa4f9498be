import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Creates an empty data folder for a temporary run. A database started by root runs as another user, who needs access
 * to the folder; it would be stored under /var/lib/shala otherwise.
 */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `shala-${name}-`))
  chmodSync(folder, 0o711)
  return folder
}
