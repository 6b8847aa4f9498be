import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/connect.ts'
import type { MessageChannel } from '../messaging.rules.ts'

/**
 * Takes leave to send, of what a provider takes a second over all processes.
 * @returns how many may be sent now: so many as are wanted, or fewer
 */
export async function takeTurns(
  { kysely }: Database,
  provider: MessageChannel,
  { perSecond, wanted }: { perSecond: number; wanted: number },
): Promise<number> {
  // A tenth may be sent in one moment, nine tenths over a second: never more than a second's worth in any second.
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

/** Takes leave to send to one phone, which must have been left in peace for so many seconds. Held until the transaction ends. */
export async function takeRecipient(db: Tx, provider: MessageChannel, phone: string, seconds: number): Promise<boolean> {
  const recipient = createHash('sha256').update(`${provider} ${phone}`).digest('hex')
  const { rows } = await sql`
    insert into send_gates as g (provider, recipient, tokens) values (${provider}, ${recipient}, 0)
    on conflict (provider, recipient) do update set refilled_at = clock_timestamp()
      where g.refilled_at <= clock_timestamp() - make_interval(secs => ${seconds})
    returning provider`.execute(db)
  return rows.length === 1
}

/** Forgets phones that are in peace for a while. */
export async function forgetRecipients({ kysely }: Database): Promise<void> {
  await sql`delete from send_gates where recipient <> '' and refilled_at < clock_timestamp() - interval '1 minute'`.execute(
    kysely,
  )
}
