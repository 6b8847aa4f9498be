import { sql } from 'kysely'
import type { Database } from '#platform/database/connect.ts'
import { type MessageChannel, type ProviderStatus, stateAfter } from '../messaging.rules.ts'
import { changeMessage, lockMessage, lookNoMore, nextChannel } from './messages.sql.ts'
import { noteReference } from './sending.sql.ts'
import { wakeMessages } from './wake.ts'

/** What a provider says about a message. */
export interface ProviderWord {
  provider: MessageChannel
  /** The provider's name of it. */
  ref: string
  /** The name that the provider was given, where it says it again. */
  reference?: string | undefined
  status: ProviderStatus
  /** When it became so. */
  at: Date
  /** Why it failed, in words for staff. */
  detail?: string
}

/**
 * Notes what a provider says about a message, whatever it has said before and in whatever order: a state only goes forward. Of one that
 * failed, the next channel has its turn.
 * @returns whether anything has changed; of an unknown message nothing has
 */
export async function settleMessage(database: Database, word: ProviderWord): Promise<boolean> {
  const found = await placeOf(database, word)
  if (!found) return false
  const { schoolId, messageId } = found
  const changed = await database.transaction(schoolId, async (db) => {
    const message = await lockMessage(db, schoolId, messageId)
    if (!message) return false
    const { provider, ref, status } = word
    if (!found.known) {
      // Another installation may send by the same account, and its messages have numbers too.
      const others = found.try === message.tries && message.providerRef !== null && message.providerRef !== ref
      if (others || found.try > message.tries || !message.channels.includes(provider)) return false
      await noteReference(db, message, { channel: provider, reference: word.reference ?? '', ref })
    }
    const next = stateAfter(message, { channel: provider, try: found.try, status })
    if (next === null) return false
    const at = word.at < message.now ? word.at : message.now
    const reason = word.detail ?? ''
    if (next.state === 'FAILED') {
      await nextChannel(db, message, reason === '' ? 'The provider could not deliver it.' : reason)
      return true
    }
    const { state, channel } = next
    const change = { state, channel, stateAt: at, sentAt: sql<Date>`coalesce(sent_at, ${at})`, failure: null }
    await changeMessage(db, message, change, { channel, state, detail: reason, at })
    await lookNoMore(db, message)
    return true
  })
  if (changed && word.status === 'FAILED') wakeMessages(database)
  return changed
}

interface Found {
  schoolId: number
  messageId: number
  try: number
  /** By the provider's own name. */
  known: boolean
}

/** The message that is spoken of: by the provider's name of it, else by ours, where the answer with the provider's was lost. */
async function placeOf({ kysely }: Database, word: ProviderWord): Promise<Found | undefined> {
  const known = await kysely
    .selectFrom('messageRefs')
    .select(['schoolId', 'messageId', 'try'])
    .where('provider', '=', word.provider)
    .where('ref', '=', word.ref)
    .executeTakeFirst()
  if (known) return { ...known, known: true }
  const [, schoolId, messageId, nth] = /^(\d{1,15})-(\d{1,15})-(\d{1,9})$/.exec(word.reference ?? '') ?? []
  if (schoolId === undefined) return undefined
  return { schoolId: Number(schoolId), messageId: Number(messageId), try: Number(nth), known: false }
}
