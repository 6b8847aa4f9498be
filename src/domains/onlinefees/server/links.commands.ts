import { command, query, type CommandContext } from '#platform/command.ts'
import { notFound } from '#platform/refusal.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { isPhone } from '#shared/phones.ts'
import { studentsWithPending, enabledPayers } from '#domains/fees/server/online.exports.ts'
import { guardianLinksView, linkChoice, makeLinksInput } from '../onlinefees.schema.ts'
import { linksFor, opened, type OpenLink } from './links.ts'
import { type GuardianLink, linkPage, type LinkRow, linkRows, lockLink } from './links.sql.ts'
import { onlineActions } from './onlinefees.permissions.ts'

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
        ? await studentsWithPending(db, schoolId, viewer, termId)
        : await enabledPayers(db, schoolId, viewer, { termId, studentId, sectionId }).execute()
    const byPhone = new Map<string, NamedChild[]>()
    const withoutPhone: NamedChild[] = []
    for (const { name, sectionName, phone } of students) {
      const usable = isPhone(phone) && phone !== defaultPhone
      const of = usable ? (byPhone.get(phone) ?? []) : withoutPhone
      of.push({ name, sectionName })
      if (usable) byPhone.set(phone, of)
    }
    const expiresAt = new Date(Date.now() + days * 86_400_000)
    const made = await linksFor(db, call.services.config, { schoolId, phones: [...byPhone.keys()], expiresAt, by: viewer })
    const links = made.map((link) => ({ ...link, children: byPhone.get(link.phone) ?? [] }))
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
    const { db, call, viewer, schoolId, row } = running
    await revoke(running)
    // As long as the old one still had, but a month at least.
    const expiresAt = new Date(Math.max(row.expiresAt.getTime(), Date.now() + 30 * 86_400_000))
    const { config } = call.services
    const [link] = await linksFor(db, config, { schoolId, phones: [row.phone], expiresAt, by: viewer })
    if (!link) throw notFound()
    return { result: link, ids: [row.id, link.id], fields: ['token'] }
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

async function revoke({
  db,
  viewer,
  schoolId,
  row,
}: Pick<CommandContext<unknown, GuardianLink>, 'db' | 'viewer' | 'schoolId' | 'row'>) {
  await db
    .updateTable('guardianLinks')
    .set({ revokedAt: new Date(), revokedBy: viewer.subject, revokedByName: viewer.name })
    .where('schoolId', '=', schoolId)
    .where('id', '=', row.id)
    .execute()
}
