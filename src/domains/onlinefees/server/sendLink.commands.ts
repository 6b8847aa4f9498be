import { countInTransaction } from '#platform/auth/requestCounter.ts'
import { command, query, type QueryContext, type CommandContext } from '#platform/command.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import type { School } from '#platform/school.ts'
import { schoolTime } from '#shared/dates.ts'
import { showMoney, sumMoney } from '#shared/money.ts'
import {
  afterQuiet,
  kindSetting,
  kindsOfSchool,
  joinNames,
  type PayLinkWay,
  payLinkParam,
  payLinkWays,
  queueMessages,
  recipientsByIds,
  templatesOfSchool,
  templateKindsFor,
  wakeSender,
} from '#domains/messaging/server/messaging.exports.ts'
import { linkChoice, sendLinkInput } from '../onlinefees.schema.ts'
import { currentTerm, familyChildren } from './family.queries.ts'
import { opened } from './links.ts'
import { type GuardianLink, linkById, lockLink } from './links.sql.ts'
import { onlineActions } from './onlinefees.permissions.ts'
import { type SentLink, sentLinks } from './sendLink.sql.ts'

/** What staff see before they send a pay link, and what became of those that were sent. */
export interface PayLinkMessage {
  id: number
  /** Where it goes: the phone that the link was made for. */
  phone: string
  children: { name: string; sectionName: string }[]
  /** What the message asks for: what is due, or where nothing is due, what is pending. */
  amount: number
  ways: PayLinkWay[]
  /** Why it cannot be sent at all, in words for staff; null when it can. */
  problem: string | null
  /** The school's quiet hours, such as `21:00 to 08:00`, where they are now; the link goes all the same. */
  quietNow: string | null
  /** The messages of the last 24 hours to this phone, newest first. */
  sent: SentLink[]
}

/** A message by the same way is not sent again before: a second press, or a second clerk, would cost money and trust. */
const againAfterMs = 2 * 60_000
/** Messages to one phone in 24 hours. */
const mostPerDay = 10
/** Messages of one person in an hour. */
const perPerson = { window: 3600, max: 120 }
/** The family waits at the counter: a message that has not gone by then is cancelled. */
const freshMs = 30 * 60_000

/** A pay link as a message: to whom it goes, what it says by each way and for how much, and what was sent. NOT_FOUND for a revoked link. */
export const previewPayLink = query({
  action: onlineActions.sendLink,
  input: linkChoice,
  run: async (reading): Promise<PayLinkMessage> => {
    const [link] = (await reading.read(linkById(reading.db, reading.schoolId, reading.input.id)))[0]
    if (!link) throw notFound()
    return (await compose(reading, link)).message
  },
})

type Asking = Pick<QueryContext<unknown>, 'read' | 'call' | 'school' | 'schoolId'> & { db: Db | Tx }

/**
 * Sends a pay link to its phone now, also in quiet hours: a family has asked for it. The same key sends one message, whatever is lost.
 * BAD_INPUT on `channel` for a way that is closed, CONFLICT for a link that has expired, where nothing is pending, and where it has just
 * gone this way; RATE_LIMITED after ten messages to a phone in a day.
 */
export const sendPayLink = command<typeof sendLinkInput, GuardianLink, PayLinkMessage>({
  action: onlineActions.sendLink,
  input: sendLinkInput,
  load: ({ db, schoolId, input }) => lockLink(db, schoolId, input.id),
  run: (running) =>
    runOncePerKey(
      running,
      onlineActions.sendLink.name,
      running.input,
      async () => {
        await send(running)
        const { message } = await compose(running, running.row)
        return { result: message, ids: [running.row.id], fields: [], afterCommit: () => wakeSender(running.call.database) }
      },
      async () => (await compose(running, running.row)).message,
    ),
})

