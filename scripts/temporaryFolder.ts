import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A new, empty data folder for a run that is thrown away. Root's database runs as another user, who has to pass through it;
 * it would be kept under /var/lib/shala otherwise.
 */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `shala-${name}-`))
  chmodSync(folder, 0o711)
  return folder
}
