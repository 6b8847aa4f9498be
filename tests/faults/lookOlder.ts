import { sendingTimes } from '#domains/messaging/server/sending.sql.ts'
import { asOwner } from '../lectureWorld.ts'

/*
 * What a dead process has left is made to look as old as it must be to be given up, instead of waiting for it. Moments are given: a cluster
 * sets no column to a reckoning with its time.
 */

/** The database's own clock. */
export async function databaseClock(ownerUrl: string): Promise<Date> {
  const [row] = await asOwner<{ now: Date }>(ownerUrl, 'select clock_timestamp() as now')
  if (!row) throw new Error('The database has no clock.')
  return row.now
}

/** Whoever takes over needs more than half a second to begin: until then what is left is the dead one's. */
const untilNext = 500

/** Rows of a table, those that a process left which died at a moment, had their sign of life so many milliseconds before it. */
export async function lookOlder(
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

/** Messages that somebody who died was handing over are due again at once. */
export async function giveUpMessages(ownerUrl: string, died: Date): Promise<void> {
  const longest = Math.max(...Object.values(sendingTimes.dead))
  await lookOlder(ownerUrl, { table: 'messages', column: 'claimed_at', left: "state = 'SENDING'" }, died, longest)
  await asOwner(
    ownerUrl,
    `update message_queue q set due_at = now() from messages m
     where q.school_id = m.school_id and q.message_id = m.id and m.state = 'SENDING' and m.claimed_at <= $1`,
    [new Date(died.getTime() + untilNext - longest)],
  )
}
