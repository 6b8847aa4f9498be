import { sendingTimes } from '#domains/messaging/server/sending.sql.ts'
import { taskTimes } from '#platform/backgroundTasks/worker.ts'
import { asOwner } from '../asOwner.ts'

/*
 * Backdates what a dead process left, instead of waiting until it is taken over. Moments are parameters, because a
 * cluster accepts no expression with its time.
 */

/** Returns the database's time. */
export async function databaseClock(ownerUrl: string): Promise<Date> {
  const [row] = await asOwner<{ now: Date }>(ownerUrl, 'select clock_timestamp() as now')
  if (!row) throw new Error('The database has no clock.')
  return row.now
}

/** A takeover needs more than half a second to begin. Until then the rows are the dead process's. */
const untilNext = 500

/** Backdates the heartbeat of rows that a process left when it died, to this many milliseconds before its death. */
async function lookOlder(
  ownerUrl: string,
  { table, column, left }: { table: string; column: string; left: string },
  died: Date,
  milliseconds: number,
): Promise<void> {
  const before = died.getTime() + untilNext
  await asOwner(ownerUrl, `update ${table} set ${column} = $1 where ${left} and ${column} < $2`, [
    new Date(before - milliseconds),
    new Date(before),
  ])
}

/** Makes work behind the answer due again that a dead process had. */
export async function giveUpTasks(ownerUrl: string, died: Date): Promise<void> {
  const lastBeat = died.getTime() + untilNext
  await asOwner(ownerUrl, 'update background_tasks set due_at = $1 where run is not null and due_at < $2', [
    died,
    new Date(lastBeat + taskTimes.silence),
  ])
}

/** Makes messages due again that a dead process was handing over. */
export async function giveUpMessages(ownerUrl: string, died: Date): Promise<void> {
  const longest = Math.max(...Object.values(sendingTimes.answerTimeoutMs))
  await lookOlder(ownerUrl, { table: 'messages', column: 'claimed_at', left: "state = 'SENDING'" }, died, longest)
  await asOwner(
    ownerUrl,
    `update message_queue q set due_at = now() from messages m
     where q.school_id = m.school_id and q.message_id = m.id and m.state = 'SENDING' and m.claimed_at <= $1`,
    [new Date(died.getTime() + untilNext - longest)],
  )
}
