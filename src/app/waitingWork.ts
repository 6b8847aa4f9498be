import { sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'
import type { Waiting } from '../platform/metrics.ts'

/** The work of all schools that is due and not done, by kind: one round trip over the queues, which hold no row of what is done. */
export async function waitingWork(database: Database): Promise<readonly Waiting[]> {
  const { rows } = await sql<Waiting>`
    with due (work, since) as (
      select 'message.' || channel, due_at from message_queue where due_at <= now()
      union all select 'document', null::timestamptz from document_queue
      union all select 'promotion', null from promotion_queue
      union all select 'legacy import', null from legacy_queue
      union all select 'job.' || name, start_after from jobs.job where state in ('created', 'retry', 'active') and start_after <= now()
    )
    select work, count(*)::integer as due, coalesce(max(extract(epoch from now() - since)), 0)::float8 as oldest_seconds
    from due group by work`.execute(database.kysely)
  return rows
}
