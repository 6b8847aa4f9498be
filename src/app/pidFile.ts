import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '#platform/config.ts'

const shape = z.object({
  pid: z.number(),
  /** How many reloads were requested, and what went wrong in the last one. */
  replaced: z.object({ times: z.number(), trouble: z.string().nullable() }),
})

/** The state of the server of a data folder and port, for `npm run reload`. */
export type RunningServer = z.output<typeof shape>

type ServerAddress = Pick<Config, 'dataDir' | 'port'>

/** Replaces the file atomically, because it is read while it is written. */
export function writePidFile(address: ServerAddress, server: RunningServer): void {
  const file = fileOf(address)
  writeFileSync(`${file}.new`, JSON.stringify(server), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

export function removePidFile(address: ServerAddress): void {
  rmSync(fileOf(address), { force: true })
}

/** Returns the running server; undefined also when a killed server left its file behind. */
export function readPidFile(address: ServerAddress): RunningServer | undefined {
  try {
    const server = shape.parse(JSON.parse(readFileSync(fileOf(address), 'utf8')))
    process.kill(server.pid, 0)
    // Another process may have the pid by now.
    const isServer = process.platform !== 'linux' || readFileSync(`/proc/${server.pid}/cmdline`, 'utf8').includes('start.ts')
    return isServer ? server : undefined
  } catch {
    return undefined
  }
}

function fileOf({ dataDir, port }: ServerAddress): string {
  return join(dataDir, `server-${port}.json`)
}
