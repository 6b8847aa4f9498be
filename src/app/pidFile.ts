import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '#platform/config.ts'

const shape = z.object({
  pid: z.number(),
  /** Counts how often the serving processes were to be replaced, and what came of the last time. */
  replaced: z.object({ times: z.number(), trouble: z.string().nullable() }),
})

/** What the server of a data folder and a port says of itself to `npm run reload`. */
export type RunningServer = z.output<typeof shape>

type Place = Pick<Config, 'dataDir' | 'port'>

/** Whole at every moment: it is read while it is written. */
export function writePidFile(place: Place, server: RunningServer): void {
  const file = fileOf(place)
  writeFileSync(`${file}.new`, JSON.stringify(server), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

export function removePidFile(place: Place): void {
  rmSync(fileOf(place), { force: true })
}

/** The server that runs now; undefined also where a file of a killed one was left behind. */
export function readPidFile(place: Place): RunningServer | undefined {
  try {
    const server = shape.parse(JSON.parse(readFileSync(fileOf(place), 'utf8')))
    process.kill(server.pid, 0)
    // Another process may have its number by now.
    const known = process.platform !== 'linux' || readFileSync(`/proc/${server.pid}/cmdline`, 'utf8').includes('start.ts')
    return known ? server : undefined
  } catch {
    return undefined
  }
}

function fileOf({ dataDir, port }: Place): string {
  return join(dataDir, `server-${port}.json`)
}
