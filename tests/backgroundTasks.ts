import type { Database } from '#platform/database/connect.ts'
import type { Log } from '#platform/logging.ts'
import { startTaskWorker, type Task, taskTimes } from '#platform/backgroundTasks/worker.ts'
import type { TaskKind } from '#platform/backgroundTasks/backgroundTasks.sql.ts'
import { asOwner } from './asOwner.ts'

/** As in earnest, but in a hurry. Only what a test says is dead counts as dead: a busy machine is slow to say. */
export const hurriedTimes = { ...taskTimes, poll: 100, beat: 50, again: 100, silence: 600_000 }

const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** Starts a worker for these kinds of work: another process, as far as the database can tell. */
export function startTestWorker(database: Database, works: readonly Task[], log: Log = silent): { stop(): Promise<void> } {
  return startTaskWorker({ database, log }, works, hurriedTimes)
}

/**
 * Leaves a piece of work as a process that was killed leaves it: with a run that nobody else knows, and due now, or for
 * as long as it counts as alive. Its domain's row has the run, too.
 */
export async function leaveTask(
  ownerUrl: string,
  { kind, id, table }: { kind: TaskKind; id: number; table: 'document_jobs' | 'promotions' | 'legacy_imports' },
  { starts, isDead }: { starts: number; isDead: boolean },
): Promise<void> {
  await asOwner(ownerUrl, `update ${table} set state = 'RUNNING', run = gen_random_uuid() where id = $1`, [id])
  await asOwner(
    ownerUrl,
    `update background_tasks w set starts = $3, run = d.run,
       due_at = now() + case when $4 then '-1 second'::interval else '1 hour' end
     from ${table} d where d.id = $2 and w.kind = $1 and w.item_id = d.id`,
    [kind, id, starts, isDead],
  )
}

/** Makes all work that processes have claimed due now, as if they had been silent for too long. */
export async function countAllAsDead(ownerUrl: string): Promise<void> {
  await asOwner(ownerUrl, 'update background_tasks set due_at = now() where run is not null')
}
