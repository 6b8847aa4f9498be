import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { countInside } from '../auth/limits.ts'
import type { Tx } from '../database/connect.ts'
import { Refusal } from '../refusal.ts'
import type { Viewer } from '../viewer.ts'

/** So many of one person may be waiting or under way: it takes a mistake, or bad will, to order more. */
const mostOpen = 10
/** So many one person may order in so many minutes, whatever became of them: one that is cancelled has cost something too. */
const most = { orders: 30, minutes: 10 }
/** Mails in seconds and count. An order is mailed to oneself as often as one may order with a mail. */
const mostMails = { ofPerson: { window: 3600, max: 20 }, toOther: { window: 3600, max: 5 } }

/**
 * Lets nobody order more than can be made for one person. Orders of one person that come at the same moment are counted one after the
 * other, until their transactions end.
 * @throws Refusal RATE_LIMITED
 */
export async function limitOrders(db: Tx, schoolId: number, { subject }: Pick<Viewer, 'subject'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`document orders of ${subject}`}, 0))`.execute(db)
  const late = sql<Date>`now() - make_interval(mins => ${most.minutes})`
  const { open, late: ordered } = await db
    .selectFrom('documentJobs')
    .select((row) => [
      row.fn.countAll<number>().filterWhere('state', 'in', ['QUEUED', 'RUNNING']).as('open'),
      row.fn.countAll<number>().filterWhere('createdAt', '>', late).as('late'),
    ])
    .where('schoolId', '=', schoolId)
    .where('createdBy', '=', subject)
    .executeTakeFirstOrThrow()
  if (open >= mostOpen)
    throw tooMany(`${mostOpen} documents of yours are being made already. Please wait until one of them is done.`)
  if (ordered >= most.orders)
    throw tooMany(`You have ordered ${most.orders} documents within ${most.minutes} minutes. Please wait a few minutes.`)
}

/**
 * Counts a mail that is asked for, and lets nobody flood an address with them.
 * @throws Refusal RATE_LIMITED on `email`: the person has had twenty in this hour, or somebody else's address five
 */
export async function limitMails(db: Tx, viewer: Pick<Viewer, 'subject' | 'email'>, email: string): Promise<void> {
  const { ofPerson, toOther } = mostMails
  if (!(await countInside(db, `document-mail of ${viewer.subject}`, ofPerson)))
    throw tooMany(`You have asked for ${ofPerson.max} mails within an hour. Please try again later.`, 'email')
  const to = email.toLowerCase()
  if (to !== viewer.email.toLowerCase() && !(await countInside(db, `document-mail to ${digest(to)}`, toOther)))
    throw tooMany(`${toOther.max} mails have gone to this address within an hour. Please try again later.`, 'email')
}

/** An address is counted, and not kept. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

function tooMany(message: string, path?: string): Refusal {
  return new Refusal('RATE_LIMITED', message, path === undefined ? [] : [{ path, message }])
}
