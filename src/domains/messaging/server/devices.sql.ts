import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/connect.ts'
import type { Device } from '#platform/push/client.ts'

/** Maximum number of devices per account. Beyond it the longest unused ones are deleted. */
const maxDevices = 20

/**
 * Stores a device for an account. A device of another account moves to this one if its keys are the same.
 * @returns its id; undefined when the keys differ
 */
export async function saveDevice(db: Tx, subject: string, { endpoint, p256dh, auth }: Device): Promise<number | undefined> {
  const saved = await db
    .insertInto('deviceTokens')
    .values({ subject, endpoint, p256dh, auth })
    .onConflict((conflict) =>
      conflict
        .column('endpoint')
        .doUpdateSet({ subject, guardianSession: null })
        .whereRef('deviceTokens.auth', '=', 'excluded.auth')
        .whereRef('deviceTokens.p256dh', '=', 'excluded.p256dh'),
    )
    .returning('id')
    .executeTakeFirst()
  await sql`
    delete from device_tokens where id in
      (select id from device_tokens where subject = ${subject}::uuid order by coalesce(last_used_at, created_at) desc, id desc
       offset ${maxDevices})`.execute(db)
  return saved?.id
}

/**
 * Stores a device for a guardian's session. A device of somebody else moves to this one if its keys are the same.
 * @returns its id; undefined when the keys differ
 */
export async function saveGuardianDevice(
  db: Tx,
  session: string,
  { endpoint, p256dh, auth }: Device,
): Promise<number | undefined> {
  const saved = await db
    .insertInto('deviceTokens')
    .values({ guardianSession: session, endpoint, p256dh, auth })
    .onConflict((conflict) =>
      conflict
        .column('endpoint')
        .doUpdateSet({ subject: null, guardianSession: session })
        .whereRef('deviceTokens.auth', '=', 'excluded.auth')
        .whereRef('deviceTokens.p256dh', '=', 'excluded.p256dh'),
    )
    .returning('id')
    .executeTakeFirst()
  return saved?.id
}

/** Deletes a device of a guardian's session. Returns its id, or undefined when the session has no such device. */
export async function deleteGuardianDevice(db: Tx, session: string, endpoint: string): Promise<number | undefined> {
  const deleted = await db
    .deleteFrom('deviceTokens')
    .where('guardianSession', '=', session)
    .where('endpoint', '=', endpoint)
    .returning('id')
    .executeTakeFirst()
  return deleted?.id
}

/** Reads the devices on which guardians are signed in with a phone that they proved at a moment or later. */
export function devicesOfPhone({ kysely }: Database, phone: string, provedFrom: string): Promise<(Device & { id: number })[]> {
  return kysely
    .selectFrom('deviceTokens')
    .innerJoin('guardianSessions', 'guardianSessions.id', 'deviceTokens.guardianSession')
    .select(['deviceTokens.id', 'deviceTokens.endpoint', 'deviceTokens.p256dh', 'deviceTokens.auth'])
    .where('guardianSessions.phone', '=', phone)
    .where(sql<boolean>`guardian_sessions.proved_at >= ${provedFrom}::timestamptz`)
    .where('guardianSessions.expiresAt', '>', new Date())
    .orderBy('deviceTokens.id', 'desc')
    .limit(maxDevices)
    .execute()
}

/** Deletes a device of the account. Returns its id, or undefined when the account has no such device. */
export async function deleteDevice(db: Tx, subject: string, endpoint: string): Promise<number | undefined> {
  const deleted = await db
    .deleteFrom('deviceTokens')
    .where('subject', '=', subject)
    .where('endpoint', '=', endpoint)
    .returning('id')
    .executeTakeFirst()
  return deleted?.id
}

/** Reads the devices of an account, newest first. */
export function devicesOfAccount({ kysely }: Database, subject: string): Promise<(Device & { id: number })[]> {
  return kysely
    .selectFrom('deviceTokens')
    .select(['id', 'endpoint', 'p256dh', 'auth'])
    .where('subject', '=', subject)
    .orderBy('id', 'desc')
    .execute()
}

/** Marks the notified devices as used and deletes the expired ones. */
export async function recordPushResults(
  { kysely }: Database,
  notifiedIds: readonly number[],
  expiredIds: readonly number[],
): Promise<void> {
  if (notifiedIds.length > 0)
    await kysely.updateTable('deviceTokens').set({ lastUsedAt: new Date() }).where('id', 'in', notifiedIds).execute()
  if (expiredIds.length > 0) await kysely.deleteFrom('deviceTokens').where('id', 'in', expiredIds).execute()
}
