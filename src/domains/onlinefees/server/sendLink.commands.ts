import { countInTransaction } from '#platform/auth/requestCounter.ts'
import { command, query, type QueryContext, type CommandContext } from '#platform/command.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { languageOfSchool, type School } from '#platform/school.ts'
import { speakIn } from '#platform/languages/speech.ts'
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
import { t } from '#shared/texts.ts'
import { linkChoice, sendLinkInput } from '../onlinefees.schema.ts'
import { childrenByPhone } from '#domains/fees/server/online.exports.ts'
import { currentTerm, loadFamilyChildren } from './family.queries.ts'
import { unsealLink } from './links.ts'
import { type GuardianLink, linkById, lockLink } from './links.sql.ts'
import { onlineActions } from './onlinefees.permissions.ts'
import { type SentLink, sentLinks } from './sendLink.sql.ts'

/** A pay link's message as staff preview it, with the messages sent before. */
export interface PayLinkMessage {
  id: number
  /** The recipient: the phone that the link was made for. */
  phone: string
  children: { name: string; sectionName: string }[]
  /** The amount in the message: the amount due, or the pending amount if nothing is due. */
  amount: number
  ways: PayLinkWay[]
  /** Why it cannot be sent at all, as a text for staff; null when it can. */
  problem: string | null
  /** The school's quiet hours, such as `21:00 to 08:00`, if they apply now. The link is sent all the same. */
  quietNow: string | null
  /** The messages of the last 24 hours to this phone, newest first. */
  sent: SentLink[]
}

/**
 * Minimum time between two messages by the same channel. A second press, or a second clerk, would cost money and trust.
 */
const minRepeatMs = 2 * 60_000
/** Maximum messages to one phone in 24 hours. */
const maxPerPhoneAndDay = 10
/** Maximum messages of one user in an hour. */
const userLimit = { window: 3600, max: 120 }
/** A message not sent by then is cancelled, because the family waits at the counter. */
const messageValidMs = 30 * 60_000

/**
 * Previews a pay link's message: recipient, text and cost by each way, and the messages sent before.
 * @throws Refusal NOT_FOUND for a revoked link
 */
export const previewPayLink = query({
  action: onlineActions.sendLink,
  input: linkChoice,
  run: async (reading): Promise<PayLinkMessage> => {
    const [link] = (await reading.read(linkById(reading.db, reading.schoolId, reading.input.id)))[0]
    if (!link) throw notFound()
    return (await composeMessage(reading, link)).message
  },
})

type ComposeContext = Pick<QueryContext<unknown>, 'read' | 'call' | 'school' | 'schoolId'> & { db: Db | Tx }

/**
 * Sends a pay link to its phone now, also in quiet hours, because the family has asked for it. Idempotent by the
 * request key.
 * @throws Refusal BAD_INPUT on `channel` for a way that cannot be used
 * @throws Refusal CONFLICT for an expired link, when nothing is pending, and when it was just sent by this channel
 * @throws Refusal RATE_LIMITED after ten messages to a phone in a day
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
        await queueLinkMessage(running)
        const { message } = await composeMessage(running, running.row)
        return { result: message, ids: [running.row.id], fields: [], afterCommit: () => wakeSender(running.call.database) }
      },
      async () => (await composeMessage(running, running.row)).message,
    ),
})

async function queueLinkMessage(
  running: CommandContext<{ key: string; channel: PayLinkWay['channel'] }, GuardianLink>,
): Promise<void> {
  const { db, viewer, school, row, input } = running
  const { message, params, studentIds } = await composeMessage(running, row)
  if (message.problem !== null) throw new Refusal('CONFLICT', message.problem)
  const way = message.ways.find(({ channel }) => channel === input.channel)
  if (way?.problem !== null) {
    const problem = way ? t`${way.problem}.` : t`This way is not known.`
    throw new Refusal('BAD_INPUT', problem, [{ path: 'channel', message: problem }])
  }
  // The link is locked, so of two clerks who send it at once the second sees the message of the first.
  refuseRepeat(message.sent, input.channel)
  if (!(await countInTransaction(db, `pay-link ${viewer.subject}`, userLimit)))
    throw new Refusal('RATE_LIMITED', t`You have sent many pay links in the last hour. Please try again later.`)
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
        expiresAt: new Date(Date.now() + messageValidMs),
      },
    ],
    { channels: [input.channel] },
  )
  if (queued === 0) throw new Refusal('CONFLICT', t`This phone cannot be written to.`)
}

/** @throws Refusal when the phone got a message by this channel a moment ago, or too many in a day */
function refuseRepeat(sent: readonly SentLink[], channel: PayLinkWay['channel']): void {
  // A message that did not arrive may be sent again at once.
  const counted = sent.filter(({ state }) => state !== 'FAILED' && state !== 'CANCELLED')
  if (counted.length >= maxPerPhoneAndDay)
    throw new Refusal('RATE_LIMITED', t`This phone got ${maxPerPhoneAndDay} pay links in 24 hours. Copy the link instead.`)
  const last = counted.find((message) => message.channel === channel)
  const next = last && new Date(last.at.getTime() + minRepeatMs)
  if (!last || !next || next <= new Date()) return
  const [at, from] = [schoolTime(last.at).slice(0, 5), schoolTime(next).slice(0, 5)]
  throw new Refusal('CONFLICT', t`${last.byName} sent this link at ${at}. It can be sent again from ${from}, or by another way.`)
}

