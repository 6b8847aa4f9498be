import type { Selectable, UpdateObject } from 'kysely'
import { sql } from 'kysely'
import { msg, t } from '#shared/texts.ts'
import type { Tx } from '#platform/database/connect.ts'
import type { DB, Messages } from '#platform/database/schema.types.ts'
import { channelAfter, type MessageChannel, type MessageKind, type MessageState } from '../messaging.rules.ts'

/** A message as stored. */
export type MessageRow = Omit<Selectable<Messages>, 'kind' | 'channels' | 'channel' | 'state' | 'params'> & {
  kind: MessageKind
  channels: MessageChannel[]
  channel: MessageChannel
  state: MessageState
  params: Record<string, string>
}

/** The name of a channel inside a sentence. */
export const channelNames: Readonly<Record<MessageChannel, string>> = {
  WHATSAPP: 'WhatsApp',
  SMS: 'SMS',
  get EMAIL() {
    return t`e-mail`
  },
  get APP() {
    return t`the app`
  },
}

/**
 * Locks a message and returns it with the database's time.
 * @param skip returns undefined instead of waiting for another transaction's lock
 */
export async function lockMessage(
  db: Tx,
  schoolId: number,
  id: number,
  { skip = false }: { skip?: boolean } = {},
): Promise<(MessageRow & { now: Date }) | undefined> {
  const query = db
    .selectFrom('messages')
    .selectAll()
    .select(sql<Date>`clock_timestamp()`.as('now'))
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .forNoKeyUpdate()
  return (await (skip ? query.skipLocked() : query).executeTakeFirst()) as (MessageRow & { now: Date }) | undefined
}

type Change = UpdateObject<DB, 'messages'>
type MessageKey = Pick<MessageRow, 'schoolId' | 'id'>

/** A step to add to a message's history. */
interface HistoryStep {
  channel: MessageChannel
  state: MessageState
  detail?: string
  /** When it happened; now by default. */
  at?: Date
}

/** Updates a message. Adds a step to its history if one is given. */
export async function changeMessage(db: Tx, { schoolId, id }: MessageKey, change: Change, step?: HistoryStep): Promise<void> {
  await db.updateTable('messages').set(change).where('schoolId', '=', schoolId).where('id', '=', id).execute()
  if (!step) return
  const { channel, state, detail = '', at } = step
  const values = { schoolId, messageId: id, channel, state, detail, ...(at && { at }) }
  await db.insertInto('messageEvents').values(values).execute()
}

/** Puts a message into the queue, or moves its entry, with the time and channel of its next step. */
export async function scheduleMessage(db: Tx, { schoolId, id }: MessageKey, channel: MessageChannel, dueAt: Date): Promise<void> {
  await db
    .insertInto('messageQueue')
    .values({ schoolId, messageId: id, channel, dueAt })
    .onConflict((conflict) => conflict.columns(['schoolId', 'messageId']).doUpdateSet({ channel, dueAt }))
    .execute()
}

/** Removes a message from the queue. */
export async function unscheduleMessage(db: Tx, { schoolId, id }: MessageKey): Promise<void> {
  await db.deleteFrom('messageQueue').where('schoolId', '=', schoolId).where('messageId', '=', id).execute()
}

/** The reason for staff of a message that was withdrawn. */
export const withdrawnReason = msg`What it says is no longer true.`

/** Sets a message back to QUEUED with a channel and a due time. */
export async function requeueMessage(
  db: Tx,
  message: MessageKey,
  channel: MessageChannel,
  dueAt: Date,
  change: Change = {},
  step?: HistoryStep,
) {
  await changeMessage(db, message, { ...change, state: 'QUEUED', run: null, channel, dueAt, failure: null }, step)
  await scheduleMessage(db, message, channel, dueAt)
}

/**
 * Ends a message: no further step happens without a person.
 * @param failure the reason for staff
 */
export async function endMessage(
  db: Tx,
  message: MessageKey & Pick<MessageRow, 'channel'>,
  state: 'FAILED' | 'UNKNOWN' | 'CANCELLED',
  failure: string,
): Promise<void> {
  const change = { state, failure, stateAt: sql<Date>`statement_timestamp()` }
  await changeMessage(db, message, change, { channel: message.channel, state, detail: failure })
  await unscheduleMessage(db, message)
}

/**
 * Moves a message to its next channel. After the last channel it is FAILED. A withdrawn message is CANCELLED instead.
 * @param reason why the current channel failed, as text for staff
 */
export async function tryNextChannel(db: Tx, message: MessageRow & { now: Date }, reason: string): Promise<void> {
  if (message.withdrawnAt !== null) return cancelWithdrawn(db, message, reason)
  const next = channelAfter(message.channels, message.channel)
  if (next === undefined) return endMessage(db, message, 'FAILED', reason)
  const step = { channel: message.channel, state: 'FAILED' as const, detail: reason }
  await requeueMessage(db, message, next, message.now, { attempts: 0, stateAt: message.now }, step)
}

/**
 * Cancels a withdrawn message that certainly did not arrive.
 * @param reason why it did not arrive, as text for staff
 */
export async function cancelWithdrawn(db: Tx, message: MessageRow, reason: string): Promise<void> {
  const { channel } = message
  await changeMessage(db, message, { state: 'FAILED', failure: reason }, { channel, state: 'FAILED', detail: reason })
  await endMessage(db, message, 'CANCELLED', withdrawnReason)
}
