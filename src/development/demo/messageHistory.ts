import { sql } from 'kysely'
import type { MessageChannel, MessageState } from '#domains/messaging/messaging.rules.ts'
import { renderText, smsSegments } from '#domains/messaging/texts.rules.ts'
import { spokenParams } from '#domains/messaging/server/spokenParams.ts'
import type { Tx } from '#platform/database/connect.ts'
import type { Clerk, DemoStudent } from './fees.ts'
import type { Inventor } from './invent.ts'
import { storeAll } from './store.ts'

/** A batch of messages that a person sent, with its stored columns. */
export interface Batch {
  schoolId: number
  kind: 'LOGIN_DETAILS' | 'NOTICE'
  /** The name of a notice's templates. */
  name: string
  by: Clerk
  at: Date
  audience: 0 | 1
  sectionIds: readonly number[]
  /** The value of {{text}}. */
  text?: string
  /** When the messages will be sent; absent for messages that were sent. */
  waitsUntil?: Date
  messages: readonly { students: readonly DemoStudent[]; params: Record<string, string> }[]
  /** Whether the school tries WhatsApp before SMS. */
  whatsapp: boolean
  prices: Readonly<Record<'WHATSAPP' | 'SMS', number>>
  textOf: (kind: string, name: string, channel: string) => string
  invent: Inventor
}

type Way = 'WHATSAPP' | 'SMS'

/** The history of a message: its states with the seconds after it was queued, and the reason of a failure. */
interface Fate {
  steps: readonly (readonly [channel: Way, state: MessageState, seconds: number, detail?: string])[]
}

const noWhatsApp = 'The phone has no WhatsApp.'
const blocked = 'The operator refused it: the number takes no messages of this kind (DND).'
const lost = 'The provider did not confirm it. It may have arrived.'
const deleted = 'Cancelled by Vasant Kulkarni.'

function fates(
  first: Way,
  minutes: number,
): Readonly<Record<'read' | 'delivered' | 'sent' | 'other' | 'failed' | 'unknown' | 'cancelled', Fate>> {
  const sent = [first, 'SENT', 3] as const
  const delivered = [first, 'DELIVERED', 7] as const
  const refused = first === 'WHATSAPP' ? [[first, 'FAILED', 3, noWhatsApp] as const] : []
  return {
    read: { steps: [sent, delivered, ...(first === 'WHATSAPP' ? [[first, 'READ', 60 * minutes] as const] : [])] },
    delivered: { steps: [sent, delivered] },
    sent: { steps: [sent] },
    other: { steps: [...refused, ['SMS', 'SENT', 6], ['SMS', 'DELIVERED', 21]] },
    failed: { steps: [...refused, ['SMS', 'FAILED', 9, blocked]] },
    unknown: { steps: [[first, 'UNKNOWN', 62, lost]] },
    cancelled: { steps: [[first, 'CANCELLED', 1, deleted]] },
  }
}

/** One message of each history first, then a realistic mix. */
const certain = ['read', 'delivered', 'failed', 'other', 'unknown', 'sent', 'cancelled'] as const

function fateOf(place: number, first: Way, invent: Inventor): Fate {
  const chance = invent.below(100)
  const all = fates(first, 2 + invent.below(180))
  const known = certain[place]
  if (known) return all[known]
  if (chance < 62) return all.read
  if (chance < 88) return all.delivered
  if (chance < 93) return all.sent
  return chance < 98 ? all.other : all.failed
}

/** Stores a batch with its messages and their histories. */
export async function storeBatch(db: Tx, batch: Batch): Promise<void> {
  const { schoolId, kind, name, by, messages, whatsapp, prices, textOf, invent } = batch
  if (messages.length === 0) return
  const channels: Way[] = whatsapp ? ['WHATSAPP', 'SMS'] : ['SMS']
  const [first = 'SMS'] = channels
  const said = (channel: MessageChannel, params: Record<string, string>) =>
    renderText(kind, channel, textOf(kind, name, channel), spokenParams(params, 'en')).text
  const cost = messages.reduce(
    (sum, { params }) => sum + prices[first] * (first === 'SMS' ? smsSegments(said(first, params)) : 1),
    0,
  )
  const { id: batchId } = await db
    .insertInto('messageBatches')
    .values({
      schoolId,
      kind,
      templateName: name,
      audience: batch.audience,
      sectionIds: [...batch.sectionIds],
      text: batch.text ?? '',
      total: messages.length,
      cost,
      createdAt: batch.at,
      createdBy: by.subject,
      createdByName: by.name,
      token: `demo of ${batch.at.toISOString()}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ id: number }>`
    select nextval('message_ids') as id from generate_series(1, ${messages.length}::int)`.execute(db)
  const later = (seconds: number) => new Date(batch.at.getTime() + seconds * 1000)
  const dueAt = batch.waitsUntil ?? batch.at
  const stored = messages.map((message, place) => {
    const steps = batch.waitsUntil ? [] : fateOf(place, first, invent).steps
    return { ...message, id: rows[place]?.id ?? 0, steps }
  })
  await storeAll(
    db,
    'messages',
    stored.map(({ id, students, params, steps }) => {
      const [channel = first, state = 'QUEUED', seconds = 0, failure = null] = steps.at(-1) ?? []
      const sent = steps.find(([, step]) => step === 'SENT')
      const tried = steps.filter(([, step]) => step === 'SENT' || step === 'FAILED' || step === 'UNKNOWN').length
      return {
        schoolId,
        id,
        kind,
        event: `${batchId}/${students[0]?.id}`,
        batchId,
        phone: students[0]?.phone ?? '',
        email: '',
        params,
        channels,
        channel,
        state,
        queuedAt: batch.at,
        dueAt,
        attempts: Math.min(tried, 1),
        tries: tried,
        text: state === 'QUEUED' ? '' : said(channel, params),
        failure,
        stateAt: later(seconds),
        sentAt: sent ? later(sent[2]) : null,
        expiresAt: new Date(dueAt.getTime() + 3 * 86_400_000),
      }
    }),
  )
  await storeAll(
    db,
    'messageStudents',
    stored.flatMap(({ id, students }) => students.map((student) => ({ schoolId, messageId: id, studentId: student.id }))),
  )
  const { rows: eventIds } = await sql<{ id: number }>`
    select nextval('message_event_ids') as id
    from generate_series(1, ${stored.reduce((sum, { steps }) => sum + 1 + steps.length, 0)}::int)`.execute(db)
  const events = stored.flatMap(({ id, steps }) => [
    { messageId: id, channel: first, state: 'QUEUED', detail: '', at: batch.at },
    ...steps.map(([channel, state, seconds, detail = '']) => ({ messageId: id, channel, state, detail, at: later(seconds) })),
  ])
  await storeAll(
    db,
    'messageEvents',
    events.map((event, place) => ({ schoolId, id: eventIds[place]?.id, ...event })),
  )
  if (batch.waitsUntil)
    await storeAll(
      db,
      'messageQueue',
      stored.map(({ id }) => ({ schoolId, messageId: id, channel: first, dueAt })),
    )
}
