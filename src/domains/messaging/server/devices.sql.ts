import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/connect.ts'
import type { Device } from '#platform/push/client.ts'

/** Nobody has more; who does has forgotten the oldest. */
const mostDevices = 20

/**
 * Makes a device the account's. One that was another's becomes the account's alone, if its keys prove that it is the same.
 * @returns its id; undefined where they do not
 */
export async function keepDevice(db: Tx, subject: string, { endpoint, p256dh, auth }: Device): Promise<number | undefined> {
  const kept = await db
    .insertInto('deviceTokens')
    .values({ subject, endpoint, p256dh, auth })
    .onConflict((conflict) =>
      conflict
        .column('endpoint')
        .doUpdateSet({ subject })
        .whereRef('deviceTokens.auth', '=', 'excluded.auth')
        .whereRef('deviceTokens.p256dh', '=', 'excluded.p256dh'),
    )
    .returning('id')
    .executeTakeFirst()
  await sql`
    delete from device_tokens where id in
      (select id from device_tokens where subject = ${subject}::uuid order by coalesce(last_used_at, created_at) desc, id desc
       offset ${mostDevices})`.execute(db)
  return kept?.id
}

/** Forgets a device of the account. Answers its id, where the account had it. */
export async function forgetDevice(db: Tx, subject: string, endpoint: string): Promise<number | undefined> {
  const gone = await db
    .deleteFrom('deviceTokens')
    .where('subject', '=', subject)
    .where('endpoint', '=', endpoint)
    .returning('id')
    .executeTakeFirst()
  return gone?.id
}

/** The devices of an account, the latest first. */
export function devicesOf({ kysely }: Database, subject: string): Promise<(Device & { id: number })[]> {
  return kysely
    .selectFrom('deviceTokens')
    .select(['id', 'endpoint', 'p256dh', 'auth'])
    .where('subject', '=', subject)
    .orderBy('id', 'desc')
    .execute()
}

/** Notes that something was said to devices, and forgets those that are to be told no more. */
export async function noteDevices({ kysely }: Database, told: readonly number[], gone: readonly number[]): Promise<void> {
  if (told.length > 0) await kysely.updateTable('deviceTokens').set({ lastUsedAt: new Date() }).where('id', 'in', told).execute()
  if (gone.length > 0) await kysely.deleteFrom('deviceTokens').where('id', 'in', gone).execute()
}
