import type { Config } from '#platform/config.ts'
import type { Tx } from '#platform/database/connect.ts'
import { type GuardianLink, linksOfPhones, linksWithLaterChildren, revokeLinks } from './links.sql.ts'
import { createCode, createToken, unsealSecret } from './secrets.ts'

/** A link with its addresses. */
export interface OpenLink {
  id: number
  schoolId: number
  phone: string
  url: string
  /** The short address, for an SMS. */
  shortUrl: string
  expiresAt: Date
}

interface LinkRequest {
  schoolId: number
  phones: readonly string[]
  expiresAt: Date
  by: { subject: string; name: string }
}

/**
 * Returns one link per phone, sorted by phone. An existing link is kept and extended (`made` is false), unless a child
 * was listed with the phone after it was made: then a new one takes its place, because whoever had the phone before may
 * have the old one.
 */
export async function ensureLinks(
  db: Tx,
  config: Pick<Config, 'appUrl' | 'secretKey' | 'secrets'>,
  { schoolId, phones, expiresAt, by }: LinkRequest,
): Promise<(OpenLink & { made: boolean })[]> {
  const sortedPhones = phones.toSorted()
  const outdated = await linksWithLaterChildren(db, schoolId, sortedPhones).execute()
  if (outdated.length > 0)
    await revokeLinks(
      db,
      schoolId,
      outdated.map(({ id }) => id),
      by,
    )
  const linkedPhones = new Set((await linksOfPhones(db, schoolId, sortedPhones).forUpdate().execute()).map((link) => link.phone))
  await db
    .updateTable('guardianLinks')
    .set(({ fn, val }) => ({ expiresAt: fn<Date>('greatest', ['expiresAt', val(expiresAt)]) }))
    .where('schoolId', '=', schoolId)
    .where('revokedAt', 'is', null)
    .where('phone', 'in', linkedPhones.size > 0 ? [...linkedPhones] : [''])
    .execute()
  const newPhones = sortedPhones.filter((phone) => !linkedPhones.has(phone))
  // 1000 rows stay far below the 65,535 parameters allowed in one statement.
  for (let from = 0; from < newPhones.length; from += 1000) {
    const rows = newPhones.slice(from, from + 1000).map((phone) => {
      const [token, code] = [createToken(config.secretKey, schoolId), createCode(config.secretKey, schoolId)]
      return {
        schoolId,
        phone,
        expiresAt,
        createdBy: by.subject,
        createdByName: by.name,
        tokenHash: token.hash,
        tokenSealed: token.sealed,
        codeHash: code.hash,
        codeSealed: code.sealed,
      }
    })
    // Of two users who make links at once, the second gets the links of the first.
    await db
      .insertInto('guardianLinks')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['schoolId', 'phone']).where('revokedAt', 'is', null).doNothing())
      .execute()
  }
  return (await linksOfPhones(db, schoolId, sortedPhones).execute()).map((link) => ({
    ...unsealLink(config, schoolId, link),
    made: !linkedPhones.has(link.phone),
  }))
}

/** Validity of a reminder's link; it outlasts the time to the next month's reminder. */
const reminderLinkMs = 45 * 86_400_000

/** Makes or extends the links for fee reminders. Returns their ids by phone; messages are sent with their addresses. */
export async function ensureReminderLinks(
  db: Tx,
  config: Pick<Config, 'appUrl' | 'secretKey' | 'secrets'>,
  { now, ...request }: Omit<LinkRequest, 'expiresAt'> & { now: Date },
): Promise<Map<string, number>> {
  const links = await ensureLinks(db, config, { ...request, expiresAt: new Date(now.getTime() + reminderLinkMs) })
  return new Map(links.map((link) => [link.phone, link.id]))
}

/**
 * Returns a function that unseals a link's short address for a message to its phone; null for an expired or revoked
 * link.
 */
export function openPayLink(config: Pick<Config, 'appUrl' | 'secrets'>) {
  return async (
    db: Tx,
    { schoolId, id, phone }: { schoolId: number; id: number; phone: string },
  ): Promise<{ link: string; code: string } | null> => {
    const link = await linksOfPhones(db, schoolId, [phone])
      .where('id', '=', id)
      .where('expiresAt', '>', new Date())
      .executeTakeFirst()
    if (!link) return null
    const code = unsealSecret(link.codeSealed, config.secrets, 'code', schoolId)
    return { link: `${config.appUrl}/${code}`, code }
  }
}

/** Unseals the addresses of a link. */
export function unsealLink(
  { appUrl, secrets }: Pick<Config, 'appUrl' | 'secrets'>,
  schoolId: number,
  link: GuardianLink,
): OpenLink {
  const { id, phone, expiresAt } = link
  return {
    id,
    schoolId,
    phone,
    expiresAt,
    url: `${appUrl}/onlinefees/${unsealSecret(link.tokenSealed, secrets, 'token', schoolId)}`,
    shortUrl: `${appUrl}/${unsealSecret(link.codeSealed, secrets, 'code', schoolId)}`,
  }
}
