import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Db, Tx } from '../database/connect.ts'

/** What is carried out behind the answer of a request. */
export type TaskKind = 'DOCUMENT' | 'DOCUMENT_MAIL' | 'PROMOTION' | 'LEGACY_IMPORT'

/** A task: its kind, and the row of its domain. */
export interface TaskKey {
  kind: TaskKind
  schoolId: number
  id: number
}

/** A task that this process has until it ends it, releases it, or is silent for too long. */
export interface Claim extends TaskKey {
  run: string
  /** How often it was begun, this time included. Starts that a stopping server ended do not count. */
  starts: number
}

const isEntry = ({ kind, schoolId, id }: TaskKey) => sql`school_id = ${schoolId} and kind = ${kind} and item_id = ${id}`
// The transaction's own clock would be that of its begin. A cluster accepts no clock_timestamp() in an update.
const now = sql`statement_timestamp()`
const after = (ms: number) => sql`${now} + make_interval(secs => ${ms / 1000})`

/**
 * Orders a task, or orders it anew: it is carried out after the transaction has committed.
 *
 * @param orderedBy the person, whose tasks take turns with those of others. Without one the tasks of a school do
 */
export async function orderTask(db: Tx, { kind, schoolId, id }: TaskKey, orderedBy: string | null = null): Promise<void> {
  await sql`
    insert into background_tasks (kind, school_id, item_id, ordered_by) values (${kind}, ${schoolId}, ${id}, ${orderedBy})
    on conflict (school_id, kind, item_id) do update set run = null, starts = 0, due_at = excluded.due_at`.execute(db)
}

/** Withdraws a task. A process that has it finds out at its next heartbeat, or when it ends the task. */
export async function cancelTask(db: Tx, task: TaskKey): Promise<void> {
  await sql`delete from background_tasks where ${isEntry(task)}`.execute(db)
}

/**
 * Claims due tasks of a kind: of each person the first order, then of each the second; among these that of schools with
 * the least under way, then the oldest.
 *
 * @param most number of claims
 * @param silenceMs milliseconds without a heartbeat after which another process may claim it
 */
export async function claimTasks(
  { kysely }: Database,
  kind: TaskKind,
  { most, silenceMs }: { most: number; silenceMs: number },
): Promise<Claim[]> {
  const { rows: due } = await sql<{ schoolId: number; itemId: number }>`
    select school_id, item_id from (
      select school_id, item_id, due_at, count(run) over (partition by school_id) as under_way,
        row_number() over (partition by coalesce(ordered_by::text, school_id::text) order by item_id) as turn
      from background_tasks where kind = ${kind}
    ) waiting where due_at <= ${now} order by turn, under_way, item_id limit ${most * 4}`.execute(kysely)
  const claims: Claim[] = []
  for (const { schoolId, itemId: id } of due) {
    if (claims.length === most) break
    const claim = { kind, schoolId, id, run: randomUUID() }
    // Another process may have been faster.
    const { rows } = await sql<{ starts: number }>`
      update background_tasks set run = ${claim.run}, starts = starts + 1, due_at = ${after(silenceMs)}
      where ${isEntry(claim)} and due_at <= ${now} returning starts`.execute(kysely)
    if (rows[0]) claims.push({ ...claim, starts: rows[0].starts })
  }
  return claims
}

/** Writes a heartbeat. Returns false when the task is not this process's any more: withdrawn, or claimed by another. */
export async function keepTask({ kysely }: Database, claim: Claim, silenceMs: number): Promise<boolean> {
  return isOwn(
    sql`update background_tasks set due_at = ${after(silenceMs)} where ${isEntry(claim)} and run = ${claim.run}`,
    kysely,
  )
}

/** Stores that the task has come on, so that its starts are counted anew. Returns false as {@link endTask} does. */
export async function advanceTask(db: Tx, claim: Claim): Promise<boolean> {
  return isOwn(sql`update background_tasks set starts = 1 where ${isEntry(claim)} and run = ${claim.run}`, db)
}

/**
 * Ends a task, in the transaction that stores its result. Returns false when it is not this process's any more;
 * then nothing may be stored. The domain's row is locked before, because those who withdraw a task lock it before, too.
 */
export async function endTask(db: Tx, claim: Claim): Promise<boolean> {
  return isOwn(sql`delete from background_tasks where ${isEntry(claim)} and run = ${claim.run}`, db)
}

/**
 * Gives a task back, to be begun again.
 *
 * @param afterMs milliseconds until then
 * @param counted whether this start counts
 */
export async function releaseTask(db: Tx, claim: Claim, afterMs: number, counted: boolean): Promise<boolean> {
  const starts = counted ? sql`starts` : sql`starts - 1`
  return isOwn(
    sql`update background_tasks set run = null, due_at = ${after(afterMs)}, starts = ${starts}
      where ${isEntry(claim)} and run = ${claim.run}`,
    db,
  )
}

async function isOwn(change: ReturnType<typeof sql>, db: Db): Promise<boolean> {
  return (await change.execute(db)).numAffectedRows === 1n
}
