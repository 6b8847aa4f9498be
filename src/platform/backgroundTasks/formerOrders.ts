import { sql } from 'kysely'
import type { Database, Tx } from '../database/connect.ts'
import { orderTask, type TaskKey, type TaskKind } from './backgroundTasks.sql.ts'

interface FormerOrder extends TaskKey {
  orderedBy: string | null
}

/** Where servers of the version before put orders, and the row that shows whether one of them is at work. */
const formerQueues = {
  DOCUMENT: { queue: 'document_queue', id: 'job_id', row: 'document_jobs' },
  DOCUMENT_MAIL: { queue: 'document_queue', id: 'job_id', row: 'document_jobs' },
  PROMOTION: { queue: 'promotion_queue', id: 'promotion_id', row: 'promotions' },
  LEGACY_IMPORT: { queue: 'legacy_queue', id: 'import_id', row: 'legacy_imports' },
} as const satisfies Record<TaskKind, object>

/**
 * Takes over what servers of the version before have ordered, and what waited before the upgrade, unless one of them is
 * at work on it. While they run beside this one, and after going back and forth, nothing is left lying. A later version
 * drops this file with the tables (migration 0122).
 */
export async function takeOverFormerOrders(database: Database): Promise<void> {
  const { rows } = await sql<FormerOrder>`
    select case when mailing then 'DOCUMENT_MAIL' else 'DOCUMENT' end as kind, school_id, job_id as id, ordered_by
      from document_queue
    union all select 'PROMOTION', school_id, promotion_id, null from promotion_queue
    union all select 'LEGACY_IMPORT', school_id, import_id, null from legacy_queue
    limit 100`.execute(database.kysely)
  for (const order of rows) await database.transaction(order.schoolId, (db) => takeOver(db, order))
}

async function takeOver(db: Tx, { orderedBy, ...task }: FormerOrder): Promise<void> {
  const { queue, id, row } = formerQueues[task.kind]
  const { rows: atWork } = await sql`
    select from ${sql.table(row)} where school_id = ${task.schoolId} and id = ${task.id}
      and beat_at > statement_timestamp() - interval '1 minute'`.execute(db)
  if (atWork.length > 0) return
  const { numAffectedRows } = await sql`
    delete from ${sql.table(queue)} where school_id = ${task.schoolId} and ${sql.ref(id)} = ${task.id}`.execute(db)
  if (numAffectedRows === 1n) await orderTask(db, task, orderedBy)
}
