import type { ProvidersStandIn } from '#development/standIns/messageProviders.ts'
import { asOwner } from '../asOwner.ts'

/** Result of a run. */
export interface MessagesCount {
  queued: number
  /** In state SENT or later. */
  sent: number
  /** Failed with a message. */
  failed: number
  /** In state UNKNOWN, which staff see with the reason; and how many of them a provider accepted. */
  unknown: number
  unknownTaken: number
  /** Accepted more than once by one provider, or by the second one although the first had not reported a failure. */
  twice: number
  /** Accepted by no provider, and neither failed, nor unknown, nor queued. */
  lost: number
  /** Sent by the fallback channel. */
  fallbacks: number
  kills: number
  /** Violations found. */
  wrong: string[]
}

interface Row {
  school_id: string
  id: string
  state: string
  failure: string | null
  channel: 'WHATSAPP' | 'SMS'
  tries: number
}

/** Compares every stored message with what the providers accepted. */
export async function compareMessages(
  ownerUrl: string,
  { whatsapp, sms }: Pick<ProvidersStandIn, 'whatsapp' | 'sms'>,
  { kills, wrong }: Pick<MessagesCount, 'kills' | 'wrong'>,
): Promise<MessagesCount> {
  const rows = await asOwner<Row>(ownerUrl, 'select school_id, id, state, failure, channel, tries from messages order by id', [])
  const taken = {
    WHATSAPP: byMessage(
      whatsapp.messages().map(({ ref, reference }) => ({ reference, failed: whatsapp.lastStatus(ref) === 'FAILED' })),
    ),
    SMS: byMessage(sms.messages().map(({ ref, reference }) => ({ reference, failed: sms.lastStatus(ref) === 'FAILED' }))),
  }
  const count: MessagesCount = {
    queued: rows.length,
    sent: 0,
    failed: 0,
    unknown: 0,
    unknownTaken: 0,
    twice: 0,
    lost: 0,
    fallbacks: 0,
    kills,
    wrong: [...wrong],
  }
  for (const row of rows) {
    const name = `${row.school_id}-${row.id}`
    const [byWhatsapp, bySms] = [taken.WHATSAPP.get(name) ?? [], taken.SMS.get(name) ?? []]
    const arrived = byWhatsapp.length + bySms.length > 0
    if (byWhatsapp.length > 1 || bySms.length > 1 || (bySms.length > 0 && byWhatsapp.some((one) => !one.failed))) count.twice += 1
    if (byWhatsapp.length > 0 && bySms.length > 0) count.fallbacks += 1
    const itself = row.channel === 'WHATSAPP' ? byWhatsapp : bySms
    const problem = add(row, arrived, itself)
    if (problem !== undefined) count.wrong.push(`The message ${name} is ${row.state} after ${row.tries} tries, ${problem}.`)
  }
  if (count.twice > 0) count.wrong.push(`${count.twice} messages were taken twice.`)
  if (count.lost > 0) count.wrong.push(`${count.lost} messages are lost.`)
  return count

  function add(row: Row, arrived: boolean, itself: readonly { failed: boolean }[]): string | undefined {
    switch (row.state) {
      case 'SENT':
      case 'DELIVERED':
      case 'READ':
        count.sent += 1
        if (arrived) return itself.length === 0 ? `and ${row.channel} did not take it` : undefined
        count.lost += 1
        return 'and nobody took it'
      case 'FAILED':
        count.failed += 1
        if (!row.failure) return 'and nobody says why'
        return itself.some((one) => !one.failed) ? `and ${row.channel} took it` : undefined
      case 'UNKNOWN':
        count.unknown += 1
        if (arrived) count.unknownTaken += 1
        return row.failure ? undefined : 'and nobody says why'
      default:
        count.lost += 1
        return 'at the end'
    }
  }
}

function byMessage(all: readonly { reference: string; failed: boolean }[]) {
  return Map.groupBy(all, ({ reference }) => reference.split('-').slice(0, 2).join('-'))
}
