import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { appUrl } from '#platform/database/connect.ts'
import { startEmbedded } from '#platform/database/embedded.ts'
import { migrate } from '#platform/database/migrate.ts'
import { shiftDatabase } from '../moment/testMoment.ts'

/** A migrated, empty database that can be stopped. Its starter restarts it, as the product does. */
export interface StoppableDatabase {
  ownerUrl: string
  appUrl: string
  secretKey: string
  /** Stops it once; resolves when it answers again. */
  stopOnce(how: 'gently' | 'hard'): Promise<void>
  stop(): Promise<void>
}

export async function stoppableDatabase(dataDir: string): Promise<StoppableDatabase> {
  const secretKey = 'the secret of a run of faults, which keeps nothing secret'
  const server = await startEmbedded({ dataDir, log: () => undefined })
  await shiftDatabase(server.ownerUrl)
  await migrate(server.ownerUrl, secretKey)
  return {
    ownerUrl: server.ownerUrl,
    secretKey,
    appUrl: appUrl(server.ownerUrl, secretKey),
    stopOnce: async (how) => {
      const pid = await postmaster(server.ownerUrl)
      // SIGINT ends every connection and writes a checkpoint. SIGQUIT ends immediately, and the next start replays the
      // WAL.
      process.kill(pid, how === 'gently' ? 'SIGINT' : 'SIGQUIT')
      while ((await postmaster(server.ownerUrl).catch(() => pid)) === pid) await sleep(50)
    },
    stop: () => server.stop(),
  }
}

async function postmaster(ownerUrl: string): Promise<number> {
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 2000 })
  owner.on('error', () => undefined)
  try {
    await owner.connect()
    const { rows } = await owner.query<{ pid: string }>(`select split_part(pg_read_file('postmaster.pid'), chr(10), 1) as pid`)
    return Number(rows[0]?.pid)
  } finally {
    await owner.end().catch(() => undefined)
  }
}