async function send(running: CommandContext<{ key: string; channel: PayLinkWay['channel'] }, GuardianLink>): Promise<void> {
  const { db, viewer, school, row, input } = running
  const { message, params, studentIds } = await compose(running, row)
  if (message.problem !== null) throw new Refusal('CONFLICT', message.problem)
  const way = message.ways.find(({ channel }) => channel === input.channel)
  if (way?.problem !== null) {
    const problem = `${way?.problem ?? 'This way is not known'}.`
    throw new Refusal('BAD_INPUT', problem, [{ path: 'channel', message: problem }])
  }
  // The link is locked: of two clerks who send it at once, the second finds the first one's message.
  refuseAgain(message.sent, input.channel)
  if (!(await countInTransaction(db, `pay-link ${viewer.subject}`, perPerson)))
    throw new Refusal('RATE_LIMITED', 'You have sent many pay links in the last hour. Please try again later.')
  const queued = await queueMessages(
    db,
    school,
    'PAY_LINK',
    [
      {
        event: `${row.id}/${input.key}`,
        studentIds,
        phone: row.phone,
        params: { ...params, sentBy: viewer.name },
        expiresAt: new Date(Date.now() + freshMs),
      },
    ],
    { channels: [input.channel] },
  )
  if (queued === 0) throw new Refusal('CONFLICT', 'This phone cannot be written to.')
}

/** @throws Refusal where the phone was written to by this way a moment ago, or too often in a day */
function refuseAgain(sent: readonly SentLink[], channel: PayLinkWay['channel']): void {
  // What did not arrive may be sent again at once.
  const standing = sent.filter(({ state }) => state !== 'FAILED' && state !== 'CANCELLED')
  if (standing.length >= mostPerDay)
    throw new Refusal('RATE_LIMITED', `This phone got ${mostPerDay} pay links in 24 hours. Copy the link instead.`)
  const last = standing.find((one) => one.channel === channel)
  const next = last && new Date(last.at.getTime() + againAfterMs)
  if (!last || !next || next <= new Date()) return
  const [at, from] = [schoolTime(last.at).slice(0, 5), schoolTime(next).slice(0, 5)]
  throw new Refusal('CONFLICT', `${last.byName} sent this link at ${at}. It can be sent again from ${from}, or by another way.`)
}

/** The message of a link as it would go now. */
async function compose(asking: Asking, link: GuardianLink) {
  const { db, read, call, school, schoolId } = asking
  const [[term], templates, kinds] = await read(
    currentTerm(db, schoolId),
    templatesOfSchool(db, schoolId).where('kind', 'in', templateKindsFor('PAY_LINK')),
    kindsOfSchool(db, schoolId).where('kind', '=', 'PAY_LINK'),
  )
  const children = term ? await familyChildren(read, db, { schoolId, term, phone: link.phone }) : []
  const studentIds = children.map((child) => child.id)
  const due = sumMoney(children.map((child) => child.due))
  const amount = due > 0 ? due : sumMoney(children.map((child) => child.pending))
  const [sent, [first]] = await read(
    sentLinks(db, schoolId, { phone: link.phone, since: new Date(Date.now() - 86_400_000) }),
    recipientsByIds(db, school, studentIds.slice(0, 1)),
  )
  const params = {
    student: joinNames(children.map((child) => child.name)),
    amount: showMoney(amount).replace('₹', ''),
    school: first?.schoolName ?? school.name,
    [payLinkParam]: String(link.id),
  }
  const { url, shortUrl } = opened(call.services.config, schoolId, link)
  const address = { link: shortUrl, code: shortUrl.slice(new URL(url).origin.length + 1) }
  const setting = kindSetting(school, 'PAY_LINK', kinds[0])
  const message: PayLinkMessage = {
    id: link.id,
    phone: link.phone,
    children: children.map(({ name, sectionName }) => ({ name, sectionName })),
    amount,
    ways: payLinkWays({ school, setting, templates, canSend: call.services.canSend, params, address }),
    problem: problemOf(link, { amount, children: children.length, held: sumMoney(children.map((child) => child.held)) }),
    quietNow: quietNow(school),
    sent,
  }
  return { message, params, studentIds }
}

function problemOf(
  link: GuardianLink,
  { amount, children, held }: { amount: number; children: number; held: number },
): string | null {
  if (link.expiresAt <= new Date()) return 'This link has expired. Make it again, and it is valid longer.'
  if (children === 0) return 'No child of this term has this phone any more.'
  if (amount === 0 && held > 0) return 'A payment for these fees is being checked. Look at Online Payments first.'
  return amount === 0 ? 'Nothing is pending: there is nothing to pay by this link.' : null
}

function quietNow({ quietFrom, quietTo }: School): string | null {
  const now = new Date()
  // A notice would wait.
  const quiet = afterQuiet('NOTICE', now, { from: quietFrom, to: quietTo }) > now
  return quiet ? `${quietFrom.slice(0, 5)} to ${quietTo.slice(0, 5)}` : null
}
