import { command, query, type Running } from '../../../platform/command.ts'
import type { Config } from '../../../platform/config.ts'
import { defaultPhone, isPhone } from '../../../shared/phones.ts'
import { owing, payersOf } from '../../fees/server/online.exports.ts'
import { guardianLinksView, linkChoice, makeLinksInput } from '../onlinefees.schema.ts'
import { type GuardianLink, linkPage, type LinkRow, linkRows, linksOfPhones, lockLink } from './links.sql.ts'
import { onlineActions } from './onlinefees.permissions.ts'
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

/** A child as a list of links names her. */
interface NamedChild {
  name: string
  sectionName: string
}

export interface MadeLinks {
  /** `made` is false where the phone had a link, whose time was extended. */
  links: (OpenLink & { children: NamedChild[]; made: boolean })[]
  /** Nobody's phone is known, or it is the default one. */
  withoutPhone: NamedChild[]
}

/** A page of the links that work, or have expired and were not revoked, newest first. */
export const listGuardianLinks = query({
  action: onlineActions.listLinks,
  input: guardianLinksView,
  run: async ({ db, read, schoolId, input }): Promise<{ rows: LinkRow[]; total: number }> => {
    const [rows, [counted]] = await read(linkPage(db, schoolId, input), linkRows(db, schoolId, input))
    return { rows, total: counted?.total ?? 0 }
  },
})

/** The addresses of a link, to be copied. NOT_FOUND for one that was revoked; a command, so that it is known who has looked. */
export const openGuardianLink = command<typeof linkChoice, GuardianLink, OpenLink>({
  action: onlineActions.makeLinks,
  input: linkChoice,
  load: ({ db, schoolId, input }) => lockLink(db, schoolId, input.id),
  run: async ({ call, schoolId, row }) => ({
    result: opened(call.services.config, schoolId, row),
    ids: [row.id],
    fields: ['opened'],
  }),
})

/**
 * Makes a link for the phone of each student asked about; a phone that has one keeps it, with its time extended. Nobody gets a
 * link for the default phone.
 */
export const makeGuardianLinks = command({
  action: onlineActions.makeLinks,
  input: makeLinksInput,
  run: async (running) => {
    const { db, call, viewer, schoolId, input } = running
    const { termId, studentId, sectionId, days } = input
    const students =
      studentId === undefined && sectionId === undefined
        ? await owing(db, schoolId, viewer, termId)
        : await payersOf(db, schoolId, viewer, { termId, studentId, sectionId }).execute()
    const byPhone = new Map<string, NamedChild[]>()
    const withoutPhone: NamedChild[] = []
    for (const { name, sectionName, phone } of students) {
      const usable = isPhone(phone) && phone !== defaultPhone
      const of = usable ? (byPhone.get(phone) ?? []) : withoutPhone
      of.push({ name, sectionName })
      if (usable) byPhone.set(phone, of)
    }
    const phones = [...byPhone.keys()].toSorted()
    const expiresAt = new Date(Date.now() + days * 86_400_000)
    const before = new Set((await linksOfPhones(db, schoolId, phones).forUpdate().execute()).map((link) => link.phone))
    await db
      .updateTable('guardianLinks')
      .set(({ fn, val }) => ({ expiresAt: fn<Date>('greatest', ['expiresAt', val(expiresAt)]) }))
      .where('schoolId', '=', schoolId)
      .where('revokedAt', 'is', null)
      .where('phone', 'in', before.size > 0 ? [...before] : [''])
      .execute()
    await addLinks(
      running,
      phones.filter((phone) => !before.has(phone)),
      expiresAt,
    )
    const links = (await linksOfPhones(db, schoolId, phones).execute()).map((link) => ({
      ...opened(call.services.config, schoolId, link),
      children: byPhone.get(link.phone) ?? [],
      made: !before.has(link.phone),
    }))
    const result: MadeLinks = { links, withoutPhone }
    return { result, ids: links.slice(0, 1000).map((link) => link.id), fields: ['expiresAt'] }
  },
})

/** Puts a new link in the place of one, which stops working at once. */
export const reissueGuardianLink = command<typeof linkChoice, GuardianLink, OpenLink>({
  action: onlineActions.makeLinks,
  input: linkChoice,
  load: ({ db, schoolId, input }) => lockLink(db, schoolId, input.id),
  run: async (running) => {
    const { db, call, schoolId, row } = running
    await revoke(running)
    // As long as the old one still had, but a month at least.
    const expiresAt = new Date(Math.max(row.expiresAt.getTime(), Date.now() + 30 * 86_400_000))
    await addLinks(running, [row.phone], expiresAt)
    const link = await linksOfPhones(db, schoolId, [row.phone]).executeTakeFirstOrThrow()
    return { result: opened(call.services.config, schoolId, link), ids: [row.id, link.id], fields: ['token'] }
  },
})

/** Makes a link stop working; answers its id. NOT_FOUND for one that was revoked already. */
export const revokeGuardianLink = command<typeof linkChoice, GuardianLink, number>({
  action: onlineActions.revokeLink,
  input: linkChoice,
  load: ({ db, schoolId, input }) => lockLink(db, schoolId, input.id),
  run: async (running) => {
    await revoke(running)
    return { result: running.row.id, ids: [running.row.id], fields: ['revokedAt'] }
  },
})

async function revoke({ db, viewer, schoolId, row }: Pick<Running<unknown, GuardianLink>, 'db' | 'viewer' | 'schoolId' | 'row'>) {
  await db
    .updateTable('guardianLinks')
    .set({ revokedAt: new Date(), revokedBy: viewer.subject, revokedByName: viewer.name })
    .where('schoolId', '=', schoolId)
    .where('id', '=', row.id)
    .execute()
}

/** Two who make links at once make one for each phone: the second finds the first one's. */
async function addLinks(
  { db, call, viewer, schoolId }: Pick<Running<unknown, unknown>, 'db' | 'call' | 'viewer' | 'schoolId'>,
  phones: readonly string[],
  expiresAt: Date,
): Promise<void> {
  const { secretKey } = call.services.config
  // Far below the 65,535 values that one statement may carry.
  for (let from = 0; from < phones.length; from += 1000) {
    const rows = phones.slice(from, from + 1000).map((phone) => {
      const [token, code] = [newToken(secretKey, schoolId), newCode(secretKey, schoolId)]
      return {
        ...{ schoolId, phone, expiresAt, createdBy: viewer.subject, createdByName: viewer.name },
        ...{ tokenHash: token.hash, tokenSealed: token.sealed, codeHash: code.hash, codeSealed: code.sealed },
      }
    })
    await db
      .insertInto('guardianLinks')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['schoolId', 'phone']).where('revokedAt', 'is', null).doNothing())
      .execute()
  }
}

function opened({ appUrl, secretKey }: Config, schoolId: number, link: GuardianLink): OpenLink {
  const { id, phone, expiresAt } = link
  return {
    ...{ id, schoolId, phone, expiresAt },
    url: `${appUrl}/onlinefees/${openSecret(link.tokenSealed, secretKey, 'token', schoolId)}`,
    shortUrl: `${appUrl}/${openSecret(link.codeSealed, secretKey, 'code', schoolId)}`,
  }
}
