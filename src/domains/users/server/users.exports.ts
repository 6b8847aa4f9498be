import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import { builder } from '#platform/graphql/builder.ts'
import type { Teacher } from './users.sql.ts'

/** Who teaches something, as sections, subjects and books show it. */
export const TeacherType = builder.objectRef<Teacher>('Teacher').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    email: t.string({
      description: 'For those who manage logins, and the own one; empty for everybody else.',
      resolve: (teacher, _, { viewer }) =>
        viewer?.role === 'SUPERADMIN' || viewer?.role === 'ADMIN' || viewer?.userId === teacher.id ? teacher.email : '',
    }),
  }),
})

/**
 * The users of a school that have these e-mails, whatever their permission (section import: "must match an existing user").
 * Run it with `.execute()` in a command, or hand it to `read`. `email` in the rows is lower-case, as stored; one that has no
 * row is missing.
 * @param emails in any case, with or without outer spaces
 */
export function teachersByEmail(db: Db | Tx, schoolId: number, emails: readonly string[]) {
  const wanted = [...new Set(emails.map((email) => email.trim().toLowerCase()))]
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`email = any(${wanted}::text[])`)
}

/** Those of the ids that are no user of the school; empty when all are. */
export async function missingTeachers(db: Tx, schoolId: number, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
  const known = new Set(found.map((user) => user.id))
  return [...new Set(ids)].filter((id) => !known.has(id))
}

/** Some of those who work for a school: by their ids, those a search finds in name, e-mail or phone. */
export interface StaffView {
  ids?: readonly number[] | undefined
  search?: string | undefined
}

function ofStaffView(db: Db | Tx, schoolId: number, { ids, search = '' }: StaffView) {
  let query = db
    .selectFrom('users')
    .where('schoolId', '=', schoolId)
    .where('role', '<>', 'SUPERADMIN')
    .where('disabled', '=', false)
  if (ids !== undefined) query = query.where(sql<boolean>`id = any(${ids}::bigint[])`)
  for (const word of search.toLowerCase().split(/\s+/u).filter(Boolean))
    query = query.where(sql<boolean>`position(${word} in lower(name || ' ' || email || ' ' || phone)) > 0`)
  return query
}

/**
 * A school's enabled users with what an ID card says of them, by name. Run it with `.execute()` in a command, or hand it to `read`.
 * @param missingFirst those without a photo before the others
 */
export function cardStaff(db: Db | Tx, schoolId: number, view: StaffView, missingFirst = false) {
  const query = ofStaffView(db, schoolId, view).select(['id', 'name', 'photoFile', 'role', 'phone', 'email'])
  return (missingFirst ? query.orderBy(sql`photo_file is not null`) : query).orderBy('name').orderBy('id')
}

/** How many users a view has, and how many of them have no photo. */
export function cardStaffCounts(db: Db | Tx, schoolId: number, view: StaffView) {
  return ofStaffView(db, schoolId, view).select((row) => [
    row.fn.countAll<number>().as('total'),
    row.fn.countAll<number>().filterWhere('photoFile', 'is', null).as('withoutPhoto'),
  ])
}
