import { type Selectable, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { GuardianLinks } from '#platform/database/schema.types.ts'
import { containsPattern } from '#platform/database/likePattern.ts'
import { pendingOfEnrolment } from '#domains/fees/server/online.exports.ts'
import { studentsWithWords } from '#domains/students/server/students.exports.ts'

export type GuardianLink = Selectable<GuardianLinks> & { madeAt: string }

interface View {
  termId: number
  search?: string | undefined
  page?: number | undefined
  pageSize?: number | undefined
}

/** A link in the list, without its secrets. */
export interface LinkRow {
  id: number
  schoolId: number
  phone: string
  expiresAt: Date
  createdAt: Date
  createdByName: string
  lastUsedAt: Date | null
  /** Number of orders made with it. */
  orders: number
  children: { id: number; name: string; sectionName: string; pending: number }[]
}

/** When a link was made, to the microsecond. It opens for the children who were listed with its phone by then. */
export const linkMadeAt = sql<string>`guardian_links.created_at::text`.as('madeAt')

/** Selects the links of phones, without revoked ones. */
export function linksOfPhones(db: Db | Tx, schoolId: number, phones: readonly string[]) {
  return db
    .selectFrom('guardianLinks')
    .selectAll()
    .select(linkMadeAt)
    .where('schoolId', '=', schoolId)
    .where('revokedAt', 'is', null)
    .where(sql<boolean>`phone = any(${phones}::text[])`)
    .orderBy('phone')
}

/** Selects a link unless it was revoked. */
export function linkById(db: Db | Tx, schoolId: number, id: number) {
  return db
    .selectFrom('guardianLinks')
    .selectAll()
    .select(linkMadeAt)
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
}

/** Revokes links. */
export async function revokeLinks(
  db: Tx,
  schoolId: number,
  ids: readonly number[],
  by: { subject: string; name: string },
): Promise<void> {
  await db
    .updateTable('guardianLinks')
    .set({ revokedAt: new Date(), revokedBy: by.subject, revokedByName: by.name })
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('revokedAt', 'is', null)
    .execute()
}

/** Selects those of the links of phones that were made before a child with the phone was listed. */
export function linksWithLaterChildren(db: Tx, schoolId: number, phones: readonly string[]) {
  return db
    .selectFrom('guardianLinks')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('revokedAt', 'is', null)
    .where(sql<boolean>`phone = any(${phones}::text[])`)
    .where(
      sql<boolean>`exists (select from student_phones as listed join students as s on s.school_id = ${schoolId} and s.id = listed.student_id
        where listed.school_id = ${schoolId} and listed.phone = guardian_links.phone and listed.listed_at > guardian_links.created_at
          and s.phone = guardian_links.phone and not s.disabled)`,
    )
}

/** Locks a link and returns it unless it was revoked. */
export function lockLink(db: Tx, schoolId: number, id: number): Promise<GuardianLink | undefined> {
  return linkById(db, schoolId, id).forUpdate().executeTakeFirst()
}

function matchingLinks(db: Db, schoolId: number, { termId, search = '' }: View) {
  const rows = db.selectFrom('guardianLinks as link').where('link.schoolId', '=', schoolId).where('link.revokedAt', 'is', null)
  if (search === '') return rows
  const pattern = containsPattern(search)
  return rows.where((row) =>
    row.or([
      row('link.phone', 'like', pattern),
      row.exists(
        children(db, schoolId, termId)
          .select('students.id')
          .where('students.phone', '=', sql.ref<string>('link.phone'))
          .where(sql<SqlBool>`(students.id in (${studentsWithWords(schoolId, search)})) is true`),
      ),
    ]),
  )
}

function children(db: Db, schoolId: number, termId: number) {
  return db
    .selectFrom('students')
    .innerJoin('enrolments', (on) => onSameSchool(on, 'enrolments.studentId', 'students.id'))
    .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'enrolments.sectionId'))
    .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'sections.classId'))
    .where('students.schoolId', '=', schoolId)
    .where('enrolments.termId', '=', termId)
    .where('students.disabled', '=', false)
}

/** Counts the links of a view. */
export function countLinks(db: Db, schoolId: number, view: View) {
  return matchingLinks(db, schoolId, view).select(sql<number>`count(*)::int`.as('total'))
}

/** Selects a page of a view, newest first, each link with the children of its phone in the term. */
export function linkPage(db: Db, schoolId: number, view: View) {
  const { page = 0, pageSize = 20 } = view
  return matchingLinks(db, schoolId, view)
    .select([
      'link.id',
      'link.schoolId',
      'link.phone',
      'link.expiresAt',
      'link.createdAt',
      'link.createdByName',
      'link.lastUsedAt',
    ])
    .select([
      sql<number>`(select count(*)::int from online_orders orders where orders.school_id = current_school() and orders.guardian_link_id = link.id)`.as(
        'orders',
      ),
      jsonArrayFrom(
        children(db, schoolId, view.termId)
          .select([
            'students.id',
            'students.name',
            sql<string>`classes.name || '-' || sections.name`.as('sectionName'),
            pendingOfEnrolment.as('pending'),
          ])
          .where('students.phone', '=', sql.ref<string>('link.phone'))
          .orderBy('students.id'),
      ).as('children'),
    ])
    .orderBy('link.id', 'desc')
    .limit(pageSize)
    .offset(page * pageSize)
}
