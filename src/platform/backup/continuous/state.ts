import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const shape = z.object({
  /** The chain that this installation writes. */
  chain: z.string().nullable(),
  /** When the backup was turned on. */
  since: z.iso.datetime(),
  /** Everything acknowledged before this moment is in the backup; null before the first complete base copy. */
  safeAt: z.iso.datetime().nullable(),
  /** Why the backup has stopped, as a sentence; null while it works. */
  trouble: z.string().nullable(),
})

/** The state of a data folder's continuous backup, written by the process that makes it for all others. */
export type BackupState = z.output<typeof shape>

const fileOf = (dataDir: string) => join(dataDir, 'continuous-backup.json')

export function writeState(dataDir: string, state: BackupState): void {
  mkdirSync(dataDir, { recursive: true })
  const draft = `${fileOf(dataDir)}.new`
  writeFileSync(draft, JSON.stringify(state), { mode: 0o600 })
  renameSync(draft, fileOf(dataDir))
}

/** Returns undefined when the folder never had a continuous backup. */
export function readState(dataDir: string): BackupState | undefined {
  try {
    return shape.parse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')))
  } catch {
    return undefined
  }
}
