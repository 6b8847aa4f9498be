import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { WaitingWork } from '../metrics.ts'

/**
 * Counts the due work of all schools that nobody has started, and the jobs given up in the last day, in one round trip.
 */
export async function waitingWork(database: Database): Promise<readonly WaitingWork[]> {
  const { rows } = await sql<WaitingWork>`
    with found (work, since, given_up) as (
      select 'message.' || channel, due_at, false from message_queue where due_at <= now()
      union all select lower(replace(kind, '_', ' ')), due_at, false from background_tasks where due_at <= now()
      union all select 'job.' || name, start_after, false from jobs.job where state in ('created', 'retry') and start_after <= now()
      union all select 'job.' || name, null, true from jobs.job where state = 'failed' and completed_on > now() - interval '1 day'
    )
    select work, count(*) filter (where not given_up)::integer as due, count(*) filter (where given_up)::integer as given_up,
      coalesce(max(extract(epoch from now() - since)), 0)::float8 as oldest_seconds
    from found group by work`.execute(database.kysely)
  return rows
}
