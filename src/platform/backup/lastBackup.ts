import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fileOf = (dataDir: string) => join(dataDir, 'last-backup')

/**
 * Records in the data folder that everything up to a moment (ISO 8601) is in a backup. The servers that use the folder
 * show it in their metrics.
 */
export function noteBackup(dataDir: string, moment: string): void {
  const file = fileOf(dataDir)
  // Backups may be made on a machine without a server.
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(`${file}.new`, moment)
  renameSync(`${file}.new`, file)
}

/**
 * Returns the moment of the last complete backup in seconds since 1970; undefined when none was made from this data
 * folder.
 */
export function lastBackup(dataDir: string): number | undefined {
  try {
    const at = Date.parse(readFileSync(fileOf(dataDir), 'utf8'))
    return Number.isNaN(at) ? undefined : at / 1000
  } catch {
    return undefined
  }
}
