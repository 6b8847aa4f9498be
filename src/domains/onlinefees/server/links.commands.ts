import { command, query } from '#platform/command.ts'
import { notFound } from '#platform/refusal.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { isPhone } from '#shared/phones.ts'
import { pendingStudents, enabledPayers } from '#domains/fees/server/online.exports.ts'
import { guardianLinksView, linkChoice, makeLinksInput } from '../onlinefees.schema.ts'
import { ensureLinks, unsealLink, type OpenLink } from './links.ts'
import { type GuardianLink, linkPage, type LinkRow, countLinks, lockLink, revokeLinks } from './links.sql.ts'
import { onlineActions } from './onlinefees.permissions.ts'

/** A child in a list of links. */
interface NamedChild {
  name: string
  sectionName: string
}

export interface MadeLinks {
  /** `made` is false if the phone had a link already, which was extended. */
  links: (OpenLink & { children: NamedChild[]; made: boolean })[]
  /** Children without a usable phone: none, or the default phone. */
  withoutPhone: NamedChild[]
}

/** Lists a page of the valid and expired links, newest first. Revoked links are left out. */
export const listGuardianLinks = query({
  action: onlineActions.listLinks,
  input: guardianLinksView,
  run: async ({ db, read, schoolId, input }): Promise<{ rows: LinkRow[]; total: number }> => {
    const [rows, [counted]] = await read(linkPage(db, schoolId, input), countLinks(db, schoolId, input))
    return { rows, total: counted?.total ?? 0 }
  },
})

/**
 * Returns the addresses of a link, to be copied. It is a command so that the audit log records who saw them.
 * @throws Refusal NOT_FOUND for a revoked link
 */
export const openGuardianLink = command<typeof linkChoice, GuardianLink, OpenLink>({
  action: onlineActions.makeLinks,
  input: linkChoice,
  load: ({ db, schoolId, input }) => lockLink(db, schoolId, input.id),
  run: async ({ call, schoolId, row }) => ({
    result: unsealLink(call.services.config, schoolId, row),
    ids: [row.id],
    fields: ['opened'],
  }),
})

/**
 * Makes a link for the phone of each chosen student, or extends the link it has, see {@link ensureLinks}. The default
 * phone gets no link.
 */
export const makeGuardianLinks = command({
  action: onlineActions.makeLinks,
  input: makeLinksInput,
  run: async (running) => {
    const { db, call, viewer, schoolId, input } = running
    const { termId, studentId, sectionId, days } = input
    const students =
      studentId === undefined && sectionId === undefined
        ? await pendingStudents(db, schoolId, viewer, { termId, terms: 'ALL' }).execute()
        : await enabledPayers(db, schoolId, viewer, { termId, studentId, sectionId }).execute()
    const byPhone = new Map<string, NamedChild[]>()
    const withoutPhone: NamedChild[] = []
    for (const { name, sectionName, phone } of students) {
      const usable = isPhone(phone) && phone !== defaultPhone
      const children = usable ? (byPhone.get(phone) ?? []) : withoutPhone
      children.push({ name, sectionName })
      if (usable) byPhone.set(phone, children)
    }
    const expiresAt = new Date(Date.now() + days * 86_400_000)
    const made = await ensureLinks(db, call.services.config, { schoolId, phones: [...byPhone.keys()], expiresAt, by: viewer })
    const links = made.map((link) => ({ ...link, children: byPhone.get(link.phone) ?? [] }))
    const result: MadeLinks = { links, withoutPhone }
    return { result, ids: links.slice(0, 1000).map((link) => link.id), fields: ['expiresAt'] }
  },
})

/** Replaces a link with a new one. The old link stops working at once. */
export const reissueGuardianLink = command<typeof linkChoice, GuardianLink, OpenLink>({
  action: onlineActions.makeLinks,
  input: linkChoice,
  load: ({ db, schoolId, input }) => lockLink(db, schoolId, input.id),
  run: async (running) => {
    const { db, call, viewer, schoolId, row } = running
    await revokeLinks(db, schoolId, [row.id], viewer)
    // The remaining time of the old link, but at least 30 days.
    const expiresAt = new Date(Math.max(row.expiresAt.getTime(), Date.now() + 30 * 86_400_000))
    const { config } = call.services
    const [link] = await ensureLinks(db, config, { schoolId, phones: [row.phone], expiresAt, by: viewer })
    if (!link) throw notFound()
    return { result: link, ids: [row.id, link.id], fields: ['token'] }
  },
})

/**
 * Revokes a link and returns its id.
 * @throws Refusal NOT_FOUND for a link that was revoked already
 */
export const revokeGuardianLink = command<typeof linkChoice, GuardianLink, number>({
  action: onlineActions.revokeLink,
  input: linkChoice,
  load: ({ db, schoolId, input }) => lockLink(db, schoolId, input.id),
  run: async ({ db, viewer, schoolId, row }) => {
    await revokeLinks(db, schoolId, [row.id], viewer)
    return { result: row.id, ids: [row.id], fields: ['revokedAt'] }
  },
})
