import type { Log } from '../../logging.ts'
import type { Database } from '../connect.ts'

/** What one PostgreSQL promises and a cluster cannot (docs/scaling.md), as the log says it at each start. */
const unkeptPromises = [
  'No backup is of one moment of the whole cluster: npm run backup is refused. Back up each node by its own means.',
  'No sum is kept: the pending list, the dashboard and the page of money are added up anew at each request.',
] as const

/** Says in the log which promises this installation cannot keep, where its database is a cluster. */
export async function sayUnkeptPromises(database: Pick<Database, 'isCluster'>, log: Pick<Log, 'warn'>): Promise<void> {
  if (!(await database.isCluster())) return
  for (const promise of unkeptPromises) log.warn({}, promise)
}
