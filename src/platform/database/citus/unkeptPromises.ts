import type { Log } from '../../logging.ts'
import type { Database } from '../connect.ts'

/** What one PostgreSQL promises and a cluster cannot (docs/scaling.md), as the log says it at each start. */
const unkeptPromises = [
  'No backup is of one moment of the whole cluster: npm run backup is refused. Back up each node by its own means.',
  'A change of what every node holds (the school itself, an account) is stored on each node by itself. If one does not answer at the commit, sums that are kept of it can be old until it answers again.',
] as const

/** Says in the log which promises this installation cannot keep, where its database is a cluster. */
export async function sayUnkeptPromises(database: Pick<Database, 'isCluster'>, log: Pick<Log, 'warn'>): Promise<void> {
  if (!(await database.isCluster())) return
  for (const promise of unkeptPromises) log.warn({}, promise)
}
