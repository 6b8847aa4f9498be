import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const shape = z.object({
  /** The chain that this installation writes. */
  chain: z.string().nullable(),
  /** When the backup was turned on. */
  since: z.iso.datetime(),
  /** Everything that was acknowledged before this moment is in the backup; null before the first base copy is whole. */
  safeAt: z.iso.datetime().nullable(),
  /** Why it does not go on, in words; null while it does. */
  trouble: z.string().nullable(),
})

/** How the continuous backup of a data folder stands, as the process that makes it has noted for all others. */
export type BackupState = z.output<typeof shape>

const fileOf = (dataDir: string) => join(dataDir, 'continuous-backup.json')

export function writeState(dataDir: string, state: BackupState): void {
  mkdirSync(dataDir, { recursive: true })
  const draft = `${fileOf(dataDir)}.new`
  writeFileSync(draft, JSON.stringify(state), { mode: 0o600 })
  renameSync(draft, fileOf(dataDir))
}

/** Returns undefined where no continuous backup was ever made of this folder. */
export function readState(dataDir: string): BackupState | undefined {
  try {
    return shape.parse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')))
  } catch {
    return undefined
  }
}
