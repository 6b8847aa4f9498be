import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/connect.ts'
import type { MessageChannel } from '../messaging.rules.ts'

/**
 * Takes send tokens from a provider's rate limit, which all processes share.
 * @returns the number of messages that may be sent now, at most `wanted`
 */
export async function takeSendTokens(
  { kysely }: Database,
  provider: MessageChannel,
  { perSecond, wanted }: { perSecond: number; wanted: number },
): Promise<number> {
  // Token bucket: bursts of a tenth, refilled at nine tenths per second, so no second exceeds the provider's limit.
  const [burst, rate] = [Math.max(1, perSecond / 10), perSecond * 0.9]
  const refilled = sql`least(${burst}, g.tokens + greatest(0, extract(epoch from clock_timestamp() - g.refilled_at)) * ${rate})`
  const most = Math.min(wanted, Math.floor(burst))
  const { rows } = await sql<{ taken: number }>`
    insert into send_gates as g (provider, tokens, taken) values (${provider}, ${burst - most}, ${most})
    on conflict (provider, recipient) do update set taken = least(floor(${refilled}), ${most}),
      tokens = ${refilled} - least(floor(${refilled}), ${most}), refilled_at = clock_timestamp()
    returning taken`.execute(kysely)
  return rows[0]?.taken ?? 0
}

/**
 * Reserves a phone, so that it gets no two messages within `seconds`. Returns false when it is reserved. The row stays
 * locked until the transaction ends.
 */
export async function reserveRecipient(db: Tx, provider: MessageChannel, phone: string, seconds: number): Promise<boolean> {
  const recipient = createHash('sha256').update(`${provider} ${phone}`).digest('hex')
  const { rows } = await sql`
    insert into send_gates as g (provider, recipient, tokens) values (${provider}, ${recipient}, 0)
    on conflict (provider, recipient) do update set refilled_at = clock_timestamp()
      where g.refilled_at <= clock_timestamp() - make_interval(secs => ${seconds})
    returning provider`.execute(db)
  return rows.length === 1
}

/** Deletes reservations of phones that are older than a minute. */
export async function deleteOldReservations({ kysely }: Database): Promise<void> {
  await sql`delete from send_gates where recipient <> '' and refilled_at < clock_timestamp() - interval '1 minute'`.execute(
    kysely,
  )
}
