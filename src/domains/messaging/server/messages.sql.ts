import type { Selectable, UpdateObject } from 'kysely'
import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import type { DB, Messages } from '#platform/database/schema.types.ts'
import { channelAfter, type MessageChannel, type MessageKind, type MessageState } from '../messaging.rules.ts'

/** A message as it is stored. */
export type MessageRow = Omit<Selectable<Messages>, 'kind' | 'channels' | 'channel' | 'state' | 'params'> & {
  kind: MessageKind
  channels: MessageChannel[]
  channel: MessageChannel
  state: MessageState
  params: Record<string, string>
}

/** What stands in the place of a channel in a sentence. */
export const channelWords: Readonly<Record<MessageChannel, string>> = {
  WHATSAPP: 'WhatsApp',
  SMS: 'SMS',
  EMAIL: 'e-mail',
  APP: 'the app',
}

/** A message, locked, with the database's time. @param skip one that somebody else has just now is not there */
export async function lockMessage(
  db: Tx,
  schoolId: number,
  id: number,
  { skip = false }: { skip?: boolean } = {},
): Promise<(MessageRow & { now: Date }) | undefined> {
  const found = db
    .selectFrom('messages')
    .selectAll()
    .select(sql<Date>`clock_timestamp()`.as('now'))
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .forNoKeyUpdate()
  return (await (skip ? found.skipLocked() : found).executeTakeFirst()) as (MessageRow & { now: Date }) | undefined
}

type Change = UpdateObject<DB, 'messages'>
type Which = Pick<MessageRow, 'schoolId' | 'id'>

/** What is noted in the history of a message. */
interface Step {
  channel: MessageChannel
  state: MessageState
  detail?: string
  /** When it happened; now where it is not given. */
  at?: Date
}

/** Changes a message, and notes what has become of it; without a step, silently. */
export async function changeMessage(db: Tx, { schoolId, id }: Which, change: Change, step?: Step): Promise<void> {
  await db.updateTable('messages').set(change).where('schoolId', '=', schoolId).where('id', '=', id).execute()
  if (!step) return
  const { channel, state, detail = '', at } = step
  const values = { schoolId, messageId: id, channel, state, detail, ...(at && { at }) }
  await db.insertInto('messageEvents').values(values).execute()
}

/** Says when something is to be done about a message, and by which channel. */
export async function lookAgain(db: Tx, { schoolId, id }: Which, channel: MessageChannel, dueAt: Date): Promise<void> {
  await db
    .insertInto('messageQueue')
    .values({ schoolId, messageId: id, channel, dueAt })
    .onConflict((conflict) => conflict.columns(['schoolId', 'messageId']).doUpdateSet({ channel, dueAt }))
    .execute()
}

/** Nothing is to be done about a message any more. */
export async function lookNoMore(db: Tx, { schoolId, id }: Which): Promise<void> {
  await db.deleteFrom('messageQueue').where('schoolId', '=', schoolId).where('messageId', '=', id).execute()
}

/** Why nothing more is done about a message that was withdrawn, in words for staff. */
export const withdrawnWords = 'What it said is true no more.'

/** Lets a message wait until a moment, by the same channel or another. */
export async function waitUntil(db: Tx, message: Which, channel: MessageChannel, dueAt: Date, change: Change = {}, step?: Step) {
  await changeMessage(db, message, { ...change, state: 'QUEUED', run: null, channel, dueAt, failure: null }, step)
  await lookAgain(db, message, channel, dueAt)
}

/** Ends a message in a state of which nothing more is done by itself. @param failure why, in words for staff */
export async function endMessage(
  db: Tx,
  message: Which & Pick<MessageRow, 'channel'>,
  state: 'FAILED' | 'UNKNOWN' | 'CANCELLED',
  failure: string,
): Promise<void> {
  const change = { state, failure, stateAt: sql<Date>`statement_timestamp()` }
  await changeMessage(db, message, change, { channel: message.channel, state, detail: failure })
  await lookNoMore(db, message)
}

/**
 * What is done when a channel will not take a message: the next one has its turn, and after the last the message is FAILED. One that was
 * withdrawn is told by no other.
 * @param reason in words for staff
 */
export async function nextChannel(db: Tx, message: MessageRow & { now: Date }, reason: string): Promise<void> {
  if (message.withdrawnAt !== null) return endWithdrawn(db, message, reason)
  const next = channelAfter(message.channels, message.channel)
  if (next === undefined) return endMessage(db, message, 'FAILED', reason)
  const step = { channel: message.channel, state: 'FAILED' as const, detail: reason }
  await waitUntil(db, message, next, message.now, { attempts: 0, stateAt: message.now }, step)
}

/** Ends a message that was withdrawn, when it has certainly not arrived. @param reason why it has not, in words for staff */
export async function endWithdrawn(db: Tx, message: MessageRow, reason: string): Promise<void> {
  const { channel } = message
  await changeMessage(db, message, { state: 'FAILED', failure: reason }, { channel, state: 'FAILED', detail: reason })
  await endMessage(db, message, 'CANCELLED', withdrawnWords)
}