/** Composes the message of a link as it would be sent now. */
async function composeMessage(context: ComposeContext, link: GuardianLink) {
  const { db, read, call, school, schoolId } = context
  const [[term], templates, kinds] = await read(
    currentTerm(db, schoolId),
    templatesOfSchool(db, schoolId).where('kind', 'in', templateKindsFor('PAY_LINK')),
    kindsOfSchool(db, schoolId).where('kind', '=', 'PAY_LINK'),
  )
  const guardian = { phone: link.phone, provedAt: link.madeAt, signedIn: false }
  const children = term ? await loadFamilyChildren(read, db, { schoolId, term, guardian }) : []
  const [later] = term ? await read(childrenByPhone(db, schoolId, term.id, guardian, 'LATER')) : [[]]
  const studentIds = children.map((child) => child.id)
  const due = sumMoney(children.map((child) => child.due))
  const amount = due > 0 ? due : sumMoney(children.map((child) => child.pending))
  const [sent, [first]] = await read(
    sentLinks(db, schoolId, { phone: link.phone, since: new Date(Date.now() - 86_400_000) }),
    recipientsByIds(db, school, studentIds.slice(0, 1)),
  )
  const languages = [first?.language ?? languageOfSchool(school), languageOfSchool(school)] as const
  const params = {
    student: speakIn(languages[0], () => joinNames(children.map((child) => child.name))),
    amount: showMoney(amount).replace('₹', ''),
    school: first?.schoolName ?? school.name,
    [payLinkParam]: String(link.id),
  }
  const { url, shortUrl } = unsealLink(call.services.config, schoolId, link)
  const address = { link: shortUrl, code: shortUrl.slice(new URL(url).origin.length + 1) }
  const setting = kindSetting(school, 'PAY_LINK', kinds[0])
  const message: PayLinkMessage = {
    id: link.id,
    phone: link.phone,
    children: children.map(({ name, sectionName }) => ({ name, sectionName })),
    amount,
    ways: payLinkWays({ school, setting, templates, canSend: call.services.canSend, params, languages, address }),
    problem: sendProblem(link, {
      amount,
      children: children.length,
      later: later.length,
      held: sumMoney(children.map((child) => child.held)),
    }),
    quietNow: currentQuietHours(school),
    sent,
  }
  return { message, params, studentIds }
}

function sendProblem(
  link: GuardianLink,
  { amount, children, later, held }: { amount: number; children: number; later: number; held: number },
): string | null {
  if (link.expiresAt <= new Date()) return t`This link has expired. Make links again to extend it.`
  if (later > 0)
    return t`A child was listed with this phone after the link was made. Make links again: the new link opens for it.`
  if (children === 0) return t`No child of this term has this phone any more.`
  if (amount === 0 && held > 0) return t`A payment for these fees is being checked. Look at “Online Payments” first.`
  return amount === 0 ? t`Nothing is pending: there is nothing to pay by this link.` : null
}

function currentQuietHours({ quietFrom, quietTo }: School): string | null {
  const now = new Date()
  // In quiet hours a notice would wait.
  const quiet = afterQuiet('NOTICE', now, { from: quietFrom, to: quietTo }) > now
  return quiet ? t`${quietFrom.slice(0, 5)} to ${quietTo.slice(0, 5)}` : null
}
