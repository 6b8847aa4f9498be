import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { t } from '#shared/texts.ts'
import { countInTransaction } from '../auth/requestCounter.ts'
import type { Tx } from '../database/connect.ts'
import { Refusal } from '../refusal.ts'
import type { Viewer } from '../viewer.ts'

/** Maximum number of queued and running jobs of one person. Only a mistake or abuse would need more. */
const maxOpenJobs = 10
/**
 * Maximum number of orders of one person within so many minutes, whatever their state: a cancelled order has cost work
 * too.
 */
const maxOrders = { orders: 30, minutes: 10 }
/** Limits of mails: seconds and count. One's own address gets as many as one may order with a mail. */
const mailLimits = { ofPerson: { window: 3600, max: 20 }, toOther: { window: 3600, max: 5 } }

/**
 * Limits the document orders of a person. Concurrent orders of one person are counted one after another, until their
 * transactions end.
 *
 * @throws Refusal RATE_LIMITED
 */
export async function limitOrders(db: Tx, schoolId: number, { subject }: Pick<Viewer, 'subject'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`document orders of ${subject}`}, 0))`.execute(db)
  const late = sql<Date>`now() - make_interval(mins => ${maxOrders.minutes})`
  const { open, late: ordered } = await db
    .selectFrom('documentJobs')
    .select((row) => [
      row.fn.countAll<number>().filterWhere('state', 'in', ['QUEUED', 'RUNNING']).as('open'),
      row.fn.countAll<number>().filterWhere('createdAt', '>', late).as('late'),
    ])
    .where('schoolId', '=', schoolId)
    .where('createdBy', '=', subject)
    .executeTakeFirstOrThrow()
  if (open >= maxOpenJobs)
    throw rateLimited(t`${maxOpenJobs} documents of yours are being made already. Please wait until one of them is done.`)
  if (ordered >= maxOrders.orders)
    throw rateLimited(
      t`You have ordered ${maxOrders.orders} documents within ${maxOrders.minutes} minutes. Please wait a few minutes.`,
    )
}

/**
 * Counts a mail, and limits mails so that nobody can flood an address.
 *
 * @throws Refusal RATE_LIMITED on `email`: after twenty mails of the person within the hour, or five to somebody else's
 * address
 */
export async function limitMails(db: Tx, viewer: Pick<Viewer, 'subject' | 'email'>, email: string): Promise<void> {
  const { ofPerson, toOther } = mailLimits
  if (!(await countInTransaction(db, `document-mail of ${viewer.subject}`, ofPerson)))
    throw rateLimited(t`You have asked for ${ofPerson.max} mails within an hour. Please try again later.`, 'email')
  const to = email.toLowerCase()
  if (to !== viewer.email.toLowerCase() && !(await countInTransaction(db, `document-mail to ${digest(to)}`, toOther)))
    throw rateLimited(t`${toOther.max} mails have gone to this address within an hour. Please try again later.`, 'email')
}

/** Only a digest of the address is stored in the counter. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

function rateLimited(message: string, path?: string): Refusal {
  return new Refusal('RATE_LIMITED', message, path === undefined ? [] : [{ path, message }])
}
