import type pg from 'pg'
import { CannotStart } from '../../cannotStart.ts'

/** A PostgreSQL of a cluster, with its extension. */
export interface NodeVersions {
  /** Address of a node, or the coordinator. */
  node: string
  /** As PostgreSQL says it, such as `17.6 (Debian 17.6-1)`. */
  postgres: string
  /** As Citus says it, such as `13.2.2`. */
  citus: string
}

/** On which all tests passed (docs/scaling.md). Citus refuses some outer joins on an older PostgreSQL. */
const tried = { postgres: '17', citus: '13.2' } as const

/**
 * Refuses a cluster whose versions are not those on which Shala was tried.
 * @throws CannotStart with the first node that has others
 */
export function refuseUntriedVersions(nodes: readonly NodeVersions[]): void {
  for (const { node, postgres, citus } of nodes) {
    if (postgres.split(/[. ]/)[0] === tried.postgres && citus.split('.').slice(0, 2).join('.') === tried.citus) continue
    throw new CannotStart(
      `The ${node} runs PostgreSQL ${postgres} with Citus ${citus}. Shala works on a cluster of PostgreSQL ${tried.postgres} with Citus ${tried.citus} only: docs/scaling.md, Several database machines.`,
    )
  }
}

/** Returns the versions of the coordinator and of every other node. */
export async function versionsOf(owner: pg.ClientBase): Promise<NodeVersions[]> {
  const ask = `select current_setting('server_version') || ' / ' || substring(citus_version() from '\\d[\\d.]*')`
  const { rows: own } = await owner.query<{ result: string }>(`select (${ask}) as result`)
  const { rows: others } = await owner.query<{ node: string; result: string }>(
    `select 'node ' || nodename || ':' || nodeport as node, result from run_command_on_workers($1)`,
    [ask],
  )
  return [{ node: 'coordinator', result: own[0]?.result ?? '' }, ...others].map(({ node, result }) => {
    const [postgres = '', citus = ''] = result.split(' / ')
    return { node, postgres, citus }
  })
}
