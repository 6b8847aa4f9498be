import { sql } from 'kysely'
import type { Database } from '#platform/database/connect.ts'
import { type MessageChannel, type ProviderStatus, stateAfter } from '../messaging.rules.ts'
import { changeMessage, lockMessage, unscheduleMessage, tryNextChannel } from './messages.sql.ts'
import { saveProviderRef } from './sending.sql.ts'
import { wakeSender } from './wakeSender.ts'

/** A provider's report about a message. */
export interface ProviderReport {
  provider: MessageChannel
  /** The provider's id of the message. */
  ref: string
  /** The reference that the provider was given, if the report repeats it. */
  reference?: string | undefined
  status: ProviderStatus
  /** When the status was reached. */
  at: Date
  /** Why it failed, as text for staff. */
  detail?: string
}

/**
 * Applies a provider's report to a message. Reports may come twice and in any order, because a state only moves
 * forward. After a failure the next channel is tried.
 * @returns whether anything changed; false for an unknown message
 */
export async function applyProviderReport(database: Database, report: ProviderReport): Promise<boolean> {
  const found = await findReportedMessage(database, report)
  if (!found) return false
  const { schoolId, messageId } = found
  const changed = await database.transaction(schoolId, async (db) => {
    const message = await lockMessage(db, schoolId, messageId)
    if (!message) return false
    const { provider, ref, status } = report
    if (!found.foundByRef) {
      // Another installation may use the same provider account, and its messages may have the same ids.
      const isForeign = found.try === message.tries && message.providerRef !== null && message.providerRef !== ref
      if (isForeign || found.try > message.tries || !message.channels.includes(provider)) return false
      await saveProviderRef(db, message, { channel: provider, reference: report.reference ?? '', ref })
    }
    const next = stateAfter(message, { channel: provider, try: found.try, status })
    if (next === null) return false
    const at = report.at < message.now ? report.at : message.now
    const reason = report.detail ?? ''
    if (next.state === 'FAILED') {
      await tryNextChannel(db, message, reason === '' ? 'The provider could not deliver it.' : reason)
      return true
    }
    const { state, channel } = next
    const change = { state, channel, stateAt: at, sentAt: sql<Date>`coalesce(sent_at, ${at})`, failure: null }
    await changeMessage(db, message, change, { channel, state, detail: reason, at })
    await unscheduleMessage(db, message)
    return true
  })
  if (changed && report.status === 'FAILED') wakeSender(database)
  return changed
}

interface ReportedMessage {
  schoolId: number
  messageId: number
  try: number
  /** Whether it was found by the provider's id, not by our reference. */
  foundByRef: boolean
}

/**
 * Finds the message of a report by the provider's id, or by our reference when the answer with the provider's id was
 * lost.
 */
async function findReportedMessage({ kysely }: Database, report: ProviderReport): Promise<ReportedMessage | undefined> {
  const stored = await kysely
    .selectFrom('messageRefs')
    .select(['schoolId', 'messageId', 'try'])
    .where('provider', '=', report.provider)
    .where('ref', '=', report.ref)
    .executeTakeFirst()
  if (stored) return { ...stored, foundByRef: true }
  const [, schoolId, messageId, nth] = /^(\d{1,15})-(\d{1,15})-(\d{1,9})$/.exec(report.reference ?? '') ?? []
  if (schoolId === undefined) return undefined
  return { schoolId: Number(schoolId), messageId: Number(messageId), try: Number(nth), foundByRef: false }
}
