import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import { inReadersOrder } from '#platform/database/nameOrder.ts'
import { hasNameWord, nameWord } from '#platform/database/nameWord.ts'
import { builder } from '#platform/graphql/builder.ts'
import type { Teacher } from './users.sql.ts'

/** A teacher of a section, subject or book. */
export const TeacherType = builder.objectRef<Teacher>('Teacher').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    email: t.string({
      description: 'For SUPERADMIN, ADMIN and the teacher; empty for everybody else.',
      resolve: (teacher, _, { viewer }) =>
        viewer?.role === 'SUPERADMIN' || viewer?.role === 'ADMIN' || viewer?.userId === teacher.id ? teacher.email : '',
    }),
  }),
})

/**
 * Selects the users of a school with these e-mails, of any role (section import: "must match an existing user"). Run it
 * with `.execute()` in a command, or pass it to `read`. `email` in the rows is lower-case, as stored.
 * @param emails in any case, with or without surrounding spaces
 */
export function teachersByEmail(db: Db | Tx, schoolId: number, emails: readonly string[]) {
  const wanted = [...new Set(emails.map((email) => email.trim().toLowerCase()))]
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`email = any(${wanted}::text[])`)
}

/** Returns those of the ids that are not users of the school. */
export async function missingTeachers(db: Tx, schoolId: number, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const users = await db
    .selectFrom('users')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
  const known = new Set(users.map((user) => user.id))
  return [...new Set(ids)].filter((id) => !known.has(id))
}

/** Filters for the users of a school: by ids, or by a search in name, e-mail and phone. */
export interface StaffView {
  ids?: readonly number[] | undefined
  search?: string | undefined
}

function usersOfView(db: Db | Tx, schoolId: number, { ids, search = '' }: StaffView) {
  let query = db
    .selectFrom('users')
    .where('schoolId', '=', schoolId)
    .where('role', '<>', 'SUPERADMIN')
    .where('disabled', '=', false)
  if (ids !== undefined) query = query.where(sql<boolean>`id = any(${ids}::bigint[])`)
  for (const word of search.normalize('NFC').toLowerCase().split(/\s+/u).filter(Boolean))
    query = query.where(hasNameWord('users', 'users', schoolId, nameWord(word)))
  return query
}

/**
 * Selects a school's enabled users with the fields of an ID card, by name. Run it with `.execute()` in a command, or
 * pass it to `read`.
 * @param missingFirst whether users without a photo come first
 */
export function cardStaff(db: Db | Tx, schoolId: number, view: StaffView, missingFirst = false) {
  const query = usersOfView(db, schoolId, view).select(['id', 'name', 'photoFile', 'role', 'phone', 'email'])
  return (missingFirst ? query.orderBy(sql`photo_file is not null`) : query).orderBy(inReadersOrder('name')).orderBy('id')
}

/** Counts the users of a view, and those of them without a photo. */
export function cardStaffCounts(db: Db | Tx, schoolId: number, view: StaffView) {
  return usersOfView(db, schoolId, view).select((row) => [
    row.fn.countAll<number>().as('total'),
    row.fn.countAll<number>().filterWhere('photoFile', 'is', null).as('withoutPhoto'),
  ])
}
