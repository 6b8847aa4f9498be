import type { Config } from '#platform/config.ts'
import type { Tx } from '#platform/database/connect.ts'
import { type GuardianLink, linksOfPhones } from './links.sql.ts'
import { newCode, newToken, openSecret } from './secrets.ts'

/** A link with its addresses, for those who may give it out. */
export interface OpenLink {
  id: number
  schoolId: number
  phone: string
  url: string
  /** The short one, for an SMS. */
  shortUrl: string
  expiresAt: Date
}

/** Whose links are made, until when, and who makes them. */
interface Wanted {
  schoolId: number
  phones: readonly string[]
  expiresAt: Date
  by: { subject: string; name: string }
}

/**
 * A link for each of some phones, by phone; one that has a link keeps it (`made` is false), with its time extended.
 */
export async function linksFor(
  db: Tx,
  config: Pick<Config, 'appUrl' | 'secretKey' | 'secrets'>,
  { schoolId, phones, expiresAt, by }: Wanted,
): Promise<(OpenLink & { made: boolean })[]> {
  const wanted = phones.toSorted()
  const before = new Set((await linksOfPhones(db, schoolId, wanted).forUpdate().execute()).map((link) => link.phone))
  await db
    .updateTable('guardianLinks')
    .set(({ fn, val }) => ({ expiresAt: fn<Date>('greatest', ['expiresAt', val(expiresAt)]) }))
    .where('schoolId', '=', schoolId)
    .where('revokedAt', 'is', null)
    .where('phone', 'in', before.size > 0 ? [...before] : [''])
    .execute()
  const without = wanted.filter((phone) => !before.has(phone))
  // Far below the 65,535 values that one statement may carry.
  for (let from = 0; from < without.length; from += 1000) {
    const rows = without.slice(from, from + 1000).map((phone) => {
      const [token, code] = [newToken(config.secretKey, schoolId), newCode(config.secretKey, schoolId)]
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
    // Two who make links at once make one for each phone: the second finds the first one's.
    await db
      .insertInto('guardianLinks')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['schoolId', 'phone']).where('revokedAt', 'is', null).doNothing())
      .execute()
  }
  return (await linksOfPhones(db, schoolId, wanted).execute()).map((link) => ({
    ...opened(config, schoolId, link),
    made: !before.has(link.phone),
  }))
}

/** Opens the short address of a link for a message to its own phone; null where it has expired or was revoked. */
export function openPayLink(config: Pick<Config, 'appUrl' | 'secrets'>) {
  return async (
    db: Tx,
    { schoolId, id, phone }: { schoolId: number; id: number; phone: string },
  ): Promise<{ link: string; code: string } | null> => {
    const found = await linksOfPhones(db, schoolId, [phone])
      .where('id', '=', id)
      .where('expiresAt', '>', new Date())
      .executeTakeFirst()
    if (!found) return null
    const code = openSecret(found.codeSealed, config.secrets, 'code', schoolId)
    return { link: `${config.appUrl}/${code}`, code }
  }
}

/** The addresses of a link. */
export function opened({ appUrl, secrets }: Pick<Config, 'appUrl' | 'secrets'>, schoolId: number, link: GuardianLink): OpenLink {
  const { id, phone, expiresAt } = link
  return {
    id,
    schoolId,
    phone,
    expiresAt,
    url: `${appUrl}/onlinefees/${openSecret(link.tokenSealed, secrets, 'token', schoolId)}`,
    shortUrl: `${appUrl}/${openSecret(link.codeSealed, secrets, 'code', schoolId)}`,
  }
}
